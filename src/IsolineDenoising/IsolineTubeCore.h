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
#ifndef IsolineTubeCore_h
#define IsolineTubeCore_h

#include "IsolineTubeTransform.h"
#include <cstddef>
#include <cstdint>

/** The geometry and the arithmetic of the model Tubes of IsolineDenoisingImageFilter, which host and device share.
 *
 * A tube is a bundle of IsolineTubeWidth parallel lines, each of IsolineTubeLength pixels in one of the directions of
 * IsolineDirections. Every cell of 4 x 4 pixels has one, in the middle of which it lies. Along and across name the axes
 * of a slice: a tube that is not steep runs along axis 0 and its lines lie across, one below the other, in axis 1; a
 * steep tube has the two axes exchanged. */
namespace itk::device
{
inline constexpr int IsolineTubeCell = 4;
inline constexpr int IsolineTubeLength = 16;
inline constexpr int IsolineTubeWidth = 10;
inline constexpr int NumberOfIsolineTubes = 18;

/** First pixel of a tube relative to that of its cell, along, and across but for the shift of its line. */
inline constexpr int IsolineTubeBegin = -6;
inline constexpr int IsolineTubeBeginAcross = -3;

/** By how much a line lies off the direction along, at any of its pixels. */
inline constexpr int LeastIsolineTubeShift = 1 - IsolineTubeLength / 2;
inline constexpr int MostIsolineTubeShift = IsolineTubeLength / 2;

/** Pixels of a tube, and all that an estimate depends on, relative to its cell: either axis may be the one across. */
inline constexpr int LeastIsolineTubeReach = IsolineTubeBeginAcross + LeastIsolineTubeShift;
inline constexpr int MostIsolineTubeReach = IsolineTubeBeginAcross + IsolineTubeWidth - 1 + MostIsolineTubeShift;

/** How far from a pixel lie those that its estimate depends on: that of one stage, twice. */
inline constexpr int IsolineTubeReach = 2 * (MostIsolineTubeReach - LeastIsolineTubeReach);

/** Lines that are transformed together, across, and the distance between the two blocks of them in a tube. */
inline constexpr int IsolineTubeBlock = 8;
inline constexpr int NumberOfIsolineTubeBlocks = 2;
inline constexpr int IsolineTubeBlockStep = 2;
static_assert(IsolineTubeBlock + (NumberOfIsolineTubeBlocks - 1) * IsolineTubeBlockStep == IsolineTubeWidth,
              "The blocks make up the tube.");

/** Square of the factor by which the coefficients of a block exceed orthonormal ones. */
inline constexpr float IsolineTubeGain = 0.25f * IsolineTubeBlock * IsolineTubeLength;

/** Noise is taken for the variance of a coefficient times these: a coefficient is kept in the first stage above 2.7
 * standard deviations, and the second stage takes the noise for a little less than it is, which keeps more texture.
 * Found by experiment. */
inline constexpr float IsolineTubeThreshold = 2.7f * 2.7f;
inline constexpr float IsolineTubeWienerNoise = 0.75f;

/** By how much pixel k of a tube's lines lies off the direction along: a straight line through the middle between
 * pixels 7 and 8, rounded. Tubes 0 and 1 have no slope, 2 to 5 that of 11.25 degrees, and so on up to 45 degrees; odd
 * tubes are steep. */
ITK_HOST_DEVICE constexpr int
GetIsolineTubeShift(int tube, int k)
{
  // Tangents of 0, 11.25, 22.5, 33.75 and 45 degrees.
  constexpr double slope[5] = { 0, 0.19891236737965801, 0.41421356237309505, 0.66817863791929892, 1 };
  const double     signedSlope = tube / 2 % 2 == 1 ? slope[(tube / 2 + 1) / 2] : -slope[tube / 4];
  const double     shift = (k - 0.5 * (IsolineTubeLength - 1)) * signedSlope + 0.5;
  const int        truncated = static_cast<int>(shift);
  return shift < truncated ? truncated - 1 : truncated;
}

/** GetIsolineTubeShift() of all tubes and pixels. */
struct IsolineTubeShiftTable
{
  alignas(std::uint32_t) std::int8_t of[NumberOfIsolineTubes][IsolineTubeLength]{};

