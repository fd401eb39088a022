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
#include "BenchmarkChain.h"
#include "BenchmarkPixels.h"
#include "itkCudaMedianImageFilter.h"

namespace
{
using ImageType = itk::DeviceImage<float, 2>;
using FilterType = itk::CudaMedianImageFilter<ImageType, ImageType>;

constexpr std::size_t                Side = 4096;
constexpr std::size_t                Pixels = Side * Side;
constexpr std::size_t                Bytes = Pixels * sizeof(float);
constexpr std::array<std::size_t, 2> Radius{ 1, 1 };
constexpr int                        NumberOfFilters = 5;

/** The kernels of the chain, from one buffer to another. */
template <typename TPixel>
void
LaunchKernels(const itk::device::Buffer & a, const itk::device::Buffer & b, const itk::device::Stream & stream)
{
  constexpr std::size_t size[]{ Side, Side };
  constexpr std::size_t offset[]{ 0, 0 };
  constexpr std::size_t radius[]{ Radius[0], Radius[1] };
  for (int i = 0; i < NumberOfFilters; ++i)
  {
    const auto & from = i % 2 == 0 ? a : b;
    const auto & to = i % 2 == 0 ? b : a;
    if constexpr (itk::device::Supports<TPixel, 2>)
    {
      itk::device::LaunchMedian<TPixel, 2>(itk::device::MakeImageView<const TPixel, 2>(from.As<TPixel>(), size),
                                           itk::device::MakeImageView<TPixel, 2>(to.As<TPixel>(), size),
                                           offset,
                                           radius,
                                           stream);
    }
  }
}

double
Measure(benchmark::State & state)
{
  const auto                       input = MakeImage<ImageType>(Side);
  std::vector<FilterType::Pointer> filters;
  for (int i = 0; i < NumberOfFilters; ++i)
  {
    filters.push_back(FilterType::New());
    filters[i]->SetInput(i == 0 ? input.GetPointer() : filters[i - 1]->GetOutput());
    filters[i]->SetRadius(Radius[0]);
    filters[i]->SetUseDevice(FilterType::UseDeviceEnum::Always);
  }

  const auto                stream = itk::device::Stream::OfThisThread(0);
  const itk::device::Buffer a(Bytes, stream);
  const itk::device::Buffer b(Bytes, stream);
  itk::device::Upload(a.GetData(), GetRandomPixels<float>().data(), Bytes, stream);
  return MeasureChain(
    state, input.GetPointer(), filters.back().GetPointer(), [&] { LaunchKernels<float>(a, b, stream); });
}

/** Filters in a row over a DeviceImage, beside the transfers and kernels that they consist of. */
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  const auto prefix = "Chain" + std::to_string(NumberOfFilters);
  Register<float>(MakeName(prefix, 2, "float", MakeWindowName(Radius), Side), Pixels, Measure);
});
} // namespace
