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
#ifndef PolygonRegionCore_h
#define PolygonRegionCore_h

#include "CumulatedImagesView.h"

/** \file
 * \brief Which pixels are inside a polygon, and the sums over them from the polygon's edges alone.
 *
 * **Nodes** are corners of pixels: the node (x, y) is the corner between the pixels (x - 1, y - 1) and (x, y), that is,
 * the continuous index (x - 1/2, y - 1/2) of an image whose first pixel has the index (0, 0). So 0 <= x <= width and
 * 0 <= y <= height lie on the image, the rectangle (0, 0), (w, 0), (w, h), (0, h) is exactly w x h pixels, and no
 * polygon is shifted against its pixels. Nodes outside the image are allowed: the region is then cut by the image.
 *
 * **Inside** is a pixel whose centre is inside the polygon. A centre on an edge belongs to the side of larger x. As no
 * node has a centre's y, this leaves no case open, and polygons that share edges tile the plane: every pixel is in
 * exactly one of them. Of a polygon that crosses itself, the sums count a pixel as often as the polygon winds around
 * it, and the mask has the pixels around which it winds an odd number of times; for all others the two are the same.
 *
 * All is exact integer arithmetic, for nodes and sizes of at most MaximumNodeCoordinate. The contour sums are
 * those of G. Perrot, S. Domas, R. Couturier, "GPU implementation of a region based algorithm for large images
 * segmentation" (2011), with a crossing a row instead of contour pixels and their Freeman codes.
 */
namespace itk::device
{
/** Nodes have coordinates from -MaximumNodeCoordinate to MaximumNodeCoordinate. */
constexpr std::int32_t MaximumNodeCoordinate = 1 << 29;

/** \struct PolygonNode
 * \brief A corner of pixels: the first pixel to the right of and below it has the index (x, y).
 *
 * \ingroup CudaImageFilters
 */
struct PolygonNode
{
  std::int32_t x;
  std::int32_t y;

  friend ITK_HOST_DEVICE bool
  operator==(const PolygonNode & a, const PolygonNode & b)
  {
    return a.x == b.x && a.y == b.y;
  }
  friend ITK_HOST_DEVICE bool
  operator!=(const PolygonNode & a, const PolygonNode & b)
  {
    return !(a == b);
  }
};

/** \class EdgeCrossings
 * \brief Where the edge from one node to another crosses the rows of pixels.
 *
 * The edge crosses the rows from GetFirstRow() to before GetEndRow(), none if it is horizontal. In each, the pixels
 * whose centre is on the edge or right of it begin at GetColumn(row), the least integer x with
 * x + 1/2 >= x0 + (row + 1/2 - y0) (x1 - x0) / (y1 - y0). It is from the smaller to the larger x
 * of the two nodes, and not clipped to any image.
 *
 * \ingroup CudaImageFilters
 */
class EdgeCrossings
{
public:
  ITK_HOST_DEVICE
  EdgeCrossings(const PolygonNode & from, const PolygonNode & to)
    : m_Sign(from.y < to.y ? 1 : -1)
  {
    // By coordinates, as to choose among two nodes by reference would put them in memory.
    const bool         goesDown = from.y < to.y;
    const std::int32_t top = goesDown ? from.x : to.x;
    const std::int32_t bottom = goesDown ? to.x : from.x;
    m_FirstRow = goesDown ? from.y : to.y;
    m_EndRow = goesDown ? to.y : from.y;
    const auto height = static_cast<std::uint32_t>(m_EndRow - m_FirstRow);
    if (height == 0)
    {
      m_Column = top;
      return;
    }
    // The slope rounded down, and what remains: dx = slope * height + rest.
    const auto    width = static_cast<std::uint32_t>(bottom < top ? top - bottom : bottom - top);
    std::int32_t  slope = static_cast<std::int32_t>(width / height);
    std::uint32_t rest = width % height;
    if (bottom < top)
    {
      slope = -slope - (rest > 0 ? 1 : 0);
      rest = rest > 0 ? height - rest : 0;
    }
    // The column of row y0 + k is x0 + floor(((2k + 1) dx + height - 1) / (2 height)).
    m_Slope = slope;
    m_Divisor = 2 * std::uint64_t{ height };
    m_Rest = 2 * std::uint64_t{ rest };
    m_Column = top + (slope >> 1);
    m_Begin = std::uint64_t{ rest } + height - 1 + ((slope & 1) != 0 ? height : 0);
  }

  ITK_HOST_DEVICE std::int32_t
                  GetFirstRow() const
  {
    return m_FirstRow;
  }

  ITK_HOST_DEVICE std::int32_t
                  GetEndRow() const
  {
    return m_EndRow;
  }

  /** 1 if the edge goes to larger rows, -1 otherwise. */
  ITK_HOST_DEVICE int
  GetSign() const
  {
    return m_Sign;
  }

  /** One division. */
  ITK_HOST_DEVICE std::int32_t
                  GetColumn(std::int32_t row) const
  {
    const auto          k = static_cast<std::uint32_t>(row - m_FirstRow);
    const std::uint64_t numerator = k * m_Rest + m_Begin;
    return static_cast<std::int32_t>(m_Column + std::int64_t{ m_Slope } * k +
                                     static_cast<std::int64_t>(Divide(numerator, m_Divisor)));
  }

