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
#ifndef MedianNetwork2DTile_h
#define MedianNetwork2DTile_h

#include "MedianSorting.h"
#include "itkDeviceMacro.h"

namespace itk::device::median2d
{
using median::List;
using median::Merge;
using median::MergeAndForget;
using median::Sort;

/** The geometry of a tile of 4 x 4 medians along one axis.
 *
 * The pixels that the tile's windows cover have the indices 1 ... VRadius * 2 + 4: the window of the tile's first
 * median is [1, 2 VRadius + 1]. All windows share the core, [CoreBegin, CoreEnd).
 */
template <int VRadius>
struct TileAxis
{
  static constexpr int Side = 2 * VRadius + 1;
  static constexpr int Core = Side - 3;
  static constexpr int CoreBegin = 4;
  static constexpr int CoreEnd = CoreBegin + Core;
  static constexpr int End = CoreEnd + 3;

  /** First of the two lines that the windows of half `half` (0, 1) of the tile share besides the core. */
  ITK_HOST_DEVICE static constexpr int
  PairOfHalf(int half)
  {
    return half == 0 ? CoreBegin - 2 : CoreEnd;
  }

  /** The line that only the windows of median `index` (0, 1) of half `half` contain. */
  ITK_HOST_DEVICE static constexpr int
  LineOfMedian(int half, int index)
  {
    return (index == 0 ? 1 : CoreEnd) + 2 * half;
  }
};

template <int VRadiusX, int VRadiusY>
struct TileGeometry
{
  using X = TileAxis<VRadiusX>;
  using Y = TileAxis<VRadiusY>;
  static constexpr int Window = X::Side * Y::Side;
};

/** The 16 medians of a tile, found by narrowing it: all windows of the tile, those of its upper or lower half, of a
 * quarter and of a column of two share ever more pixels. Each step merges the sorted pixels that it adds and forgets
 * the ranks that can no longer be the median (hierarchical tiling: Sugy 2025, arXiv 2507.19926).
 *
 * TSource gives the lists of sorted pixels, as RegisterSource does. `emit(half, verticalHalf, medians)` takes those of
 * a quarter, `medians[row][column]`. With VUnroll false the quarters are a loop, for short code.
 */
template <typename TOrder, typename TGeometry, bool VUnroll, typename TSource, typename TEmit>
ITK_MEDIAN_INLINE void
ComputeTile(const TSource & source, const TEmit & emit)
{
  using Word = typename TOrder::Word;
  using X = typename TGeometry::X;
  using Y = typename TGeometry::Y;
  constexpr int                  window = TGeometry::Window;
  [[maybe_unused]] constexpr int unroll = VUnroll ? 2 : 1;

  const auto coreList = source.GetCore();
  ITK_MEDIAN_UNROLL_BY(unroll)
  for (int verticalHalf = 0; verticalHalf < 2; ++verticalHalf)
  {
    const auto halfList =
      MergeAndForget<TOrder, window, (Y::Core + 2) * X::Core>(coreList, source.GetRowPair(verticalHalf));
    ITK_MEDIAN_UNROLL_BY(unroll)
    for (int half = 0; half < 2; ++half)
    {
      const int  pair = X::PairOfHalf(half);
      const auto corner =
        Merge<TOrder>(source.GetRowPairColumn(verticalHalf, pair), source.GetRowPairColumn(verticalHalf, pair + 1));
      const auto columnPair = Merge<TOrder>(source.GetColumnPair(pair), corner);
      const auto quarterList = MergeAndForget<TOrder, window, (Y::Core + 2) * (X::Core + 2)>(halfList, columnPair);

      List<Word, X::Core + 2> row[2];
      ITK_MEDIAN_UNROLL
      for (int j = 0; j < 2; ++j)
      {
        const List<Word, 1> first{ { source.GetRowPixel(verticalHalf, j, pair) } };
        const List<Word, 1> second{ { source.GetRowPixel(verticalHalf, j, pair + 1) } };
        row[j] = Merge<TOrder>(source.GetRow(verticalHalf, j), Merge<TOrder>(first, second));
      }
      Word medians[2][2];
      ITK_MEDIAN_UNROLL
      for (int i = 0; i < 2; ++i)
      {
        const int  line = X::LineOfMedian(half, i);
        const auto column = Merge<TOrder>(source.GetColumn(line), source.GetRowPairColumn(verticalHalf, line));
        const auto columnList = MergeAndForget<TOrder, window, (X::Core + 3) * (Y::Core + 2)>(quarterList, column);
        ITK_MEDIAN_UNROLL
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
template <typename TOrder, typename TGeometry>
class RegisterSource
{
public:
  using Word = typename TOrder::Word;
  using X = typename TGeometry::X;
  using Y = typename TGeometry::Y;

  /** `pixel[x - 1][y]`; row 0 is not used. */
  ITK_MEDIAN_INLINE explicit RegisterSource(const Word (&pixel)[X::End - 1][Y::End])
    : m_Pixel(pixel)
  {
    ITK_MEDIAN_UNROLL
    for (int x = 1; x < X::End; ++x)
    {
      List<Word, Y::Core> column;
      ITK_MEDIAN_UNROLL
      for (int i = 0; i < Y::Core; ++i)
      {
        column.value[i] = pixel[x - 1][Y::CoreBegin + i];
      }
      m_Column[x] = Sort<TOrder>(column);
      ITK_MEDIAN_UNROLL
      for (int half = 0; half < 2; ++half)
      {
        const int y = Y::PairOfHalf(half);
        m_RowPairColumn[half][x] = Sort<TOrder>(List<Word, 2>{ { pixel[x - 1][y], pixel[x - 1][y + 1] } });
      }
    }
    ITK_MEDIAN_UNROLL
    for (int half = 0; half < 2; ++half)
    {
      m_ColumnPair[half] = Merge<TOrder>(m_Column[X::PairOfHalf(half)], m_Column[X::PairOfHalf(half) + 1]);
      m_RowPair[half] = median::MergeRange<TOrder, TGeometry::Window, X::CoreBegin, X::CoreEnd>(m_RowPairColumn[half]);
      ITK_MEDIAN_UNROLL
      for (int j = 0; j < 2; ++j)
      {
        List<Word, X::Core> row;
        ITK_MEDIAN_UNROLL
        for (int i = 0; i < X::Core; ++i)
        {
          row.value[i] = pixel[X::CoreBegin - 1 + i][Y::LineOfMedian(half, j)];
        }
        m_Row[half][j] = Sort<TOrder>(row);
      }
    }
  }

  /** The middle ranks of the core's pixels: those that can still be the median. */
  ITK_MEDIAN_INLINE auto
  GetCore() const
  {
    return median::MergeRange<TOrder, TGeometry::Window, X::CoreBegin, X::CoreEnd>(m_Column);
  }

  /** The core's rows of columns x and x + 1, the two that a half adds to the core. */
  ITK_MEDIAN_INLINE const auto &
  GetColumnPair(int x) const
  {
    return m_ColumnPair[x == X::PairOfHalf(0) ? 0 : 1];
  }

  /** The core's rows of column x. */
  ITK_MEDIAN_INLINE const auto &
  GetColumn(int x) const
  {
    return m_Column[x];
  }

  /** The core's columns of the two rows that a half adds to the core. */
  ITK_MEDIAN_INLINE const auto &
  GetRowPair(int half) const
  {
    return m_RowPair[half];
  }

  /** Column x of the two rows that a half adds to the core. */
  ITK_MEDIAN_INLINE const auto &
  GetRowPairColumn(int half, int x) const
  {
    return m_RowPairColumn[half][x];
  }

  /** The core's columns of the row that only row `index` of a half adds. */
  ITK_MEDIAN_INLINE const auto &
  GetRow(int half, int index) const
  {
    return m_Row[half][index];
  }

  /** Column x of the row that only row `index` of a half adds. */
  ITK_MEDIAN_INLINE Word
  GetRowPixel(int half, int index, int x) const
  {
    return m_Pixel[x - 1][Y::LineOfMedian(half, index)];
  }

private:
  const Word (&m_Pixel)[X::End - 1][Y::End];
  List<Word, Y::Core>     m_Column[X::End];
  List<Word, 2 * Y::Core> m_ColumnPair[2];
  List<Word, 2>           m_RowPairColumn[2][X::End];
  List<Word, 2 * X::Core> m_RowPair[2];
  List<Word, X::Core>     m_Row[2][2];
};
} // namespace itk::device::median2d

#endif
