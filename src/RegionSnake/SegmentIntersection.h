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
#ifndef SegmentIntersection_h
#define SegmentIntersection_h

#include "PolygonRegionCore.h"

namespace itk::device
{
/** Twice the signed area of the triangle a, b, c: positive if it goes clockwise as the image is shown, 0 if the three
 * nodes are on one line. Exact. */
ITK_HOST_DEVICE inline std::int64_t
GetTwiceArea(const PolygonNode & a, const PolygonNode & b, const PolygonNode & c)
{
  return (std::int64_t{ b.x } - a.x) * (std::int64_t{ c.y } - a.y) -
         (std::int64_t{ b.y } - a.y) * (std::int64_t{ c.x } - a.x);
}

/** Whether `node`, which is on the line through a and b, is between them or one of them. */
ITK_HOST_DEVICE inline bool
IsBetween(const PolygonNode & node, const PolygonNode & a, const PolygonNode & b)
{
  return (node.x >= a.x || node.x >= b.x) && (node.x <= a.x || node.x <= b.x) && (node.y >= a.y || node.y >= b.y) &&
         (node.y <= a.y || node.y <= b.y);
}

/** Whether the segments a-b and c-d cross at one point that is an end of neither. */
ITK_HOST_DEVICE inline bool
SegmentsCross(const PolygonNode & a, const PolygonNode & b, const PolygonNode & c, const PolygonNode & d)
{
  const std::int64_t abc = GetTwiceArea(a, b, c);
  const std::int64_t abd = GetTwiceArea(a, b, d);
  const std::int64_t cda = GetTwiceArea(c, d, a);
  const std::int64_t cdb = GetTwiceArea(c, d, b);
  return ((abc > 0 && abd < 0) || (abc < 0 && abd > 0)) && ((cda > 0 && cdb < 0) || (cda < 0 && cdb > 0));
}

/** Whether the segments a-b and c-d have any point in common: they cross, touch, or overlap. */
ITK_HOST_DEVICE inline bool
SegmentsMeet(const PolygonNode & a, const PolygonNode & b, const PolygonNode & c, const PolygonNode & d)
{
  const std::int64_t abc = GetTwiceArea(a, b, c);
  const std::int64_t abd = GetTwiceArea(a, b, d);
  const std::int64_t cda = GetTwiceArea(c, d, a);
  const std::int64_t cdb = GetTwiceArea(c, d, b);
  if (((abc > 0 && abd < 0) || (abc < 0 && abd > 0)) && ((cda > 0 && cdb < 0) || (cda < 0 && cdb > 0)))
  {
    return true;
  }
  return (abc == 0 && IsBetween(c, a, b)) || (abd == 0 && IsBetween(d, a, b)) || (cda == 0 && IsBetween(a, c, d)) ||
         (cdb == 0 && IsBetween(b, c, d));
}

/** Whether the edges a-b and b-c, which follow one another in a polygon, have more than the node b in common: one of
 * them has no length, or the second goes back along the first. */
ITK_HOST_DEVICE inline bool
AdjacentEdgesOverlap(const PolygonNode & a, const PolygonNode & b, const PolygonNode & c)
{
  if (a == b || b == c)
  {
    return true;
  }
  return GetTwiceArea(a, b, c) == 0 && (IsBetween(a, b, c) || IsBetween(c, a, b));
}
} // namespace itk::device

#endif
