if(ITK_WRAP_PYTHON)
  set(CudaImageFilters_PYTHON_DEPENDS ITKBridgeNumPy)
endif()
itk_module(CudaImageFilters
  DEPENDS
    ITKCommon
    ITKConvolution
    ITKImageFeature
    ITKImageFilterBase
    ITKImageFunction
    ITKImageGradient
    ITKImageGrid
    ITKImageIntensity
    ITKImageStatistics
    ITKPath
    ITKSmoothing
    ITKThresholding
    ITKTransform
    ${CudaImageFilters_PYTHON_DEPENDS}
  TEST_DEPENDS
    ITKGoogleTest
    ITKIOMeta
    ITKIOPNG
  DESCRIPTION
    "Image filters that run on NVIDIA GPUs, and on the CPU where there is none."
  EXCLUDE_FROM_DEFAULT
  ENABLE_SHARED
)
