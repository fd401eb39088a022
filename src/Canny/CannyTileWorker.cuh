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
#ifndef CannyTileWorker_cuh
#define CannyTileWorker_cuh

#include "Canny.cuh"
#include "CannyTile.cuh"
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
/** What a thread of a block needs to load its tile, to go about in it and to store the result. */
template <unsigned int VDimension, int VWords, int VRows, int VSlices, int VWarps>
class CannyTileWorker
{
public:
  using Tile = CannyTile<VDimension, VWords, VRows, VSlices>;
  static constexpr int Threads = 32 * VWarps;

  __device__
  CannyTileWorker(Tile & tile, const CannyTask & task, dim3 tiles)
    : m_Tile(tile)
    , m_Task(task)
    , m_Lane(threadIdx.x % 32)
    , m_Warp(threadIdx.x / 32)
  {
    const unsigned int index[]{ blockIdx.x % tiles.x, blockIdx.x / tiles.x % tiles.y, blockIdx.x / tiles.x / tiles.y };
    constexpr int      side[]{ Tile::Columns, VRows, VSlices };
    for (unsigned int axis = 0; axis < 3; ++axis)
    {
      m_First[axis] = std::size_t{ index[axis] } * side[axis];
      // What is further away than the tile's halo makes no difference.
      m_Lowest[axis] = m_First[axis] == 0 ? 0 : -2;
      const std::size_t left = task.size[axis] - m_First[axis];
      m_Left[axis] = left < side[axis] + 2 ? static_cast<int>(left) : side[axis] + 2;
    }
  }

  /** Whether the image has all pixels that the tile needs. */
  __device__ bool
  IsInside() const
  {
    constexpr int side[]{ Tile::Columns, VRows, VSlices };
    bool          isInside = true;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      isInside = isInside && m_Lowest[axis] != 0 && m_Left[axis] == side[axis] + 2;
    }
    return isInside;
  }

  /** Pixels beyond the image take the value of the nearest in it. */
  __device__ void
  Load()
  {
    if (!this->IsInside())
    {
      this->LoadAtEdge();
    }
    else if (m_Task.size[0] % 2 == 0 && reinterpret_cast<std::uintptr_t>(m_Task.smoothed) % sizeof(float2) == 0)
    {
      this->LoadInside<float2>();
    }
    else
    {
      this->LoadInside<float>();
    }
    for (int i = threadIdx.x; i < static_cast<int>(sizeof(m_Tile.candidates) / sizeof(std::uint32_t)); i += Threads)
    {
      m_Tile.candidates[i] = 0;
    }
    for (int i = threadIdx.x; i < Tile::Words; i += Threads)
    {
      m_Tile.weak[i] = 0;
      m_Tile.strong[i] = 0;
    }
    if (threadIdx.x == 0)
    {
      m_Tile.numberNeeded = 0;
      m_Tile.numberCrossing = 0;
    }
  }

  __device__ void
  Store()
  {
    for (int item = threadIdx.x; item < Tile::Words; item += Threads)
    {
      const int         y = item / VWords % VRows;
      const int         z = item / VWords / VRows;
      const std::size_t column = m_First[0] / 32 + item % VWords;
      if (column < m_Task.wordsPerRow && y < m_Left[1] && z < m_Left[2])
      {
        const std::size_t row = (m_First[2] + z) * m_Task.size[1] + m_First[1] + y;
        m_Task.words[row * m_Task.wordsPerRow + column] = CannyWord{ m_Tile.weak[item], m_Tile.strong[item] };
      }
    }
  }

