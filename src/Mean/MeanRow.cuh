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
#ifndef MeanRow_cuh
#define MeanRow_cuh

#include "Kernels/UnalignedRow.cuh"
#include "MeanReader.cuh"
#include "MeanWindow.cuh"
#include "MeanCore.h"
#include <cstring>

namespace itk::device::mean
{
static_assert(Threads / 32 == GroupSize, "a warp takes one of the rows that are found at a time");

template <typename TSum>
struct alignas(2 * sizeof(TSum)) Pair
{
  TSum value[2];
};

/** Groups that a strip of whole rows has for what lies beyond the image's sides: of windows of up to 63 columns. */
constexpr int WholeRowPads = 8;

/** The sums along the columns of a strip, for 8 rows, in shared memory; of a strip of whole rows, also beyond the image's sides.
 *
 * Columns 2p and 2p + 1 are a pair. Pairs p, p + 4, p + 8, ... lie side by side, so that there are no bank conflicts
 * when each lane reads the 8 columns from an even one on; Gap keeps the lanes apart that write. */
template <typename TSum, bool VIsWhole>
struct Lines
{
  static constexpr int Groups = StripWidth / GroupSize + (VIsWhole ? WholeRowPads : 0);
  static constexpr int Pairs = GroupSize / 2;
  static constexpr int Gap = 16 / sizeof(TSum);
  static constexpr int Stride = Groups + Gap;

  Pair<TSum> pair[GroupSize][Pairs][Stride];

  __device__ __forceinline__ void
  Write(unsigned int column, const TSum (&sum)[GroupSize])
  {
#pragma unroll
    for (int row = 0; row < GroupSize; ++row)
    {
      pair[row][column / 2 % Pairs][column / GroupSize].value[column % 2] = sum[row];
    }
  }

  /** Writes what a lane of the warp has for `count` columns from `first` on. */
  __device__ __forceinline__ void
  Repeat(int first, int count, const TSum (&sum)[GroupSize], int lane)
  {
    TSum nearest[GroupSize];
#pragma unroll
    for (int row = 0; row < GroupSize; ++row)
    {
      nearest[row] = __shfl_sync(0xffffffff, sum[row], lane);
    }
    for (int i = static_cast<int>(threadIdx.x) % 32; i < count; i += 32)
    {
      this->Write(first + i, nearest);
    }
  }
};

/** The first group whose columns' windows, of which the first ends with the group's first column, are in the strip. */
ITK_HOST_DEVICE constexpr int
GetFirstGroup(int radius)
{
  return (2 * radius + GroupSize - 1) / GroupSize;
}

/** What a sum becomes: a mean, or what it is, if another axis is to follow. */
template <typename TSum, typename TOutput>
__device__ __forceinline__ void
Finish(const TSum (&sum)[GroupSize], const MeanDivision<TSum> & division, TOutput (&pixel)[GroupSize])
{
  if constexpr (std::is_same_v<TSum, TOutput>)
  {
#pragma unroll
    for (int i = 0; i < GroupSize; ++i)
    {
      pixel[i] = sum[i];
    }
  }
  else
  {
    division.Divide(sum, pixel);
  }
}

/** Writes up to 8 pixels; in words, if VInWords, where they are not aligned as a whole. */
template <bool VInWords, typename TOutput>
__device__ __forceinline__ void
WritePixels(TOutput * output, const TOutput (&pixel)[GroupSize], int count)
{
  constexpr int bytes = sizeof(TOutput) == 1 ? 8 : 16;
  struct alignas(bytes) Chunk
  {
    TOutput pixel[bytes / sizeof(TOutput)];
  };
  if (count >= GroupSize && reinterpret_cast<std::uintptr_t>(output) % bytes == 0)
  {
    constexpr int size = bytes / sizeof(TOutput);
#pragma unroll
    for (int i = 0; i < GroupSize; i += size)
    {
      Chunk chunk;
#pragma unroll
      for (int k = 0; k < size; ++k)
      {
        chunk.pixel[k] = pixel[i + k];
      }
      *reinterpret_cast<Chunk *>(output + i) = chunk;
    }
    return;
  }
  if constexpr (VInWords)
  {
    if (count >= GroupSize)
    {
      std::uint32_t words[GroupSize * sizeof(TOutput) / 4];
      std::memcpy(words, pixel, sizeof(words));
      kernels::WriteUnaligned(output, words);
      return;
    }
  }
#pragma unroll
  for (int i = 0; i < GroupSize; ++i)
  {
    if (i < count)
    {
      output[i] = pixel[i];
    }
  }
}

/** The sums over windows along one row of a strip, by one warp. A lane makes 8 neighbouring outputs at a time, whose
 * tail is a group of 8 columns; their core is the rest of an earlier group, and the whole groups between. */
template <bool VIsWhole, typename TSum, typename TOutput, typename TWindow>
class RowSums
{
public:
  __device__ __forceinline__ explicit RowSums(const TWindow & window)
    : m_Window(window)
    , m_Lane(threadIdx.x % 32)
    , m_FirstGroup(GetFirstGroup(window.radius))
    , m_Base(VIsWhole ? m_FirstGroup : 0)
  {
#pragma unroll
    for (int i = 0; i < Pairs; ++i)
    {
      // The head of large windows begins with an even column, and that of small ones, of 7, after one.
      const int pair = i - (TWindow::IsSmall ? Pairs : window.radius);
      const int groupOfPair = (pair - (pair & (Pairs - 1))) / Pairs;
      m_HeadOffset[i] = (pair - Pairs * groupOfPair) * Stride + groupOfPair;
    }
  }

