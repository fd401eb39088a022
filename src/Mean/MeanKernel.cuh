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
#ifndef MeanKernel_cuh
#define MeanKernel_cuh

#include "MeanColumn.cuh"
#include "MeanPasses.cuh"
#include "MeanRow.cuh"
#include <type_traits>

namespace itk::device::mean
{
using kernels::DivideUp;
using kernels::Pass;

/** What is to be done, in items of a strip of columns times a segment of rows times a layer. Blocks take one item after
 * the other. */
struct Work
{
  std::ptrdiff_t strips;
  std::ptrdiff_t segments;
  std::ptrdiff_t segmentLength;
  std::ptrdiff_t items;
};

struct Position
{
  std::ptrdiff_t strip;
  std::ptrdiff_t y;
  std::ptrdiff_t layer;
};

__device__ __forceinline__ Position
GetPosition(const Work & work, std::ptrdiff_t item)
{
  const std::ptrdiff_t row = item / work.strips;
  return { item % work.strips, row % work.segments * work.segmentLength, row / work.segments };
}

/** Where a block keeps the older groups of its columns' cores: in its shared memory, or at its part of `memory`. */
template <typename TSum>
struct RingMemory
{
  TSum *         memory;
  std::ptrdiff_t sums;

  __device__ __forceinline__ TSum *
  Get(void * shared) const
  {
    return memory == nullptr ? static_cast<TSum *>(shared) : memory + blockIdx.x * sums;
  }
};

template <typename TSum>
constexpr int BlocksPerMultiprocessor = sizeof(TSum) == 8 ? 2 : 3;

/** The columns that a strip of whole rows reads, and how many lie before and after them in its windows, for which stands the
 * nearest that is read. */
struct WholeRow
{
  std::ptrdiff_t first; // of the input
  int            before;
  int            columns;
  int            after;

