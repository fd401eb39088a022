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
#include <vector>

namespace itk::device::convolution
{
using kernels::DivideUp;

/** The words of FixedPointKernel::digits. */
inline std::vector<std::uint32_t>
ArrangeDigits(const Coefficients & coefficients, const FixedPoint & fixedPoint, int chunks, int shift)
{
  const int                  width = 2 * coefficients.radius[0] + 1;
  const std::size_t          rows = fixedPoint.values.size() / width;
  std::vector<std::uint32_t> words(rows * fixedPoint.digits * chunks * 32);
  for (std::size_t row = 0; row < rows; ++row)
  {
    for (int column = 0; column < width; ++column)
    {
      std::int64_t rest = fixedPoint.values[row * width + column];
      for (int digit = 0; digit < fixedPoint.digits; ++digit)
      {
        const auto low = static_cast<std::int8_t>(rest);
        rest = (rest - low) / 256;
        for (int n = 0; n < 8; ++n)
        {
          // As mma has it: of chunk k / 16, lane 4 n + k % 16 / 4 has byte k % 4.
          const int         k = shift + column + n;
          const std::size_t word = ((row * fixedPoint.digits + digit) * chunks + k / 16) * 32 + 4 * n + k % 16 / 4;
          words[word] |= std::uint32_t{ static_cast<std::uint8_t>(low) } << 8 * (k % 4);
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
  const auto isAligned = [](const std::ptrdiff_t(&stride)[3], std::ptrdiff_t pixels) {
    return stride[1] % pixels == 0 && stride[2] % pixels == 0;
  };
  const std::ptrdiff_t     begin = getAddress(task.input) + task.offset[0] - task.radius[0];
  constexpr std::ptrdiff_t quad = FixedPointQuad;
  constexpr std::ptrdiff_t vector = FixedPointVector<TPixel>;
  FixedPointKernel         kernel{};
  kernel.exponent = fixedPoint.exponent;
  kernel.hasQuads = isAligned(task.inputStride, quad);
  kernel.hasVectors = isAligned(task.inputStride, vector);
  const std::ptrdiff_t aligned = kernel.hasVectors ? vector : kernel.hasQuads ? quad : 1;
  kernel.shift = static_cast<int>(kernels::PeriodicIndex(begin, aligned));
  kernel.lead = kernel.shift / FixedPointQuad * FixedPointQuad;
  kernel.hasPairs = isAligned(task.outputStride, 2) && getAddress(task.output) % 2 == 0;
  kernel.isExact = fixedPoint.error == 0;
  kernel.start = fixedPoint.offset - (kernel.isExact ? 0 : fixedPoint.error + 1);
  if (std::is_signed_v<TPixel>)
  {
    for (const auto value : fixedPoint.values)
    {
      kernel.start -= value * 0x8000;
    }
  }
  const std::uint64_t least =
    (std::uint64_t{ 1 } << fixedPoint.exponent) - 1 - 2 * static_cast<std::uint64_t>(fixedPoint.error);
  kernel.limit = static_cast<std::uint32_t>(fixedPoint.exponent < 32 ? least << (32 - fixedPoint.exponent)
                                                                     : least >> (fixedPoint.exponent - 32));
  for (int i = 0; i < 4; ++i)
  {
    kernel.power[i] = 1 << 8 * i;
  }
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
  const Buffer digits =
    UploadArray(ArrangeDigits(coefficients, fixedPoint, VChunks, values.shift - values.lead), stream);
  values.digits = digits.As<std::uint32_t>();
  const auto countBytes = [](std::size_t height) {
    return std::size_t{ Settings::Bytes } * Settings::InputWidth * 2 * (Settings::Height + height - 1);
  };
  const std::size_t bytes = countBytes(2 * static_cast<std::size_t>(task.radius[1]) + 1);
  kernels::AllowSharedMemory(kernel, countBytes(TallestFixedPoint));
  constexpr std::ptrdiff_t waves = 4;
  constexpr std::ptrdiff_t longest = 1024;
  const std::ptrdiff_t     strips = DivideUp(task.outputSize[0], FixedPointWidth);
  const std::ptrdiff_t     segments =
    waves * kernels::CountResidentBlocks(kernel, FixedPointThreads, bytes, stream) / (strips * task.outputSize[2]);
  const std::ptrdiff_t length =
    std::min(DivideUp(task.outputSize[1], std::max(segments, std::ptrdiff_t{ 1 })), longest);
  Division division{};
  division.segmentLength = DivideUp(length, Settings::Height) * Settings::Height;
  division.strips = static_cast<unsigned int>(strips);
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
    switch (DivideUp(2 * coefficients.radius[0] + 8 + values.shift - values.lead, 16))
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
