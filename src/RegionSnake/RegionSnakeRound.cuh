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
#ifndef RegionSnakeRound_cuh
#define RegionSnakeRound_cuh

#include "RegionSnakeSelection.cuh"

namespace itk::device
{
namespace
{
/** Changes of the sums of contours' edges: an array of them, that of one contour, or none. */
struct ContourChanges
{
  const RegionSums * ofAll; // null: none
  std::int32_t       contour;
  const RegionSums * ofOne;

  __device__ RegionSums
  Get(std::int32_t c) const
  {
    return ofAll != nullptr ? ofAll[c] : (c == contour ? *ofOne : RegionSums{});
  }
};

/** What the contours cost with some changes, by one warp, in the order of the host's terms; right in lane 0 only. Leaves
 * each contour's cost in `costs`. */
__device__ TotalCost
GetTotalCost(const SnakeBlock & block, std::int32_t numberOfNodes, const ContourChanges & changes, double * costs)
{
  const int         lane = threadIdx.x % 32;
  const SnakeView & snake = block.snake;
  TotalCost         result{};
  double            cost = 0;
  if (snake.numberOfContours == 1)
  {
    // One lane for the region and the next for the background.
    const RegionSums region = OfRegion(snake.contours[0].edges + changes.Get(0));
    result.background.sums = block.total - region;
    cost = block.criterion.GetCost(lane % 2 == 0 ? region : result.background.sums);
    result.background.cost = __shfl_down_sync(allLanes, cost, 1);
    if (lane == 0)
    {
      costs[0] = cost;
    }
  }
  else
  {
    RegionSums regions{};
    for (std::int32_t c = lane; c < snake.numberOfContours; c += 32)
    {
      const RegionSums region = OfRegion(snake.contours[c].edges + changes.Get(c));
      const double     own = block.criterion.GetCost(region);
      costs[c] = own;
      cost += own;
      regions += region;
    }
    for (int half = 16; half > 0; half /= 2)
    {
      cost += __shfl_down_sync(allLanes, cost, half);
    }
    result.background.sums = block.total - SumOverLanes(regions, 32);
    result.background.cost = block.criterion.GetCost(result.background.sums);
  }
  const bool hasNodeCost = block.settings.model != RegionSnakeModel::Published;
  result.cost = cost + result.background.cost +
                (hasNodeCost ? block.settings.nodeCost : 0) * CountPaidNodes(numberOfNodes, result.background.sums);
  return result;
}

/** Fills block.decision, which holds the last one; the first warp does most. */
__device__ void
Decide(SnakeBlock & block)
{
  const SnakeView &  snake = block.snake;
  const SnakeWork &  work = *block.work;
  Decision &         decision = block.decision;
  const SnakeTally & sum = work.tallies[block.tally];
  if (threadIdx.x < 32)
  {
    const std::int32_t * added = work.nodesAdded + block.tally * work.numberOfContours;
    std::int32_t         nodesAdded = 0;
    for (std::int32_t c = threadIdx.x; c < work.numberOfContours; c += 32)
    {
      nodesAdded += added[c];
    }
    nodesAdded = SumOverLanes(nodesAdded);
    const ContourChanges changes{ work.changes + block.tally * work.numberOfContours, -1, nullptr };
    const TotalCost      after = GetTotalCost(block, snake.numberOfNodes + nodesAdded, changes, work.costs);
    if (threadIdx.x == 0)
    {
      decision.isTogether = block.step.splitLength > 0 || sum.numberOfMoves < 2 || after.cost < decision.total.cost;
      decision.numberOfMoves = decision.isTogether ? sum.numberOfMoves : 1;
      decision.nodesAdded = nodesAdded;
      decision.single = 2 * snake.numberOfNodes;
      if (decision.isTogether)
      {
        decision.total = after;
      }
    }
  }
  __syncthreads();
  if (decision.isTogether)
  {
    return;
  }
  // Together they gain nothing: the best one does alone.
  for (std::int32_t element = threadIdx.x; element < 2 * snake.numberOfNodes; element += threadsPerBlock)
  {
    if (work.placeInChosen[element] >= 0 && block.GetGain(element) == sum.bestGain)
    {
      atomicMin(&decision.single, element);
    }
  }
  __syncthreads();
  if (threadIdx.x < 32)
  {
    const std::int32_t element = decision.single;
    const std::int32_t place = work.placeInChosen[element];
    const std::int32_t nodesAdded = GetNumberOfAddedNodes(element, work.chains[place]);
    if (threadIdx.x == 0)
    {
      decision.singleChange = GetChange(snake, element, work.chosenSums[place]);
    }
    __syncwarp();
    const ContourChanges changes{ nullptr, snake.contourOf[element / 2], &decision.singleChange };
    const TotalCost      after = GetTotalCost(block, snake.numberOfNodes + nodesAdded, changes, work.costs);
    if (threadIdx.x == 0)
    {
      decision.total = after;
      decision.nodesAdded = nodesAdded;
    }
  }
  __syncthreads();
}

/** The sum of `value` over the threads of the block before this one; `sum` is that over all. */
__device__ std::int32_t
           SumBefore(std::int32_t value, std::int32_t & sum)
{
  __shared__ std::int32_t warpSums[warpsPerBlock];
  const int               lane = threadIdx.x % 32;
  const int               warp = threadIdx.x / 32;
  std::int32_t            inclusive = value;
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2)
  {
    const std::int32_t other = __shfl_up_sync(allLanes, inclusive, distance);
    inclusive += lane >= distance ? other : 0;
  }
  __syncthreads();
  if (lane == 31)
  {
    warpSums[warp] = inclusive;
  }
  __syncthreads();
  std::int32_t before = 0;
  sum = 0;
#pragma unroll
  for (int w = 0; w < warpsPerBlock; ++w)
  {
    before += w < warp ? warpSums[w] : 0;
    sum += warpSums[w];
  }
  return before + inclusive - value;
}

/** Writes the next generation of the contours; each block of a team does the same number of nodes. */
class MoveMaker
{
public:
  __device__ explicit MoveMaker(const SnakeBlock & block)
    : m_Decision(block.decision)
    , m_Work(*block.work)
    , m_Snake(block.snake)
    , m_Tally(block.tally)
  {}