  /** `visit(row, column)` for the rows first, first + step, ... before `end`, which must all be crossed. There is a
   * division for the first of them, one for the step if there is a second, and none for the others. */
  template <typename TVisit>
  ITK_HOST_DEVICE void
  ForEachRow(std::int32_t first, std::int32_t end, std::int32_t step, TVisit && visit) const
  {
    if (first >= end)
    {
      return;
    }
    const auto          k = static_cast<std::uint32_t>(first - m_FirstRow);
    const std::uint64_t numerator = k * m_Rest + m_Begin;
    const std::uint64_t quotient = Divide(numerator, m_Divisor);
    std::int64_t        column = m_Column + std::int64_t{ m_Slope } * k + static_cast<std::int64_t>(quotient);
    std::uint64_t       remainder = numerator - quotient * m_Divisor;
    visit(first, static_cast<std::int32_t>(column));
    if (end - first <= step)
    {
      return;
    }
    const std::uint64_t stepNumerator = static_cast<std::uint32_t>(step) * m_Rest;
    const std::uint64_t stepQuotient = Divide(stepNumerator, m_Divisor);
    const std::int64_t  stepColumns = std::int64_t{ m_Slope } * step + static_cast<std::int64_t>(stepQuotient);
    const std::uint64_t stepRemainder = stepNumerator - stepQuotient * m_Divisor;
    // Several rows at once, as what is looked up for them takes long to come.
#ifdef __CUDA_ARCH__
#  pragma unroll 4
#endif
    for (std::int32_t row = first + step; row < end; row += step)
    {
      column += stepColumns;
      remainder += stepRemainder;
      if (remainder >= m_Divisor)
      {
        remainder -= m_Divisor;
        ++column;
      }
      visit(row, static_cast<std::int32_t>(column));
    }
  }

private:
  /** Numbers of 32 bits, which those of edges over less than 2^15 rows are, are divided many times faster. */
  ITK_HOST_DEVICE static std::uint64_t
  Divide(std::uint64_t numerator, std::uint64_t divisor)
  {
    if ((numerator | divisor) >> 32 == 0)
    {
      return static_cast<std::uint32_t>(numerator) / static_cast<std::uint32_t>(divisor);
    }
    return numerator / divisor;
  }

  std::int32_t  m_FirstRow;
  std::int32_t  m_EndRow;
  std::int32_t  m_Sign;
  std::int32_t  m_Slope{ 0 };
  std::int64_t  m_Column{ 0 };
  std::uint64_t m_Begin{ 0 };
  std::uint64_t m_Rest{ 0 };
  std::uint64_t m_Divisor{ 1 };
};

ITK_HOST_DEVICE inline std::int32_t
Clip(std::int32_t value, std::int32_t lowest, std::int32_t highest)
{
  return value < lowest ? lowest : (value > highest ? highest : value);
}

/** What the edge from one node to the next contributes to the sums over a polygon. The sums over the polygon are those
 * of all its edges added up, if its nodes go clockwise as the image is shown (x to the right, y downwards), and minus
 * that if they go counter-clockwise; OfRegion() sees to it.
 *
 * So to move a node changes the sums by those of its two edges after less those before, whatever the other nodes are.
 * `first` and `step` choose rows, for a warp whose lanes take every 32nd row each; the lanes' results add up to the
 * whole. Parts of the edge outside the image count as on its border. */
ITK_HOST_DEVICE inline RegionSums
EdgeSums(const CumulatedImagesView & images,
         const PolygonNode &         from,
         const PolygonNode &         to,
         std::int32_t                first = 0,
         std::int32_t                step = 1)
{
  RegionSums          sums{};
  const EdgeCrossings edge(from, to);
  const std::int32_t  begin = Clip(edge.GetFirstRow(), 0, images.height) + first;
  const std::int32_t  end = Clip(edge.GetEndRow(), 0, images.height);
  edge.ForEachRow(begin, end, step, [&](std::int32_t row, std::int32_t column) {
    sums += images.GetRowSums(row, Clip(column, 0, images.width));
  });
  return edge.GetSign() > 0 ? sums : -sums;
}

/** The sums over a polygon's pixels from those of its edges, whichever way its nodes go. */
ITK_HOST_DEVICE inline RegionSums
OfRegion(const RegionSums & edges)
{
  return edges.count < 0 ? -edges : edges;
}

/** The sums over the polygon of `size` nodes, the last of which is joined to the first. */
ITK_HOST_DEVICE inline RegionSums
PolygonSums(const CumulatedImagesView & images, const PolygonNode * nodes, std::size_t size)
{
  RegionSums sums{};
  for (std::size_t i = 0; i < size; ++i)
  {
    sums += EdgeSums(images, nodes[i], nodes[i + 1 < size ? i + 1 : 0]);
  }
  return OfRegion(sums);
}

/** The sums over the rectangle between two nodes, `begin` its upper left corner; on the image or not. `first` and
 * `step` choose rows, as in EdgeSums. */
ITK_HOST_DEVICE inline RegionSums
RectangleSums(const CumulatedImagesView & images,
              const PolygonNode &         begin,
              const PolygonNode &         end,
              std::int32_t                first = 0,
              std::int32_t                step = 1)
{
  const std::int32_t left = Clip(begin.x, 0, images.width);
  const std::int32_t right = Clip(end.x, 0, images.width);
  const std::int32_t bottom = Clip(end.y, 0, images.height);
  RegionSums         sums{};
  for (std::int32_t row = Clip(begin.y, 0, images.height) + first; row < bottom; row += step)
  {
    sums += images.GetRowSums(row, right) - images.GetRowSums(row, left);
  }
  return sums;
}
} // namespace itk::device

#endif
