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

#include "ConvolutionFixedPointOutput.cuh"
#include "ConvolutionFixedPointRows.cuh"
#include "ConvolutionTensorCore.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Strip.cuh"

namespace itk::device::convolution
{
using kernels::Division;

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

/** Calls `add(row, digit, byte)` for all of them. */
template <int VRows, int VDigits, int VBytes, typename TAdd>
__device__ __forceinline__ void
ForEachPower(const TAdd & add)
{
#pragma unroll
  for (int i = 0; i < VRows * VDigits * VBytes; ++i)
  {
    add(i / (VDigits * VBytes), i / VBytes % VDigits, i % VBytes);
  }
}

/** A block walks down a strip of FixedPointWidth columns, Height rows at a time, of which a warp makes Rows. For kernels of
 * one layer the input rows stay in a ring of them; of others, the ring has those of this layer and of the next. */
template <typename TPixel, int VDigits, int VChunks>
__global__ void
__launch_bounds__(FixedPointThreads, FixedPointSettings<TPixel, VDigits, VChunks>::Blocks)
  ConvolutionFixedPointKernel(const __grid_constant__ Task<TPixel, TPixel> task,
                              const Division                               division,
                              const FixedPointKernel                       kernel)
{
  using Settings = FixedPointSettings<TPixel, VDigits, VChunks>;
  using Quad = typename Settings::Quad;
  constexpr int           bytes = Settings::Bytes;
  constexpr int           rows = Settings::Rows;
  extern __shared__ uint4 memory[];
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
  TPixel * const endOfRing = ring + slots * Settings::InputWidth;
  const int      firstOfLane = kernel.lead + FixedPointQuad * (2 * (lane / 4) + lane % 4);

  // What comes next: the layer of the kernel, the output's row, and where its rows begin in the ring.
  int        layer = 0;
  int        row = 0;
  int        slot = 0;
  const auto getInputLayer = [&] {
    return kernels::MapIndex(task.border, block.layer + task.offset[2] - task.radius[2] + layer, task.inputSize[2]);
  };
  std::ptrdiff_t inputLayer = getInputLayer();
  const auto     read = [&](int skip) {
    if (row < end)
    {
      const int place = slot + skip < slots ? slot + skip : slot + skip - slots;
      ReadRows<Settings>(task,
                         kernel,
                         x + static_cast<int>(task.offset[0]) - task.radius[0] - kernel.shift,
                         y + row + static_cast<int>(task.offset[1]) - task.radius[1] + skip,
                         inputLayer,
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

  TPixel * const firstOutput =
    task.output + block.layer * task.outputStride[2] + y * task.outputStride[1] + x + 2 * lane;
  const int  columnsLeft = static_cast<int>(task.outputSize[0]) - x - 2 * lane;
  const bool isWhole = kernel.hasPairs && x + FixedPointWidth <= task.outputSize[0];
  // Makes outputs of a row's sums, and begins new ones.
  const auto finish = [&](int(&sumsOfRow)[Settings::Powers][4], int outputRow, auto isExact) {
    TPixel * const output = firstOutput + outputRow * task.outputStride[1];
    int            value[4];
    unsigned int   areInDoubt = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k)
    {
      areInDoubt |= RoundSums<Settings, isExact.value>(sumsOfRow, k, kernel, value[k]) << k;
    }
#pragma unroll
    for (int half = 0; half < 2; ++half)
    {
      StorePair(output + FixedPointWidth / 2 * half,
                isWhole,
                columnsLeft - FixedPointWidth / 2 * half,
                value[2 * half],
                value[2 * half + 1]);
    }
    if (!isExact.value && __any_sync(~0u, areInDoubt != 0))
    {
#pragma unroll
      for (int k = 0; k < 4; ++k)
      {
        const int          column = FixedPointWidth / 2 * (k / 2) + k % 2;
        const bool         isInDoubt = (areInDoubt >> k & 1) != 0 && column < columnsLeft;
        const unsigned int lanes = __ballot_sync(~0u, isInDoubt);
        if (isInDoubt)
        {
          doubts[warp].entry[countOfDoubts + __popc(lanes & ((1u << lane) - 1))] =
            outputRow * FixedPointWidth + 2 * lane + column;
        }
        countOfDoubts += __popc(lanes);
      }
    }
#pragma unroll
    for (int k = 0; k < Settings::Powers * 4; ++k)
    {
      sumsOfRow[k / 4][k % 4] = 0;
    }
  };

  read(0);
#pragma unroll 1
  while (row < end)
  {
    const int thisLayer = layer;
    const int thisRow = row + warp * rows;
    int       place = slot + warp * rows;
    place -= place < slots ? 0 : slots;
    if (depth > 1)
    {
      layer = layer + 1 < depth ? layer + 1 : 0;
      inputLayer = getInputLayer();
    }
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

    const TPixel * line = ring + place * Settings::InputWidth + firstOfLane;
    const auto     readPixels = [&](std::uint32_t(&words)[bytes][VChunks][2]) {
#pragma unroll
      for (int i = 0; i < 2 * VChunks; ++i)
      {
        std::uint32_t parts[bytes];
        PartBytes(reinterpret_cast<const Quad *>(line)[4 * (i / 2) + 16 * (i % 2)], std::is_signed_v<TPixel>, parts);
#pragma unroll
        for (int k = 0; k < bytes; ++k)
        {
          words[k][i / 2][i % 2] = parts[k];
        }
      }
      line += Settings::InputWidth;
      line -= line < endOfRing ? 0 : slots * Settings::InputWidth;
    };
    const std::uint32_t * digits = kernel.digits + thisLayer * kernelHeight * (VDigits * VChunks * 32) + lane;
    const auto            readDigits = [&](std::uint32_t(&words)[VDigits][VChunks]) {
#pragma unroll
      for (int i = 0; i < VDigits * VChunks; ++i, digits += 32)
      {
        words[i / VChunks][i % VChunks] = __ldg(digits);
      }
    };
    // Of the input rows that two rows of the kernel are multiplied by.
    std::uint32_t pixels[rows + 1][bytes][VChunks][2];
    std::uint32_t digit[2][VDigits][VChunks];
#pragma unroll
    for (int i = 0; i < rows - 1; ++i)
    {
      readPixels(pixels[i]);
    }
#pragma unroll 1
    for (int pairs = task.radius[1]; pairs > 0; --pairs)
    {
      readDigits(digit[0]);
      readDigits(digit[1]);
      readPixels(pixels[rows - 1]);
      readPixels(pixels[rows]);
      ForEachPower<rows, VDigits, bytes>([&](int i, int d, int k) {
        AddProducts(sums[i][d + k], pixels[i][k], pixels[i + 1][k], digit[0][d], digit[1][d]);
      });
#pragma unroll
      for (int i = 0; i < (rows - 1) * bytes * VChunks * 2; ++i)
      {
        const int chunk = i / 2 % VChunks;
        const int k = i / (2 * VChunks) % bytes;
        const int j = i / (2 * VChunks * bytes);
        pixels[j][k][chunk][i % 2] = pixels[j + 2][k][chunk][i % 2];
      }
    }
    readDigits(digit[0]);
    readPixels(pixels[rows - 1]);
    ForEachPower<rows, VDigits, bytes>(
      [&](int i, int d, int k) { AddProducts(sums[i][d + k], pixels[i][k], digit[0][d]); });
    if (layer != 0)
    {
      continue;
    }
#pragma unroll
    for (int i = 0; i < rows; ++i)
    {
      if (thisRow + i >= end)
      {
        break;
      }
      if (kernel.isExact)
      {
        finish(sums[i], thisRow + i, std::true_type());
      }
      else
      {
        finish(sums[i], thisRow + i, std::false_type());
      }
    }
  }
  resolve();
}
} // namespace itk::device::convolution

#endif
