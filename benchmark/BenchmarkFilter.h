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
#ifndef BenchmarkFilter_h
#define BenchmarkFilter_h

#include "BenchmarkLaunch.h"
#include "itkInPlaceImageFilter.h"

/** Registers "Abs/2D/uint8-uint8/16384" for Update() of a filter of DeviceImages of one type, with so many of them as
 * inputs, each of which it reads `reads` times. `setUp(filter)` gives it its parameters. The counter `of_copy` is its bytes
 * a second over those of a copy in the same run. */
template <typename TFilter, typename TSetUp>
void
RegisterFilter(const std::string & prefix, std::size_t inputs, std::size_t reads, const TSetUp & setUp)
{
  using ImageType = typename TFilter::OutputImageType;
  using PixelType = typename ImageType::PixelType;

  constexpr std::size_t side = 16384;
  const std::size_t     pixels = GetNumberOfPixels(ImageType::ImageDimension, side);
  const std::size_t     bytes = pixels * sizeof(PixelType) * (inputs * reads + 1);
  std::string           types = PixelName<PixelType>;
  for (std::size_t i = 0; i < inputs; ++i)
  {
    types += std::string("-") + PixelName<PixelType>;
  }
  const auto name = MakeName(prefix, ImageType::ImageDimension, types, "", side);
  Register(name, pixels, bytes, [=](benchmark::State & state) {
    const auto filter = TFilter::New();
    for (std::size_t i = 0; i < inputs; ++i)
    {
      filter->SetInput(i, MakeImage<ImageType>(side));
    }
    setUp(filter.GetPointer());
    filter->SetUseDevice(TFilter::UseDeviceEnum::Always);
    if constexpr (std::is_base_of_v<itk::InPlaceImageFilter<ImageType, ImageType>, TFilter>)
    {
      filter->InPlaceOff(); // The input is needed again.
    }
    filter->Update(); // Uploads.
    const double seconds = MedianTimeOnDevice(Stream::OfThisThread(0), [&] { UpdateAgain(*filter); });
    state.counters["of_copy"] = static_cast<double>(bytes) / seconds / GetCopySpeed(bytes);
    return seconds;
  });
}

#endif
