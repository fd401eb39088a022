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
#ifndef BenchmarkLaunch_h
#define BenchmarkLaunch_h

#include "Benchmark.h"
#include "BenchmarkPixels.h"
#include "itkDeviceImageView.h"
#include "itkDeviceSupports.h"
#include <tuple>
#include <utility>

using itk::device::Stream;

/** The pixel types of what a launcher reads, and of what it writes. */
template <typename... TPixels>
struct Inputs
{
  static constexpr std::size_t BytesPerPixel = (sizeof(TPixels) + ... + 0);
};
template <typename... TPixels>
struct Outputs
{
  static constexpr std::size_t BytesPerPixel = (sizeof(TPixels) + ... + 0);
};

template <std::size_t VDimension>
inline constexpr std::size_t NoOffset[VDimension]{};

/** Seconds of one `enqueue(inputs..., outputs..., stream)`, over views of images of random pixels. */
template <std::size_t VDimension, typename... TInputs, typename... TOutputs, typename TEnqueue>
double
MeasureLaunch(Inputs<TInputs...>, Outputs<TOutputs...>, std::size_t side, const TEnqueue & enqueue)
{
  const std::size_t pixels = GetNumberOfPixels(VDimension, side);
  const auto        stream = Stream::OfThisThread(0);
  const std::size_t turns =
    GetNumberOfTurns(pixels * (Inputs<TInputs...>::BytesPerPixel + Outputs<TOutputs...>::BytesPerPixel));
  std::tuple inputs{ ImageRing<TInputs>(pixels, turns, stream)... };
  std::tuple outputs{ ImageRing<TOutputs>(pixels, turns, stream)... };
  // Each of them differs from the others where they meet.
  std::size_t first = 0;
  std::apply([&](auto &... rings) { (rings.Fill(pixels, GetRandomPixels<TInputs>(), 4096 * first++, stream), ...); },
             inputs);

  std::size_t size[VDimension];
  std::fill_n(size, VDimension, side);
  std::size_t turn = 0;
  return MedianTimeOnDevice(stream, [&] {
    ++turn;
    std::apply(
      [&](const auto &... from) {
        std::apply(
          [&](const auto &... to) {
            enqueue(itk::device::MakeImageView<const TInputs, VDimension>(from.Get(turn), size)...,
                    itk::device::MakeImageView<TOutputs, VDimension>(to.Get(turn), size)...,
                    stream);
          },
          outputs);
      },
      inputs);
  });
}

/** Registers a launcher that reads and writes every pixel once: `enqueue(inputs..., outputs..., stream)`. */
template <std::size_t VDimension, typename TInputs, typename TOutputs, typename TEnqueue>
void
RegisterLaunch(const std::string & name, std::size_t side, const TEnqueue & enqueue)
{
  const std::size_t pixels = GetNumberOfPixels(VDimension, side);
  Register(name, pixels, pixels * (TInputs::BytesPerPixel + TOutputs::BytesPerPixel), [=](benchmark::State &) {
    return MeasureLaunch<VDimension>(TInputs{}, TOutputs{}, side, enqueue);
  });
}

/** Bytes a second, read and written, of copies on the device that move `bytes` each; measured once a run. */
double
GetCopySpeed(std::size_t bytes);

/** "uint8-uint8-float" of two inputs and an output. */
template <typename... TInputs, typename... TOutputs>
std::string
MakeTypesName(Inputs<TInputs...>, Outputs<TOutputs...>)
{
  std::string name;
  ((name += std::string(PixelName<TInputs>) + '-'), ...);
  ((name += std::string(PixelName<TOutputs>) + '-'), ...);
  name.pop_back();
  return name;
}

#endif
