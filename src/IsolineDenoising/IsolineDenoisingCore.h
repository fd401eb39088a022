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
#ifndef IsolineDenoisingCore_h
#define IsolineDenoisingCore_h

#include "IsolineDirections.h"
#include "itkDeviceMacro.h"
#include <cmath>
#include <cstdint>
#include <cstring>

/** The arithmetic that host and device share. Both compile it without contraction to fused multiply-adds (see
 * src/CMakeLists.txt), so they take the same decisions and get the same bits. */
namespace itk::device
{
inline constexpr int MostIsolineSegments = 16;

/** A position in a slice, in pixels. */
struct IsolinePosition
{
  int x;
  int y;
};

/** Constants of the union of n pixels with p others. */
struct IsolineUnion
{
  float weight; // p / (n + p)
  float gap;    // n p / (n + p)
};

/** What the kernels of all models need to know; trivially copyable. Names as in IsolineDenoisingImageFilter. */
struct IsolineParameters
{
  int           segmentLength;
  int           segmentsOfEnd; // by which a line may be extended at either end
  int           maximumDeviation;
  int           thickness;
  float         extensionThreshold;
  float         edgeThreshold;
  float         inverseOfSegment;               // 1 / pixels of a segment
  float         inverseOfStart;                 // 1 / thickness
  float         pixelsOfLine;                   // of the two segments and the pixels between them
  IsolineUnion  halves;                         // of two segments
  IsolineUnion  start;                          // of those with the pixels between them
  IsolineUnion  extension[MostIsolineSegments]; // [k]: of a line extended k times with the next segment
  IsolineOffset offset[NumberOfIsolineDirections][LongestIsolineSegment];
};

/** `length`, `segments` and the others are valid values of the parameters of IsolineDenoisingImageFilter. */
IsolineParameters inline MakeIsolineParameters(int    length,
                                               int    segments,
                                               int    deviation,
                                               int    thickness,
                                               double extensionThreshold,
                                               double edgeThreshold)
{
  const auto unite = [](double n, double p) {
    return IsolineUnion{ static_cast<float>(p / (n + p)), static_cast<float>(n * p / (n + p)) };
  };
  const double      p = length * thickness;
  const double      line = 2 * p + thickness;
  IsolineParameters parameters{};
  parameters.segmentLength = length;
  parameters.segmentsOfEnd = segments / 2 - 1;
  parameters.maximumDeviation = deviation;
  parameters.thickness = thickness;
  parameters.extensionThreshold = static_cast<float>(extensionThreshold);
  parameters.edgeThreshold = static_cast<float>(edgeThreshold);
  parameters.inverseOfSegment = static_cast<float>(1 / p);
  parameters.inverseOfStart = static_cast<float>(1.0 / thickness);
  parameters.pixelsOfLine = static_cast<float>(line);
  parameters.halves = unite(p, p);
  parameters.start = unite(2 * p, thickness);
  for (int k = 0; k < MostIsolineSegments; ++k)
  {
    parameters.extension[k] = unite(line + k * p, p);
  }
  for (int direction = 0; direction < NumberOfIsolineDirections; ++direction)
  {
    for (int pixel = 0; pixel < LongestIsolineSegment; ++pixel)
    {
      parameters.offset[direction][pixel] = IsolineDirections.offset[direction][pixel];
    }
  }
  return parameters;
}

/** \class IsolineShape
 * \brief Length and thickness of segments, the most that their directions differ by, and the most that extend a line at an
 * end; 0 where known at run time only.
 *
 * \ingroup CudaImageFilters
 */
template <int VLength = 0, int VThickness = 0, int VDeviation = 0, int VSegmentsOfEnd = 0>
struct IsolineShape
{
  const IsolineParameters & parameters;

  ITK_HOST_DEVICE int
  GetLength() const
  {
    return VLength > 0 ? VLength : parameters.segmentLength;
  }

  ITK_HOST_DEVICE int
  GetThickness() const
  {
    return VThickness > 0 ? VThickness : parameters.thickness;
  }

  ITK_HOST_DEVICE int
  GetDeviation() const
  {
    return VDeviation > 0 ? VDeviation : parameters.maximumDeviation;
  }

