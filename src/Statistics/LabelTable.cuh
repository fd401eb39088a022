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
#ifndef LabelTable_cuh
#define LabelTable_cuh

#include "Statistics/LabelSumsCore.h"

namespace itk::device
{
/** Of the pixels that are no finite floats: bits. */
enum NonFinite : std::uint32_t
{
  HasNaN = 1,
  HasInfinity = 2,
  HasNegativeInfinity = 4
};

/** A label's pixels so far. */
struct LabelCell
{
  unsigned long long count;
  LabelSums          sums;
  std::int32_t       minimum; // of GetOrder()
  std::int32_t       maximum;
  std::int32_t       first[3];
  std::int32_t       last[3];
  std::uint32_t      nonFinite;
  std::uint32_t      label;

  __device__ void
  Clear()
  {
    *this = {};
    minimum = 0x7fffffff;
    maximum = -0x7fffffff - 1;
    for (int axis = 0; axis < 3; ++axis)
    {
      first[axis] = 0x7fffffff;
      last[axis] = -1;
    }
  }
};

/** Adds to 64 bits of shared memory, which has no such operation: the carry of each sum of the lower half is its adder's. */
__device__ inline void
AddToShared(unsigned long long * total, unsigned long long value)
{
  auto * const        halves = reinterpret_cast<std::uint32_t *>(total);
  const auto          low = static_cast<std::uint32_t>(value);
  const std::uint32_t before = low == 0 ? 0 : atomicAdd(halves, low);
  const std::uint32_t high = static_cast<std::uint32_t>(value >> 32) + (before + low < before ? 1 : 0);
  if (high != 0)
  {
    atomicAdd(halves + 1, high);
  }
}

/** Adds one cell to another, to which other threads add. */
template <typename TPixel, bool VIsShared>
__device__ void
AddCell(LabelCell & cell, const LabelCell & added)
{
  const auto add = [](auto & total, auto value) {
    auto * const target = reinterpret_cast<unsigned long long *>(&total);
    if constexpr (VIsShared)
    {
      AddToShared(target, static_cast<unsigned long long>(value));
    }
    else
    {
      atomicAdd(target, static_cast<unsigned long long>(value));
    }
  };
  // Most find their extrema there already.
  const auto lower = [](std::int32_t & least, std::int32_t value) {
    if (value < *static_cast<volatile std::int32_t *>(&least))
    {
      atomicMin(&least, value);
    }
  };
  const auto raise = [](std::int32_t & most, std::int32_t value) {
    if (value > *static_cast<volatile std::int32_t *>(&most))
    {
      atomicMax(&most, value);
    }
  };
  add(cell.count, added.count);
  add(cell.sums.sum[0], added.sums.sum[0]);
  add(cell.sums.squares[0], added.sums.squares[0]);
  if constexpr (HasSecondSum<TPixel>)
  {
    add(cell.sums.sum[1], added.sums.sum[1]);
  }
  if constexpr (HasSecondSquares<TPixel>)
  {
    add(cell.sums.squares[1], added.sums.squares[1]);
  }
  lower(cell.minimum, added.minimum);
  raise(cell.maximum, added.maximum);
#pragma unroll
  for (int axis = 0; axis < 3; ++axis)
  {
    lower(cell.first[axis], added.first[axis]);
    raise(cell.last[axis], added.last[axis]);
  }
  if (std::is_floating_point_v<TPixel> && added.nonFinite != 0)
  {
    atomicOr(&cell.nonFinite, added.nonFinite);
  }
}

/** The cells of all labels: at their own place if `keys` is null, else where hashing puts them. */
struct LabelTable
{
  LabelCell *          cells;
  unsigned long long * keys; // label + 1, or 0 where there is none
  std::uint32_t        mask; // one less than their number, a power of two
  std::uint32_t        probes;
  std::uint32_t *      isFull;

  /** The label's place; -1 if there is none left. */
  __device__ long long
  Find(std::uint32_t label) const
  {
    if (keys == nullptr)
    {
      return label;
    }
    const unsigned long long key = label + 1ull;
    std::uint32_t            place = (label * 2654435769u) >> 7;
    for (std::uint32_t probe = 0; probe < probes; ++probe)
    {
      place &= mask;
      unsigned long long found = *static_cast<volatile unsigned long long *>(keys + place);
      if (found == 0)
      {
        found = atomicCAS(keys + place, 0ull, key);
        found = found == 0 ? key : found;
      }
      if (found == key)
      {
        return place;
      }
      ++place;
    }
    *isFull = 1;
    return -1;
  }
};
} // namespace itk::device

#endif
