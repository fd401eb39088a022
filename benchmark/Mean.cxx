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
#include "itkCudaMeanLaunch.h"
#include "itkDeviceSupports.h"

namespace
{
using itk::device::Stream;

template <typename TPixel, std::size_t VDimension>
void
RegisterWindow(std::size_t side, std::size_t imageSide)
{
  std::array<std::size_t, VDimension> radii;
  radii.fill(side / 2);
  std::size_t pixels = 1;
  std::size_t size[VDimension];
  std::size_t radius[VDimension];
  for (std::size_t axis = 0; axis < VDimension; ++axis)
  {
    size[axis] = imageSide;
    radius[axis] = side / 2;
    pixels *= imageSide;
  }
  Register<TPixel>(MakeName<TPixel>("Mean", radii, imageSide), pixels, [=](benchmark::State &) {
    const Stream          stream = Stream::OfThisThread(0);
    ImagePairs<TPixel>    images(pixels, stream);
    constexpr std::size_t offset[VDimension]{};
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, stream, [&] {
        images.Next();
        const auto input = itk::device::MakeImageView<const TPixel, VDimension>(images.GetInput(), size);
        const auto output = itk::device::MakeImageView<TPixel, VDimension>(images.GetOutput(), size);
        itk::device::LaunchMean<TPixel, TPixel, VDimension>(input, output, offset, radius, stream);
      });
    });
  });
}
} // namespace

void
RegisterMean()
{
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t side : { 3, 5, 7, 11, 21, 51, 101, 201 })
    {
      RegisterWindow<std::uint8_t, 2>(side, 16384);
      RegisterWindow<std::uint16_t, 2>(side, 16384);
      RegisterWindow<float, 2>(side, 16384);
    }
    for (const std::size_t side : { 3, 21 })
    {
      RegisterWindow<std::int16_t, 2>(side, 16384);
      RegisterWindow<std::uint8_t, 3>(side, 512);
      RegisterWindow<std::uint16_t, 3>(side, 512);
      RegisterWindow<float, 3>(side, 512);
    }
  }
}
