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
#ifndef itkCudaSeparableConvolutionImageFilter_h
#define itkCudaSeparableConvolutionImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkSeparableConvolutionImageFilter.h"

namespace itk
{
/** \class CudaSeparableConvolutionImageFilter
 * \brief SeparableConvolutionImageFilter on a CUDA device.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | operators | of any length, also beyond the size of the image | |
 *
 * A volume takes one pass if its operators have the same length, of at most 11 coefficients, and its rows are of whole
 * quads of voxels. Else axes 0 and 1 take one pass if their operators have at most 33 coefficients each, and the others
 * one each, between which there is an image of floats. Coefficients and sums are float, accumulated by fused multiply-adds: with n
 * coefficients in all, a result differs from the exact one by at most 1.01 (n + Dimension) 2^-24 times the sum of the
 * magnitudes of its terms.
 *
 * \sa DeviceImageFilter SeparableConvolutionImageFilter device::LaunchSeparableConvolution
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaSeparableConvolutionImageFilter
  : public DeviceImageFilter<SeparableConvolutionImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaSeparableConvolutionImageFilter);

  using Self = CudaSeparableConvolutionImageFilter;
  using Superclass = DeviceImageFilter<SeparableConvolutionImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaSeparableConvolutionImageFilter);

protected:
  CudaSeparableConvolutionImageFilter() = default;
  ~CudaSeparableConvolutionImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<OutputPixelType, float> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaSeparableConvolutionImageFilter.hxx"
#endif

#endif
