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
#ifndef MedianLargeSlide_cuh
#define MedianLargeSlide_cuh

#include "MedianLargeTile.cuh"

namespace itk::device::medianlarge
{
/** Two counters of 16 bits, the low one signed. */
__device__ __forceinline__ std::int32_t
                           AddHalves(std::int32_t pair)
{
  const std::int32_t low = static_cast<std::int16_t>(pair & 0xffff);
  return low + ((pair - low) >> 16);
}

/** How many of the ranks of `window[0]` pixels from `x` of a row of the tile are at least `threshold`. */
class RowCounter
{
public:
  __device__ __forceinline__
  RowCounter(const std::uint16_t * ranks, std::uint32_t x, const LargeMedianTile & tile)
    : m_Ranks(ranks)
    , m_FirstWord(x / 2)
    , m_Words(tile.window[0] / 2 + 1)
    , m_Excess(x % 2 == 1 ? x - 1 : x + tile.window[0])
  {}

  /** Rows start at even offsets, so a row's words hold one pixel more than the window: m_Excess, taken off again. */
  __device__ __forceinline__ std::int32_t
                             Count(std::uint32_t rowOffset, std::uint32_t threshold) const
  {
    const std::uint32_t * words = reinterpret_cast<const std::uint32_t *>(m_Ranks + rowOffset) + m_FirstWord;
    const std::uint32_t   bias = GetBias(threshold);
    std::int32_t          pair = 0;
#pragma unroll 4
    for (std::uint32_t i = 0; i < m_Words; ++i)
    {
      pair += static_cast<std::int32_t>(IsAtLeast(words[i], bias));
    }
    return AddHalves(pair) - (m_Ranks[rowOffset + m_Excess] >= threshold);
  }

  /** Count(entering) - Count(leaving). */
  __device__ __forceinline__ std::int32_t
  CountDifference(std::uint32_t entering, std::uint32_t leaving, std::uint32_t threshold) const
  {
    const std::uint32_t * in = reinterpret_cast<const std::uint32_t *>(m_Ranks + entering) + m_FirstWord;
    const std::uint32_t * out = reinterpret_cast<const std::uint32_t *>(m_Ranks + leaving) + m_FirstWord;
    const std::uint32_t   bias = GetBias(threshold);
    std::int32_t          pair = 0;
#pragma unroll 4
    for (std::uint32_t i = 0; i < m_Words; ++i)
    {
      pair += static_cast<std::int32_t>(IsAtLeast(in[i], bias)) - static_cast<std::int32_t>(IsAtLeast(out[i], bias));
    }
    return AddHalves(pair) - (m_Ranks[entering + m_Excess] >= threshold) + (m_Ranks[leaving + m_Excess] >= threshold);
  }

private:
  static __device__ __forceinline__ std::uint32_t
                                    GetBias(std::uint32_t threshold)
  {
    return ((1u - threshold) & 0xffffu) * 0x10001u;
  }

  /** 1 in each half whose rank is at least the threshold: min(rank + 1 - threshold, 1), or 0 if that is negative. */
  static __device__ __forceinline__ std::uint32_t
                                    IsAtLeast(std::uint32_t ranks, std::uint32_t bias)
  {
    return __viaddmin_s16x2_relu(ranks, bias, 0x00010001u);
  }

