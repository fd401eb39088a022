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
#ifndef itkDeviceImageTransformFilter_h
#define itkDeviceImageTransformFilter_h

#include "itkCudaCastImageFilter.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class DeviceImageTransformFilter
 * \brief Base of filters that are an ImageTransformFilter on a CUDA device: `Launch` transforms pixels of the output's
 * type, one of `TPixels`.
 *
 * Pixels of another type are cast first, into memory for one more image.
 *
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter, typename... TPixels>
class ITK_TEMPLATE_EXPORT DeviceImageTransformFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceImageTransformFilter);

  using Self = DeviceImageTransformFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using OutputPixelType = typename TParentFilter::OutputPixelType;

  itkOverrideGetNameOfClassMacro(DeviceImageTransformFilter);

protected:
  using SourceType = device::ImageView<const OutputPixelType, 3>;
  using TargetType = device::ImageView<OutputPixelType, 3>;

  DeviceImageTransformFilter() = default;
  ~DeviceImageTransformFilter() override = default;

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
      const auto  input = this->ViewInput(this->GetInput(), stream);
      const auto  output = this->ViewOutput(this->GetOutput(), stream);
      std::size_t size[3] = { 1, 1, 1 };
      std::copy_n(output.size, Dimension, size);
      const auto target = device::MakeImageView<OutputPixelType, 3>(output.data, size);
      if constexpr (std::is_same_v<InputPixelType, OutputPixelType>)
      {
        this->Launch(device::MakeImageView<const OutputPixelType, 3>(input.data, size), target, stream);
      }
      else
      {
        const std::size_t                                        pixels = size[0] * size[1] * size[2];
        const device::Buffer                                     casted(pixels * sizeof(OutputPixelType), stream);
        device::PointwiseImages<OutputPixelType, InputPixelType> images;
        images.output.pixels = casted.As<OutputPixelType>();
        images.output.size[0] = pixels;
        std::fill_n(images.output.stride + 1, 2, pixels);
        images.output.stride[0] = 1;
        auto & from = std::get<0>(images.inputs);
        from.pixels = input.data;
        std::copy_n(images.output.stride, 3, from.stride);
        device::LaunchCast(images, stream);
        this->Launch(
          device::MakeImageView<const OutputPixelType, 3>(casted.As<OutputPixelType>(), size), target, stream);
      }
    }
  }

  /** Enqueues the transform of contiguous images that do not overlap. */
  virtual void
  Launch(const SourceType & input, const TargetType & output, const device::Stream & stream) = 0;

  static constexpr unsigned int Dimension = TParentFilter::ImageDimension;
  static constexpr bool         KernelExists =
    device::HasCuda && (std::is_same_v<OutputPixelType, TPixels> || ...) &&
    device::HasEveryPair<OutputPixelType, typename TParentFilter::InputImageType::PixelType>::value;

private:
  using InputPixelType = typename TParentFilter::InputImageType::PixelType;
};
} // namespace itk

#endif
