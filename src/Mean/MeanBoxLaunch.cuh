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
#ifndef MeanBoxLaunch_cuh
#define MeanBoxLaunch_cuh

#include "MeanVolumeGroups.cuh"

namespace itk::device::mean
{
/** Layers of tiles for each multiprocessor from which on, with aligned rows of the output, two groups are taken of boxes of
 * any sides, and of squares of 7 or more: of 512^3 voxels, 992 for an H200, a cube of 7 makes 299 Gvoxel/s rather than 247;
 * but of 256^3, if a thread loads its columns itself, 176 on an H100 rather than 190. */
constexpr std::ptrdiff_t LeastTilesOfTwoGroups = 496;

/** Blocks for each multiprocessor from which on boxes of any sides are taken: of 129^3 voxels, which are fewer, the passes are 1.5
 * times as fast. */
constexpr std::ptrdiff_t LeastBlocksOfAnySides = 2;

/** Bytes of shared memory that a block has. */
template <int VRadius, int VLayersRadius, int VGroups, bool VAreCopied, typename TInput, typename TSum>
constexpr std::size_t
GetBoxBytes()
{
  using Tile = VolumeTile<VRadius, VGroups>;
  return 2 * Tile::LinePairs * sizeof(SumPair<TSum>) +
         sizeof(TSum) * GetLayersSize<VLayersRadius, VAreCopied>() * GroupSize * Tile::OutputThreads +
         BoxColumns<VAreCopied, TInput, Tile>::SharedBytes;
}

/** Enqueues the means of boxes of so many groups, if there are enough voxels to fill the device.
 * \return whether it did */
template <int  VRadius,
          int  VLayersRadius,
          int  VGroups,
          bool VAreCopied,
          typename TInput,
          typename TSum,
          typename TOutput>
bool
LaunchMeanBoxKernel(const kernels::Task<TInput, TOutput> & task,
                    const BoxRadii &                       radii,
                    const MeanDivision<TSum> &             division,
                    const Stream &                         stream)
{
  using Tile = VolumeTile<VRadius, VGroups>;
  constexpr std::size_t bytes = GetBoxBytes<VRadius, VLayersRadius, VGroups, VAreCopied, TInput, TSum>();
  const auto            kernel = MeanBoxKernel<VRadius, VLayersRadius, VGroups, VAreCopied, TInput, TSum, TOutput>;
  kernels::AllowSharedMemory(kernel, bytes);
  const dim3           blocks(kernels::DivideUp(task.outputSize[0], Tile::Width),
                    kernels::DivideUp(task.outputSize[1], Tile::Rows));
  const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
  const int            layers =
    kernels::FindBlockLayers({ 32, 256 }, kernel, Tile::Threads, bytes, blocksOfLayer, task.outputSize[2], stream);
  if (layers == 0)
  {
    return false;
  }
  if constexpr (VRadius == AnySmallRadius)
  {
    if (blocksOfLayer * kernels::DivideUp(task.outputSize[2], layers) <
        LeastBlocksOfAnySides * kernels::GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream))
    {
      return false;
    }
  }
  const bool isAligned = kernels::AreQuads(task.output, 0, task.outputStride);
  kernels::ForEachBlockLayers(task, blocksOfLayer, layers, [&](const auto & part, std::ptrdiff_t count) {
    kernels::Launch("MeanBoxKernel",
                    kernel,
                    { count, Tile::Threads, bytes },
                    stream,
                    part,
                    blocks,
                    layers,
                    radii,
                    isAligned,
                    division);
  });
  return true;
}

/** Likewise; voxels are copied to shared memory where quads of the input are aligned, and as many blocks fit a multiprocessor. */
template <int VRadius, int VLayersRadius, int VGroups, typename TInput, typename TSum, typename TOutput>
bool
LaunchMeanBox(const kernels::Task<TInput, TOutput> & task,
              const BoxRadii &                       radii,
              const MeanDivision<TSum> &             division,
              const Stream &                         stream)
{
  if constexpr (std::is_same_v<TInput, float>)
  {
    constexpr std::size_t bytes = GetBoxBytes<VRadius, VLayersRadius, VGroups, true, TInput, TSum>();
    const std::size_t     bytesOfBlock =
      bytes + kernels::GetDeviceAttribute(cudaDevAttrReservedSharedMemoryPerBlock, stream);
    const std::size_t most = kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, stream);
    if (kernels::AreQuads(task.input, task.inputSize[0] | task.offset[0], task.inputStride) &&
        VolumeTile<VRadius, VGroups>::Blocks * bytesOfBlock <= most)
    {
      return LaunchMeanBoxKernel<VRadius, VLayersRadius, VGroups, true>(task, radii, division, stream);
    }
  }
  return LaunchMeanBoxKernel<VRadius, VLayersRadius, VGroups, false>(task, radii, division, stream);
}

/** Likewise, by one or two groups. */
template <int VRadius, typename TInput, typename TSum, typename TOutput>
bool
LaunchMeanBoxByGroups(const kernels::Task<TInput, TOutput> & task,
                      const BoxRadii &                       radii,
                      const MeanDivision<TSum> &             division,
                      const Stream &                         stream)
{
  using Tile = VolumeTile<VRadius, 2>;
  if (kernels::CountTilesOfMultiprocessor(task, Tile::Width, Tile::Rows, stream) >= LeastTilesOfTwoGroups &&
      kernels::AreQuads(task.output, 0, task.outputStride))
  {
    return LaunchMeanBox<VRadius, AnySmallRadius, 2>(task, radii, division, stream);
  }
  return LaunchMeanBox<VRadius, AnySmallRadius, 1>(task, radii, division, stream);
}

/** Likewise, of squares of a radius, if there is a kernel for so many layers. */
template <int VRadius, typename TInput, typename TOutput>
bool
LaunchMeanOfSquares(const kernels::Task<TInput, TOutput> & task,
                    const BoxRadii &                       radii,
                    const MeanDivision<double> &           division,
                    const Stream &                         stream)
{
  constexpr int groups = VRadius <= 2 ? 2 : 1;
  // Registers hold what cubes of 5 keep, and not what those of 7 do.
  if constexpr (VRadius == 2 || VRadius > SmallWindow::LargestRadius)
  {
    if (radii.layers == VRadius)
    {
      return LaunchMeanBox<VRadius, VRadius, groups>(task, radii, division, stream);
    }
  }
  if (radii.layers > SmallWindow::LargestRadius)
  {
    return false;
  }
  if constexpr (groups == 1)
  {
    return LaunchMeanBoxByGroups<VRadius>(task, radii, division, stream);
  }
  return LaunchMeanBox<VRadius, AnySmallRadius, groups>(task, radii, division, stream);
}
} // namespace itk::device::mean

#endif
