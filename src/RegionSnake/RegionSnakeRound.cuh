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
  result.cost = AddUpCost(cost, result.background, numberOfNodes, block.settings);
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
      decision.isTogether = AreMadeTogether(block.step, sum.numberOfMoves, decision.total.cost, after.cost);
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

/** Writes the next generation of the contours; each block of a team does the same number of nodes. It tells the moves and
 * what they change as RegionSnakeGeneration.h wants them. */
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
        before += CountNextNodes(*this, i);
      }
      SumBefore(before, at);
    }
    for (std::int32_t batch = first; batch < end; batch += threadsPerBlock)
    {
      const std::int32_t i = batch + static_cast<std::int32_t>(threadIdx.x);
      std::int32_t       sum = 0;
      const std::int32_t ownAt = at + SumBefore(i < end ? CountNextNodes(*this, i) : 0, sum);
      at += sum;
      if (i < end)
      {
        MakeNextNodes(m_Snake, *this, i, to, ownAt);
      }
    }
    if (team.GetBlock() == blocks - 1)
    {
      for (std::int32_t c = threadIdx.x; c < m_Snake.numberOfContours; c += threadsPerBlock)
      {
        to.contours[c] = MakeNextContour(m_Snake, *this, c, m_Work.costs[c]);
      }
    }
  }

  __device__ std::int32_t
             GetPlace(std::int32_t element) const
  {
    return m_Decision.isTogether || element == m_Decision.single ? m_Work.placeInChosen[element] : -1;
  }

  __device__ const SnakeChain &
  GetChain(std::int32_t place) const
  {
    return m_Work.chains[place];
  }

  __device__ const ChainSums &
  GetSums(std::int32_t place) const
  {
    return m_Work.chosenSums[place];
  }

  __device__ std::int32_t
             CountAdded(std::int32_t c) const
  {
    return m_Decision.isTogether ? m_Work.nodesAdded[m_Tally * m_Work.numberOfContours + c]
                                 : (c == GetContourOfSingle() ? m_Decision.nodesAdded : 0);
  }

  __device__ void
  AddTo(std::int32_t c, RegionSums & edges) const
  {
    if (m_Decision.isTogether)
    {
      edges += m_Work.changes[m_Tally * m_Work.numberOfContours + c];
    }
    else if (c == GetContourOfSingle())
    {
      edges += m_Decision.singleChange;
    }
  }

private:
  __device__ std::int32_t
             GetContourOfSingle() const
  {
    return m_Decision.isTogether ? -1 : m_Snake.contourOf[m_Decision.single / 2];
  }

  const Decision &  m_Decision;
  const SnakeWork & m_Work;
  SnakeView         m_Snake;
  int               m_Tally;
};
} // namespace
} // namespace itk::device

#endif
