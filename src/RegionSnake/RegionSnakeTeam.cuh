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
#ifndef RegionSnakeTeam_cuh
#define RegionSnakeTeam_cuh

#include "CumulatedImagesView.h"
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
constexpr unsigned int allLanes = 0xffffffffu;
constexpr int          warpsPerBlock = 16;
constexpr int          threadsPerBlock = 32 * warpsPerBlock;

/** Who shares a piece of work out: the blocks of the grid, or one block, in which case each block does all of it. */
struct Team
{
  bool isGrid;

  __device__ std::int32_t
             GetNumberOfBlocks() const
  {
    return isGrid ? static_cast<std::int32_t>(gridDim.x) : 1;
  }
  __device__ std::int32_t
             GetBlock() const
  {
    return isGrid ? static_cast<std::int32_t>(blockIdx.x) : 0;
  }
  __device__ std::int32_t
             GetThread() const
  {
    return GetBlock() * threadsPerBlock + static_cast<std::int32_t>(threadIdx.x);
  }
  __device__ std::int32_t
             GetNumberOfThreads() const
  {
    return GetNumberOfBlocks() * threadsPerBlock;
  }
  __device__ void
  Wait() const
  {
    if (isGrid)
    {
      WaitForGrid();
    }
    else
    {
      __syncthreads();
    }
  }

private:
  __device__ __noinline__ static void
  WaitForGrid()
  {
    cooperative_groups::this_grid().sync();
  }
};

__device__ inline RegionSums
ShuffleXor(const RegionSums & sums, int mask)
{
  return RegionSums{ __shfl_xor_sync(allLanes, sums.count, mask),
                     __shfl_xor_sync(allLanes, sums.sum, mask),
                     __shfl_xor_sync(allLanes, sums.squares, mask) };
}

/** The sum over so many neighbouring lanes, a power of two; all of them get it. */
__device__ inline RegionSums
SumOverLanes(RegionSums sums, int lanes)
{
#pragma unroll 1
  for (int mask = lanes / 2; mask > 0; mask /= 2)
  {
    sums += ShuffleXor(sums, mask);
  }
  return sums;
}

__device__ inline std::int32_t
SumOverLanes(std::int32_t value)
{
#pragma unroll
  for (int mask = 16; mask > 0; mask /= 2)
  {
    value += __shfl_xor_sync(allLanes, value, mask);
  }
  return value;
}

__device__ inline unsigned int
MaximumOverLanes(unsigned int value)
{
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(allLanes, value);
#else
#  pragma unroll
  for (int mask = 16; mask > 0; mask /= 2)
  {
    const unsigned int other = __shfl_xor_sync(allLanes, value, mask);
    value = other > value ? other : value;
  }
  return value;
#endif
}

__device__ inline unsigned long long
MaximumOverLanes(unsigned long long value)
{
  const auto         high = static_cast<unsigned int>(value >> 32);
  const unsigned int highest = MaximumOverLanes(high);
  const unsigned int low = MaximumOverLanes(high == highest ? static_cast<unsigned int>(value) : 0u);
  return static_cast<unsigned long long>(highest) << 32 | low;
}

__device__ __noinline__ void
AddAtomically(RegionSums & sums, RegionSums change)
{
  atomicAdd(reinterpret_cast<unsigned long long *>(&sums.count), static_cast<unsigned long long>(change.count));
  atomicAdd(reinterpret_cast<unsigned long long *>(&sums.sum), static_cast<unsigned long long>(change.sum));
  atomicAdd(reinterpret_cast<unsigned long long *>(&sums.squares), static_cast<unsigned long long>(change.squares));
}
} // namespace
} // namespace itk::device

#endif
