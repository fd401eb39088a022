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
#ifndef RegionSnakeConvergence_cuh
#define RegionSnakeConvergence_cuh

#include "RegionSnakeRound.cuh"
#include <new>

namespace itk::device
{
namespace
{
/** Keeps the polygons for the host, if it wants them; all blocks together. */
__device__ void
RecordPolygons(SnakeBlock & block)
{
  if (block.memory.records == nullptr)
  {
    return;
  }
  const SnakeView    snake = block.snake;
  const std::int32_t size = snake.numberOfContours + snake.numberOfNodes;
  const std::int64_t first = block.recordedEnd;
  const bool         hasRoom = first + size <= SnakeMemory::NumberOfRecordedNodes;
  __syncthreads();
  if (threadIdx.x == 0)
  {
    block.recordedFirst = hasRoom ? first : -1;
    block.recordedEnd = hasRoom ? first + size : first;
  }
  PolygonNode * const record = block.memory.recordedNodes + first;
  const Team          grid{ true };
  for (std::int32_t i = grid.GetThread(); i < size && hasRoom; i += grid.GetNumberOfThreads())
  {
    const SnakeContour * contour = snake.contours + i;
    record[i] = i < snake.numberOfContours ? PolygonNode{ contour->firstNode, contour->numberOfNodes }
                                           : snake.nodes[i - snake.numberOfContours];
  }
}

__device__ void
ClearTally(const SnakeWork & work, int tally)
{
  for (std::int32_t c = threadIdx.x; c < work.numberOfContours; c += threadsPerBlock)
  {
    work.changes[tally * work.numberOfContours + c] = RegionSums{};
    work.nodesAdded[tally * work.numberOfContours + c] = 0;
  }
  if (threadIdx.x == 0)
  {
    work.tallies[tally] = SnakeTally{};
  }
}

/** Readies the keys of a round with at most so many nodes; all blocks together. */
__device__ void
ClearKeys(const SnakeMemory & memory, int tally, std::int32_t numberOfNodes)
{
  const Team                 grid{ true };
  unsigned long long * const keys = memory.GetKeys(tally);
  const std::int32_t         nodes = numberOfNodes < memory.capacity ? numberOfNodes : memory.capacity;
  for (std::int32_t element = grid.GetThread(); element < 2 * nodes; element += grid.GetNumberOfThreads())
  {
    keys[element] = 0;
  }
}

/** Goes on in shared memory if the nodes have room there. */
__device__ void
CopyIfSmall(SnakeBlock & block, int nextTally)
{
  const SnakeView from = block.snake;
  const bool      isSmall = from.numberOfNodes <= block.memory.sharedCapacity;
  __syncthreads();
  if (isSmall)
  {
    const SnakeView to = block.shared.GetView(block.generation, from.numberOfNodes);
    for (std::int32_t i = threadIdx.x; i < from.numberOfNodes; i += threadsPerBlock)
    {
      to.nodes[i] = from.nodes[i];
      to.edges[i] = from.edges[i];
      to.contourOf[i] = from.contourOf[i];
    }
    for (std::int32_t c = threadIdx.x; c < from.numberOfContours; c += threadsPerBlock)
    {
      to.contours[c] = from.contours[c];
    }
    ClearTally(block.shared, nextTally);
    if (threadIdx.x == 0)
    {
      block.snake = to;
    }
  }
  if (threadIdx.x == 0)
  {
    block.isSmall = isSmall;
  }
  __syncthreads();
}

/** Makes the first generation of the contours that are given. */
__device__ __noinline__ void
Begin(SnakeBlock & block)
{
  const Team          grid{ true };
  const SnakeMemory & memory = block.memory;
  const std::int32_t  lane = threadIdx.x % 32;
  for (std::int32_t c = grid.GetThread(); c < memory.numberOfContours; c += grid.GetNumberOfThreads())
  {
    memory.work.contours[c] = memory.hostContours[c];
  }
  if (threadIdx.x == 0)
  {
    block.snake = memory.work.GetView(0, memory.header->numberOfNodes);
  }
  grid.Wait();
  const SnakeView snake = block.snake;
  for (std::int32_t i = grid.GetThread() / 32; i < snake.numberOfNodes; i += grid.GetNumberOfThreads() / 32)
  {
    std::int32_t contour = 0;
    while (i >= snake.contours[contour].firstNode + snake.contours[contour].numberOfNodes)
    {
      ++contour;
    }
    const SnakeContour & own = snake.contours[contour];
    const std::int32_t   next = i + 1 < own.firstNode + own.numberOfNodes ? i + 1 : own.firstNode;
    const RegionSums     sums =
      SumOverLanes(EdgeSums(block.images, memory.hostNodes[i], memory.hostNodes[next], lane, 32), 32);
    if (lane == 0)
    {
      snake.nodes[i] = memory.hostNodes[i];
      snake.contourOf[i] = contour;
      snake.edges[i] = sums;
      AddAtomically(snake.contours[contour].edges, sums);
    }
  }
  ClearTally(memory.work, 0);
  ClearKeys(memory, 0, snake.numberOfNodes);
  grid.Wait();
  RecordPolygons(block);
  if (threadIdx.x < 32)
  {
    const TotalCost total =
      GetTotalCost(block, snake.numberOfNodes, ContourChanges{ nullptr, -1, nullptr }, memory.work.costs);
    if (threadIdx.x == 0)
    {
      block.decision.total = total;
      new (block.schedule) RegionSnakeSchedule(block.settings);
      block.isOver = block.GetSchedule().IsOver();
      block.step = block.GetSchedule().GetStep(snake.numberOfNodes);
    }
  }
  grid.Wait();
  for (std::int32_t c = grid.GetThread(); c < memory.numberOfContours; c += grid.GetNumberOfThreads())
  {
    snake.contours[c].cost = memory.work.costs[c];
  }
  grid.Wait();
  CopyIfSmall(block, 0);
}

/** To the next round, by one thread, after one that made so many moves and has so many nodes now. */
__device__ void
Advance(SnakeBlock & block, std::int32_t numberOfMoves, std::int32_t numberOfNodes)
{
  if (block.memory.records != nullptr && blockIdx.x == 0)
  {
    const RegionSnakeRound round{
      block.decision.total.cost, numberOfNodes, numberOfMoves, block.step.distance, block.step.splitLength > 0
    };
    block.memory.records[block.round] = SnakeRecord{ round, block.recordedFirst };
  }
  RegionSnakeSchedule & schedule = block.GetSchedule();
  schedule.Advance(numberOfMoves);
  block.isOver = schedule.IsOver();
  block.step = schedule.GetStep(numberOfNodes);
  block.tally = (block.tally + 1) % numberOfTallies;
  ++block.round;
}

/** Makes the moves of a round that are decided on. */
__device__ void
Make(SnakeBlock & block)
{
  const std::int32_t numberOfNodes = block.snake.numberOfNodes + block.decision.nodesAdded;
  const bool         outgrows = block.isSmall && numberOfNodes > block.memory.sharedCapacity;
  const SnakeWork &  to = outgrows ? block.memory.work : *block.work;
  const Team         writers{ outgrows || !block.isSmall };
  const int          ahead = (block.tally + 1) % numberOfTallies;
  const SnakeView    next = to.GetView(1 - block.generation, numberOfNodes);
  MoveMaker(block).Make(next, writers);
  if (outgrows && blockIdx.x == 0)
  {
    ClearTally(block.memory.work, ahead);
  }
  writers.Wait();
  if (threadIdx.x == 0)
  {
    block.generation = 1 - block.generation;
    block.snake = next;
  }
  __syncthreads();
  if (writers.isGrid)
  {
    CopyIfSmall(block, ahead);
  }
  RecordPolygons(block);
}

__device__ void
DoRound(SnakeBlock & block)
{
  const int  ahead = (block.tally + 1) % numberOfTallies;
  const Team grid{ true };
  if (threadIdx.x == 0)
  {
    block.work = block.isSmall ? &block.shared : &block.memory.work;
    block.keys = block.memory.GetKeys(block.tally);
    block.sums = block.memory.chainSums + block.memory.chainSumsSize * (block.round % 2);
    block.sumsPerElement = block.isSmall ? block.memory.numberOfCandidates : 1;
  }
  // A move of one node never makes more than two of it.
  ClearKeys(block.memory, ahead, 2 * block.snake.numberOfNodes);
  __syncthreads();
  if (block.isSmall || blockIdx.x == 0)
  {
    ClearTally(*block.work, ahead);
  }
  FindMoves(block);
  grid.Wait();
  if (block.isSmall)
  {
    for (std::int32_t element = threadIdx.x; element < 2 * block.snake.numberOfNodes; element += threadsPerBlock)
    {
      block.shared.keys[element] = __ldcg(block.keys + element);
    }
    __syncthreads();
  }
  const Team team = block.GetTeam();
  ChooseMoves(block);
  team.Wait();
  const bool moves = block.work->tallies[block.tally].numberOfChosen > 0;
  if (moves)
  {
    SelectMoves(block);
    team.Wait();
    Decide(block);
    Make(block);
  }
  __syncthreads();
  if (threadIdx.x == 0)
  {
    Advance(block, moves ? block.decision.numberOfMoves : 0, block.snake.numberOfNodes);
  }
  __syncthreads();
}

__device__ void
End(SnakeBlock & block)
{
  const Team          grid{ true };
  const SnakeMemory & memory = block.memory;
  const SnakeView     snake = block.snake;
  for (std::int32_t i = grid.GetThread(); i < snake.numberOfNodes; i += grid.GetNumberOfThreads())
  {
    memory.hostNodes[i] = snake.nodes[i];
  }
  for (std::int32_t c = grid.GetThread(); c < snake.numberOfContours; c += grid.GetNumberOfThreads())
  {
    const SnakeContour contour = snake.contours[c];
    memory.hostContours[c] = contour;
    memory.polygons[c].firstNode = contour.firstNode;
    memory.polygons[c].numberOfNodes = contour.numberOfNodes;
  }
  if (grid.GetThread() == 0)
  {
    *memory.header = SnakeHeader{ block.decision.total.cost,
                                  block.decision.total.background.sums,
                                  block.criterion.scale,
                                  snake.numberOfNodes,
                                  block.round,
                                  block.GetSchedule().HasConverged() ? 1 : 0 };
  }
}

/** All rounds. While the nodes have room in shared memory, a round waits once for the whole grid, and this latency is what
 * bounds it for images of up to a few megapixels; for larger ones, to read the cumulated images along the edges is. */
__global__ void
__launch_bounds__(threadsPerBlock, 1)
  Converge(CumulatedImagesView images, RegionSnakeSettings settings, SnakeMemory memory)
{
  __shared__ SnakeBlock block;
  extern __shared__ __align__(16) unsigned char shared[];
  if (threadIdx.x == 0)
  {
    block.images = images;
    block.settings = settings;
    block.memory = memory;
    block.criterion = RegionCriterion{ settings.law, settings.lawParameter, images.summary->scale };
    block.total = images.summary->total;
    block.recordedEnd = 0;
    block.recordedFirst = -1;
    block.round = 0;
    block.generation = 0;
    block.tally = 0;
    block.isSmall = false;
    MemoryDivider divider(shared);
    block.shared.Take(divider, memory.numberOfContours, memory.sharedCapacity, true);
  }
  __syncthreads();
  Begin(block);
  while (!block.isOver)
  {
    DoRound(block);
  }
  End(block);
}
} // namespace
} // namespace itk::device

#endif
