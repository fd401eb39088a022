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
#ifndef RegionSnakeCellBlock_cuh
#define RegionSnakeCellBlock_cuh

#include "RegionSnakeCellTarget.h"
#include "RegionSnakeRanked.cuh"
#include "RegionSnakeTeam.cuh"
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
constexpr int cellThreads = CellGrid::MaximumNumberOfCells;

/** The sum over a block of cellThreads. */
__device__ RegionSums
SumInBlock(const RegionSums & own)
{
  static_assert(cellThreads == 32 * 32);
  __shared__ RegionSums sums[32]; // of warps
  const RegionSums      ofWarp = SumOverLanes(own, 32);
  __syncthreads();
  if (threadIdx.x % 32 == 0)
  {
    sums[threadIdx.x / 32] = ofWarp;
  }
  __syncthreads();
  return SumOverLanes(sums[threadIdx.x % 32], 32);
}

/** A team of CellTarget: a block of cellThreads, a thread a cell. */
class CellBlock
{
public:
  template <typename T>
  class PerCell
  {
  public:
    __device__ explicit PerCell(std::int32_t) {}
    __device__ T &
    operator[](std::int32_t)
    {
      return m_Value;
    }
    __device__ const T &
    operator[](std::int32_t) const
    {
      return m_Value;
    }

  private:
    T m_Value;
  };

  __device__ explicit CellBlock(const CellGrid & grid)
    : m_Cell(threadIdx.x)
    , m_IsIn(m_Cell < grid.GetNumberOfCells())
  {}

  template <typename TFunction>
  __device__ void
  ForEach(const TFunction & function) const
  {
    if (m_IsIn)
    {
      function(m_Cell);
    }
    __syncthreads();
  }

  template <typename TFunction>
  __device__ bool
  Any(const TFunction & function) const
  {
    return __syncthreads_or(m_IsIn && function(m_Cell)) != 0;
  }

  /** Sets values[cell] = function(cell); whether that changes any. */
  template <typename TFunction>
  __device__ bool
  Replace(std::int32_t * values, const TFunction & function) const
  {
    const std::int32_t own = m_IsIn ? function(m_Cell) : 0;
    const bool         changes = __syncthreads_or(m_IsIn && own != values[m_Cell]) != 0;
    if (m_IsIn)
    {
      values[m_Cell] = own;
    }
    __syncthreads();
    return changes;
  }

  template <typename TFunction>
  __device__ RegionSums
  Sum(const TFunction & function) const
  {
    return SumInBlock(m_IsIn ? function(m_Cell) : RegionSums{});
  }

  template <typename TFunction>
  __device__ Ranked
  FindBest(const TFunction & function) const
  {
    return FindBestInBlock<cellThreads>(m_IsIn ? function(m_Cell) : Ranked{ 0, -1 });
  }

  __device__ void
  Add(RegionSums & sums, const RegionSums & own) const
  {
    AddAtomically(sums, own);
  }

  __device__ RegionEstimates
  GetEstimates(const RegionCriterion & criterion, const RegionSums & total, const RegionSums & target) const
  {
    __shared__ RegionEstimate estimates[2];
    __syncthreads();
    if (m_Cell % 32 == 0 && m_Cell < 64)
    {
      estimates[m_Cell / 32] = criterion.GetEstimate(m_Cell == 0 ? target : total - target);
    }
    __syncthreads();
    return { estimates[0], estimates[1] };
  }

private:
  std::int32_t m_Cell;
  bool         m_IsIn;
};
} // namespace
} // namespace itk::device

#endif
