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
#include "BenchmarkLaunch.h"
#include "itkCudaMedianImageFilter.h"

namespace
{
using Needs = BenchmarkFile::Needs;

template <typename TPixel, std::size_t VDimension>
void
RegisterWindow(const std::array<std::size_t, VDimension> & window, std::size_t side)
{
  const auto name = MakeName("Median", VDimension, PixelName<TPixel>, MakeWindowName(window), side);
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    name, side, [=](const auto & input, const auto & output, const Stream & stream) {
      std::size_t radius[VDimension];
      std::copy(window.begin(), window.end(), radius);
      itk::device::LaunchMedian<TPixel, VDimension>(input, output, NoOffset<VDimension>, radius, stream);
    });
}

template <typename TPixel>
void
RegisterPixelType()
{
  for (const std::size_t side : { 3, 5, 7, 9, 11, 13, 15, 21, 31, 51, 75 })
  {
    RegisterWindow<TPixel, 2>({ side / 2, side / 2 }, 16384);
  }
  using Plane = std::array<std::size_t, 2>;
  for (const Plane & window : { Plane{ 2, 1 },
                                Plane{ 1, 2 },
                                Plane{ 4, 1 },
                                Plane{ 1, 4 },
                                Plane{ 7, 1 },
                                Plane{ 7, 0 },
                                Plane{ 0, 7 },
                                Plane{ 1, 0 },
                                Plane{ 0, 1 },
                                Plane{ 4, 2 },
                                Plane{ 2, 4 },
                                Plane{ 3, 2 },
                                Plane{ 2, 3 },
                                Plane{ 7, 4 },
                                Plane{ 4, 7 },
                                Plane{ 7, 6 },
                                Plane{ 6, 7 } })
  {
    RegisterWindow<TPixel, 2>(window, 16384);
  }
  // Rows that begin anywhere.
  RegisterWindow<TPixel, 2>({ 1, 1 }, 16383);
  RegisterWindow<TPixel, 2>({ 2, 2 }, 16383);
  RegisterWindow<TPixel, 3>({ 1, 1, 1 }, 512);
  RegisterWindow<TPixel, 3>({ 2, 2, 2 }, 512);
  using Solid = std::array<std::size_t, 3>;
  for (const Solid & window : { Solid{ 2, 2, 1 },
                                Solid{ 2, 1, 1 },
                                Solid{ 1, 2, 2 },
                                Solid{ 1, 1, 0 },
                                Solid{ 1, 0, 1 },
                                Solid{ 0, 1, 1 },
                                Solid{ 2, 2, 0 },
                                Solid{ 3, 3, 1 } })
  {
    RegisterWindow<TPixel, 3>(window, 512);
  }
}

/** Whole Update() calls from a plain itk::Image to another, transfers included. */
template <template <typename, typename> class TFilter, typename TPixel, std::size_t VDimension>
void
RegisterUpdate(const std::string & prefix, const std::array<std::size_t, VDimension> & window, std::size_t side)
{
  using ImageType = itk::Image<TPixel, VDimension>;
  using FilterType = TFilter<ImageType, ImageType>;
  const auto name = MakeName(prefix, VDimension, PixelName<TPixel>, MakeWindowName(window), side);
  Register<TPixel>(name, GetNumberOfPixels(VDimension, side), [=](benchmark::State &) {
    const auto                      filter = FilterType::New();
    typename FilterType::RadiusType radius;
    std::copy(window.begin(), window.end(), radius.begin());
    filter->SetInput(MakeImage<ImageType>(side));
    filter->SetRadius(radius);
    if constexpr (std::is_same_v<FilterType, itk::CudaMedianImageFilter<ImageType, ImageType>>)
    {
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    }
    return MedianTimeOnHost([&] { UpdateAgain(*filter); });
  });
}

const BenchmarkFile kernels(Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterPixelType<std::uint8_t>();
    RegisterPixelType<std::int16_t>();
    RegisterPixelType<std::uint16_t>();
    RegisterPixelType<float>();
  }
});

const BenchmarkFile updates(Needs::Device, [] {
  RegisterUpdate<itk::CudaMedianImageFilter, std::uint8_t, 2>("Update", { 1, 1 }, 4096);
  RegisterUpdate<itk::CudaMedianImageFilter, std::uint8_t, 2>("Update", { 1, 1 }, 16384);
  RegisterUpdate<itk::CudaMedianImageFilter, std::uint16_t, 2>("Update", { 1, 1 }, 4096);
  RegisterUpdate<itk::CudaMedianImageFilter, float, 2>("Update", { 1, 1 }, 4096);
  RegisterUpdate<itk::CudaMedianImageFilter, float, 2>("Update", { 3, 3 }, 4096);
  RegisterUpdate<itk::CudaMedianImageFilter, std::uint16_t, 3>("Update", { 1, 1, 1 }, 512);
});

const BenchmarkFile parent(Needs::CPUAlone, [] {
  for (const std::size_t radius : { 1, 2, 3, 7 })
  {
    RegisterUpdate<itk::MedianImageFilter, std::uint8_t, 2>("MedianCPU", { radius, radius }, 2048);
    RegisterUpdate<itk::MedianImageFilter, float, 2>("MedianCPU", { radius, radius }, 2048);
  }
  RegisterUpdate<itk::MedianImageFilter, std::int16_t, 2>("MedianCPU", { 1, 1 }, 2048);
  RegisterUpdate<itk::MedianImageFilter, std::uint16_t, 2>("MedianCPU", { 1, 1 }, 2048);
  RegisterUpdate<itk::MedianImageFilter, std::uint16_t, 3>("MedianCPU", { 1, 1, 1 }, 128);
  RegisterUpdate<itk::MedianImageFilter, float, 3>("MedianCPU", { 1, 1, 1 }, 128);
});
} // namespace
