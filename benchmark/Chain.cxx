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

/** From pixels on the host through all filters to pixels on the host: one upload, one download. */
void
RunChain(ImageType * input, FilterType * last)
{
  const auto before = itk::device::GetTransferCounts();
  input->Modified();
  last->Update();
  const ImageType * const output = last->GetOutput();
  benchmark::DoNotOptimize(output->GetBufferPointer());
  const auto after = itk::device::GetTransferCounts();
  if (after.uploads - before.uploads != 1 || after.downloads - before.downloads != 1)
  {
    itkGenericExceptionMacro(<< after.uploads - before.uploads << " uploads and " << after.downloads - before.downloads
                             << " downloads where one of each is enough");
  }
}

double
MeasureChain(benchmark::State & state)
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
  std::vector<float>        host(GetRandomPixels<float>().begin(), GetRandomPixels<float>().begin() + Pixels);

  // In turn, so that all of them see the same state of the machine.
  std::vector<double> chains, uploads, kernels, downloads;
  for (int pass = -2; pass < 15; ++pass)
  {
    const double upload = TimeOnHost(1, [&] {
      itk::device::Upload(a.GetData(), host.data(), Bytes, stream);
      stream.Wait();
    })[0];
    const double kernel = TimeOnDevice(1, stream, [&] { LaunchKernels<float>(a, b, stream); })[0];
    const double download = TimeOnHost(1, [&] { itk::device::Download(host.data(), b.GetData(), Bytes, stream); })[0];
    const double chain = TimeOnHost(1, [&] { RunChain(input, filters.back()); })[0];
    if (pass >= 0)
    {
      uploads.push_back(upload);
      kernels.push_back(kernel);
      downloads.push_back(download);
      chains.push_back(chain);
    }
  }
  const double wall = Median(chains);
  state.counters["upload_ms"] = Median(uploads) * 1e3;
  state.counters["kernels_ms"] = Median(kernels) * 1e3;
  state.counters["download_ms"] = Median(downloads) * 1e3;
  state.counters["wall_over_parts"] = wall / (Median(uploads) + Median(kernels) + Median(downloads));
  return wall;
}

/** Filters in a row over a DeviceImage, beside the transfers and kernels that they consist of. */
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  const auto prefix = "Chain" + std::to_string(NumberOfFilters);
  Register<float>(MakeName(prefix, 2, "float", MakeWindowName(Radius), Side), Pixels, MeasureChain);
});
} // namespace
