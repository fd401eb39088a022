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
#ifndef VolumeDenoisingShrink_cuh
#define VolumeDenoisingShrink_cuh

#include "VolumeDenoisingCore.h"
#include <cstdint>
#include <type_traits>

namespace itk::device::volume
{
constexpr int CubesX = 24; // of a thread block, one a thread
constexpr int CubesY = 16;
constexpr int ShrinkThreads = CubesX * CubesY;
constexpr int OutputsX = CubesX - Side + 1;
constexpr int OutputsY = CubesY - Side + 1;
constexpr int Columns = CubesX + Side - 1; // of voxels that the cubes hold
constexpr int Rows = CubesY + Side - 1;

/** Fills a cube with read(i, j, k), i along x. */
template <typename TRead>
__device__ inline void
ReadCube(float (&cube)[CubeVoxels], const TRead & read)
{
#pragma unroll
  for (int k = 0; k < Side; ++k)
  {
#pragma unroll
    for (int i = 0; i < Side * Side; ++i)
    {
      cube[k * Side * Side + i] = read(i % Side, i / Side, k);
    }
  }
}

/** The last Side planes of voxels, in place of each voxel the transform along x of the line that begins there: Side * Side
 * cubes share it. */
struct RingOfLines
{
  float planes[Side][Side][Rows][CubesX];

  static constexpr int Rounds = (Rows + CubesY - 1) / CubesY;

  /** What a thread brings of the next plane. */
  struct Part
  {
    float lines[Rounds][Side];
  };

  __device__ static Part
  Fetch(const float * plane, int width, const int * columns, const int * rows, int thread)
  {
    Part part{};
#pragma unroll
    for (int round = 0; round < Rounds; ++round)
    {
      const int row = thread / CubesX + round * CubesY;
      if (row < Rows)
      {
#pragma unroll
        for (int i = 0; i < Side; ++i)
        {
          part.lines[round][i] = plane[static_cast<std::size_t>(rows[row]) * width + columns[thread % CubesX + i]];
        }
      }
    }
    return part;
  }

  __device__ void
  Store(Part & part, int z, int thread)
  {
#pragma unroll
    for (int round = 0; round < Rounds; ++round)
    {
      const int row = thread / CubesX + round * CubesY;
      if (row < Rows)
      {
        float(&line)[Side] = part.lines[round];
        TransformLine<false>(line[0], line[1], line[2], line[3]);
#pragma unroll
        for (int i = 0; i < Side; ++i)
        {
          planes[z & (Side - 1)][i][row][thread % CubesX] = line[i];
        }
      }
    }
  }

  /** The cosine transform of the thread's cube. */
  __device__ void
  Transform(int z, int thread, float (&cube)[CubeVoxels]) const
  {
    ReadCube(
      cube, [&](int i, int j, int k) { return planes[(z + k) & (Side - 1)][i][thread / CubesX + j][thread % CubesX]; });
    TransformLines<false, Side>(cube);
    TransformLines<false, Side * Side>(cube);
  }
};

/** The last Side planes as they are: a quarter of the memory, for which each cube transforms its lines itself. */
struct RingOfVoxels
{
  float planes[Side][Rows][Columns];

  static constexpr int Rounds = (Rows * Columns + ShrinkThreads - 1) / ShrinkThreads;

  struct Part
  {
    float voxels[Rounds];
  };

  __device__ static Part
  Fetch(const float * plane, int width, const int * columns, const int * rows, int thread)
  {
    Part part{};
#pragma unroll
    for (int round = 0; round < Rounds; ++round)
    {
      const int i = thread + round * ShrinkThreads;
      if (i < Rows * Columns)
      {
        part.voxels[round] = plane[static_cast<std::size_t>(rows[i / Columns]) * width + columns[i % Columns]];
      }
    }
    return part;
  }

  __device__ void
  Store(const Part & part, int z, int thread)
  {
#pragma unroll
    for (int round = 0; round < Rounds; ++round)
    {
      const int i = thread + round * ShrinkThreads;
      if (i < Rows * Columns)
      {
        planes[z & (Side - 1)][i / Columns][i % Columns] = part.voxels[round];
      }
    }
  }

