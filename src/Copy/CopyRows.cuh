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
#ifndef CopyRows_cuh
#define CopyRows_cuh

#include "Copy/CopyRowsCore.h"
#include "Kernels/Grid.cuh"

namespace itk::device
{
constexpr int CopyRowsThreads = 256;

/** Vectors of a thread that are read before the first is written, and blocks of a multiprocessor: as many registers. */
constexpr int CopyRowsVectors = 3;
constexpr int CopyRowsBlocks = 4;

/** The constant, over and over. */
template <int VPixelSize>
__device__ std::uint32_t
           RepeatConstant(const CopyTask & task)
{
  std::uint32_t word = 0;
  std::memcpy(&word, task.constant, VPixelSize);
  return VPixelSize == 4 ? word : __byte_perm(word, 0, VPixelSize == 1 ? 0x0000 : 0x1010);
}

/** Pixels of vectors that a warp has listed: one a lane, and twice before the first is waited for. */
template <int VPixelSize>
__device__ __forceinline__ void
CopyListed(const CopyTask &             task,
           const CopyTiles &            tiles,
           const CopyTile<VPixelSize> & tile,
           const CopyRow *              rows,
           const std::uint16_t *        listed,
           int                          count)
{
  using Tile = CopyTile<VPixelSize>;
  using Pixel = typename Tile::Pixel;
  constexpr int atOnce = 2;
  constexpr int step = 32 / Tile::Width;
  const int     lane = threadIdx.x % 32;
#pragma unroll 1
  for (int first = 0; first < count; first += atOnce * step)
  {
    Pixel   pixels[atOnce];
    Pixel * targets[atOnce];
#pragma unroll
    for (int i = 0; i < atOnce; ++i)
    {
      const int number = first + i * step + lane / Tile::Width;
      targets[i] = nullptr;
      if (number < count)
      {
        const int     t = listed[number];
        const int     rowIndex = Tile::GetRow(tiles, t);
        const CopyRow row = rows[rowIndex];
        const int     x = Tile::GetX(tiles, row, t, rowIndex) + lane % Tile::Width;
        if (tile.ReadPixel(task, tiles, row, x, pixels[i]))
        {
          targets[i] = reinterpret_cast<Pixel *>(row.output) + x;
        }
      }
    }
#pragma unroll
    for (int i = 0; i < atOnce; ++i)
    {
      if (targets[i] != nullptr)
      {
        *targets[i] = pixels[i];
      }
    }
  }
}

/** A thread writes 16 bytes at a time at multiples of 16. It reads the 16 or 32 bytes of memory in which their pixels
 * are, the second 16 from the cache, where its neighbour has just read them, and reverses them where it has to. What is
 * not of 16 bytes that follow one another, at the ends of rows and at borders, is left to the warp: a pixel a lane. */
template <int VPixelSize, bool VHasHole>
__global__ void
__launch_bounds__(CopyRowsThreads, CopyRowsBlocks) CopyRowsKernel(const __grid_constant__ CopyTask  task,
                                                                  const __grid_constant__ CopyTiles tiles,
                                                                  std::ptrdiff_t                    firstRow,
                                                                  std::ptrdiff_t                    firstPlane)
{
  using Tile = CopyTile<VPixelSize>;
  __shared__ CopyRow rows[CopyTiles::MostRows];
  __shared__ bool    areInHole[VHasHole ? CopyTiles::MostRows : 1];
  __shared__ std::uint16_t allListed[CopyRowsThreads / 32][32 * (CopyRowsVectors + 1)];
  const Tile               tile(task, tiles, blockIdx.x, firstRow + blockIdx.y, firstPlane + blockIdx.z);
  for (int row = threadIdx.x; row < tile.GetNumberOfRows(); row += CopyRowsThreads)
  {
    rows[row] = tile.MakeRow(task, tiles, row);
    if (VHasHole)
    {
      areInHole[row] = tile.IsRowInHole(task, row);
    }
  }
  __syncthreads();

  std::uint16_t * const listed = allListed[threadIdx.x / 32];
  const unsigned int    lanesBefore = (1u << (threadIdx.x % 32)) - 1;
  const int             vectors = tile.GetNumberOfRows() * tiles.columns;
  int                   count = 0;
#pragma unroll 1
  for (int first = threadIdx.x; first - static_cast<int>(threadIdx.x % 32) < vectors;
       first += CopyRowsThreads * CopyRowsVectors)
  {
    std::uint32_t   words[CopyRowsVectors][8];
    unsigned int    shifts[CopyRowsVectors];
    unsigned char * targets[CopyRowsVectors];
    bool            areRuns[CopyRowsVectors];
#pragma unroll
    for (int i = 0; i < CopyRowsVectors; ++i)
    {
      // Threads that have nothing to do look at a vector that there is.
      const int             t = first + i * CopyRowsThreads;
      const bool            isThere = t < vectors;
      const int             rowIndex = isThere ? Tile::GetRow(tiles, t) : 0;
      const CopyRow         row = rows[rowIndex];
      const int             x = Tile::GetX(tiles, row, t, rowIndex);
      const bool            isWanted = isThere && !(VHasHole && areInHole[rowIndex] && tile.IsInHole(x));
      const unsigned char * source = nullptr;
      areRuns[i] = tile.IsRun(task, tiles, row, x, source) && isWanted;
      targets[i] = row.output + x * VPixelSize;
      shifts[i] = reinterpret_cast<std::uintptr_t>(source) % 16;
      if (areRuns[i])
      {
        ReadVectors(source - shifts[i], shifts[i] != 0, words[i]);
      }
      if (__any_sync(0xffffffff, isWanted && !areRuns[i]))
      {
        const CopyKind kind = isWanted && !areRuns[i] ? tile.Classify(tiles, row, x) : CopyKind::Nothing;
        if (kind == CopyKind::Constant)
        {
          const std::uint32_t constant = RepeatConstant<VPixelSize>(task);
          *reinterpret_cast<uint4 *>(targets[i]) = { constant, constant, constant, constant };
        }
        const unsigned int all = __ballot_sync(0xffffffff, kind == CopyKind::PixelByPixel);
        if (kind == CopyKind::PixelByPixel)
        {
          listed[count + __popc(all & lanesBefore)] = static_cast<std::uint16_t>(t);
        }
        count += __popc(all);
      }
    }
#pragma unroll
    for (int i = 0; i < CopyRowsVectors; ++i)
    {
      auto & word = words[i];
      if (areRuns[i])
      {
        MoveToFront<VPixelSize>(word, shifts[i]);
        *reinterpret_cast<uint4 *>(targets[i]) = tiles.direction > 0 ? uint4{ word[0], word[1], word[2], word[3] }
                                                                     : uint4{ ReverseWord<VPixelSize>(word[3]),
                                                                              ReverseWord<VPixelSize>(word[2]),
                                                                              ReverseWord<VPixelSize>(word[1]),
                                                                              ReverseWord<VPixelSize>(word[0]) };
      }
    }
    if (count >= 32)
    {
      __syncwarp();
      CopyListed<VPixelSize>(task, tiles, tile, rows, listed, count);
      __syncwarp();
      count = 0;
    }
  }
  __syncwarp();
  CopyListed<VPixelSize>(task, tiles, tile, rows, listed, count);
}

template <int VPixelSize>
void
CopyRows(const CopyTask & task, const Stream & stream)
{
  const CopyTiles      tiles = MakeCopyTiles<VPixelSize>(task, CopyRowsThreads * CopyRowsVectors);
  const std::ptrdiff_t planes = task.axes[2].size;
  for (std::ptrdiff_t plane = 0; plane < planes; plane += kernels::MostLayers)
  {
    for (std::ptrdiff_t row = 0; row < tiles.tilesOfColumn; row += kernels::MostLayers)
    {
      const dim3 blocks(static_cast<unsigned int>(tiles.tilesOfRow),
                        static_cast<unsigned int>(std::min(tiles.tilesOfColumn - row, kernels::MostLayers)),
                        static_cast<unsigned int>(std::min(planes - plane, kernels::MostLayers)));
      kernels::Launch("CopyRowsKernel",
                      tiles.hasHole ? CopyRowsKernel<VPixelSize, true> : CopyRowsKernel<VPixelSize, false>,
                      { blocks, dim3(CopyRowsThreads) },
                      stream,
                      task,
                      tiles,
                      row,
                      plane);
    }
  }
}
} // namespace itk::device

#endif
