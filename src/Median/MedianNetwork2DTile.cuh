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
#ifndef MedianNetwork2DTile_cuh
#define MedianNetwork2DTile_cuh

#include "MedianSorting.cuh"

namespace itk::device::median2d
{
using median::List;
using median::Merge;
using median::MergeAndForget;
using median::Sort;

/** The geometry of a tile of 4 x 4 medians.
 *
 * The pixels that the tile's windows cover have the indices 1 ... VRadius * 2 + 4 along each axis: the window of the
 * tile's first median is [1, 2 VRadius + 1]. All windows share the core, [CoreBegin, CoreEnd) along both axes.
 */
template <int VRadius>
struct TileGeometry
{
  static constexpr int Side = 2 * VRadius + 1;
  static constexpr int Window = Side * Side;
  static constexpr int Core = Side - 3;
  static constexpr int CoreBegin = 4;
  static constexpr int CoreEnd = CoreBegin + Core;
  static constexpr int End = CoreEnd + 3;

  /** First of the two lines that the windows of half `half` (0, 1) of the tile share besides the core. */
  __host__ __device__ static constexpr int
  PairOfHalf(int half)
  {
    return half == 0 ? CoreBegin - 2 : CoreEnd;
  }

  /** The line that only the windows of median `index` (0, 1) of half `half` contain. */
  __host__ __device__ static constexpr int
  LineOfMedian(int half, int index)
  {
    return (index == 0 ? 1 : CoreEnd) + 2 * half;
  }
};

/** The 16 medians of a tile, found by narrowing it: all windows of the tile, those of its upper or lower half, of a
 * quarter and of a column of two share ever more pixels. Each step merges the sorted pixels that it adds and forgets
 * the ranks that can no longer be the median (hierarchical tiling: Sugy 2025, arXiv 2507.19926).
 *
 * TSource gives the lists of sorted pixels, as RegisterSource does. `emit(half, verticalHalf, medians)` takes those of
 * a quarter, `medians[row][column]`. With VUnroll false the quarters are a loop, for short code.
 */
template <typename TOrder, int VRadius, bool VUnroll, typename TSource, typename TEmit>
__host__ __device__ __forceinline__ void
ComputeTile(const TSource & source, const TEmit & emit)
{
  using Word = typename TOrder::Word;
  using Geometry = TileGeometry<VRadius>;
  constexpr int window = Geometry::Window;
  constexpr int core = Geometry::Core;
  constexpr int unroll = VUnroll ? 2 : 1;

  const auto coreList = source.GetCore();
#pragma unroll unroll
  for (int verticalHalf = 0; verticalHalf < 2; ++verticalHalf)
  {
    const auto halfList = MergeAndForget<TOrder, window, (core + 2) * core>(coreList, source.GetRowPair(verticalHalf));
#pragma unroll unroll
    for (int half = 0; half < 2; ++half)
    {
      const int  pair = Geometry::PairOfHalf(half);
      const auto corner =
        Merge<TOrder>(source.GetRowPairColumn(verticalHalf, pair), source.GetRowPairColumn(verticalHalf, pair + 1));
      const auto columnPair = Merge<TOrder>(source.GetColumnPair(pair), corner);
      const auto quarterList = MergeAndForget<TOrder, window, (core + 2) * (core + 2)>(halfList, columnPair);

      List<Word, core + 2> row[2];
#pragma unroll
      for (int j = 0; j < 2; ++j)
      {
        const List<Word, 1> first{ { source.GetRowPixel(verticalHalf, j, pair) } };
        const List<Word, 1> second{ { source.GetRowPixel(verticalHalf, j, pair + 1) } };
        row[j] = Merge<TOrder>(source.GetRow(verticalHalf, j), Merge<TOrder>(first, second));
      }
      Word medians[2][2];
#pragma unroll
      for (int i = 0; i < 2; ++i)
      {
        const int  line = Geometry::LineOfMedian(half, i);
        const auto column = Merge<TOrder>(source.GetColumn(line), source.GetRowPairColumn(verticalHalf, line));
        const auto columnList = MergeAndForget<TOrder, window, (core + 3) * (core + 2)>(quarterList, column);
#pragma unroll
        for (int j = 0; j < 2; ++j)
        {
          const auto middle = MergeAndForget<TOrder, window, window - 1>(columnList, row[j]);
          const Word last = source.GetRowPixel(verticalHalf, j, line);
          medians[j][i] = TOrder::Maximum(middle.value[0], TOrder::Minimum(middle.value[1], last));
        }
      }
      emit(half, verticalHalf, medians);
    }
  }
}

/** The lists of a tile, made from its pixels alone. For small windows, whose lists fit in registers. */
template <typename TOrder, int VRadius>
class RegisterSource
{
public:
  using Word = typename TOrder::Word;
  using Geometry = TileGeometry<VRadius>;
  static constexpr int Core = Geometry::Core;
  static constexpr int End = Geometry::End;