  __device__ void
  Transform(int z, int thread, float (&cube)[CubeVoxels]) const
  {
    ReadCube(cube, [&](int i, int j, int k) {
      return planes[(z + k) & (Side - 1)][thread / CubesX + j][thread % CubesX + i];
    });
    TransformCube<false>(cube);
  }
};

struct NoRing
{
  struct Part
  {};
};

/** Shared memory of ShrinkKernel; a block of any device may have 64 KiB. */
template <bool VWiener>
struct ShrinkMemory
{
  RingOfLines                                       noisy;
  std::conditional_t<VWiener, RingOfVoxels, NoRing> pilot;
  float                                             products[Side * Side][ShrinkThreads];
  float                                             weights[ShrinkThreads];
  int                                               columns[Columns];
  int                                               rows[Rows];
};
static_assert(sizeof(ShrinkMemory<true>) <= 1 << 16);

/** power / divisor, correctly rounded, for what IsQuickToDivide() says: the compiler's own division tests every operand,
 * and each test keeps the divisions apart that could overlap. */
__device__ inline float
DivideQuickly(float power, float divisor)
{
  float reciprocal;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(divisor));
  reciprocal = __fmaf_rn(reciprocal, __fmaf_rn(-divisor, reciprocal, 1.0f), reciprocal);
  float quotient = power * reciprocal;
  quotient = __fmaf_rn(reciprocal, __fmaf_rn(-divisor, quotient, power), quotient);
  return __fmaf_rn(reciprocal, __fmaf_rn(-divisor, quotient, power), quotient);
}

/** Whether each power / (power + variance) is 0 or has a normal quotient and a remainder that is a float: powers are 0 or
 * of 2^-100 to 2^100, and no less than 2^-100 of the variance. */
__device__ inline bool
IsQuickToDivide(const float (&powers)[CubeVoxels], float variance)
{
  std::uint32_t least = 0xffffffff;
  std::uint32_t largest = 0;
#pragma unroll
  for (int i = 1; i < CubeVoxels; ++i)
  {
    const std::uint32_t bits = __float_as_uint(powers[i]);
    least = min(least, bits - 1); // 0 becomes the largest of all
    largest = max(largest, bits);
  }
  const float bound = fmaxf(0x1p-100f, 0x1p-100f * variance);
  return variance <= 0x1p100f && least >= __float_as_uint(bound) - 1 && largest <= __float_as_uint(0x1p100f);
}

/** Removes noise from the thread's cube; returns its weight. */
template <bool VWiener>
__device__ inline float
DenoiseCube(const ShrinkMemory<VWiener> & memory, float noiseLevel, int z, int thread, float (&cube)[CubeVoxels])
{
  float weight = 0;
  if constexpr (VWiener)
  {
    float powers[CubeVoxels];
    memory.pilot.Transform(z, thread, powers);
#pragma unroll
    for (int i = 0; i < CubeVoxels; ++i)
    {
      powers[i] = powers[i] * powers[i];
    }
    memory.noisy.Transform(z, thread, cube);
    const float variance = noiseLevel * noiseLevel;
    weight = IsQuickToDivide(powers, variance)
               ? ShrinkCoefficients(cube, powers, variance, [](float a, float b) { return DivideQuickly(a, b); })
               : ShrinkCoefficients(cube, powers, variance, [](float a, float b) { return a / b; });
  }
  else
  {
    memory.noisy.Transform(z, thread, cube);
    weight = ThresholdCoefficients(cube, GetThreshold(noiseLevel));
  }
  TransformCube<true>(cube);
  return weight;
}

/** Each block of threads walks along z over cubes at 24 x 16 positions; a voxel's thread gathers from shared memory what
 * the cubes that hold it say, in the host's order of sums. Bound by instructions. */
