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
#ifndef IsolineTubesEstimate_cuh
#define IsolineTubesEstimate_cuh

#include "IsolineTubes.cuh"

namespace itk::device::tubes
{
inline constexpr int EstimateThreads = 256;

/** Half a warp handles a tube. A thread has first the k-th pixels of all lines, then one frequency across of one block
 * (a row), then its pixels again. In between they exchange through this memory. */
struct Exchange
{
  static constexpr int Rows = NumberOfIsolineTubeBlocks * IsolineTubeBlock;
  static constexpr int Pitch = IsolineTubeLength + 4; // rows begin at multiples of 16 bytes
  static_assert(Rows == 16 && IsolineTubeLength == 16, "A thread has a row, and a pixel along.");

  float4 values[(Rows * Pitch + 16) / 4]; // 16 more: the other half of the warp uses the other banks

  __device__ float &
  At(int row, int k)
  {
    return reinterpret_cast<float *>(values)[row * Pitch + k];
  }

  __device__ float4 &
  QuadAt(int row, int quad)
  {
    return values[row * (Pitch / 4) + quad];
  }
};

/** The coefficients of one row of a tube's blocks. */
__device__ inline void
TransformTube(const float * from, int stride, int lane, unsigned int half, Exchange & exchange, float (&row)[16])
{
  float pixels[IsolineTubeWidth];
#pragma unroll
  for (int j = 0; j < IsolineTubeWidth; ++j)
  {
    pixels[j] = from[j * stride];
  }
  __syncwarp(half);
#pragma unroll
  for (int block = 0; block < NumberOfIsolineTubeBlocks; ++block)
  {
    float lines[IsolineTubeBlock];
#pragma unroll
    for (int j = 0; j < IsolineTubeBlock; ++j)
    {
      lines[j] = pixels[block * IsolineTubeBlockStep + j];
    }
    ForwardIsolineTubeTransform(lines);
#pragma unroll
    for (int u = 0; u < IsolineTubeBlock; ++u)
    {
      exchange.At(block * IsolineTubeBlock + u, lane) = lines[u];
    }
  }
  __syncwarp(half);
#pragma unroll
  for (int quad = 0; quad < IsolineTubeLength / 4; ++quad)
  {
    const float4 values = exchange.QuadAt(lane, quad);
    row[4 * quad] = values.x;
    row[4 * quad + 1] = values.y;
    row[4 * quad + 2] = values.z;
    row[4 * quad + 3] = values.w;
  }
  ForwardIsolineTubeTransform(row);
}

/** Estimates the tubes of rows of cells; blockIdx.y counts from the first of them. VHasPilot: the second stage. */
template <bool VHasPilot>
__global__ void
__launch_bounds__(EstimateThreads)
  EstimateTubes(const Stage stage, const Channel<const float> noisy, const Channel<const float> pilot, const Band band)
{
  __shared__ Tile     tiles[VHasPilot ? 2 : 1];
  __shared__ Exchange exchanges[EstimateThreads / 16];
  __shared__ InSharedMemory<IsolineTubeShiftTable> shifts;
  const int                                        tileX = blockIdx.x * CellsOfTile;
  const int                                        tileY = band.beginRow + blockIdx.y * CellsOfTile;
  tiles[0].Load(stage, noisy, tileX, tileY);
  if constexpr (VHasPilot)
  {
    tiles[1].Load(stage, pilot, tileX, tileY);
  }
  shifts.Load(ShiftsOfTubes);
  isoline::WaitForCopies();

  const float        noise = stage.GetNoise();
  const int          lane = threadIdx.x % 16;
  const unsigned int half = 0xffffu << (threadIdx.x & 16);
  Exchange &         exchange = exchanges[threadIdx.x / 16];
  for (int cell = threadIdx.x / 16; cell < CellsOfTile * CellsOfTile; cell += EstimateThreads / 16)
  {
    const int x = cell % CellsOfTile;
    const int y = cell / CellsOfTile;
    if (tileX + x >= stage.cells[0] || tileY + y >= band.endRow)
    {
      continue;
    }
    const std::ptrdiff_t index = band.GetIndex(stage, tileX + x, tileY + y);
    const int            tube = band.tubes[index];
    const bool           isSteep = IsSteepIsolineTube(tube);
    const int            stride = isSteep ? 1 : Tile::Pitch;
    const int            first =
      (isSteep ? Tile::GetOrigin<true>(x, y) + lane * Tile::Pitch : Tile::GetOrigin<false>(x, y) + lane) +
      shifts->of[tube][lane] * stride;
    float row[IsolineTubeLength];
    TransformTube(tiles[0].pixels + first, stride, lane, half, exchange, row);
    const bool isFirstRow = lane % IsolineTubeBlock == 0;
    float      sum = 0;
    if constexpr (VHasPilot)
    {
      float spectrum[IsolineTubeLength];
      TransformTube(tiles[1].pixels + first, stride, lane, half, exchange, spectrum);
#pragma unroll
      for (int k = 0; k < IsolineTubeLength; ++k)
      {
        sum += ShrinkIsolineTubeCoefficient(row[k], spectrum[k], k == 0 && isFirstRow, noise);
      }
    }
    else
    {
#pragma unroll
      for (int k = 0; k < IsolineTubeLength; ++k)
      {
        sum += KeepIsolineTubeCoefficient(row[k], k == 0 && isFirstRow, noise);
      }
    }
#pragma unroll
    for (int step = 1; step < IsolineTubeBlock; step *= 2)
    {
      sum += __shfl_xor_sync(half, sum, step);
    }
    const float weight = 1.0f / sum;
    const float factor = weight * (1.0f / IsolineTubeGain);
    InverseIsolineTubeTransform(row);
    __syncwarp(half);
#pragma unroll
    for (int quad = 0; quad < IsolineTubeLength / 4; ++quad)
    {
      exchange.QuadAt(lane, quad) = make_float4(
        row[4 * quad] * factor, row[4 * quad + 1] * factor, row[4 * quad + 2] * factor, row[4 * quad + 3] * factor);
    }
    __syncwarp(half);
    float pixels[IsolineTubeWidth] = {};
#pragma unroll
    for (int block = 0; block < NumberOfIsolineTubeBlocks; ++block)
    {
      float lines[IsolineTubeBlock];
#pragma unroll
      for (int u = 0; u < IsolineTubeBlock; ++u)
      {
        lines[u] = exchange.At(block * IsolineTubeBlock + u, lane);
      }
      InverseIsolineTubeTransform(lines);
#pragma unroll
      for (int j = 0; j < IsolineTubeBlock; ++j)
      {
        pixels[block * IsolineTubeBlockStep + j] += lines[j];
      }
    }
    float * const to = band.sums + index * Band::PixelsOfTube + lane;
#pragma unroll
    for (int j = 0; j < IsolineTubeWidth; ++j)
    {
      to[j * IsolineTubeLength] = pixels[j];
    }
    if (isFirstRow)
    {
      band.weights[index * NumberOfIsolineTubeBlocks + lane / IsolineTubeBlock] = weight;
    }
  }
}
} // namespace itk::device::tubes

#endif
