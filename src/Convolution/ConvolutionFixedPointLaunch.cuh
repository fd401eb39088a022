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
#ifndef ConvolutionFixedPointLaunch_cuh
#define ConvolutionFixedPointLaunch_cuh

#include "ConvolutionFixedPoint.cuh"
#include "Device/itkDeviceUploadArray.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace itk::device::convolution
{
using kernels::DivideUp;

/** FixedPointKernel::digits. */
template <typename TSettings>
std::vector<uint2>
ArrangeDigits(const Coefficients & coefficients, const FixedPoint & fixedPoint, int shift)
{
  const int         width = 2 * coefficients.radius[0] + 1;
  const int         height = 2 * coefficients.radius[1] + 1;
  const std::size_t layers = fixedPoint.values.size() / (static_cast<std::size_t>(width) * height);
  const std::size_t wordsOfLayer = CountWordsOfLayer<TSettings>(coefficients.radius[1]);
  // Steps at which later rows of outputs multiply by no row of the kernel.
  constexpr int      stepsBefore = TSettings::Rows / 2 - 1;
  std::vector<uint2> words(layers * wordsOfLayer);
  std::size_t        i = 0;
  for (std::size_t layer = 0; layer < layers; ++layer)
  {
    for (int row = 0; row < height; ++row)
    {
      for (int column = 0; column < width; ++column, ++i)
      {
        uint2 *      step = words.data() + layer * wordsOfLayer + (stepsBefore + row / 2) * TSettings::WordsOfStep * 32;
        std::int64_t rest = fixedPoint.values[i];
        for (int digit = 0; digit < fixedPoint.digits; ++digit, step += TSettings::Chunks * 32)
        {
          const auto low = static_cast<std::int8_t>(rest);
          rest = (rest - low) / 256;
          for (int n = 0; n < 8; ++n)
          {
            // As mma has it: of chunk k / 16, lane 4 n + k % 16 / 4 has byte k % 4.
            const int k = shift + column + n;
            uint2 &   pair = step[k / 16 * 32 + 4 * n + k % 16 / 4];
            (row % 2 == 0 ? pair.x : pair.y) |= std::uint32_t{ static_cast<std::uint8_t>(low) } << 8 * (k % 4);
          }
        }
      }
    }
  }
  return words;
}

/** The kernel without its digits. The window of the first output of a block begins `shift` pixels behind aligned ones. */
template <typename TPixel>
FixedPointKernel
MakeFixedPointKernel(const Task<TPixel, TPixel> & task, const FixedPoint & fixedPoint)
{
  const auto getAddress = [](const TPixel * pixel) {
    return static_cast<std::ptrdiff_t>(reinterpret_cast<std::size_t>(pixel) / sizeof(TPixel));
  };
  FixedPointKernel kernel{};
  kernel.alignment = FindRowAlignment(task, task.radius[0]);
  kernel.fractionBits = fixedPoint.fractionBits;
  kernel.hasPairs = task.outputStride[1] % 2 == 0 && task.outputStride[2] % 2 == 0 && getAddress(task.output) % 2 == 0;
  kernel.isExact = fixedPoint.fractionsInDoubt == 0.0;
  kernel.start = fixedPoint.start;
  kernel.limit = static_cast<std::uint32_t>(
    std::ldexp(std::ldexp(1.0, fixedPoint.fractionBits) - std::max(fixedPoint.fractionsInDoubt, 1.0),
               32 - fixedPoint.fractionBits));
  const int leftShift = GetLeftShift<TPixel>(fixedPoint.digits, fixedPoint.exponent, fixedPoint.fractionBits);
  kernel.factors[0] = 1U << leftShift;
  kernel.factors[1] = 1U << (leftShift + 8);
  kernel.rightShift = 8 - leftShift;
  return kernel;
}

template <int VDigits, int VChunks, typename TPixel>
void
LaunchFixedPoint(const Task<TPixel, TPixel> & task,
                 const Coefficients &         coefficients,
                 const FixedPoint &           fixedPoint,
                 FixedPointKernel             values,
                 const Stream &               stream)
{
  using Settings = FixedPointSettings<TPixel, VDigits, VChunks>;
  const auto   kernel = ConvolutionFixedPointKernel<TPixel, VDigits, VChunks>;
  const Buffer digits = UploadArray(
    ArrangeDigits<Settings>(coefficients, fixedPoint, values.alignment.shift - values.alignment.lead), stream);
  values.digits = digits.As<uint2>();
  const auto countBytes = [](int radius, int passes) {
    const std::size_t rows = 2 * static_cast<std::size_t>(Settings::Height * passes + 2 * radius);
    return rows * Settings::Bytes * Settings::InputWidth +
           sizeof(std::uint32_t) * FixedPointWarps * CountRoomForDoubts<Settings>(passes);
  };
  // No kernel declares any besides, so this is the most that a launch may have.
  kernels::AllowSharedMemory(kernel, kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream));
  const std::ptrdiff_t     strips = DivideUp(task.outputSize[0], FixedPointWidth) * task.outputSize[2];
  constexpr std::ptrdiff_t few = 4; // waves of blocks
  constexpr std::ptrdiff_t many = 24;
  // What is left of the same memory is a cache for digits.
  const std::size_t most = kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, stream) / 8 * 7;
  const std::size_t reserved = kernels::GetDeviceAttribute(cudaDevAttrReservedSharedMemoryPerBlock, stream);
  const auto blocksAtOnce = kernels::GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream) * Settings::Blocks;
  const auto isTooMuch = [&](int passes) {
    return Settings::Blocks * (countBytes(task.radius[1], passes) + reserved) + digits.GetSizeInBytes() > most ||
           strips * DivideUp(task.outputSize[1], Settings::Height * passes) < few * blocksAtOnce;
  };
  values.passes = task.radius[2] == 0 ? Settings::MostPasses : 1;
  while (values.passes > 1 && isTooMuch(values.passes))
  {
    values.passes /= 2;
  }
  const std::size_t    bytes = countBytes(task.radius[1], values.passes);
  const std::ptrdiff_t height = Settings::Height * values.passes;
  const std::ptrdiff_t atOnce = kernels::CountResidentBlocks(kernel, FixedPointThreads, bytes, stream);
  // Short segments end at about the same time, but read more rows.
  const auto getLength = [&](std::ptrdiff_t waves) {
    return DivideUp(task.outputSize[1], std::max(waves * atOnce / strips, std::ptrdiff_t{ 1 }));
  };
  constexpr std::ptrdiff_t shortest = 128;
  constexpr std::ptrdiff_t longest = 1024;
  const std::ptrdiff_t     length =
    std::clamp(std::max(getLength(many), std::min(getLength(few), shortest)), height, longest);
  Division division{};
  division.segmentLength = DivideUp(length, height) * height;
  division.strips = static_cast<unsigned int>(DivideUp(task.outputSize[0], FixedPointWidth));
  division.segments = static_cast<unsigned int>(DivideUp(task.outputSize[1], division.segmentLength));
  kernels::ForEachGrid(task, task.outputSize[2], division, [&](const auto & part, std::ptrdiff_t blocks) {
    kernels::Launch(
      "ConvolutionFixedPointKernel", kernel, { blocks, FixedPointThreads, bytes }, stream, part, division, values);
  });
}

