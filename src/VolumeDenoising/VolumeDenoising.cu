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
#include "VolumeDenoisingCore.h"
#include "itkDeviceBuffer.h"
#include "itkRoundToPixel.h"

namespace itk::device
{
namespace volume
{
constexpr int Cubes = 16; // along x and y of a thread block, one a thread
constexpr int OutputsOfTile = Cubes - Side + 1;
constexpr int TileSide = Cubes + Side - 1;
constexpr int Threads = Cubes * Cubes;

/** Each block of threads walks along z over cubes at 16 x 16 positions, and sums them in shared memory, one voxel of every
 * cube at a time: no two threads meet, and each voxel has the host's order of sums. Bound by instructions, some 2000 a
 * cube by count. */
template <bool VWiener>
__global__ void
__launch_bounds__(Threads)
  ShrinkKernel(const float * noisy, const float * pilot, Size size, float noiseLevel, float * output, float * noiseLeft)
{
  __shared__ float sums[Side][TileSide][TileSide];
  __shared__ float weights[Side][TileSide][TileSide];
  const int        thread = static_cast<int>(threadIdx.y) * Cubes + static_cast<int>(threadIdx.x);
  for (int i = thread; i < Side * TileSide * TileSide; i += Threads)
  {
    (&sums[0][0][0])[i] = 0;
    (&weights[0][0][0])[i] = 0;
  }
  const int tileX = static_cast<int>(threadIdx.x);
  const int tileY = static_cast<int>(threadIdx.y);
  const int x = static_cast<int>(blockIdx.x) * OutputsOfTile - (Side - 1) + tileX;
  const int y = static_cast<int>(blockIdx.y) * OutputsOfTile - (Side - 1) + tileY;
  const int begin = static_cast<int>(blockIdx.z) * PlanesOfPart;
  const int end = min(begin + PlanesOfPart, size.axes[2]);
  for (int z = begin - Side + 1; z < end; ++z)
  {
    float       cube[CubeVoxels];
    const float weight = DenoiseCube<VWiener>(noisy, pilot, size, noiseLevel, x, y, z, cube);
#pragma unroll
    for (int j = 0; j < Side; ++j)
    {
#pragma unroll
      for (int i = 0; i < Side; ++i)
      {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Side; ++k)
        {
          float & sum = sums[(z + k) & (Side - 1)][tileY + j][tileX + i];
          float & all = weights[(z + k) & (Side - 1)][tileY + j][tileX + i];
          sum = sum + weight * cube[(k * Side + j) * Side + i];
          all = all + weight;
        }
      }
    }
    __syncthreads();
    const int slot = z & (Side - 1);
    if (z >= begin && tileX >= Side - 1 && tileY >= Side - 1 && x < size.axes[0] && y < size.axes[1])
    {
      const float all = weights[slot][tileY][tileX];
      output[size.GetIndex(x, y, z)] = sums[slot][tileY][tileX] / all;
      if constexpr (VWiener)
      {
        noiseLeft[size.GetIndex(x, y, z)] = GetNoiseLeft(all);
      }
    }
    __syncthreads();
    for (int i = thread; i < TileSide * TileSide; i += Threads)
    {
      (&sums[slot][0][0])[i] = 0;
      (&weights[slot][0][0])[i] = 0;
    }
  }
}

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

template <typename TPixel, bool VRician>
__global__ void
__launch_bounds__(Threads) AverageKernel(kernels::Task<TPixel, TPixel> task,
                                         const float *                 noisy,
                                         const float *                 guide,
                                         const float *                 means,
                                         const float *                 noiseLeft,
                                         Size                          size,
                                         float                         noiseLevel)
{
  ForEachVoxel(GetSizeOfOutput(task), [&](int x, int y, int z) {
    const float result = AverageSimilar<VRician>(noisy,
                                                 guide,
                                                 means,
                                                 noiseLeft,
                                                 size,
                                                 noiseLevel,
                                                 x + static_cast<int>(task.offset[0]),
                                                 y + static_cast<int>(task.offset[1]),
                                                 z + static_cast<int>(task.offset[2]));
    task.output[x * task.outputStride[0] + y * task.outputStride[1] + z * task.outputStride[2]] =
      RoundToPixel<TPixel>(result);
  });
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
  const dim3          tiles((size.axes[0] + OutputsOfTile - 1) / OutputsOfTile,
                   (size.axes[1] + OutputsOfTile - 1) / OutputsOfTile,
                   (size.axes[2] + PlanesOfPart - 1) / PlanesOfPart);
  const kernels::Grid walks(tiles, dim3(Cubes, Cubes));
  kernels::Launch(
    "VolumeDenoising ShrinkKernel", ShrinkKernel<false>, walks, stream, noisy, nullptr, size, level, estimate, nullptr);
  kernels::Launch(
    "VolumeDenoising ShrinkKernel", ShrinkKernel<true>, walks, stream, noisy, estimate, size, level, guide, noiseLeft);
  auto * const means = estimate;
  kernels::Launch("VolumeDenoising LocalMeanKernel", LocalMeanKernel, getGrid(voxels), stream, guide, size, means);
  const bool isRician = settings.noiseModel == VolumeDenoisingImageFilterEnums::NoiseModel::Rician;
  const auto average = isRician ? AverageKernel<TPixel, true> : AverageKernel<TPixel, false>;
  kernels::Launch("VolumeDenoising AverageKernel",
                  average,
                  getGrid(outputs),
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
