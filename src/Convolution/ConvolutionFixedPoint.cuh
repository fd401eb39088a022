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
#include "ConvolutionFixedPointProducts.cuh"
#include "ConvolutionFixedPointSettings.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Strip.cuh"

namespace itk::device::convolution
{
using kernels::Division;

/** A block walks down a strip of FixedPointWidth columns, Height rows in each of some passes at a time, of which a warp makes
 * Rows. For kernels of one layer the input rows stay in a ring of them; of others, the ring has those of this layer and of the
 * next. */
template <typename TPixel, int VDigits, int VChunks>
__global__ void
__launch_bounds__(FixedPointThreads, FixedPointSettings<TPixel, VDigits, VChunks>::Blocks)
  ConvolutionFixedPointKernel(const __grid_constant__ Task<TPixel, TPixel> task,
                              const Division                               division,
                              const FixedPointKernel                       kernel)
{
  using Settings = FixedPointSettings<TPixel, VDigits, VChunks>;
  using Quad = typename Settings::Quad;
  constexpr int           rows = Settings::Rows;
  extern __shared__ uint4 memory[];

  const auto     block = kernels::GetBlockPosition(division);
  const int      warp = threadIdx.x / 32;
  const int      lane = threadIdx.x % 32;
  const int      x = static_cast<int>(block.strip) * FixedPointWidth;
  const int      y = static_cast<int>(block.segment * division.segmentLength);
  const int      end = min(static_cast<int>(division.segmentLength), static_cast<int>(task.outputSize[1]) - y);
  const int      kernelHeight = 2 * task.radius[1] + 1;
  const int      depth = 2 * task.radius[2] + 1;
  const int      height = Settings::Height * kernel.passes;
  const int      inputRows = height + kernelHeight - 1;
  const int      slots = 2 * inputRows;
  TPixel * const ring = reinterpret_cast<TPixel *>(memory);
  TPixel * const endOfRing = ring + slots * Settings::InputWidth;
  // A list of the warp's outputs in doubt: FixedPointWidth times the row, plus the column.
  auto * const doubts =
    reinterpret_cast<std::uint32_t *>(endOfRing) + warp * CountRoomForDoubts<Settings>(kernel.passes);
  const int firstOfLane = kernel.alignment.lead + QuadOfRow * (2 * (lane / 4) + lane % 4);

  // What comes next: the layer of the kernel, the output's row, and where its rows begin in the ring.
  int        layer = 0;
  int        row = 0;
  int        slot = 0;
  const auto getInputLayer = [&] {
    return kernels::MapIndex(task.border, block.layer + task.offset[2] - task.radius[2] + layer, task.inputSize[2]);
  };
  std::ptrdiff_t                                                     inputLayer = getInputLayer();
  const RowsOfBlock<FixedPointThreads, Settings::InputWidth, TPixel> input(
    task, kernel.alignment, x + static_cast<int>(task.offset[0]) - task.radius[0] - kernel.alignment.shift);
  const auto read = [&](int skip) {
    if (row < end)
    {
      const int place = slot + skip < slots ? slot + skip : slot + skip - slots;
      input.Read(inputLayer,
                 y + row + static_cast<int>(task.offset[1]) - task.radius[1] + skip,
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
        const std::uint32_t entry = doubts[index];
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
  // Makes outputs of the sums, from a row on, and begins new ones.
  const auto finish = [&](int firstRow, auto isExact) {
    TPixel * output = firstOutput + firstRow * task.outputStride[1];
    bool     areInDoubt[rows][4];
    bool     isAnyInDoubt = false;
#pragma unroll
    for (int i = 0; i < rows; ++i, output += task.outputStride[1])
    {
      int value[4];
#pragma unroll
      for (int k = 0; k < 4; ++k)
      {
        areInDoubt[i][k] = RoundSums<Settings, isExact.value>(sums[i], k, kernel, value[k]);
        isAnyInDoubt = isAnyInDoubt || areInDoubt[i][k];
      }
      if (firstRow + i < end)
      {
        StorePairs(output, isWhole, columnsLeft, value);
      }
    }
    if (!isExact.value && __any_sync(~0u, isAnyInDoubt))
    {
#pragma unroll
      for (int i = 0; i < rows * 4; ++i)
      {
        const int          outputRow = firstRow + i / 4;
        const int          column = FixedPointWidth / 2 * (i % 4 / 2) + i % 2;
        const bool         isInDoubt = areInDoubt[i / 4][i % 4] && outputRow < end && column < columnsLeft;
        const unsigned int lanes = __ballot_sync(~0u, isInDoubt);
        if (isInDoubt)
        {
          doubts[countOfDoubts + __popc(lanes & ((1u << lane) - 1))] = outputRow * FixedPointWidth + 2 * lane + column;
        }
        countOfDoubts += __popc(lanes);
      }
    }
#pragma unroll
    for (int i = 0; i < rows * Settings::Powers * 4; ++i)
    {
      sums[i / (Settings::Powers * 4)][i / 4 % Settings::Powers][i % 4] = 0;
    }
  };

  read(0);
#pragma unroll 1
  while (row < end)
  {
    const int thisLayer = layer;
    int       thisRow = row + warp * rows;
    int       place = slot + warp * rows;
    if (depth > 1)
    {
      layer = layer + 1 < depth ? layer + 1 : 0;
      inputLayer = getInputLayer();
    }
    row += layer == 0 ? height : 0;
    slot += depth == 1 ? height : inputRows;
    slot -= slot < slots ? 0 : slots;
    __pipeline_wait_prior(0);
    // Nobody reads what was before these rows any more; and all warps compute outputs in doubt at once, as all wait here.
    if (__syncthreads_or(countOfDoubts >= 32))
    {
      resolve();
    }
    read(depth == 1 ? kernelHeight - 1 : 0);

#pragma unroll 1
    for (int pass = 0; pass < kernel.passes; ++pass, thisRow += Settings::Height, place += Settings::Height)
    {
      place -= place < slots ? 0 : slots;
      AddProductsOfRows<Settings>(ring,
                                  slots,
                                  place,
                                  firstOfLane,
                                  kernel.digits + thisLayer * CountWordsOfLayer<Settings>(task.radius[1]) + lane,
                                  task.radius[1],
                                  sums);
      if (layer != 0)
      {
        break;
      }
      if (kernel.isExact)
      {
        finish(thisRow, std::true_type());
      }
      else
      {
        finish(thisRow, std::false_type());
      }
    }
  }
  resolve();
}
} // namespace itk::device::convolution

#endif
