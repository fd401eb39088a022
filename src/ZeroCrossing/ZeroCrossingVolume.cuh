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
#ifndef ZeroCrossingVolume_cuh
#define ZeroCrossingVolume_cuh

#include "Kernels/Border.cuh"
#include "Kernels/VolumeWalk.cuh"
#include "Kernels/ZeroCrossingCore.h"

namespace itk::device
{
template <typename TInput, typename TOutput>
struct ZeroCrossingTask : kernels::Task<TInput, TOutput>
{
  TOutput foreground;
  TOutput background;
};

/** Of volumes a warp takes 128 columns of a row, and a block of eight warps walks through up to 64 layers. */
constexpr int VolumeWarps = 8;
constexpr int VolumeThreads = 32 * VolumeWarps;

/** A thread keeps three layers of its pixels in registers, and loads what the next output takes while it works on this
 * one. The rows above and below, and the columns beside, come from the level 1 cache: its neighbours loaded them.
 *
 * Bound by memory: float to float, 479 Gvoxel/s on an H200, 90 % of the speed of a copy. */
template <typename TInput, typename TOutput, bool VIsAligned>
__global__ void
__launch_bounds__(VolumeThreads, 4)
  MarkZeroCrossingsOfVolume(ZeroCrossingTask<TInput, TOutput> task, dim3 blocks, int blockLayers)
{
  using Quad = kernels::Quad<TInput>;
  const auto [x, y, z, layers] = kernels::GetQuadPosition<VolumeWarps, 1>(task, blocks, blockLayers);
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

  // Beyond the image a pixel is its own neighbour.
  const auto offsetOfRow = [&](int i) {
    return static_cast<int>((kernels::NearestIndex(inY + i, task.inputSize[1]) - inY) * task.inputStride[1]);
  };
  const int      aboveOffset = offsetOfRow(-1);
  const int      belowOffset = offsetOfRow(1);
  const TInput * source = task.input + inX + inY * task.inputStride[1] + inZ * task.inputStride[2];
  TOutput *      target = task.output + x + y * task.outputStride[1] + z * task.outputStride[2];

  struct Around
  {
    Quad   above;
    Quad   below;
    TInput left;
    TInput right;
  };
  const auto loadAround = [&](const TInput * layer, Around & around) {
    around.above = kernels::LoadQuad<VIsAligned>(layer + aboveOffset);
    around.below = kernels::LoadQuad<VIsAligned>(layer + belowOffset);
    around.left = isFirst ? TInput{} : __ldg(layer - 1);
    around.right = isLast ? TInput{} : __ldg(layer + kernels::QuadColumns);
  };

  Quad   before = kernels::LoadQuad<VIsAligned>(inZ > 0 ? source - task.inputStride[2] : source);
  Quad   center = kernels::LoadQuad<VIsAligned>(source);
  Around around;
  loadAround(source, around);
  source += layers > 1 || !isCut ? task.inputStride[2] : 0;
  Quad ahead = kernels::LoadQuad<VIsAligned>(source);
#pragma unroll 2
  for (int layer = 0; layer < layers; ++layer)
  {
    const Around now = around;
    const Quad   after = ahead;
    loadAround(source, around);
    source += layer + 2 < layers || (layer + 2 == layers && !isCut) ? task.inputStride[2] : 0;
    ahead = kernels::LoadQuad<VIsAligned>(source);
    // Chosen here: where they are loaded it would wait for them.
    const TInput           left = isFirst ? center.pixel[0] : now.left;
    const TInput           right = isLast ? center.pixel[kernels::QuadColumns - 1] : now.right;
    kernels::Quad<TOutput> result;
#pragma unroll
    for (int i = 0; i < kernels::QuadColumns; ++i)
    {
      const TInput neighbors[]{ i == 0 ? left : center.pixel[i == 0 ? 0 : i - 1],
                                i == kernels::QuadColumns - 1 ? right
                                                              : center.pixel[i == kernels::QuadColumns - 1 ? i : i + 1],
                                now.above.pixel[i],
                                now.below.pixel[i],
                                before.pixel[i],
                                after.pixel[i] };
      result.pixel[i] = IsZeroCrossing(center.pixel[i], neighbors) ? task.foreground : task.background;
    }
    kernels::StoreQuad<VIsAligned>(target, result);
    target += task.outputStride[2];
    before = center;
    center = after;
  }
}

/** Enqueues the kernel for volumes, if a row has a quad and there are enough voxels to fill the device.
 * \return whether it did */
template <typename TInput, typename TOutput>
bool
LaunchOnVolume(const ZeroCrossingTask<TInput, TOutput> & task, const Stream & stream)
{
  if (!kernels::HasQuads(task, 1))
  {
    return false;
  }
  const auto           kernel = kernels::AreQuads(task) ? MarkZeroCrossingsOfVolume<TInput, TOutput, true>
                                                        : MarkZeroCrossingsOfVolume<TInput, TOutput, false>;
  const dim3           blocks(kernels::DivideUp(task.outputSize[0], 32 * kernels::QuadColumns),
                    kernels::DivideUp(task.outputSize[1], VolumeWarps));
  const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
  const int            layers =
    kernels::FindBlockLayers({ 32, 64 }, kernel, VolumeThreads, 0, blocksOfLayer, task.outputSize[2], stream);
  if (layers == 0)
  {
    return false;
  }
  kernels::ForEachBlockLayers(task, blocksOfLayer, layers, [&](const auto & part, std::ptrdiff_t count) {
    kernels::Launch("MarkZeroCrossingsOfVolume", kernel, { count, VolumeThreads }, stream, part, blocks, layers);
  });
  return true;
}
} // namespace itk::device

#endif
