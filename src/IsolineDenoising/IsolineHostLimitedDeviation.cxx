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
#include "IsolineHostSegments.h"
#include "IsolineLineCore.h"

namespace itk::device
{
namespace
{
using namespace isoline;

/** The segments of all directions that start in a rectangle; what ExtendIsoline asks for. */
template <int VChannels>
class SegmentPlanes
{
public:
  SegmentPlanes(const HostSlice<VChannels> & slice, const IsolineParameters & parameters, const Rectangle & where)
    : m_Slice(slice)
    , m_Parameters(parameters)
    , m_Where(where)
    , m_Statistics(static_cast<std::size_t>(where.GetWidth()) * where.GetHeight() * NumberOfIsolineDirections)
  {
    const int         left = where.begin[0];
    const int         right = where.end[0];
    const Rectangle   rows{ { left - 1, where.begin[1] - 1 }, { right + 1, where.end[1] + 1 } };
    Planes<1>         deviation(rows);
    Planes<VChannels> sum(rows);
    Planes<1>         neighbors(Rectangle{ { left, 0 }, { right, 1 } });
    for (int direction = 0; direction < NumberOfIsolineDirections; ++direction)
    {
      for (int y = rows.begin[1]; y < rows.end[1]; ++y)
      {
        float * sums[VChannels];
        for (int channel = 0; channel < VChannels; ++channel)
        {
          sums[channel] = sum.GetRow(channel, y);
        }
        float * const deviations = deviation.GetRow(0, y);
        slice.SumSegments(direction, y, left - 1, right + 1, true, sums, deviations);
        for (int x = left - 1; x < right + 1; ++x)
        {
          float squares = 0;
          for (int channel = 0; channel < VChannels; ++channel)
          {
            const float square = sums[channel][x] * sums[channel][x];
            squares = channel == 0 ? square : squares + square;
          }
          deviations[x] -= squares * parameters.inverseOfSegment;
        }
      }
      for (int y = where.begin[1]; y < where.end[1]; ++y)
      {
        float * const neighborhood = neighbors.GetRow(0, 0);
        SumNeighbors(
          deviation.GetRow(0, y - 1), deviation.GetRow(0, y), deviation.GetRow(0, y + 1), left, right, neighborhood);
        for (int x = left; x < right; ++x)
        {
          IsolineStatistics<VChannels> & segment = m_Statistics[this->GetIndex({ x, y }, direction)];
          segment.deviation = neighborhood[x] * (1.0f / 9.0f);
          for (int channel = 0; channel < VChannels; ++channel)
          {
            segment.mean[channel] =
              slice.GetRow(channel, y)[x] + sum.GetRow(channel, y)[x] * parameters.inverseOfSegment;
          }
        }
      }
    }
  }

  using Place = IsolinePosition;

  static Place
  GetPlace(const IsolinePosition & position)
  {
    return position;
  }

  Place
  GetNext(const Place & place, int direction, int sense) const
  {
    const IsolineOffset & end = m_Parameters.offset[direction][m_Parameters.segmentLength - 1];
    return { place.x + sense * end.x, place.y + sense * end.y };
  }

  bool
  Contains(const IsolinePosition & position) const
  {
    return m_Slice.GetInside().Contains(position);
  }

  /** Segments that start at a position, by how far they turn from a direction. */
  class Fan
  {
  public:
    Fan(const IsolineStatistics<VChannels> * segments, int direction)
      : m_Segments(segments)
      , m_Direction(direction)
    {}

    const IsolineStatistics<VChannels> &
    operator[](int turn) const
    {
      return m_Segments[(m_Direction + turn) & (NumberOfIsolineDirections - 1)];
    }

  private:
    const IsolineStatistics<VChannels> * m_Segments;
    int                                  m_Direction;
  };

  Fan
  GetFan(const IsolinePosition & position, int direction) const
  {
    return Fan(&m_Statistics[this->GetIndex(position, 0)], direction);
  }

private:
  std::size_t
  GetIndex(const IsolinePosition & position, int direction) const
  {
    return (static_cast<std::size_t>(position.y - m_Where.begin[1]) * m_Where.GetWidth() + position.x -
            m_Where.begin[0]) *
             NumberOfIsolineDirections +
           direction;
  }

  const HostSlice<VChannels> &              m_Slice;
  const IsolineParameters &                 m_Parameters;
  Rectangle                                 m_Where;
  std::vector<IsolineStatistics<VChannels>> m_Statistics;
};

template <int VChannels>
void
DenoisePixel(const IsolineHostTask &          task,
             const HostSlice<VChannels> &     slice,
             const SegmentPlanes<VChannels> & segments,
             const IsolineParameters &        parameters,
             const IsolineScale &             scale,
             const IsolinePosition &          position)
{
  float center[VChannels];
  for (int channel = 0; channel < VChannels; ++channel)
  {
    center[channel] = slice.GetRow(channel, position.y)[position.x];
  }
  const auto getDifference = [&](int x, int y, int channel) { return slice.GetDifference(position, x, y, channel); };
  float      result[VChannels];
  AverageIsolines(position, center, getDifference, segments, IsolineShape<>{ parameters }, scale, result);
  WritePixel(task, position, result);
}

template <int VChannels>
void
Denoise(const IsolineHostTask & task, const IsolineParameters & parameters, const IsolineRowRunner & run)
{
  const HostSlice<VChannels> slice(task, parameters, parameters.segmentLength + 2, run);
  const IsolineScale         scale = MakeIsolineScale(parameters, task.noiseLevel);
  const Rectangle            output = slice.GetOutput(task);
  ForEachRows(output, run, [&](int begin, int end) {
    constexpr int width = 128;
    for (int left = output.begin[0]; left < output.end[0]; left += width)
    {
      const Rectangle                tile{ { left, begin }, { std::min(left + width, output.end[0]), end } };
      const SegmentPlanes<VChannels> segments(
        slice, parameters, tile.Grow(parameters.segmentLength * parameters.segmentsOfEnd, slice.GetInside()));
      for (int y = begin; y < end; ++y)
      {
        for (int x = left; x < tile.end[0]; ++x)
        {
          DenoisePixel(task, slice, segments, parameters, scale, { x, y });
        }
      }
    }
  });
}
} // namespace

void
DenoiseByLimitedDeviation(const IsolineHostTask &   task,
                          const IsolineParameters & parameters,
                          const IsolineRowRunner &  run)
{
  if (task.input.size[2] == 1)
  {
    Denoise<1>(task, parameters, run);
  }
  else
  {
    Denoise<3>(task, parameters, run);
  }
}
} // namespace itk::device