protected:
  /** The i-th of a warp's rows of the tile, of whose words it has one each. */
  __device__ void
  GetRowOfWarp(int i, int & y, int & z) const
  {
    constexpr int rowsOfBlock = VWarps / VWords;
    static_assert(VSlices == 1 || rowsOfBlock == VRows);
    y = m_Warp / VWords + (VSlices == 1 ? i * rowsOfBlock : 0);
    z = VSlices == 1 ? 0 : i;
  }

  /** Whether the image has a pixel before that at index i of an axis. */
  __device__ bool
  HasBefore(int i, int axis) const
  {
    return i > 0 || m_Lowest[axis] != 0;
  }

  __device__ bool
  HasAfter(int i, int axis) const
  {
    return i + 1 < m_Left[axis];
  }

  /** Of a pixel and its face neighbours. The nearest pixel of the image stands for those beyond it. */
  __device__ void
  GetSecondDerivatives(int position, float & center, float (&neighbors)[2 * VDimension])
  {
    constexpr int pitch[]{ 1, Tile::RowPitch, Tile::SlicePitch };
    const int     index[]{ Tile::GetX(position), Tile::GetY(position), Tile::GetZ(position) };
    center = m_Tile.Second(position);
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      neighbors[2 * axis] = m_Tile.Second(position - (this->HasBefore(index[axis], axis) ? pitch[axis] : 0));
      neighbors[2 * axis + 1] = m_Tile.Second(position + (this->HasAfter(index[axis], axis) ? pitch[axis] : 0));
    }
  }

  /** Lists the positions of a word's pixels. All threads of a warp call this. */
  __device__ void
  Append(std::uint32_t bits, int position, unsigned int & next)
  {
    const unsigned int number = __popc(bits);
    unsigned int       sum = number;
    for (int distance = 1; distance < 32; distance *= 2)
    {
      const unsigned int before = __shfl_up_sync(~0u, sum, distance);
      sum += m_Lane >= distance ? before : 0;
    }
    unsigned int begin = 0;
    if (m_Lane == 31 && sum != 0)
    {
      begin = atomicAdd(&next, sum);
    }
    unsigned int place = __shfl_sync(~0u, begin, 31) + sum - number;
    for (; bits != 0; bits &= bits - 1)
    {
      m_Tile.list[place++] = static_cast<std::uint16_t>(position + __ffs(bits) - 1);
    }
  }

  Tile &            m_Tile;
  const CannyTask & m_Task;
  const int         m_Lane;
  const int         m_Warp;
  std::size_t       m_First[3];
  // The image's extent along each axis, relative to the tile: from m_Lowest to m_Left - 1.
  int m_Lowest[3];
  int m_Left[3];

private:
  /** The index of the image's pixel that stands for index i of an axis, relative to the tile. */
  __device__ int
  Clamp(int i, int axis) const
  {
    return min(max(i, m_Lowest[axis]), m_Left[axis] - 1);
  }

  /** The tile's rows follow one another in shared memory, so that its words are counted through. */
  template <typename TWord>
  __device__ void
  LoadInside()
  {
    constexpr unsigned int width = sizeof(TWord) / sizeof(float);
    constexpr unsigned int words = Tile::Positions / width;
    constexpr unsigned int wordsOfRow = Tile::RowPitch / width;
    const float * const    first = m_Task.smoothed +
                                ((m_First[2] - Tile::HaloZ) * m_Task.size[1] + m_First[1] - 2) * m_Task.size[0] +
                                m_First[0] - 2;
#pragma unroll 4
    for (unsigned int i = threadIdx.x; i < words; i += Threads)
    {
      const unsigned int row = i / wordsOfRow;
      const unsigned int z = VDimension == 3 ? row / (VRows + 4) : 0;
      const unsigned int y = row - z * (VRows + 4);
      const std::size_t  rowOfImage = VDimension == 3 ? z * m_Task.size[1] + y : y;
      reinterpret_cast<TWord *>(m_Tile.smoothed)[i] =
        *reinterpret_cast<const TWord *>(first + rowOfImage * m_Task.size[0] + (i - row * wordsOfRow) * width);
    }
  }

  __device__ void
  LoadAtEdge()
  {
    int column[VWords];
    for (int i = 0; i < VWords; ++i)
    {
      column[i] = this->Clamp(32 * i + m_Lane - 2, 0);
    }
    constexpr int rows = Tile::Positions / Tile::RowPitch;
    for (int row = m_Warp; row < rows; row += VWarps)
    {
      const float * const source = this->GetRow(row);
      for (int i = 0; i < VWords; ++i)
      {
        m_Tile.smoothed[row * Tile::RowPitch + 32 * i + m_Lane] = source[column[i]];
      }
    }
    for (int i = threadIdx.x; i < 4 * rows; i += Threads)
    {
      const int row = i / 4;
      const int x = Tile::Columns + i % 4;
      m_Tile.smoothed[row * Tile::RowPitch + x] = this->GetRow(row)[this->Clamp(x - 2, 0)];
    }
  }

  /** The tile's first pixel in a row of the smoothed ones. */
  __device__ const float *
  GetRow(int row) const
  {
    const int y = this->Clamp(row % (VRows + 4) - 2, 1);
    const int z = VDimension == 3 ? this->Clamp(row / (VRows + 4) - 2, 2) : 0;
    return m_Task.smoothed + ((m_First[2] + z) * m_Task.size[1] + m_First[1] + y) * m_Task.size[0] + m_First[0];
  }
};
} // namespace
} // namespace itk::device

#endif
