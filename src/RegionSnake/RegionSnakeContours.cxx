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
#include "RegionSnakeContours.h"
#include "RegionSnakeCells.h"
#include "SegmentIntersection.h"
#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace itk::device
{
namespace
{
/** An edge of one of several polygons. */
struct Edge
{
  PolygonNode from;
  PolygonNode to;
  std::size_t polygon;
  std::size_t number;

  std::int32_t
  GetLeft() const
  {
    return std::min(from.x, to.x);
  }
  std::int32_t
  GetRight() const
  {
    return std::max(from.x, to.x);
  }
};

bool
EdgesMeet(const Edge & a, const Edge & b, std::size_t size)
{
  if (a.polygon == b.polygon)
  {
    if ((a.number + 1) % size == b.number)
    {
      return AdjacentEdgesOverlap(a.from, a.to, b.to);
    }
    if ((b.number + 1) % size == a.number)
    {
      return AdjacentEdgesOverlap(b.from, b.to, a.to);
    }
  }
  return SegmentsMeet(a.from, a.to, b.from, b.to);
}

/** Whether a polygon goes around a node, which none of its edges meets. */
bool
Surrounds(const PolygonNodes & polygon, const PolygonNode & node)
{
  bool isInside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i)
  {
    const PolygonNode & a = polygon[i];
    const PolygonNode & b = polygon[(i + 1) % polygon.size()];
    if ((a.y <= node.y) != (b.y <= node.y))
    {
      isInside ^= (a.y < b.y ? GetTwiceArea(a, b, node) : GetTwiceArea(b, a, node)) > 0;
    }
  }
  return isInside;
}

/** Drops nodes between `first` and `last` while the rest stays within a pixel of them (Douglas and Peucker). */
void
Simplify(const PolygonNodes & nodes, std::size_t first, std::size_t last, std::vector<bool> & stays)
{
  std::vector<std::pair<std::size_t, std::size_t>> parts{ { first, last } };
  while (!parts.empty())
  {
    const auto [begin, end] = parts.back();
    parts.pop_back();
    const PolygonNode & a = nodes[begin];
    const PolygonNode & b = nodes[end % nodes.size()];
    const double        length = std::hypot(static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y));
    std::size_t         farthest = begin;
    double              distance = 0;
    for (std::size_t i = begin + 1; i < end; ++i)
    {
      const PolygonNode & node = nodes[i];
      const double        own = length > 0 ? std::abs(static_cast<double>(GetTwiceArea(a, b, node))) / length
                                           : std::hypot(static_cast<double>(node.x - a.x), static_cast<double>(node.y - a.y));
      if (own > distance)
      {
        distance = own;
        farthest = i;
      }
    }
    if (distance > 1)
    {
      stays[farthest] = true;
      parts.emplace_back(begin, farthest);
      parts.emplace_back(farthest, end);
    }
  }
}

PolygonNodes
Simplify(const PolygonNodes & nodes)
{
  std::vector<bool> stays(nodes.size());
  stays[0] = true;
  stays[nodes.size() / 2] = true;
  Simplify(nodes, 0, nodes.size() / 2, stays);
  Simplify(nodes, nodes.size() / 2, nodes.size(), stays);
  PolygonNodes simple;
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    if (stays[i])
    {
      simple.push_back(nodes[i]);
    }
  }
  return simple;
}

class LabelTracer
{
public:
  explicit LabelTracer(const ImageView<const std::uint8_t, 2> & labels)
    : m_Labels(labels)
    , m_Grid(static_cast<std::int32_t>(labels.size[0]),
             static_cast<std::int32_t>(labels.size[1]),
             static_cast<std::int32_t>(labels.size[0]),
             static_cast<std::int32_t>(labels.size[1]))
    , m_Pieces(labels.size[0] * labels.size[1])
  {}

  std::vector<LabelledNodes>
  Trace()
  {
    std::vector<std::int32_t> largest(256, -1);
    std::vector<std::size_t>  sizes(256);
    for (std::int32_t pixel = 0; pixel < m_Grid.GetNumberOfCells(); ++pixel)
    {
      const std::uint8_t label = GetLabel(pixel);
      if (label != 0 && m_Pieces[pixel] == 0 && !TouchesOther(pixel))
      {
        const std::size_t size = Fill(pixel, pixel + 1);
        if (size > sizes[label])
        {
          sizes[label] = size;
          largest[label] = pixel + 1;
        }
      }
    }
    std::vector<LabelledNodes> outlines;
    for (int label = 1; label < 256; ++label)
    {
      if (largest[label] > 0)
      {
        outlines.push_back({ static_cast<std::uint8_t>(label), TracePiece(largest[label]) });
      }
    }
    return outlines;
  }

private:
  std::uint8_t
  GetLabel(std::int32_t pixel) const
  {
    return m_Labels.data[pixel / m_Grid.columns * m_Labels.stride[1] + pixel % m_Grid.columns];
  }