  constexpr IsolineTubeShiftTable()
  {
    for (int tube = 0; tube < NumberOfIsolineTubes; ++tube)
    {
      for (int k = 0; k < IsolineTubeLength; ++k)
      {
        of[tube][k] = static_cast<std::int8_t>(GetIsolineTubeShift(tube, k));
      }
    }
  }
};

ITK_HOST_DEVICE constexpr bool
IsSteepIsolineTube(int tube)
{
  return tube % 2 == 1;
}

/** Along one axis, the cells whose tubes may hold one of some pixels. */
struct IsolineTubeCells
{
  std::ptrdiff_t firstCorner; // first pixel of the first cell
  std::ptrdiff_t count;
};

/** Of the pixels [begin, end), counted from the one that is at `position` in the image. */
constexpr IsolineTubeCells
GetIsolineTubeCells(std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t position)
{
  const std::ptrdiff_t least = begin - MostIsolineTubeReach;
  const std::ptrdiff_t most = end - 1 - LeastIsolineTubeReach;
  const std::ptrdiff_t phase = (least + static_cast<std::ptrdiff_t>(position % IsolineTubeCell)) % IsolineTubeCell;
  const std::ptrdiff_t first = least + (phase > 0 ? IsolineTubeCell - phase : -phase);
  return { first, (most - first) / IsolineTubeCell + 1 };
}

/** The index of the pixel that a mirror at the outermost pixels shows at `index`. */
template <typename TIndex>
ITK_HOST_DEVICE inline TIndex
MirrorIsolineIndex(TIndex index, TIndex size)
{
  if (index < 0)
  {
    index = -index;
  }
  if (index >= size)
  {
    const TIndex period = size > 1 ? 2 * (size - 1) : 1;
    index %= period;
    index = index < size ? index : period - index;
  }
  return index;
}

/** \class IsolineTubeLine
 * \brief Sum of the squared deviations of the pixels of a line from their mean: but for a factor and a constant the
 * negative logarithm of the likelihood that they are those of an isoline.
 *
 * The pixels are added from the first to the last, each less a reference near to them, which keeps the sums small.
 */
template <typename TValue>
struct IsolineTubeLine
{
  TValue sum{};
  TValue sumOfSquares{};

  ITK_HOST_DEVICE void
  Add(const TValue & value)
  {
    sum = sum + value;
    sumOfSquares = sumOfSquares + value * value;
  }

  ITK_HOST_DEVICE TValue
  GetDeviation() const
  {
    return sumOfSquares - sum * sum * (1.0f / IsolineTubeLength);
  }
};

/** First stage: keeps a coefficient of the noisy block that exceeds the noise, or is the block's mean, and else makes
 * it 0. `noise` is the variance of a coefficient. Returns how many were kept. */
ITK_HOST_DEVICE inline float
KeepIsolineTubeCoefficient(float & coefficient, bool isMean, float noise)
{
  const bool isKept = isMean || coefficient * coefficient >= IsolineTubeThreshold * noise;
  coefficient = isKept ? coefficient : 0.0f;
  return isKept ? 1.0f : 0.0f;
}

/** Second stage: shrinks a coefficient of the noisy block as Wiener's filter does, the first estimate's one taken for
 * the truth. Returns the square of the factor, by which the noise's variance has shrunk. */
ITK_HOST_DEVICE inline float
ShrinkIsolineTubeCoefficient(float & coefficient, float truth, bool isMean, float noise)
{
  const float power = truth * truth;
  const float factor = isMean ? 1.0f : power / (power + IsolineTubeWienerNoise * noise);
  coefficient *= factor;
  return factor * factor;
}

/** Sum of the weights of those blocks of a tube that hold a line of it. */
ITK_HOST_DEVICE inline float
GetIsolineTubeWeight(const float (&weights)[NumberOfIsolineTubeBlocks], int line)
{
  static_assert(NumberOfIsolineTubeBlocks == 2, "The first lines are of the first block alone, the last of the last.");
  const float ofAfterFirst = line < IsolineTubeBlock ? weights[0] + weights[1] : weights[1];
  return line < IsolineTubeBlockStep ? weights[0] : ofAfterFirst;
}
} // namespace itk::device

#endif
