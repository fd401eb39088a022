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
#ifndef IsolineHostSegments_h
#define IsolineHostSegments_h

#include "IsolineHostSlice.h"
#include <cstdlib>

namespace itk::device::isoline
{
/** The index of the pixel that a mirror at the outermost pixels shows at `index`. */
inline int
Mirror(int index, int size)
{
  if (size == 1)
  {
    return 0;
  }
  const int period = 2 * (size - 1);
  const int inPeriod = ((index % period) + period) % period;
  return std::min(inPeriod, period - inPeriod);
}

/** A slice with a margin, and the sums over segments that start on a row of it. */
template <int VChannels>
class HostSlice
{
public:
  HostSlice(const IsolineHostTask &   task,
            const IsolineParameters & parameters,
            int                       margin,
            const IsolineRowRunner &  run)
    : m_Parameters(parameters)
    , m_Inside{ { 0, 0 }, { static_cast<int>(task.input.size[0]), static_cast<int>(task.input.size[1]) } }
    , m_Planes(Rectangle{ { -margin, -margin }, { m_Inside.end[0] + margin, m_Inside.end[1] + margin } })
  {
    run(static_cast<std::size_t>(m_Planes.where.GetHeight()), [&](std::size_t begin, std::size_t end) {
      for (int y = static_cast<int>(begin) - margin; y < static_cast<int>(end) - margin; ++y)
      {
        for (int channel = 0; channel < VChannels; ++channel)
        {
          const float * const from =
            task.input.data + channel * task.input.stride[2] + Mirror(y, m_Inside.end[1]) * task.input.stride[1];
          float * const to = m_Planes.GetRow(channel, y);
          for (int x = -margin; x < m_Inside.end[0] + margin; ++x)
          {
            to[x] = from[Mirror(x, m_Inside.end[0])];
          }
        }
      }
    });
  }

  const Rectangle &
  GetInside() const
  {
    return m_Inside;
  }

  /** The output in the coordinates of the input. */
  Rectangle
  GetOutput(const IsolineHostTask & task) const
  {
    Rectangle output{};
    for (int axis = 0; axis < 2; ++axis)
    {
      output.begin[axis] = static_cast<int>(task.offset[axis]);
      output.end[axis] = static_cast<int>(task.offset[axis] + task.output.size[axis]);
    }
    return output;
  }

  const float *
  GetRow(int channel, int y) const
  {
    return m_Planes.GetRow(channel, y);
  }

  /** For the segments that start at x in [begin, end) of row y, of the differences of their pixels to the one at their
   * start: the sums become sum[channel][x], and the sums of squares are added to squares[x], or replace it at first. */
  void
  SumSegments(int direction, int y, int begin, int end, bool isFirst, float * const (&sum)[VChannels], float * squares)
    const
  {
    for (int channel = 0; channel < VChannels; ++channel)
    {
      const float * const start = this->GetRow(channel, y);
      float * const       sums = sum[channel];
      for (int copy = 0; copy < m_Parameters.thickness; ++copy)
      {
        const IsolineOffset shift = GetIsolineCopy(m_Parameters, direction, copy);
        for (int pixel = 0; pixel < m_Parameters.segmentLength; ++pixel)
        {
          const IsolineOffset & offset = m_Parameters.offset[direction][pixel];
          const float * const   row = this->GetRow(channel, y + offset.y + shift.y) + offset.x + shift.x;
          const bool            startsSum = copy == 0 && pixel == 0;
          const bool            startsSquares = isFirst && channel == 0 && startsSum;
          for (int x = begin; x < end; ++x)
          {
            const float difference = row[x] - start[x];
            const float square = difference * difference;
            sums[x] = startsSum ? difference : sums[x] + difference;
            squares[x] = startsSquares ? square : squares[x] + square;
          }
        }
      }
    }
  }

  /** The difference from the pixel at `position` to the one at (x, y) from it. */
  float
  GetDifference(const IsolinePosition & position, int x, int y, int channel) const
  {
    return this->GetRow(channel, position.y + y)[position.x + x] - this->GetRow(channel, position.y)[position.x];
  }

private:
  const IsolineParameters & m_Parameters;
  Rectangle                 m_Inside;
  Planes<VChannels>         m_Planes;
};

/** `function(begin, end)` for parts of a rectangle's rows. */
template <typename TFunction>
void
ForEachRows(const Rectangle & rectangle, const IsolineRowRunner & run, const TFunction & function)
{
  run(static_cast<std::size_t>(rectangle.GetHeight()), [&](std::size_t begin, std::size_t end) {
    function(rectangle.begin[1] + static_cast<int>(begin), rectangle.begin[1] + static_cast<int>(end));
  });
}

template <typename TFunction>
void
ForEachPixel(const Rectangle & rectangle, const IsolineRowRunner & run, const TFunction & function)
{
  ForEachRows(rectangle, run, [&](int begin, int end) {
    for (int y = begin; y < end; ++y)
    {
      for (int x = rectangle.begin[0]; x < rectangle.end[0]; ++x)
      {
        function(IsolinePosition{ x, y });
      }
    }
  });
}

template <int VChannels>
void
WritePixel(const IsolineHostTask & task, const IsolinePosition & position, const float (&value)[VChannels])
{
  const std::size_t x = position.x - task.offset[0];
  const std::size_t y = position.y - task.offset[1];
  for (int channel = 0; channel < VChannels; ++channel)
  {
    task.output.data[x + y * task.output.stride[1] + channel * task.output.stride[2]] = value[channel];
  }
}

/** to[x] is the sum over the 3 x 3 neighbours of x in the rows above, at and below. */
inline void
SumNeighbors(const float * above, const float * at, const float * below, int begin, int end, float * to)
{
  const auto addThree = [](const float * row, int x) { return (row[x - 1] + row[x]) + row[x + 1]; };
  for (int x = begin; x < end; ++x)
  {
    to[x] = (addThree(above, x) + addThree(at, x)) + addThree(below, x);
  }
}
} // namespace itk::device::isoline

#endif
