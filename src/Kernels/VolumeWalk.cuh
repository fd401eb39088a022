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
#ifndef VolumeWalk_cuh
#define VolumeWalk_cuh

#include "Grid.cuh"
#include "Task.cuh"
#include <cstdint>
#include <cstring>
#include <type_traits>

/** \file
 * Blocks that walk through the layers of a volume, whose threads take four voxels of a row at once. */
namespace itk::device::kernels
{
constexpr int QuadColumns = 4;

template <typename TPixel>
struct alignas(QuadColumns * sizeof(TPixel)) Quad
{
  TPixel pixel[QuadColumns];
};

/** A quad as a register or a bank of shared memory has it. */
template <typename TPixel>
using QuadWords =
  std::conditional_t<sizeof(TPixel) == 4, uint4, std::conditional_t<sizeof(TPixel) == 2, uint2, unsigned>>;

template <typename TPixel>
__device__ __forceinline__ Quad<TPixel>
                           UnpackQuad(const QuadWords<TPixel> & words)
{
  static_assert(sizeof(words) == sizeof(Quad<TPixel>));
  Quad<TPixel> quad;
  std::memcpy(&quad, &words, sizeof(quad));
  return quad;
}

template <typename TPixel>
__device__ __forceinline__ QuadWords<TPixel>
                           PackQuad(const Quad<TPixel> & quad)
{
  QuadWords<TPixel> words;
  std::memcpy(&words, &quad, sizeof(words));
  return words;
}

template <bool VIsAligned, typename TPixel>
__device__ __forceinline__ Quad<TPixel>
                           LoadQuad(const TPixel * pixels)
{
  if constexpr (VIsAligned)
  {
    return UnpackQuad<TPixel>(__ldg(reinterpret_cast<const QuadWords<TPixel> *>(pixels)));
  }
  else
  {
    Quad<TPixel> quad;
#pragma unroll
    for (int i = 0; i < QuadColumns; ++i)
    {
      quad.pixel[i] = __ldg(pixels + i);
    }
    return quad;
  }
}

template <bool VIsAligned, typename TPixel>
__device__ __forceinline__ void
StoreQuad(TPixel * pixels, const Quad<TPixel> & quad)
{
  if constexpr (VIsAligned)
  {
    *reinterpret_cast<Quad<TPixel> *>(pixels) = quad;
  }
  else
  {
#pragma unroll
    for (int i = 0; i < QuadColumns; ++i)
    {
      pixels[i] = quad.pixel[i];
    }
  }
}

/** Whether rows are of whole quads, which are aligned. */
template <typename TPixel>
bool
AreQuads(const TPixel * first, std::ptrdiff_t columns, const std::ptrdiff_t (&stride)[3])
{
  return (columns | stride[1] | stride[2]) % QuadColumns == 0 &&
         reinterpret_cast<std::uintptr_t>(first) % sizeof(Quad<TPixel>) == 0;
}

template <typename TInput, typename TOutput>
bool
AreQuads(const Task<TInput, TOutput> & task)
{
  return AreQuads(task.input + task.offset[0], task.outputSize[0], task.inputStride) &&
         AreQuads(task.output, task.outputSize[0], task.outputStride);
}

/** Whether threads that take quads of `rows` rows at once can do the task: it has as many rows and columns, and an int holds
 * the offset of a row from its neighbours. */
template <typename TInput, typename TOutput>
bool
HasQuads(const Task<TInput, TOutput> & task, int rows)
{
  const std::ptrdiff_t largestStride = 0x7fffffff / (rows + 1);
  return task.outputSize[0] >= QuadColumns && task.outputSize[1] >= rows && task.inputStride[1] <= largestStride;
}

/** Where a thread of a walk along axis 2 begins, and through how many layers it walks; none if the task has no voxel for it. */
struct QuadPosition
{
  std::ptrdiff_t x;
  std::ptrdiff_t y;
  std::ptrdiff_t z;
  int            layers;
};

/** That of a thread that takes a quad of each of VRows rows of a task that HasQuads. `blocks` are those of a layer;
 * a warp of a block has the 32 quads that follow one another. */
template <int VWarps, int VRows, typename TTask>
__device__ __forceinline__ QuadPosition
GetQuadPosition(const TTask & task, const dim3 & blocks, int blockLayers)
{
  const std::ptrdiff_t x = (std::ptrdiff_t{ blockIdx.x % blocks.x } * 32 + threadIdx.x % 32) * QuadColumns;
  const std::ptrdiff_t y = (std::ptrdiff_t{ blockIdx.x / blocks.x % blocks.y } * VWarps + threadIdx.x / 32) * VRows;
  const std::ptrdiff_t z = std::ptrdiff_t{ blockIdx.x / blocks.x / blocks.y } * blockLayers;
  if (x >= task.outputSize[0] || y >= task.outputSize[1])
  {
    return {};
  }
  // Where the last rows or columns are fewer, some are found twice, so that no thread has to ask how many it has.
  return { min(x, task.outputSize[0] - QuadColumns),
           min(y, task.outputSize[1] - VRows),
           z,
           static_cast<int>(min(task.outputSize[2] - z, std::ptrdiff_t{ blockLayers })) };
}

/** How many tiles of so many columns and rows, of all layers of the output, each multiprocessor has. */
template <typename TTask>
std::ptrdiff_t
CountTilesOfMultiprocessor(const TTask & task, std::ptrdiff_t columns, std::ptrdiff_t rows, const Stream & stream)
{
  return DivideUp(task.outputSize[0], columns) * DivideUp(task.outputSize[1], rows) * task.outputSize[2] /
         GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream);
}

/** Layers for each block of a walk along axis 2, by halving the greater of `range`: as many as leave almost two blocks
 * for each place; 0 if even with the lesser some multiprocessor would have none. */
template <typename TKernel>
int
FindBlockLayers(const int (&range)[2],
                TKernel        kernel,
                int            threads,
                std::size_t    sharedMemory,
                std::ptrdiff_t blocksOfLayer,
                std::ptrdiff_t layers,
                const Stream & stream)
{
  const std::ptrdiff_t places = CountResidentBlocks(kernel, threads, sharedMemory, stream);
  int                  length = range[1];
  const auto           count = [&] { return blocksOfLayer * DivideUp(layers, length); };
  while (length > range[0] && 8 * count() < 15 * places)
  {
    length /= 2;
  }
  return count() < GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream) ? 0 : length;
}

/** Calls `launch(part of the task, blocks)`, each block walking through `blockLayers` layers. */
template <typename TTask, typename TLaunch>
void
ForEachBlockLayers(const TTask & task, std::ptrdiff_t blocksOfLayer, int blockLayers, const TLaunch & launch)
{
  ForEachGrid(
    DivideUp(task.outputSize[2], blockLayers), blocksOfLayer, [&](std::ptrdiff_t first, std::ptrdiff_t count) {
      const std::ptrdiff_t begin = first * blockLayers;
      const std::ptrdiff_t size = std::min(count * blockLayers, task.outputSize[2] - begin);
      launch(GetLayers(task, begin, size), blocksOfLayer * count);
    });
}
} // namespace itk::device::kernels

#endif
