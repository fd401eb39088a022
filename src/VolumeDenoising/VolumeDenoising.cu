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
#include "itkCudaVolumeDenoisingLaunch.h"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include "Kernels/Task.cuh"
#include "VolumeDenoisingAverage.cuh"
#include "VolumeDenoisingShrink.cuh"
#include "itkDeviceBuffer.h"
#include "itkRoundToPixel.h"

namespace itk::device
{
namespace volume
{
constexpr int Threads = 256;

/** Calls function(x, y, z) for the voxels of a volume, in turn for each thread of the grid. */
template <typename TFunction>
__device__ void
ForEachVoxel(const Size & size, const TFunction & function)
{
  const std::size_t voxels = size.GetIndex(0, 0, size.axes[2]);
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(Threads) + threadIdx.x; i < voxels;
       i += gridDim.x * static_cast<std::size_t>(Threads))
  {
    const std::size_t row = i / size.axes[0];
    function(
      static_cast<int>(i % size.axes[0]), static_cast<int>(row % size.axes[1]), static_cast<int>(row / size.axes[1]));
  }
}

template <typename TPixel>
__host__ __device__ Size
GetSizeOfOutput(const kernels::Task<TPixel, TPixel> & task)
{
  return {
    { static_cast<int>(task.outputSize[0]), static_cast<int>(task.outputSize[1]), static_cast<int>(task.outputSize[2]) }
  };
}

template <typename TPixel>
__global__ void
__launch_bounds__(Threads) CopyKernel(kernels::Task<TPixel, TPixel> task)
{
  ForEachVoxel(GetSizeOfOutput(task), [&](int x, int y, int z) {
    task.output[x * task.outputStride[0] + y * task.outputStride[1] + z * task.outputStride[2]] =
      task.input[(x + task.offset[0]) * task.inputStride[0] + (y + task.offset[1]) * task.inputStride[1] +
                 (z + task.offset[2]) * task.inputStride[2]];
  });
}

template <typename TPixel>
__global__ void
__launch_bounds__(Threads) ReadKernel(kernels::Task<TPixel, TPixel> task, Size size, float * voxels)
{
  ForEachVoxel(size, [&](int x, int y, int z) {
    const TPixel pixel = task.input[x * task.inputStride[0] + y * task.inputStride[1] + z * task.inputStride[2]];
    voxels[size.GetIndex(x, y, z)] = static_cast<float>(pixel);
  });
}

__global__ void
__launch_bounds__(Threads) LocalMeanKernel(const float * voxels, Size size, float * means)
{
  ForEachVoxel(size, [&](int x, int y, int z) { means[size.GetIndex(x, y, z)] = GetLocalMean(voxels, size, x, y, z); });
}

/** Of so many voxels along each axis, that cover a volume. */
std::ptrdiff_t
CountTiles(const Size & size, const int (&tile)[3])
{
  std::ptrdiff_t tiles = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    tiles *= kernels::DivideUp(size.axes[axis], tile[axis]);
  }
  return tiles;
}
} // namespace volume

template <typename TPixel>
void
LaunchVolumeDenoising(const ImageView<const TPixel, 3> & input,
                      const ImageView<TPixel, 3> &       output,
                      const std::size_t (&offset)[3],
                      const VolumeDenoisingSettings & settings,
                      const Stream &                  stream)
{
  using namespace volume;
  const auto task = kernels::MakeTask(input, output, offset);
  const Size size{
    { static_cast<int>(input.size[0]), static_cast<int>(input.size[1]), static_cast<int>(input.size[2]) }
  };
  const std::size_t voxels = size.GetIndex(0, 0, size.axes[2]);
  // ForEachVoxel() goes on where there are more.
  const auto getGrid = [](std::size_t count) {
    constexpr std::size_t mostBlocks = 1 << 20;
    const std::size_t     blocks = std::min((count + Threads - 1) / Threads, mostBlocks);
    return kernels::Grid(static_cast<std::ptrdiff_t>(blocks), Threads);
  };
  const std::size_t outputs = output.size[0] * output.size[1] * output.size[2];
  const float       level = settings.noiseLevel;
  if (!IsVolumeNoise(level))
  {
    kernels::Launch("VolumeDenoising CopyKernel", CopyKernel<TPixel>, getGrid(outputs), stream, task);
    return;
  }
  const Buffer noisyBuffer(voxels * sizeof(float), stream);
  const Buffer estimateBuffer(voxels * sizeof(float), stream);
  const Buffer guideBuffer(voxels * sizeof(float), stream);
  const Buffer noiseLeftBuffer(voxels * sizeof(float), stream);
  auto * const noisy = noisyBuffer.As<float>();
  auto * const estimate = estimateBuffer.As<float>();
  auto * const guide = guideBuffer.As<float>();
  auto * const noiseLeft = noiseLeftBuffer.As<float>();
  kernels::Launch("VolumeDenoising ReadKernel", ReadKernel<TPixel>, getGrid(voxels), stream, task, size, noisy);
  const auto shrink = [&](auto kernel, std::size_t bytes, auto... arguments) {
    kernels::AllowSharedMemory(kernel, bytes);
    const std::ptrdiff_t tiles = CountTiles(size, { OutputsX, OutputsY, PlanesOfPart });
    kernels::Launch(
      "VolumeDenoising ShrinkKernel", kernel, kernels::Grid(tiles, ShrinkThreads, bytes), stream, arguments...);
  };
  shrink(ShrinkKernel<false>, sizeof(ShrinkMemory<false>), noisy, nullptr, size, level, estimate, nullptr);
  shrink(ShrinkKernel<true>, sizeof(ShrinkMemory<true>), noisy, estimate, size, level, guide, noiseLeft);
  auto * const means = estimate;
  kernels::Launch("VolumeDenoising LocalMeanKernel", LocalMeanKernel, getGrid(voxels), stream, guide, size, means);
  const bool isRician = settings.noiseModel == VolumeDenoisingImageFilterEnums::NoiseModel::Rician;
  const auto average = isRician ? AverageKernel<TPixel, true> : AverageKernel<TPixel, false>;
  kernels::AllowSharedMemory(average, sizeof(AverageMemory));
  const std::ptrdiff_t tiles = CountTiles(GetSizeOfOutput(task), { AverageX, AverageY, AverageZ });
  kernels::Launch("VolumeDenoising AverageKernel",
                  average,
                  kernels::Grid(tiles, AverageThreads, sizeof(AverageMemory)),
                  stream,
                  task,
                  noisy,
                  guide,
                  means,
                  noiseLeft,
                  size,
                  level);
}

#define ITK_INSTANTIATE(pixel)                                                  \
  template void LaunchVolumeDenoising<pixel>(const ImageView<const pixel, 3> &, \
                                             const ImageView<pixel, 3> &,       \
                                             const std::size_t(&)[3],           \
                                             const VolumeDenoisingSettings &,   \
                                             const Stream &);
ITK_FOR_EACH_PIXEL(ITK_INSTANTIATE)
} // namespace itk::device
