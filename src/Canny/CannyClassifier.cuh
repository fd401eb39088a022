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
#ifndef CannyClassifier_cuh
#define CannyClassifier_cuh

#include "CannyCore.h"
#include "CannyTileWorker.cuh"

namespace itk::device
{
namespace
{
/** A block classifies one tile. What costs much is done for few pixels, which are listed first, so that all threads
 * take part: the second derivative where the gradient is large enough or beside such a pixel, and the rest where the
 * second derivative crosses zero too. */
template <unsigned int VDimension, int VWords, int VRows, int VSlices, int VWarps>
class CannyClassifier : public CannyTileWorker<VDimension, VWords, VRows, VSlices, VWarps>
{
public:
  using Superclass = CannyTileWorker<VDimension, VWords, VRows, VSlices, VWarps>;
  using Superclass::Superclass;
  using typename Superclass::Tile;
  using Superclass::Threads;

  /** Pixels whose gradient is large enough, and some more for the sake of rounding. */
  __device__ void
  FindCandidates(float leastSumOfSquares)
  {
    static_assert(VWarps % VWords == 0 && Tile::Words / VWarps <= 32);
    const int     word = m_Warp % VWords;
    const int     x = 32 * word + m_Lane;
    std::uint32_t bitsOfRow = 0;
#pragma unroll
    for (int i = 0; i < Tile::Words / VWarps; ++i)
    {
      int y;
      int z;
      this->GetRowOfWarp(i, y, z);
      const auto pixel = m_Tile.GetNeighborhood(Tile::GetPosition(x, y, z));
      float      sum = 0.0001f;
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        const int   stride = GetCannyStride(axis);
        const float half = 0.5f * (pixel(CannyCenter<VDimension> - stride) - pixel(CannyCenter<VDimension> + stride));
        sum += half * half;
      }
      const auto bits = __ballot_sync(~0u, x < m_Left[0] && sum >= leastSumOfSquares);
      bitsOfRow = m_Lane == i ? bits : bitsOfRow;
    }
    int y;
    int z;
    this->GetRowOfWarp(m_Lane, y, z);
    if (m_Lane < Tile::Words / VWarps && y < m_Left[1] && z < m_Left[2])
    {
      m_Tile.Candidates(word, y, z) = bitsOfRow;
    }
  }

  /** Lists the candidates and their face neighbours. A thread takes 32 pixels, or one beside an end of a row. */
  __device__ void
  ListNeeded()
  {
    constexpr int rows = VRows + 2;
    constexpr int slices = VSlices + Tile::HaloZ;
    constexpr int words = VWords * rows * slices;
    constexpr int ends = 2 * VRows * VSlices;
    for (int first = 0; first < words + ends; first += Threads)
    {
      const int     item = first + threadIdx.x;
      std::uint32_t needed = 0;
      int           position = 0;
      if (item < words)
      {
        const int           word = item % VWords;
        const int           y = item / VWords % rows - 1;
        const int           z = item / VWords / rows - Tile::HaloZ / 2;
        const std::uint32_t candidates = m_Tile.Candidates(word, y, z);
        needed = candidates | candidates << 1 | candidates >> 1;
        needed |= m_Tile.GetCandidates(word - 1, y, z) >> 31 | m_Tile.GetCandidates(word + 1, y, z) << 31;
        needed |= m_Tile.Candidates(word, y - 1, z) | m_Tile.Candidates(word, y + 1, z);
        if (VDimension == 3)
        {
          needed |= m_Tile.Candidates(word, y, z - 1) | m_Tile.Candidates(word, y, z + 1);
        }
        position = Tile::GetPosition(32 * word, y, z);
      }
      else if (item < words + ends)
      {
        const bool isLast = item % 2 != 0;
        const int  y = (item - words) / 2 % VRows;
        const int  z = (item - words) / 2 / VRows;
        needed = isLast ? m_Tile.Candidates(VWords - 1, y, z) >> 31 : m_Tile.Candidates(0, y, z) & 1;
        position = Tile::GetPosition(isLast ? Tile::Columns : -1, y, z);
      }
      this->Append(needed, position, m_Tile.numberNeeded);
    }
  }

  __device__ void
  ComputeSecondDerivatives()
  {
    const unsigned int count = m_Tile.numberNeeded;
    for (unsigned int i = threadIdx.x; i < count; i += Threads)
    {
      const int position = m_Tile.list[i];
      m_Tile.Second(position) = ComputeCannySecondDerivative<VDimension>(m_Tile.GetNeighborhood(position));
    }
  }

