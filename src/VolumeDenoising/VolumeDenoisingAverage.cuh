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
#ifndef VolumeDenoisingAverage_cuh
#define VolumeDenoisingAverage_cuh

#include "Kernels/Task.cuh"
#include "VolumeDenoisingCore.h"
#include "itkRoundToPixel.h"
#include <cfloat>

namespace itk::device::volume
{
constexpr int OutputsOfThread = 4; // along x
constexpr int AverageX = 16;       // outputs of a block
constexpr int AverageY = 8;
constexpr int AverageZ = 6;
constexpr int AverageThreads = AverageX / OutputsOfThread * AverageY * AverageZ;
constexpr int HaloX = AverageX + 2 * Radius;
constexpr int HaloY = AverageY + 2 * Radius;
constexpr int HaloZ = AverageZ + 2 * Radius;

/** Shared memory of AverageKernel: the block's outputs and the windows around them. */
struct AverageMemory
{
  float guide[HaloZ][HaloY][HaloX];
  float means[HaloZ][HaloY][HaloX];
  float noisy[HaloZ][HaloY][HaloX]; // or its square, under Rician noise
};
static_assert(sizeof(AverageMemory) <= 1 << 16);

/** max(1 - exponent / 8, 0), and 0 for NaN. Dividing by 8 is exact, or too small to be felt. */
__device__ inline float
GetClampedBase(float exponent)
{
  float base;
  asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(base) : "f"(exponent), "f"(-0.125f), "f"(1.0f));
  return base;
}

/** OutputsOfThread + 2 * Radius values; `row` is aligned to 16 bytes. */
__device__ inline void
ReadRow(const float * row, float (&values)[OutputsOfThread + 2 * Radius])
{
#pragma unroll
  for (int i = 0; i < OutputsOfThread + 2 * Radius; i += 4)
  {
    const float4 four = *reinterpret_cast<const float4 *>(row + i);
    values[i] = four.x;
    values[i + 1] = four.y;
    values[i + 2] = four.z;
    values[i + 3] = four.w;
  }
}

/** The sums of AverageSimilar() for adjacent voxels, the first window of which begins at (x, y, z) in memory. Adds 0
 * where that function adds nothing, so that all in `noisy` must be finite. */
__device__ inline void
SumSimilar(const AverageMemory & memory,
           int                   x,
           int                   y,
           int                   z,
           const float (&scales)[OutputsOfThread],
           float (&sums)[OutputsOfThread],
           float (&weights)[OutputsOfThread])
{
  float values[OutputsOfThread];
  float means[OutputsOfThread];
#pragma unroll
  for (int output = 0; output < OutputsOfThread; ++output)
  {
    values[output] = memory.guide[z + Radius][y + Radius][x + Radius + output];
    means[output] = memory.means[z + Radius][y + Radius][x + Radius + output];
    sums[output] = 0;
    weights[output] = 0;
  }
#pragma unroll 1
  for (int k = 0; k <= 2 * Radius; ++k)
  {
#pragma unroll 1
    for (int j = 0; j <= 2 * Radius; ++j)
    {
      float guideRow[OutputsOfThread + 2 * Radius];
      float meansRow[OutputsOfThread + 2 * Radius];
      float noisyRow[OutputsOfThread + 2 * Radius];
      ReadRow(&memory.guide[z + k][y + j][x], guideRow);
      ReadRow(&memory.means[z + k][y + j][x], meansRow);
      ReadRow(&memory.noisy[z + k][y + j][x], noisyRow);
#pragma unroll
      for (int i = 0; i <= 2 * Radius; ++i)
      {
#pragma unroll
        for (int output = 0; output < OutputsOfThread; ++output)
        {
          const float difference = guideRow[output + i] - values[output];
          const float meanDifference = meansRow[output + i] - means[output];
          // Doubling is exact: fused or not, the same bits.
          const float distance = __fmaf_rn(2.0f, meanDifference * meanDifference, difference * difference);
          const float base = GetClampedBase(distance * scales[output]);
          const float square = base * base;
          const float fourth = square * square;
          const float weight = fourth * fourth;
          sums[output] = sums[output] + weight * noisyRow[output + i];
          weights[output] = weights[output] + weight;
        }
      }
    }
  }
}

/** Non-local means: each block brings its outputs' windows to shared memory once. Bound by instructions, 13 of
 * arithmetic for each voxel of a window. */
