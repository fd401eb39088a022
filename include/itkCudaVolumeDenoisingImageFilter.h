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
#ifndef itkCudaVolumeDenoisingImageFilter_h
#define itkCudaVolumeDenoisingImageFilter_h

#include "itkCudaVolumeDenoisingLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkVolumeDenoisingImageFilter.h"

namespace itk
{
/** \class CudaVolumeDenoisingImageFilter
 * \brief VolumeDenoisingImageFilter on a CUDA device.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type | uint8, int16, uint16, float, output and input the same | the parent, on the CPU |
 * | parameters | any | |
 *
 * The result is the parent's, bit for bit. Besides input and output it takes 16 bytes for each voxel of the input's region.
 * Where NoiseLevel is 0 the estimate is the parent's, on the host, for which Update() waits for the input and downloads it;
 * else Update() does not wait for the device.
 *
 * \sa DeviceImageFilter VolumeDenoisingImageFilter device::LaunchVolumeDenoising
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaVolumeDenoisingImageFilter
  : public DeviceImageFilter<VolumeDenoisingImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaVolumeDenoisingImageFilter);

  using Self = CudaVolumeDenoisingImageFilter;
  using Superclass = DeviceImageFilter<VolumeDenoisingImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using PixelType = typename TInputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaVolumeDenoisingImageFilter);

protected:
  CudaVolumeDenoisingImageFilter() = default;
  ~CudaVolumeDenoisingImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const device::VolumeDenoisingSettings settings{ this->GetNoiseModel(),
                                                      static_cast<float>(this->ComputeNoiseLevel()) };
      this->EnqueueStencil(
        this->GetInput(), this->GetOutput(), stream, [&](const auto & input, const auto & output, const auto & offset) {
          device::LaunchVolumeDenoising<PixelType>(input, output, offset, settings, stream);
        });
    }
  }

private:
  static constexpr bool KernelExists =
    std::is_same_v<PixelType, typename TOutputImage::PixelType> && device::Supports<PixelType, 3>;
};
} // namespace itk

#endif
