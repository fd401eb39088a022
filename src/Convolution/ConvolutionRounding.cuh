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
#ifndef ConvolutionRounding_cuh
#define ConvolutionRounding_cuh

#include "ConvolutionPixelRow.cuh"
#include "ConvolutionRounding.h"
#include "ConvolutionTask.cuh"

/** \file
 * How integers are made of sums in double. */
namespace itk::device::convolution
{
/** Sums with Rounding::FractionBits behind the point, half of `doubtful` larger. Returns whether any may be in doubt. */
template <int VOutputs>
__device__ __forceinline__ bool
RoundSums(const double (&sums)[VOutputs], const Rounding & rounding, unsigned int (&magnitudes)[VOutputs])
{
  static_assert(Rounding::FractionBits == 16);
  unsigned int least = ~0u;
#pragma unroll
  for (int i = 0; i < VOutputs; ++i)
  {
    magnitudes[i] = __double2loint(__dadd_rn(fabs(sums[i]), rounding.toFraction));
    if (i % 2 != 0)
    {
      least = __vminu2(least, __byte_perm(magnitudes[i - 1], magnitudes[i], 0x5410));
    }
  }
  return min(least & 0xffff, least >> 16) < rounding.doubtful;
}

/** A bit for each sum that is in doubt. Of others that might be so the integer is set right. What rounds to 0 is not: it makes 0 on
 * either side of it. */
template <int VOutputs>
__device__ __forceinline__ unsigned int
FindDoubts(const double (&sums)[VOutputs], const Rounding & rounding, unsigned int (&magnitudes)[VOutputs])
{
  constexpr double toInteger = 0x1.8p52;
  unsigned int     doubts = 0;
#pragma unroll
  for (int i = 0; i < VOutputs; ++i)
  {
    if ((magnitudes[i] & 0xffff) < rounding.doubtful)
    {
      const double integer = __dadd_rn(__dadd_rn(fabs(sums[i]), toInteger), -toInteger);
      const double difference = fabs(sums[i]) - integer;
      magnitudes[i] -= difference < 0.0 ? 0x10000 : 0;
      doubts |= static_cast<unsigned int>(integer != 0.0 && fabs(difference) < rounding.distance) << i;
    }
  }
  return doubts;
}

/** The integers that sums are rounded towards zero to, of 16 bits, two of them a word. */
template <int VOutputs>
__device__ __forceinline__ void
PackIntegers(const double (&sums)[VOutputs],
             const Rounding & rounding,
             const unsigned int (&magnitudes)[VOutputs],
             unsigned int (&words)[VOutputs / 2])
{
#pragma unroll
  for (int i = 0; i < VOutputs; i += 2)
  {
    words[i / 2] = __byte_perm(magnitudes[i], magnitudes[i + 1], 0x7632);
    if (!rounding.isPositive)
    {
      const unsigned int highWords = __byte_perm(__double2hiint(sums[i]), __double2hiint(sums[i + 1]), 0x7632);
      const unsigned int signs = highWords >> 15 & 0x00010001;
      words[i / 2] = __viaddmin_u16x2(words[i / 2] ^ signs * 0xffff, signs, ~0u);
    }
  }
}

/** Writes the integers of sums side by side by a Writer, and lists for it what is in doubt. All threads of a warp take part. */
template <int VOutputs, typename TWriter>
__device__ __forceinline__ void
WriteSums(const double (&sums)[VOutputs], const Rounding & rounding, TWriter & writer)
{
  unsigned int magnitudes[VOutputs];
  unsigned int doubts = 0;
  const bool   mayBeInDoubt = __any_sync(~0u, RoundSums(sums, rounding, magnitudes));
  if (mayBeInDoubt)
  {
    doubts = FindDoubts(sums, rounding, magnitudes);
  }
  unsigned int words[VOutputs / 2];
  PackIntegers(sums, rounding, magnitudes, words);
  writer.WriteLowBytes(words);
  if (mayBeInDoubt)
  {
    writer.Add(doubts);
  }
}

/** The sum of an output as ComputeSum() adds it, of a kernel that is at most VLength wide. The next row is read while one is added.
 * Threads whose outputs are far apart wait for each row that they read. */
template <int VLength, typename TPixel>
__device__ __forceinline__ double
ComputeSumByRows(const Task<TPixel, TPixel> & task, std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z)
{
  // What PixelRow may read besides.
  constexpr int        before = 4;
  constexpr int        behind = VLength + 8;
  const int            width = 2 * task.radius[0] + 1;
  const int            height = 2 * task.radius[1] + 1;
  const int            depth = 2 * task.radius[2] + 1;
  const std::ptrdiff_t first[3] = { x + task.offset[0] - task.radius[0],
                                    y + task.offset[1] - task.radius[1],
                                    z + task.offset[2] - task.radius[2] };
  // Of a narrow kernel, most that a row reads would be for nothing.
  if (2 * width < VLength || first[0] < before || first[0] + behind > task.inputSize[0] || first[1] < 0 ||
      first[1] + height > task.inputSize[1] || first[2] < 0 || first[2] + depth > task.inputSize[2])
  {
    return ComputeSum(task, x, y, z);
  }
  const TPixel *       pixels = task.input + first[2] * task.inputStride[2] + first[1] * task.inputStride[1] + first[0];
  const double *       coefficients = task.coefficients;
  const std::ptrdiff_t toNextLayer = task.inputStride[2] - (height - 1) * task.inputStride[1];
  PixelRow<TPixel, VLength> row;
  PixelRow<TPixel, VLength> next;
  double                    sum = 0.0;
  next.Read(pixels);
  int rowsOfLayer = height;
#pragma unroll 1
  for (int rows = height * depth; rows > 0; --rows, coefficients += width)
  {
    row = next;
    if (rows > 1)
    {
      pixels += --rowsOfLayer > 0 ? task.inputStride[1] : toNextLayer;
      rowsOfLayer = rowsOfLayer > 0 ? rowsOfLayer : height;
      next.Read(pixels);
    }
#pragma unroll
    for (int i = 0; i < VLength; ++i)
    {
      if (i < width)
      {
        sum = __dadd_rn(sum, __dmul_rn(__ldg(coefficients + i), row[i]));
      }
    }
  }
  return sum;
}

/** Computes an output as the parent does, of a kernel that is at most VLength wide. */
template <int VLength, typename TPixel>
__device__ __forceinline__ void
ComputeOutputByRows(const Task<TPixel, TPixel> & task, std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z)
{
  task.output[z * task.outputStride[2] + y * task.outputStride[1] + x] =
    kernels::CastLikeX86<TPixel>(ComputeSumByRows<VLength>(task, x, y, z));
}
} // namespace itk::device::convolution

#endif