  /** Of windows of `radius` for all outputs of the pass. */
  template <typename TInput, typename TOutput>
  ITK_HOST_DEVICE
  WholeRow(const Pass<TInput, TOutput> & pass, int radius)
  {
    const int            groups = GetFirstGroup(radius) + static_cast<int>(DivideUp(pass.outputSize[0], GroupSize));
    const std::ptrdiff_t begin = pass.offset[0] + radius - GetFirstGroup(radius) * GroupSize;
    const std::ptrdiff_t end = begin + std::ptrdiff_t{ groups } * GroupSize;
    first = begin < 0 ? 0 : begin;
    before = static_cast<int>(first - begin);
    columns = static_cast<int>((end < pass.inputSize[0] ? end : pass.inputSize[0]) - first);
    after = groups * GroupSize - before - columns;
  }
};

/** Columns and rows at once, in strips of `width` outputs, or in one of all of them, if VIsWhole. With two buffers, a warp may go
 * on to its columns' next sums while others are still at their rows. VInWords as for WritePixels. */
template <bool VInWords,
          bool VIsWhole,
          typename TInput,
          typename TSum,
          typename TOutput,
          typename TRowWindow,
          typename TColumnWindow>
__global__ void
__launch_bounds__(Threads, BlocksPerMultiprocessor<TSum>) MeanKernel(const Pass<TInput, TOutput> pass,
                                                                     const Work                  work,
                                                                     const int                   width,
                                                                     const TRowWindow            rowWindow,
                                                                     const TColumnWindow         columnWindow,
                                                                     const int                   buffers,
                                                                     const RingMemory<TSum>      ring,
                                                                     const MeanDivision<TSum>    division)
{
  extern __shared__ double2 shared[];
  auto * const              lines = reinterpret_cast<Lines<TSum, VIsWhole> *>(shared);
  int                       buffer = 0;

  const RowSums<VIsWhole, TSum, TOutput, TRowWindow> rowSums(rowWindow);
  const int                                          row = rowSums.GetRow();
  const int                                          firstGroup = GetFirstGroup(rowWindow.radius);
  const WholeRow                                     whole(pass, rowWindow.radius);
  for (std::ptrdiff_t item = blockIdx.x; item < work.items; item += gridDim.x)
  {
    const auto           position = GetPosition(work, item);
    const std::ptrdiff_t x = position.strip * width;
    const int            columns = static_cast<int>(min(pass.outputSize[0] - x, std::ptrdiff_t{ width }));
    const int            rows = static_cast<int>(min(pass.outputSize[1] - position.y, work.segmentLength));
    const int            usedColumns =
      VIsWhole ? whole.columns : (firstGroup + DivideUp<std::ptrdiff_t>(columns, GroupSize)) * GroupSize;
    const std::ptrdiff_t firstColumn =
      VIsWhole ? whole.first : x + pass.offset[0] + rowWindow.radius - firstGroup * GroupSize;

    const ColumnReader<TInput> reader(pass, position.layer, firstColumn, position.y + pass.offset[1], usedColumns);
    ColumnSums<false, TInput, TSum, TColumnWindow> columnSums(
      reader, columnWindow, ring.Get(lines + buffers), columnWindow.radius);
    TOutput * output =
      pass.output + position.layer * pass.outputLayerStride + (position.y + row) * pass.outputStride + x;
    for (int begin = 0; begin < rows; begin += GroupSize, output += GroupSize * pass.outputStride)
    {
      columnSums.Get([&](int column, const auto & sum) {
        if constexpr (VIsWhole)
        {
          const int last = usedColumns - 1;
          if (column <= last)
          {
            lines[buffer].Write(whole.before + column, sum);
          }
          if (column < 32)
          {
            lines[buffer].Repeat(0, whole.before, sum, 0);
          }
          if (column / 32 == last / 32)
          {
            lines[buffer].Repeat(whole.before + usedColumns, whole.after, sum, last % 32);
          }
        }
        else
        {
          lines[buffer].Write(column, sum);
        }
      });
      if (begin + GroupSize < rows)
      {
        columnSums.Load();
      }
      __syncthreads();
      if (begin + row < rows)
      {
        rowSums.template Write<VInWords>(lines[buffer], output, columns, division);
      }
      if (buffers == 1)
      {
        __syncthreads();
      }
      else
      {
        buffer ^= 1;
      }
    }
  }
}

/** Columns alone. With `keepsSums`, what leaves a window is read from shared memory. */
template <typename TSum, typename TOutput, typename TWindow>
__global__ void
__launch_bounds__(Threads, BlocksPerMultiprocessor<TSum>) MeanColumnKernel(const ColumnPass<TSum, TOutput> columnPass,
                                                                           const TWindow                   window,
                                                                           const Work                      work,
                                                                           const bool                      keepsSums,
                                                                           const RingMemory<TSum>          ring)
{
  extern __shared__ double2 shared[];
  const auto &              pass = columnPass.pass;
  for (std::ptrdiff_t item = blockIdx.x; item < work.items; item += gridDim.x)
  {
    const auto           position = GetPosition(work, item);
    const std::ptrdiff_t x = position.strip * StripWidth;
    const int            columns = static_cast<int>(min(pass.outputSize[0] - x, std::ptrdiff_t{ StripWidth }));
    const int            rows = static_cast<int>(min(pass.outputSize[1] - position.y, work.segmentLength));

    const ColumnReader<TSum> reader(
      pass, position.layer, x + pass.offset[0], position.y + pass.offset[1], columns, columnPass.inputAcross);
    TSum * const kept = keepsSums ? reinterpret_cast<TSum *>(shared) : nullptr;
    TSum * const groups = ring.Get(reinterpret_cast<TSum *>(shared) + (keepsSums ? 2 * window.radius * StripWidth : 0));
    ColumnSums<true, TSum, TSum, TWindow> columnSums(reader, window, groups, window.radius, kept);
    TOutput * output = pass.output + position.layer * pass.outputLayerStride + position.y * pass.outputStride +
                       x * columnPass.outputAcross;
    for (int begin = 0; begin < rows; begin += GroupSize, output += GroupSize * pass.outputStride)
    {
      columnSums.Get([&](int column, const auto & sum) {
        if (column < columns)
        {
          TOutput   pixel[GroupSize];
          TOutput * target = output + column * columnPass.outputAcross;
          Finish(sum, columnPass.division, pixel);
#pragma unroll
          for (int i = 0; i < GroupSize; ++i, target += pass.outputStride)
          {
            if (begin + i < rows)
            {
              *target = pixel[i];
            }
          }
        }
      });
      if (begin + GroupSize < rows)
      {
        columnSums.Load();
      }
    }
  }
}
} // namespace itk::device::mean

#endif
