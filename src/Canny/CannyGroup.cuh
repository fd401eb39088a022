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
#ifndef CannyGroup_cuh
#define CannyGroup_cuh

#include "Canny.cuh"
#include "CannyUnionFind.cuh"
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
/** Words that a warp links among each other, one a lane: 32 rows of a slice, or 8 rows of 4 slices. */
template <unsigned int VDimension>
struct CannyGroup
{
  static constexpr int Rows = VDimension == 3 ? 8 : 32;
  static constexpr int Slices = 32 / Rows;
};

/** Rows that touch a row and come before it: (0, -1), (-1, -1), (0, -1), (1, -1) in (z, y). */
template <unsigned int VDimension>
inline constexpr int NumberOfRowsBefore = VDimension == 3 ? 4 : 1;

/** That at (-1, 0). */
constexpr int RowRightBefore = 2;

__device__ inline int
GetRowBeforeY(int i)
{
  return i == 0 ? -1 : i - 2;
}

__device__ inline int
GetRowBeforeZ(int i)
{
  return i == 0 ? 0 : -1;
}

__device__ inline bool
IsBelow(std::ptrdiff_t i, std::size_t size)
{
  return i >= 0 && static_cast<std::size_t>(i) < size;
}

/** Finds what a run is to be linked to. In three dimensions, what it touches in the row right before it, in the slice before,
 * is linked to all else that touches both. */
template <unsigned int VDimension>
class CannyContacts
{
public:
  __device__ explicit CannyContacts(const std::uint32_t (&before)[NumberOfRowsBefore<VDimension>])
    : m_Before(before)
  {}

  __device__ void
  Find(std::uint32_t run)
  {
    const std::uint32_t reach = DilateCannyWord(run);
    for (int i = 0; i < NumberOfRowsBefore<VDimension>; ++i)
    {
      touched[i] = m_Before[i] & reach;
    }
    if constexpr (VDimension == 3)
    {
      if (touched[RowRightBefore] != 0)
      {
        const std::uint32_t near = DilateCannyWord(FillCannyRuns(m_Before[RowRightBefore], touched[RowRightBefore]));
        for (int i = 0; i < NumberOfRowsBefore<VDimension>; ++i)
        {
          if (i != RowRightBefore && touched[i] != 0)
          {
            touched[i] &= ~FillCannyRuns(m_Before[i], m_Before[i] & near);
          }
        }
      }
    }
  }

  /** Of each row before, pixels of runs that are to be linked to. */
  std::uint32_t touched[NumberOfRowsBefore<VDimension>];

private:
  const std::uint32_t (&m_Before)[NumberOfRowsBefore<VDimension>];
};

constexpr int WarpsPerBlock = 8;
// Few, as most groups hold nothing and those that do take long: a block keeps its place until its last warp ends.
constexpr int LinkingWarpsPerBlock = 2;

/** Makes strong what is linked to a strong pixel within a group, and links the other runs of the group: each gets its
 * root in `labels`, at the run's first pixel. */
