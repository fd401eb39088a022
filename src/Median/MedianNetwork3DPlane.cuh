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
#ifndef MedianNetwork3DPlane_cuh
#define MedianNetwork3DPlane_cuh

#include "MedianSorting.cuh"

namespace itk::device::median3d
{
using median::List;
using median::Merge;
using median::MergeAndForget;

/** Sorts with three-input instructions. The middle one is what is left of the exclusive or, which runs at twice the
 * rate of minimum and maximum. */
template <typename TOrder, typename TWord>
__host__ __device__ __forceinline__ List<TWord, 3>
                                    SortThree(TWord a, TWord b, TWord c)
{
  const TWord low = TOrder::Minimum(a, b, c);
  const TWord high = TOrder::Maximum(a, b, c);
  return { { low, a ^ b ^ c ^ low ^ high, high } };
}

template <typename TOrder, typename TWord>
__host__ __device__ __forceinline__ List<TWord, 3>
                                    SortRow(const List<TWord, 3> & row)
{
  return SortThree<TOrder>(row.value[0], row.value[1], row.value[2]);
}

template <typename TOrder, typename TWord>
__host__ __device__ __forceinline__ List<TWord, 5>
                                    SortRow(const List<TWord, 5> & row)
{
  return Merge<TOrder>(SortThree<TOrder>(row.value[0], row.value[1], row.value[2]),
                       median::Sort<TOrder>(List<TWord, 2>{ { row.value[3], row.value[4] } }));
}

template <typename TOrder, typename TWord>
__host__ __device__ __forceinline__ void
CompareExchange(TWord & a, TWord & b)
{
  const TWord low = TOrder::Minimum(a, b);
  b = TOrder::Maximum(a, b);
  a = low;
}

/** Three sorted rows of three: lows, middles and highs are sorted with three-input instructions, then seven
 * comparators remain of the 25 that sort nine values. */
template <typename TOrder, typename TWord>
__host__ __device__ __forceinline__ List<TWord, 9>
                                    SortPlane(const List<TWord, 3> * rows)
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

template <typename TOrder, typename TWord>
__host__ __device__ __forceinline__ List<TWord, 25>
                                    SortPlane(const List<TWord, 5> * rows)
{
  return Merge<TOrder>(Merge<TOrder>(Merge<TOrder>(rows[0], rows[1]), rows[2]), Merge<TOrder>(rows[3], rows[4]));
}

/** The element of rank VRank of the union of two sorted lists, VRank being less than VSizeA and equal to VSizeB: the
 * least of the maxima of those pairs of which either could be it. */
template <typename TOrder, int VRank, typename TWord, int VSizeA, int VSizeB>
__host__ __device__ __forceinline__ TWord
SelectRank(const List<TWord, VSizeA> & a, const List<TWord, VSizeB> & b)
{
  static_assert(VRank < VSizeA && VRank == VSizeB, "both lists must reach the rank");
  TWord result = a.value[VRank];
#pragma unroll
  for (int i = 0; i + 1 < VRank; i += 2)
  {
    result = TOrder::Minimum(result,
                             TOrder::Maximum(a.value[i], b.value[VRank - 1 - i]),
                             TOrder::Maximum(a.value[i + 1], b.value[VRank - 2 - i]));
  }
  if (VRank % 2 == 1)
  {
    result = TOrder::Minimum(result, TOrder::Maximum(a.value[VRank - 1], b.value[0]));
  }
  return result;
}
} // namespace itk::device::median3d

#endif