  /** The warp's row. */
  static __device__ __forceinline__ int
  GetRow()
  {
    return threadIdx.x / 32;
  }

  /** Outputs from `output` on, of which there are `columns`, belong to the groups from m_FirstGroup on. VInWords as for
   * WritePixels. */
  template <bool VInWords>
  __device__ __forceinline__ void
  Write(const Lines<TSum, VIsWhole> & lines, TOutput * output, int columns, const MeanDivision<TSum> & division) const
  {
    const Pair<TSum> * const pairs = lines.pair[GetRow()][0] + m_Base + m_Lane;
    const int                groups = m_FirstGroup + (columns + GroupSize - 1) / GroupSize;
    TSum                     core[Rounds]{};
    if constexpr (!TWindow::IsSmall)
    {
      FindCores(pairs, core);
    }
#pragma unroll
    for (int round = 0; round < Rounds; ++round)
    {
      const int  group = m_Base + m_Lane + 32 * round;
      const bool hasWindows = group >= m_FirstGroup && group < groups;
      const int  begin = (group - m_FirstGroup) * GroupSize;
      TOutput    pixel[GroupSize]{};
      if (hasWindows)
      {
        SumWindows(pairs + 32 * round, core[round], division, pixel);
      }
      if constexpr (std::is_same_v<TOutput, double>)
      {
        if (columns % GroupSize == 0 && reinterpret_cast<std::uintptr_t>(output) % SectorBytes == 0)
        {
          WriteSectors(output + begin, pixel, hasWindows);
          continue;
        }
      }
      if (hasWindows)
      {
        WritePixels<VInWords>(output + begin, pixel, columns - begin);
      }
    }
  }

private:
  static constexpr int SectorBytes = 32; // of a cache's line

  using LinesType = Lines<TSum, VIsWhole>;
  static constexpr int Rounds = StripWidth / GroupSize / 32;
  static constexpr int Pairs = LinesType::Pairs;
  static constexpr int Stride = LinesType::Stride;
  /** Of the groups that cores are found of: before the first with windows there are others. */
  static constexpr int FirstRound = VIsWhole ? -1 : 0;
  static constexpr int CoreRounds = Rounds - FirstRound;

  __device__ __forceinline__ void
  SumWindows(const Pair<TSum> *         pairs,
             TSum                       core,
             const MeanDivision<TSum> & division,
             TOutput (&pixel)[GroupSize]) const
  {
    TSum head[HeadSize];
    TSum tail[GroupSize];
    TSum sum[GroupSize];
    ReadTail(pairs, tail);
    ReadHead(pairs, head);
    if constexpr (TWindow::IsSmall)
    {
      SumSmallWindows(head, tail, m_Window.radius, sum);
    }
    else
    {
      SumLargeWindows(head, core, tail, sum);
    }
    Finish(sum, division, pixel);
  }

