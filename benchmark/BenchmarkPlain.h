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
#ifndef BenchmarkPlain_h
#define BenchmarkPlain_h

#include "Benchmark.h"
#include "BenchmarkPixels.h"
#include "itkInPlaceImageFilter.h"

/** Registers "Plain/Abs/2D/float/2048" for Update() of a filter of plain images, transfers included, and
 * "PlainCPU/Abs/2D/float/2048" for ITK's; with one input or two. */
template <std::size_t VInputs, typename TFilter, typename TParent, typename TImage, typename TSetUp>
void
RegisterOnPlainImages(const std::string & name, const TSetUp & setUp)
{
  using PixelType = typename TImage::PixelType;
  constexpr std::size_t side = TImage::ImageDimension == 2 ? 2048 : 160;
  const std::size_t     pixels = GetNumberOfPixels(TImage::ImageDimension, side);
  const auto            make = [=](auto filter) {
    filter->SetInput(MakeImage<TImage>(side));
    if constexpr (VInputs > 1)
    {
      filter->SetInput(1, MakeImage<TImage>(side));
    }
    setUp(filter.GetPointer());
    if constexpr (std::is_base_of_v<itk::InPlaceImageFilter<TImage, TImage>,
                                               std::remove_pointer_t<decltype(filter.GetPointer())>>)
    {
      filter->InPlaceOff(); // The input is needed again.
    }
    return filter;
  };
  const auto suffix = MakeName("", TImage::ImageDimension, PixelName<PixelType>, "", side);
  Register<PixelType>("Plain/" + name + suffix, pixels, [=](benchmark::State &) {
    const auto filter = make(TFilter::New());
    filter->SetUseDevice(TFilter::UseDeviceEnum::Always);
    return MedianTimeOnHost([&] { UpdateAgain(*filter); });
  });
  Register<PixelType>("PlainCPU/" + name + suffix, pixels, [=](benchmark::State &) {
    const auto filter = make(TParent::New());
    return MedianTimeOnHost([&] { UpdateAgain(*filter); });
  });
}

#endif
