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
#ifndef RegionSnakeGeneration_h
#define RegionSnakeGeneration_h

#include "RegionSnakeSchedule.h"

/** \file
 * \brief The next generation of contours, from the moves of a round that are made.
 *
 * `TMoves` tells of them: GetPlace(element) is where an element's move is kept, -1 if it is not made; GetChain(place)
 * and GetSums(place) are its chain and the sums of that. `TChanges` tells of what they change in contour c altogether:
 * CountAdded(c) is by how many nodes it grows, AddTo(c, edges) adds the change of the sum over its edges.
 */
namespace itk::device
{
/** What all contours and the background cost, and the nodes. */
struct TotalCost
{
  double          cost;
  SnakeBackground background;
};

/** The cost of contours that cost `ofContours`, around a background. */
ITK_HOST_DEVICE inline double
AddUpCost(double                      ofContours,
          const SnakeBackground &     background,
          std::int32_t                numberOfNodes,
          const RegionSnakeSettings & settings)
{
  const bool hasNodeCost = settings.model != RegionSnakeModel::Published;
  return ofContours + background.cost +
         (hasNodeCost ? settings.nodeCost : 0) * CountPaidNodes(numberOfNodes, background.sums);
}

/** Whether the moves that exclude no better one are all made, not the best one alone: together they must gain. By
 * reference, as a device loads the later ones only where they count. */
ITK_HOST_DEVICE inline bool
AreMadeTogether(const SnakeStep &    step,
                const std::int32_t & numberOfMoves,
                const double &       costBefore,
                const double &       costAfter)
{
  return step.splitLength > 0 || numberOfMoves < 2 || costAfter < costBefore;
}

/** How many nodes become of a node and the edge after it. */
template <typename TMoves>
ITK_HOST_DEVICE std::int32_t
                CountNextNodes(const TMoves & moves, std::int32_t node)
{
  const std::int32_t place = moves.GetPlace(2 * node);
  const bool         isRemoved = place >= 0 && !moves.GetChain(place).hasMiddle;
  return (isRemoved ? 0 : 1) + (moves.GetPlace(2 * node + 1) >= 0 ? 1 : 0);
}

/** Writes what becomes of a node and the edge after it, from node `at` of the next generation on. */
template <typename TMoves>
ITK_HOST_DEVICE void
MakeNextNodes(const SnakeView & snake, const TMoves & moves, std::int32_t node, const SnakeView & to, std::int32_t at)
{
  const std::int32_t contour = snake.contourOf[node];
  const std::int32_t moved = moves.GetPlace(2 * node);
  const std::int32_t inserted = moves.GetPlace(2 * node + 1);
  const std::int32_t next = moves.GetPlace(2 * snake.GetNext(node));
  if (moved < 0 || moves.GetChain(moved).hasMiddle)
  {
    const RegionSums * const edge = moved >= 0      ? &moves.GetSums(moved).after
                                    : next >= 0     ? &moves.GetSums(next).before
                                    : inserted >= 0 ? &moves.GetSums(inserted).before
                                                    : snake.edges + node;
    to.nodes[at] = moved >= 0 ? moves.GetChain(moved).middle : snake.nodes[node];
    to.edges[at] = *edge;
    to.contourOf[at] = contour;
    ++at;
  }
  if (inserted >= 0)
  {
    to.nodes[at] = moves.GetChain(inserted).middle;
    to.edges[at] = moves.GetSums(inserted).after;
    to.contourOf[at] = contour;
  }
}

/** What becomes of a contour, whose region costs `cost` then. */
template <typename TChanges>
ITK_HOST_DEVICE SnakeContour
MakeNextContour(const SnakeView & snake, const TChanges & changes, std::int32_t c, double cost)
{
  SnakeContour contour = snake.contours[c];
  for (std::int32_t before = 0; before < c; ++before)
  {
    contour.firstNode += changes.CountAdded(before);
  }
  contour.numberOfNodes += changes.CountAdded(c);
  contour.cost = cost;
  changes.AddTo(c, contour.edges);
  return contour;
}
} // namespace itk::device

#endif
