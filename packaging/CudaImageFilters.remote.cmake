# For ITK's Modules/Remote. The repository is where the module will be published, and the tag its release.

# Compliance level 2: GPUs of one vendor, on Linux.
itk_fetch_module(
  CudaImageFilters
  "Image filters that run on NVIDIA GPUs, and on the CPU where there is none."
  MODULE_COMPLIANCE_LEVEL 2
  GIT_REPOSITORY https://github.com/InsightSoftwareConsortium/ITKCudaImageFilters.git
  GIT_TAG v0.1.0
)
