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

#include "MedianNetwork3D.cuh"
#include "MedianNetwork3DColumn.cuh"
#include "MedianNetwork3DSlices.h"
#include "Kernels/Grid.cuh"

namespace itk::device::median3d
{
template <typename TPixel, int VRadiusX, int VRadiusY, int VRadiusZ, int VRows>
__global__ void __launch_bounds__(128) MedianNetwork3DKernel(const MedianTask<TPixel> task,
                                                             const std::uint32_t      blocksX,
                                                             const std::uint32_t      blocksY,
                                                             const int                slicesPerBlock)
{
  using Column = MedianColumn<TPixel, VRadiusX, VRadiusY, VRows>;
  using Order = typename Column::Order;
  using Word = typename Order::Word;
  constexpr int planeSize = Column::Width * Column::Height;
  const int     x = static_cast<int>(blockIdx.x % blocksX) * (Network3DWarpWidth * Order::Lanes) + threadIdx.x;
  const int     y = static_cast<int>(blockIdx.x / blocksX % blocksY * blockDim.y + threadIdx.y) * VRows;
  const int     zBegin = static_cast<int>(blockIdx.x / blocksX / blocksY) * slicesPerBlock;
  const int     zEnd = min(zBegin + slicesPerBlock, static_cast<int>(task.outputSize[2]));
  if (y >= static_cast<int>(task.outputSize[1]))
  {
    return;
  }
  Column column(task, x, y, zBegin);
  using Slices = MedianSlices<Order, VRadiusZ, planeSize>;
  Slices                slices[VRows];
  List<Word, planeSize> planes[VRows];
#pragma unroll
  for (int k = 0; k < Slices::Preloaded; ++k)
  {
    column.LoadPlanes(zBegin - VRadiusZ + k, planes);
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      slices[i].Preload(k, planes[i]);
    }
  }
#pragma unroll 1
  for (int z = zBegin; z < zEnd; z += 2)
  {
    column.LoadPlanes(z + VRadiusZ, planes);
    List<Word, planeSize + 1> cores[VRows];
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      cores[i] = slices[i].GetCore(planes[i]);
      column.Store(i, SelectRank<Order, planeSize>(cores[i], slices[i].before));
    }
    column.AdvanceOutput();
    column.LoadPlanes(z + VRadiusZ + 1, planes);
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

template <typename TPixel, int VRadiusX, int VRadiusY, int VRadiusZ>
void
LaunchMedianBox(const MedianTask<TPixel> & task, const Stream & stream)
{
  // Two rows of outputs share rows of the input, if the registers of large windows do not leave too few warps.
  constexpr int window = (2 * VRadiusX + 1) * (2 * VRadiusY + 1) * (2 * VRadiusZ + 1);
  constexpr int rows = window < 50 ? 2 : 1;
  // Each block starts by sorting 2 * VRadiusZ slices whose outputs are not its own.
  constexpr int         slicesPerBlock = 32;
  constexpr std::size_t width = Network3DWarpWidth * PixelTraits<TPixel>::Order::Lanes;
  const dim3            block(Network3DWarpWidth, 4);
  const std::ptrdiff_t  blocksX = kernels::DivideUp(task.outputSize[0], width);
  const std::ptrdiff_t  blocksY = kernels::DivideUp(task.outputSize[1], block.y * rows);
  const std::ptrdiff_t  blocksZ = kernels::DivideUp(task.outputSize[2], slicesPerBlock);
  kernels::Launch("MedianNetwork3DKernel",
                  MedianNetwork3DKernel<TPixel, VRadiusX, VRadiusY, VRadiusZ, rows>,
                  { blocksX * blocksY * blocksZ, block },
                  stream,
                  task,
                  static_cast<std::uint32_t>(blocksX),
                  static_cast<std::uint32_t>(blocksY),
                  slicesPerBlock);
}
} // namespace itk::device::median3d

#endif