template <typename TPixel>
void
LaunchFixedPoint(const Task<TPixel, TPixel> & task,
                 const Coefficients &         coefficients,
                 const FixedPoint &           fixedPoint,
                 const Stream &               stream)
{
  const FixedPointKernel values = MakeFixedPointKernel(task, fixedPoint);
  const auto             launch = [&](auto digits) {
    switch (DivideUp(2 * coefficients.radius[0] + 8 + values.alignment.shift - values.alignment.lead, 16))
    {
      case 1:
        return LaunchFixedPoint<digits.value, 1>(task, coefficients, fixedPoint, values, stream);
      case 2:
        return LaunchFixedPoint<digits.value, 2>(task, coefficients, fixedPoint, values, stream);
      default:
        return LaunchFixedPoint<digits.value, 3>(task, coefficients, fixedPoint, values, stream);
    }
  };
  constexpr int fewest = FewestDigits<TPixel>;
  if (fixedPoint.digits == fewest)
  {
    launch(std::integral_constant<int, fewest>());
  }
  else
  {
    launch(std::integral_constant<int, fewest + 1>());
  }
}
} // namespace itk::device::convolution

#define ITK_INSTANTIATE_FIXED_POINT(pixel)                                                                       \
  namespace itk::device::convolution                                                                             \
  {                                                                                                              \
  template void                                                                                                  \
  LaunchFixedPoint<pixel>(const Task<pixel, pixel> &, const Coefficients &, const FixedPoint &, const Stream &); \
  }                                                                                                              \
  static_assert(true, "")

#endif
