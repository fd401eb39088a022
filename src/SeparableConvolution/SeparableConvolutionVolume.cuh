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
#ifndef SeparableConvolutionVolume_cuh
#define SeparableConvolutionVolume_cuh

#include "Kernels/Border.cuh"
#include "Kernels/KeepInRegister.cuh"
#include "Kernels/VolumeWalk.cuh"
#include "SeparableConvolutionLaunch.cuh"
#include "SeparableConvolutionPasses.cuh"
#include "SeparableConvolutionQuads.cuh"
#include "SeparableConvolutionVolumeTile.cuh"
#include <cstdint>
#include <cstring>
#include <type_traits>

/** \file
 * All axes of a volume at once, by kernels of the same few coefficients along each. */
namespace itk::device::separable
{
/** Of which a multiprocessor has two, or three of a radius of at most 2. */
using WideTile = TileShape<128, 16>;

/** Of which it has one: fewer rows around it are read. */
using TallTile = TileShape<128, 32>;

/** Of which it has two: of a radius of 5, fewer voxels around it are read and summed than of a wide one, and 288 Gvoxel/s on an
 * H100 rather than 275, with a tall one; but of a radius of 4, 315 rather than 355 on an H200, with a wide one. */
using SquareTile = TileShape<64, 32>;

/** The best of a radius. */
template <int VRadius>
using UsualTile = std::conditional_t<VRadius == 5, SquareTile, WideTile>;

/** Whether tall tiles are better: of 16 bits, 383 Gvoxel/s on an H200 rather than 348 of 7 coefficients, and 365 rather than 346 of
 * 9; but of float and 9 coefficients 323 rather than 354. */
template <typename TInput, int VRadius>
inline constexpr bool AreTallTilesBetter = sizeof(TInput) == 2 && (VRadius == 3 || VRadius == 4);

/** Layers of tall tiles for each multiprocessor from which on they are taken: 2^26 voxels are 124 for an H200. */
constexpr std::ptrdiff_t LeastTallTiles = 124;

/** Integers by way of 32 bits, which the compiler would spare itself: converting those takes a quarter of the time. */
template <typename TInput>
__device__ __forceinline__ Quad<float>
                           ConvertQuad(const QuadWords<TInput> & words)
{
  if constexpr (std::is_same_v<TInput, float>)
  {
    return UnpackQuad<float>(words);
  }
  else
  {
    constexpr int size = sizeof(TInput);
    std::uint32_t word[size];
    std::memcpy(word, &words, sizeof(word));
    Quad<float> result;
#pragma unroll
    for (int i = 0; i < QuadColumns; ++i)
    {
      // The bytes of pixel i, and those above: the fourth, which is 0, or copies of its sign.
      const int first = i * size % 4;
      const int above = std::is_signed_v<TInput> ? 8 + first + size - 1 : 4;
      const int selector = above << 12 | above << 8 | (size == 2 ? first + 1 : above) << 4 | first;
      std::conditional_t<std::is_signed_v<TInput>, std::int32_t, std::uint32_t> value;
      asm("prmt.b32 %0, %1, 0, %2;" : "=r"(value) : "r"(word[i * size / 4]), "r"(selector));
      result.pixel[i] = static_cast<float>(value);
    }
    return result;
  }
}

/** Sums along rows: `thread` makes eight of a row. `firstColumn` is the tile's first one with its margin, in the input. */
template <typename TInput, int VRadius, typename TShape>
__device__ __forceinline__ void
SumRows(VolumeTile<TInput, VRadius, TShape> & tile,
        int                                   buffer,
        unsigned int                          thread,
        int                                   firstColumn,
        int                                   inputColumns,
        const Coefficients<VRadius> &         kernel)
{
  using Tile = VolumeTile<TInput, VRadius, TShape>;
  constexpr int sums = 2 * QuadColumns;
  constexpr int values = sums + 2 * Tile::Margin * QuadColumns;
  constexpr int pairs = Tile::Columns / sums;
  constexpr int rows = Tile::Threads / pairs;
  const int     pair = thread % pairs;
#pragma unroll
  for (int begin = 0; begin < Tile::InputRows; begin += rows)
  {
    const int row = begin + thread / pairs;
    if (row >= Tile::InputRows)
    {
      break;
    }
    float value[values];
#pragma unroll
    for (int i = 0; i < values / QuadColumns; ++i)
    {
      const int  place = Tile::template GetPlace<TInput>(Tile::FirstQuad - Tile::Margin + 2 * pair + i, row);
      const auto quad = ConvertQuad<TInput>(tile.voxels[buffer][row][place]);
#pragma unroll
      for (int j = 0; j < QuadColumns; ++j)
      {
        value[i * QuadColumns + j] = quad.pixel[j];
      }
    }
    if constexpr (!FillsQuads<TInput>)
    {
      // Beyond the image, where whole quads are, is the nearest voxel.
      if (firstColumn < 0 || firstColumn + Tile::Columns + 2 * Tile::Margin * QuadColumns > inputColumns)
      {
        const int firstInside = -firstColumn / QuadColumns - 2 * pair;
        const int endInside = (inputColumns - firstColumn) / QuadColumns - 2 * pair;
#pragma unroll
        for (int i = Tile::Margin - 1; i >= 0; --i)
        {
#pragma unroll
          for (int j = 0; j < QuadColumns; ++j)
          {
            float & v = value[i * QuadColumns + j];
            v = i < firstInside ? value[(i + 1) * QuadColumns] : v;
          }
        }
#pragma unroll
        for (int i = 1; i < values / QuadColumns; ++i)
        {
#pragma unroll
          for (int j = 0; j < QuadColumns; ++j)
          {
            float & v = value[i * QuadColumns + j];
            v = i >= endInside ? value[i * QuadColumns - 1] : v;
          }
        }
      }
    }
    Quad<float> sum[2];
#pragma unroll
    for (int i = 0; i < sums; ++i)
    {
      constexpr int first = Tile::Margin * QuadColumns - VRadius;
      float         s = kernel.value[0] * value[first + i];
#pragma unroll
      for (int k = 1; k <= 2 * VRadius; ++k)
      {
        s = fmaf(kernel.value[k], value[first + i + k], s);
      }
      sum[i / QuadColumns].pixel[i % QuadColumns] = s;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
    {
      tile.sums[buffer][row][Tile::template GetPlace<float>(2 * pair + i, row)] = PackQuad(sum[i]);
    }
  }
}

/** threadIdx.x, in a form that leaves the compiler registers for what follows from it. */
template <typename TShape, unsigned int VThreads>
__device__ __forceinline__ unsigned int
GetRowThread()
{
  if constexpr (std::is_same_v<TShape, TallTile>)
  {
    return KeepInRegister(threadIdx.x);
  }
  else
  {
    return std::is_same_v<TShape, SquareTile> ? threadIdx.x % VThreads : threadIdx.x;
  }
}

/** A block walks through layers: while it sums along the rows of one, it sums along the columns of the one before, whose
 * unfinished sums along axis 2 stay in registers, and the next one is copied to shared memory. */
template <typename TInput, int VRadius, typename TShape>
__global__ void
__launch_bounds__(VolumeTile<TInput, VRadius, TShape>::Threads,
                  std::is_same_v<TShape, TallTile> ? 1
                  : VRadius <= 2                   ? 3
                                 : 2) SeparableConvolutionVolumeKernel(const Task<TInput, float>         task,
                                                                       const dim3                        blocks,
                                                                       const int                         blockLayers,
                                                                       const VolumeCoefficients<VRadius> kernel)
{
  using Tile = VolumeTile<TInput, VRadius, TShape>;
  extern __shared__ uint4 tileMemory[];
  Tile &                  tile = *reinterpret_cast<Tile *>(tileMemory);

  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x % blocks.x } * Tile::Columns;
  const std::ptrdiff_t y = std::ptrdiff_t{ blockIdx.x / blocks.x % blocks.y } * Tile::Rows;
  const std::ptrdiff_t z = std::ptrdiff_t{ blockIdx.x / blocks.x / blocks.y } * blockLayers;
  const std::ptrdiff_t inX = x + task.offset[0];
  const std::ptrdiff_t inZ = z + task.offset[2] - VRadius;
  const int            layers = static_cast<int>(min(task.outputSize[2] - z, std::ptrdiff_t{ blockLayers }));
  const int            inputLayers = layers + 2 * VRadius;
  // From these layers on, and up to these, the next is another one.
  const int firstStep = static_cast<int>(max(-inZ, std::ptrdiff_t{ 0 }));
  const int lastStep = static_cast<int>(min(task.inputSize[2] - 1 - inZ, std::ptrdiff_t{ inputLayers }));

  const int            column = threadIdx.x % Tile::Columns;
  const int            firstRow = threadIdx.x / Tile::Columns * Tile::RowsOfThread;
  const std::ptrdiff_t rowsLeft = x + column < task.outputSize[0] ? task.outputSize[1] - y - firstRow : 0;
  const int            rows = static_cast<int>(min(rowsLeft, std::ptrdiff_t{ Tile::RowsOfThread }));
  const int place = Tile::template GetPlace<float>(column / QuadColumns, 0) * QuadColumns + column % QuadColumns;
  const int outputStride = static_cast<int>(task.outputStride[1]);

  LayerCopier<TInput, VRadius, TShape> copier(
    task, task.input + NearestIndex(inZ, task.inputSize[2]) * task.inputStride[2], inX, y + task.offset[1], tile);
  float * target =
    task.output + x + column + (y + firstRow) * task.outputStride[1] + (z - 2 * VRadius) * task.outputStride[2];
  ColumnSums<VRadius, Tile::RowsOfThread> layerSums;

  const auto startNext = [&](int layer) {
    copier.Start(layer >= firstStep && layer < lastStep ? task.inputStride[2] : 0, ~layer & 1);
    if (layer + 1 < lastStep)
    {
      copier.PrefetchNext();
    }
  };
  copier.Start(0, 0);
  __pipeline_wait_prior(0);
  __syncthreads();
  const unsigned int rowThread = GetRowThread<TShape, Tile::Threads>();
  const auto         sumRows = [&](int layer) {
    SumRows(tile,
            layer & 1,
            rowThread,
            static_cast<int>(inX) - Tile::Margin * QuadColumns,
            static_cast<int>(task.inputSize[0]),
            kernel.axis[0]);
  };
  startNext(0);
  sumRows(0);
  // By twos, as the compiler moves all sums once in each turn.
#pragma unroll(VRadius > 2 ? 2 : 1)
  for (int layer = 1; layer <= inputLayers; ++layer)
  {
    __pipeline_wait_prior(0);
    // What is written from here on was last read before this barrier.
    __syncthreads();
    if (layer + 1 < inputLayers)
    {
      startNext(layer);
    }
    if (layer < inputLayers)
    {
      sumRows(layer);
    }
    float sum[Tile::RowsOfThread];
    SumColumn(
      reinterpret_cast<const float *>(tile.sums[~layer & 1][firstRow]) + place, Tile::Columns, kernel.axis[1], sum);
    layerSums.Push(sum, kernel.axis[2]);
    const int rowsOfLayer = layer > 2 * VRadius ? rows : 0;
    if (rowsOfLayer == Tile::RowsOfThread)
    {
      float * output = target;
#pragma unroll
      for (int i = 0; i < Tile::RowsOfThread; ++i)
      {
        *output = sum[i];
        output += outputStride;
      }
    }
    else
    {
#pragma unroll
      for (int i = 0; i < Tile::RowsOfThread; ++i)
      {
        if (i < rowsOfLayer)
        {
          target[i * outputStride] = sum[i];
        }
      }
    }
    target += task.outputStride[2];
  }
}

/** Enqueues all axes at once, with tiles of a shape, if there are enough voxels to fill the device and its blocks have the
 * shared memory.
 * \return whether it did */
template <typename TShape, typename TInput, int VRadius>
bool
LaunchVolumeTiles(const Task<TInput, float> &         task,
                  const VolumeCoefficients<VRadius> & coefficients,
                  const Stream &                      stream)
{
  using Tile = VolumeTile<TInput, VRadius, TShape>;
  const auto kernel = SeparableConvolutionVolumeKernel<TInput, VRadius, TShape>;
  const int  most = GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream);
  if (sizeof(Tile) > static_cast<std::size_t>(most))
  {
    return false;
  }
  AllowSharedMemory(kernel, sizeof(Tile));
  const dim3           blocks(DivideUp(task.outputSize[0], Tile::Columns), DivideUp(task.outputSize[1], Tile::Rows));
  const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
  const int            layers =
    FindBlockLayers({ 32, 256 }, kernel, Tile::Threads, sizeof(Tile), blocksOfLayer, task.outputSize[2], stream);
  if (layers == 0)
  {
    return false;
  }
  ForEachBlockLayers(task, blocksOfLayer, layers, [&](const auto & part, std::ptrdiff_t count) {
    Launch("SeparableConvolutionVolumeKernel",
           kernel,
           { count, Tile::Threads, sizeof(Tile) },
           stream,
           part,
           blocks,
           layers,
           coefficients);
  });
  return true;
}