  /** Two lanes write half of each sector of both, or what a warp writes at once were half sectors: with doubles, the image of sums
   * of 21^3 voxels takes 6 % less of the mean's time on an H200; of floats the exchange costs more. */
  __device__ __forceinline__ void
  WriteSectors(double * output, const double (&pixel)[GroupSize], bool hasWindows) const
  {
    constexpr unsigned int warp = 0xffffffff;
    constexpr int          halves = GroupSize / 2;
    const bool             isOdd = m_Lane % 2 != 0;
    const bool             otherHasWindows = __shfl_xor_sync(warp, hasWindows, 1) != 0;
    const bool             evenHasWindows = isOdd ? otherHasWindows : hasWindows;
    const bool             oddHasWindows = isOdd ? hasWindows : otherHasWindows;
    uint4 * const          ofEven = reinterpret_cast<uint4 *>(output - (isOdd ? GroupSize - 2 : 0));
    std::uint32_t          half[halves][4];
    std::memcpy(half, pixel, sizeof(half));
#pragma unroll
    for (int i = 0; i < halves; i += 2)
    {
      std::uint32_t even[4];
      std::uint32_t odd[4];
#pragma unroll
      for (int j = 0; j < 4; ++j)
      {
        const std::uint32_t received = __shfl_xor_sync(warp, isOdd ? half[i][j] : half[i + 1][j], 1);
        even[j] = isOdd ? received : half[i][j];
        odd[j] = isOdd ? half[i + 1][j] : received;
      }
      if (evenHasWindows)
      {
        ofEven[i] = make_uint4(even[0], even[1], even[2], even[3]);
      }
      if (oddHasWindows)
      {
        ofEven[halves + i] = make_uint4(odd[0], odd[1], odd[2], odd[3]);
      }
    }
  }

  __device__ __forceinline__ void
  ReadTail(const Pair<TSum> * pairs, TSum (&tail)[GroupSize]) const
  {
#pragma unroll
    for (int i = 0; i < Pairs; ++i)
    {
      const auto pair = pairs[i * Stride];
      tail[2 * i] = pair.value[0];
      tail[2 * i + 1] = pair.value[1];
    }
  }

  __device__ __forceinline__ void
  ReadHead(const Pair<TSum> * pairs, TSum (&head)[HeadSize]) const
  {
    constexpr int skipped = TWindow::IsSmall ? 1 : 0;
#pragma unroll
    for (int i = skipped; i < Pairs; ++i)
    {
      if (!TWindow::IsSmall || i >= Pairs - m_Window.radius)
      {
        const auto pair = pairs[m_HeadOffset[i]];
        head[2 * i - skipped] = pair.value[0];
        if (2 * i + 1 - skipped < HeadSize)
        {
          head[2 * i + 1 - skipped] = pair.value[1];
        }
      }
    }
  }

  /** `shifted` is, of what the lanes have of each group, that of the group so many before. */
  __device__ __forceinline__ void
  ShiftGroups(const TSum (&group)[CoreRounds], int groups, TSum (&shifted)[CoreRounds]) const
  {
    const int lane = m_Lane - groups;
    TSum      from[CoreRounds];
#pragma unroll
    for (int round = 0; round < CoreRounds; ++round)
    {
      from[round] = __shfl_sync(0xffffffff, group[round], lane & 31);
      shifted[round] = from[0];
#pragma unroll
      for (int i = 1; i <= round; ++i)
      {
        shifted[round] = lane + 32 * (round - i) >= 0 ? from[i] : shifted[round];
      }
    }
  }

  /** What the first groups' cores are is rubbish, as they have no windows. */
  __device__ __forceinline__ void
  FindCores(const Pair<TSum> * pairs, TSum (&cores)[Rounds]) const
  {
    TSum       core[CoreRounds]{};
    TSum       run[CoreRounds]; // the sum of the `length` groups that end with the lane's
    TSum       rest[CoreRounds];
    TSum       shifted[CoreRounds];
    const auto add = [&](TSum(&sum)[CoreRounds]) {
#pragma unroll
      for (int round = 0; round < CoreRounds; ++round)
      {
        sum[round] += shifted[round];
      }
    };
#pragma unroll
    for (int round = 0; round < CoreRounds; ++round)
    {
      const int group = 32 * (round + FirstRound);
      TSum      tail[GroupSize];
      ReadTail(pairs + (group < 0 ? max(group, -m_Base - m_Lane) : group), tail);
      SplitGroup(tail, m_Window.rest, run[round], rest[round]);
      run[round] += rest[round];
    }
    // The core's groups, in runs whose lengths are powers of two.
    int before = 1;
    for (int length = 1; length <= m_Window.groups; length *= 2)
    {
      if ((m_Window.groups & length) != 0)
      {
        ShiftGroups(run, before, shifted);
        add(core);
        before += length;
      }
      if (2 * length <= m_Window.groups)
      {
        ShiftGroups(run, length, shifted);
        add(run);
      }
    }
    ShiftGroups(rest, before, shifted);
    add(core);
#pragma unroll
    for (int round = 0; round < Rounds; ++round)
    {
      cores[round] = core[round - FirstRound];
    }
  }

  const TWindow & m_Window;
  int             m_Lane;
  int             m_FirstGroup;
  int             m_Base;
  int             m_HeadOffset[Pairs];
};
} // namespace itk::device::mean

#endif
