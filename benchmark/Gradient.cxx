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
#include "itkCudaGradientMagnitudeLaunch.h"
#include "itkCudaSobelLaunch.h"
#include "itkDeviceSupports.h"

namespace
{
using itk::device::ImageView;
using itk::device::Stream;

/** `enqueue(input, output, direction, stream)` makes one or two images of one. Register counts the bytes of two images
 * of its type, so it is given the wider one. */
template <typename TInput, typename TOutput, unsigned int VDimension, typename TEnqueue>
void
RegisterFilter(const std::string & prefix, std::size_t side, bool hasDirection, const TEnqueue & enqueue)
{
  std::size_t pixels = 1;
  std::size_t size[VDimension];
  for (auto & length : size)
  {
    length = side;
    pixels *= side;
  }
  const std::string name = prefix + '/' + std::to_string(VDimension) + "D/" + PixelName<TInput> + "-" +
                           PixelName<TOutput> + '/' + std::to_string(side);
  Register<TOutput>(name, pixels, [=](benchmark::State &) {
    const Stream        stream = Stream::OfThisThread(0);
    ImagePairs<TInput>  inputs(pixels, stream);
    ImagePairs<TOutput> outputs(pixels, stream);
    itk::device::Buffer directions;
    if (hasDirection)
    {
      directions = itk::device::Buffer(pixels * sizeof(float), stream);
    }
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, stream, [&] {
        inputs.Next();
        outputs.Next();
        enqueue(itk::device::MakeImageView<const TInput, VDimension>(inputs.GetInput(), size),
                itk::device::MakeImageView<TOutput, VDimension>(outputs.GetOutput(), size),
                itk::device::MakeImageView<float, VDimension>(directions.As<float>(), size),
                stream);
      });
    });
  });
}

template <typename TInput, unsigned int VDimension>
void
RegisterSobel(std::size_t side, bool hasDirection)
{
  RegisterFilter<TInput, float, VDimension>(
    hasDirection ? "SobelAndDirection" : "Sobel",
    side,
    hasDirection,
    [](const auto & input, const auto & magnitude, const auto & direction, const Stream & stream) {
      constexpr std::size_t offset[VDimension]{};
      itk::device::LaunchSobel<TInput, VDimension>(input, magnitude, direction, offset, stream);
    });
}

template <typename TInput, typename TOutput, unsigned int VDimension>
void
RegisterGradientMagnitude(std::size_t side)
{
  RegisterFilter<TInput, TOutput, VDimension>(
    "GradientMagnitude", side, false, [](const auto & input, const auto & output, const auto &, const Stream & stream) {
      constexpr std::size_t offset[VDimension]{};
      double                scale[VDimension];
      std::fill_n(scale, VDimension, 1.0);
      itk::device::LaunchGradientMagnitude<TInput, TOutput, VDimension>(input, output, offset, scale, stream);
    });
}
} // namespace

void
RegisterGradient()
{
  if constexpr (itk::device::HasCuda)
  {
    for (const bool hasDirection : { false, true })
    {
      RegisterSobel<float, 2>(16384, hasDirection);
      RegisterSobel<std::uint8_t, 2>(16384, hasDirection);
      RegisterSobel<std::uint16_t, 2>(16384, hasDirection);
      RegisterSobel<float, 3>(512, hasDirection);
    }
    RegisterGradientMagnitude<float, float, 2>(16384);
    RegisterGradientMagnitude<std::uint8_t, float, 2>(16384);
    RegisterGradientMagnitude<std::uint8_t, std::uint8_t, 2>(16384);
    RegisterGradientMagnitude<std::uint16_t, std::uint16_t, 2>(16384);
    RegisterGradientMagnitude<float, float, 3>(512);
  }
}
