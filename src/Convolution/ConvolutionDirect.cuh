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
#ifndef ConvolutionDirect_cuh
#define ConvolutionDirect_cuh

#include "ConvolutionAnySize.cuh"
#include "ConvolutionDirect.h"
#include "ConvolutionFixedPoint.h"
#include "ConvolutionRectangle.h"
#include "ConvolutionSeparable.h"
#include "ConvolutionSquare.cuh"
#include "ConvolutionStore.h"
#include "ConvolutionSumError.h"
#include "ConvolutionVolume.h"
#include "Device/itkDeviceUploadArray.h"
#include <algorithm>
#include <optional>
#include <vector>

namespace itk::device::convolution
{
/** `coefficients` as the parent has them, and as sums are scaled. */
template <int VSize, int VDepth, bool VChecksFloat, typename TInput, typename TOutput>
void
LaunchSquare(const Task<TInput, TOutput> & task,
             const Coefficients &          coefficients,
             const Coefficients &          scaled,
             const Stream &                stream)
{
  using Types = SquareWarp<TInput, TOutput, VSize, VDepth, VChecksFloat>;
  using Settings = typename Types::Settings;
  const unsigned int          warps = kernels::CountStripWarps(DivideUp(task.outputSize[0], 32 * Settings::Columns));
  const auto                  kernel = ConvolutionSquareKernel<TInput, TOutput, VSize, VDepth, VChecksFloat>;
  const Division              division = kernels::DivideWalk({ task.outputSize[0], task.outputSize[1] },
                                                task.outputSize[2],
                                                std::ptrdiff_t{ warps } * 32 * Settings::Columns,
                                                kernel,
                                                32 * warps,
                                                stream,
                                                Settings::Waves);
  SquareKernel<VSize, VDepth> values{};
  constexpr double            scale = GetPowerOfTwo(Settings::CoefficientExponent);
  std::transform(scaled.values.begin(), scaled.values.end(), &values.value[0][0][0], [](double value) {
    return static_cast<float>(scale * value);
  });
  ExactSquareOf<TOutput, VSize, VDepth> exact{};
  if constexpr (HasExactSquare<TOutput, VDepth>)
  {
    std::copy(coefficients.values.begin(), coefficients.values.end(), &exact.value[0][0]);
  }
  kernels::ForEachGrid(task, task.outputSize[2], division, [&](const auto & part, std::ptrdiff_t blocks) {
    kernels::Launch("ConvolutionSquareKernel",
                    kernel,
                    { blocks, 32 * warps, warps * sizeof(typename Types::Memory) },
                    stream,
                    part,
                    division,
                    values,
                    exact);
  });
}

template <typename TInput, typename TOutput>
void
LaunchAnySize(const Task<TInput, TOutput> & task, const Coefficients & coefficients, const Stream & stream)
{
  const auto         size = [&task](int axis) { return 2 * task.radius[axis] + 1; };
  const int          pitch = static_cast<int>(DivideUp(size(0), 4) * 4);
  const int          rows = size(1) * size(2);
  std::vector<float> values(static_cast<std::size_t>(rows) * pitch);
  for (int row = 0; row < rows; ++row)
  {
    std::copy_n(coefficients.values.begin() + static_cast<std::ptrdiff_t>(row) * size(0),
                size(0),
                values.begin() + static_cast<std::ptrdiff_t>(row) * pitch);
  }
  const Buffer        buffer = UploadArray(values, stream);
  const AnySizeKernel kernel{ buffer.As<float>(), pitch };
  Division            division{};
  division.strips = static_cast<unsigned int>(DivideUp(task.outputSize[0], AnySizeWidth));
  division.segments = static_cast<unsigned int>(DivideUp(task.outputSize[1], AnySizeHeight));
  kernels::ForEachGrid(task, task.outputSize[2], division, [&](const auto & part, std::ptrdiff_t blocks) {
    kernels::Launch("ConvolutionAnySizeKernel",
                    ConvolutionAnySizeKernel<TInput, TOutput>,
                    { blocks, AnySizeThreads },
                    stream,
                    part,
                    division,
                    kernel);
  });
}

template <typename TInput, typename TOutput>
void
LaunchInDouble(const Task<TInput, TOutput> & task, const Stream & stream)
{
  constexpr int     threads = 256;
  const std::size_t pixels = std::size_t{ 1 } * task.outputSize[0] * task.outputSize[1] * task.outputSize[2];
  const auto        blocks = std::min<std::size_t>(DivideUp(pixels, threads), 1 << 20);
  kernels::Launch("ConvolutionInDoubleKernel",
                  ConvolutionInDoubleKernel<TInput, TOutput>,
                  { static_cast<std::ptrdiff_t>(blocks), threads },
                  stream,
                  task,
                  pixels);
}

/** Calls `function(size, depth)` with std::integral_constants, if there is a ConvolutionSquareKernel of that size, of at most
 * VSize. */
template <typename TOutput, int VSize = LongestOfSquare<TOutput>, typename TFunction>
void
WithSquare(int size, bool isCube, const TFunction & function)
{
  if constexpr (VSize >= 3)
  {
    if (size != VSize)
    {
      WithSquare<TOutput, VSize - 2>(size, isCube, function);
    }
    else if (!isCube)
    {
      function(std::integral_constant<int, VSize>(), std::integral_constant<int, 1>());
    }
    else if constexpr (VSize <= LongestOfCube<TOutput>)
    {
      function(std::integral_constant<int, VSize>(), std::integral_constant<int, VSize>());
    }
  }
}

template <typename TInput, typename TOutput>
void
LaunchRectangle(const Task<TInput, TOutput> & task,
                const Coefficients &          coefficients,
                const Coefficients &          scaled,
                const Stream &                stream)
{
  if constexpr (std::is_same_v<TOutput, float>)
  {
    LaunchRectangle(task, scaled, stream);
  }
  else
  {
    const Sums          sums(task, stream);
    Task<TInput, float> part{ {}, {}, task.border, task.constant, nullptr, {} };
    part.input = task.input;
    part.output = sums.buffer.template As<float>();
    std::copy_n(task.inputSize, 3, part.inputSize);
    std::copy_n(task.inputStride, 3, part.inputStride);
    std::copy_n(task.outputSize, 3, part.outputSize);
    std::copy_n(sums.stride, 3, part.outputStride);
    std::copy_n(task.offset, 3, part.offset);
    std::copy_n(task.radius, 3, part.radius);
    LaunchRectangle(part, scaled, stream);
    LaunchStore(task, coefficients, task.error, sums, stream);
  }
}

/** Whether LaunchFixedPoint is faster than the kernel for a square or a cube of that side, or if it is 0 than others: as
 * measured on an H100, and of cubes on an H200. */
template <typename TPixel>
bool
PrefersFixedPoint(int side, bool isCube, double pixels, const Coefficients & coefficients)
{
  constexpr double mostOfSmall = 5e6;
  constexpr bool   isByte = sizeof(TPixel) == 1;
  const bool       isBox = coefficients.IsBox();
  const int        leastSide = isByte ? 9 : isBox ? 7 : 5;
  const bool       isSmall = !isCube && pixels < mostOfSmall && (isBox || !isByte);
  return side == 0 || isSmall || (side >= leastSide && !isCube);
}

template <typename TInput, typename TOutput>
void
LaunchDirect(Task<TInput, TOutput> task, const Coefficients & coefficients, const Stream & stream)
{
  constexpr bool isInteger = std::is_integral_v<TOutput>;
  const auto &   radius = task.radius;
  const int      width = 2 * radius[0] + 1;
  const int      height = 2 * radius[1] + 1;
  const int      rows = height * (2 * radius[2] + 1);
  const bool     isCube = radius[2] > 0;
  int            side = HasSquareKernel<TOutput>(radius) ? width : 0;
  if (isInteger && !isCube && std::max(width, height) <= LongestOfSquare<TOutput>)
  {
    side = std::max({ width, height, 3 });
  }
  const bool   isPaddedVolume = !isInteger && isCube && side == 0 && *std::max_element(radius, radius + 3) <= 2;
  const double pixels = static_cast<double>(task.outputSize[0]) * task.outputSize[1] * task.outputSize[2];
  const bool   isRectangle = side == 0 && width <= WidestRectangle<TInput> && pixels >= LeastPixelsOfRectangle;
  // In ConvolutionAnySizeKernel a row of a part of the kernel, and then the rows of all parts.
  int roundings =
    isRectangle ? width + rows : std::min(width, PartWidth) + rows * static_cast<int>(DivideUp(width, PartWidth));
  WithSquare<TOutput>(side, isCube, [&roundings](auto size, auto depth) {
    roundings = SquareSettings<TInput, TOutput, size.value, depth.value>::Roundings;
  });
  Buffer       exact;
  bool         inDouble = IsLong(task) || !coefficients.FitFloat();
  Coefficients scaled = coefficients;
  if constexpr (isInteger)
  {
    const SumBound bound = FindSumBound<TInput>(coefficients, roundings, true);
    task.error = bound.error;
    std::transform(scaled.values.begin(), scaled.values.end(), scaled.values.begin(), [&](double value) {
      return value * bound.scale;
    });
    // With all sums in doubt, they are better computed in double at once. Larger coefficients could overflow when scaled.
    inDouble = inDouble || !(bound.largest < 0.5 && coefficients.GetSumOfMagnitudes() < 0x1p24);
  }
  const bool fits = isInteger && FitInt32<TInput>(coefficients) && !IsLong(task);
  bool       isVolumeInDouble = false;
  if constexpr (HasVolumeInDouble<TOutput>)
  {
    isVolumeInDouble = fits && isCube && CanSumVolumeInDouble(task, coefficients) && IsFastInDouble(stream);
  }
  std::optional<FixedPoint> fixedPoint;
  if (fits && !isVolumeInDouble && PrefersFixedPoint<TInput>(side, isCube, pixels, coefficients))
  {
    fixedPoint = FindFixedPoint<TInput>(coefficients);
  }
  if (isVolumeInDouble || fixedPoint || inDouble || isPaddedVolume || (isInteger && !isRectangle))
  {
    exact = UploadArray(coefficients.values, stream);
    task.coefficients = exact.As<double>();
  }
  if constexpr (HasVolumeInDouble<TOutput>)
  {
    if (isVolumeInDouble)
    {
      return LaunchVolumeInDouble(task, coefficients, stream);
    }
  }
  if constexpr (isInteger)
  {
    if (fixedPoint)
    {
      return LaunchFixedPoint(task, coefficients, *fixedPoint, stream);
    }
  }
  if (inDouble)
  {
    LaunchInDouble(task, stream);
  }
  else if (side > 0)
  {
    const auto put = [&](const Coefficients & values) {
      return HasSquareKernel<TOutput>(radius) ? values : values.PutIntoSquares(side, 1);
    };
    WithSquare<TOutput>(side, isCube, [&](auto size, auto depth) {
      LaunchSquare<size.value, depth.value, false>(task, put(coefficients), put(scaled), stream);
    });
  }
  else if (isPaddedVolume)
  {
    if constexpr (!isInteger)
    {
      WithSquaresAround(radius, [&](auto size, auto depth) {
        const auto values = coefficients.PutIntoSquares(size.value, depth.value);
        LaunchSquare<size.value, depth.value, true>(task, values, values, stream);
      });
    }
  }
  else if (isRectangle)
  {
    LaunchRectangle(task, coefficients, scaled, stream);
  }
  else
  {
    LaunchAnySize(task, scaled, stream);
  }
}
} // namespace itk::device::convolution

#define ITK_INSTANTIATE_DIRECT(input, output)                                             \
  namespace itk::device::convolution                                                      \
  {                                                                                       \
  template void                                                                           \
  LaunchDirect<input, output>(Task<input, output>, const Coefficients &, const Stream &); \
  }                                                                                       \
  static_assert(true, "")

#endif