template <unsigned int VDimension, typename TLabel>
__global__ void __launch_bounds__(32 * LinkingWarpsPerBlock)
  LinkCannyGroups(CannyTask task, TLabel * labels, std::size_t groups, std::size_t groupsPerSlice)
{
  using Group = CannyGroup<VDimension>;
  __shared__ std::uint32_t shared[LinkingWarpsPerBlock][CannyGroupLabels::Size];
  const unsigned int       lane = threadIdx.x % 32;
  const std::size_t        group = std::size_t{ blockIdx.x } * LinkingWarpsPerBlock + threadIdx.x / 32;
  if (group >= groups)
  {
    return;
  }
  const std::size_t word = group % task.wordsPerRow;
  const std::size_t y0 = group / task.wordsPerRow % groupsPerSlice * Group::Rows;
  const std::size_t z0 = group / task.wordsPerRow / groupsPerSlice * Group::Slices;
  const int         y = lane % Group::Rows;
  const int         z = lane / Group::Rows;
  const bool        inside = y0 + y < task.size[1] && z0 + z < task.size[2];
  CannyWord * const source = task.words + ((z0 + z) * task.size[1] + y0 + y) * task.wordsPerRow + word;
  CannyWord         bits = inside ? *source : CannyWord{ 0, 0 };

  // What a lane has in the row at (y + dy, z + dz), 0 beyond the group.
  const auto shift = [&](std::uint32_t value, int dy, int dz) -> std::uint32_t {
    const std::uint32_t other = __shfl_sync(~0u, value, lane + dy + dz * Group::Rows);
    const int           otherY = y + dy;
    const int           otherZ = z + dz;
    return otherY >= 0 && otherY < Group::Rows && otherZ >= 0 && otherZ < Group::Slices ? other : 0;
  };
  if (__any_sync(~0u, bits.weak != bits.strong) && __any_sync(~0u, bits.strong != 0))
  {
    const std::uint32_t original = bits.strong;
    bool                grew = true;
    while (__any_sync(~0u, grew))
    {
      std::uint32_t seeds = bits.strong | shift(bits.strong, -1, 0) | shift(bits.strong, 1, 0);
      if (VDimension == 3)
      {
        seeds |= shift(seeds, 0, -1) | shift(seeds, 0, 1);
      }
      const std::uint32_t strong = FillCannyRuns(bits.weak, DilateCannyWord(seeds) & bits.weak);
      grew = strong != bits.strong;
      bits.strong = strong;
    }
    if (bits.strong != original)
    {
      source->strong = bits.strong;
    }
  }

  const std::uint32_t open = bits.weak & ~bits.strong;
  if (__ballot_sync(~0u, open != 0) == 0)
  {
    return;
  }
  std::uint32_t before[NumberOfRowsBefore<VDimension>];
  for (int i = 0; i < NumberOfRowsBefore<VDimension>; ++i)
  {
    before[i] = shift(open, GetRowBeforeY(i), GetRowBeforeZ(i));
  }
  const auto getNodeBefore = [&](int i, unsigned int bit) {
    return 32 * (lane + GetRowBeforeY(i) + GetRowBeforeZ(i) * Group::Rows) + CannyRuns::FindBegin(before[i], bit);
  };

  // Most runs touch one of those before: they are linked to the first of them, which needs no search.
  CannyGroupLabels          local(shared[threadIdx.x / 32]);
  CannyContacts<VDimension> contacts(before);
  bool                      touchesMore = false;
  for (CannyRuns runs(open); runs.Next();)
  {
    const unsigned int node = 32 * lane + runs.GetBegin();
    unsigned int       parent = node;
    contacts.Find(runs.GetPixels());
    for (int i = 0; i < NumberOfRowsBefore<VDimension>; ++i)
    {
      const std::uint32_t touched = contacts.touched[i];
      if (touched != 0)
      {
        const unsigned int other = getNodeBefore(i, __ffs(touched) - 1);
        touchesMore = touchesMore || parent != node || (touched & (before[i] + (1u << other % 32))) != 0;
        parent = parent != node ? parent : other;
      }
    }
    local.Set(node, parent);
  }
  __syncwarp();
  if (__any_sync(~0u, touchesMore))
  {
    if (touchesMore)
    {
      for (CannyRuns runs(open); runs.Next();)
      {
        contacts.Find(runs.GetPixels());
        for (int i = 0; i < NumberOfRowsBefore<VDimension>; ++i)
        {
          for (CannyRuns others(before[i]); others.Next();)
          {
            if ((others.GetPixels() & contacts.touched[i]) != 0)
            {
              local.Unite(32 * lane + runs.GetBegin(), getNodeBefore(i, others.GetBegin()));
            }
          }
        }
      }
    }
    __syncwarp();
  }

  CannyLabels<TLabel> global(labels);
  const TLabel        first = static_cast<TLabel>((z0 * task.size[1] + y0) * task.size[0] + 32 * word + 1);
  const TLabel        width = static_cast<TLabel>(task.size[0]);
  const TLabel        slice = static_cast<TLabel>(task.size[0] * task.size[1]);
  const auto          getNode = [&](unsigned int node) {
    const unsigned int row = node / 32;
    return first + row % Group::Rows * width + row / Group::Rows * slice + node % 32;
  };
  for (CannyRuns runs(open); runs.Next();)
  {
    const unsigned int node = 32 * lane + runs.GetBegin();
    global.Set(getNode(node), getNode(local.Find(node)));
  }
}

} // namespace
} // namespace itk::device

#endif
