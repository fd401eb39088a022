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
#ifndef MorphologyBox_cuh
#define MorphologyBox_cuh

#include "Kernels/Strip.cuh"
#include "MorphologyBoxColumn.cuh"

namespace itk::device::morphology
{
using kernels::DivideUp;
using kernels::Division;
using kernels::Pass;
using kernels::Volume;

/** One launch. A strip's first column is of the input; neighbours overlap by their margins. */
template <typename TPixel>
struct BoxTask
{
  Pass<TPixel, TPixel> pass;
  Order<TPixel>        order;
  int                  radius[2];
  std::ptrdiff_t       firstColumn;
  std::ptrdiff_t       columnsOfStrip; // from one strip to the next
  int                  margin;
  std::ptrdiff_t       strips;
};

template <typename TPixel>
BoxTask<TPixel>
GetLayers(BoxTask<TPixel> task, std::ptrdiff_t first, std::ptrdiff_t count)
{
  task.pass = GetLayers(task.pass, first, count);
  return task;
}

/** Rows of four columns, which may lie beyond the image or the strip. */
template <typename TPixel>
class QuadColumn
{
public:
  using Pixel = std::remove_const_t<TPixel>;
  using Quad = typename Lanes<Pixel>::Quad;

  /** From row 0 on; `first` and `last` bound the columns, and `rows` the rows, that are to be read or written. */
  __device__ __forceinline__
  QuadColumn(TPixel *       image,
             std::ptrdiff_t stride,
             std::ptrdiff_t column,
             std::ptrdiff_t first,
             std::ptrdiff_t last,
             std::ptrdiff_t rows)
    : m_Pixels(image + column)
    , m_Stride(stride)
    , m_Rows(rows)
    , m_First(static_cast<int>(min(max(first - column, std::ptrdiff_t{ 0 }), std::ptrdiff_t{ 4 })))
    , m_Last(static_cast<int>(min(max(last - column, std::ptrdiff_t{ 0 }), std::ptrdiff_t{ 4 })))
    , m_IsWhole(m_First == 0 && m_Last == 4 &&
                (reinterpret_cast<std::size_t>(m_Pixels) | (stride * sizeof(TPixel))) % sizeof(Quad) == 0)
  {}