  ITK_HOST_DEVICE int
  GetSegmentsOfEnd() const
  {
    return VSegmentsOfEnd > 0 ? VSegmentsOfEnd : parameters.segmentsOfEnd;
  }
};

/** Where the copies of a thick line lie: none, below or to the right, above or to the left of it. */
ITK_HOST_DEVICE inline IsolineOffset
GetIsolineCopy(const IsolineParameters & parameters, int direction, int copy)
{
  const IsolineOffset end = parameters.offset[direction][0];
  const auto          shift = static_cast<std::int8_t>(copy == 2 ? -1 : copy);
  const bool          isSteep = end.x == 0;
  return isSteep ? IsolineOffset{ shift, 0 } : IsolineOffset{ 0, shift };
}

/** How far from a pixel, along either axis, lie pixels that its line may hold or whose segments it may be judged by. */
inline int
GetIsolineReach(const IsolineParameters & parameters)
{
  return parameters.segmentLength * (parameters.segmentsOfEnd + 1) + 2;
}

/** What depends on the noise level: thresholds of sums of squares, and the factor of deviations in exponents. */
struct IsolineScale
{
  float largestGap;  // that continues a line
  float largestEdge; // between the parts of a region of low slope
  float exponent;    // by which the weight of a line falls, in powers of 2, for every unit of its deviation
  float variance;
};

ITK_HOST_DEVICE inline IsolineScale
MakeIsolineScale(const IsolineParameters & parameters, float noiseLevel)
{
  constexpr float quarterOfLogarithm = 0.36067376f; // log2(e) / 4
  const float     variance = noiseLevel * noiseLevel;
  return { parameters.extensionThreshold * variance,
           parameters.edgeThreshold * variance,
           quarterOfLogarithm / variance,
           variance };
}

/** Mean and, over all channels, sum of squared deviations from it, of some pixels. */
template <int VChannels>
struct IsolineStatistics
{
  float mean[VChannels];
  float deviation;
};

/** By how much the deviation of the union of two sets of pixels, whose means have a `difference`, exceeds the sum of theirs.
 * Divided by the variance of the noise it is the generalised likelihood ratio by which the two have different means: thesis
 * (7.8) and (7.20), for noise of known variance. */
template <int VChannels>
ITK_HOST_DEVICE inline float
GetIsolineGap(const float (&difference)[VChannels], const IsolineUnion & united)
{
  float sum = 0;
  for (int channel = 0; channel < VChannels; ++channel)
  {
    const float square = difference[channel] * difference[channel];
    sum = channel == 0 ? square : sum + square;
  }
  return sum * united.gap;
}

template <int VChannels>
ITK_HOST_DEVICE inline IsolineStatistics<VChannels>
JoinIsoline(const IsolineStatistics<VChannels> & line,
            const IsolineStatistics<VChannels> & part,
            const IsolineUnion &                 united)
{
  IsolineStatistics<VChannels> joined;
  float                        difference[VChannels];
  for (int channel = 0; channel < VChannels; ++channel)
  {
    difference[channel] = part.mean[channel] - line.mean[channel];
    joined.mean[channel] = line.mean[channel] + difference[channel] * united.weight;
  }
  joined.deviation = (line.deviation + part.deviation) + GetIsolineGap(difference, united);
  return joined;
}

/** 2^-x at the integers from 0 to 120, and interpolated linearly between them; 2^-120 beyond and for NaN. That is a
 * float whose exponent and fraction are read off x. */
ITK_HOST_DEVICE inline float
GetIsolineWeight(float x)
{
  constexpr float    ofExponent = 8388608.0f; // 2^23, the weight of a float's last exponent bit
  const float        bounded = x < 120.0f ? x : 120.0f;
  const std::int32_t bits = static_cast<std::int32_t>((127.0f - bounded) * ofExponent);
  float              weight;
  std::memcpy(&weight, &bits, sizeof(weight));
  return weight;
}

/** \class IsolineMean
 * \brief Mean of the values of candidate lines, weighted by their likelihoods.
 *
 * Exponents are negative logarithms of likelihoods, to base 2. The likeliest line so far has the weight 1, so that sums
 * neither overflow nor vanish.
 *
 * \ingroup CudaImageFilters
 */
template <int VChannels>
struct IsolineMean
{
  float exponent{}; // the least so far
  float weight{};
  float sum[VChannels]{}; // of weights times values
  int   direction{};      // of the likeliest line

