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
#include "BenchmarkPixels.h"
#include "itkCudaZeroCrossingImageFilter.h"

namespace
{
/** From an image on the device to another; half of the random pixels are negative. */
template <std::size_t VDimension>
void
RegisterOnDevice(std::size_t side)
{
  using ImageType = itk::DeviceImage<float, VDimension>;
  using FilterType = itk::CudaZeroCrossingImageFilter<ImageType>;
  const auto name = MakeName("ZeroCrossing", VDimension, "float", "", side);
  Register<float>(name, GetNumberOfPixels(VDimension, side), [=](benchmark::State &) {
    auto pixels = GetRandomPixels<float>();
    std::for_each(pixels.begin(), pixels.end(), [](float & pixel) { pixel -= 8388608.0f; });
    const auto filter = FilterType::New();
    filter->SetInput(MakeImage<ImageType>(side, pixels));
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->Update();
    return MedianTimeOnDevice(itk::device::Stream::OfThisThread(0), [&] { UpdateAgain(*filter); });
  });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  RegisterOnDevice<2>(16384);
  RegisterOnDevice<3>(512);
});
} // namespace
