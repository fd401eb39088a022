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
#ifndef IsolineDirections_h
#define IsolineDirections_h

#include "itkDeviceMacro.h"
#include <cstdint>

namespace itk::device
{
/** Directions of a segment, numbered in steps of 11.25 degrees from the x axis towards the y axis: clockwise, as images
 * are shown, with y pointing down. Direction d + 16 is opposite to d. */
inline constexpr int NumberOfIsolineDirections = 32;

inline constexpr int ShortestIsolineSegment = 3;
inline constexpr int LongestIsolineSegment = 9;

struct IsolineOffset
{
  std::int8_t x;
  std::int8_t y;
};

/** \class IsolineDirectionTable
 * \brief The pixels of a segment in each direction, relative to the pixel where it starts, which is not one of them.
 *
 * Pixel k of a segment is k + 1 steps along the axis that its direction is nearest to, and off that axis by the nearest
 * integer: the rasterised segment. So a shorter segment is the beginning of a longer one, and the table is the same for
 * every length: P of the thesis, section 7.2.1, is its first columns.
 *
 * \image html IsolineDirections.svg "The 32 directions, segments of 9 pixels; red is where they start. In doc/."
 *
 * \ingroup CudaImageFilters
 */
struct IsolineDirectionTable
{
  IsolineOffset offset[NumberOfIsolineDirections][LongestIsolineSegment];
};

constexpr IsolineDirectionTable
MakeIsolineDirectionTable()
{
  // Tangents of 0, 11.25, 22.5, 33.75 and 45 degrees.
  constexpr double      slope[5] = { 0, 0.19891236737965801, 0.41421356237309505, 0.66817863791929892, 1 };
  IsolineDirectionTable table{};
  for (int octant = 0; octant < 8; ++octant)
  {
    for (int step = 0; step < 4; ++step)
    {
      // Odd octants run back towards their diagonal.
      const bool   isOdd = octant % 2 == 1;
      const double tangent = slope[isOdd ? 4 - step : step];
      for (int k = 0; k < LongestIsolineSegment; ++k)
      {
        const int along = k + 1;
        const int across = static_cast<int>(along * tangent + 0.5);
        int       x = isOdd ? across : along;
        int       y = isOdd ? along : across;
        for (int quarter = 0; quarter < octant / 2; ++quarter)
        {
          const int turned = -y;
          y = x;
          x = turned;
        }
        IsolineOffset & offset = table.offset[4 * octant + step][k];
        offset.x = static_cast<std::int8_t>(x);
        offset.y = static_cast<std::int8_t>(y);
      }
    }
  }
  return table;
}

inline constexpr IsolineDirectionTable IsolineDirections = MakeIsolineDirectionTable();
} // namespace itk::device

#endif
