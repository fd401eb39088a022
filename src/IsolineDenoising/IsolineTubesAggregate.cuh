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
};

struct AggregateMemory
{
  CellAround  cells[CellsAround][CellsAround];
  std::int8_t shifts[NumberOfIsolineTubes][IsolineTubeLength];
  float       sums[PixelsOfTile][PixelsOfTile + 1];
  float       weights[PixelsOfTile][PixelsOfTile + 1];
};

/** Adds what the tubes of one kind say about 4 pixels across, which make up a cell's width: those of cell `group` of
 * the tile in that direction, at pixel `along` of the tile in the other. In the order of the cells' rows. */
template <bool VIsSteep>
__device__ void
AddTubes(const AggregateMemory & memory,
         const Stage &           stage,
         const Band &            band,
         int                     tileX,
         int                     tileY,
         int                     along,
         int                     group,
         float (&sums)[IsolineTubeCell],
         float (&weights)[IsolineTubeCell])
{
  const int  lastAlong = (along - IsolineTubeBegin) / IsolineTubeCell;
  const int  lastK = (along - IsolineTubeBegin) % IsolineTubeCell;
  const auto add = [&](int back, int across) {
    const int          cellAlong = lastAlong - back;
    const int          cellAcross = group + across;
    const int          cellX = VIsSteep ? cellAcross : cellAlong;
    const int          cellY = VIsSteep ? cellAlong : cellAcross;
    const CellAround & cell = memory.cells[cellY - LeastCellAcross][cellX - LeastCellAcross];
    if (cell.tube < 0 || IsSteepIsolineTube(cell.tube) != VIsSteep)
    {
      return;
    }
    const int k = lastK + back * IsolineTubeCell;
    const int line = -across * IsolineTubeCell - IsolineTubeBeginAcross - memory.shifts[cell.tube][k];
    if (line <= -IsolineTubeCell || line >= IsolineTubeWidth)
    {
      return;
    }
    const float * const from = band.sums + band.GetIndex(stage, tileX + cellX, tileY + cellY) * Band::PixelsOfTube + k;
#pragma unroll
    for (int i = 0; i < IsolineTubeCell; ++i)
    {
      const int j = line + i;
      if (j >= 0 && j < IsolineTubeWidth)
      {
        sums[i] += from[j * IsolineTubeLength];
        weights[i] += GetIsolineTubeWeight(cell.weights, j);
      }
    }
  };
  if constexpr (VIsSteep)
  {
    for (int back = CellsAlong - 1; back >= 0; --back)
    {
      for (int across = LeastCellAcross; across <= MostCellAcross; ++across)
      {
        add(back, across);
      }
    }
  }
  else
  {
    for (int across = LeastCellAcross; across <= MostCellAcross; ++across)
    {
#pragma unroll
      for (int back = CellsAlong - 1; back >= 0; --back)
      {
        add(back, across);
      }
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

  const int along = threadIdx.x % PixelsOfTile;
  const int group = threadIdx.x / PixelsOfTile;
  float     sums[IsolineTubeCell] = {};
  float     weights[IsolineTubeCell] = {};
  AddTubes<false>(memory, stage, band, tileX, tileY, along, group, sums, weights);
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
  AddTubes<true>(memory, stage, band, tileX, tileY, along, group, sums, weights);
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
