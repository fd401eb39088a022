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
#ifndef RegionSnakeChain_h
#define RegionSnakeChain_h

#include "PolygonRegionCore.h"
#include "SegmentIntersection.h"

/** \file
 * \brief The contours of a region snake, and whether one would cross itself or another after a move.
 *
 * Contours are cycles of nodes and edges. Their **elements** are numbered: node i is element 2 i, the edge from it to
 * the next node is element 2 i + 1. An element changes by one move at a time: a node moves or is removed, in an edge a
 * node is inserted. The move replaces a **chain**, from a node that stays over one that changes to another that stays.
 */
namespace itk::device
{
/** \struct SnakeContour
 * \brief Where the nodes of one contour are, the sum of its edges' sums, and what its region costs.
 *
 * \ingroup CudaImageFilters
 */
struct SnakeContour
{
  std::int32_t firstNode;
  std::int32_t numberOfNodes;
  RegionSums   edges;
  double       cost;

  ITK_HOST_DEVICE RegionSums
  GetRegion() const
  {
    return OfRegion(edges);
  }
};

/** \struct SnakeView
 * \brief Non-owning view of the contours of a snake; the memory is all on the host or all on one device.
 *
 * \ingroup CudaImageFilters
 */
struct SnakeView
{
  PolygonNode *  nodes;
  RegionSums *   edges;     // EdgeSums of the edge from each node to the next
  std::int32_t * contourOf; // of each node
  SnakeContour * contours;
  std::int32_t   numberOfNodes;
  std::int32_t   numberOfContours;

  ITK_HOST_DEVICE std::int32_t
                  GetPrevious(std::int32_t node) const
  {
    if (numberOfContours == 1)
    {
      return node > 0 ? node - 1 : numberOfNodes - 1;
    }
    const SnakeContour & contour = contours[contourOf[node]];
    return node > contour.firstNode ? node - 1 : contour.firstNode + contour.numberOfNodes - 1;
  }

  ITK_HOST_DEVICE std::int32_t
                  GetNext(std::int32_t node) const
  {
    if (numberOfContours == 1)
    {
      return node + 1 < numberOfNodes ? node + 1 : 0;
    }
    const SnakeContour & contour = contours[contourOf[node]];
    return node + 1 < contour.firstNode + contour.numberOfNodes ? node + 1 : contour.firstNode;
  }
};

/** \struct SnakeBox
 * \brief A box by two of its corners, aligned so that a device loads it at once.
 *
 * \ingroup CudaImageFilters
 */
struct alignas(16) SnakeBox
{
  PolygonNode low;
  PolygonNode high;

