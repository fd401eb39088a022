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
#include "IsolineDenoising.cuh"
#include "IsolineStaircaseCore.h"
#include "Kernels/Border.cuh"

namespace itk::device::isoline
{
namespace
{
constexpr int Radius = IsolineStaircaseRadius;

/** How a block divides its tile: as in StripShape. */
template <int VChannels>
struct StaircaseShape
{
  static constexpr int Rows = 4;
  static constexpr int Columns = 30;
  static constexpr int WarpsAcross = VChannels == 1 ? 2 : 1;
  static constexpr int WarpsDown = 4;
  static constexpr int Threads = 32 * WarpsAcross * WarpsDown;
  static constexpr int TileWidth = Columns * WarpsAcross;
  static constexpr int TileHeight = Rows * WarpsDown;
  static constexpr int Pitch = TileWidth + 2 * IsolineStaircaseReach;
  static constexpr int Height = TileHeight + 2 * IsolineStaircaseReach;
};

/** Bound by instructions: some 6000 a pixel, at up to 2.96e13 a second. */
template <int VChannels>
__global__ void
__launch_bounds__(StaircaseShape<VChannels>::Threads)
  ReduceStaircase(const __grid_constant__ ModelTask<VChannels> task,
                  const __grid_constant__ Planes<const float, VChannels> denoised)
{
  using Shape = StaircaseShape<VChannels>;
  constexpr int    Rows = Shape::Rows;
  __shared__ float similar[VChannels][Shape::Height][Shape::Pitch];
  __shared__ float noisy[VChannels][Shape::Height][Shape::Pitch];

  const unsigned int    slice = blockIdx.z;
  const int             lane = static_cast<int>(threadIdx.x % 32);
  const int             warp = static_cast<int>(threadIdx.x / 32);
  const IsolinePosition origin = GetTileOrigin(task.result.area, Shape::TileWidth, Shape::TileHeight);
  for (int channel = 0; channel < VChannels; ++channel)
  {
    const float * const fromDenoised = denoised.GetChannel(slice, channel);
    const float * const fromNoisy = task.padded.GetChannel(slice, channel);
    for (int y = warp; y < Shape::Height; y += Shape::Threads / 32)
    {
      const int row = origin.y - IsolineStaircaseReach + y;
      for (int x = lane; x < Shape::Pitch; x += 32)
      {
        const int             column = origin.x - IsolineStaircaseReach + x;
        const IsolinePosition mirrored{
          denoised.area.x + kernels::MirrorIndex(column - denoised.area.x, denoised.area.width),
          denoised.area.y + kernels::MirrorIndex(row - denoised.area.y, denoised.area.height)
        };
        similar[channel][y][x] = fromDenoised[denoised.area.GetIndex(mirrored.x, mirrored.y)];
        noisy[channel][y][x] = fromNoisy[task.padded.area.GetIndex(mirrored.x, mirrored.y)];
      }
    }
  }
  __syncthreads();

  const int             column = warp % Shape::WarpsAcross * Shape::Columns + lane - 1;
  const int             row = warp / Shape::WarpsAcross * Rows;
  const IsolinePosition position{ origin.x + column, origin.y + row };
  const bool            isOutput = lane >= 1 && lane <= Shape::Columns;
  const int             tileX = column + IsolineStaircaseReach;
  const int             tileY = row + IsolineStaircaseReach;
  const float           noiseLevel = task.noiseLevel.Get();
  const float           factor = GetIsolineSimilarityFactor<VChannels>(noiseLevel * noiseLevel);

  float center[VChannels][Rows + 2];
  for (int channel = 0; channel < VChannels; ++channel)
  {
    for (int r = 0; r < Rows + 2; ++r)
    {
      center[channel][r] = similar[channel][tileY - 1 + r][tileX];
    }
  }
  IsolineRegression<VChannels> regressions[Rows];
  for (int dy = -Radius; dy <= Radius; ++dy)
  {
    for (int dx = -Radius; dx <= Radius; ++dx)
    {
      float three[Rows + 2];
#pragma unroll
      for (int r = 0; r < Rows + 2; ++r)
      {
        float squares = 0;
        for (int channel = 0; channel < VChannels; ++channel)
        {
          const float difference = similar[channel][tileY - 1 + r + dy][tileX + dx] - center[channel][r];
          squares += difference * difference;
        }
        const float left = __shfl_up_sync(0xffffffffu, squares, 1);
        const float right = __shfl_down_sync(0xffffffffu, squares, 1);
        three[r] = (left + squares) + right;
      }
      const float distance = GetIsolineDistanceExponent(dx, dy);
#pragma unroll
      for (int r = 0; r < Rows; ++r)
      {
        if (denoised.area.Contains({ position.x + dx, position.y + r + dy }))
        {
          const float sum = (three[r] + three[r + 1]) + three[r + 2];
          float       values[VChannels];
          for (int channel = 0; channel < VChannels; ++channel)
          {
            values[channel] = noisy[channel][tileY + r + dy][tileX + dx] - center[channel][r + 1];
          }
          regressions[r].Add(
            GetIsolineWeight(sum * factor + distance), static_cast<float>(dx), static_cast<float>(dy), values);
        }
      }
    }
  }
#pragma unroll
  for (int r = 0; r < Rows; ++r)
  {
    const IsolinePosition pixel{ position.x, position.y + r };
    if (isOutput && task.result.area.Contains(pixel))
    {
      float result[VChannels];
      regressions[r].Solve(result);
      for (int channel = 0; channel < VChannels; ++channel)
      {
        task.result.GetChannel(slice, channel)[task.result.area.GetIndex(pixel.x, pixel.y)] =
          result[channel] + center[channel][r + 1];
      }
    }
  }
}
} // namespace

template <int VChannels>
void
LaunchStaircase(const ModelTask<VChannels> &           task,
                const Planes<const float, VChannels> & denoised,
                const Stream &                         stream)
{
  using Shape = StaircaseShape<VChannels>;
  const dim3 grid = GetTileGrid(task.result.area, Shape::TileWidth, Shape::TileHeight, task.slices);
  ReduceStaircase<VChannels><<<grid, Shape::Threads, 0, stream.GetHandle()>>>(task, denoised);
  Check(cudaGetLastError(), "ReduceStaircase");
}

template void
LaunchStaircase<1>(const ModelTask<1> &, const Planes<const float, 1> &, const Stream &);
template void
LaunchStaircase<3>(const ModelTask<3> &, const Planes<const float, 3> &, const Stream &);
} // namespace itk::device::isoline
