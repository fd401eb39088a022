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
#ifndef IsolineTubesAggregate_cuh
#define IsolineTubesAggregate_cuh

#include "IsolineTubes.cuh"

namespace itk::device::tubes
{
inline constexpr int AggregateThreads = PixelsOfTile * CellsOfTile;

/** The cells whose tubes may hold a pixel of a cell, relative to that cell: across. Along they are fewer. */
inline constexpr int LeastCellAcross = -(MostIsolineTubeReach / IsolineTubeCell);
inline constexpr int MostCellAcross = (IsolineTubeCell - 1 - LeastIsolineTubeReach) / IsolineTubeCell;
inline constexpr int CellsAlong = IsolineTubeLength / IsolineTubeCell;
inline constexpr int CellsAround = CellsOfTile + MostCellAcross - LeastCellAcross;

struct CellAround
{
  int   tube; // -1: there is none
  float weights[NumberOfIsolineTubeBlocks];

  /** Whether its tube is of the kind asked for and holds pixels of a cell `across` cells before it, at pixel k along.
   * `line` becomes the tube's line that holds the first of them, which may be one before the first. */
  __device__ bool
  Meets(const std::int8_t (&shifts)[NumberOfIsolineTubes][IsolineTubeLength],
        bool  isSteep,
        int   across,
        int   k,
        int & line) const
  {
    if (tube < 0 || IsSteepIsolineTube(tube) != isSteep)
    {
      return false;
    }
    line = -across * IsolineTubeCell - IsolineTubeBeginAcross - shifts[tube][k];
    return line > -IsolineTubeCell && line < IsolineTubeWidth;
  }
};

struct AggregateMemory
{
  CellAround  cells[CellsAround][CellsAround];
  std::int8_t shifts[NumberOfIsolineTubes][IsolineTubeLength];
  float       sums[PixelsOfTile][PixelsOfTile + 1];
  float       weights[PixelsOfTile][PixelsOfTile + 1];
};

/** Adds what the tubes of one kind say about 4 pixels across, which make up a cell's width: those of cell `group` of
 * the tile in that direction, at pixel `along` of the tile in the other. In the order of the cells' rows. Which tubes
 * meet the pixels is found first, as those of a warp's threads differ. `tubes`: the sums of the tile's first cell. */
template <bool VIsSteep>
__device__ void
AddTubes(const AggregateMemory & memory,
         const Stage &           stage,
         const float *           tubes,
         int                     along,
         int                     group,
         float (&sums)[IsolineTubeCell],
         float (&weights)[IsolineTubeCell])
{
  constexpr int cellsAcross = MostCellAcross - LeastCellAcross + 1;
  // Of a cell's bit: steep tubes lie in rows across, the others in rows along.
  constexpr int bitOfAlong = VIsSteep ? 8 : 1;
  constexpr int bitOfAcross = VIsSteep ? 1 : CellsAlong;
  static_assert(cellsAcross <= 8 && CellsAlong == 4, "Cells are bits of a word.");
  const int  firstAlong = (along - IsolineTubeBegin) / IsolineTubeCell - (CellsAlong - 1);
  const int  lastK = (along - IsolineTubeBegin) % IsolineTubeCell;
  const auto getK = [&](int cell) { return lastK + (CellsAlong - 1 - cell) * IsolineTubeCell; };
  const auto getX = [&](int cell, int across) { return VIsSteep ? group + across : firstAlong + cell; };
  const auto getY = [&](int cell, int across) { return VIsSteep ? firstAlong + cell : group + across; };
  const auto getCell = [&](int cell, int across) -> const CellAround & {
    return memory.cells[getY(cell, across) - LeastCellAcross][getX(cell, across) - LeastCellAcross];
  };

  unsigned int met = 0;
  int          line = 0;
#pragma unroll
  for (int across = LeastCellAcross; across <= MostCellAcross; ++across)
  {
#pragma unroll
    for (int cell = 0; cell < CellsAlong; ++cell)
    {
      const int bit = cell * bitOfAlong + (across - LeastCellAcross) * bitOfAcross;
      met |= getCell(cell, across).Meets(memory.shifts, VIsSteep, across, getK(cell), line) ? 1u << bit : 0u;
    }
  }
  for (; met != 0; met &= met - 1)
  {
    const int          bit = __ffs(static_cast<int>(met)) - 1;
    const int          cell = VIsSteep ? bit / bitOfAlong : bit % bitOfAcross;
    const int          across = LeastCellAcross + (VIsSteep ? bit % bitOfAlong : bit / bitOfAcross);
    const int          k = getK(cell);
    const CellAround & around = getCell(cell, across);
    around.Meets(memory.shifts, VIsSteep, across, k, line);
    const int           offset = getY(cell, across) * stage.cells[0] + getX(cell, across);
    const float * const from = tubes + std::ptrdiff_t{ offset } * Band::PixelsOfTube + k;
#pragma unroll
    for (int i = 0; i < IsolineTubeCell; ++i)
    {
      // Adding 0 changes no sum, as none is -0.
      const int j = line + i;
      sums[i] += j >= 0 && j < IsolineTubeWidth ? from[j * IsolineTubeLength] : 0.0f;
      weights[i] += GetIsolineTubeWeight(around.weights, j);
    }
  }
}

/** Averages the tubes' estimates of each pixel; where there is none, takes that of `fallback`. `firstCellX` and
 * `firstCellY` are those of the first tile. */
__global__ void
__launch_bounds__(AggregateThreads) AggregateTubes(const Stage                stage,
                                                   const Band                 band,
                                                   const int                  firstCellX,
                                                   const int                  firstCellY,
                                                   const Channel<const float> fallback,
                                                   const Channel<float>       output)
{
  __shared__ AggregateMemory memory;
  const int                  tileX = firstCellX + blockIdx.x * CellsOfTile;
  const int                  tileY = firstCellY + blockIdx.y * CellsOfTile;
  for (int i = threadIdx.x; i < CellsAround * CellsAround; i += AggregateThreads)
  {
    CellAround cell{ -1, {} };
    const int  x = tileX + LeastCellAcross + i % CellsAround;
    const int  y = tileY + LeastCellAcross + i / CellsAround;
    if (x >= 0 && x < stage.cells[0] && y >= band.beginRow && y < band.endRow)
    {
      const std::ptrdiff_t index = band.GetIndex(stage, x, y);
      cell.tube = band.tubes[index];
      for (int block = 0; block < NumberOfIsolineTubeBlocks; ++block)
      {
        cell.weights[block] = band.weights[index * NumberOfIsolineTubeBlocks + block];
      }
    }
    memory.cells[i / CellsAround][i % CellsAround] = cell;
  }
  for (int i = threadIdx.x; i < NumberOfIsolineTubes * IsolineTubeLength; i += AggregateThreads)
  {
    memory.shifts[i / IsolineTubeLength][i % IsolineTubeLength] =
      static_cast<std::int8_t>(GetIsolineTubeShift(i / IsolineTubeLength, i % IsolineTubeLength));
  }
  __syncthreads();

  const int           along = threadIdx.x % PixelsOfTile;
  const int           group = threadIdx.x / PixelsOfTile;
  float               sums[IsolineTubeCell] = {};
  float               weights[IsolineTubeCell] = {};
  const float * const tubes = band.sums + band.GetIndex(stage, tileX, tileY) * Band::PixelsOfTube;
  AddTubes<false>(memory, stage, tubes, along, group, sums, weights);
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    memory.sums[group * IsolineTubeCell + i][along] = sums[i];
    memory.weights[group * IsolineTubeCell + i][along] = weights[i];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    sums[i] = memory.sums[along][group * IsolineTubeCell + i];
    weights[i] = memory.weights[along][group * IsolineTubeCell + i];
  }
  AddTubes<true>(memory, stage, tubes, along, group, sums, weights);
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    memory.sums[along][group * IsolineTubeCell + i] = sums[i];
    memory.weights[along][group * IsolineTubeCell + i] = weights[i];
  }
  __syncthreads();
  const int x = stage.GetCorner(0, tileX) + along;
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    const int row = group * IsolineTubeCell + i;
    const int y = stage.GetCorner(1, tileY) + row;
    if (stage.area.Contains({ x, y }))
    {
      const float weight = memory.weights[row][along];
      output.At(x, y) = weight > 0 ? memory.sums[row][along] / weight : fallback.At(x, y);
    }
  }
}
} // namespace itk::device::tubes

#endif