template <typename TPixel, bool VRician>
__global__ void
__launch_bounds__(AverageThreads, 3) AverageKernel(kernels::Task<TPixel, TPixel> task,
                                                   const float *                 noisy,
                                                   const float *                 guide,
                                                   const float *                 means,
                                                   const float *                 noiseLeft,
                                                   Size                          size,
                                                   float                         noiseLevel)
{
  extern __shared__ float4 rawAverageMemory[];
  auto &                   memory = *reinterpret_cast<AverageMemory *>(rawAverageMemory);
  const int                thread = static_cast<int>(threadIdx.x);
  const unsigned int       blocksX = (static_cast<int>(task.outputSize[0]) + AverageX - 1) / AverageX;
  const unsigned int       blocksY = (static_cast<int>(task.outputSize[1]) + AverageY - 1) / AverageY;
  const int                first[3] = { static_cast<int>(blockIdx.x % blocksX) * AverageX,
                                        static_cast<int>(blockIdx.x / blocksX % blocksY) * AverageY,
                                        static_cast<int>(blockIdx.x / blocksX / blocksY) * AverageZ };
  const int                offset[3] = { static_cast<int>(task.offset[0]),
                                         static_cast<int>(task.offset[1]),
                                         static_cast<int>(task.offset[2]) };

  static_assert(AverageThreads % HaloX == 0);
  const int column = thread % HaloX;
  const int xOfColumn = Mirror(first[0] + offset[0] + column - Radius, size.axes[0]);
  bool      isFinite = true;
  for (int row = thread / HaloX; row < HaloY * HaloZ; row += AverageThreads / HaloX)
  {
    const int         y = row % HaloY;
    const int         z = row / HaloY;
    const std::size_t index = size.GetIndex(xOfColumn,
                                            Mirror(first[1] + offset[1] + y - Radius, size.axes[1]),
                                            Mirror(first[2] + offset[2] + z - Radius, size.axes[2]));
    const float       voxel = noisy[index];
    const float       summand = VRician ? voxel * voxel : voxel;
    isFinite = isFinite && std::fabs(summand) <= FLT_MAX;
    memory.guide[z][y][column] = guide[index];
    memory.means[z][y][column] = means[index];
    memory.noisy[z][y][column] = summand;
  }
  const bool isAllFinite = __syncthreads_and(isFinite) != 0;

  constexpr int threadsX = AverageX / OutputsOfThread;
  const int     row = thread / threadsX;
  const int     tileX = thread % threadsX * OutputsOfThread;
  // Rows 2 apart, of 4 threads each, have their 16 bytes a thread in different banks; adjacent ones have not.
  const int   tileY = row % AverageY / 4 * 4 + row % 2 * 2 + row / 2 % 2;
  const int   tileZ = row / AverageY;
  const int   y = first[1] + tileY;
  const int   z = first[2] + tileZ;
  const float variance = noiseLevel * noiseLevel;
  const auto  isOutput = [&](int output) {
    return first[0] + tileX + output < task.outputSize[0] && y < task.outputSize[1] && z < task.outputSize[2];
  };
  float sums[OutputsOfThread]{};
  float weights[OutputsOfThread]{};
  if (isAllFinite)
  {
    float scales[OutputsOfThread];
#pragma unroll
    for (int output = 0; output < OutputsOfThread; ++output)
    {
      const int x = first[0] + tileX + output;
      scales[output] = isOutput(output)
                         ? GetScale(noiseLeft[size.GetIndex(x + offset[0], y + offset[1], z + offset[2])], variance)
                         : 0;
    }
    SumSimilar(memory, tileX, tileY, tileZ, scales, sums, weights);
  }
#pragma unroll
  for (int output = 0; output < OutputsOfThread; ++output)
  {
    if (!isOutput(output))
    {
      continue;
    }
    const int   x = first[0] + tileX + output;
    const float result =
      isAllFinite ? GetAverage<VRician>(sums[output], weights[output], variance)
                  : AverageSimilar<VRician>(
                      noisy, guide, means, noiseLeft, size, noiseLevel, x + offset[0], y + offset[1], z + offset[2]);
    task.output[x * task.outputStride[0] + y * task.outputStride[1] + z * task.outputStride[2]] =
      RoundToPixel<TPixel>(result);
  }
}
} // namespace itk::device::volume

#endif
