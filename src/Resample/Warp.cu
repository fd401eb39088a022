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
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include "WarpCore.h"

namespace itk::device
{
namespace
{
using namespace resample;

template <typename TPixel, typename TComponent, unsigned int VDimension>
struct WarpTask
{
  Source<TPixel, VDimension>                               source;
  Source<Displacement<TComponent, VDimension>, VDimension> field;
  TPixel *                                                 output;
  std::ptrdiff_t                                           size[3];
  std::ptrdiff_t                                           stride[3];
  WarpGrids<VDimension>                                    grids;
  TPixel                                                   padding;
};

constexpr int TileWidth = 32;
constexpr int TileHeight = 8;

template <typename TPixel, typename TComponent, unsigned int VDimension>
__global__ void
__launch_bounds__(TileWidth * TileHeight) WarpKernel(const WarpTask<TPixel, TComponent, VDimension> task)
{
  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x } * TileWidth + threadIdx.x;
  if (x >= task.size[0])
  {
    return;
  }
  for (std::ptrdiff_t z = blockIdx.z; z < task.size[2]; z += gridDim.z)
  {
    for (std::ptrdiff_t y = std::ptrdiff_t{ blockIdx.y } * TileHeight + threadIdx.y; y < task.size[1];
         y += gridDim.y * TileHeight)
    {
      const std::ptrdiff_t place[3]{ x, y, z };
      std::ptrdiff_t       index[VDimension];
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        index[axis] = task.grids.begin[axis] + place[axis];
      }
      task.output[x + y * task.stride[1] + z * task.stride[2]] =
        WarpPixel(task.source, task.field, task.grids, index, task.padding);
    }
  }
}
} // namespace

/** Bound by arithmetic: some 90 operations of double a pixel in 3D. */
template <typename TPixel, typename TComponent, unsigned int VDimension>
void
LaunchWarp(const ImageView<const TPixel, VDimension> &                               input,
           const ImageView<const Displacement<TComponent, VDimension>, VDimension> & field,
           const ImageView<TPixel, VDimension> &                                     output,
           const WarpGrids<VDimension> &                                             grids,
           TPixel                                                                    padding,
           const Stream &                                                            stream)
{
  WarpTask<TPixel, TComponent, VDimension> task{};
  task.source = { input, grids.inputBegin };
  task.field = { field, grids.fieldBegin };
  task.output = output.data;
  std::fill_n(task.size, 3, std::ptrdiff_t{ 1 });
  std::copy_n(output.size, VDimension, task.size);
  std::copy_n(output.stride, VDimension, task.stride);
  task.grids = grids;
  task.padding = padding;
  const auto countBlocks = [&task](int axis, int tile, std::ptrdiff_t most) {
    return static_cast<unsigned int>(std::min(kernels::DivideUp(task.size[axis], tile), most));
  };
  kernels::Launch("WarpKernel",
                  WarpKernel<TPixel, TComponent, VDimension>,
                  { dim3(countBlocks(0, TileWidth, kernels::MostBlocks),
                         countBlocks(1, TileHeight, kernels::MostLayers),
                         countBlocks(2, 1, kernels::MostLayers)),
                    dim3(TileWidth, TileHeight) },
                  stream,
                  task);
}

#define ITK_INSTANTIATE_FIELD(pixel, component, dimension)                                         \
  template void LaunchWarp(const ImageView<const pixel, dimension> &,                              \
                           const ImageView<const Displacement<component, dimension>, dimension> &, \
                           const ImageView<pixel, dimension> &,                                    \
                           const WarpGrids<dimension> &,                                           \
                           pixel,                                                                  \
                           const Stream &);
#define ITK_INSTANTIATE(pixel, dimension) \
  ITK_INSTANTIATE_FIELD(pixel, float, dimension) ITK_INSTANTIATE_FIELD(pixel, double, dimension)
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