  /** For VRows rows j, from `row` on, calls whole(j, pixels) where all four pixels are to be read or written, or
   * single(j, i, pixel) for those that are. */
  template <int VRows, typename TWhole, typename TSingle>
  __device__ __forceinline__ void
  ForEachRow(std::ptrdiff_t row, const TWhole & whole, const TSingle & single) const
  {
    if (m_First >= m_Last || row + VRows <= 0 || row >= m_Rows)
    {
      return; // rather than let the warp go through the single pixels of lanes that have none
    }
    TPixel * pixels = m_Pixels + row * m_Stride;
    if (m_IsWhole && row >= 0 && row + VRows <= m_Rows)
    {
#pragma unroll
      for (int j = 0; j < VRows; ++j, pixels += m_Stride)
      {
        whole(j, pixels);
      }
      return;
    }
#pragma unroll
    for (int j = 0; j < VRows; ++j, pixels += m_Stride)
    {
      if (row + j >= 0 && row + j < m_Rows)
      {
#pragma unroll
        for (int i = 0; i < 4; ++i)
        {
          if (i >= m_First && i < m_Last)
          {
            single(j, i, pixels + i);
          }
        }
        // Else the compiler would load the pixels of all rows at once, into a register each.
        asm volatile("" ::: "memory");
      }
    }
  }

private:
  TPixel *               m_Pixels;
  const std::ptrdiff_t & m_Stride;
  std::ptrdiff_t         m_Rows;
  int                    m_First;
  int                    m_Last;
  bool                   m_IsWhole;
};

/** Rows that a thread reads ahead. */
constexpr int RowsAhead = 4;

/** Rows of which chunks are exchanged at a time; fewer where shared memory is scarce. */
template <int VRadius0>
constexpr int RowsExchanged = VRadius0 == AnyRadius ? 2 : RowsAhead;

/** A strip of 128 columns is a warp's, and one of 512 a block's if the radius along rows is AnyRadius. It is walked down,
 * of 8 and 16 bits down the two halves of its rows at once. */
template <typename TPixel, int VRadius0, int VRadius1>
__global__ void
__launch_bounds__(Threads)
  BoxKernel(const __grid_constant__ BoxTask<TPixel> task, const __grid_constant__ Division division)
{
  using TheLanes = Lanes<TPixel>;
  using Word = typename TheLanes::Word;
  using Quad = typename TheLanes::Quad;
  constexpr int lanes = TheLanes::Count;
  constexpr int rowsExchanged = RowsExchanged<VRadius0>;
  constexpr int stripThreads = CountStripThreads(VRadius0);

  extern __shared__ uint4 memory[];

  const auto &         pass = task.pass;
  const auto           block = kernels::GetBlockPosition(division);
  const std::ptrdiff_t strip = block.strip * (Threads / stripThreads) + threadIdx.x / stripThreads;
  if (strip >= task.strips)
  {
    return;
  }
  const std::ptrdiff_t stripBegin = task.firstColumn + strip * task.columnsOfStrip;
  const std::ptrdiff_t column = stripBegin + 4 * static_cast<int>(threadIdx.x % stripThreads);
  const std::ptrdiff_t outputEnd = pass.offset[0] + pass.outputSize[0];
  const std::ptrdiff_t first = strip == 0 ? pass.offset[0] : stripBegin + task.margin;
  const std::ptrdiff_t last =
    strip + 1 == task.strips ? outputEnd : min(stripBegin + task.columnsOfStrip + task.margin, outputEnd);

  const int            radius1 = VRadius1 == AnyRadius ? task.radius[1] : VRadius1;
  const std::ptrdiff_t outputRow = block.segment * division.segmentLength;
  const int            rows = static_cast<int>(min(division.segmentLength, pass.outputSize[1] - outputRow));
  const int            rowsOfLane = DivideUp(rows, lanes);

  const QuadColumn<const TPixel> input(pass.input + block.layer * pass.inputLayerStride,
                                       pass.inputStride,
                                       column,
                                       0,
                                       pass.inputSize[0],
                                       pass.inputSize[1]);
  TPixel * const                 outputOfLane =
    pass.output + block.layer * pass.outputLayerStride - pass.offset[0] + outputRow * pass.outputStride;

  const Quad beyond = TheLanes::Fill(task.order.boundary);
  Word       boundary[4];
  {
    Quad quads[lanes];
#pragma unroll
    for (Quad & quad : quads)
    {
      quad = beyond;
    }
    TheLanes::Expand(quads, task.order, boundary);
  }

  Quad       ahead[RowsAhead][lanes];
  const auto load = [&](std::ptrdiff_t row) {
#pragma unroll
    for (int lane = 0; lane < lanes; ++lane)
    {
#pragma unroll
      for (int j = 0; j < RowsAhead; ++j)
      {
        ahead[j][lane] = beyond;
      }
      input.template ForEachRow<RowsAhead>(
        row + lane * rowsOfLane,
        [&](int j, const TPixel * pixels) { ahead[j][lane] = __ldg(reinterpret_cast<const Quad *>(pixels)); },
        [&](int j, int i, const TPixel * pixel) { TheLanes::Set(ahead[j][lane], i, *pixel); });
    }
  };

  ColumnMaximum<TheLanes, VRadius1, RowsAhead>  columnMaximum(memory, radius1);
  const std::size_t                             columnBytes = VRadius1 == AnyRadius ? CountColumnBytes(radius1) : 0;
  RowMaximum<TheLanes, VRadius0, rowsExchanged> rowMaximum(
    reinterpret_cast<Word *>(reinterpret_cast<char *>(memory) + columnBytes), task.radius[0], boundary[0]);

  const std::ptrdiff_t inputRow = pass.offset[1] + outputRow - radius1;
  load(inputRow);
  for (int begin = 0; begin < rowsOfLane + 2 * radius1; begin += RowsAhead)
  {
    Word value[RowsAhead][4];
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j)
    {
      TheLanes::Expand(ahead[j], task.order, value[j]);
    }
    if (begin + RowsAhead < rowsOfLane + 2 * radius1)
    {
      load(inputRow + begin + RowsAhead);
    }
    if constexpr (VRadius0 != 0)
    {
#pragma unroll
      for (int j = 0; j < RowsAhead; j += rowsExchanged)
      {
        rowMaximum.Apply(value + j);
      }
    }
    columnMaximum.Apply(value);
    Quad quads[RowsAhead][lanes];
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j)
    {
      TheLanes::Pack(value[j], task.order, quads[j]);
    }
#pragma unroll
    for (int lane = 0; lane < lanes; ++lane)
    {
      // The last lane may have a row less.
      const QuadColumn<TPixel> output(outputOfLane + lane * rowsOfLane * pass.outputStride,
                                      pass.outputStride,
                                      column,
                                      first,
                                      last,
                                      min(rowsOfLane, rows - lane * rowsOfLane));
      output.template ForEachRow<RowsAhead>(
        begin - 2 * radius1,
        [&](int j, TPixel * pixels) { *reinterpret_cast<Quad *>(pixels) = quads[j][lane]; },
        [&](int j, int i, TPixel * pixel) { *pixel = TheLanes::Get(quads[j][lane], i); });
    }
  }
}
} // namespace itk::device::morphology

#endif
