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
#ifndef IsolineGroupsSelect_cuh
#define IsolineGroupsSelect_cuh

#include "IsolineGroups.cuh"

namespace itk::device::groups
{
/** Displacements next to each other that a lane compares, so that it loads most pixels once. */
inline constexpr int DisplacementsOfLane = 3;

/** Lanes for a row of displacements, of which row 0 has but the right half. */
inline constexpr int LanesOfRow = (2 * IsolineGroupRadius + DisplacementsOfLane) / DisplacementsOfLane;
static_assert(IsolineGroupRadius / DisplacementsOfLane + IsolineGroupRadius * LanesOfRow == WarpSize,
              "The lanes make up the displacements.");

/** The first displacement of a lane. The last lane of a row shares two with the one before it. */
__device__ inline IsolineGroupDisplacement
GetFirstDisplacement(int lane)
{
  constexpr int lanesOfFirstRow = IsolineGroupRadius / DisplacementsOfLane;
  if (lane < lanesOfFirstRow)
  {
    return { 1 + lane * DisplacementsOfLane, 0 };
  }
  const int other = lane - lanesOfFirstRow;
  return { min(other % LanesOfRow * DisplacementsOfLane - IsolineGroupRadius,
               IsolineGroupRadius + 1 - DisplacementsOfLane),
           1 + other / LanesOfRow };
}

/** All differences of the block that begins at `middle`, by a warp, in the order of GetIsolineGroupDifference. */
__device__ inline void
GetDifferences(const float * middle, float (&differences)[NumberOfIsolineGroupDisplacements])
{
  constexpr int                  length = IsolineGroupBlock + DisplacementsOfLane - 1;
  const IsolineGroupDisplacement by = GetFirstDisplacement(threadIdx.x % WarpSize);
  const int                      offset = by.y * Tile::Pitch + by.x;
  float                          sums[DisplacementsOfLane] = {};
#pragma unroll 1
  for (int y = 0; y < IsolineGroupBlock; ++y)
  {
    const float * const row = middle + y * Tile::Pitch;
    float               forth[length];
    float               back[length];
#pragma unroll
    for (int i = 0; i < length; ++i)
    {
      forth[i] = row[offset + i];
      back[i] = row[i - offset - (DisplacementsOfLane - 1)];
    }
#pragma unroll
    for (int x = 0; x < IsolineGroupBlock; ++x)
    {
#pragma unroll
      for (int i = 0; i < DisplacementsOfLane; ++i)
      {
        sums[i] += GetIsolineGroupPixelDifference(row[x], forth[x + i], back[x + DisplacementsOfLane - 1 - i]);
      }
    }
  }
  const int first = by.y * (2 * IsolineGroupRadius + 1) + by.x - 1;
  // The last lane of a row leaves those that it shares to the one before it.
  const bool isShared = by.y > 0 && (2 * IsolineGroupRadius + 1) % DisplacementsOfLane != 0 &&
                        by.x == IsolineGroupRadius + 1 - DisplacementsOfLane;
#pragma unroll
  for (int i = 0; i < DisplacementsOfLane; ++i)
  {
    if (!isShared || i >= DisplacementsOfLane - (2 * IsolineGroupRadius + 1) % DisplacementsOfLane)
    {
      differences[first + i] = OrderIsolineGroupDifference(sums[i]);
    }
  }
}

__device__ inline unsigned int
MinimumOverLanes(unsigned int value)
{
#if __CUDA_ARCH__ >= 800
  return __reduce_min_sync(allLanes, value);
#else
#  pragma unroll
  for (int mask = WarpSize / 2; mask > 0; mask /= 2)
  {
    value = min(value, __shfl_xor_sync(allLanes, value, mask));
  }
  return value;
#endif
}

/** The displacement of the calling lane's block, member `member` of the group. The least differences are taken one
 * after the other: as they are not negative, their bits are in their order. */
__device__ inline int
SelectDisplacement(const float (&differences)[NumberOfIsolineGroupDisplacements], int member)
{
  constexpr unsigned int none = 0xffffffffu;
  constexpr int          perLane = (NumberOfIsolineGroupDisplacements + WarpSize - 1) / WarpSize;
  const int              lane = threadIdx.x % WarpSize;
  unsigned int           bits[perLane];
#pragma unroll
  for (int i = 0; i < perLane; ++i)
  {
    const int displacement = lane + i * WarpSize;
    bits[i] = displacement < NumberOfIsolineGroupDisplacements ? __float_as_uint(differences[displacement]) : none;
  }
  int selected = 0;
#pragma unroll
  for (int pair = 0; pair < IsolineGroupPairs; ++pair)
  {
    unsigned int least = bits[0];
#pragma unroll
    for (int i = 1; i < perLane; ++i)
    {
      least = min(least, bits[i]);
    }
    least = MinimumOverLanes(least);
    unsigned int first = none;
#pragma unroll
    for (int i = perLane - 1; i >= 0; --i)
    {
      first = bits[i] == least ? lane + i * WarpSize : first;
    }
    first = MinimumOverLanes(first);
#pragma unroll
    for (int i = 0; i < perLane; ++i)
    {
      bits[i] = first == lane + i * WarpSize ? none : bits[i];
    }
    selected = pair == GetIsolineGroupPair(member) ? static_cast<int>(first) : selected;
  }
  return selected;
}
} // namespace itk::device::groups

#endif
