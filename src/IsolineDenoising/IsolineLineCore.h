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
#ifndef IsolineLineCore_h
#define IsolineLineCore_h

#include "IsolineDenoisingCore.h"

namespace itk::device
{
/** The line that runs through a pixel in a direction, and its end in that direction and in the opposite one. */
template <int VChannels, typename TPlace>
struct IsolineOfDirection
{
  IsolineStatistics<VChannels> line;
  TPlace                       end[2];
  int                          direction[2];
};

/** Extends a line at one end by the likeliest of the segments there that the test accepts, if any.
 *
 * `TSegments::Place` is where a segment may start, `segments.GetPlace(position)` that of a position,
 * `segments.GetNext(place, direction, sense)` where one ends, in the opposite direction if `sense` is -1,
 * `segments.Contains(place)` whether it may start there, and `segments.GetFan(place, direction)[turn]` the statistics of one. */
template <int VEnd, int VChannels, typename TSegments, typename TShape>
ITK_HOST_DEVICE inline bool
ExtendIsolineAtEnd(IsolineOfDirection<VChannels, typename TSegments::Place> & isoline,
                   const TSegments &                                          segments,
                   const TShape &                                             shape,
                   const IsolineUnion &                                       united,
                   float                                                      largestGap)
{
  if (!segments.Contains(isoline.end[VEnd]))
  {
    return false;
  }
  IsolineStatistics<VChannels> & line = isoline.line;
  const auto                     fan = segments.GetFan(isoline.end[VEnd], isoline.direction[VEnd]);
  int                            chosen = 0;
  bool                           isChosen = false;
  float                          difference[VChannels]{}; // of the chosen segment's mean
  float                          deviation = 0;           // with the chosen segment
  for (int turn = -shape.GetDeviation(); turn <= shape.GetDeviation(); ++turn)
  {
    const IsolineStatistics<VChannels> segment = fan[turn];
    float                              ofSegment[VChannels];
    for (int channel = 0; channel < VChannels; ++channel)
    {
      ofSegment[channel] = segment.mean[channel] - line.mean[channel];
    }
    const float gap = GetIsolineGap(ofSegment, united);
    const float joined = (line.deviation + segment.deviation) + gap;
    const bool  isAllowed = gap <= largestGap;
    if (isAllowed && (!isChosen || joined < deviation))
    {
      chosen = turn;
      deviation = joined;
      for (int channel = 0; channel < VChannels; ++channel)
      {
        difference[channel] = ofSegment[channel];
      }
    }
    isChosen = isChosen || isAllowed;
  }
  if (!isChosen)
  {
    return false;
  }
  for (int channel = 0; channel < VChannels; ++channel)
  {
    line.mean[channel] += difference[channel] * united.weight;
  }
  line.deviation = deviation;
  int & direction = isoline.direction[VEnd];
  direction = (direction + chosen) & (NumberOfIsolineDirections - 1);
  isoline.end[VEnd] = segments.GetNext(isoline.end[VEnd], direction, 1);
  return true;
}

/** Extends a line at its ends in turn: the model with limited deviation. Returns the number of segments added. */
template <int VChannels, typename TSegments, typename TShape>
ITK_HOST_DEVICE inline int
ExtendIsoline(IsolineOfDirection<VChannels, typename TSegments::Place> & isoline,
              const TSegments &                                          segments,
              const TShape &                                             shape,
              float                                                      largestGap)
{
  const IsolineParameters & parameters = shape.parameters;

  int          extensions = 0;
  IsolineUnion united = parameters.extension[0];
  bool         isOpen[2] = { true, true };
  const auto   count = [&](bool isExtended) {
    if (isExtended)
    {
      ++extensions;
      united = parameters.extension[extensions];
    }
  };
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
  for (int round = 0; round < shape.GetSegmentsOfEnd(); ++round)
  {
    isOpen[0] = isOpen[0] && ExtendIsolineAtEnd<0>(isoline, segments, shape, united, largestGap);
    count(isOpen[0]);
    isOpen[1] = isOpen[1] && ExtendIsolineAtEnd<1>(isoline, segments, shape, united, largestGap);
    count(isOpen[1]);
  }
  return extensions;
}

/** The sum of the differences from a pixel to its copies in a thick line, and the deviation of all of them from their
 * mean. `getDifference(x, y, channel)` is the difference from the pixel to the one at (x, y) from it. */
template <int VChannels, typename TGetDifference, typename TShape>
ITK_HOST_DEVICE inline float
SumIsolineStart(const TGetDifference & getDifference, const TShape & shape, int direction, float (&sum)[VChannels])
{
  float deviation = 0;
  for (int channel = 0; channel < VChannels; ++channel)
  {
    float squares = 0;
    sum[channel] = 0;
    for (int copy = 1; copy < shape.GetThickness(); ++copy)
    {
      const IsolineOffset shift = GetIsolineCopy(shape.parameters, direction, copy);
      const float         difference = getDifference(shift.x, shift.y, channel);
      sum[channel] += difference;
      squares += difference * difference;
    }
    deviation += squares - sum[channel] * (sum[channel] * shape.parameters.inverseOfStart);
  }
  return deviation;
}

/** The line through a pixel in a direction, 0 to 15: `value` becomes its mean's difference to the pixel, `center`.
 * Returns the exponent of its weight, in which every pixel that it holds counts as much as one deviation of the noise.
 * `start` is the pixel with its copies in a thick line. */
template <int VChannels, typename TSegments, typename TShape>
ITK_HOST_DEVICE inline float
FollowIsoline(const typename TSegments::Place &    place,
              int                                  direction,
              const IsolineStatistics<VChannels> & forward,
              const IsolineStatistics<VChannels> & backward,
              const IsolineStatistics<VChannels> & start,
              const float (&center)[VChannels],
              const TSegments &    segments,
              const TShape &       shape,
              const IsolineScale & scale,
              float (&value)[VChannels])
{
  const IsolineParameters &                                parameters = shape.parameters;
  IsolineOfDirection<VChannels, typename TSegments::Place> isoline;
  isoline.line = JoinIsoline(JoinIsoline(forward, backward, parameters.halves), start, parameters.start);
  isoline.end[0] = segments.GetNext(place, direction, 1);
  isoline.end[1] = segments.GetNext(place, direction, -1);
  isoline.direction[0] = direction;
  isoline.direction[1] = direction + NumberOfIsolineDirections / 2;
  const int   extensions = ExtendIsoline(isoline, segments, shape, scale.largestGap);
  const float pixels = static_cast<float>(extensions * (shape.GetLength() * shape.GetThickness()));
  for (int channel = 0; channel < VChannels; ++channel)
  {
    value[channel] = isoline.line.mean[channel] - center[channel];
  }
  return (isoline.line.deviation - pixels * scale.variance) * scale.exponent;
}

/** The mean of all lines through a pixel, of as many segments as the test accepts: the model with limited deviation.
 * `value` becomes its difference to the pixel, `center`. */
template <int VChannels, typename TSegments, typename TGetDifference, typename TShape>
ITK_HOST_DEVICE inline void
AverageIsolines(const IsolinePosition & position,
                const float (&center)[VChannels],
                const TGetDifference & getDifference,
                const TSegments &      segments,
                const TShape &         shape,
                const IsolineScale &   scale,
                float (&result)[VChannels])
{
  constexpr int          half = NumberOfIsolineDirections / 2;
  const auto             place = segments.GetPlace(position);
  const auto             fan = segments.GetFan(place, 0);
  IsolineMean<VChannels> mean;
  for (int direction = 0; direction < half; ++direction)
  {
    IsolineStatistics<VChannels> start;
    start.deviation = SumIsolineStart(getDifference, shape, direction, start.mean);
    for (int channel = 0; channel < VChannels; ++channel)
    {
      start.mean[channel] = center[channel] + start.mean[channel] * shape.parameters.inverseOfStart;
    }
    float       value[VChannels];
    const float exponent = FollowIsoline(
      place, direction, fan[direction], fan[direction + half], start, center, segments, shape, scale, value);
    if (direction == 0)
    {
      mean.Start(exponent, value, direction);
    }
    else
    {
      mean.Add(exponent, value, direction);
    }
  }
  for (int channel = 0; channel < VChannels; ++channel)
  {
    result[channel] = center[channel] + mean.sum[channel] / mean.weight;
  }
}

/** What is precomputed for a pixel: the weighted mean of its lines, the number of pixels that it is worth, and the
 * direction of the likeliest line, 0 to 15. */
template <int VChannels>
struct IsolinePrecomputed
{
  float mean[VChannels];
  float pixels;
  int   direction;
};

/** A line that starts as the mean of a pixel: the sum, over `pixels` pixels, of differences to that mean. */
template <int VChannels>
struct IsolineSum
{
  float start[VChannels];
  float sum[VChannels];
  float pixels;
};

/** Extends a line in the direction `last` by the mean of the pixel where it ends, if the test accepts it; `end` and
 * `last` then are the end and its direction. `pixels` as `segments` above, but Get takes no direction. */
template <int VChannels, typename TPixels>
ITK_HOST_DEVICE inline bool
ExtendPrecomputedIsolineAtEnd(IsolineSum<VChannels> &   isoline,
                              IsolinePosition &         end,
                              int &                     last,
                              const TPixels &           pixels,
                              const IsolineParameters & parameters,
                              float                     largestGap)
{
  constexpr int       half = NumberOfIsolineDirections / 2;
  const IsolineOffset step = pixels.GetEnd(last);
  end.x += step.x;
  end.y += step.y;
  if (!pixels.Contains(end))
  {
    return false;
  }
  const IsolinePrecomputed<VChannels> next = pixels.Get(end);
  // A line has no sense: of its two directions the nearer one continues.
  const int   turn = ((next.direction - last + half / 2) & (half - 1)) - half / 2;
  const float both = isoline.pixels + next.pixels;
  float       squares = 0;
  for (int channel = 0; channel < VChannels; ++channel)
  {
    const float difference = (next.mean[channel] - isoline.start[channel]) * isoline.pixels - isoline.sum[channel];
    squares += difference * difference;
  }
  // The difference of the means is `difference` / isoline.pixels.
  if ((turn < 0 ? -turn : turn) > parameters.maximumDeviation ||
      !(squares * next.pixels <= largestGap * (isoline.pixels * both)))
  {
    return false;
  }
  for (int channel = 0; channel < VChannels; ++channel)
  {
    isoline.sum[channel] += (next.mean[channel] - isoline.start[channel]) * next.pixels;
  }
  isoline.pixels = both;
  last = (last + turn) & (NumberOfIsolineDirections - 1);
  return true;
}

/** Extends the mean of a pixel at both ends of its line in turn: the model with precomputed directions. */
template <int VChannels, typename TPixels>
ITK_HOST_DEVICE inline void
ExtendPrecomputedIsoline(const IsolinePosition &   position,
                         const TPixels &           pixels,
                         const IsolineParameters & parameters,
                         float                     largestGap,
                         float (&result)[VChannels])
{
  const IsolinePrecomputed<VChannels> start = pixels.Get(position);
  IsolineSum<VChannels>               isoline;
  for (int channel = 0; channel < VChannels; ++channel)
  {
    isoline.start[channel] = start.mean[channel];
    isoline.sum[channel] = 0;
  }
  isoline.pixels = start.pixels;
  IsolinePosition forward = position;
  IsolinePosition backward = position;
  int             forwardDirection = start.direction;
  int             backwardDirection = start.direction + NumberOfIsolineDirections / 2;
  bool            isForwardOpen = true;
  bool            isBackwardOpen = true;
  for (int round = 0; round < parameters.segmentsOfEnd; ++round)
  {
    isForwardOpen = isForwardOpen &&
                    ExtendPrecomputedIsolineAtEnd(isoline, forward, forwardDirection, pixels, parameters, largestGap);
    isBackwardOpen = isBackwardOpen && ExtendPrecomputedIsolineAtEnd(
                                         isoline, backward, backwardDirection, pixels, parameters, largestGap);
  }
  for (int channel = 0; channel < VChannels; ++channel)
  {
    result[channel] = isoline.start[channel] + isoline.sum[channel] / isoline.pixels;
  }
}

/** Whether the test finds no edge in the window around a pixel: between the pixel with 5 neighbouring ones of the 8
 * segments in steps of 45 degrees from it, and the other 3 (thesis, algorithm 7). `mean` becomes that of the window, as
 * a difference to the pixel.
 *
 * `getDifference(x, y, channel)` is the difference from the pixel to the one at (x, y) from it; `getHalfRow(step, y,
 * channel)` is the sum of the differences from the pixel at (0, y) to those of the segment from it along the x axis, in
 * the direction of `step`, 1 or -1. */
template <int VChannels, typename TGetDifference, typename TGetHalfRow, typename TShape>
ITK_HOST_DEVICE inline bool
IsIsolineLowSlope(const TGetDifference & getDifference,
                  const TGetHalfRow &    getHalfRow,
                  const TShape &         shape,
                  float                  largestEdge,
                  float (&mean)[VChannels])
{
  constexpr int stepX[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
  constexpr int stepY[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
  const int     length = shape.GetLength();
  const float   n = static_cast<float>(length);
  const float   ofUpper = 1.0f / (5.0f * n + 1.0f);
  const float   ofLower = ofUpper + 1.0f / (3.0f * n);
  const float   ofBoth = (5.0f * n + 1.0f) * (3.0f * n) / (8.0f * n + 1.0f);
  float         squares[8] = {};
  for (int channel = 0; channel < VChannels; ++channel)
  {
    float sum[8];
    float total = 0;
    for (int i = 0; i < 8; ++i)
    {
      if (stepY[i] == 0)
      {
        sum[i] = getHalfRow(stepX[i], 0, channel);
      }
      else
      {
        sum[i] = getDifference(stepX[i], stepY[i], channel);
        for (int step = 2; step <= length; ++step)
        {
          sum[i] += getDifference(step * stepX[i], step * stepY[i], channel);
        }
      }
      total += sum[i];
    }
    const float upper = total * ofUpper;
    for (int i = 0; i < 8; ++i)
    {
      const float lower = (sum[i] + sum[(i + 1) & 7]) + sum[(i + 2) & 7];
      const float difference = upper - lower * ofLower;
      squares[i] += difference * difference;
    }
    float rows = 0;
    for (int y = -length; y <= length; ++y)
    {
      rows += getHalfRow(1, y, channel) + getHalfRow(-1, y, channel);
    }
    const int   side = 2 * length + 1;
    const float column = sum[2] + sum[6];
    mean[channel] = (rows + static_cast<float>(side) * column) / static_cast<float>(side * side);
  }
  float most = squares[0];
  for (int i = 1; i < 8; ++i)
  {
    most = squares[i] > most ? squares[i] : most;
  }
  return !(most * ofBoth > largestEdge);
}
} // namespace itk::device

#endif