  __device__ void
  Make(const SnakeView & to, const Team & team) const
  {
    const std::int32_t blocks = team.GetNumberOfBlocks();
    const std::int32_t nodesPerBlock = (m_Snake.numberOfNodes + blocks - 1) / blocks;
    const std::int32_t first = team.GetBlock() * nodesPerBlock;
    const std::int32_t last = first + nodesPerBlock;
    const std::int32_t end = last < m_Snake.numberOfNodes ? last : m_Snake.numberOfNodes;
    std::int32_t       at = 0;
    if (first > 0 && first < end)
    {
      std::int32_t before = 0;
      for (std::int32_t i = threadIdx.x; i < first; i += threadsPerBlock)
      {
        before += CountNodes(i);
      }
      SumBefore(before, at);
    }
    for (std::int32_t batch = first; batch < end; batch += threadsPerBlock)
    {
      const std::int32_t i = batch + static_cast<std::int32_t>(threadIdx.x);
      std::int32_t       sum = 0;
      const std::int32_t ownAt = at + SumBefore(i < end ? CountNodes(i) : 0, sum);
      at += sum;
      if (i < end)
      {
        MakeNode(i, ownAt, to);
      }
    }
    if (team.GetBlock() == blocks - 1)
    {
      for (std::int32_t c = threadIdx.x; c < m_Snake.numberOfContours; c += threadsPerBlock)
      {
        MakeContour(c, to.contours[c]);
      }
    }
  }

private:
  /** Where the move of an element is among those chosen; -1 if it is not made. */
  __device__ std::int32_t
             GetPlace(std::int32_t element) const
  {
    return m_Decision.isTogether || element == m_Decision.single ? m_Work.placeInChosen[element] : -1;
  }

  __device__ std::int32_t
             CountNodes(std::int32_t node) const
  {
    const std::int32_t place = GetPlace(2 * node);
    const bool         isRemoved = place >= 0 && !m_Work.chains[place].hasMiddle;
    return (isRemoved ? 0 : 1) + (GetPlace(2 * node + 1) >= 0 ? 1 : 0);
  }

  __device__ void
  MakeNode(std::int32_t i, std::int32_t at, const SnakeView & to) const
  {
    const std::int32_t contour = m_Snake.contourOf[i];
    const std::int32_t moved = GetPlace(2 * i);
    const std::int32_t inserted = GetPlace(2 * i + 1);
    const std::int32_t next = GetPlace(2 * m_Snake.GetNext(i));
    if (moved < 0 || m_Work.chains[moved].hasMiddle)
    {
      const RegionSums * const edge = moved >= 0      ? &m_Work.chosenSums[moved].after
                                      : next >= 0     ? &m_Work.chosenSums[next].before
                                      : inserted >= 0 ? &m_Work.chosenSums[inserted].before
                                                      : m_Snake.edges + i;
      to.nodes[at] = moved >= 0 ? m_Work.chains[moved].middle : m_Snake.nodes[i];
      to.edges[at] = *edge;
      to.contourOf[at] = contour;
      ++at;
    }
    if (inserted >= 0)
    {
      to.nodes[at] = m_Work.chains[inserted].middle;
      to.edges[at] = m_Work.chosenSums[inserted].after;
      to.contourOf[at] = contour;
    }
  }

  __device__ void
  MakeContour(std::int32_t c, SnakeContour & to) const
  {
    const std::int32_t * added = m_Work.nodesAdded + m_Tally * m_Work.numberOfContours;
    const std::int32_t   contourOfSingle = m_Decision.isTogether ? -1 : m_Snake.contourOf[m_Decision.single / 2];
    const auto           getAdded = [&](std::int32_t contour) {
      return m_Decision.isTogether ? added[contour] : (contour == contourOfSingle ? m_Decision.nodesAdded : 0);
    };
    SnakeContour contour = m_Snake.contours[c];
    for (std::int32_t before = 0; before < c; ++before)
    {
      contour.firstNode += getAdded(before);
    }
    contour.numberOfNodes += getAdded(c);
    contour.cost = m_Work.costs[c];
    if (m_Decision.isTogether)
    {
      contour.edges += m_Work.changes[m_Tally * m_Work.numberOfContours + c];
    }
    else if (c == contourOfSingle)
    {
      contour.edges += m_Decision.singleChange;
    }
    to = contour;
  }

  const Decision &  m_Decision;
  const SnakeWork & m_Work;
  SnakeView         m_Snake;
  int               m_Tally;
};
} // namespace
} // namespace itk::device

#endif
