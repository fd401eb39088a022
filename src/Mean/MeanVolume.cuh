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
#ifndef MeanVolume_cuh
#define MeanVolume_cuh

#include "Kernels/Border.cuh"
#include "Kernels/VolumeWalk.cuh"
#include "MeanCore.h"

/** \file
 * Means of 3 x 3 x 3 voxels. The sums are those of MeanWindow.cuh, in its order. */
namespace itk::device::mean
{
/** A warp takes 128 columns of two rows, and a block of eight warps walks through up to 128 layers. */
constexpr int VolumeWarps = 8;
constexpr int VolumeThreads = 32 * VolumeWarps;
constexpr int VolumeRows = 2;

/** The window that ends with `values[2]`. */
template <typename TSum>
__device__ __forceinline__ TSum
SumLast3(const TSum * values)
{
  return values[2] + (values[0] + values[1]);
}

/** A thread reads a layer's voxels around its own while it sums those of the layer before, along columns and then rows; the
 * level 1 cache has what its neighbours loaded. Of the last two layers it keeps the sums in registers.
 *
 * Bound by memory: float to float, 413 Gvoxel/s on an H200, 82 % of the speed of a copy. */
template <typename TInput, typename TSum, typename TOutput, bool VIsAligned>
__global__ void
__launch_bounds__(VolumeThreads, 2) Mean3x3x3Kernel(const kernels::Task<TInput, TOutput> task,
                                                    const dim3                           blocks,
                                                    const int                            blockLayers,
                                                    const MeanDivision<TSum>             division)
{
  constexpr int inputRows = VolumeRows + 2;
  constexpr int inputColumns = kernels::QuadColumns + 2;
  const auto [x, y, z, layers] = kernels::GetQuadPosition<VolumeWarps, VolumeRows>(task, blocks, blockLayers);
  if (layers == 0)
  {
    return;
  }
  const std::ptrdiff_t inX = x + task.offset[0];
  const std::ptrdiff_t inY = y + task.offset[1];
  const std::ptrdiff_t inZ = z + task.offset[2];
  const bool           isCut = inZ + layers == task.inputSize[2]; // nothing is below the last layer
  const bool           isFirst = inX == 0;
  const bool           isLast = inX + kernels::QuadColumns == task.inputSize[0];

  const auto offsetOfRow = [&](int i) {
    return static_cast<int>((kernels::NearestIndex(inY + i, task.inputSize[1]) - inY) * task.inputStride[1]);
  };
  const int      rowOffset[inputRows]{ offsetOfRow(-1), 0, static_cast<int>(task.inputStride[1]), offsetOfRow(2) };
  const TInput * source = task.input + inX + inY * task.inputStride[1] + inZ * task.inputStride[2];
  TOutput *      target = task.output + x + y * task.outputStride[1] + z * task.outputStride[2];

  TInput     ahead[inputRows][inputColumns];
  const auto load = [&](const TInput * layer) {
#pragma unroll
    for (int j = 0; j < inputRows; ++j)
    {
      const TInput * const row = layer + rowOffset[j];
      const auto           quad = kernels::LoadQuad<VIsAligned>(row);
      ahead[j][0] = isFirst ? TInput{} : __ldg(row - 1);
      ahead[j][inputColumns - 1] = isLast ? TInput{} : __ldg(row + kernels::QuadColumns);
#pragma unroll
      for (int i = 0; i < kernels::QuadColumns; ++i)
      {
        ahead[j][i + 1] = quad.pixel[i];
      }
    }
  };

  TSum last[VolumeRows][kernels::QuadColumns]{};
  TSum pair[VolumeRows][kernels::QuadColumns]{}; // the last two layers
  load(inZ > 0 ? source - task.inputStride[2] : source);
#pragma unroll 2
  for (int layer = -2; layer < layers; ++layer) // of the output; its window ends a layer below
  {
    TSum sums[VolumeRows][inputColumns];
#pragma unroll
    for (int i = 0; i < inputColumns; ++i)
    {
      TSum column[inputRows];
#pragma unroll
      for (int j = 0; j < inputRows; ++j)
      {
        // Beyond the image is the nearest voxel. Chosen here: where they are loaded it would wait for them.
        const bool isBeyond = (i == 0 && isFirst) || (i == inputColumns - 1 && isLast);
        const int  inside = i == 0 ? 1 : i == inputColumns - 1 ? inputColumns - 2 : i;
        column[j] = isBeyond ? ahead[j][inside] : ahead[j][i];
      }
#pragma unroll
      for (int j = 0; j < VolumeRows; ++j)
      {
        sums[j][i] = SumLast3(column + j);
      }
    }
    // The layer below this one's window, or the lowest again.
    load(source);
    source += layer + 3 < layers || (layer + 3 == layers && !isCut) ? task.inputStride[2] : 0;
#pragma unroll
    for (int j = 0; j < VolumeRows; ++j)
    {
      TSum sum[kernels::QuadColumns];
#pragma unroll
      for (int i = 0; i < kernels::QuadColumns; ++i)
      {
        const TSum end = SumLast3(sums[j] + i);
        sum[i] = end + pair[j][i];
        pair[j][i] = last[j][i] + end;
        last[j][i] = end;
      }
      if (layer >= 0)
      {
        kernels::Quad<TOutput> mean;
        division.Divide(sum, mean.pixel);
        kernels::StoreQuad<VIsAligned>(target + j * task.outputStride[1], mean);
      }
    }
    target += layer >= 0 ? task.outputStride[2] : 0;
  }
}

/** Enqueues the means of 3 x 3 x 3 voxels, if there are two rows of a quad and enough voxels to fill the device.
 * \return whether it did */
template <typename TInput, typename TSum, typename TOutput>
bool
LaunchMean3x3x3(const kernels::Task<TInput, TOutput> & task, const MeanDivision<TSum> & division, const Stream & stream)
{
  if (!kernels::HasQuads(task, VolumeRows))
  {
    return false;
  }
  const auto           kernel = kernels::AreQuads(task) ? Mean3x3x3Kernel<TInput, TSum, TOutput, true>
                                                        : Mean3x3x3Kernel<TInput, TSum, TOutput, false>;
  const dim3           blocks(kernels::DivideUp(task.outputSize[0], 32 * kernels::QuadColumns),
                    kernels::DivideUp(task.outputSize[1], VolumeWarps * VolumeRows));
  const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
  const int            layers =
    kernels::FindBlockLayers({ 8, 128 }, kernel, VolumeThreads, 0, blocksOfLayer, task.outputSize[2], stream);
  if (layers == 0)
  {
    return false;
  }
  kernels::ForEachBlockLayers(task, blocksOfLayer, layers, [&](const auto & part, std::ptrdiff_t count) {
    kernels::Launch("Mean3x3x3Kernel", kernel, { count, VolumeThreads }, stream, part, blocks, layers, division);
  });
  return true;
}
} // namespace itk::device::mean

#endif