  /** `pixel[x - 1][y]`; row 0 is not used. */
  __host__ __device__ __forceinline__ explicit RegisterSource(const Word (&pixel)[End - 1][End])
    : m_Pixel(pixel)
  {
#pragma unroll
    for (int x = 1; x < End; ++x)
    {
      List<Word, Core> column;
#pragma unroll
      for (int i = 0; i < Core; ++i)
      {
        column.value[i] = pixel[x - 1][Geometry::CoreBegin + i];
      }
      m_Column[x] = Sort<TOrder>(column);
#pragma unroll
      for (int half = 0; half < 2; ++half)
      {
        const int y = Geometry::PairOfHalf(half);
        m_RowPairColumn[half][x] = Sort<TOrder>(List<Word, 2>{ { pixel[x - 1][y], pixel[x - 1][y + 1] } });
      }
    }
#pragma unroll
    for (int half = 0; half < 2; ++half)
    {
      m_ColumnPair[half] =
        Merge<TOrder>(m_Column[Geometry::PairOfHalf(half)], m_Column[Geometry::PairOfHalf(half) + 1]);
      m_RowPair[half] = MergeRange<Geometry::CoreBegin, Geometry::CoreEnd>(m_RowPairColumn[half]);
#pragma unroll
      for (int j = 0; j < 2; ++j)
      {
        List<Word, Core> row;
#pragma unroll
        for (int i = 0; i < Core; ++i)
        {
          row.value[i] = pixel[Geometry::CoreBegin - 1 + i][Geometry::LineOfMedian(half, j)];
        }
        m_Row[half][j] = Sort<TOrder>(row);
      }
    }
  }

  /** The middle ranks of the core's pixels: those that can still be the median. */
  __host__ __device__ __forceinline__ auto
  GetCore() const
  {
    return MergeRange<Geometry::CoreBegin, Geometry::CoreEnd>(m_Column);
  }

  /** The core's rows of columns x and x + 1, the two that a half adds to the core. */
  __host__ __device__ __forceinline__ const auto &
  GetColumnPair(int x) const
  {
    return m_ColumnPair[x == Geometry::PairOfHalf(0) ? 0 : 1];
  }

  /** The core's rows of column x. */
  __host__ __device__ __forceinline__ const auto &
  GetColumn(int x) const
  {
    return m_Column[x];
  }

  /** The core's columns of the two rows that a half adds to the core. */
  __host__ __device__ __forceinline__ const auto &
  GetRowPair(int half) const
  {
    return m_RowPair[half];
  }

  /** Column x of the two rows that a half adds to the core. */
  __host__ __device__ __forceinline__ const auto &
  GetRowPairColumn(int half, int x) const
  {
    return m_RowPairColumn[half][x];
  }

  /** The core's columns of the row that only row `index` of a half adds. */
  __host__ __device__ __forceinline__ const auto &
  GetRow(int half, int index) const
  {
    return m_Row[half][index];
  }

  /** Column x of the row that only row `index` of a half adds. */
  __host__ __device__ __forceinline__ Word
  GetRowPixel(int half, int index, int x) const
  {
    return m_Pixel[x - 1][Geometry::LineOfMedian(half, index)];
  }

private:
  /** Merges the sorted lists of columns [VBegin, VEnd) by halves. */
  template <int VBegin, int VEnd, int VSize>
  __host__ __device__ static __forceinline__ auto
  MergeRange(const List<Word, VSize> * lists)
  {
    if constexpr (VEnd - VBegin == 1)
    {
      return lists[VBegin];
    }
    else
    {
      constexpr int middle = VBegin + (VEnd - VBegin + 1) / 2;
      return MergeAndForget<TOrder, Geometry::Window, (VEnd - VBegin) * VSize>(MergeRange<VBegin, middle>(lists),
                                                                               MergeRange<middle, VEnd>(lists));
    }
  }

  const Word (&m_Pixel)[End - 1][End];
  List<Word, Core>     m_Column[End];
  List<Word, 2 * Core> m_ColumnPair[2];
  List<Word, 2>        m_RowPairColumn[2][End];
  List<Word, 2 * Core> m_RowPair[2];
  List<Word, Core>     m_Row[2][2];
};
} // namespace itk::device::median2d

#endif
