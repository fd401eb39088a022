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
#ifndef MedianNetwork3DSlices_h
#define MedianNetwork3DSlices_h

#include "MedianSorting.h"

namespace itk::device::median3d
{
using median::List;
using median::Merge;
using median::MergeAndForget;

/** What the windows of two outputs at z and z + 1 share, and forgetting. With m of n values seen, only the n - m + 1
 * central ranks can still be the median: `GetCore` keeps just these of the 2 * VRadius slices that both windows hold.
 * The median then is one rank of the core and of the one slice that is left, before or after.
 *
 * The slices of the core are merged in pairs, each of which serves VRadius cores. */
template <typename TOrder, int VRadius, int VPlane>
struct MedianSlices
{
  using Word = typename TOrder::Word;
  using Plane = List<Word, VPlane>;
  using Pair = List<Word, 2 * VPlane>;
  static constexpr int Preloaded = 2 * VRadius;
  static constexpr int Window = (2 * VRadius + 1) * VPlane;
  static constexpr int Stored = VRadius > 1 ? VRadius - 1 : 1; // an array has no fewer elements
  Plane                before;
  Plane                first;           // of the pair that is not complete yet
  Plane                second[VRadius]; // of each pair
  Pair                 pair[Stored];

  ITK_MEDIAN_INLINE void
  Preload(int i, const Plane & plane)
  {
    if (i == 0)
    {
      before = plane;
    }
    else if (i % 2 == 1)
    {
      first = plane;
    }
    else
    {
      second[i / 2 - 1] = plane;
      pair[i / 2 - 1] = Merge<TOrder>(first, plane);
    }
  }
  /** The central VPlane + 1 values. */
  ITK_MEDIAN_INLINE List<Word, VPlane + 1>
                    GetCore(const Plane & plane)
  {
    second[VRadius - 1] = plane;
    if constexpr (VRadius == 1)
    {
      return MergeAndForget<TOrder, Window, 2 * VPlane>(first, plane);
    }
    else
    {
      const auto stored = median::MergeRange<TOrder, Window, 0, Stored>(pair);
      ITK_MEDIAN_UNROLL
      for (int i = 0; i + 1 < Stored; ++i)
      {
        pair[i] = pair[i + 1];
      }
      pair[Stored - 1] = Merge<TOrder>(first, plane);
      return MergeAndForget<TOrder, Window, 2 * VRadius * VPlane>(stored, pair[Stored - 1]);
    }
  }
  ITK_MEDIAN_INLINE void
  Advance(const Plane & next)
  {
    before = second[0];
    ITK_MEDIAN_UNROLL
    for (int i = 0; i + 1 < VRadius; ++i)
    {
      second[i] = second[i + 1];
    }
    first = next;
  }
};
} // namespace itk::device::median3d

#endif
