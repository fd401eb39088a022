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
#ifndef itkCudaGradientMagnitudeImageFilter_h
#define itkCudaGradientMagnitudeImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkGradientMagnitudeImageFilter.h"

namespace itk
{
/** \class CudaGradientMagnitudeImageFilter
 * \brief GradientMagnitudeImageFilter on a CUDA device.
 *
 * Each output pixel is the length of the vector of central differences, divided by the spacing if UseImageSpacing is on;
 * pixels beyond the edge of the image take the value of the nearest pixel in it.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | that of the input, or float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 *
 * Float results have a relative error of at most 5 2^-24, also where squares would overflow or underflow in float.
 * Integer results are the parent's. The parent multiplies the pixel itself by a coefficient of zero, which makes NaN of
 * NaN and infinity there; that product is left out here, so that they reach the pixels next to theirs alone.
 *
 * \exception ExceptionObject UseImageSpacing is on and a spacing is zero
 *
 * \sa DeviceImageFilter GradientMagnitudeImageFilter device::LaunchGradientMagnitude
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaGradientMagnitudeImageFilter
  : public DeviceImageFilter<GradientMagnitudeImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaGradientMagnitudeImageFilter);

  using Self = CudaGradientMagnitudeImageFilter;
  using Superclass = DeviceImageFilter<GradientMagnitudeImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaGradientMagnitudeImageFilter);

protected:
  CudaGradientMagnitudeImageFilter() = default;
  ~CudaGradientMagnitudeImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    (std::is_same_v<OutputPixelType, InputPixelType> || std::is_same_v<OutputPixelType, float>) &&
    TOutputImage::ImageDimension == Dimension && device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaGradientMagnitudeImageFilter.hxx"
#endif

#endif
