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
#include "MedianLarge.cuh"
#include "MedianLargeSlide.cuh"
#include "MedianLargeSort.cuh"
#include "MedianLargeTile.cuh"
#include "Kernels/Border.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include "MedianCore.h"

namespace itk::device
{
namespace
{
using namespace medianlarge;

/** Shared memory of a block, in bytes from its start. */
template <typename TPixel>
struct LargeMedianLayout
{
  std::uint32_t sorted;
  std::uint32_t ranks;
  std::uint32_t keys;
  std::uint32_t counts;
  std::uint32_t size;

  __host__ __device__ __forceinline__ explicit LargeMedianLayout(const LargeMedianTile & tile)
  {
    const std::uint32_t list = (tile.count + 7) / 8 * 16;
    sorted = 0;
    ranks = list;
    keys = ranks + list;
    counts = keys + (tile.count * static_cast<std::uint32_t>(sizeof(TPixel)) + 15) / 16 * 16;
    size = counts + (tile.threads / 32 * RadixSortDigits + RadixSortDigits / 32) * 4;
  }
};

template <typename TPosition, typename TPixel>
__global__ void
MedianLargeKernel(const MedianTask<TPixel> task, const LargeMedianTile tile)
{
  using Key = typename MedianKey<TPixel>::Type;
  extern __shared__ uint4         shared[];
  char * const                    memory = reinterpret_cast<char *>(shared);
  const LargeMedianLayout<TPixel> layout(tile);
  std::uint16_t * const           sorted = reinterpret_cast<std::uint16_t *>(memory + layout.sorted);
  std::uint16_t * const           ranks = reinterpret_cast<std::uint16_t *>(memory + layout.ranks);
  Key * const                     keys = reinterpret_cast<Key *>(memory + layout.keys);
  std::uint32_t * const           counts = reinterpret_cast<std::uint32_t *>(memory + layout.counts);

  const std::uint32_t block[3] = { blockIdx.x % tile.blocks[0],
                                   blockIdx.x / tile.blocks[0] % tile.blocks[1],
                                   blockIdx.x / tile.blocks[0] / tile.blocks[1] };
  std::size_t         begin[3];
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    begin[axis] = static_cast<std::size_t>(block[axis]) * tile.outputSize[axis];
  }
  const auto getInputIndex = [&](unsigned int axis, std::uint32_t index) {
    return kernels::NearestIndex(
      static_cast<std::ptrdiff_t>(begin[axis] + task.offset[axis] + index - task.radius[axis]), task.inputSize[axis]);
  };
  for (std::uint32_t row = threadIdx.x / 32; row < tile.size[1] * tile.size[2]; row += blockDim.x / 32)
  {
    const std::uint32_t z = row / tile.size[1];
    const std::uint32_t y = row - z * tile.size[1];
    const TPixel *      line =
      task.input + getInputIndex(2, z) * task.inputStride[2] + getInputIndex(1, y) * task.inputStride[1];
    for (std::uint32_t x = threadIdx.x % 32; x < tile.size[0]; x += 32)
    {
      keys[row * tile.size[0] + x] = MedianKey<TPixel>::Encode(line[getInputIndex(0, x)]);
    }
  }
  SortPositions<TPosition>(tile, keys, sorted, ranks, counts);
  RankPositions<TPosition>(tile, sorted, ranks);

