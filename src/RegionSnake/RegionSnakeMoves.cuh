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
#ifndef RegionSnakeMoves_cuh
#define RegionSnakeMoves_cuh

#include "RegionSnakeBlock.cuh"
#include <cuda_pipeline.h>

namespace itk::device
{
namespace
{
/** A gain and the number of the candidate that has it, to be compared at once: of equal gains, the first candidate's is
 * larger. */
__device__ unsigned long long
MakeKey(double gain, std::int32_t candidate)
{
  constexpr std::int32_t largest = (1 << BitsOfCandidate) - 1;
  return static_cast<unsigned long long>(__double_as_longlong(gain)) |
         static_cast<unsigned long long>(largest - candidate);
}

__device__ std::int32_t
           GetCandidateOfKey(unsigned long long key)
{
  constexpr std::int32_t largest = (1 << BitsOfCandidate) - 1;
  return largest - static_cast<std::int32_t>(key & largest);
}

/** The sums of a move's chain, which `lanes` neighbouring lanes share out, half of them for each edge. */
__device__ ChainSums
SumChain(const CumulatedImagesView & images, const SnakeChain & chain, bool exists, int lanes)
{
  const int  half = lanes / 2;
  const int  lane = threadIdx.x % lanes;
  const bool isSecond = lane >= half;
  RegionSums sums{};
  if (exists)
  {
    const PolygonNode from{ isSecond ? chain.middle.x : chain.first.x, isSecond ? chain.middle.y : chain.first.y };
    const PolygonNode to{ isSecond ? chain.last.x : chain.middle.x, isSecond ? chain.last.y : chain.middle.y };
    sums = EdgeSums(images, from, to, lane % half, half);
  }
#pragma unroll 1
  for (int mask = half / 2; mask > 0; mask /= 2)
  {
    sums += ShuffleXor(sums, mask);
  }
  const RegionSums other = ShuffleXor(sums, half);
  return isSecond ? ChainSums{ other, sums } : ChainSums{ sums, other };
}

/** Whether a chain would make no contour cross itself or another; by a warp. */
__device__ bool
IsAllowed(const SnakeView & snake, std::int32_t element, const SnakeChain & chain)
{
  const std::int32_t lane = threadIdx.x % 32;
  bool               meets = IsDegenerate(chain);
  for (std::int32_t j = lane; j < snake.numberOfNodes && !meets; j += 32)
  {
    meets = ChainMeetsEdge(snake, element, chain, j);
  }
  for (std::int32_t c = lane; c < snake.numberOfContours && snake.numberOfContours > 1 && !meets; c += 32)
  {
    meets = SweepsOver(snake, element, chain, c);
  }
  return __any_sync(allLanes, meets) == 0;
}

/** What another lane has. */
template <typename T>
__device__ T
GetFromLane(const T & own, int lane)
{
  static_assert(sizeof(T) % sizeof(int) == 0);
  T           result;
  const int * words = reinterpret_cast<const int *>(&own);
  int *       copy = reinterpret_cast<int *>(&result);
#pragma unroll
  for (std::size_t i = 0; i < sizeof(T) / sizeof(int); ++i)
  {
    copy[i] = __shfl_sync(allLanes, words[i], lane);
  }
  return result;
}

/** The lane with the largest key; -1 if all are 0. */
__device__ int
FindLargest(unsigned long long key)
{
  const unsigned long long largest = MaximumOverLanes(key);
  return largest == 0 ? -1 : __ffs(static_cast<int>(__ballot_sync(allLanes, key == largest))) - 1;
}

/** Tries all candidates of all elements, shared out among the warps of the grid. The best key of each element goes to
 * block.keys, which are 0 before, and the sums of the moves that may be the best to block.sums, if there is room for them.
 * Bounded by latency, unless the edges are long: then by two sectors of memory for each row that an edge crosses. */
__device__ void
FindMoves(const SnakeBlock & block)
{
  const CumulatedImagesView images = block.images;
  const SnakeView           snake = block.snake;
  const SnakeStep           step = block.step;
  const bool                isSplit = step.splitLength > 0;
  const std::int32_t        displacements = step.GetNumberOfDisplacements();
  const std::int32_t        ofNode = isSplit ? 0 : (step.moves ? displacements : 0) + (step.removals ? 1 : 0);
  const std::int32_t        ofEdge = isSplit ? 1 : (step.insertions ? displacements : 0);
  const std::int32_t        ofBoth = ofNode + ofEdge;
  const std::int32_t        total = snake.numberOfNodes * ofBoth;
  const std::int32_t        numberOfThreads = static_cast<std::int32_t>(gridDim.x) * threadsPerBlock;
  int                       lanes = 32;
  while (lanes > 4 && total > numberOfThreads / lanes)
  {
    lanes /= 2;
  }
  const std::int32_t lane = threadIdx.x % 32;
  const std::int32_t warp = blockIdx.x + gridDim.x * (threadIdx.x / 32); // neighbours to different processors
  for (std::int32_t begin = warp * (32 / lanes); begin < total; begin += numberOfThreads / lanes)
  {
    const std::int32_t index = begin + lane / lanes;
    const std::int32_t part = index % ofBoth;
    const std::int32_t element = index / ofBoth * 2 + (part < ofNode ? 0 : 1);
    const std::int32_t candidate = part < ofNode ? part : part - ofNode;
    SnakeMove          move{};
    SnakeChain         chain{};
    if (index < total && candidate < GetNumberOfCandidates(snake, step, element))
    {
      move = MakeCandidate(snake, step, element, candidate, images);
    }
    const bool         exists = move.kind != SnakeMoveKind::None;
    const unsigned int existing = __ballot_sync(allLanes, exists);
    if (existing == 0)
    {
      continue;
    }
    if (exists)
    {
      chain = MakeChain(snake, element, move.kind, move.node);
    }
    const ChainSums    own = SumChain(images, chain, exists, lanes);
    unsigned long long key = 0;
    if (exists)
    {
      // One lane for the region and the next for the background.
      const auto getCost = [&](const RegionSums & region, const RegionSums & rest) {
        const double cost = block.criterion.GetCost(lane % 2 == 0 ? region : rest);
        return cost + __shfl_xor_sync(existing, cost, 1);
      };
      const double gain = GetGain(snake, block.decision.total.background, step, element, chain, own, getCost);
      key = gain > 0 && lane % lanes == 0 ? MakeKey(gain, candidate) : 0;
    }
    for (int leader = FindLargest(key); leader >= 0; leader = FindLargest(key))
    {
      const std::int32_t leaderElement = __shfl_sync(allLanes, element, leader);
      const bool         isAllowed = IsAllowed(snake, leaderElement, GetFromLane(chain, leader));
      if (lane == leader && isAllowed)
      {
        if (block.sumsPerElement > 1)
        {
          block.sums[element * block.sumsPerElement + candidate] = own;
        }
        atomicMax(block.keys + element, key);
      }
      if (lane == leader || (isAllowed && element == leaderElement))
      {
        key = 0;
      }
    }
  }
}

/** Begins to copy from global to shared memory; WaitForCopies() ends it. */
__device__ void
CopyLater(ChainSums & to, const ChainSums & from)
{
  constexpr std::size_t size = 16;
  static_assert(sizeof(ChainSums) % size == 0);
#pragma unroll
  for (std::size_t at = 0; at < sizeof(ChainSums); at += size)
  {
    __pipeline_memcpy_async(reinterpret_cast<char *>(&to) + at, reinterpret_cast<const char *>(&from) + at, size);
  }
}

/** What a thread copies is there for the others when they have waited for it. */
__device__ void
WaitForCopies()
{
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

/** Lists the elements whose moves no neighbour's excludes; WaitForCopies() must follow. */
__device__ void
ChooseMoves(const SnakeBlock & block)
{
  const SnakeView                  snake = block.snake;
  const SnakeStep                  step = block.step;
  const SnakeWork &                work = *block.work;
  const unsigned long long * const keys = block.GetBestKeys();
  const auto                       getGain = [&](std::int32_t element) { return keys[element] >> BitsOfCandidate; };
  const Team                       team = block.GetTeam();
  for (std::int32_t element = team.GetThread(); element < 2 * snake.numberOfNodes; element += team.GetNumberOfThreads())
  {
    work.placeInChosen[element] = -1;
    if (IsChosen(snake, element, getGain))
    {
      const std::int32_t candidate = GetCandidateOfKey(keys[element]);
      const SnakeMove    move = MakeCandidate(snake, step, element, candidate, block.images);
      const std::int32_t place = atomicAdd(&work.tallies[block.tally].numberOfChosen, 1);
      work.chosen[place] = element;
      work.GetYields(block.generation)[place] = 0;
      work.chains[place] = MakeChain(snake, element, move.kind, move.node);
      if (block.sumsPerElement > 1)
      {
        CopyLater(work.chosenSums[place], block.sums[element * block.sumsPerElement + candidate]);
      }
    }
  }
}
} // namespace
} // namespace itk::device

#endif
