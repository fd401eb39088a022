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
#ifndef ConvolutionRectangle_cuh
#define ConvolutionRectangle_cuh

#include "ConvolutionRectangle.h"
#include "ConvolutionRows.cuh"
#include "ConvolutionWriter.cuh"
#include <algorithm>
#include <cuda_pipeline_primitives.h>

namespace itk::device::convolution
{
using kernels::Division;

constexpr int RectangleColumns = 4; // of a thread
constexpr int RectangleRowsAhead = 4;

/** Rows of a kernel that a launch takes at most: as there are registers for their sums; and some 345 coefficients, with
 * which a multiprocessor's caches hold both them and the instructions that multiply by them. */
constexpr int
GetMostRectangleRows(int width)
{
  return std::min(17, 345 / width);
}

/** Of some and few rows, which leave more blocks to a multiprocessor. */
constexpr int SomeRectangleRows = 9;
constexpr int FewRectangleRows = 4;

/** Blocks that a multiprocessor should have registers for. */
constexpr int
CountRectangleBlocks(int width, int rows)
{
  return (rows == FewRectangleRows ? 6 : rows == SomeRectangleRows ? 5 : 4) - (width > 11);
}

/** `rows` rows of a kernel, of at most VRows, the last one first. */
template <int VWidth, int VRows>
struct RectangleKernel
{
  float value[VRows][VWidth];
  int   rows;
  bool  isFirst; // of the parts of a kernel, which add to what those before it wrote
};

/** How a warp reads and writes, and what it has of shared memory. */
template <typename TInput, int VWidth>
struct RectangleWarp
{
  using Reader = RowReader<TInput, float, RectangleColumns, VWidth / 2, RectangleRowsAhead, 1>;
  using WriterType = Writer<TInput, float, RectangleColumns>;
  struct Memory
  {
    typename Reader::Rows rows[2];
    // What the sums that begin in a row begin with.
    alignas(16) float before[RectangleRowsAhead][32][RectangleColumns];
  };
};

/** A part of a kernel of any height, as ConvolutionSquareKernel does it. Rows are added one by one, which gives the bits of
 * ConvolutionAnySizeKernel. */
template <typename TInput, int VWidth, int VRows>
__global__ void
__launch_bounds__(kernels::StripThreads, CountRectangleBlocks(VWidth, VRows))
  ConvolutionRectangleKernel(const __grid_constant__ Task<TInput, float> task,
                             const Division                              division,
                             const RectangleKernel<VWidth, VRows>        kernel)
{
  constexpr int radius = VWidth / 2;
  constexpr int columns = RectangleColumns;
  using Types = RectangleWarp<TInput, VWidth>;
  using Reader = typename Types::Reader;
  using WriterType = typename Types::WriterType;
  extern __shared__ uint4         memoryOfBlock[];
  typename WriterType::DoubtsType doubts;

  const auto block = kernels::GetBlockPosition(division);
  const int  warp = threadIdx.x / 32;
  const int  lane = threadIdx.x % 32;
  const int  x = (static_cast<int>(block.strip) * static_cast<int>(blockDim.x / 32) + warp) * 32 * columns;
  const int  y = static_cast<int>(block.segment * division.segmentLength);
  if (x >= task.outputSize[0])
  {
    return;
  }
  auto &    memory = reinterpret_cast<typename Types::Memory *>(memoryOfBlock)[warp];
  const int last = kernel.rows - 1;
  const int rows = min(static_cast<int>(division.segmentLength), static_cast<int>(task.outputSize[1]) - y) + last;
  // That of the input, beyond which there may be none.
  const std::ptrdiff_t layer = kernels::MapIndex(task.border, block.layer + task.offset[2], task.inputSize[2]);
  Reader               reader(task, x, y, layer - task.offset[2]);
  WriterType           writer(task, doubts, x, y, block.layer, -last, static_cast<int>(task.outputSize[0]));

  float sums[VRows][columns]{};
  // For the sums that begin in `row`, and `ahead` rows before.
  const auto copyBefore = [&](int row, int ahead) {
    if (row < rows - last)
    {
      writer.CopyAsync(last + ahead, memory.before[row % RectangleRowsAhead][lane]);
    }
    __pipeline_commit();
  };
  if (!kernel.isFirst)
  {
    for (int row = 0; row < RectangleRowsAhead - 1; ++row)
    {
      copyBefore(row, row);
    }
  }
  int buffer = 0;
  reader.Load();
#pragma unroll 1
  for (int begin = 0; begin < rows; begin += RectangleRowsAhead, buffer ^= 1)
  {
    reader.Store(memory.rows[buffer]);
    if (begin + RectangleRowsAhead < rows)
    {
      reader.Load();
    }
    // The other buffer was last read before the previous of these barriers.
    __syncwarp();
#pragma unroll 1
    for (int j = 0; j < RectangleRowsAhead; ++j, writer.NextRow())
    {
      if (!kernel.isFirst)
      {
        copyBefore(begin + j + RectangleRowsAhead - 1, RectangleRowsAhead - 1);
        __pipeline_wait_prior(RectangleRowsAhead - 1);
#pragma unroll
        for (int k = 0; k < VRows; ++k)
        {
#pragma unroll
          for (int i = 0; i < columns; ++i)
          {
            sums[k][i] = k == last ? memory.before[j][lane][i] : sums[k][i];
          }
        }
      }
      float value[columns + 2 * radius];
      ReadWindow<TInput, float, columns, radius>(memory.rows[buffer][0][j], lane, value);
      float result[columns];
#pragma unroll
      for (int k = 0; k < VRows; ++k)
      {
        if (k > last)
        {
          break;
        }
        float sum[columns];
#pragma unroll
        for (int i = 0; i < columns; ++i)
        {
          // Rounded before it is added, also where it is all of the row.
          sum[i] = __fmul_rn(kernel.value[k][0], value[i]);
        }
#pragma unroll
        for (int l = 1; l < VWidth; ++l)
        {
#pragma unroll
          for (int i = 0; i < columns; ++i)
          {
            sum[i] = fmaf(kernel.value[k][l], value[i + l], sum[i]);
          }
        }
#pragma unroll
        for (int i = 0; i < columns; ++i)
        {
          (k == 0 ? result[i] : sums[k - 1][i]) = sum[i] + sums[k][i];
        }
      }
      if (begin + j >= last && begin + j < rows)
      {
        writer.Write(result);
      }
    }
  }
}

/** Launches the part of a kernel of `rows` rows from `first` on, counted through its layers. */
template <int VWidth, int VRows, typename TInput>
void
LaunchRectanglePart(Task<TInput, float>  task,
                    const Coefficients & coefficients,
                    int                  first,
                    int                  rows,
                    const Stream &       stream)
{
  const auto         kernel = ConvolutionRectangleKernel<TInput, VWidth, VRows>;
  const unsigned int warps = kernels::CountStripWarps(kernels::DivideUp(task.outputSize[0], 32 * RectangleColumns));
  const int          height = 2 * task.radius[1] + 1;
  RectangleKernel<VWidth, VRows> part{ {}, rows, first == 0 };
  const auto                     row = coefficients.values.begin() + std::ptrdiff_t{ first } * VWidth;
  for (int j = 0; j < rows; ++j)
  {
    std::copy_n(row + std::ptrdiff_t{ j } * VWidth, VWidth, part.value[rows - 1 - j]);
  }
  // RowReader begins VWidth / 2 rows above.
  task.offset[1] += first % height - task.radius[1] + VWidth / 2;
  task.offset[2] += first / height - task.radius[2];
  // Segments of many rows, as there may be many around each that are read twice; but not DivideWalk's longest, which are
  // more than the waves asked for.
  Division division{};
  for (const int waves : { 1, 2, 4 })
  {
    division = kernels::DivideWalk({ task.outputSize[0], task.outputSize[1] },
                                   task.outputSize[2],
                                   std::ptrdiff_t{ warps } * 32 * RectangleColumns,
                                   kernel,
                                   32 * warps,
                                   stream,
                                   waves);
    if (division.segmentLength <= 60 * rows)
    {
      break;
    }
  }
  kernels::ForEachGrid(task, task.outputSize[2], division, [&](const auto & layers, std::ptrdiff_t blocks) {
    kernels::Launch("ConvolutionRectangleKernel",
                    kernel,
                    { blocks, 32 * warps, warps * sizeof(typename RectangleWarp<TInput, VWidth>::Memory) },
                    stream,
                    layers,
                    division,
                    part);
  });
}

template <int VWidth, typename TInput>
void
LaunchRectangleOfWidth(const Task<TInput, float> & task, const Coefficients & coefficients, const Stream & stream)
{
  if constexpr (VWidth > 1)
  {
    if (task.radius[0] < VWidth / 2)
    {
      return LaunchRectangleOfWidth<VWidth - 2>(task, coefficients, stream);
    }
  }
  const int     height = 2 * task.radius[1] + 1;
  constexpr int most = GetMostRectangleRows(VWidth);
  const int     rowsOfPart = kernels::DivideUp(height, kernels::DivideUp(height, most));
  for (int layer = 0; layer <= 2 * task.radius[2]; ++layer)
  {
    for (int row = 0; row < height; row += rowsOfPart)
    {
      const int first = layer * height + row;
      const int rows = std::min(rowsOfPart, height - row);
      if (rows <= FewRectangleRows)
      {
        LaunchRectanglePart<VWidth, FewRectangleRows>(task, coefficients, first, rows, stream);
      }
      else if (rows <= SomeRectangleRows)
      {
        LaunchRectanglePart<VWidth, SomeRectangleRows>(task, coefficients, first, rows, stream);
      }
      else
      {
        LaunchRectanglePart<VWidth, most>(task, coefficients, first, rows, stream);
      }
    }
  }
}

template <typename TInput>
void
LaunchRectangle(const Task<TInput, float> & task, const Coefficients & coefficients, const Stream & stream)
{
  LaunchRectangleOfWidth<WidestRectangle<TInput>>(task, coefficients, stream);
}
} // namespace itk::device::convolution

#define ITK_INSTANTIATE_RECTANGLE(input)                                                    \
  namespace itk::device::convolution                                                        \
  {                                                                                         \
  template void                                                                             \
  LaunchRectangle<input>(const Task<input, float> &, const Coefficients &, const Stream &); \
  }                                                                                         \
  static_assert(true, "")

#endif