  const std::uint32_t x = threadIdx.x % tile.outputSize[0];
  const std::uint32_t z = threadIdx.x / tile.outputSize[0] % tile.outputSize[2];
  const std::uint32_t rowCount = tile.outputSize[0] * tile.outputSize[1] * tile.outputSize[2] / blockDim.x;
  const std::uint32_t yBegin = threadIdx.x / tile.outputSize[0] / tile.outputSize[2] * rowCount;
  const auto          store = [&](std::uint32_t y, std::uint32_t position) {
    const std::size_t index[3] = { begin[0] + x, begin[1] + y, begin[2] + z };
    if (index[0] < task.outputSize[0] && index[1] < task.outputSize[1] && index[2] < task.outputSize[2])
    {
      task.output[index[2] * task.outputStride[2] + index[1] * task.outputStride[1] + index[0]] =
        MedianKey<TPixel>::Decode(keys[TPosition::GetIndex(tile, position)]);
    }
  };
  SlideWindow<TPosition>(tile, ranks, sorted, x, yBegin, yBegin + rowCount, z, store);
}

using FlatPosition = GuardedPosition<7, 7, 0>;
using LargeFlatPosition = DensePosition<8, 8, 0>;
using SolidPosition = GuardedPosition<5, 4, 4>;
using LargeSolidPosition = DensePosition<5, 5, 5>;

struct LargeMedianShape
{
  std::uint32_t size[3];
  std::uint32_t threads;
};

/** The first of the shapes whose tile fits into TPosition and into the block's shared memory. */
template <typename TPosition, typename TPixel, std::size_t VCount>
bool
ChooseTile(const MedianTask<TPixel> & task,
           const LargeMedianShape (&shapes)[VCount],
           std::uint32_t     sharedMemory,
           LargeMedianTile & tile)
{
  // Ranks are compared as signed numbers of 16 bits.
  constexpr std::uint32_t largestCount = 32752;
  for (const LargeMedianShape & shape : shapes)
  {
    bool fits = true;
    tile.count = 1;
    tile.threads = shape.threads;
    for (unsigned int axis = 0; axis < 3 && fits; ++axis)
    {
      fits = task.radius[axis] < largestCount;
      tile.outputSize[axis] = shape.size[axis];
      tile.window[axis] = static_cast<std::uint32_t>(2 * task.radius[axis] + 1);
      tile.size[axis] = tile.outputSize[axis] + tile.window[axis] - 1;
      fits = fits && tile.size[axis] <= largestCount / tile.count;
      tile.count *= tile.size[axis];
    }
    if (fits && TPosition::Fits(tile) && LargeMedianLayout<TPixel>(tile).size <= sharedMemory)
    {
      return true;
    }
  }
  return false;
}

template <typename TPosition, typename TPixel>
void
LaunchMedianLargeKernel(const MedianTask<TPixel> & task,
                        const LargeMedianTile &    tile,
                        int                        sharedMemory,
                        const Stream &             stream)
{
  const std::uint32_t bytes = LargeMedianLayout<TPixel>(tile).size;
  const auto          kernel = MedianLargeKernel<TPosition, TPixel>;
  kernels::AllowSharedMemory(kernel, sharedMemory);
  kernels::Launch("MedianLargeKernel",
                  kernel,
                  { dim3(tile.blocks[0] * tile.blocks[1] * tile.blocks[2]), tile.threads, bytes },
                  stream,
                  task,
                  tile);
}

/** Enqueues the kernel, unless the window is too large for TPosition. */
template <typename TPosition, typename TPixel, std::size_t VCount>
bool
TryMedianLarge(const MedianTask<TPixel> & task, const LargeMedianShape (&shapes)[VCount], const Stream & stream)
{
  const int       sharedMemory = kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream);
  LargeMedianTile tile{};
  if (!ChooseTile<TPosition>(task, shapes, static_cast<std::uint32_t>(sharedMemory), tile))
  {
    return false;
  }
  std::ptrdiff_t blockCount = 1;
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    const std::ptrdiff_t blocks = kernels::DivideUp(task.outputSize[axis], tile.outputSize[axis]);
    tile.blocks[axis] = static_cast<std::uint32_t>(blocks);
    blockCount *= blocks;
  }
  if (blockCount > kernels::MostBlocks)
  {
    return false;
  }
  LaunchMedianLargeKernel<TPosition>(task, tile, sharedMemory, stream);
  return true;
}
} // namespace

/** Sliding rank. A block sorts the pixels under its outputs' windows. A thread then slides a window down a column and
 * keeps track of where in the sorted list its median is: for each row it compares the ranks that enter and leave with
 * that place, and walks along the list to the new one. This is Huang's sliding histogram (IEEE Trans. ASSP 27, 1979)
 * with the sorted list in place of the histogram, so that the pixel type hardly matters.
 *
 * Bound by instructions (four in five issue slots are used): 18.6 (8 bits), 14.5 (16 bits) and 9.0 (float) Gpixel/s at
 * 31x31 on an H200; 5.7, 5.3 and 3.7 at 75x75, where the tile's margin, which is sorted too, outweighs the tile. 7x7x7:
 * 5.6 at 16 bits.
 *
 * The walk depends on the image: it is the part of the list between two successive medians, some 50 of 9000 pixels in
 * noise. It is at most the whole list, at eight pixels a step; alternating extremes among noise take five to six
 * times as long as noise. */
template <typename TPixel>
bool
LaunchMedianLarge(const MedianTask<TPixel> & task, const Stream & stream)
{
  static constexpr LargeMedianShape flatShapes[] = { { { 64, 64, 1 }, 256 },
                                                     { { 64, 32, 1 }, 256 },
                                                     { { 32, 64, 1 }, 256 } };
  static constexpr LargeMedianShape largeFlatShapes[] = { { { 128, 64, 1 }, 512 }, { { 64, 128, 1 }, 256 },
                                                          { { 64, 64, 1 }, 256 },  { { 64, 32, 1 }, 256 },
                                                          { { 32, 32, 1 }, 256 },  { { 32, 16, 1 }, 256 } };
  static constexpr LargeMedianShape solidShapes[] = { { { 16, 8, 8 }, 256 } };
  static constexpr LargeMedianShape largeSolidShapes[] = { { { 16, 16, 8 }, 256 }, { { 8, 8, 8 }, 256 } };
  if (task.radius[2] == 0)
  {
    return TryMedianLarge<FlatPosition>(task, flatShapes, stream) ||
           TryMedianLarge<LargeFlatPosition>(task, largeFlatShapes, stream);
  }
  return TryMedianLarge<SolidPosition>(task, solidShapes, stream) ||
         TryMedianLarge<LargeSolidPosition>(task, largeSolidShapes, stream);
}

#define ITK_INSTANTIATE(pixel) template bool LaunchMedianLarge<pixel>(const MedianTask<pixel> &, const Stream &);
ITK_FOR_EACH_PIXEL(ITK_INSTANTIATE)
} // namespace itk::device
