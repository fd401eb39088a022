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
#include "Kernels/VolumeWalk.cuh"
#include "SeparableConvolutionLaunch.cuh"
#include "SeparableConvolutionPasses.cuh"
#include "SeparableConvolutionQuads.cuh"
#include "SeparableConvolutionVolumeRows.cuh"
#include <cstdint>
#include <type_traits>

/** \file
 * All axes of a volume at once, by kernels of the same few coefficients along each. */
namespace itk::device::separable
{
/** Of which a multiprocessor has two, or three of a radius of at most 2. */
using WideTile = TileShape<128, 16>;

/** Of which it has one: fewer rows around it are read. */
using TallTile = TileShape<128, 32>;

/** Of which it has two: fewer voxels around it are read and summed than of a wide one. */
using SquareTile = TileShape<64, 32>;

/** The best of a radius where tall ones are not taken. */
template <int VRadius>
using UsualTile = std::conditional_t<VRadius == 5, SquareTile, WideTile>;

/** Whether tall tiles are better: of 512^3 float voxels and 11 coefficients 355 Gvoxel/s on an H200, with square ones 348; but of
 * 9, 399 rather than 406 with wide ones. Of 16 bits and 7 coefficients 460 rather than 440, of 9, 407 rather than 379. */
template <typename TInput, int VRadius>
inline constexpr bool AreTallTilesBetter = VRadius == 5 || (sizeof(TInput) == 2 && VRadius >= 3);

/** Layers of tall tiles for each multiprocessor from which on they are taken: 2^26 voxels are 124 for an H200. */
constexpr std::ptrdiff_t LeastTallTiles = 124;

/** A block walks through layers: while it sums along the columns of one, whose unfinished sums along axis 2 stay in registers, the
 * next one is summed along its rows, and the one after that copied to shared memory. `VHasLines`: LineCopier can copy them. */
template <typename TInput, int VRadius, typename TShape, bool VHasLines>
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
  using Copier = std::conditional_t<VHasLines && HasMemoryBarriers,
                                    LineCopier<TInput, VRadius, TShape>,
                                    QuadCopier<TInput, VRadius, TShape>>;
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
  const int            outputStride = static_cast<int>(task.outputStride[1]);

  Copier copier(
    task, task.input + NearestIndex(inZ, task.inputSize[2]) * task.inputStride[2], inX, y + task.offset[1], tile);
  float * target =
    task.output + x + column + (y + firstRow) * task.outputStride[1] + (z - 2 * VRadius) * task.outputStride[2];
  ColumnSums<VRadius, Tile::RowsOfThread> layerSums;

  const auto startNext = [&](int layer) {
    copier.Start(layer >= firstStep && layer < lastStep ? task.inputStride[2] : 0, ~layer & 1);
  };
  const auto sumRows = [&](int layer) {
    copier.Wait(layer);
    SumRows(tile, layer & 1, static_cast<int>(inX), static_cast<int>(task.inputSize[0]), kernel.axis[0]);
  };
  const auto sumColumn = [&](int layer, float(&sum)[Tile::RowsOfThread]) {
    SumColumn(reinterpret_cast<const float *>(tile.sums[layer & 1][firstRow]) + column,
              static_cast<int>(sizeof(tile.sums[0][0]) / sizeof(float)),
              kernel.axis[1],
              sum);
  };
  copier.StartFirst();
  startNext(0);
  sumRows(0);
  copier.Arrive();
  // By twos, as the compiler moves all sums once in each turn.
#pragma unroll(VRadius > 2 ? 2 : 1)
  for (int layer = 1; layer <= inputLayers; ++layer)
  {
    // What is written from here on was last read before.
    copier.Meet(layer - 1);
    if (layer + 1 < inputLayers)
    {
      startNext(layer);
    }
    float sum[Tile::RowsOfThread];
    // First, if there are registers for it, which leaves the copies more time.
    if constexpr (Copier::LeavesRegisters)
    {
      sumColumn(layer - 1, sum);
    }
    if (layer < inputLayers)
    {
      sumRows(layer);
    }
    if constexpr (!Copier::LeavesRegisters)
    {
      sumColumn(layer - 1, sum);
    }
    if (layer < inputLayers)
    {
      copier.Arrive();
    }
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

/** Whether rows are of whole aligned copies, so that LineCopier can copy them. */
template <typename TInput>
bool
HasLines(const Task<TInput, float> & task)
{
  const auto columns = task.inputSize[0] | task.offset[0] | task.inputStride[1] | task.inputStride[2];
  return columns * sizeof(TInput) % CopiedBytes == 0 && reinterpret_cast<std::uintptr_t>(task.input) % CopiedBytes == 0;
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
  // Aligned quads of float are lines, so of these there is no kernel without.
  const auto kernel = HasLines(task) ? SeparableConvolutionVolumeKernel<TInput, VRadius, TShape, true>
                                     : SeparableConvolutionVolumeKernel<TInput, VRadius, TShape, FillsQuads<TInput>>;
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
  bool       isLaunched = false;
  const bool hasLines = HasLines(task);
  WithRadius<LargestVolumeRadius>(coefficients / 2, [&](auto constant) {
    constexpr int                    radius = decltype(constant)::value;
    const VolumeCoefficients<radius> coefficientsOfAxes{
      { MakeCoefficients<radius>(axes[0]), MakeCoefficients<radius>(axes[1]), MakeCoefficients<radius>(axes[2]) }
    };
    if constexpr (radius == 2)
    {
      // Of 512^3 voxels of 16 bits 508 Gvoxel/s on an H200, rather than 393.
      constexpr int firstWithLineCopies = 9;
      isLaunched = hasLines && GetDeviceAttribute(cudaDevAttrComputeCapabilityMajor, stream) >= firstWithLineCopies &&
                   LaunchVolumeTiles<WideTile>(task, coefficientsOfAxes, stream);
      if (isLaunched)
      {
        return;
      }
    }
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
