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
#include "ConnectedComponents/ConnectedComponentsForest.cuh"
#include "ConnectedComponents/ConnectedComponentsWords.cuh"
#include "ConnectedComponents/LabelCounts.cuh"
#include "itkCudaConnectedComponentsLaunch.h"
#include "itkDeviceTransfer.h"

namespace itk::device
{
namespace
{
using namespace components;

/** A tile of words, of which each is a thread's. */
template <int VDimension>
struct Tile
{
  static constexpr int SideX = VDimension == 2 ? 8 : 4;
  static constexpr int SideY = VDimension == 2 ? 32 : 8;
  static constexpr int SideZ = VDimension == 2 ? 1 : 8;
  static_assert(SideX * SideY * SideZ == Threads);

  /** The place of a word's neighbour in the tile, or -1 outside of it. */
  static __device__ int
  FindPlace(int x, int y, int z, const WordOffset & offset)
  {
    x += offset.x;
    y += offset.y;
    z += offset.z;
    const bool isInside = x >= 0 && x < SideX && y >= 0 && y < SideY && z >= 0 && z < SideZ;
    return isInside ? x + SideX * (y + SideY * z) : -1;
  }
};

__global__ void
__launch_bounds__(Threads) CountRuns(const std::uint32_t * words, std::uint32_t number, std::uint32_t * counts)
{
  const std::uint32_t i = blockIdx.x * Threads + threadIdx.x;
  if (i <= number)
  {
    counts[i] = i < number ? CountBits(GetRunStarts(words[i])) : 0;
  }
}

template <bool VIsFullyConnected, int VDimension>
__global__ void
__launch_bounds__(Threads) ConnectTiles(WordGrid              grid,
                                        dim3                  tiles,
                                        const std::uint32_t * words,
                                        const std::uint32_t * firstRuns,
                                        std::uint32_t *       parents)
{
  using TileType = Tile<VDimension>;
  // A word has up to 16 runs: its nodes begin in a bank of their own.
  constexpr int nodesOfWord = 17;
  __shared__ std::uint32_t tileWords[Threads];
  __shared__ std::uint32_t tileFirstRuns[Threads];
  __shared__ std::uint32_t tileParents[Threads * nodesOfWord];

  const int           place = threadIdx.x;
  const int           localX = place % TileType::SideX;
  const int           localY = place / TileType::SideX % TileType::SideY;
  const int           localZ = place / (TileType::SideX * TileType::SideY);
  const std::uint32_t x = blockIdx.x % tiles.x * TileType::SideX + localX;
  const std::uint32_t y = blockIdx.x / tiles.x % tiles.y * TileType::SideY + localY;
  const std::uint32_t z = blockIdx.x / tiles.x / tiles.y * TileType::SideZ + localZ;
  const bool          isInside = x < grid.size[0] && y < grid.size[1] && z < grid.size[2];
  const std::uint32_t index = x + grid.size[0] * (y + grid.size[1] * z);
  const std::uint32_t word = isInside ? words[index] : 0;
  const std::uint32_t firstRun = isInside ? firstRuns[index] : 0;
  const std::uint32_t firstNode = place * nodesOfWord;
  const int           runs = CountBits(GetRunStarts(word));
  tileWords[place] = word;
  tileFirstRuns[place] = firstRun;
  for (int run = 0; run < runs; ++run)
  {
    tileParents[firstNode + run] = firstNode + run;
  }
  __syncthreads();

  // The first link of a run makes its parent, for which no root is searched for: most of a tile is one tree then.
  const auto forEachLink = [&](const auto & linkFirst, const auto & linkNext) {
    std::uint32_t areLinked = 0;
    LinkWord<VIsFullyConnected, VDimension>(
      [&](const WordOffset & offset) {
        const int neighbor = TileType::FindPlace(localX, localY, localZ, offset);
        return neighbor < 0 ? 0u : tileWords[neighbor];
      },
      [](const WordOffset &) { return true; },
      [&](int bit, const WordOffset & offset, int bitOfNeighbor) {
        const int           run = GetRunOfBit(word, bit);
        const int           neighbor = TileType::FindPlace(localX, localY, localZ, offset);
        const std::uint32_t node = neighbor * nodesOfWord + GetRunOfBit(tileWords[neighbor], bitOfNeighbor);
        if ((areLinked >> run & 1) == 0)
        {
          areLinked |= 1u << run;
          linkFirst(firstNode + run, node);
        }
        else
        {
          linkNext(firstNode + run, node);
        }
      });
  };
  SharedForest forest(tileParents);
  forEachLink([&](std::uint32_t node, std::uint32_t parent) { tileParents[node] = parent; },
              [](std::uint32_t, std::uint32_t) {});
  __syncthreads();
  for (int run = 0; run < runs; ++run)
  {
    atomicMin(tileParents + firstNode + run, forest.Find(firstNode + run));
  }
  __syncthreads();
  forEachLink([](std::uint32_t, std::uint32_t) {},
              [&](std::uint32_t node, std::uint32_t other) { Unite(forest, tileParents, node, other); });
  __syncthreads();

  for (int run = 0; run < runs; ++run)
  {
    const std::uint32_t node = Forest(tileParents).FindOnly(firstNode + run);
    parents[firstRun + run] = tileFirstRuns[node / nodesOfWord] + node % nodesOfWord;
  }
}

/** Links what is in different tiles. */
template <bool VIsFullyConnected, int VDimension>
__global__ void
__launch_bounds__(Threads)
  ConnectBorders(WordGrid grid, const std::uint32_t * words, const std::uint32_t * firstRuns, std::uint32_t * parents)
{
  using TileType = Tile<VDimension>;
  const std::uint32_t index = blockIdx.x * Threads + threadIdx.x;
  if (index >= grid.GetNumberOfWords())
  {
    return;
  }
  const WordPosition position(grid, index);
  const int          localX = position.x % TileType::SideX;
  const int          localY = position.y % TileType::SideY;
  const int          localZ = position.z % TileType::SideZ;
  const bool         isAtEnd = localX == TileType::SideX - 1 || (VDimension == 3 && localY == TileType::SideY - 1);
  if (localX != 0 && localY != 0 && (VDimension == 2 || localZ != 0) && !(VIsFullyConnected && isAtEnd))
  {
    return;
  }
  const auto getIndex = [&](const WordOffset & offset) {
    return index + offset.x + static_cast<int>(grid.size[0]) * (offset.y + static_cast<int>(grid.size[1]) * offset.z);
  };
  LinkWord<VIsFullyConnected, VDimension>(
    [&](const WordOffset & offset) {
      // What is less than 0 is beyond the size, too.
      const bool isInside = position.x + offset.x < grid.size[0] && position.y + offset.y < grid.size[1] &&
                            position.z + offset.z < grid.size[2];
      return isInside ? words[getIndex(offset)] : 0u;
    },
    [&](const WordOffset & offset) { return TileType::FindPlace(localX, localY, localZ, offset) < 0; },
    [&](int bit, const WordOffset & offset, int bitOfNeighbor) {
      const std::uint32_t neighbor = getIndex(offset);
      Unite(Forest(parents),
            parents,
            firstRuns[index] + GetRunOfBit(words[index], bit),
            firstRuns[neighbor] + GetRunOfBit(words[neighbor], bitOfNeighbor));
    });
}

/** Makes the root each node's parent, and counts 1 for roots. */
__global__ void
__launch_bounds__(Threads) Flatten(std::uint32_t * parents, std::uint32_t number, std::uint32_t * isRoot)
{
  const std::uint32_t i = blockIdx.x * Threads + threadIdx.x;
  if (i > number)
  {
    return;
  }
  std::uint32_t root = i;
  if (i < number)
  {
    // A shorter path, written by another thread, might take the place of the root.
    root = Forest(parents).FindOnly(i);
    parents[i] = root;
  }
  isRoot[i] = i < number && root == i ? 1 : 0;
}

/** Replaces nodes by their roots' numbers. */
__global__ void
__launch_bounds__(Threads) NumberRuns(std::uint32_t * parents, std::uint32_t number, const std::uint32_t * numbers)
{
  const std::uint32_t i = blockIdx.x * Threads + threadIdx.x;
  if (i < number)
  {
    parents[i] = numbers[parents[i]];
  }
}

template <bool VIsFullyConnected, int VDimension>
void
ConnectRuns(const WordGrid &      grid,
            const std::uint32_t * words,
            const std::uint32_t * firstRuns,
            std::uint32_t *       parents,
            const Stream &        stream)
{
  using TileType = Tile<VDimension>;
  const dim3 tiles(kernels::DivideUp(grid.size[0], TileType::SideX),
                   kernels::DivideUp(grid.size[1], TileType::SideY),
                   kernels::DivideUp(grid.size[2], TileType::SideZ));
  kernels::Launch("ConnectTiles",
                  ConnectTiles<VIsFullyConnected, VDimension>,
                  { std::ptrdiff_t{ tiles.x } * tiles.y * tiles.z, Threads },
                  stream,
                  grid,
                  tiles,
                  words,
                  firstRuns,
                  parents);
  LaunchForEach("ConnectBorders",
                ConnectBorders<VIsFullyConnected, VDimension>,
                grid.GetNumberOfWords(),
                stream,
                grid,
                words,
                firstRuns,
                parents);
}

__global__ void
__launch_bounds__(Threads) CountPixelsOfRuns(const std::uint32_t * words,
                                             const std::uint32_t * firstRuns,
                                             std::uint32_t         number,
                                             const std::uint32_t * components,
                                             unsigned long long *  totals)
{
  __shared__ LabelCounts counts;
  counts.Clear();
  LabelCounter counter(counts, totals);
  for (std::uint64_t i = blockIdx.x * Threads + threadIdx.x; i < number; i += gridDim.x * Threads)
  {
    std::uint32_t word = words[i];
    for (const std::uint32_t * component = components + firstRuns[i]; word != 0; ++component)
    {
      const std::uint32_t rest = word & (word + (1u << FindLowestBit(word)));
      counter.Add(*component, CountBits(word ^ rest));
      word = rest;
    }
  }
  counter.Finish();
  counts.Finish(totals);
}

__global__ void
__launch_bounds__(Threads) ClearThoseAtBorder(WordGrid              grid,
                                              unsigned int          dimension,
                                              const std::uint32_t * words,
                                              const std::uint32_t * firstRuns,
                                              const std::uint32_t * components,
                                              std::uint8_t *        isInner)
{
  const std::uint32_t index = blockIdx.x * Threads + threadIdx.x;
  if (index >= grid.GetNumberOfWords())
  {
    return;
  }
  const WordPosition position(grid, index);
  std::uint32_t      border = 0;
  if (position.y == 0 || position.y == grid.size[1] - 1 ||
      (dimension == 3 && (position.z == 0 || position.z == grid.size[2] - 1)))
  {
    border = 0xffffffff;
  }
  border |= position.x == 0 ? 1u : 0u;
  border |= position.x == grid.size[0] - 1 ? 1u << ((grid.width - 1) % 32) : 0u;
  if (border != 0)
  {
    const std::uint32_t word = words[index];
    for (border &= word; border != 0; border &= border - 1)
    {
      isInner[components[firstRuns[index] + GetRunOfBit(word, FindLowestBit(border))]] = 0;
    }
  }
}
} // namespace

bool
ConnectedComponents::Fits(const std::size_t (&size)[3])
{
  // A word has up to 16 runs, which have numbers of 32 bits.
  return kernels::DivideUp(size[0], 32) * size[1] * size[2] < std::size_t{ 1 } << 28;
}

ConnectedComponents::ConnectedComponents(const std::size_t (&size)[3], unsigned int dimension, const Stream & stream)
  : m_Stream(stream)
  , m_Dimension(dimension)
  , m_Size{ size[0], size[1], size[2] }
  , m_Words(WordGrid(size).GetNumberOfWords() * sizeof(std::uint32_t), stream)
{}

/** Bound by the latency of searches for roots; see doc/Performance.md. */
void
ConnectedComponents::Connect(bool isFullyConnected)
{
  const WordGrid      grid(m_Size);
  const std::uint32_t number = grid.GetNumberOfWords();
  const auto * const  words = m_Words.As<std::uint32_t>();
  m_FirstRuns = Buffer((number + std::size_t{ 1 }) * sizeof(std::uint32_t), m_Stream);
  auto * const firstRuns = m_FirstRuns.As<std::uint32_t>();
  LaunchForEach("CountRuns", CountRuns, number + std::size_t{ 1 }, m_Stream, words, number, firstRuns);
  ScanInPlace(firstRuns, number + std::size_t{ 1 }, m_Stream);
  std::uint32_t runs = 0;
  Download(&runs, firstRuns + number, sizeof(runs), m_Stream);
  m_NumberOfComponents = 0;
  if (runs == 0)
  {
    return;
  }

  m_Components = Buffer(runs * sizeof(std::uint32_t), m_Stream);
  auto * const parents = m_Components.As<std::uint32_t>();
  const auto   connect = grid.size[2] == 1 ? (isFullyConnected ? ConnectRuns<true, 2> : ConnectRuns<false, 2>)
                                           : (isFullyConnected ? ConnectRuns<true, 3> : ConnectRuns<false, 3>);
  connect(grid, words, firstRuns, parents, m_Stream);

  const Buffer rootNumbers((runs + std::size_t{ 1 }) * sizeof(std::uint32_t), m_Stream);
  auto * const numbers = rootNumbers.As<std::uint32_t>();
  LaunchForEach("Flatten", Flatten, runs + std::size_t{ 1 }, m_Stream, parents, runs, numbers);
  ScanInPlace(numbers, runs + std::size_t{ 1 }, m_Stream);
  LaunchForEach("NumberRuns", NumberRuns, runs, m_Stream, parents, runs, numbers);
  std::uint32_t components = 0;
  Download(&components, numbers + runs, sizeof(components), m_Stream);
  m_NumberOfComponents = components;
}

Buffer
ConnectedComponents::CountPixels() const
{
  Buffer totals(m_NumberOfComponents * sizeof(std::uint64_t), m_Stream);
  if (m_NumberOfComponents > 0)
  {
    Check(cudaMemsetAsync(totals.GetData(), 0, totals.GetSizeInBytes(), m_Stream.GetHandle()), "cudaMemsetAsync");
    const std::uint32_t number = WordGrid(m_Size).GetNumberOfWords();
    kernels::Launch("CountPixelsOfRuns",
                    CountPixelsOfRuns,
                    { LabelCounts::GetNumberOfBlocks(CountPixelsOfRuns, number, m_Stream), Threads },
                    m_Stream,
                    m_Words.As<std::uint32_t>(),
                    m_FirstRuns.As<std::uint32_t>(),
                    number,
                    m_Components.As<std::uint32_t>(),
                    totals.As<unsigned long long>());
  }
  return totals;
}

Buffer
ConnectedComponents::FindInnerOnes() const
{
  Buffer isInner(m_NumberOfComponents, m_Stream);
  if (m_NumberOfComponents > 0)
  {
    Check(cudaMemsetAsync(isInner.GetData(), 1, isInner.GetSizeInBytes(), m_Stream.GetHandle()), "cudaMemsetAsync");
    const WordGrid grid(m_Size);
    LaunchForEach("ClearThoseAtBorder",
                  ClearThoseAtBorder,
                  grid.GetNumberOfWords(),
                  m_Stream,
                  grid,
                  m_Dimension,
                  m_Words.As<std::uint32_t>(),
                  m_FirstRuns.As<std::uint32_t>(),
                  m_Components.As<std::uint32_t>(),
                  isInner.As<std::uint8_t>());
  }
  return isInner;
}
} // namespace itk::device
