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
#include "itkCudaZeroCrossingLaunch.h"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include "ZeroCrossingVolume.cuh"

namespace itk::device
{
namespace
{
constexpr int Threads = 128;
constexpr int RowsPerThread = 8;

/** A thread takes some rows of a column. */
template <unsigned int VDimension, typename TInput, typename TOutput>
__global__ void
__launch_bounds__(Threads) MarkZeroCrossings(ZeroCrossingTask<TInput, TOutput> task, dim3 blocks)
{
  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x % blocks.x } * Threads + threadIdx.x;
  const std::ptrdiff_t firstY = std::ptrdiff_t{ blockIdx.x / blocks.x % blocks.y } * RowsPerThread;
  const std::ptrdiff_t z = blockIdx.x / blocks.x / blocks.y;
  if (x >= task.outputSize[0])
  {
    return;
  }
  const std::ptrdiff_t inX = x + task.offset[0];
  const std::ptrdiff_t inZ = z + task.offset[2];
  // 0 where the neighbour lies beyond the image: the pixel is its own neighbour then.
  const std::ptrdiff_t left = inX > 0 ? -1 : 0;
  const std::ptrdiff_t right = inX + 1 < task.inputSize[0] ? 1 : 0;
  const std::ptrdiff_t rowStride = task.inputStride[1];
  const std::ptrdiff_t sliceStride = task.inputStride[2];
  const std::ptrdiff_t above = inZ > 0 ? -sliceStride : 0;
  const std::ptrdiff_t below = inZ + 1 < task.inputSize[2] ? sliceStride : 0;

  const std::ptrdiff_t inY = firstY + task.offset[1];
  const TInput *       source = task.input + inX + inY * task.inputStride[1] + inZ * task.inputStride[2];
  TOutput *            target = task.output + x + firstY * task.outputStride[1] + z * task.outputStride[2];
  TInput               before = source[inY > 0 ? -rowStride : 0];
  TInput               pixel = *source;
#pragma unroll
  for (int i = 0; i < RowsPerThread; ++i)
  {
    if (firstY + i >= task.outputSize[1])
    {
      return;
    }
    const TInput after = source[inY + i + 1 < task.inputSize[1] ? rowStride : 0];
    TInput       neighbors[2 * VDimension]{ source[left], source[right], before, after };
    if constexpr (VDimension == 3)
    {
      neighbors[4] = source[above];
      neighbors[5] = source[below];
    }
    *target = IsZeroCrossing(pixel, neighbors) ? task.foreground : task.background;
    before = pixel;
    pixel = after;
    source += rowStride;
    target += task.outputStride[1];
  }
}
} // namespace

/** Reads and writes each pixel once: bound by memory. Float to float, 377 Gpixel/s on an H200 in 2D, 71 % of the speed
 * of a copy; in 3D 336 Gvoxel/s, where MarkZeroCrossingsOfVolume does not serve. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchZeroCrossing(const ImageView<const TInput, VDimension> & input,
                   const ImageView<TOutput, VDimension> &      output,
                   const std::size_t (&offset)[VDimension],
                   TOutput        foreground,
                   TOutput        background,
                   const Stream & stream)
{
  const ZeroCrossingTask<TInput, TOutput> task{ kernels::MakeTask(input, output, offset), foreground, background };
  if constexpr (VDimension == 3)
  {
    if (LaunchOnVolume(task, stream))
    {
      return;
    }
  }
  const dim3           blocks(kernels::DivideUp(task.outputSize[0], Threads),
                    kernels::DivideUp(task.outputSize[1], RowsPerThread));
  const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
  kernels::ForEachGrid(task.outputSize[2], blocksOfLayer, [&](std::ptrdiff_t first, std::ptrdiff_t layers) {
    kernels::Launch("MarkZeroCrossings",
                    MarkZeroCrossings<VDimension, TInput, TOutput>,
                    { blocksOfLayer * layers, Threads },
                    stream,
                    kernels::GetLayers(task, first, layers),
                    blocks);
  });
}

#define ITK_INSTANTIATE(input, output, dimension)                                                       \
  template void LaunchZeroCrossing<input, output, dimension>(const ImageView<const input, dimension> &, \
                                                             const ImageView<output, dimension> &,      \
                                                             const std::size_t(&)[dimension],           \
                                                             output,                                    \
                                                             output,                                    \
                                                             const Stream &);
ITK_FOR_EACH_IMAGE_TO_ITSELF_OR_FLOAT(ITK_INSTANTIATE)
ITK_FOR_EACH_DIMENSION(ITK_INSTANTIATE, std::int16_t, std::uint8_t)
ITK_FOR_EACH_DIMENSION(ITK_INSTANTIATE, std::uint16_t, std::uint8_t)
ITK_FOR_EACH_DIMENSION(ITK_INSTANTIATE, float, std::uint8_t)
} // namespace itk::device
