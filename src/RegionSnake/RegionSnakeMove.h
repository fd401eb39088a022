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
#ifndef RegionSnakeMove_h
#define RegionSnakeMove_h

#include "RegionSnakeChain.h"
#include "RegionSnakeCriterion.h"
#include <cstring>

/** \file
 * \brief The moves by which the contours of a region snake change, what each gains, and which of them exclude others.
 */
namespace itk::device
{
/** \struct SnakeStep
 * \brief What is tried in one round.
 *
 * \ingroup CudaImageFilters
 */
struct SnakeStep
{
  std::int32_t distance;          // the largest by which nodes are displaced
  std::int32_t numberOfDistances; // each half of the one before
  std::int32_t splitLength;       // if not 0, edges longer than this are split in the middle, and nothing else is done
  std::int32_t parity;            // 0 or 1: of the nodes that move; -1: all
  bool         moves;
  bool         removals;
  bool         insertions;
  bool         isBounded; // no displacement exceeds the length of the edges beside it
  double       nodeCost;

  ITK_HOST_DEVICE std::int32_t
                  GetNumberOfDisplacements() const
  {
    return 8 * numberOfDistances;
  }
};

/** \struct SnakeMove
 * \brief A change of one element.
 *
 * \ingroup CudaImageFilters
 */
struct SnakeMove
{
  SnakeMoveKind kind;
  PolygonNode   node; // the new place, unless the node is removed
};

/** \struct ChainSums
 * \brief EdgeSums of the edges of a chain after a move, of which the second may not exist.
 *
 * \ingroup CudaImageFilters
 */
struct ChainSums
{
  RegionSums before;
  RegionSums after;
};

/** \struct SnakeBackground
 * \brief What is outside of all contours.
 *
 * \ingroup CudaImageFilters
 */
struct SnakeBackground
{
  RegionSums sums;
  double     cost;
};

/** A move that gains less is not made: rounding must not move anything. */
constexpr double MinimumGain = 0x1p-10;

/** Bits of a gain that are cleared, so that a gain and the number of a candidate can be compared as one integer. */
constexpr int BitsOfCandidate = 8;

ITK_HOST_DEVICE inline double
RoundDown(double gain)
{
  std::uint64_t bits = 0;
  std::memcpy(&bits, &gain, sizeof(bits));
  bits = bits >> BitsOfCandidate << BitsOfCandidate;
  std::memcpy(&gain, &bits, sizeof(bits));
  return gain;
}

/** Whether the distance from one node to another exceeds `length`. */
ITK_HOST_DEVICE inline bool
IsLonger(const PolygonNode & a, const PolygonNode & b, std::int32_t length)
{
  const std::int64_t x = std::int64_t{ b.x } - a.x;
  const std::int64_t y = std::int64_t{ b.y } - a.y;
  return x * x + y * y > std::int64_t{ length } * length;
}

/** How many moves of an element a step tries. */
ITK_HOST_DEVICE inline std::int32_t
GetNumberOfCandidates(const SnakeView & snake, const SnakeStep & step, std::int32_t element)
{
  if (!IsNode(element))
  {
    return step.splitLength > 0 ? 1 : (step.insertions ? step.GetNumberOfDisplacements() : 0);
  }
  const SnakeContour & contour = snake.contours[snake.contourOf[element / 2]];
  if (step.splitLength > 0 || (step.parity >= 0 && (element / 2 - contour.firstNode) % 2 != step.parity))
  {
    return 0;
  }
  return (step.moves ? step.GetNumberOfDisplacements() : 0) + (step.removals && contour.numberOfNodes > 3 ? 1 : 0);
}

/** The kind and the node of one candidate; None if the node would leave the image, or an edge is too short. */
ITK_HOST_DEVICE inline SnakeMove
MakeCandidate(const SnakeView &           snake,
              const SnakeStep &           step,
              std::int32_t                element,
              std::int32_t                candidate,
              const CumulatedImagesView & images)
{
  SnakeMove           move{};
  const PolygonNode & from = snake.nodes[element / 2];
  PolygonNode         place = from;
  if (!IsNode(element))
  {
    const PolygonNode & to = snake.nodes[snake.GetNext(element / 2)];
    if (!IsLonger(from, to, step.splitLength > 0 ? step.splitLength : 1))
    {
      return move;
    }
    place = PolygonNode{ from.x + (to.x - from.x) / 2, from.y + (to.y - from.y) / 2 };
    move.kind = SnakeMoveKind::Insert;
    if (step.splitLength > 0)
    {
      move.node = place;
      return move;
    }
  }
  else if (!step.moves || candidate >= step.GetNumberOfDisplacements())
  {
    move.kind = SnakeMoveKind::Remove;
    return move;
  }
  else
  {
    move.kind = SnakeMoveKind::Move;
  }
  // East, south-east, south, and so on.
  const std::int32_t distance = step.distance >> (candidate / 8);
  const std::int32_t direction = candidate % 8;
  const std::int32_t x = direction == 2 || direction == 6 ? 0 : (direction > 2 && direction < 6 ? -1 : 1);
  const std::int32_t y = direction % 4 == 0 ? 0 : (direction < 4 ? 1 : -1);
  if (step.isBounded && !IsLonger(from, snake.nodes[snake.GetNext(element / 2)], distance - 1) &&
      !(IsNode(element) && IsLonger(from, snake.nodes[snake.GetPrevious(element / 2)], distance - 1)))
  {
    return SnakeMove{};
  }
  move.node = PolygonNode{ place.x + x * distance, place.y + y * distance };
  if (move.node.x < 0 || move.node.y < 0 || move.node.x > images.width || move.node.y > images.height)
  {
    move.kind = SnakeMoveKind::None;
  }
  return move;
}

/** What a move of an element changes in the sum over the edges of its contour. */
ITK_HOST_DEVICE inline RegionSums
GetChange(const SnakeView & snake, std::int32_t element, const ChainSums & sums)
{
  RegionSums change = sums.before + sums.after - snake.edges[element / 2];
  if (IsNode(element))
  {
    change -= snake.edges[snake.GetPrevious(element / 2)];
  }
  return change;
}

/** How many nodes cost anything: all, but for the four that go around an image without background. */
ITK_HOST_DEVICE inline std::int32_t
CountPaidNodes(std::int32_t numberOfNodes, const RegionSums & background)
{
  return background.count > 0 ? numberOfNodes : (numberOfNodes > 4 ? numberOfNodes - 4 : 0);
}

/** By how much the criterion falls with a move whose chain has these sums, rounded down to 44 bits; 0 if that is less than
 * MinimumGain, and 1 if edges are split. `getCost` tells what a region and the background cost together. */
template <typename TGetCost>
ITK_HOST_DEVICE double
GetGain(const SnakeView &       snake,
        const SnakeBackground & background,
        const SnakeStep &       step,
        std::int32_t            element,
        const SnakeChain &      chain,
        const ChainSums &       sums,
        const TGetCost &        getCost)
{
  if (step.splitLength > 0)
  {
    return 1;
  }
  const SnakeContour & contour = snake.contours[snake.contourOf[element / 2]];
  const RegionSums     region = OfRegion(contour.edges + GetChange(snake, element, sums));
  const RegionSums     rest = background.sums + contour.GetRegion() - region;
  const double         costAfter = getCost(region, rest);
  const std::int32_t   nodesAfter = snake.numberOfNodes + GetNumberOfAddedNodes(element, chain);
  const std::int32_t   paidNodes =
    CountPaidNodes(nodesAfter, rest) - CountPaidNodes(snake.numberOfNodes, background.sums);
  const double gain = contour.cost + background.cost - costAfter - step.nodeCost * paidNodes;
  return gain >= MinimumGain ? RoundDown(gain) : 0;
}

/** Of two elements, which move goes first. */
template <typename TGain>
ITK_HOST_DEVICE bool
IsBetter(TGain gain, std::int32_t element, TGain otherGain, std::int32_t otherElement)
{
  return gain > otherGain || (gain == otherGain && element < otherElement);
}

/** Whether an element has a move, and none of those whose chains would share an edge with it has a better one.
 * `getGain` tells the gain of an element's move, 0 if it has none. */
template <typename TGetGain>
ITK_HOST_DEVICE bool
IsChosen(const SnakeView & snake, std::int32_t element, const TGetGain & getGain)
{
  const auto gain = getGain(element);
  if (gain == 0)
  {
    return false;
  }
  const auto         yields = [&](std::int32_t other) { return IsBetter(getGain(other), other, gain, element); };
  const std::int32_t i = element / 2;
  const std::int32_t next = snake.GetNext(i);
  if (!IsNode(element))
  {
    return !yields(2 * i) && !yields(2 * next);
  }
  const std::int32_t previous = snake.GetPrevious(i);
  return !yields(2 * previous) && !yields(2 * previous + 1) && !yields(2 * i + 1) && !yields(2 * next);
}
} // namespace itk::device

#endif
