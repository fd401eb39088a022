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
#ifndef IsolineGroups_cuh
#define IsolineGroups_cuh

#include "IsolineGroupCore.h"
#include "IsolineTubes.cuh"

/** What the kernels of the third stage of the model TubesAndGroups share. */
namespace itk::device::groups
{
using tubes::Channel;

/** A block of threads handles 2 x 2 cells, a warp each of them. */
inline constexpr int WarpSize = 32;
inline constexpr int CellsOfTile = 2;
inline constexpr int GroupThreads = CellsOfTile * CellsOfTile * WarpSize;

inline constexpr unsigned int allLanes = 0xffffffffu;

/** One stage: indices of pixels count from the input's first pixel. */
struct Stage
{
  int                 size[2]; // of the image
  isoline::Area       area;    // of the pixels to be estimated
  int                 firstCorner[2];
  int                 cells[2];
  isoline::NoiseLevel noiseLevel;

  /** The last pixel that a group looks at; it may be beyond the input. */
  __device__ int
  GetLastPixel(int axis) const
  {
    return firstCorner[axis] + cells[axis] * IsolineGroupCell + IsolineGroupWindow - IsolineGroupCell -
           IsolineGroupRadius - 1;
  }
};

/** What is summed for the pixels of the area, slice after slice. */
struct Sums
{
  unsigned long long * changes;
  unsigned int *       weights;

  __device__ std::size_t
             GetIndex(const isoline::Area & area, int x, int y) const
  {
    return blockIdx.z * area.GetSize() + area.GetIndex(x, y);
  }
};

/** The pixels that the groups of 2 x 2 cells look at. */
struct Tile
{
  static constexpr int Pitch = IsolineGroupWindow + (CellsOfTile - 1) * IsolineGroupCell;
  static_assert(Pitch <= WarpSize, "A lane for each column.");

  float pixels[Pitch * Pitch + 16]; // 16 to spare: two tiles, one after the other, use different banks

  /** By all threads, a warp row after row, which are to WaitForCopies(). `x` and `y` are those of the first cell. */
  __device__ void
  Load(const Stage & stage, const Channel<const float> & from, int x, int y)
  {
    const int column = threadIdx.x % WarpSize;
    const int fromX = MirrorIsolineIndex(min(x - IsolineGroupRadius + column, stage.GetLastPixel(0)), stage.size[0]);
    for (int row = threadIdx.x / WarpSize; row < Pitch && column < Pitch; row += GroupThreads / WarpSize)
    {
      const int fromY = MirrorIsolineIndex(min(y - IsolineGroupRadius + row, stage.GetLastPixel(1)), stage.size[1]);
      isoline::StartCopy(pixels[row * Pitch + column], from.At(fromX, fromY));
    }
  }
};

/** Sums over the members of one group, for the pixels of its window: changes, and in the upper 16 bits the number of
 * members. Rows of 8 pixels, 4 at a time, meet no conflicts of banks. */
struct GroupSums
{
  static constexpr int          Pitch = Tile::Pitch;
  static constexpr std::int64_t Member = std::int64_t{ 1 } << 48;

  std::int64_t pixels[IsolineGroupWindow * Pitch];

  /** Rounded, as the changes may be negative; by 16 members of at most 2^30 each they stay small. */
  static __device__ std::uint32_t
                    GetNumberOfMembers(std::int64_t sum)
  {
    return (static_cast<std::uint32_t>(sum >> 32) + (1u << 15)) >> 16;
  }
};

/** What a warp needs one after the other. The pitches keep the banks free of conflicts and rows at multiples of 16
 * bytes. */
union alignas(16) GroupMemory
{
  float differences[NumberOfIsolineGroupDisplacements];
  float spectra[IsolineGroupPixels][2 * IsolineGroupSize + 4]; // of each coefficient, noisy blocks' and pilots'
  struct
  {
    float     estimates[IsolineGroupSize][IsolineGroupPixels + 4];
    GroupSums sums;
  };
};
} // namespace itk::device::groups

#endif