  ITK_HOST_DEVICE void
  Start(float first, const float (&value)[VChannels], int firstDirection)
  {
    exponent = first;
    weight = 1;
    for (int channel = 0; channel < VChannels; ++channel)
    {
      sum[channel] = value[channel];
    }
    direction = firstDirection;
  }

  ITK_HOST_DEVICE void
  Add(float next, const float (&value)[VChannels], int nextDirection)
  {
    const float excess = next - exponent;
    const bool  isLikelier = excess < 0;
    const float factor = GetIsolineWeight(std::fabs(excess));
    const float ofOthers = isLikelier ? factor : 1.0f;
    const float ofThis = isLikelier ? 1.0f : factor;
    exponent = isLikelier ? next : exponent;
    direction = isLikelier ? nextDirection : direction;
    weight = weight * ofOthers + ofThis;
    for (int channel = 0; channel < VChannels; ++channel)
    {
      sum[channel] = sum[channel] * ofOthers + value[channel] * ofThis;
    }
  }

  /** Pixels whose plain mean would have the variance of this one, for lines of n pixels that share one, of weights near
   * 0 or 1. */
  ITK_HOST_DEVICE float
  GetNumberOfPixels(float n) const
  {
    return n * n * weight / (weight + (n - 1.0f));
  }
};

/** \class IsolinePair
 * \brief The line of two opposite segments from a pixel.
 *
 * All sums are of differences to the pixel, so that a constant image is left as it is.
 *
 * \ingroup CudaImageFilters
 */
template <int VChannels>
struct IsolinePair
{
  float forward[VChannels];  // sum over the segment in the direction
  float backward[VChannels]; // over the opposite one
  float start[VChannels];    // over the pixel and its copies in a thick line
  float ofStart;             // deviation of those from their mean, in all channels
};

/** Factors of the parts of a pair's deviation, which make them an exponent. */
struct IsolinePairScale
{
  float neighbors; // of the sum, over 3 x 3 neighbours, of the segments' deviations from their own means
  float halves;    // of the squared difference of the segments' sums
  float start;     // of the squared difference between the means of the segments and the start
  float ofStart;
  float toMean; // 1 / pixels of both segments
};

ITK_HOST_DEVICE inline IsolinePairScale
MakeIsolinePairScale(const IsolineParameters & parameters, const IsolineScale & scale)
{
  const float inverse = parameters.inverseOfSegment;
  return { scale.exponent * (1.0f / 9.0f),
           scale.exponent * (parameters.halves.gap * (inverse * inverse)),
           scale.exponent * parameters.start.gap,
           scale.exponent,
           0.5f * inverse };
}

/** The exponent of the pair's weight: its deviation from its mean, of which `sum` becomes the sum of differences. */
template <int VChannels, typename TShape>
ITK_HOST_DEVICE inline float
GetIsolinePairExponent(const IsolinePair<VChannels> & pair,
                       float                          neighbors,
                       const IsolinePairScale &       scale,
                       const TShape &                 shape,
                       float (&sum)[VChannels])
{
  float halves = 0;
  float start = 0;
  for (int channel = 0; channel < VChannels; ++channel)
  {
    const float difference = pair.backward[channel] - pair.forward[channel];
    const float both = pair.forward[channel] + pair.backward[channel];
    float       middle = both * scale.toMean;
    sum[channel] = both;
    if (shape.GetThickness() > 1)
    {
      middle -= pair.start[channel] * shape.parameters.inverseOfStart;
      sum[channel] += pair.start[channel];
    }
    halves = channel == 0 ? difference * difference : halves + difference * difference;
    start = channel == 0 ? middle * middle : start + middle * middle;
  }
  float exponent = (neighbors * scale.neighbors + halves * scale.halves) + start * scale.start;
  if (shape.GetThickness() > 1)
  {
    exponent += pair.ofStart * scale.ofStart;
  }
  return exponent;
}
} // namespace itk::device

#endif
