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
#ifndef MedianLargeSort_cuh
#define MedianLargeSort_cuh

#include "MedianLargeSlide.cuh"

namespace itk::device::medianlarge
{
constexpr std::uint32_t RadixSortDigits = 256;

/** Replaces the 256 x warps counts by the number of keys that come before: those of smaller digits, and those of the
 * same digit in earlier warps. `warpTotals` holds 8 words. */
__device__ __forceinline__ void
ScanDigitCounts(std::uint32_t * counts, std::uint32_t * warpTotals)
{
  const std::uint32_t warps = blockDim.x / 32;
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t digit = threadIdx.x;
  std::uint32_t       total = 0;
  std::uint32_t       inclusive = 0;
  if (digit < RadixSortDigits)
  {
    for (std::uint32_t warp = 0; warp < warps; ++warp)
    {
      total += counts[warp * RadixSortDigits + digit];
    }
    inclusive = total;
    for (std::uint32_t distance = 1; distance < 32; distance *= 2)
    {
      const std::uint32_t other = __shfl_up_sync(0xffffffffu, inclusive, distance);
      inclusive += lane >= distance ? other : 0;
    }
    if (lane == 31)
    {
      warpTotals[digit / 32] = inclusive;
    }
  }
  __syncthreads();
  if (digit < RadixSortDigits)
  {
    std::uint32_t before = inclusive - total;
    for (std::uint32_t i = 0; i < digit / 32; ++i)
    {
      before += warpTotals[i];
    }
    for (std::uint32_t warp = 0; warp < warps; ++warp)
    {
      const std::uint32_t count = counts[warp * RadixSortDigits + digit];
      counts[warp * RadixSortDigits + digit] = before;
      before += count;
    }
  }
  __syncthreads();
}

/** The lanes whose digit is the same as this lane's. __match_any_sync takes longer. */
__device__ __forceinline__ std::uint32_t
                           MatchDigit(std::uint32_t digit, bool isValid)
{
  std::uint32_t peers = __ballot_sync(0xffffffffu, isValid);
#pragma unroll
  for (int bit = 0; bit < 8; ++bit)
  {
    const bool          isSet = (digit >> bit & 1u) != 0;
    const std::uint32_t set = __ballot_sync(0xffffffffu, isSet);
    peers &= isSet ? set : ~set;
  }
  return peers;
}

/** One stable pass of a radix sort by the 8 bits of the keys at `shift`: positions from `from` to `to`. Each warp
 * takes a contiguous part of the list, 32 positions at a time. */
template <typename TPosition, typename TKey>
__device__ __forceinline__ void
SortByDigit(const LargeMedianTile & tile,
            const TKey *            keys,
            const std::uint16_t *   from,
            std::uint16_t *         to,
            std::uint32_t *         counts,
            std::uint32_t           shift)
{
  const std::uint32_t warps = blockDim.x / 32;
  const std::uint32_t warp = threadIdx.x / 32;
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t share = ((tile.count + warps - 1) / warps + 31) / 32 * 32;
  const std::uint32_t begin = min(warp * share, tile.count);
  const std::uint32_t end = min(begin + share, tile.count);
  const auto          getDigit = [&](std::uint32_t position) {
    return static_cast<std::uint32_t>(keys[TPosition::GetIndex(tile, position)] >> shift) & 255u;
  };

  std::uint32_t * warpCounts = counts + warp * RadixSortDigits;
  for (std::uint32_t i = lane; i < RadixSortDigits; i += 32)
  {
    warpCounts[i] = 0;
  }
  __syncwarp();
  for (std::uint32_t i = begin + lane; i < end; i += 32)
  {
    atomicAdd(&warpCounts[getDigit(from[i])], 1u);
  }
  __syncthreads();
  ScanDigitCounts(counts, counts + warps * RadixSortDigits);

  for (std::uint32_t i = begin + lane; i - lane < end; i += 32)
  {
    const bool          isValid = i < end;
    const std::uint32_t position = isValid ? from[i] : 0;
    const std::uint32_t digit = getDigit(position);
    const std::uint32_t peers = MatchDigit(digit, isValid);
    const std::uint32_t first = warpCounts[digit];
    __syncwarp();
    if (isValid)
    {
      const std::uint32_t earlier = __popc(peers & ((1u << lane) - 1));
      if (earlier == 0)
      {
        warpCounts[digit] = first + __popc(peers);
      }
      to[first + earlier] = static_cast<std::uint16_t>(position);
    }
    __syncwarp();
  }
  __syncthreads();
}

/** Sorts the positions of all pixels of the tile by their keys, into `sorted`, with `ranks` as working space. */
template <typename TPosition, typename TKey>
__device__ __forceinline__ void
SortPositions(const LargeMedianTile & tile,
              const TKey *            keys,
              std::uint16_t *         sorted,
              std::uint16_t *         ranks,
              std::uint32_t *         counts)
{
  constexpr std::uint32_t passes = sizeof(TKey);
  std::uint16_t *         from = passes % 2 == 0 ? sorted : ranks;
  std::uint16_t *         to = passes % 2 == 0 ? ranks : sorted;

  // Equal pixels stay in this order, columns of y first: where the image is flat, the median of a window one row on is
  // then the next of the list.
  for (std::uint32_t column = threadIdx.x / 32; column < tile.size[0] * tile.size[2]; column += blockDim.x / 32)
  {
    const std::uint32_t z = column / tile.size[0];
    const std::uint32_t x = column - z * tile.size[0];
    for (std::uint32_t y = threadIdx.x % 32; y < tile.size[1]; y += 32)
    {
      from[column * tile.size[1] + y] = static_cast<std::uint16_t>(TPosition::Pack(x, y, z));
    }
  }
  __syncthreads();
  for (std::uint32_t pass = 0; pass < passes; ++pass)
  {
    SortByDigit<TPosition>(tile, keys, from, to, counts, 8 * pass);
    std::uint16_t * const next = from;
    from = to;
    to = next;
  }
}

/** Writes each pixel's rank to `ranks`, and orders `sorted` within groups as SlideWindow wants it. */
template <typename TPosition>
__device__ __forceinline__ void
RankPositions(const LargeMedianTile & tile, std::uint16_t * sorted, std::uint16_t * ranks)
{
  uint4 * const groups = reinterpret_cast<uint4 *>(sorted);
  for (std::uint32_t group = threadIdx.x; group < (tile.count + 7) / 8; group += blockDim.x)
  {
    const uint4         positions = groups[group];
    const std::uint32_t words[4] = { positions.x, positions.y, positions.z, positions.w };
    // Past the last pixel any position will do, as no median comes so late.
    const std::uint32_t size = min(8u, tile.count - group * 8);
#pragma unroll
    for (std::uint32_t i = 0; i < 8; ++i)
    {
      if (i < size)
      {
        const std::uint32_t position = words[i / 2] >> (16 * (i % 2)) & 0xffffu;
        ranks[TPosition::GetIndex(tile, position)] = static_cast<std::uint16_t>(group * 8 + i);
      }
    }
    groups[group] = make_uint4(__byte_perm(words[0], words[2], 0x5410),
                               __byte_perm(words[0], words[2], 0x7632),
                               __byte_perm(words[1], words[3], 0x5410),
                               __byte_perm(words[1], words[3], 0x7632));
  }
  __syncthreads();
}
} // namespace itk::device::medianlarge

#endif
