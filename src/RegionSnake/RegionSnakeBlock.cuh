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
#ifndef RegionSnakeBlock_cuh
#define RegionSnakeBlock_cuh

#include "RegionSnakeGeneration.h"
#include "RegionSnakeMemory.cuh"
#include "RegionSnakeTeam.cuh"

namespace itk::device
{
namespace
{
/** What all blocks find alike, each for itself, when the moves of a round are summed up. */
struct Decision
{
  TotalCost    total;
  std::int32_t numberOfMoves;
  std::int32_t nodesAdded;
  bool         isTogether;   // all moves are made that were selected
  std::int32_t single;       // else, the only element whose move is made
  RegionSums   singleChange; // and what it changes
};

/** All that the threads of a block know in common. It is in shared memory and nothing of it in local memory, which each
 * wait for the grid would empty the cache of. */
struct SnakeBlock
{
  CumulatedImagesView images;
  RegionSnakeSettings settings;
  SnakeMemory         memory;
  SnakeWork           shared; // in shared memory
  RegionCriterion     criterion;
  RegionSums          total;

  SnakeView    snake;
  SnakeStep    step;
  Decision     decision;
  std::int64_t recordedEnd;
  std::int64_t recordedFirst;
  std::int32_t round;
  std::int32_t generation;
  std::int32_t tally;
  bool         isSmall; // the contours are in shared memory
  bool         isOver;
  alignas(RegionSnakeSchedule) unsigned char schedule[sizeof(RegionSnakeSchedule)];

  // Of the round.
  const SnakeWork *    work;
  unsigned long long * keys; // in global memory
  ChainSums *          sums;
  std::int32_t         sumsPerElement;

  __device__ RegionSnakeSchedule &
  GetSchedule()
  {
    return *reinterpret_cast<RegionSnakeSchedule *>(schedule);
  }

  __device__ Team
  GetTeam() const
  {
    return Team{ !isSmall };
  }

  /** After FindMoves. */
  __device__ const unsigned long long *
  GetBestKeys() const
  {
    return isSmall ? shared.keys : keys;
  }

  __device__ unsigned long long
  GetGain(std::int32_t element) const
  {
    return GetBestKeys()[element] >> BitsOfCandidate;
  }
};
} // namespace
} // namespace itk::device

#endif
