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
#include "MedianGeneral.cuh"
#include "Kernels/Border.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include "MedianCore.h"

namespace itk::device
{
namespace
{
/** The pixels of the input that a window covers along one axis. The first and the last stand for those outside too:
 * they count 1 + `firstExtra` and 1 + `lastExtra` times, the others once. */
struct WindowRange
{
  std::int64_t  first;
  std::int64_t  last;
  std::uint64_t firstExtra;
  std::uint64_t lastExtra;

  __device__ std::uint64_t
             GetWeight(std::int64_t index) const
  {
    return 1 + (index == first ? firstExtra : 0) + (index == last ? lastExtra : 0);
  }
};

template <typename TPixel>
__device__ WindowRange
MakeWindowRange(const MedianTask<TPixel> & task, unsigned int axis, std::size_t outputIndex)
{
  const auto  centre = static_cast<std::ptrdiff_t>(outputIndex) + task.offset[axis];
  const auto  radius = static_cast<std::ptrdiff_t>(task.radius[axis]);
  WindowRange range;
  range.first = kernels::NearestIndex(centre - radius, task.inputSize[axis]);
  range.last = kernels::NearestIndex(centre + radius, task.inputSize[axis]);
  range.firstExtra = static_cast<std::uint64_t>(range.first - (centre - radius));
  range.lastExtra = static_cast<std::uint64_t>(centre + radius - range.last);
  return range;
}

/** Finds the median's key bit by bit, most significant first: a bit is set if at most half of the window is smaller. */
template <typename TPixel>
__global__ void __launch_bounds__(256) MedianGeneralKernel(const MedianTask<TPixel> task, const std::uint64_t rank)
{
  using Key = typename MedianKey<TPixel>::Type;
  const std::size_t x = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (x >= task.outputSize[0])
  {
    return;
  }
  const WindowRange rangeX = MakeWindowRange(task, 0, x);
  const std::size_t rows = task.outputSize[1] * task.outputSize[2];
  for (std::size_t row = blockIdx.y * static_cast<std::size_t>(blockDim.y) + threadIdx.y; row < rows;
       row += static_cast<std::size_t>(gridDim.y) * blockDim.y)
  {
    const std::size_t y = row % task.outputSize[1];
    const std::size_t z = row / task.outputSize[1];
    const WindowRange rangeY = MakeWindowRange(task, 1, y);
    const WindowRange rangeZ = MakeWindowRange(task, 2, z);

    Key median = 0;
    for (Key bit = Key{ 1 } << (8 * sizeof(Key) - 1); bit != 0; bit >>= 1)
    {
      const Key     threshold = median | bit;
      std::uint64_t smaller = 0;
      for (std::int64_t iz = rangeZ.first; iz <= rangeZ.last; ++iz)
      {
        for (std::int64_t iy = rangeY.first; iy <= rangeY.last; ++iy)
        {
          const TPixel * line = task.input + iz * task.inputStride[2] + iy * task.inputStride[1];
          std::uint32_t  inRow = 0;
          for (std::int64_t ix = rangeX.first; ix <= rangeX.last; ++ix)
          {
            inRow += MedianKey<TPixel>::Encode(line[ix]) < threshold;
          }
          const std::uint64_t atEdges =
            (MedianKey<TPixel>::Encode(line[rangeX.first]) < threshold ? rangeX.firstExtra : 0) +
            (MedianKey<TPixel>::Encode(line[rangeX.last]) < threshold ? rangeX.lastExtra : 0);
          smaller += (inRow + atEdges) * rangeY.GetWeight(iy) * rangeZ.GetWeight(iz);
        }
      }
      if (smaller <= rank)
      {
        median = threshold;
      }
    }
    task.output[z * task.outputStride[2] + y * task.outputStride[1] + x] = MedianKey<TPixel>::Decode(median);
  }
}
} // namespace

/** Bound by instructions: about five for each pixel of the window that lies in the image, times the bits of a pixel.
 * It serves the windows that nothing faster takes. A window of 7x7x7 runs at 0.5 (8 bits), 0.25 (16 bits) and 0.11
 * (float) Gpixel/s on an H200. */
template <typename TPixel>
void
LaunchMedianGeneral(const MedianTask<TPixel> & task, const Stream & stream)
{
  std::uint64_t count = 1;
  for (const std::size_t radius : task.radius)
  {
    constexpr std::uint64_t limit = std::uint64_t{ 1 } << 62;
    if (radius >= limit / 2 || 2 * radius + 1 > limit / count)
    {
      Check(cudaErrorInvalidValue, "LaunchMedian: the window has more than 2^62 pixels");
    }
    count *= 2 * radius + 1;
  }
  const dim3           block(32, 8);
  const std::ptrdiff_t rows = kernels::DivideUp(task.outputSize[1] * task.outputSize[2], block.y);
  const dim3           grid(kernels::DivideUp(task.outputSize[0], block.x), std::min(rows, kernels::MostLayers));
  kernels::Launch("MedianGeneralKernel", MedianGeneralKernel<TPixel>, { grid, block }, stream, task, count / 2);
}

#define ITK_INSTANTIATE(pixel) template void LaunchMedianGeneral<pixel>(const MedianTask<pixel> &, const Stream &);
ITK_FOR_EACH_PIXEL(ITK_INSTANTIATE)
} // namespace itk::device
