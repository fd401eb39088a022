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
#include "itkCudaMedianImageFilter.h"

namespace
{
template <typename TImage>
typename TImage::Pointer
MakeRandomImage(std::size_t side)
{
  const auto                image = TImage::New();
  typename TImage::SizeType size;
  size.Fill(side);
  image->SetRegions(size);
  image->Allocate();
  const auto &      random = GetRandomPixels<typename TImage::PixelType>();
  const std::size_t pixels = image->GetBufferedRegion().GetNumberOfPixels();
  for (std::size_t done = 0; done < pixels; done += random.size())
  {
    std::copy_n(random.begin(), std::min(random.size(), pixels - done), image->GetBufferPointer() + done);
  }
  return image;
}

/** Whole Update() calls from a plain itk::Image to another, transfers included. */
template <template <typename, typename> class TFilter, typename TPixel, std::size_t VDimension>
void
RegisterFilter(const std::string & prefix, const std::array<std::size_t, VDimension> & radius, std::size_t side)
{
  using ImageType = itk::Image<TPixel, VDimension>;
  const auto pixels = static_cast<std::size_t>(std::pow(side, VDimension));
  Register<TPixel>(MakeName<TPixel>(prefix, radius, side), pixels, [=](benchmark::State &) {
    const auto                   filter = TFilter<ImageType, ImageType>::New();
    typename ImageType::SizeType window;
    std::copy(radius.begin(), radius.end(), window.begin());
    filter->SetInput(MakeRandomImage<ImageType>(side));
    filter->SetRadius(window);
    if constexpr (std::is_same_v<TFilter<ImageType, ImageType>, itk::CudaMedianImageFilter<ImageType, ImageType>>)
    {
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    }
    return MedianTime([&](int passes) {
      return TimeOnHost(passes, [&] {
        filter->Modified();
        filter->Update();
      });
    });
  });
}
} // namespace

void
RegisterUpdate()
{
  RegisterFilter<itk::CudaMedianImageFilter, std::uint8_t, 2>("Update", { 1, 1 }, 4096);
  RegisterFilter<itk::CudaMedianImageFilter, std::uint8_t, 2>("Update", { 1, 1 }, 16384);
  RegisterFilter<itk::CudaMedianImageFilter, std::uint16_t, 2>("Update", { 1, 1 }, 4096);
  RegisterFilter<itk::CudaMedianImageFilter, float, 2>("Update", { 1, 1 }, 4096);
  RegisterFilter<itk::CudaMedianImageFilter, float, 2>("Update", { 3, 3 }, 4096);
  RegisterFilter<itk::CudaMedianImageFilter, std::uint16_t, 3>("Update", { 1, 1, 1 }, 512);
}

void
RegisterMedianCPU()
{
  for (const std::size_t radius : { 1, 2, 3, 7 })
  {
    RegisterFilter<itk::MedianImageFilter, std::uint8_t, 2>("MedianCPU", { radius, radius }, 2048);
    RegisterFilter<itk::MedianImageFilter, float, 2>("MedianCPU", { radius, radius }, 2048);
  }
  RegisterFilter<itk::MedianImageFilter, std::int16_t, 2>("MedianCPU", { 1, 1 }, 2048);
  RegisterFilter<itk::MedianImageFilter, std::uint16_t, 2>("MedianCPU", { 1, 1 }, 2048);
  RegisterFilter<itk::MedianImageFilter, std::uint16_t, 3>("MedianCPU", { 1, 1, 1 }, 128);
  RegisterFilter<itk::MedianImageFilter, float, 3>("MedianCPU", { 1, 1, 1 }, 128);
}
