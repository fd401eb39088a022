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
constexpr std::size_t LargestSmallWindow = 25;

/** The pixels of a window, relative to its centre. */
struct WindowOffsets
{
  std::int64_t linear[LargestSmallWindow];
  std::int8_t  index[LargestSmallWindow][3];
  int          count;
};

__device__ __forceinline__ void
CompareExchange(std::uint32_t & a, std::uint32_t & b)
{
  const std::uint32_t low = min(a, b);
  b = max(a, b);
  a = low;
}

/** Forgetful selection (Perrot, Domas, Couturier, Journal of Signal Processing Systems 75, 2014): of VCount / 2 + 2
 * values neither the least nor the greatest is the median of all VCount. They give way to the next value, until three
 * are left. VNext values have been read; values[0] to values[VLast] are kept. */
template <int VCount, int VNext, int VLast, typename TLoad>
__device__ __forceinline__ std::uint32_t
                           Forget(std::uint32_t (&values)[VCount / 2 + 2], const TLoad & load)
{
#pragma unroll
  for (int i = 0; i < (VLast + 1) / 2; ++i)
  {
    CompareExchange(values[i], values[VLast - i]);
  }
#pragma unroll
  for (int i = 1; i <= VLast / 2; ++i)
  {
    CompareExchange(values[0], values[i]);
    CompareExchange(values[VLast - i], values[VLast]);
  }
  if constexpr (VLast == 2)
  {
    return values[1];
  }
  else
  {
    values[0] = load(VNext);
    return Forget<VCount, VNext + 1, VLast - 1>(values, load);
  }
}

template <int VCount, typename TLoad>
__device__ __forceinline__ std::uint32_t
                           SelectMedian(const TLoad & load)
{
  std::uint32_t values[VCount / 2 + 2];
#pragma unroll
  for (int i = 0; i < VCount / 2 + 2; ++i)
  {
    values[i] = load(i);
  }
  return Forget<VCount, VCount / 2 + 2, VCount / 2 + 1>(values, load);
}

/** The window is filled up to VCount with as many keys below all others as above, which leaves its median. */
template <typename TPixel, int VCount>
__global__ void __launch_bounds__(256, 4)
  MedianSmallKernel(const MedianTask<TPixel> task, const WindowOffsets offsets, const std::uint32_t blocksX)
{
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x % blocksX) * blockDim.x + threadIdx.x;
  const std::int64_t y = static_cast<std::int64_t>(blockIdx.x / blocksX) * blockDim.y + threadIdx.y;
  if (x >= task.outputSize[0] || y >= task.outputSize[1])
  {
    return;
  }
  for (std::int64_t z = blockIdx.y; z < task.outputSize[2]; z += gridDim.y)
  {
    const std::int64_t centre[3] = { x + task.offset[0], y + task.offset[1], z + task.offset[2] };
    bool               isInside = true;
#pragma unroll
    for (int axis = 0; axis < 3; ++axis)
    {
      const std::int64_t radius = static_cast<std::int64_t>(task.radius[axis]);
      isInside = isInside && centre[axis] >= radius && centre[axis] + radius < task.inputSize[axis];
    }
    const auto           getPadding = [](int i) { return i % 2 == 0 ? 0u : 0xffffffffu; };
    const TPixel * const pixel =
      task.input + centre[2] * task.inputStride[2] + centre[1] * task.inputStride[1] + centre[0];
    const auto loadInside = [&](int i) -> std::uint32_t {
      return i < offsets.count ? MedianKey<TPixel>::Encode(pixel[offsets.linear[i]]) : getPadding(i);
    };
    const auto loadClamped = [&](int i) -> std::uint32_t {
      const std::int64_t ix = kernels::NearestIndex<std::int64_t>(centre[0] + offsets.index[i][0], task.inputSize[0]);
      const std::int64_t iy = kernels::NearestIndex<std::int64_t>(centre[1] + offsets.index[i][1], task.inputSize[1]);
      const std::int64_t iz = kernels::NearestIndex<std::int64_t>(centre[2] + offsets.index[i][2], task.inputSize[2]);
      const TPixel *     row = task.input + iz * task.inputStride[2] + iy * task.inputStride[1];
      return i < offsets.count ? MedianKey<TPixel>::Encode(row[ix]) : getPadding(i);
    };
    const std::uint32_t median = isInside ? SelectMedian<VCount>(loadInside) : SelectMedian<VCount>(loadClamped);
    task.output[z * task.outputStride[2] + y * task.outputStride[1] + x] =
      MedianKey<TPixel>::Decode(static_cast<typename MedianKey<TPixel>::Type>(median));
  }
}

template <int VCount, typename TPixel>
void
LaunchMedianSmallKernel(const MedianTask<TPixel> & task, const WindowOffsets & offsets, const Stream & stream)
{
  const dim3           block(32, 8);
  const std::ptrdiff_t blocksX = kernels::DivideUp(task.outputSize[0], block.x);
  const std::ptrdiff_t blocksY = kernels::DivideUp(task.outputSize[1], block.y);
  const dim3           grid(blocksX * blocksY, std::min(task.outputSize[2], kernels::MostLayers));
  kernels::Launch("MedianSmallKernel",
                  MedianSmallKernel<TPixel, VCount>,
                  { grid, block },
                  stream,
                  task,
                  offsets,
                  static_cast<std::uint32_t>(blocksX));
}
} // namespace

/** Bound by instructions: each pixel of the window is read, and takes part in about VCount / 4 minima and as many
 * maxima. At 16 bits on an H200: 69 Gpixel/s up to 9 pixels, 27 up to 25. */
template <typename TPixel>
bool
LaunchMedianSmall(const MedianTask<TPixel> & task, const Stream & stream)
{
  std::size_t count = 1;
  for (const std::size_t r : task.radius)
  {
    count *= r < LargestSmallWindow ? 2 * r + 1 : LargestSmallWindow + 1;
  }
  if (count > LargestSmallWindow)
  {
    return false;
  }
  WindowOffsets offsets{};
  const auto    radius = [&task](unsigned int axis) { return static_cast<int>(task.radius[axis]); };
  for (int z = -radius(2); z <= radius(2); ++z)
  {
    for (int y = -radius(1); y <= radius(1); ++y)
    {
      for (int x = -radius(0); x <= radius(0); ++x)
      {
        const int i = offsets.count++;
        offsets.linear[i] = z * task.inputStride[2] + y * task.inputStride[1] + x;
        offsets.index[i][0] = static_cast<std::int8_t>(x);
        offsets.index[i][1] = static_cast<std::int8_t>(y);
        offsets.index[i][2] = static_cast<std::int8_t>(z);
      }
    }
  }
  if (count <= 9)
  {
    LaunchMedianSmallKernel<9>(task, offsets, stream);
  }
  else
  {
    LaunchMedianSmallKernel<25>(task, offsets, stream);
  }
  return true;
}

#define ITK_INSTANTIATE(pixel) template bool LaunchMedianSmall<pixel>(const MedianTask<pixel> &, const Stream &);
ITK_FOR_EACH_PIXEL(ITK_INSTANTIATE)
} // namespace itk::device
