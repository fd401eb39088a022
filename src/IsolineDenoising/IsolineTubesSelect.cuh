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
#ifndef IsolineTubesSelect_cuh
#define IsolineTubesSelect_cuh

#include "IsolineTubes.cuh"

namespace itk::device::tubes
{
inline constexpr int SlopesOfTube = NumberOfIsolineTubes / 2;
inline constexpr int LinesOfTile = PixelsOfTile - IsolineTubeCell + IsolineTubeWidth;
inline constexpr int SelectThreads = (CellsOfTile * LinesOfTile + 31) / 32 * 32;

/** Of each slope, the deviations of the lines that start along at each of the tile's rows of cells. */
struct LinesDeviations
{
  float of[SlopesOfTube][CellsOfTile][LinesOfTile + 1];
};

template <bool VIsSteep>
__device__ void
GetLinesDeviations(const Tile & tile, LinesDeviations & deviations)
{
  if (threadIdx.x >= CellsOfTile * LinesOfTile)
  {
    return;
  }
  constexpr int along = VIsSteep ? Tile::Pitch : 1;
  constexpr int across = VIsSteep ? 1 : Tile::Pitch;
  // Of a cell's lines a warp takes as many as it has threads, which meet no conflicts of banks; other warps take the rest.
  constexpr int       rest = LinesOfTile - 32;
  const int           i = static_cast<int>(threadIdx.x) - CellsOfTile * 32;
  const int           cell = i < 0 ? threadIdx.x / 32 : i / rest;
  const int           line = i < 0 ? threadIdx.x % 32 : 32 + i % rest;
  const float * const from =
    tile.pixels + Tile::GetOrigin<VIsSteep>(VIsSteep ? 0 : cell, VIsSteep ? cell : 0) + line * across;
  const float            reference = from[IsolineTubeLength / 2 * along];
  IsolineTubeLine<float> lines[SlopesOfTube];
#pragma unroll
  for (int k = 0; k < IsolineTubeLength; ++k)
  {
#pragma unroll
    for (int slope = 0; slope < SlopesOfTube; ++slope)
    {
      lines[slope].Add(from[k * along + GetIsolineTubeShift(2 * slope, k) * across] - reference);
    }
  }
#pragma unroll
  for (int slope = 0; slope < SlopesOfTube; ++slope)
  {
    deviations.of[slope][cell][line] = lines[slope].GetDeviation();
  }
}

/** The most likely tube of each cell of 8 x 8; of equally likely ones the first, those that are not steep before the
 * others. */
__global__ void
__launch_bounds__(SelectThreads) SelectTubes(const Stage stage, const Channel<const float> guide, const Band band)
{
  __shared__ Tile            tile;
  __shared__ LinesDeviations deviations;
  const int                  tileX = blockIdx.x * CellsOfTile;
  const int                  tileY = band.beginRow + blockIdx.y * CellsOfTile;
  tile.Load(stage, guide, tileX, tileY);
  isoline::WaitForCopies();
  const int cellX = threadIdx.x % CellsOfTile;
  const int cellY = threadIdx.x / CellsOfTile;
  float     least = INFINITY;
  int       best = 0;
  for (int steep = 0; steep < 2; ++steep)
  {
    if (steep == 0)
    {
      GetLinesDeviations<false>(tile, deviations);
    }
    else
    {
      GetLinesDeviations<true>(tile, deviations);
    }
    __syncthreads();
    if (threadIdx.x < CellsOfTile * CellsOfTile)
    {
      const int along = steep == 0 ? cellX : cellY;
      const int line = (steep == 0 ? cellY : cellX) * IsolineTubeCell;
      for (int slope = 0; slope < SlopesOfTube; ++slope)
      {
        float deviation = deviations.of[slope][along][line];
#pragma unroll
        for (int j = 1; j < IsolineTubeWidth; ++j)
        {
          deviation += deviations.of[slope][along][line + j];
        }
        if (deviation < least)
        {
          least = deviation;
          best = 2 * slope + steep;
        }
      }
    }
    __syncthreads();
  }
  const int x = tileX + cellX;
  const int y = tileY + cellY;
  if (threadIdx.x < CellsOfTile * CellsOfTile && x < stage.cells[0] && y < band.endRow)
  {
    band.tubes[band.GetIndex(stage, x, y)] = static_cast<std::uint8_t>(best);
  }
}
} // namespace itk::device::tubes

#endif
