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
#ifndef IsolineHostSlice_h
#define IsolineHostSlice_h

#include "IsolineDenoisingOnHost.h"
#include <algorithm>
#include <vector>

namespace itk::device::isoline
{
struct Rectangle
{
  int begin[2];
  int end[2];

  int
  GetWidth() const
  {
    return end[0] - begin[0];
  }

  int
  GetHeight() const
  {
    return end[1] - begin[1];
  }

  bool
  Contains(const IsolinePosition & position) const
  {
    return position.x >= begin[0] && position.x < end[0] && position.y >= begin[1] && position.y < end[1];
  }

  /** Grown by `margin` to all sides, and cropped. */
  Rectangle
  Grow(int margin, const Rectangle & crop) const
  {
    Rectangle grown{};
    for (int axis = 0; axis < 2; ++axis)
    {
      grown.begin[axis] = std::max(begin[axis] - margin, crop.begin[axis]);
      grown.end[axis] = std::min(end[axis] + margin, crop.end[axis]);
    }
    return grown;
  }
};

/** The channels of a rectangle of pixels, each row after row. */
template <int VChannels>
struct Planes
{
  Rectangle          where{};
  std::vector<float> pixels;

  Planes() = default;
  explicit Planes(const Rectangle & rectangle)
    : where(rectangle)
    , pixels(static_cast<std::size_t>(rectangle.GetWidth()) * rectangle.GetHeight() * VChannels)
  {}

  float *
  GetRow(int channel, int y)
  {
    return pixels.data() + this->GetOffset(channel, y);
  }

  /** Pixel x of the row is at [x]. */
  const float *
  GetRow(int channel, int y) const
  {
    return pixels.data() + this->GetOffset(channel, y);
  }

private:
  std::ptrdiff_t
  GetOffset(int channel, int y) const
  {
    return (static_cast<std::ptrdiff_t>(channel) * where.GetHeight() + y - where.begin[1]) * where.GetWidth() -
           where.begin[0];
  }
};
} // namespace itk::device::isoline

#endif
