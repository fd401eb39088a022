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
#ifndef MedianNetwork3DPlane_h
#define MedianNetwork3DPlane_h

#include "MedianSorting.h"

namespace itk::device::median3d
{
using median::List;
using median::Merge;
using median::MergeAndForget;
using median::SelectRank;
using median::SortThree;

template <typename TOrder, typename TWord, int VWidth>
ITK_MEDIAN_INLINE List<TWord, VWidth>
                  SortRow(const List<TWord, VWidth> & row)
{
  if constexpr (VWidth < 3)
  {
    return median::Sort<TOrder>(row);
  }
  else
  {
    const auto first = SortThree<TOrder>(row.value[0], row.value[1], row.value[2]);
    if constexpr (VWidth == 3)
    {
      return first;
    }
    else
    {
      List<TWord, VWidth - 3> others;
      ITK_MEDIAN_UNROLL
      for (int i = 3; i < VWidth; ++i)
      {
        others.value[i - 3] = row.value[i];
      }
      return Merge<TOrder>(first, median::Sort<TOrder>(others));
    }
  }
}

template <typename TOrder, typename TWord>
ITK_MEDIAN_INLINE void
CompareExchange(TWord & a, TWord & b)
{
  const TWord low = TOrder::Minimum(a, b);
  b = TOrder::Maximum(a, b);
  a = low;
}

/** Three sorted rows of three: lows, middles and highs are sorted with three-input instructions, then seven
 * comparators remain of the 25 that sort nine values. */
template <typename TOrder, typename TWord>
ITK_MEDIAN_INLINE List<TWord, 9>
                  SortThreeRows(const List<TWord, 3> * rows)
{
  const auto low = SortThree<TOrder>(rows[0].value[0], rows[1].value[0], rows[2].value[0]);
  const auto middle = SortThree<TOrder>(rows[0].value[1], rows[1].value[1], rows[2].value[1]);
  const auto high = SortThree<TOrder>(rows[0].value[2], rows[1].value[2], rows[2].value[2]);

  List<TWord, 9> plane{ { low.value[0],
                          middle.value[0],
                          high.value[0],
                          low.value[1],
                          middle.value[1],
                          high.value[1],
                          low.value[2],
                          middle.value[2],
                          high.value[2] } };
  CompareExchange<TOrder>(plane.value[5], plane.value[7]);
  CompareExchange<TOrder>(plane.value[2], plane.value[6]);
  CompareExchange<TOrder>(plane.value[1], plane.value[3]);
  CompareExchange<TOrder>(plane.value[4], plane.value[6]);
  CompareExchange<TOrder>(plane.value[2], plane.value[4]);
  CompareExchange<TOrder>(plane.value[5], plane.value[6]);
  CompareExchange<TOrder>(plane.value[2], plane.value[3]);
  return plane;
}

/** Sorts the pixels of VHeight sorted rows. */
template <typename TOrder, int VHeight, typename TWord, int VWidth>
ITK_MEDIAN_INLINE List<TWord, VWidth * VHeight>
                  SortPlane(const List<TWord, VWidth> * rows)
{
  if constexpr (VWidth == 3 && VHeight == 3)
  {
    return SortThreeRows<TOrder>(rows);
  }
  else if constexpr (VWidth == 1 && VHeight == 3)
  {
    return SortThree<TOrder>(rows[0].value[0], rows[1].value[0], rows[2].value[0]);
  }
  else
  {
    constexpr int nothingToForget = 2 * VWidth * VHeight - 1;
    return median::MergeRange<TOrder, nothingToForget, 0, VHeight>(rows);
  }
}
} // namespace itk::device::median3d

#endif
