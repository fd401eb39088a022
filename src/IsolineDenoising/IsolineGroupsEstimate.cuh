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
#ifndef IsolineGroupsEstimate_cuh
#define IsolineGroupsEstimate_cuh

#include "IsolineGroupsSelect.cuh"

namespace itk::device::groups
{
/** The coefficients of the block that begins at `from`, `to` that of frequency 0. */
__device__ inline void
TransformBlock(const float * from, float * to)
{
  constexpr int pitch = sizeof(GroupMemory::spectra[0]) / sizeof(float);
  float         block[IsolineGroupBlock][IsolineGroupBlock];
#pragma unroll
  for (int row = 0; row < IsolineGroupBlock; ++row)
  {
#pragma unroll
    for (int column = 0; column < IsolineGroupBlock; ++column)
    {
      block[row][column] = from[row * Tile::Pitch + column];
    }
    ForwardIsolineTubeTransform(block[row]);
  }
#pragma unroll
  for (int column = 0; column < IsolineGroupBlock; ++column)
  {
    float line[IsolineGroupBlock];
#pragma unroll
    for (int row = 0; row < IsolineGroupBlock; ++row)
    {
      line[row] = block[row][column];
    }
    ForwardIsolineTubeTransform(line);
#pragma unroll
    for (int row = 0; row < IsolineGroupBlock; ++row)
    {
      to[(row * IsolineGroupBlock + column) * pitch] = line[row];
    }
  }
}

/** Shrinks the noisy coefficients and transforms them back across the blocks. Returns the sum of the squared
 * factors. */
__device__ inline float
ShrinkSpectra(float (&spectra)[IsolineGroupPixels][2 * IsolineGroupSize + 4], float noise)
{
  float total = 0;
#pragma unroll 1
  for (int coefficient = threadIdx.x % WarpSize; coefficient < IsolineGroupPixels; coefficient += WarpSize)
  {
    float noisy[IsolineGroupSize];
    float truth[IsolineGroupSize];
#pragma unroll
    for (int m = 0; m < IsolineGroupSize; ++m)
    {
      noisy[m] = spectra[coefficient][m];
      truth[m] = spectra[coefficient][IsolineGroupSize + m];
    }
    ForwardIsolineTubeTransform(noisy);
    ForwardIsolineTubeTransform(truth);
    float sum = 0;
#pragma unroll
    for (int m = 0; m < IsolineGroupSize; ++m)
    {
      sum += ShrinkIsolineGroupCoefficient(noisy[m], truth[m], m == 0 && coefficient == 0, noise);
    }
    total += sum;
    InverseIsolineTubeTransform(noisy);
#pragma unroll
    for (int m = 0; m < IsolineGroupSize; ++m)
    {
      spectra[coefficient][m] = noisy[m];
    }
  }
#pragma unroll
  for (int half = WarpSize / 2; half > 0; half /= 2)
  {
    total += __shfl_xor_sync(allLanes, total, half);
  }
  return total;
}

/** Transforms the blocks back, two lanes each of them. Where `memory` held spectra it then has estimates, and sums that
 * are 0. */
__device__ inline void
TransformBlocksBack(GroupMemory & memory)
{
  constexpr int columns = IsolineGroupBlock / 2;
  const int     lane = threadIdx.x % WarpSize;
  const int     member = lane % IsolineGroupSize;
  const int     first = lane / IsolineGroupSize * columns;
  float         block[IsolineGroupBlock][columns];
#pragma unroll
  for (int row = 0; row < IsolineGroupBlock; ++row)
  {
#pragma unroll
    for (int i = 0; i < columns; ++i)
    {
      block[row][i] = memory.spectra[row * IsolineGroupBlock + first + i][member];
    }
  }
  __syncwarp();
#pragma unroll
  for (int i = 0; i < columns; ++i)
  {
    float line[IsolineGroupBlock];
#pragma unroll
    for (int row = 0; row < IsolineGroupBlock; ++row)
    {
      line[row] = block[row][i];
    }
    InverseIsolineTubeTransform(line);
#pragma unroll
    for (int row = 0; row < IsolineGroupBlock; ++row)
    {
      block[row][i] = line[row];
    }
  }
#pragma unroll
  for (int row = 0; row < IsolineGroupBlock; ++row)
  {
#pragma unroll
    for (int i = 0; i < columns; ++i)
    {
      memory.estimates[member][row * IsolineGroupBlock + first + i] = block[row][i];
    }
  }
  for (int i = lane; i < IsolineGroupWindow * GroupSums::Pitch; i += WarpSize)
  {
    memory.sums.pixels[i] = 0;
  }
  __syncwarp();
#pragma unroll
  for (int i = 0; i < IsolineGroupBlock / 2; ++i)
  {
    float * const row = memory.estimates[member] + (first + i) * IsolineGroupBlock;
    float         line[IsolineGroupBlock];
#pragma unroll
    for (int column = 0; column < IsolineGroupBlock; ++column)
    {
      line[column] = row[column];
    }
    InverseIsolineTubeTransform(line);
#pragma unroll
    for (int column = 0; column < IsolineGroupBlock; ++column)
    {
      row[column] = line[column];
    }
  }
  __syncwarp();
}

/** Sums the changes, one block after the other. `offset` is that of the calling lane's block in a tile, `middle` is
 * where the group's first block begins in the pilot's. */
__device__ inline void
AddChanges(GroupMemory & memory, int offset, const float * middle, float level)
{
  constexpr int rows = WarpSize / IsolineGroupBlock;
  const int     lane = threadIdx.x % WarpSize;
  const int     own = lane / IsolineGroupBlock * Tile::Pitch + lane % IsolineGroupBlock;
  const float   scale = 1.0f / IsolineGroupGain;
  static_assert(GroupSums::Pitch == Tile::Pitch, "Offsets are the same.");
  std::int64_t * const sums = memory.sums.pixels + IsolineGroupRadius * GroupSums::Pitch + IsolineGroupRadius;
#pragma unroll 2
  for (int member = 0; member < IsolineGroupSize; ++member)
  {
    const int first = __shfl_sync(allLanes, offset, member) + own;
#pragma unroll
    for (int part = 0; part < IsolineGroupBlock / rows; ++part)
    {
      const int   pixel = first + part * rows * Tile::Pitch;
      const float estimate = memory.estimates[member][lane + part * WarpSize] * scale;
      sums[pixel] += GroupSums::Member + GetIsolineGroupChange(estimate, middle[pixel], level);
    }
    __syncwarp();
  }
}

/** Adds the sums of a group, whose first block begins at (x, y), to those of the area. */
__device__ inline void
AddGroup(const GroupSums & ofGroup, std::uint32_t weight, const Stage & stage, int x, int y, const Sums & sums)
{
  const int column = threadIdx.x % WarpSize;
  const int toX = x - IsolineGroupRadius + column;
  const int firstY = y - IsolineGroupRadius;
  if (column >= IsolineGroupWindow)
  {
    return;
  }
  std::size_t index = sums.GetIndex(stage.area, toX, firstY); // of no pixel where the first row is beyond the area
#pragma unroll 4
  for (int row = 0; row < IsolineGroupWindow; ++row)
  {
    const std::int64_t sum = ofGroup.pixels[row * GroupSums::Pitch + column];
    const auto         members = GroupSums::GetNumberOfMembers(sum);
    if (members > 0 && stage.area.Contains({ toX, firstY + row }))
    {
      const std::int64_t changes = sum - members * GroupSums::Member;
      atomicAdd(sums.changes + index, static_cast<unsigned long long>(weight * changes));
      atomicAdd(sums.weights + index, weight * members);
    }
    index += stage.area.width;
  }
}

/** Sums up what the groups of some cells say about their pixels. `guide` is the pilot's channel that chooses blocks. */
__global__ void
__launch_bounds__(GroupThreads, 5) EstimateGroups(const Stage                stage,
                                                  const Channel<const float> guide,
                                                  const Channel<const float> noisy,
                                                  const Channel<const float> pilot,
                                                  const Sums                 sums)
{
  __shared__ Tile        tiles[2];
  __shared__ GroupMemory memories[CellsOfTile * CellsOfTile];
  const int              lane = threadIdx.x % WarpSize;
  const int              warp = threadIdx.x / WarpSize;
  const int              tilesOfRow = kernels::DivideUp(stage.cells[0], CellsOfTile);
  const int              tileY = blockIdx.x / tilesOfRow * CellsOfTile;
  const int              tileX = (blockIdx.x % tilesOfRow) * CellsOfTile;
  const int              x = stage.firstCorner[0] + tileX * IsolineGroupCell;
  const int              y = stage.firstCorner[1] + tileY * IsolineGroupCell;
  const bool             isGuide = guide.data == pilot.data; // or the pilot is another channel
  if (isGuide)
  {
    tiles[0].Load(stage, noisy, x, y);
  }
  else
  {
    tiles[0].Load(stage, guide, x, y);
  }
  tiles[1].Load(stage, pilot, x, y);
  isoline::WaitForCopies();

  const int cellX = warp % CellsOfTile;
  const int cellY = warp / CellsOfTile;
  const int middle =
    (cellY * IsolineGroupCell + IsolineGroupRadius) * Tile::Pitch + cellX * IsolineGroupCell + IsolineGroupRadius;
  const int     member = lane % IsolineGroupSize;
  GroupMemory & memory = memories[warp];
  GetDifferences(tiles[isGuide ? 1 : 0].pixels + middle, memory.differences);
  __syncwarp();
  const IsolineGroupDisplacement by = GetIsolineGroupMember(SelectDisplacement(memory.differences, member), member);
  if (!isGuide)
  {
    __syncthreads();
    tiles[0].Load(stage, noisy, x, y);
    isoline::WaitForCopies();
  }
  __syncwarp();
  if (tileX + cellX >= stage.cells[0] || tileY + cellY >= stage.cells[1])
  {
    return;
  }

  // Half of the lanes have a noisy block, the other half a pilot's.
  const int offset = by.y * Tile::Pitch + by.x;
  TransformBlock(tiles[lane / IsolineGroupSize].pixels + middle + offset, memory.spectra[0] + lane);
  __syncwarp();
  const float         level = stage.noiseLevel.Get();
  const std::uint32_t weight = GetIsolineGroupWeight(ShrinkSpectra(memory.spectra, level * level * IsolineGroupGain));
  __syncwarp();
  TransformBlocksBack(memory);
  AddChanges(memory, offset, tiles[1].pixels + middle, level);
  AddGroup(memory.sums, weight, stage, x + cellX * IsolineGroupCell, y + cellY * IsolineGroupCell, sums);
}

__global__ void
__launch_bounds__(isoline::PixelThreads)
  StoreGroups(const Stage stage, const Channel<const float> pilot, const Sums sums, const Channel<float> output)
{
  const IsolinePosition position = isoline::GetThreadPosition(stage.area);
  if (stage.area.Contains(position))
  {
    const std::size_t index = sums.GetIndex(stage.area, position.x, position.y);
    output.At(position.x, position.y) = GetIsolineGroupResult(pilot.At(position.x, position.y),
                                                              static_cast<std::int64_t>(sums.changes[index]),
                                                              sums.weights[index],
                                                              stage.noiseLevel.Get());
  }
}
} // namespace itk::device::groups

#endif
