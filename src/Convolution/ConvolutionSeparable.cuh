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
#ifndef ConvolutionSeparable_cuh
#define ConvolutionSeparable_cuh

#include "ConvolutionSeparable.h"
#include "ConvolutionWriter.cuh"
#include "Device/itkDeviceUploadArray.h"
#include "Kernels/Strip.cuh"
#include <algorithm>

namespace itk::device::convolution
{
using kernels::Division;

constexpr int SeparableThreads = 256;

/** Rows that a block makes at a time: of the second axis each of its warps makes one. */
constexpr int SeparableRows = SeparableThreads / 32;

/** Outputs of a thread, of either axis. */
constexpr int SeparableOutputs = 8;
static_assert(SeparableRows == SeparableOutputs);

/** Columns of the output that a block makes: of the input it has one a thread. */
template <int VLength>
constexpr int SeparableWidth = (SeparableThreads - (VLength - 1)) / SeparableOutputs * SeparableOutputs;

/** VLength coefficients an axis. */
template <int VLength>
struct SeparableKernel
{
  double       row[VLength];
  double       column[VLength];
  unsigned int distance;
};

/** A row of a block's sums over columns. Two places are left free behind each 8, so that no two of 8 threads that read vectors
 * find them in the same banks. */
struct SeparableSums
{
  double value[SeparableThreads / 8 * 10];

