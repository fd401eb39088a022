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

#include "RegionSnakeTeam.cuh"
#include "RegionSnakeCells.h"
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

/** The cells of one block, a thread each. */
class CellBlock
{
public:
  __device__
  CellBlock(const CellGrid & grid, std::uint8_t * labels)
    : m_Grid(grid)
    , m_Labels(labels)
    , m_Cell(threadIdx.x)
    , m_IsIn(m_Cell < grid.GetNumberOfCells())
    , m_Column(m_Cell % grid.columns)
    , m_Row(m_Cell / grid.columns)
  {}

  __device__ bool
  IsTarget() const
  {
    return m_IsIn && m_Labels[m_Cell] != 0;
  }

  /** Gives each cell to the region under which it costs less; returns the sums of the target. */
  __device__ RegionSums
  Relabel(const RegionCriterion & criterion,
          const RegionSums &      total,
          const RegionSums &      own,
          double                  neighbourCost) const
  {
    RegionSums target = SumInBlock(IsTarget() ? own : RegionSums{});
    bool       changes = true;
    for (int round = 0; round < CellGrid::NumberOfRounds && changes && target.count > 0 && target.count < total.count;
         ++round)
    {
      const double gain = GetGain(criterion, total, target, own);
      changes = false;
      for (int colour = 0; colour < 2; ++colour)
      {
        if (m_IsIn && (m_Column + m_Row) % 2 == colour)
        {
          const bool belongs = BelongsToTarget(
            m_Grid, m_Cell, gain, neighbourCost, [&](std::int32_t cell) { return m_Labels[cell] != 0; });
          changes = changes || belongs != IsTarget();
          m_Labels[m_Cell] = belongs ? 1 : 0;
        }
        __syncthreads();
      }
      changes = __syncthreads_or(changes) != 0;
      target = SumInBlock(IsTarget() ? own : RegionSums{});
    }
    return target;
  }

  /** By how much a piece costs less in the target than in the background. */
  __device__ double
  GetGain(const RegionCriterion & criterion,
          const RegionSums &      total,
          const RegionSums &      target,
          const RegionSums &      piece) const
  {
    __shared__ RegionEstimate estimates[2];
    __syncthreads();
    if (m_Cell % 32 == 0 && m_Cell < 64)
    {
      estimates[m_Cell / 32] = criterion.GetEstimate(m_Cell == 0 ? target : total - target);
    }
    __syncthreads();
    return criterion.GetCostUnder(piece, estimates[1]) - criterion.GetCostUnder(piece, estimates[0]);
  }

  /** Sets the number of the first cell of the connected piece of each cell. */
  __device__ void
  FindPieces(std::int32_t * pieces) const
  {
    __syncthreads();
    pieces[m_Cell] = m_Cell;
    __syncthreads();
    for (bool changes = true; changes;)
    {
      std::int32_t least = pieces[m_Cell];
      const auto   join = [&](std::int32_t column, std::int32_t row) {
        const std::int32_t other = row * m_Grid.columns + column;
        if (m_Grid.Holds(column, row) && m_Labels[other] == m_Labels[m_Cell] && pieces[other] < least)
        {
          least = pieces[other];
        }
      };
      if (m_IsIn)
      {
        JoinNeighbours(m_Column, m_Row, IsTarget(), join);
        // A cell's piece may know its own by now.
        least = pieces[least] < least ? pieces[least] : least;
      }
      const bool isLess = least < pieces[m_Cell];
      __syncthreads();
      pieces[m_Cell] = least;
      changes = __syncthreads_or(isLess) != 0;
    }
  }

  /** Adds the cells at whose corner the target meets itself. */
  __device__ void
  JoinCorners() const
  {
    for (bool changes = true; changes;)
    {
      const bool joins =
        m_IsIn && !IsTarget() && JoinsAtCorner(m_Grid, m_Cell, [&](std::int32_t cell) { return m_Labels[cell] != 0; });
      changes = __syncthreads_or(joins) != 0;
      if (joins)
      {
        m_Labels[m_Cell] = 1;
      }
      __syncthreads();
    }
  }

  /** Adds the cells from which no path leads to the border of the image. */
  __device__ void
  FillHoles(std::int32_t * pieces, std::uint8_t * isOutside) const
  {
    FindPieces(pieces);
    isOutside[m_Cell] = 0;
    __syncthreads();
    const bool isBorder = m_Column == 0 || m_Row == 0 || m_Column == m_Grid.columns - 1 || m_Row == m_Grid.rows - 1;
    if (m_IsIn && !IsTarget() && isBorder)
    {
      isOutside[pieces[m_Cell]] = 1;
    }
    __syncthreads();
    if (m_IsIn && !IsTarget() && isOutside[pieces[m_Cell]] == 0)
    {
      m_Labels[m_Cell] = 1;
    }
    __syncthreads();
  }

  __device__ bool
  IsIn() const
  {
    return m_IsIn;
  }

private:
  const CellGrid & m_Grid;
  std::uint8_t *   m_Labels;
  std::int32_t     m_Cell;
  bool             m_IsIn;
  std::int32_t     m_Column;
  std::int32_t     m_Row;
};

} // namespace
} // namespace itk::device

#endif
