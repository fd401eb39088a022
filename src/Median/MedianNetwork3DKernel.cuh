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
#ifndef MedianNetwork3DKernel_cuh
#define MedianNetwork3DKernel_cuh

#include "MedianNetwork3DColumn.cuh"
#include "Kernels/Grid.cuh"

namespace itk::device::median3d
{
/** What the windows of two outputs at z and z + 1 share, and forgetting. With m of n values seen, only the n - m + 1
 * central ranks can still be the median: `GetCore` keeps just these of the 2 * VRadius slices that both windows hold.
 * The median then is one rank of the core and of the one slice that is left, before or after. */
template <typename TOrder, int VRadius>
struct MedianSlices;

template <typename TOrder>
struct MedianSlices<TOrder, 1>
{
  using Word = typename TOrder::Word;
  using Plane = List<Word, 9>;
  static constexpr int Preloaded = 2;
  Plane                before;
  Plane                first;
  Plane                second;

  __device__ __forceinline__ void
  Preload(int i, const Plane & plane)
  {
    (i == 0 ? before : first) = plane;
  }
  /** The central 10 of 18, as 9 of 27 are missing. */
  __device__ __forceinline__ List<Word, 10>
                             GetCore(const Plane & plane)
  {
    second = plane;
    return MergeAndForget<TOrder, 27, 18>(first, second);
  }
  __device__ __forceinline__ void
  Advance(const Plane & next)
  {
    before = second;
    first = next;
  }
};

template <typename TOrder>
struct MedianSlices<TOrder, 2>
{
  using Word = typename TOrder::Word;
  using Plane = List<Word, 25>;
  static constexpr int Preloaded = 4;
  Plane                before;
  Plane                second;
  Plane                third;
  Plane                fourth;
  List<Word, 50>       firstPair;
  List<Word, 50>       secondPair;

  __device__ __forceinline__ void
  Preload(int i, const Plane & plane)
  {
    switch (i)
    {
      case 0:
        before = plane;
        break;
      case 1:
        third = plane;
        break;
      case 2:
        second = plane;
        firstPair = Merge<TOrder>(third, second);
        break;
      default:
        third = plane;
    }
  }
  /** The central 26 of 100, as 25 of 125 are missing. */
  __device__ __forceinline__ List<Word, 26>
                             GetCore(const Plane & plane)
  {
    fourth = plane;
    secondPair = Merge<TOrder>(third, fourth);
    return MergeAndForget<TOrder, 125, 100>(firstPair, secondPair);
  }
  __device__ __forceinline__ void
  Advance(const Plane & next)
  {
    before = second;
    second = fourth;
    third = next;
    firstPair = secondPair;
  }
};

template <typename TPixel, int VRadius, int VRows>
__global__ void __launch_bounds__(128) MedianNetwork3DKernel(const MedianTask<TPixel> task,
                                                             const std::uint32_t      blocksX,
                                                             const std::uint32_t      blocksY,
                                                             const int                slicesPerBlock)
{
  using Column = MedianColumn<TPixel, VRadius, VRows>;
  using Order = typename Column::Order;
  using Word = typename Order::Word;
  constexpr int planeSize = (2 * VRadius + 1) * (2 * VRadius + 1);
  const int     x = static_cast<int>(blockIdx.x % blocksX) * (Network3DWarpWidth * Order::Lanes) + threadIdx.x;
  const int     y = static_cast<int>(blockIdx.x / blocksX % blocksY * blockDim.y + threadIdx.y) * VRows;
  const int     zBegin = static_cast<int>(blockIdx.x / blocksX / blocksY) * slicesPerBlock;
  const int     zEnd = min(zBegin + slicesPerBlock, static_cast<int>(task.outputSize[2]));
  if (y >= static_cast<int>(task.outputSize[1]))
  {
    return;
  }
  Column column(task, x, y, zBegin);
  using Slices = MedianSlices<Order, VRadius>;
  Slices                slices[VRows];
  List<Word, planeSize> planes[VRows];
#pragma unroll
  for (int k = 0; k < Slices::Preloaded; ++k)
  {
    column.LoadPlanes(zBegin - VRadius + k, planes);
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      slices[i].Preload(k, planes[i]);
    }
  }
#pragma unroll 1
  for (int z = zBegin; z < zEnd; z += 2)
  {
    column.LoadPlanes(z + VRadius, planes);
    List<Word, planeSize + 1> cores[VRows];
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      cores[i] = slices[i].GetCore(planes[i]);
      column.Store(i, SelectRank<Order, planeSize>(cores[i], slices[i].before));
    }
    column.AdvanceOutput();
    column.LoadPlanes(z + VRadius + 1, planes);
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      if (z + 1 < zEnd)
      {
        column.Store(i, SelectRank<Order, planeSize>(cores[i], planes[i]));
      }
      slices[i].Advance(planes[i]);
    }
    column.AdvanceOutput();
  }
}

template <typename TPixel, int VRadius, int VRows>
void
LaunchMedianNetwork3DKernel(const MedianTask<TPixel> & task, const Stream & stream)
{
  // Each block starts by sorting 2 * VRadius slices whose outputs are not its own.
  constexpr int         slicesPerBlock = 32;
  constexpr std::size_t width = Network3DWarpWidth * PixelTraits<TPixel>::Order::Lanes;
  const dim3            block(Network3DWarpWidth, 4);
  const std::ptrdiff_t  blocksX = kernels::DivideUp(task.outputSize[0], width);
  const std::ptrdiff_t  blocksY = kernels::DivideUp(task.outputSize[1], block.y * VRows);
  const std::ptrdiff_t  blocksZ = kernels::DivideUp(task.outputSize[2], slicesPerBlock);
  kernels::Launch("MedianNetwork3DKernel",
                  MedianNetwork3DKernel<TPixel, VRadius, VRows>,
                  { blocksX * blocksY * blocksZ, block },
                  stream,
                  task,
                  static_cast<std::uint32_t>(blocksX),
                  static_cast<std::uint32_t>(blocksY),
                  slicesPerBlock);
}
} // namespace itk::device::median3d

#endif
