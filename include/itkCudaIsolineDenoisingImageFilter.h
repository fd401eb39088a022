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
#ifndef itkCudaIsolineDenoisingImageFilter_h
#define itkCudaIsolineDenoisingImageFilter_h

#include "itkCudaImageFiltersConfigure.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkIsolineDenoisingImageFilter.h"

namespace itk
{
/** \class CudaIsolineDenoisingImageFilter
 * \brief IsolineDenoisingImageFilter on a CUDA device.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type, input and output the same | uint8, int16, uint16, float, RGBPixel of uint8 and float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | parameters | any | |
 *
 * The result is that of the parent, bit for bit. That of another build of the parent, whose compiler contracts
 * multiplications and additions, may differ by rounding; and where rounding decides a test, by more.
 *
 * The noise level, where it is not given, is estimated on the device. Besides input and output it takes some 25 bytes a
 * pixel for one channel, of at most 64 million pixels at a time, and LimitedDeviation and models of tubes 256 MB more.
 * SliceAxis 0 is the slowest, as neighbours in a slice then are far apart in memory.
 *
 * Times on an H200, from device memory to device memory, and beside them those of the parent on 16 cores of its host,
 * for a noisy photograph of floats. All models are bound by the instructions that a pixel takes.
 *
 * | | 512 x 512, ms | 4096 x 4096, ms | instructions a pixel | parent, 4096 x 4096, ms |
 * |---|---|---|---|---|
 * | LimitedDeviation | 0.23 | 12.9 | 17900 | 4300 |
 * | PrecomputedDirections | 0.041 | 1.14 | 1900 | 390 |
 * | Hybrid | 0.043 | 1.25 | 2100 | 450 |
 * | Hybrid, ReduceStaircase | | 5.05 | | |
 * | Tubes | 0.15 | 4.08 | 5700 | 1800 |
 * | TubesAndGroups | 0.30 | 11.6 | 17300 | 6700 |
 *
 * TubesAndGroups takes 16 bytes a pixel more than Tubes.
 *
 * Hybrid is no faster than PrecomputedDirections: on device and host its detector of edges costs more than it spares,
 * and pays in quality alone.
 *
 * \sa DeviceImageFilter IsolineDenoisingImageFilter device::LaunchIsolineDenoising
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaIsolineDenoisingImageFilter
  : public DeviceImageFilter<IsolineDenoisingImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaIsolineDenoisingImageFilter);

  using Self = CudaIsolineDenoisingImageFilter;
  using Superclass = DeviceImageFilter<IsolineDenoisingImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaIsolineDenoisingImageFilter);

protected:
  CudaIsolineDenoisingImageFilter() = default;
  ~CudaIsolineDenoisingImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  using ComponentType = typename DefaultConvertPixelTraits<InputPixelType>::ComponentType;
  static constexpr int  Channels = sizeof(InputPixelType) / sizeof(ComponentType);
  static constexpr bool KernelExists =
    std::is_same_v<InputPixelType, OutputPixelType> && device::Supports<ComponentType, Dimension> &&
    (Channels == 1 || std::is_same_v<ComponentType, std::uint8_t> || std::is_same_v<ComponentType, float>);
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaIsolineDenoisingImageFilter.hxx"
#endif

#endif
