/*=========================================================================
 *
 *  Copyright The CudaImageFilters Contributors
 *
 *  Licensed under the Apache License, Version 2.0 (the "License");
 *  you may not use this file except in compliance with the License.
 *  You may obtain a copy of the License at
 *
 *         https://www.apache.org/licenses/LICENSE-2.0.txt
 *
 *  Unless required by applicable law or agreed to in writing, software
 *  distributed under the License is distributed on an "AS IS" BASIS,
 *  WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 *  See the License for the specific language governing permissions and
 *  limitations under the License.
 *
 *=========================================================================*/
#ifndef itkCudaDiscreteGaussianImageFilter_h
#define itkCudaDiscreteGaussianImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkDiscreteGaussianImageFilter.h"

namespace itk
{
/** \class CudaDiscreteGaussianImageFilter
 * \brief DiscreteGaussianImageFilter on a CUDA device.
 *
 * The coefficients are those of itk::GaussianOperator, with the variance, MaximumError, MaximumKernelWidth,
 * UseImageSpacing and FilterDimensionality of the parent, rounded to float.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | boundary conditions | ZeroFluxNeumannBoundaryCondition, the default | the parent, on the CPU |
 * | kernels | of any width, also beyond the size of the image | |
 *
 * Passes over the image are those of CudaSeparableConvolutionImageFilter. Sums are accumulated in float by fused
 * multiply-adds. The coefficients are positive and add up to 1, so with n of them in all a result differs from the exact
 * one by at most 1.01 (n + Dimension) 2^-24 times the largest magnitude in the image.
 *
 * CudaSmoothingRecursiveGaussianImageFilter is faster where sigma is above 9 pixels.
 *
 * \sa DeviceImageFilter DiscreteGaussianImageFilter device::LaunchSeparableConvolution
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaDiscreteGaussianImageFilter
  : public DeviceImageFilter<DiscreteGaussianImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaDiscreteGaussianImageFilter);

  using Self = CudaDiscreteGaussianImageFilter;
  using Superclass = DeviceImageFilter<DiscreteGaussianImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaDiscreteGaussianImageFilter);

protected:
  CudaDiscreteGaussianImageFilter() = default;
  ~CudaDiscreteGaussianImageFilter() override = default;

  /** Whether there is a kernel for the pixel types and the boundary conditions. */
  bool
  HasKernel() const override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<OutputPixelType, float> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaDiscreteGaussianImageFilter.hxx"
#endif

#endif