/** Enqueues all axes at once, if they have as many coefficients, there are enough voxels to fill the device and, for more
 * than 5, quads of the input are aligned and its blocks have the shared memory.
 * \return whether it did */
template <typename TInput>
bool
LaunchVolumePass(const Task<TInput, float> & task, const Kernel & axes, const Stream & stream)
{
  constexpr std::ptrdiff_t mostPlaces = 0x7fffffff; // places in a layer are int
  const std::size_t        coefficients = axes[0].size();
  if (coefficients == 1 || coefficients > 2 * LargestVolumeRadius + 1 || axes[1].size() != coefficients ||
      axes[2].size() != coefficients || task.inputStride[1] * task.inputSize[1] > mostPlaces)
  {
    return false;
  }
  bool isLaunched = false;
  WithRadius<LargestVolumeRadius>(coefficients / 2, [&](auto constant) {
    constexpr int                    radius = decltype(constant)::value;
    const VolumeCoefficients<radius> coefficientsOfAxes{
      { MakeCoefficients<radius>(axes[0]), MakeCoefficients<radius>(axes[1]), MakeCoefficients<radius>(axes[2]) }
    };
    if constexpr (radius <= LargestQuadsRadius)
    {
      isLaunched = LaunchQuads(task, coefficientsOfAxes, stream);
      if (isLaunched)
      {
        return;
      }
    }
    if (!AreQuads(task.input, task.inputSize[0] | task.offset[0], task.inputStride))
    {
      return;
    }
    if constexpr (AreTallTilesBetter<TInput, radius>)
    {
      isLaunched = CountTilesOfMultiprocessor(task, TallTile::Columns, TallTile::Rows, stream) >= LeastTallTiles &&
                   LaunchVolumeTiles<TallTile>(task, coefficientsOfAxes, stream);
    }
    isLaunched = isLaunched || LaunchVolumeTiles<UsualTile<radius>>(task, coefficientsOfAxes, stream);
  });
  return isLaunched;
}
} // namespace itk::device::separable

#endif