  /** Whether two boxes have no point in common. */
  ITK_HOST_DEVICE bool
  IsApart(const SnakeBox & other) const
  {
    return other.high.x < low.x || other.low.x > high.x || other.high.y < low.y || other.low.y > high.y;
  }
};

enum class SnakeMoveKind : std::int32_t
{
  None,
  Move,
  Remove,
  Insert
};

/** \struct SnakeChain
 * \brief The nodes of a chain after a move: two nodes that stay, also by number, and one between them or none.
 *
 * \ingroup CudaImageFilters
 */
struct SnakeChain
{
  SnakeBox     box; // around the nodes
  std::int32_t begin;
  std::int32_t end;
  PolygonNode  first;
  PolygonNode  middle; // equal to `last` where there is none
  PolygonNode  last;
  bool         hasMiddle;
};

ITK_HOST_DEVICE inline bool
IsNode(std::int32_t element)
{
  return element % 2 == 0;
}

ITK_HOST_DEVICE inline PolygonNode
GetLow(const PolygonNode & a, const PolygonNode & b)
{
  return PolygonNode{ a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y };
}

ITK_HOST_DEVICE inline PolygonNode
GetHigh(const PolygonNode & a, const PolygonNode & b)
{
  return PolygonNode{ a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y };
}

ITK_HOST_DEVICE inline SnakeChain
MakeChain(const SnakeView & snake, std::int32_t element, SnakeMoveKind kind, const PolygonNode & node)
{
  const std::int32_t i = element / 2;
  SnakeChain         chain{};
  chain.begin = IsNode(element) ? snake.GetPrevious(i) : i;
  chain.end = snake.GetNext(i);
  chain.first = snake.nodes[chain.begin];
  chain.last = snake.nodes[chain.end];
  chain.hasMiddle = kind != SnakeMoveKind::Remove;
  chain.middle = chain.hasMiddle ? node : chain.last;
  chain.box.low = GetLow(GetLow(chain.first, chain.middle), chain.last);
  chain.box.high = GetHigh(GetHigh(chain.first, chain.middle), chain.last);
  return chain;
}

/** By how many nodes the contour grows with the chain of a move of `element`. */
ITK_HOST_DEVICE inline std::int32_t
GetNumberOfAddedNodes(std::int32_t element, const SnakeChain & chain)
{
  return IsNode(element) ? (chain.hasMiddle ? 0 : -1) : 1;
}

/** Whether the chain turns back on itself. */
ITK_HOST_DEVICE inline bool
IsDegenerate(const SnakeChain & chain)
{
  return chain.hasMiddle ? AdjacentEdgesOverlap(chain.first, chain.middle, chain.last) : chain.first == chain.last;
}

/** Whether the chain of a move of `element` has more in common with the edge that begins at node j than a node where
 * they are joined. Edges that the move replaces do not count. */
ITK_HOST_DEVICE inline bool
ChainMeetsEdge(const SnakeView & snake, std::int32_t element, const SnakeChain & chain, std::int32_t j)
{
  if (j == element / 2 || (IsNode(element) && j == chain.begin))
  {
    return false;
  }
  const std::int32_t  next = snake.GetNext(j);
  const PolygonNode & from = snake.nodes[j];
  const PolygonNode & to = snake.nodes[next];
  if (chain.box.IsApart({ GetLow(from, to), GetHigh(from, to) }))
  {
    return false;
  }
  const bool isBefore = next == chain.begin;
  const bool isAfter = j == chain.end;
  if (!chain.hasMiddle)
  {
    if (!isBefore && !isAfter)
    {
      return SegmentsMeet(chain.first, chain.last, from, to);
    }
    return (isBefore && AdjacentEdgesOverlap(from, chain.first, chain.last)) ||
           (isAfter && AdjacentEdgesOverlap(chain.first, chain.last, to));
  }
  return (isBefore ? AdjacentEdgesOverlap(from, chain.first, chain.middle)
                   : SegmentsMeet(chain.first, chain.middle, from, to)) ||
         (isAfter ? AdjacentEdgesOverlap(chain.middle, chain.last, to)
                  : SegmentsMeet(chain.middle, chain.last, from, to));
}

/** Whether a move of `element` sweeps over another contour, which neither its chain nor the chain it replaces meets. */
ITK_HOST_DEVICE inline bool
SweepsOver(const SnakeView & snake, std::int32_t element, const SnakeChain & chain, std::int32_t otherContour)
{
  if (otherContour == snake.contourOf[element / 2])
  {
    return false;
  }
  const PolygonNode & node = snake.nodes[snake.contours[otherContour].firstNode];
  const PolygonNode & old = snake.nodes[element / 2]; // of an edge's element it is chain.first
  bool                isInside = false;
  const auto          cross = [&](const PolygonNode & a, const PolygonNode & b) {
    if ((a.y <= node.y) != (b.y <= node.y))
    {
      const std::int64_t area = a.y < b.y ? GetTwiceArea(a, b, node) : GetTwiceArea(b, a, node);
      isInside ^= area > 0;
    }
  };
  cross(chain.first, chain.middle);
  cross(chain.middle, chain.last);
  cross(chain.last, old);
  cross(old, chain.first);
  return isInside;
}

/** Whether one edge of a chain and one of another have more in common than nodes that stay; an edge that does not exist
 * has nothing. */
ITK_HOST_DEVICE inline bool
EdgesOfChainsMeet(const SnakeChain & x, const SnakeChain & y, bool isSecondOfX, bool isSecondOfY)
{
  if ((isSecondOfX && !x.hasMiddle) || (isSecondOfY && !y.hasMiddle))
  {
    return false;
  }
  const PolygonNode & a = isSecondOfX ? x.middle : x.first;
  const PolygonNode & b = isSecondOfX ? x.last : x.middle;
  const PolygonNode & c = isSecondOfY ? y.middle : y.first;
  const PolygonNode & d = isSecondOfY ? y.last : y.middle;
  const bool          isJoinedAtB = x.end == y.begin && (isSecondOfX || !x.hasMiddle) && !isSecondOfY;
  const bool          isJoinedAtA = y.end == x.begin && (isSecondOfY || !y.hasMiddle) && !isSecondOfX;
  if (!isJoinedAtB && !isJoinedAtA)
  {
    return SegmentsMeet(a, b, c, d);
  }
  return (isJoinedAtB && AdjacentEdgesOverlap(a, b, d)) || (isJoinedAtA && AdjacentEdgesOverlap(c, a, b));
}

/** Whether two chains of moves that are made together have more in common than nodes that stay. */
ITK_HOST_DEVICE_CALLED inline bool
ChainsMeet(const SnakeChain & x, const SnakeChain & y)
{
  return !x.box.IsApart(y.box) && (EdgesOfChainsMeet(x, y, false, false) || EdgesOfChainsMeet(x, y, true, false) ||
                                   EdgesOfChainsMeet(x, y, false, true) || EdgesOfChainsMeet(x, y, true, true));
}
} // namespace itk::device

#endif
