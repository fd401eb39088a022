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
#include "Benchmark.h"
#include "itkCudaZeroCrossingImageFilter.h"

namespace
{
/** From an image on the device to another; half of the random pixels are negative. */
template <unsigned int VDimension>
void
RegisterOnDevice(std::size_t side)
{
  using ImageType = itk::DeviceImage<float, VDimension>;
  using FilterType = itk::CudaZeroCrossingImageFilter<ImageType>;
  const std::string name = "ZeroCrossing/" + std::to_string(VDimension) + "D/float/" + std::to_string(side);
  const std::size_t pixels = VDimension == 2 ? side * side : side * side * side;
  Register<float>(name, pixels, [=](benchmark::State &) {
    const auto                   image = ImageType::New();
    typename ImageType::SizeType size;
    size.Fill(side);
    image->SetRegions(size);
    image->Allocate();
    const auto &  random = GetRandomPixels<float>();
    float * const target = image->GetBufferPointer();
    for (std::size_t i = 0; i < pixels; ++i)
    {
      target[i] = random[i % random.size()] - 8388608.0f;
    }
    const auto filter = FilterType::New();
    filter->SetInput(image);
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->Update();
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, itk::device::Stream::OfThisThread(0), [&] {
        filter->Modified();
        filter->Update();
      });
    });
  });
}
} // namespace

void
RegisterZeroCrossing()
{
  RegisterOnDevice<2>(16384);
  RegisterOnDevice<3>(512);
}