  /** Keeps the candidates at which the second derivative crosses zero. VIsInside says that the tile IsInside(). */
  template <bool VIsInside>
  __device__ void
  FindCrossing()
  {
    const int     word = m_Warp % VWords;
    const int     x = 32 * word + m_Lane;
    const int     left = VIsInside || this->HasBefore(x, 0) ? 1 : 0;
    const int     right = VIsInside || this->HasAfter(x, 0) ? 1 : 0;
    std::uint32_t bitsOfRow = 0;
#pragma unroll
    for (int i = 0; i < Tile::Words / VWarps; ++i)
    {
      int y;
      int z;
      this->GetRowOfWarp(i, y, z);
      const std::uint32_t candidates = m_Tile.Candidates(word, y, z);
      if (candidates != 0)
      {
        const float * const second = &m_Tile.Second(Tile::GetPosition(x, y, z));
        float               neighbors[2 * VDimension]{ second[-left],
                                                       second[right],
                                                       second[VIsInside || this->HasBefore(y, 1) ? -Tile::RowPitch : 0],
                                                       second[VIsInside || this->HasAfter(y, 1) ? Tile::RowPitch : 0] };
        if constexpr (VDimension == 3)
        {
          neighbors[4] = second[VIsInside || this->HasBefore(z, 2) ? -Tile::SlicePitch : 0];
          neighbors[5] = second[VIsInside || this->HasAfter(z, 2) ? Tile::SlicePitch : 0];
        }
        const auto bits = __ballot_sync(~0u, IsZeroCrossing(*second, neighbors));
        bitsOfRow = m_Lane == i ? bits & candidates : bitsOfRow;
      }
    }
    __syncwarp();
    if (m_Lane < Tile::Words / VWarps)
    {
      int y;
      int z;
      this->GetRowOfWarp(m_Lane, y, z);
      m_Tile.Candidates(word, y, z) = bitsOfRow;
    }
  }

  /** Lists what is left of the candidates. */
  __device__ void
  ListCrossing()
  {
    for (int first = 0; first < Tile::Words; first += Threads)
    {
      const int     item = first + threadIdx.x;
      std::uint32_t crossing = 0;
      int           position = 0;
      if (item < Tile::Words)
      {
        const int word = item % VWords;
        const int y = item / VWords % VRows;
        const int z = item / VWords / VRows;
        crossing = m_Tile.Candidates(word, y, z);
        position = Tile::GetPosition(32 * word, y, z);
      }
      this->Append(crossing, position, m_Tile.numberCrossing);
    }
  }

  template <bool VSuppressedCount>
  __device__ void
  Decide()
  {
    const unsigned int count = m_Tile.numberCrossing;
    for (unsigned int i = threadIdx.x; i < count; i += Threads)
    {
      const int position = m_Tile.list[i];
      float     center, neighbors[2 * VDimension];
      this->GetSecondDerivatives(position, center, neighbors);
      float gradientOfSecond[VDimension];
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        gradientOfSecond[axis] = ComputeCannyFirstDerivative(neighbors[2 * axis], center, neighbors[2 * axis + 1]);
      }
      float       gradient[VDimension];
      const float sum = ComputeCannyGradient<VDimension>(m_Tile.GetNeighborhood(position), gradient);
      const float value = canny::Multiply(SuppressCannyNonMaximum<VDimension>(gradient, sum, gradientOfSecond),
                                          !VSuppressedCount || IsZeroCrossing(center, neighbors) ? 1.0f : 0.0f);
      const bool  isStrong = value > m_Task.upperThreshold;
      const int   x = Tile::GetX(position);
      const int   word = (Tile::GetZ(position) * VRows + Tile::GetY(position)) * VWords + x / 32;
      if (isStrong || value > m_Task.lowerThreshold)
      {
        atomicOr(&m_Tile.weak[word], 1u << x % 32);
      }
      if (isStrong)
      {
        atomicOr(&m_Tile.strong[word], 1u << x % 32);
      }
    }
  }

private:
  using Superclass::m_Lane;
  using Superclass::m_Left;
  using Superclass::m_Task;
  using Superclass::m_Tile;
  using Superclass::m_Warp;
};
} // namespace
} // namespace itk::device

#endif
