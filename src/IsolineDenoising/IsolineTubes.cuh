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
#ifndef IsolineTubes_cuh
#define IsolineTubes_cuh

#include "IsolineDenoising.cuh"
#include "IsolineTubeCore.h"
#include <cstddef>
#include <cstdint>

/** What the kernels of the model Tubes share. Each of their blocks handles 8 x 8 cells of a slice, blockIdx.z. */
namespace itk::device::tubes
{
inline constexpr int CellsOfTile = 8;
inline constexpr int PixelsOfTile = CellsOfTile * IsolineTubeCell;

/** One stage of the model: indices of pixels count from the input's first pixel, those of cells from the
 * first cell that reaches a pixel to be estimated. */
struct Stage
{
  int                 size[2];        // of the image
  isoline::Area       area;           // of the pixels to be estimated
  int                 firstCorner[2]; // first pixel of the first cell
  int                 cells[2];
  isoline::NoiseLevel noiseLevel;

  /** Variance of a coefficient. */
  __device__ float
  GetNoise() const
  {
    const float level = noiseLevel.Get();
    return level * level * IsolineTubeGain;
  }

  __device__ int
  GetCorner(int axis, int cell) const
  {
    return firstCorner[axis] + cell * IsolineTubeCell;
  }

  /** The last pixel that a cell looks at; it may be beyond the input. */
  __device__ int
  GetLastPixel(int axis) const
  {
    return this->GetCorner(axis, cells[axis] - 1) + MostIsolineTubeReach;
  }
};

/** A channel of the slices' pixels over an area. */
template <typename TPixel>
struct Channel
{
  TPixel *       data; // of the first slice
  std::ptrdiff_t slice;
  isoline::Area  area;

  __device__ TPixel &
  At(int x, int y) const
  {
    return data[blockIdx.z * slice + area.GetIndex(x, y)];
  }
};

template <typename TPixel, int VChannels>
Channel<TPixel>
GetChannel(const isoline::Planes<TPixel, VChannels> & planes, int channel)
{
  const std::size_t pixels = planes.area.GetSize();
  return { planes.data + channel * pixels, static_cast<std::ptrdiff_t>(VChannels * pixels), planes.area };
}

/** What is known of the tubes of some rows of cells: which they are, of each the estimates of its lines' pixels, summed
 * over its blocks, and the blocks' weights. */
struct Band
{
  static constexpr int PixelsOfTube = IsolineTubeWidth * IsolineTubeLength;

  std::uint8_t * tubes;
  float *        sums;
  float *        weights;
  int            beginRow; // of cells
  int            endRow;

  __device__ std::ptrdiff_t
             GetIndex(const Stage & stage, int cellX, int cellY) const
  {
    const auto row = static_cast<std::ptrdiff_t>(blockIdx.z) * (endRow - beginRow) + (cellY - beginRow);
    return row * stage.cells[0] + cellX;
  }
};

/** A table of bytes, of which each lane reads another, in shared memory. */
template <typename TTable>
struct InSharedMemory
{
  static constexpr int Words = sizeof(TTable) / sizeof(std::uint32_t);
  static_assert(sizeof(TTable) == Words * sizeof(std::uint32_t) && alignof(TTable) == alignof(std::uint32_t));

  std::uint32_t word[Words];

  /** By all threads. */
  __device__ void
  Load(const TTable & table)
  {
    for (unsigned int i = threadIdx.x; i < Words; i += blockDim.x)
    {
      word[i] = reinterpret_cast<const std::uint32_t *>(&table)[i];
    }
  }

  __device__ const TTable *
  operator->() const
  {
    return reinterpret_cast<const TTable *>(word);
  }
};

__device__ const IsolineTubeShiftTable ShiftsOfTubes;

/** The pixels around 8 x 8 cells in shared memory. The pitch makes the lines of sloping tubes meet few conflicts of
 * banks. */
struct Tile
{
  static constexpr int Side = (CellsOfTile - 1) * IsolineTubeCell + MostIsolineTubeReach - LeastIsolineTubeReach + 1;
  static constexpr int Pitch = (Side + 31) / 32 * 32 - 5;
  static_assert(Pitch >= Side, "Rows must not overlap.");

  float pixels[Side * Pitch];

  /** By all threads, which are to WaitForCopies(). */
  __device__ void
  Load(const Stage & stage, const Channel<const float> & from, int cellX, int cellY)
  {
    constexpr int columns = (Side + 31) / 32; // of a thread
    const int     x = stage.GetCorner(0, cellX) + LeastIsolineTubeReach;
    const int     y = stage.GetCorner(1, cellY) + LeastIsolineTubeReach;
    const int     lane = static_cast<int>(threadIdx.x % 32);
    int           fromX[columns];
#pragma unroll
    for (int i = 0; i < columns; ++i)
    {
      fromX[i] = MirrorIsolineIndex(min(x + lane + 32 * i, stage.GetLastPixel(0)), stage.size[0]);
    }
    for (int row = threadIdx.x / 32; row < Side; row += blockDim.x / 32)
    {
      const int fromY = MirrorIsolineIndex(min(y + row, stage.GetLastPixel(1)), stage.size[1]);
#pragma unroll
      for (int i = 0; i < columns; ++i)
      {
        if (lane + 32 * i < Side)
        {
          isoline::StartCopy(pixels[row * Pitch + lane + 32 * i], from.At(fromX[i], fromY));
        }
      }
    }
  }

  /** First pixel of a tube's first line, had it no shift, for a cell given by its position in the tile. */
  template <bool VIsSteep>
  static __device__ int
  GetOrigin(int cellX, int cellY)
  {
    constexpr int along = IsolineTubeBegin - LeastIsolineTubeReach;
    constexpr int across = IsolineTubeBeginAcross - LeastIsolineTubeReach;
    return (cellY * IsolineTubeCell + (VIsSteep ? along : across)) * Pitch + cellX * IsolineTubeCell +
           (VIsSteep ? across : along);
  }
};
} // namespace itk::device::tubes

#endif
