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
#ifndef itkCudaZeroCrossingImageFilter_h
#define itkCudaZeroCrossingImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkZeroCrossingImageFilter.h"

namespace itk
{
/** \class CudaZeroCrossingImageFilter
 * \brief ZeroCrossingImageFilter on a CUDA device.
 *
 * Marks with ForegroundValue the pixels that are closest to a change of sign between face neighbours, and all others
 * with BackgroundValue. The result is that of the parent on the whole image, bit for bit. The parent requests no pixels
 * around the requested region, so where it is streamed it misses crossings between the pieces; this filter requests
 * one more pixel on each side, also where it runs its parent.
 *
 * | input pixel type | output pixel type on the device | else |
 * |---|---|---|
 * | uint8 | uint8, float | the parent, on the CPU |
 * | int16 | uint8, int16, float | the parent, on the CPU |
 * | uint16 | uint8, uint16, float | the parent, on the CPU |
 * | float | uint8, float | the parent, on the CPU |
 *
 * On the device, the dimension is 2 or 3.
 *
 * \sa DeviceImageFilter ZeroCrossingImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaZeroCrossingImageFilter
  : public DeviceImageFilter<ZeroCrossingImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaZeroCrossingImageFilter);

  using Self = CudaZeroCrossingImageFilter;
  using Superclass = DeviceImageFilter<ZeroCrossingImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaZeroCrossingImageFilter);

  void
  GenerateInputRequestedRegion() override;

protected:
  CudaZeroCrossingImageFilter() = default;
  ~CudaZeroCrossingImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::Supports<InputPixelType, Dimension> && TOutputImage::ImageDimension == Dimension &&
    (std::is_same_v<OutputPixelType, InputPixelType> || std::is_same_v<OutputPixelType, std::uint8_t> ||
     std::is_same_v<OutputPixelType, float>);
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaZeroCrossingImageFilter.hxx"
#endif

#endif