  bool
  TouchesOther(std::int32_t pixel) const
  {
    const std::int32_t x = pixel % m_Grid.columns;
    const std::int32_t y = pixel / m_Grid.columns;
    for (std::int32_t row = y - 1; row <= y + 1; ++row)
    {
      for (std::int32_t column = x - 1; column <= x + 1; ++column)
      {
        if (m_Grid.Holds(column, row))
        {
          const std::uint8_t other = GetLabel(row * m_Grid.columns + column);
          if (other != 0 && other != GetLabel(pixel))
          {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Gives the connected piece of a pixel a number, and returns its size. */
  std::size_t
  Fill(std::int32_t first, std::int32_t number)
  {
    std::vector<std::int32_t> open{ first };
    std::size_t               size = 0;
    m_Pieces[first] = number;
    while (!open.empty())
    {
      const std::int32_t pixel = open.back();
      open.pop_back();
      ++size;
      const std::int32_t x = pixel % m_Grid.columns;
      const std::int32_t y = pixel / m_Grid.columns;
      const auto         visit = [&](std::int32_t column, std::int32_t row) {
        const std::int32_t other = row * m_Grid.columns + column;
        if (m_Grid.Holds(column, row) && m_Pieces[other] == 0 && GetLabel(other) == GetLabel(first) &&
            !TouchesOther(other))
        {
          m_Pieces[other] = number;
          open.push_back(other);
        }
      };
      visit(x - 1, y);
      visit(x + 1, y);
      visit(x, y - 1);
      visit(x, y + 1);
    }
    return size;
  }

  PolygonNodes
  TracePiece(std::int32_t number)
  {
    const auto isIn = [&](std::int32_t pixel) { return m_Pieces[pixel] == number; };
    for (bool changes = true; changes;)
    {
      changes = false;
      for (std::int32_t pixel = 0; pixel < m_Grid.GetNumberOfCells(); ++pixel)
      {
        if (!isIn(pixel) && JoinsAtCorner(m_Grid, pixel, isIn))
        {
          m_Pieces[pixel] = number;
          changes = true;
        }
      }
    }
    const PolygonNodes nodes = TraceCells(m_Grid, isIn);
    const PolygonNodes simple = Simplify(nodes);
    return DescribeFault({ simple }).empty() ? simple : nodes;
  }

  const ImageView<const std::uint8_t, 2> & m_Labels;
  CellGrid                                 m_Grid;
  std::vector<std::int32_t>                m_Pieces; // 0: none yet
};
} // namespace

PolygonNodes
FitToImage(const PolygonNodes & polygon, std::int32_t width, std::int32_t height)
{
  PolygonNodes nodes;
  for (const PolygonNode & node : polygon)
  {
    nodes.push_back({ std::clamp(node.x, 0, width), std::clamp(node.y, 0, height) });
  }
  for (bool changes = true; changes && nodes.size() > 2;)
  {
    changes = false;
    for (std::size_t i = 0; i < nodes.size() && nodes.size() > 2;)
    {
      const PolygonNode & before = nodes[(i + nodes.size() - 1) % nodes.size()];
      const PolygonNode & after = nodes[(i + 1) % nodes.size()];
      if (GetTwiceArea(before, nodes[i], after) == 0)
      {
        nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(i));
        changes = true;
      }
      else
      {
        ++i;
      }
    }
  }
  return nodes;
}

std::string
DescribeFault(const std::vector<PolygonNodes> & polygons)
{
  std::vector<Edge> edges;
  for (std::size_t p = 0; p < polygons.size(); ++p)
  {
    const PolygonNodes & nodes = polygons[p];
    if (nodes.size() < 3)
    {
      return "contour " + std::to_string(p) + " has fewer than 3 nodes in the image that are not on one line";
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
      edges.push_back({ nodes[i], nodes[(i + 1) % nodes.size()], p, i });
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge & a, const Edge & b) { return a.GetLeft() < b.GetLeft(); });
  for (auto edge = edges.begin(); edge != edges.end(); ++edge)
  {
    for (auto other = std::next(edge); other != edges.end() && other->GetLeft() <= edge->GetRight(); ++other)
    {
      if (EdgesMeet(*edge, *other, polygons[edge->polygon].size()))
      {
        return edge->polygon == other->polygon
                 ? "contour " + std::to_string(edge->polygon) + " crosses or touches itself"
                 : "contours " + std::to_string(std::min(edge->polygon, other->polygon)) + " and " +
                     std::to_string(std::max(edge->polygon, other->polygon)) + " cross or touch";
      }
    }
  }
  for (std::size_t p = 0; p < polygons.size(); ++p)
  {
    for (std::size_t q = 0; q < polygons.size(); ++q)
    {
      if (p != q && Surrounds(polygons[p], polygons[q].front()))
      {
        return "contour " + std::to_string(p) + " surrounds contour " + std::to_string(q);
      }
    }
  }
  return {};
}

std::vector<LabelledNodes>
TraceLabels(const ImageView<const std::uint8_t, 2> & labels)
{
  return LabelTracer(labels).Trace();
}
} // namespace itk::device
