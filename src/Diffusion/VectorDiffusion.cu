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
#include "DiffusionMean.cuh"
#include "Kernels/Border.cuh"
#include "Kernels/Task.cuh"
#include "VectorDiffusionCore.h"

namespace itk::device
{
namespace
{
using kernels::DivideUp;
using kernels::NearestIndex;
using kernels::Volume;

/** Blocks of VThreads have a tile of 32 pixels along axis 0 each, and of a pixel a thread. */
template <int VThreads>
struct Tiles
{
  static constexpr int Width = 32;
  static constexpr int Height = VThreads / Width;

  static std::ptrdiff_t ITK_HOST_DEVICE
  Count(const std::ptrdiff_t (&size)[3])
  {
    return DivideUp(size[0], Width) * DivideUp(size[1], Height) * size[2];
  }

  /** The thread's pixel of a tile: beyond the image where its last tiles are. */
  __device__ __forceinline__
  Tiles(const std::ptrdiff_t (&size)[3], std::ptrdiff_t tile)
  {
    const std::ptrdiff_t tilesOfRow = DivideUp(size[0], Width);
    const std::ptrdiff_t rowsOfTiles = DivideUp(size[1], Height);
    const std::ptrdiff_t row = tile / tilesOfRow;
    x = (tile - row * tilesOfRow) * Width + threadIdx.x % Width;
    z = row / rowsOfTiles;
    y = (row - z * rowsOfTiles) * Height + threadIdx.x / Width;
  }

  __device__ __forceinline__ bool
  IsInside(const std::ptrdiff_t (&size)[3]) const
  {
    return x < size[0] && y < size[1];
  }

  std::ptrdiff_t x;
  std::ptrdiff_t y;
  std::ptrdiff_t z;
};

constexpr int StepThreads = 128;
using StepTiles = Tiles<StepThreads>;
using MeanTiles = Tiles<kernels::PointwiseThreads>;

/** Calls use(at), where at(dx, dy, dz) is the pixel so far from that at (x, y, z), or the nearest one of the image. */
template <unsigned int VDimension, unsigned int VComponents, typename TTiles, typename TUse>
__device__ __forceinline__ void
UseNeighborhood(const Volume<const VectorPixel<VComponents>> & image, const TTiles & position, const TUse & use)
{
  use([&image, &position](std::ptrdiff_t dx, std::ptrdiff_t dy, std::ptrdiff_t dz) {
    const float * const components =
      image
        .data[NearestIndex(position.x + dx, image.size[0]) +
              NearestIndex(position.y + dy, image.size[1]) * image.stride[1] +
              (VDimension == 3 ? NearestIndex(position.z + dz, image.size[2]) * image.stride[2] : 0)]
        .components;
    VectorPixel<VComponents> pixel;
#pragma unroll
    for (unsigned int k = 0; k < VComponents; ++k)
    {
      pixel.components[k] = __ldg(components + k);
    }
    return pixel;
  });
}

template <unsigned int VComponents>
struct VectorGradientTask
{
  Volume<const VectorPixel<VComponents>> image;
};

/** A block has every ReduceBlocks-th tile. */
template <unsigned int VDimension, unsigned int VComponents>
__global__ void
__launch_bounds__(kernels::PointwiseThreads)
  SumSquaredVectorGradients(const __grid_constant__ VectorGradientTask<VComponents> task, diffusion::Sum * sums)
{
  const auto &         image = task.image;
  const std::ptrdiff_t tiles = MeanTiles::Count(image.size);
  diffusion::Sum       sum{ 0.0 };
  for (std::ptrdiff_t tile = blockIdx.x; tile < tiles; tile += kernels::ReduceBlocks)
  {
    const MeanTiles position(image.size, tile);
    if (position.IsInside(image.size))
    {
      UseNeighborhood<VDimension>(image, position, [&sum](const auto & at) {
        sum.value += diffusion::ComputeSquaredGradient<VDimension, VComponents>(at);
      });
    }
  }
  const diffusion::Sum total = kernels::ReduceBlock(sum);
  if (threadIdx.x == 0)
  {
    sums[blockIdx.x] = total;
  }
}

template <unsigned int VDimension, unsigned int VComponents>
struct VectorStepTask
{
  Volume<const VectorPixel<VComponents>> image;
  Volume<VectorPixel<VComponents>>       result;
  diffusion::VectorDiffusion<VDimension> diffusion;
  const DiffusionState *                 state;
};

/** A thread computes a pixel. */
template <unsigned int VDimension, unsigned int VComponents>
__global__ void
__launch_bounds__(StepThreads) StepByVectorFlow(const __grid_constant__ VectorStepTask<VDimension, VComponents> task)
{
  const auto &    image = task.image;
  const StepTiles position(image.size, blockIdx.x);
  if (position.IsInside(image.size))
  {
    UseNeighborhood<VDimension>(image, position, [&](const auto & at) {
      const auto & result = task.result;
      result.data[position.x + position.y * result.stride[1] + position.z * result.stride[2]] =
        diffusion::StepByVectorDiffusion<VDimension, VComponents>(at, task.diffusion, __ldg(&task.state->factor));
    });
  }
}
} // namespace

template <unsigned int VDimension, unsigned int VComponents>
void
LaunchVectorDiffusionState(const ImageView<const VectorPixel<VComponents>, VDimension> & image,
                           double                                                        conductance,
                           DiffusionState *                                              state,
                           const Stream &                                                stream)
{
  const VectorGradientTask<VComponents> task{ kernels::MakeVolume(image) };
  diffusion::LaunchMean(
    "SumSquaredVectorGradients", SumSquaredVectorGradients<VDimension, VComponents>, task, conductance, state, stream);
}

template <unsigned int VDimension, unsigned int VComponents>
void
LaunchVectorDiffusion(const ImageView<const VectorPixel<VComponents>, VDimension> & image,
                      const ImageView<VectorPixel<VComponents>, VDimension> &       result,
                      const double (&scale)[VDimension],
                      double                 timeStep,
                      const DiffusionState * state,
                      const Stream &         stream)
{
  const VectorStepTask<VDimension, VComponents> task{
    kernels::MakeVolume(image), kernels::MakeVolume(result), { scale, timeStep }, state
  };
  const std::ptrdiff_t tiles = StepTiles::Count(task.image.size);
  kernels::Launch("StepByVectorFlow", StepByVectorFlow<VDimension, VComponents>, { tiles, StepThreads }, stream, task);
}

#define ITK_INSTANTIATE(dimension, components)                                                              \
  template void LaunchVectorDiffusionState(                                                                 \
    const ImageView<const VectorPixel<components>, dimension> &, double, DiffusionState *, const Stream &); \
  template void LaunchVectorDiffusion(const ImageView<const VectorPixel<components>, dimension> &,          \
                                      const ImageView<VectorPixel<components>, dimension> &,                \
                                      const double(&)[dimension],                                           \
                                      double,                                                               \
                                      const DiffusionState *,                                               \
                                      const Stream &);
ITK_INSTANTIATE(2, 2)
ITK_INSTANTIATE(2, 3)
ITK_INSTANTIATE(3, 2)
ITK_INSTANTIATE(3, 3)
} // namespace itk::device