  const std::uint16_t * m_Ranks;
  std::uint32_t         m_FirstWord;
  std::uint32_t         m_Words;
  std::uint32_t         m_Excess;
};

/** Lanes that look for their first median together. */
constexpr std::uint32_t SearchLanes = 8;
/** Groups between which that search stops. */
constexpr std::uint32_t SearchGroups = 8;

/** The group of eight ranks that holds the median of the window at (x, y, z) of the tile, or one at most
 * SearchGroups below: a binary search by SearchLanes lanes, each of which counts some rows. */
__device__ __forceinline__ std::uint32_t
                           SearchGroup(const LargeMedianTile & tile,
                                       const std::uint16_t *   ranks,
                                       std::uint32_t           x,
                                       std::uint32_t           y,
                                       std::uint32_t           z,
                                       std::int32_t            rank)
{
  const RowCounter    counter(ranks, x, tile);
  const std::uint32_t groups = (tile.count + 7) / 8;
  const std::int32_t  windowSize = static_cast<std::int32_t>(tile.window[0] * tile.window[1] * tile.window[2]);
  std::uint32_t       group = 0;
  for (std::uint32_t step = 1u << (31 - __clz(groups)); step >= SearchGroups; step /= 2)
  {
    std::int32_t atLeast = 0;
    for (std::uint32_t row = threadIdx.x % SearchLanes; row < tile.window[1] * tile.window[2]; row += SearchLanes)
    {
      const std::uint32_t rowZ = row / tile.window[1];
      const std::uint32_t rowY = row - rowZ * tile.window[1];
      atLeast += counter.Count(((z + rowZ) * tile.size[1] + y + rowY) * tile.size[0], (group + step) * 8);
    }
    for (std::uint32_t distance = 1; distance < SearchLanes; distance *= 2)
    {
      atLeast += __shfl_xor_sync(0xffffffffu, atLeast, distance);
    }
    if (group + step < groups && windowSize - atLeast <= rank)
    {
      group += step;
    }
  }
  return group;
}

/** Finds the medians of the thread's outputs: those of column (x, z) of the tile, from `yBegin` to `yEnd`.
 * `store(y, position)` is told where each is.
 *
 * `sorted` is in groups of eight ranks, of which i and i + 4 share a word, so that the bits of GetMembers are in rank
 * order. The state is a group and how many of the window's pixels come before it. When the window moves on by a row,
 * the pixels that enter and leave change that number; the group then moves, up or down, until it holds the median. */
template <typename TPosition, typename TStore>
__device__ __forceinline__ void
SlideWindow(const LargeMedianTile & tile,
            const std::uint16_t *   ranks,
            const std::uint16_t *   sorted,
            std::uint32_t           x,
            std::uint32_t           yBegin,
            std::uint32_t           yEnd,
            std::uint32_t           z,
            const TStore &          store)
{
  const std::int32_t windowSize = static_cast<std::int32_t>(tile.window[0] * tile.window[1] * tile.window[2]);
  const std::int32_t rank = windowSize / 2;
  std::uint32_t      group = SearchGroup(tile, ranks, x / SearchLanes * SearchLanes + SearchLanes / 2, yBegin, z, rank);

  const RowCounter counter(ranks, x, tile);
  std::int32_t     below = windowSize;
  for (std::uint32_t rowZ = z; rowZ < z + tile.window[2]; ++rowZ)
  {
    for (std::uint32_t rowY = yBegin; rowY < yBegin + tile.window[1]; ++rowY)
    {
      below -= counter.Count((rowZ * tile.size[1] + rowY) * tile.size[0], group * 8);
    }
  }

  const uint4 * const            groups = reinterpret_cast<const uint4 *>(sorted);
  typename TPosition::WindowTest isInWindow(x, yBegin, z, tile);
  for (std::uint32_t y = yBegin; y < yEnd; ++y)
  {
    if (y > yBegin)
    {
      for (std::uint32_t rowZ = z; rowZ < z + tile.window[2]; ++rowZ)
      {
        const std::uint32_t leaving = (rowZ * tile.size[1] + y - 1) * tile.size[0];
        below -= counter.CountDifference(leaving + tile.window[1] * tile.size[0], leaving, group * 8);
      }
      isInWindow.AdvanceY();
    }
    while (below > rank)
    {
      --group;
      below -= __popc(isInWindow.GetMembers(groups[group]));
    }
    std::uint32_t members = isInWindow.GetMembers(groups[group]);
    while (below + __popc(members) <= rank)
    {
      below += __popc(members);
      ++group;
      members = isInWindow.GetMembers(groups[group]);
    }
    for (std::int32_t i = below; i < rank; ++i)
    {
      members &= members - 1;
    }
    const std::uint32_t bit = __ffs(members) - 1;
    store(y, sorted[group * 8 + bit % 4 * 2 + bit / 16]);
  }
}
} // namespace itk::device::medianlarge

#endif