template <bool VWiener>
__global__ void
__launch_bounds__(ShrinkThreads, VWiener ? 1 : 2)
  ShrinkKernel(const float * noisy, const float * pilot, Size size, float noiseLevel, float * output, float * noiseLeft)
{
  extern __shared__ float rawMemory[];
  auto &                  memory = *reinterpret_cast<ShrinkMemory<VWiener> *>(rawMemory);
  const int               thread = static_cast<int>(threadIdx.x);
  const int               tileX = thread % CubesX;
  const int               tileY = thread / CubesX;
  const unsigned int      blocksX = (size.axes[0] + OutputsX - 1) / OutputsX;
  const unsigned int      blocksY = (size.axes[1] + OutputsY - 1) / OutputsY;
  const int               firstX = static_cast<int>(blockIdx.x % blocksX) * OutputsX - (Side - 1);
  const int               firstY = static_cast<int>(blockIdx.x / blocksX % blocksY) * OutputsY - (Side - 1);
  const int               begin = static_cast<int>(blockIdx.x / blocksX / blocksY) * PlanesOfPart;
  const int               end = min(begin + PlanesOfPart, size.axes[2]);
  if (thread < Columns)
  {
    memory.columns[thread] = Mirror(firstX + thread, size.axes[0]);
  }
  if (thread < Rows)
  {
    memory.rows[thread] = Mirror(firstY + thread, size.axes[1]);
  }
  __syncthreads();

  typename decltype(memory.noisy)::Part noisyPart;
  typename decltype(memory.pilot)::Part pilotPart;
  const auto                            fetch = [&](int z) {
    const std::size_t plane = size.GetIndex(0, 0, Mirror(z, size.axes[2]));
    noisyPart = RingOfLines::Fetch(noisy + plane, size.axes[0], memory.columns, memory.rows, thread);
    if constexpr (VWiener)
    {
      pilotPart = RingOfVoxels::Fetch(pilot + plane, size.axes[0], memory.columns, memory.rows, thread);
    }
  };
  const auto store = [&](int z) {
    memory.noisy.Store(noisyPart, z, thread);
    if constexpr (VWiener)
    {
      memory.pilot.Store(pilotPart, z, thread);
    }
  };
  for (int z = begin - (Side - 1); z <= begin; ++z)
  {
    fetch(z);
    store(z);
  }

  const int  x = firstX + tileX;
  const int  y = firstY + tileY;
  const bool isOutput = tileX >= Side - 1 && tileY >= Side - 1 && x < size.axes[0] && y < size.axes[1];
  // Cubes before a thread's own exist for those with an output; the others read what they may.
  const int own = max(thread, (Side - 1) * CubesX + Side - 1);
  float     sums[Side]{}; // of planes z to z + Side - 1
  float     weights[Side]{};
  for (int z = begin - (Side - 1); z < end; ++z)
  {
    __syncthreads();
    float       cube[CubeVoxels];
    const float weight = DenoiseCube<VWiener>(memory, noiseLevel, z, thread, cube);
    memory.weights[thread] = weight;
#pragma unroll
    for (int j = 0; j < Side; ++j)
    {
      if (j > 0)
      {
        __syncthreads();
      }
#pragma unroll
      for (int i = 0; i < Side * Side; ++i)
      {
        memory.products[i][thread] = weight * cube[(i / Side * Side + j) * Side + i % Side];
      }
      if (j == 0)
      {
        fetch(z + Side); // Stored barriers later, when it has come and nobody reads plane z, whose place it takes.
      }
      __syncthreads();
#pragma unroll
      for (int i = 0; i < Side; ++i)
      {
        const int   other = own - j * CubesX - i;
        const float weightOfOther = memory.weights[other];
#pragma unroll
        for (int k = 0; k < Side; ++k)
        {
          sums[k] = sums[k] + memory.products[k * Side + i][other];
          weights[k] = weights[k] + weightOfOther;
        }
      }
    }
    store(z + Side);
    if (isOutput && z >= begin)
    {
      const std::size_t index = size.GetIndex(x, y, z);
      output[index] = sums[0] / weights[0];
      if constexpr (VWiener)
      {
        noiseLeft[index] = GetNoiseLeft(weights[0]);
      }
    }
#pragma unroll
    for (int k = 0; k < Side - 1; ++k)
    {
      sums[k] = sums[k + 1];
      weights[k] = weights[k + 1];
    }
    sums[Side - 1] = 0;
    weights[Side - 1] = 0;
  }
}
} // namespace itk::device::volume

#endif
