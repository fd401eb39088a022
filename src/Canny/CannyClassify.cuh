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
#ifndef CannyClassify_cuh
#define CannyClassify_cuh

#include "CannyClassifier.cuh"
#include "Kernels/Grid.cuh"
#include <cmath>
#include <limits>

namespace itk::device
{
namespace
{
/** Blocks that a multiprocessor should have registers for: in 2D as many as it has threads for, in 3D shared memory. */
template <unsigned int VDimension>
constexpr int
GetBlocksPerMultiprocessor(int threadsPerBlock)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
  constexpr int threads = 1024;
#elif __CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
  constexpr int threads = 2048;
#else
  constexpr int threads = 1536;
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100
  constexpr int volumeBlocks = 5;
#else
  constexpr int volumeBlocks = 0; // no matter
#endif
  return VDimension == 2 ? threads / threadsPerBlock : volumeBlocks;
}

template <unsigned int VDimension, int VWords, int VRows, int VSlices, int VWarps, bool VSuppressedCount>
__global__ void __launch_bounds__(32 * VWarps, GetBlocksPerMultiprocessor<VDimension>(32 * VWarps))
  ClassifyCannyPixels(const __grid_constant__ CannyTask task, dim3 tiles, float leastSumOfSquares)
{
  using Classifier = CannyClassifier<VDimension, VWords, VRows, VSlices, VWarps>;
  __shared__ typename Classifier::Tile tile;
  Classifier                           classifier(tile, task, tiles);
  classifier.Load();
  __syncthreads();
  classifier.FindCandidates(leastSumOfSquares);
  __syncthreads();
  classifier.ListNeeded();
  __syncthreads();
  classifier.ComputeSecondDerivatives();
  __syncthreads();
  if (!VSuppressedCount)
  {
    if (classifier.IsInside())
    {
      classifier.template FindCrossing<true>();
    }
    else
    {
      classifier.template FindCrossing<false>();
    }
    __syncthreads();
  }
  classifier.ListCrossing();
  __syncthreads();
  classifier.template Decide<VSuppressedCount>();
  __syncthreads();
  classifier.Store();
}

/** Reads each smoothed pixel 1.3 times in 2D and 2.5 times in 3D, mostly from the cache, and writes two bits. Bound by
 * instructions: those for pixels near a large gradient, and of these the conversions between float and double, which
 * an H100 issues at an eighth of the rate of sums. At thresholds 4 and 7 an H100 takes 5.4 ps a pixel of a photograph and
 * 12 ps a voxel. */
template <unsigned int VDimension, int VWords, int VRows, int VSlices, int VWarps>
void
LaunchCannyTiles(const CannyTask & task, const Stream & stream)
{
  const dim3 tiles(kernels::DivideUp(task.size[0], 32 * VWords),
                   kernels::DivideUp(task.size[1], VRows),
                   kernels::DivideUp(task.size[2], VSlices));
  const auto blocks = std::ptrdiff_t{ tiles.x } * tiles.y * tiles.z;
  const auto launch = [&](auto kernel, double leastSum) {
    kernels::Launch(
      "ClassifyCannyPixels", kernel, { blocks, 32 * VWarps }, stream, task, tiles, static_cast<float>(leastSum));
  };
  const double least = std::fmin(task.lowerThreshold, task.upperThreshold);
  if (least < 0)
  {
    // Pixels that are no maximum count too: their value is 0.
    launch(ClassifyCannyPixels<VDimension, VWords, VRows, VSlices, VWarps, true>,
           -std::numeric_limits<double>::infinity());
  }
  else
  {
    // A part in 10^5 is more than the rounding of the sum of squares, of its root and of this.
    launch(ClassifyCannyPixels<VDimension, VWords, VRows, VSlices, VWarps, false>, least * least * (1 - 1e-5));
  }
}
} // namespace
} // namespace itk::device

#endif
