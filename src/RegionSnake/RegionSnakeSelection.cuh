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
#ifndef RegionSnakeSelection_cuh
#define RegionSnakeSelection_cuh

#include "RegionSnakeMoves.cuh"

namespace itk::device
{
namespace
{
/** Adds the moves of those elements up that are kept; by a warp. */
__device__ void
AddUp(const SnakeBlock & block, std::int32_t place, bool isKept)
{
  const SnakeWork &  work = *block.work;
  const unsigned int kept = __ballot_sync(allLanes, isKept);
  if (kept == 0)
  {
    return;
  }
  SnakeTally & tally = work.tallies[block.tally];
  std::int32_t at = block.tally * work.numberOfContours;
  std::int32_t nodesAdded = 0;
  RegionSums   change{};
  const auto   bestGain = MaximumOverLanes(isKept ? block.GetGain(work.chosen[place]) : 0);
  if (isKept)
  {
    const std::int32_t element = work.chosen[place];
    work.placeInChosen[element] = place;
    at += block.snake.contourOf[element / 2];
    nodesAdded = GetNumberOfAddedNodes(element, work.chains[place]);
    change = GetChange(block.snake, element, work.chosenSums[place]);
  }
  bool adds = isKept;
  if (work.numberOfContours == 1)
  {
    // All add to the same: the first lane does it for them.
    change = SumOverLanes(change, 32);
    nodesAdded = SumOverLanes(nodesAdded);
    adds = threadIdx.x % 32 == 0;
  }
  if (adds)
  {
    AddAtomically(work.changes[at], change);
    atomicAdd(&work.nodesAdded[at], nodesAdded);
  }
  if (threadIdx.x % 32 == 0)
  {
    atomicAdd(&tally.numberOfMoves, __popc(kept));
    atomicMax(&tally.bestGain, bestGain);
  }
}

/** The logarithm to base 2 of how many neighbouring threads share out the work for one of the chosen elements. */
__device__ int
GetShareBits(std::int32_t numberOfChosen, std::int32_t numberOfThreads)
{
  int bits = 0;
  while (bits < 5 && (numberOfChosen << (bits + 1)) <= numberOfThreads)
  {
    ++bits;
  }
  return bits;
}

/** Of 32 chains, every `step`-th from k on, a bit for each whose box meets another. */
__device__ unsigned int
FindNear(const SnakeBox &   box,
         const SnakeChain * chains,
         std::int32_t       k,
         std::int32_t       step,
         std::int32_t       numberOfChains)
{
  unsigned int near = 0;
  for (unsigned int bit = 1; bit != 0 && k < numberOfChains; bit *= 2, k += step)
  {
    const SnakeBox other = chains[k].box;
    near |= box.IsApart(other) ? 0 : bit;
  }
  return near;
}

/** Finds which of the chosen elements' moves yield to better ones: first the pairs of chains that may meet, then those that
 * do, four threads for the edges of a pair. Ends copies, too. */
__device__ void
FindYields(const SnakeBlock & block)
{
  const SnakeWork &    work = *block.work;
  SnakeTally &         tally = work.tallies[block.tally];
  SnakePair * const    pairs = work.GetPairs(block.generation);
  std::int32_t * const yields = work.GetYields(block.generation);
  const Team           team = block.GetTeam();
  const std::int32_t   numberOfChosen = tally.numberOfChosen;
  const std::int32_t   numberOfThreads = team.GetNumberOfThreads();
  const int            bits = GetShareBits(numberOfChosen, numberOfThreads);
  const std::int32_t   share = 1 << bits;
  for (std::int32_t i = team.GetThread(); i < numberOfChosen * share; i += numberOfThreads)
  {
    const std::int32_t       place = i >> bits;
    const SnakeBox           box = work.chains[place].box;
    const std::int32_t       element = work.chosen[place];
    const unsigned long long gain = block.GetGain(element);
    for (std::int32_t first = i % share; first < numberOfChosen; first += 32 * share)
    {
      // All lanes look at 32 chains before any goes into those that are near its own; that itself is not better.
      unsigned int near = FindNear(box, work.chains, first, share, numberOfChosen);
      for (; near != 0; near &= near - 1)
      {
        const std::int32_t k = first + ((__ffs(static_cast<int>(near)) - 1) << bits);
        if (IsBetter(block.GetGain(work.chosen[k]), work.chosen[k], gain, element))
        {
          const std::int32_t at = atomicAdd(&tally.numberOfPairs, 1);
          if (at < work.GetPairCapacity())
          {
            pairs[at] = SnakePair{ place, k };
          }
          else if (ChainsMeet(work.chains[place], work.chains[k]))
          {
            atomicOr(yields + place, 1);
          }
        }
      }
    }
  }
  team.Wait();
  const std::int32_t numberOfPairs =
    tally.numberOfPairs < work.GetPairCapacity() ? tally.numberOfPairs : work.GetPairCapacity();
  for (std::int32_t i = team.GetThread(); i < 4 * numberOfPairs; i += numberOfThreads)
  {
    const SnakePair pair = pairs[i / 4];
    if (EdgesOfChainsMeet(work.chains[pair.place], work.chains[pair.other], i % 2 != 0, i % 4 >= 2))
    {
      atomicOr(yields + pair.place, 1);
    }
  }
  WaitForCopies();
  team.Wait();
}

/** Decides which of the chosen elements' moves are made together, and adds them up. */
__device__ void
SelectMoves(const SnakeBlock & block)
{
  FindYields(block);
  const SnakeWork &          work = *block.work;
  const std::int32_t * const yields = work.GetYields(block.generation);
  const Team                 team = block.GetTeam();
  const std::int32_t         numberOfChosen = work.tallies[block.tally].numberOfChosen;
  // A warp for each if the sums are still to be found, else one for 32, so that few add to the same.
  const int          bits = block.sumsPerElement == 1 ? GetShareBits(numberOfChosen, team.GetNumberOfThreads()) : 0;
  const std::int32_t threads = numberOfChosen << bits;
  for (std::int32_t i = team.GetThread(); i / 32 * 32 < threads; i += team.GetNumberOfThreads())
  {
    const std::int32_t place = i >> bits;
    const bool         isKept = i < threads && place << bits == i && yields[place] == 0;
    if (block.sumsPerElement == 1)
    {
      for (unsigned int kept = __ballot_sync(allLanes, isKept); kept != 0; kept &= kept - 1)
      {
        const int          leader = __ffs(static_cast<int>(kept)) - 1;
        const std::int32_t its = __shfl_sync(allLanes, place, leader);
        const ChainSums    own = SumChain(block.images, work.chains[its], true, 32);
        if (threadIdx.x % 32 == leader)
        {
          work.chosenSums[its] = own;
        }
      }
    }
    AddUp(block, place, isKept);
  }
}
} // namespace
} // namespace itk::device

#endif
