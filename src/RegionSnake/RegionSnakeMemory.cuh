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
#ifndef RegionSnakeMemory_cuh
#define RegionSnakeMemory_cuh

#include "PolygonsView.h"
#include "RegionSnake.h"

namespace itk::device
{
/** What a convergence ends with. */
struct SnakeHeader
{
  double       criterion;
  RegionSums   background;
  PixelScale   scale;
  std::int32_t numberOfNodes;
  std::int32_t numberOfRounds;
  std::int32_t hasConverged;
};

struct SnakeRecord
{
  RegionSnakeRound round;
  std::int64_t     firstNode; // in the recorded nodes, from where the contours' ranges stand; -1: there was no room
};

/** Sums over the moves that are made in one round. */
struct SnakeTally
{
  unsigned long long bestGain;
  std::int32_t       numberOfChosen;
  std::int32_t       numberOfMoves;
  std::int32_t       numberOfPairs;
};

/** Two chosen elements whose chains may meet, by their places; that in `place` yields if they do. */
struct SnakePair
{
  std::int32_t place;
  std::int32_t other;
};

constexpr int numberOfTallies = 3;

/** Hands out aligned parts of one piece of memory; from null, it only counts. */
class MemoryDivider
{
public:
  ITK_HOST_DEVICE explicit MemoryDivider(void * memory)
    : m_Memory(static_cast<char *>(memory))
  {}

  template <typename T>
  ITK_HOST_DEVICE void
  Take(T *& part, std::int64_t size)
  {
    part = reinterpret_cast<T *>(m_Memory + m_Size);
    m_Size += (sizeof(T) * static_cast<std::size_t>(size) + 15) / 16 * 16;
  }

  ITK_HOST_DEVICE std::size_t
                  GetSize() const
  {
    return m_Size;
  }

private:
  char *      m_Memory;
  std::size_t m_Size{ 0 };
};

/** Two generations of contours and what a round notes about them. One such set is in global memory, shared by all
 * blocks; while there are few nodes, each block works on a copy of its own in shared memory instead. */
struct SnakeWork
{
  PolygonNode *  nodes; // each of these four holds a generation after the other
  RegionSums *   edges;
  std::int32_t * contourOf;
  SnakeContour * contours;
  SnakeTally *   tallies;
  RegionSums *   changes;    // of each contour's edges, for each tally
  std::int32_t * nodesAdded; // to each contour, for each tally

  double * costs; // of each contour's region after the moves of the round

  unsigned long long * keys;          // of the best move of each element; 0: none
  std::int32_t *       chosen;        // the elements whose moves no neighbour excludes
  SnakeChain *         chains;        // of those moves
  ChainSums *          chosenSums;    // of those chains
  std::int32_t *       placeInChosen; // of each element whose move is made; -1 for others

  std::int32_t numberOfContours;
  std::int32_t capacity;

  /** `keys` are elsewhere if `hasKeys` is false. */
  ITK_HOST_DEVICE void
  Take(MemoryDivider & divider, std::int32_t contourCount, std::int64_t nodeCount, bool hasKeys)
  {
    numberOfContours = contourCount;
    capacity = static_cast<std::int32_t>(nodeCount);
    divider.Take(nodes, 2 * nodeCount);
    divider.Take(edges, 2 * nodeCount);
    divider.Take(contourOf, 2 * nodeCount);
    divider.Take(contours, 2 * std::int64_t{ contourCount });
    divider.Take(tallies, numberOfTallies);
    divider.Take(changes, std::int64_t{ numberOfTallies } * contourCount);
    divider.Take(nodesAdded, std::int64_t{ numberOfTallies } * contourCount);
    divider.Take(costs, contourCount);
    divider.Take(chosen, nodeCount);
    divider.Take(chains, nodeCount);
    divider.Take(chosenSums, nodeCount);
    divider.Take(placeInChosen, 2 * nodeCount);
    if (hasKeys)
    {
      divider.Take(keys, 2 * nodeCount);
    }
  }

  // Until the next generation is written, its memory is for comparing the moves of the round.

  ITK_HOST_DEVICE SnakePair *
  GetPairs(int generation) const
  {
    return reinterpret_cast<SnakePair *>(edges + (1 - generation) * capacity);
  }

  ITK_HOST_DEVICE std::int32_t
                  GetPairCapacity() const
  {
    return capacity * static_cast<std::int32_t>(sizeof(RegionSums) / sizeof(SnakePair));
  }

  /** For each place among the chosen elements, not 0 if its move yields to another. */
  ITK_HOST_DEVICE std::int32_t *
                  GetYields(int generation) const
  {
    return contourOf + (1 - generation) * capacity;
  }

  ITK_HOST_DEVICE SnakeView
  GetView(int generation, std::int32_t numberOfNodes) const
  {
    return { nodes + generation * capacity,
             edges + generation * capacity,
             contourOf + generation * capacity,
             contours + generation * numberOfContours,
             numberOfNodes,
             numberOfContours };
  }
};

/** All of one convergence in device memory. */
struct SnakeMemory
{
  static constexpr std::int64_t NumberOfRecordedNodes = 1 << 23;

  // What the host writes in the beginning, if it knows the contours, and reads in the end.
  SnakeHeader *     header;
  SnakeContour *    hostContours;
  LabelledPolygon * polygons;
  PolygonNode *     hostNodes;

  SnakeWork            work;
  unsigned long long * keys;      // for each tally, of all elements
  ChainSums *          chainSums; // twice, of the moves that gain anything
  std::int64_t         chainSumsSize;
  SnakeRecord *        records; // null: nothing is recorded
  PolygonNode *        recordedNodes;
  std::int32_t         numberOfContours;
  std::int32_t         capacity;
  std::int32_t         sharedCapacity;     // nodes of which a block can have a copy
  std::int32_t         numberOfCandidates; // of an element, at most
  std::uint8_t         label;              // of a contour that is found

  ITK_HOST_DEVICE unsigned long long *
  GetKeys(int tally) const
  {
    return keys + 2 * std::int64_t{ capacity } * tally;
  }
};
} // namespace itk::device

#endif
