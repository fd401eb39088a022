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
#ifndef MedianStripNetwork_h
#define MedianStripNetwork_h

#include "MedianSorting.h"

namespace itk::device::median2d
{
using median::List;

/** How many medians in a row are found together: windows of `length` lines then share length - outputs + 1. */
constexpr int
StripOutputs(int length)
{
  return length > 9 ? 8 : 4;
}

/** The medians [VFirst, VFirst + VCount), whose windows share the lines of which `shared` has the ranks that can still
 * be a median: those of each half share more lines, and the last line of a window is merged with the rest as far as
 * its median needs it. */
template <typename TOrder, int VLength, int VFirst, int VCount, typename TWord, int VSize, int VKept>
ITK_MEDIAN_INLINE void
NarrowStrip(const List<TWord, VSize> * lines, const List<TWord, VKept> & shared, TWord * medians)
{
  if constexpr (VCount == 2)
  {
    medians[VFirst] = median::SelectRank<TOrder, VSize>(shared, lines[VFirst]);
    medians[VFirst + 1] = median::SelectRank<TOrder, VSize>(shared, lines[VFirst + VLength]);
  }
  else
  {
    constexpr int half = VCount / 2;
    constexpr int window = VLength * VSize;
    constexpr int seen = (VLength - half + 1) * VSize;
    const auto    before = median::MergeRange<TOrder, window, VFirst + half - 1, VFirst + VCount - 1>(lines);
    NarrowStrip<TOrder, VLength, VFirst, half>(
      lines, median::MergeAndForget<TOrder, window, seen>(shared, before), medians);
    const auto after = median::MergeRange<TOrder, window, VFirst + VLength, VFirst + VLength + half>(lines);
    NarrowStrip<TOrder, VLength, VFirst + half, half>(
      lines, median::MergeAndForget<TOrder, window, seen>(shared, after), medians);
  }
}

/** The VOutputs medians of windows of VLength successive lines each, of sorted lines of VSize values. */
template <typename TOrder, int VLength, int VOutputs, typename TWord, int VSize>
ITK_MEDIAN_INLINE void
ComputeStrip(const List<TWord, VSize> (&lines)[VLength + VOutputs - 1], TWord (&medians)[VOutputs])
{
  NarrowStrip<TOrder, VLength, 0, VOutputs>(
    lines, median::MergeRange<TOrder, VLength * VSize, VOutputs - 1, VLength>(lines), medians);
}
} // namespace itk::device::median2d

#endif
