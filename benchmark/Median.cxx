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
#include "itkCudaMedianLaunch.h"
#include "itkDeviceSupports.h"

namespace
{
using itk::device::ImageView;
using itk::device::Stream;

template <typename TPixel, std::size_t VDimension>
void
RegisterWindow(const std::array<std::size_t, VDimension> & radius, std::size_t side)
{
  std::size_t pixels = 1;
  std::size_t size[VDimension];
  for (auto & length : size)
  {
    length = side;
    pixels *= side;
  }
  Register<TPixel>(MakeName<TPixel>("Median", radius, side), pixels, [=](benchmark::State &) {
    const Stream          stream = Stream::OfThisThread(0);
    ImagePairs<TPixel>    images(pixels, stream);
    constexpr std::size_t offset[VDimension]{};
    std::size_t           window[VDimension];
    std::copy(radius.begin(), radius.end(), window);
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, stream, [&] {
        images.Next();
        const auto input = itk::device::MakeImageView<const TPixel, VDimension>(images.GetInput(), size);
        const auto output = itk::device::MakeImageView<TPixel, VDimension>(images.GetOutput(), size);
        itk::device::LaunchMedian<TPixel, VDimension>(input, output, offset, window, stream);
      });
    });
  });
}

template <typename TPixel>
void
RegisterPixelType()
{
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t side : { 3, 5, 7, 9, 11, 13, 15, 21, 31, 51, 75 })
    {
      RegisterWindow<TPixel, 2>({ side / 2, side / 2 }, 16384);
    }
    RegisterWindow<TPixel, 2>({ 2, 1 }, 16384);
    RegisterWindow<TPixel, 3>({ 1, 1, 1 }, 512);
    RegisterWindow<TPixel, 3>({ 2, 2, 2 }, 512);
    RegisterWindow<TPixel, 3>({ 2, 2, 1 }, 512);
  }
}
} // namespace

void
RegisterMedian()
{
  RegisterPixelType<std::uint8_t>();
  RegisterPixelType<std::int16_t>();
  RegisterPixelType<std::uint16_t>();
  RegisterPixelType<float>();
}
