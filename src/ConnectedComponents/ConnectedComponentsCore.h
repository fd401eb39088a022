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
#ifndef ConnectedComponentsCore_h
#define ConnectedComponentsCore_h

#include "itkDeviceMacro.h"
#include <cstdint>

namespace itk::device
{
/** The index of the lowest bit that is set. */
ITK_HOST_DEVICE inline int
FindLowestBit(std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

ITK_HOST_DEVICE inline int
CountBits(std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
  return __popc(bits);
#else
  return __builtin_popcount(bits);
#endif
}

/** The first pixels of the runs of ones in a word. */
ITK_HOST_DEVICE inline std::uint32_t
GetRunStarts(std::uint32_t word)
{
  return word & ~(word << 1);
}

/** The number, in its word, of the run that holds `bit`. */
ITK_HOST_DEVICE inline int
GetRunOfBit(std::uint32_t word, int bit)
{
  return CountBits(GetRunStarts(word) & (0xffffffffu >> (31 - bit))) - 1;
}

/** Where a word's neighbour is, in words along each axis. */
struct WordOffset
{
  int x;
  int y;
  int z;
};

/** The words of a row above or below a word and to both sides of that. */
struct WordsOfRow
{
  std::uint32_t left;
  std::uint32_t center;
  std::uint32_t right;
};

ITK_HOST_DEVICE inline WordsOfRow
Exclude(const WordsOfRow & row, const WordsOfRow & a, const WordsOfRow & b)
{
  return { row.left & ~(a.left | b.left), row.center & ~(a.center | b.center), row.right & ~(a.right | b.right) };
}

/** Calls link(bit, offset, bitOfNeighbor) for pixels of a word, and of the row whose word is at `offset`. `left` is the word
 * before it. */
template <bool VIsFullyConnected, typename TIsWanted, typename TLink>
ITK_HOST_DEVICE void
LinkToRow(std::uint32_t      word,
          std::uint32_t      left,
          const WordsOfRow & row,
          const WordOffset & offset,
          const TIsWanted &  isWanted,
          const TLink &      link)
{
  if (isWanted(offset))
  {
    const std::uint32_t starts = GetRunStarts(word);
    // Of each pair of runs that touch, where the latter of the two begins.
    std::uint32_t touching = GetRunStarts(word & row.center);
    if (VIsFullyConnected)
    {
      touching = (starts & (row.center | row.center << 1)) | (GetRunStarts(row.center) & word << 1);
    }
    // Those at both words' left ends are linked already where the pixels left of them are there, too.
    if ((word & row.center & 1) != 0 && (left & row.left) >> 31 != 0)
    {
      touching &= ~1u;
    }
    for (; touching != 0; touching &= touching - 1)
    {
      const int bit = FindLowestBit(touching);
      const int own = (word >> bit & 1) != 0 ? bit : bit - 1;
      link(own, offset, (row.center >> bit & 1) != 0 ? bit : bit - 1);
    }
  }
  if (VIsFullyConnected)
  {
    const WordOffset offsetLeft{ -1, offset.y, offset.z };
    const WordOffset offsetRight{ 1, offset.y, offset.z };
    if ((word & ~row.center & 1) != 0 && (row.left & ~left) >> 31 != 0 && isWanted(offsetLeft))
    {
      link(0, offsetLeft, 31);
    }
    if ((word & ~row.center) >> 31 != 0 && (row.right & 1) != 0 && isWanted(offsetRight))
    {
      link(31, offsetRight, 0);
    }
  }
}

/** Calls link(bit, offset, bitOfNeighbor) for pairs of pixels of a word and of words before it in raster order, so that of
 * all words together all neighbouring runs are linked. get(offset) is the word there, 0 beyond the image; links to a word
 * are left out where not isWanted(offset). */
template <bool VIsFullyConnected, int VDimension, typename TGet, typename TIsWanted, typename TLink>
ITK_HOST_DEVICE void
LinkWord(const TGet & get, const TIsWanted & isWanted, const TLink & link)
{
  const std::uint32_t word = get(WordOffset{ 0, 0, 0 });
  if (word == 0)
  {
    return;
  }
  const auto getRow = [&](int y, int z) {
    return WordsOfRow{ get(WordOffset{ -1, y, z }),
                       get(WordOffset{ 0, y, z }),
                       VIsFullyConnected ? get(WordOffset{ 1, y, z }) : 0 };
  };
  const WordOffset    before{ -1, 0, 0 };
  const std::uint32_t left = get(before);
  const auto          linkToRow = [&](const WordsOfRow & row, int y, int z) {
    LinkToRow<VIsFullyConnected>(word, left, row, WordOffset{ 0, y, z }, isWanted, link);
  };
  if ((word & 1) != 0 && left >> 31 != 0 && isWanted(before))
  {
    link(0, before, 31);
  }
  const WordsOfRow above = getRow(-1, 0);
  linkToRow(above, -1, 0);
  if (VDimension == 3)
  {
    const WordsOfRow behind = getRow(0, -1);
    linkToRow(behind, 0, -1);
    if (VIsFullyConnected)
    {
      // Pixels of the rows between link others to these rows already.
      linkToRow(Exclude(getRow(-1, -1), above, behind), -1, -1);
      linkToRow(Exclude(getRow(1, -1), getRow(1, 0), behind), 1, -1);
    }
  }
}
} // namespace itk::device

#endif
