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
#ifndef IsolineGroupCore_h
#define IsolineGroupCore_h

#include "IsolineTubeCore.h"
#include <cmath>
#include <cstdint>

/** The geometry and the arithmetic of the third stage of the model TubesAndGroups, which host and device share.
 *
 * Every cell of 4 x 4 pixels begins a block of 8 x 8. Its group are itself and the blocks to either side of it at
 * those 8 of 84 fixed displacements at which the two together differ from it least; of the last of them one side. */
namespace itk::device
{
inline constexpr int IsolineGroupCell = 4;
inline constexpr int IsolineGroupBlock = 8;
inline constexpr int IsolineGroupPixels = IsolineGroupBlock * IsolineGroupBlock;
inline constexpr int IsolineGroupSize = 16;
inline constexpr int IsolineGroupPairs = IsolineGroupSize / 2;

/** Largest displacement along an axis, and the number of displacements, of two opposite ones one. */
inline constexpr int IsolineGroupRadius = 6;
inline constexpr int NumberOfIsolineGroupDisplacements = 2 * IsolineGroupRadius * (IsolineGroupRadius + 1);

/** Pixels a side of what a group looks at, which begins IsolineGroupRadius before its block. */
inline constexpr int IsolineGroupWindow = IsolineGroupBlock + 2 * IsolineGroupRadius;

/** How far from a pixel lie those of the second stage's estimate that this stage's one depends on. */
inline constexpr int IsolineGroupReach = IsolineGroupBlock - 1 + 2 * IsolineGroupRadius;

/** Square of the factor by which the coefficients of a group exceed orthonormal ones. */
inline constexpr float IsolineGroupGain = 0.125f * IsolineGroupPixels * IsolineGroupSize;

struct IsolineGroupDisplacement
{
  int x;
  int y;
};

/** Row after row from (1, 0) to (IsolineGroupRadius, IsolineGroupRadius): the half of them that does not look back. */
ITK_HOST_DEVICE constexpr IsolineGroupDisplacement
GetIsolineGroupDisplacement(int index)
{
  constexpr int side = 2 * IsolineGroupRadius + 1;
  const int     position = index + IsolineGroupRadius + 1;
  return { position % side - IsolineGroupRadius, position / side };
}

/** Which of the chosen displacements is that of block `member` of a group; for the first block, member 0, any does. */
ITK_HOST_DEVICE constexpr int
GetIsolineGroupPair(int member)
{
  return (member - 1) / 2;
}

/** Where block `member` of a group lies relative to its first, which is member 0; `chosen` is its displacement. */
ITK_HOST_DEVICE inline IsolineGroupDisplacement
GetIsolineGroupMember(int chosen, int member)
{
  if (member == 0)
  {
    return { 0, 0 };
  }
  const IsolineGroupDisplacement displacement = GetIsolineGroupDisplacement(chosen);
  return member % 2 == 1 ? displacement : IsolineGroupDisplacement{ -displacement.x, -displacement.y };
}

/** What a pixel of a block adds to the difference at a displacement, from those of the two blocks there. */
ITK_HOST_DEVICE inline float
GetIsolineGroupPixelDifference(float pixel, float forth, float back)
{
  const float forthLess = forth - pixel;
  const float backLess = back - pixel;
  return forthLess * forthLess + backLess * backLess;
}

/** Sums are not negative. Infinite where one is no number. */
ITK_HOST_DEVICE inline float
OrderIsolineGroupDifference(float sum)
{
  return sum >= 0 ? sum : HUGE_VALF;
}

/** Sum of the squared differences between the block in the middle of a window and the two at a displacement, pixel
 * after pixel, row after row. */
inline float
GetIsolineGroupDifference(const float * middle, int pitch, int displacement)
{
  const IsolineGroupDisplacement by = GetIsolineGroupDisplacement(displacement);
  const int                      offset = by.y * pitch + by.x;
  float                          sum = 0;
  for (int y = 0; y < IsolineGroupBlock; ++y)
  {
    for (int x = 0; x < IsolineGroupBlock; ++x)
    {
      const float * const pixel = middle + y * pitch + x;
      sum += GetIsolineGroupPixelDifference(*pixel, pixel[offset], pixel[-offset]);
    }
  }
  return OrderIsolineGroupDifference(sum);
}

/** How many displacements come before one, by their differences and then by their indices. */
inline int
GetIsolineGroupRank(const float * differences, int displacement)
{
  const float own = differences[displacement];
  int         rank = 0;
  for (int other = 0; other < NumberOfIsolineGroupDisplacements; ++other)
  {
    rank += differences[other] < own || (differences[other] == own && other < displacement) ? 1 : 0;
  }
  return rank;
}

/** Wiener's filter with the second stage's coefficient for the truth. Returns the square of the factor. */
ITK_HOST_DEVICE inline float
ShrinkIsolineGroupCoefficient(float & coefficient, float truth, bool isMean, float noise)
{
  const float power = truth * truth;
  const float factor = isMean ? 1.0f : power / (power + noise);
  coefficient *= factor;
  return factor * factor;
}

/** Groups add up integers, so that no order of theirs matters. The weight of a group, from the sum of its squared
 * factors; 0 where that is no number. */
ITK_HOST_DEVICE inline std::uint32_t
GetIsolineGroupWeight(float sumOfSquaredFactors)
{
  return sumOfSquaredFactors >= 1 ? static_cast<std::uint32_t>(65536.0f / sumOfSquaredFactors) : 0;
}

/** By how much an estimate differs from the second stage's, in 1024ths of the noise level; by at most 2^20 levels. */
ITK_HOST_DEVICE inline std::int32_t
GetIsolineGroupChange(float estimate, float pilot, float noiseLevel)
{
  constexpr float most = 1073741824.0f;
  const float     change = (estimate - pilot) * (1024.0f / noiseLevel);
  const float     notMore = change < most ? change : most;
  const float     limited = notMore > -most ? notMore : -most;
  return change == change ? static_cast<std::int32_t>(limited + std::copysign(0.5f, limited)) : 0;
}

/** The result, from the weighted sum of the changes and the sum of the weights. */
ITK_HOST_DEVICE inline float
GetIsolineGroupResult(float pilot, std::int64_t changes, std::uint32_t weights, float noiseLevel)
{
  return weights > 0 ? pilot + static_cast<float>(changes) / static_cast<float>(weights) * (noiseLevel * (1.0f / 1024))
                     : pilot;
}

/** Along one axis, the cells whose groups may hold one of the pixels [begin, end), counted from the one that is at
 * `position` in the image. */
constexpr IsolineTubeCells
GetIsolineGroupCells(std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t position)
{
  const std::ptrdiff_t least = begin - (IsolineGroupBlock - 1) - IsolineGroupRadius;
  const std::ptrdiff_t most = end - 1 + IsolineGroupRadius;
  const std::ptrdiff_t phase = (least + static_cast<std::ptrdiff_t>(position % IsolineGroupCell)) % IsolineGroupCell;
  const std::ptrdiff_t first = least + (phase > 0 ? IsolineGroupCell - phase : -phase);
  return { first, (most - first) / IsolineGroupCell + 1 };
}
} // namespace itk::device

#endif
