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
#include "Kernels/Border.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"
#include "MinMaxCurvatureFlowCore.h"

namespace itk::device
{
namespace
{
using kernels::DivideUp;
using kernels::NearestIndex;
using kernels::Volume;

constexpr int TileWidth = 32;
constexpr int TileHeight = 4;

template <unsigned int VDimension>
struct MinMaxTask
{
  Volume<const float>               image;
  Volume<float>                     result;
  diffusion::MinMaxFlow<VDimension> flow;
};

/** A thread computes a pixel. A VRadius of 0 is any that the task has. */
template <unsigned int VDimension, int VRadius>
__global__ void
__launch_bounds__(TileWidth * TileHeight) StepByMinMaxFlow(const __grid_constant__ MinMaxTask<VDimension> task)
{
  const auto &         image = task.image;
  const int            radius = VRadius > 0 ? VRadius : task.flow.radius;
  const std::ptrdiff_t tilesOfRow = DivideUp(image.size[0], TileWidth);
  const std::ptrdiff_t rowsOfTiles = DivideUp(image.size[1], TileHeight);
  const std::ptrdiff_t row = blockIdx.x / tilesOfRow;
  const std::ptrdiff_t x = (blockIdx.x - row * tilesOfRow) * TileWidth + threadIdx.x % TileWidth;
  const std::ptrdiff_t z = row / rowsOfTiles;
  const std::ptrdiff_t y = (row - z * rowsOfTiles) * TileHeight + threadIdx.x / TileWidth;
  if (x >= image.size[0] || y >= image.size[1])
  {
    return;
  }
  const auto isInside = [radius](std::ptrdiff_t i, std::ptrdiff_t size) { return i >= radius && i + radius < size; };
  float      value;
  if (isInside(x, image.size[0]) && isInside(y, image.size[1]) && (VDimension == 2 || isInside(z, image.size[2])))
  {
    const float * const pixel = image.data + x + y * image.stride[1] + z * image.stride[2];
    const auto          at = [&](std::ptrdiff_t dx, std::ptrdiff_t dy, std::ptrdiff_t dz) {
      return __ldg(pixel + dx + dy * image.stride[1] + (VDimension == 3 ? dz * image.stride[2] : 0));
    };
    value = diffusion::StepByMinMaxCurvatureFlow<VDimension>(at, task.flow, radius);
  }
  else
  {
    const auto at = [&](std::ptrdiff_t dx, std::ptrdiff_t dy, std::ptrdiff_t dz) {
      return __ldg(image.data + NearestIndex(x + dx, image.size[0]) +
                   NearestIndex(y + dy, image.size[1]) * image.stride[1] +
                   NearestIndex(z + dz, image.size[2]) * image.stride[2]);
    };
    value = diffusion::StepByMinMaxCurvatureFlow<VDimension>(at, task.flow, radius);
  }
  task.result.data[x + y * task.result.stride[1] + z * task.result.stride[2]] = value;
}
} // namespace

/** Bound by instruction issue: of a stencil of radius 2 some 500 instructions a pixel in 2D and 1000 in 3D, of them a load of
 * the first-level cache for each pixel of its box. */
template <unsigned int VDimension>
void
LaunchMinMaxCurvatureFlow(const ImageView<const float, VDimension> & image,
                          const ImageView<float, VDimension> &       result,
                          const double (&scale)[VDimension],
                          int            radius,
                          double         timeStep,
                          const Stream & stream)
{
  const MinMaxTask<VDimension> task{ kernels::MakeVolume(image),
                                     kernels::MakeVolume(result),
                                     { scale, radius, timeStep } };
  const auto &                 size = task.image.size;
  const std::ptrdiff_t         tiles = DivideUp(size[0], TileWidth) * DivideUp(size[1], TileHeight) * size[2];
  const auto                   kernel = radius == 2 ? StepByMinMaxFlow<VDimension, 2> : StepByMinMaxFlow<VDimension, 0>;
  kernels::Launch("StepByMinMaxFlow", kernel, { tiles, TileWidth * TileHeight }, stream, task);
}

#define ITK_INSTANTIATE(dimension)                                                              \
  template void LaunchMinMaxCurvatureFlow<dimension>(const ImageView<const float, dimension> &, \
                                                     const ImageView<float, dimension> &,       \
                                                     const double(&)[dimension],                \
                                                     int,                                       \
                                                     double,                                    \
                                                     const Stream &);
ITK_INSTANTIATE(2)
ITK_INSTANTIATE(3)
} // namespace itk::device
