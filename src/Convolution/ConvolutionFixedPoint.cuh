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
#ifndef ConvolutionFixedPoint_cuh
#define ConvolutionFixedPoint_cuh

#include "ConvolutionFixedPoint.h"
#include "ConvolutionTask.cuh"
#include "ConvolutionTensorCore.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Strip.cuh"
#include <cuda_pipeline_primitives.h>

namespace itk::device::convolution
{
using kernels::Division;

constexpr int FixedPointWarps = 8;
constexpr int FixedPointThreads = 32 * FixedPointWarps;
constexpr int FixedPointWidth = 128; // of a block's part of the output
constexpr int FixedPointQuad = 4;    // pixels that are read from memory at once

/** Sums of 16 groups of 8 neighbouring outputs: those of group m and output n within it are a matrix product, of pixel
 * 8 m + k and, for k - n from 0 to the kernel's width, coefficient k - n. It is done for one byte of the pixels and one
 * digit of the coefficients at a time, and for VChunks times 16 values of k. */
template <typename TPixel, int VDigits, int VChunks>
struct FixedPointSettings
{
  static constexpr int Bytes = sizeof(TPixel);
  // Of digits times bytes; those of the same power of 256 are added.
  static constexpr int Powers = VDigits + Bytes - 1;
  static constexpr int Rows = Bytes == 1 ? 4 : 2; // of a warp at a time
  static constexpr int Height = FixedPointWarps * Rows;
  static constexpr int InputWidth = FixedPointWidth - 8 + 16 * VChunks;
  using Sum = std::conditional_t<Bytes == 1 && VDigits == 2, std::int32_t, std::int64_t>;
  // Holds what is below 2^exponent.
  using Fraction = std::conditional_t<VDigits == FewestDigits<TPixel>, std::uint32_t, std::uint64_t>;
  using Quad = std::conditional_t<Bytes == 1, std::uint32_t, uint2>;
};

struct FixedPointKernel
{
  // On the device: of each row of the kernel, digit and chunk, a word for each lane; and one row more.
  const std::uint32_t * digits;
  int                   exponent;
  int                   shift; // columns that are read before those of the first output's window
  std::int64_t          error;
  std::int64_t          excess;   // of all sums, as pixels of int16 are 2^15 more, without FixedPoint::offset
  bool                  hasQuads; // whether memory is aligned to FixedPointQuad pixels from there on
};

/** Starts to read rows of the input, from row `y` of it on and for the outputs from column `x` on, into the ring's rows from
 * `slot` on. All threads of a block take part. */
template <typename TSettings, typename TPixel>
__device__ __forceinline__ void
ReadRows(const Task<TPixel, TPixel> & task,
         const FixedPointKernel &     kernel,
         int                          x,
         int                          y,
         std::ptrdiff_t               layer,
         int                          rows,
         int                          slot,
         int                          slots,
         TPixel *                     ring)
{
  using Quad = typename TSettings::Quad;
  constexpr int quads = TSettings::InputWidth / FixedPointQuad;
  const int     width = static_cast<int>(task.inputSize[0]);
  const int     first = x + static_cast<int>(task.offset[0]) - task.radius[0] - kernel.shift;
  for (int i = threadIdx.x; i < rows * quads; i += FixedPointThreads)
  {
    const int            j = i / quads;
    const int            column = i % quads * FixedPointQuad;
    const int            row = kernels::MapIndex(task.border, y + j, static_cast<int>(task.inputSize[1]));
    const bool           exists = layer >= 0 && row >= 0;
    const TPixel * const pixels = task.input + (exists ? layer * task.inputStride[2] + row * task.inputStride[1] : 0);
    const int            place = slot + j < slots ? slot + j : slot + j - slots;
    TPixel * const       target = ring + place * TSettings::InputWidth + column;
    if (exists && kernel.hasQuads && first + column >= 0 && first + column + FixedPointQuad <= width)
    {
      __pipeline_memcpy_async(target, pixels + first + column, sizeof(Quad));
      continue;
    }
#pragma unroll
    for (int k = 0; k < FixedPointQuad; ++k)
    {
      const int index = kernels::MapIndex(task.border, first + column + k, width);
      target[k] = exists && index >= 0 ? pixels[index] : task.constant;
    }
  }
}

/** The bytes of four pixels, those of the same power of 256 in one word. */
__device__ __forceinline__ void
PartBytes(std::uint32_t quad, bool, std::uint32_t (&words)[1])
{
  words[0] = quad;
}

__device__ __forceinline__ void
PartBytes(const uint2 & quad, bool isSigned, std::uint32_t (&words)[2])
{
  words[0] = __byte_perm(quad.x, quad.y, 0x6420);
  words[1] = __byte_perm(quad.x, quad.y, 0x7531) ^ (isSigned ? 0x80808080 : 0);
}

/** Makes an output of its sums, of each power of 256. Returns whether it is in doubt. */
template <typename TSettings>
__device__ __forceinline__ bool
RoundSums(const int (&sums)[TSettings::Powers][4], int i, const FixedPointKernel & kernel, int & output)
{
  using Sum = typename TSettings::Sum;
  using Fraction = typename TSettings::Fraction;
  Sum sum = sums[0][i] - static_cast<Sum>(kernel.excess);
#pragma unroll
  for (int power = 1; power < TSettings::Powers; ++power)
  {
    sum += static_cast<Sum>(sums[power][i]) * (Sum{ 1 } << 8 * power);
  }
  const bool     isNegative = sum < 0;
  const Sum      least = max((isNegative ? -sum : sum) - static_cast<Sum>(kernel.error), Sum{ 0 });
  const Fraction mask = (Fraction{ 1 } << kernel.exponent) - 1;
  const auto     magnitude = static_cast<int>(least >> kernel.exponent);
  output = isNegative ? -magnitude : magnitude;
  return (static_cast<Fraction>(least) & mask) > mask - 2 * static_cast<Fraction>(kernel.error);
}

/** Stores two neighbouring outputs, of which the row has `columns` left. */
template <typename TPixel>
__device__ __forceinline__ void
StorePair(TPixel * output, int columns, int first, int second)
{
  using Pair = std::conditional_t<sizeof(TPixel) == 1, std::uint16_t, std::uint32_t>;
  if (columns >= 2 && reinterpret_cast<std::size_t>(output) % sizeof(Pair) == 0)
  {
    *reinterpret_cast<Pair *>(output) =
      static_cast<Pair>(__byte_perm(first, second, sizeof(TPixel) == 1 ? 0x0040 : 0x5410));
    return;
  }
  if (columns >= 1)
  {
    output[0] = static_cast<TPixel>(first);
  }
  if (columns >= 2)
  {
    output[1] = static_cast<TPixel>(second);
  }
}

/** A warp's list, in shared memory, of outputs in doubt: 128 times the row, plus the column. They are computed anew when
 * some warp has enough of them for all its threads. */
template <int VRows>
struct FixedPointDoubts
{
  std::uint32_t entry[31 + VRows * FixedPointWidth];
};

/** A block walks down a strip of FixedPointWidth columns, Height rows at a time, of which a warp makes Rows. For kernels of
 * one layer the input rows stay in a ring of them; of others, the ring has those of this layer and of the next. */
template <typename TPixel, int VDigits, int VChunks>
__global__ void
__launch_bounds__(FixedPointThreads, 2) ConvolutionFixedPointKernel(const __grid_constant__ Task<TPixel, TPixel> task,
                                                                    const Division         division,
                                                                    const FixedPointKernel kernel)
{
  using Settings = FixedPointSettings<TPixel, VDigits, VChunks>;
  using Quad = typename Settings::Quad;
  constexpr int           bytes = Settings::Bytes;
  constexpr int           rows = Settings::Rows;
  extern __shared__ uint2 memory[];
  __shared__ FixedPointDoubts<rows> doubts[FixedPointWarps];

  const auto     block = kernels::GetBlockPosition(division);
  const int      warp = threadIdx.x / 32;
  const int      lane = threadIdx.x % 32;
  const int      x = static_cast<int>(block.strip) * FixedPointWidth;
  const int      y = static_cast<int>(block.segment * division.segmentLength);
  const int      end = min(static_cast<int>(division.segmentLength), static_cast<int>(task.outputSize[1]) - y);
  const int      kernelHeight = 2 * task.radius[1] + 1;
  const int      depth = 2 * task.radius[2] + 1;
  const int      inputRows = Settings::Height + kernelHeight - 1;
  const int      slots = 2 * inputRows;
  TPixel * const ring = reinterpret_cast<TPixel *>(memory);

  // What comes next: the layer of the kernel, the output's row, and where its rows begin in the ring.
  int        layer = 0;
  int        row = 0;
  int        slot = 0;
  const auto read = [&](int skip) {
    if (row < end)
    {
      const std::ptrdiff_t z =
        kernels::MapIndex(task.border, block.layer + task.offset[2] - task.radius[2] + layer, task.inputSize[2]);
      const int place = slot + skip < slots ? slot + skip : slot + skip - slots;
      ReadRows<Settings>(task,
                         kernel,
                         x,
                         y + row + static_cast<int>(task.offset[1]) - task.radius[1] + skip,
                         z,
                         inputRows - skip,
                         place,
                         slots,
                         ring);
    }
    __pipeline_commit();
  };
  int        sums[rows][Settings::Powers][4]{};
  int        countOfDoubts = 0;
  const auto resolve = [&] {
    __syncwarp();
#pragma unroll 1
    for (; countOfDoubts > 0; countOfDoubts -= 32)
    {
      const int index = countOfDoubts - 1 - lane;
      if (index >= 0)
      {
        const std::uint32_t entry = doubts[warp].entry[index];
        ComputeOutput(task,
                      x + static_cast<int>(entry % FixedPointWidth),
                      y + static_cast<int>(entry / FixedPointWidth),
                      block.layer);
      }
    }
    countOfDoubts = max(countOfDoubts, 0);
    __syncwarp();
  };

  read(0);
#pragma unroll 1
  while (row < end)
  {
    const int thisLayer = layer;
    const int thisRow = row;
    const int thisSlot = slot;
    layer = layer + 1 < depth ? layer + 1 : 0;
    row += layer == 0 ? Settings::Height : 0;
    slot += depth == 1 ? Settings::Height : inputRows;
    slot -= slot < slots ? 0 : slots;
    __pipeline_wait_prior(0);
    // Nobody reads what was before these rows any more; and all warps compute outputs in doubt at once, as all wait here.
    if (__syncthreads_or(countOfDoubts >= 32))
    {
      resolve();
    }
    read(depth == 1 ? kernelHeight - 1 : 0);

    int place = thisSlot + warp * rows;
    place -= place < slots ? 0 : slots;
    const auto readPixels = [&](std::uint32_t(&words)[bytes][VChunks][2]) {
      const Quad * const first =
        reinterpret_cast<const Quad *>(ring + place * Settings::InputWidth) + 2 * (lane / 4) + lane % 4;
      place = place + 1 < slots ? place + 1 : 0;
#pragma unroll
      for (int i = 0; i < 2 * VChunks; ++i)
      {
        std::uint32_t parts[bytes];
        PartBytes(first[4 * (i / 2) + 16 * (i % 2)], std::is_signed_v<TPixel>, parts);
#pragma unroll
        for (int k = 0; k < bytes; ++k)
        {
          words[k][i / 2][i % 2] = parts[k];
        }
      }
    };
    const std::uint32_t * digits = kernel.digits + thisLayer * kernelHeight * (VDigits * VChunks * 32) + lane;
    std::uint32_t         digit[2][VDigits][VChunks];
    const auto            readDigits = [&](std::uint32_t(&words)[VDigits][VChunks]) {
#pragma unroll
      for (int i = 0; i < VDigits * VChunks; ++i, digits += 32)
      {
        words[i / VChunks][i % VChunks] = __ldg(digits);
      }
    };
    // Of the input rows that a kernel row is multiplied by; row j is in slot j modulo `rows`.
    std::uint32_t pixels[rows][bytes][VChunks][2];
    readDigits(digit[0]);
#pragma unroll
    for (int i = 0; i < rows - 1; ++i)
    {
      readPixels(pixels[i]);
    }
#pragma unroll 1
    for (int begin = 0; begin < kernelHeight; begin += rows)
    {
#pragma unroll
      for (int j = 0; j < rows; ++j)
      {
        if (begin + j >= kernelHeight)
        {
          break;
        }
        readPixels(pixels[(j + rows - 1) % rows]);
        readDigits(digit[(j + 1) % 2]);
#pragma unroll
        for (int i = 0; i < rows; ++i)
        {
#pragma unroll
          for (int d = 0; d < VDigits; ++d)
          {
#pragma unroll
            for (int k = 0; k < bytes; ++k)
            {
              AddProducts(sums[i][d + k], pixels[(j + i) % rows][k], digit[j % 2][d]);
            }
          }
        }
      }
    }
    if (layer != 0)
    {
      continue;
    }
#pragma unroll
    for (int i = 0; i < rows; ++i)
    {
      const int blockRow = thisRow + warp * rows + i;
      if (blockRow >= end)
      {
        break;
      }
      TPixel * const output =
        task.output + block.layer * task.outputStride[2] + (std::ptrdiff_t{ y } + blockRow) * task.outputStride[1] + x;
      int          value[4];
      unsigned int areInDoubt = 0;
#pragma unroll
      for (int k = 0; k < 4; ++k)
      {
        areInDoubt |= RoundSums<Settings>(sums[i], k, kernel, value[k]) << k;
      }
#pragma unroll
      for (int half = 0; half < 2; ++half)
      {
        const int column = FixedPointWidth / 2 * half + 2 * lane;
        StorePair(
          output + column, static_cast<int>(task.outputSize[0]) - x - column, value[2 * half], value[2 * half + 1]);
      }
      if (__any_sync(~0u, areInDoubt != 0))
      {
#pragma unroll
        for (int k = 0; k < 4; ++k)
        {
          const int          column = FixedPointWidth / 2 * (k / 2) + 2 * lane + k % 2;
          const bool         isInDoubt = (areInDoubt >> k & 1) != 0 && x + column < task.outputSize[0];
          const unsigned int lanes = __ballot_sync(~0u, isInDoubt);
          if (isInDoubt)
          {
            doubts[warp].entry[countOfDoubts + __popc(lanes & ((1u << lane) - 1))] =
              blockRow * FixedPointWidth + column;
          }
          countOfDoubts += __popc(lanes);
        }
      }
#pragma unroll
      for (int k = 0; k < Settings::Powers * 4; ++k)
      {
        sums[i][k / 4][k % 4] = 0;
      }
    }
  }
  resolve();
}
} // namespace itk::device::convolution

#endif
