itk_module(CudaImageFilters
  DEPENDS
    ITKCommon
    ITKImageFeature
    ITKImageFilterBase
    ITKImageGradient
    ITKSmoothing
  TEST_DEPENDS
    ITKGoogleTest
    ITKImageGrid
    ITKImageIntensity
    ITKIOMeta
    ITKIOPNG
  DESCRIPTION
    "Image filters that run on NVIDIA GPUs, and on the CPU where there is none."
  EXCLUDE_FROM_DEFAULT
  ENABLE_SHARED
)