  static __device__ __forceinline__ int
  GetIndex(int column)
  {
    return column + column / 8 * 2;
  }
};

/** sums[i] is the sum over t of coefficients[t] value(i + t): each value is read once. */
template <int VLength, typename TValue>
__device__ __forceinline__ void
AddProducts(const double (&coefficients)[VLength], const TValue & value, double (&sums)[SeparableOutputs])
{
#pragma unroll
  for (int j = 0; j < SeparableOutputs + VLength - 1; ++j)
  {
    const double factor = value(j);
#pragma unroll
    for (int i = 0; i < SeparableOutputs; ++i)
    {
      const int t = j - i;
      if (t == 0)
      {
        sums[i] = coefficients[0] * factor;
      }
      else if (t > 0 && t < VLength)
      {
        sums[i] = fma(coefficients[t], factor, sums[i]);
      }
    }
  }
}

/** The integers that sums are rounded towards zero to. Returns a bit for each that is in doubt, as `distance` says. */
__device__ __forceinline__ unsigned int
RoundSums(const double (&sums)[SeparableOutputs], int (&integers)[SeparableOutputs], unsigned int distance)
{
  constexpr double       toFraction = 1.5 * (std::uint64_t{ 1 } << (52 - SeparableFractionBits));
  constexpr unsigned int fractions = (1u << SeparableFractionBits) - 1;
  unsigned int           doubts = 0;
#pragma unroll
  for (int i = 0; i < SeparableOutputs; ++i)
  {
    const auto magnitude = static_cast<unsigned int>(__double2loint(__dadd_rn(fabs(sums[i]), toFraction)));
    const int  integer = static_cast<int>(magnitude >> SeparableFractionBits);
    integers[i] = __double2hiint(sums[i]) < 0 ? -integer : integer;
    // What is nearer to 0 than that makes 0.
    const bool isInDoubt = ((magnitude + distance) & fractions) < 2 * distance && magnitude >= distance;
    doubts |= static_cast<unsigned int>(isInDoubt) << i;
  }
  return doubts;
}

/** A block walks down a strip. A thread sums a column of the input, of which it keeps the pixels in registers; then, of what all
 * threads summed, a row. */
template <typename TPixel, int VLength>
__global__ void
__launch_bounds__(SeparableThreads, VLength <= 23 ? 3 : 2)
  ConvolutionSeparableKernel(const __grid_constant__ Task<TPixel, TPixel> task,
                             const Division                               division,
                             const __grid_constant__ SeparableKernel<VLength> kernel)
{
  constexpr int radius = VLength / 2;
  constexpr int width = SeparableWidth<VLength>;
  using WriterType = Writer<TPixel, TPixel, SeparableOutputs>;
  __shared__ alignas(16) SeparableSums columnSums[2][SeparableRows];
  __shared__ Doubts                    doubts[SeparableRows];

  const auto           block = kernels::GetBlockPosition(division);
  const int            warp = threadIdx.x / 32;
  const int            lane = threadIdx.x % 32;
  const int            x = static_cast<int>(block.strip) * width;
  const std::ptrdiff_t y = block.segment * division.segmentLength;
  const int rows = static_cast<int>(min(task.outputSize[1] - y, static_cast<std::ptrdiff_t>(division.segmentLength)));
  const int end = min(x + width, static_cast<int>(task.outputSize[0]));

  const std::ptrdiff_t column = x + static_cast<int>(threadIdx.x) - radius + task.offset[0];
  const std::ptrdiff_t top = y - radius + task.offset[1];
  const int            firstMove = static_cast<int>(max(-top, std::ptrdiff_t{ 0 }));
  const int            lastMove = static_cast<int>(task.inputSize[1] - 1 - top);
  const TPixel *       input = task.input + (block.layer + task.offset[2]) * task.inputStride[2] +
                         kernels::NearestIndex(top, task.inputSize[1]) * task.inputStride[1] +
                         kernels::NearestIndex(column, task.inputSize[0]);
  int        inputRow = 0;
  const auto read = [&] {
    const TPixel pixel = __ldg(input);
    input += inputRow >= firstMove && inputRow < lastMove ? task.inputStride[1] : 0;
    ++inputRow;
    return pixel;
  };

  TPixel pixels[VLength - 1 + SeparableRows];
  TPixel ahead[SeparableRows];
#pragma unroll
  for (int i = 0; i < VLength - 1; ++i)
  {
    pixels[i] = read();
  }
#pragma unroll
  for (TPixel & pixel : ahead)
  {
    pixel = read();
  }
  WriterType writer(task, doubts[warp], x, static_cast<int>(y), block.layer, warp, end);
  int        buffer = 0;
#pragma unroll 1
  for (int row = 0; row < rows; row += SeparableRows, buffer ^= 1)
  {
#pragma unroll
    for (int i = 0; i < SeparableRows; ++i)
    {
      pixels[VLength - 1 + i] = ahead[i];
      ahead[i] = read();
    }
    double sums[SeparableOutputs];
    AddProducts(kernel.column, [&](int j) { return kernels::ToDouble(pixels[j]); }, sums);
    const int place = SeparableSums::GetIndex(threadIdx.x);
#pragma unroll
    for (int i = 0; i < SeparableRows; ++i)
    {
      columnSums[buffer][i].value[place] = sums[i];
    }
#pragma unroll
    for (int i = 0; i < VLength - 1; ++i)
    {
      pixels[i] = pixels[i + SeparableRows];
    }
    // The other buffer was last read before the previous of these barriers. Warps compute what is in doubt at the same time, as
    // all wait here for one that does.
    if (__syncthreads_or(writer.MustResolve()))
    {
      writer.Resolve(false);
    }
    if (row + warp < rows)
    {
      // Lanes beyond the strip sum what is not theirs to write.
      const int            begin = min(lane * SeparableOutputs, width - SeparableOutputs);
      const double * const source = &columnSums[buffer][warp].value[SeparableSums::GetIndex(begin)];
      double2              pair{};
      AddProducts(
        kernel.row,
        [&](int j) {
          if (j % 2 == 0)
          {
            pair = *reinterpret_cast<const double2 *>(source + SeparableSums::GetIndex(j));
          }
          return j % 2 == 0 ? pair.x : pair.y;
        },
        sums);
      int                integers[SeparableOutputs];
      const unsigned int inDoubt = RoundSums(sums, integers, kernel.distance);
      writer.Write(integers, inDoubt);
      writer.NextRow(SeparableRows);
    }
  }
  writer.Resolve(true);
}

template <int VLength, typename TPixel>
void
LaunchSeparableInDouble(const Task<TPixel, TPixel> & task, const SeparableFactors & factors, const Stream & stream)
{
  SeparableKernel<VLength> values{ {}, {}, factors.distance };
  // In the middle, with zeros around.
  const auto put = [](const std::vector<double> & factor, double(&values)[VLength]) {
    std::copy(factor.begin(), factor.end(), values + (VLength - static_cast<int>(factor.size())) / 2);
  };
  put(factors.row, values.row);
  put(factors.column, values.column);
  const auto     kernel = ConvolutionSeparableKernel<TPixel, VLength>;
  const Division division = kernels::DivideWalk({ task.outputSize[0], task.outputSize[1] },
                                                task.outputSize[2],
                                                SeparableWidth<VLength>,
                                                kernel,
                                                SeparableThreads,
                                                stream);
  kernels::ForEachGrid(task, task.outputSize[2], division, [&](const auto & layers, std::ptrdiff_t blocks) {
    kernels::Launch(
      "ConvolutionSeparableKernel", kernel, { blocks, SeparableThreads }, stream, layers, division, values);
  });
}

template <typename TPixel>
void
LaunchSeparableInDouble(Task<TPixel, TPixel>     task,
                        const Coefficients &     coefficients,
                        const SeparableFactors & factors,
                        const Stream &           stream)
{
  const Buffer exact = UploadArray(coefficients.values, stream);
  task.coefficients = exact.As<double>();
  const std::size_t length = std::max(factors.row.size(), factors.column.size());
  if (length <= 7)
  {
    LaunchSeparableInDouble<7>(task, factors, stream);
  }
  else if (length <= 11)
  {
    LaunchSeparableInDouble<11>(task, factors, stream);
  }
  else if (length <= 15)
  {
    LaunchSeparableInDouble<15>(task, factors, stream);
  }
  else if constexpr (LongestInDouble<TPixel> > 15)
  {
    if (length <= 23)
    {
      LaunchSeparableInDouble<23>(task, factors, stream);
    }
    else
    {
      LaunchSeparableInDouble<LongestInDouble<TPixel>>(task, factors, stream);
    }
  }
}
} // namespace itk::device::convolution

#endif
