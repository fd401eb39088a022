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
#include "itkCudaMedianLaunch.h"
#include "itkDeviceKernelLoading.h"
#include "MedianGeneral.cuh"
#include "MedianLarge.cuh"
#include "MedianNetwork2D.cuh"
#include "MedianNetwork3D.cuh"
#include "Device/itkDeviceCheck.h"
#include "Kernels/Instantiate.h"
#include <algorithm>
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
template <typename TPixel, unsigned int VDimension>
MedianTask<TPixel>
MakeMedianTask(const ImageView<const TPixel, VDimension> & input,
               const ImageView<TPixel, VDimension> &       output,
               const std::size_t (&offset)[VDimension],
               const std::size_t (&radius)[VDimension])
{
  MedianTask<TPixel> task{ kernels::MakeTask(input, output, offset), {} };
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    // Along an axis of one pixel every window holds that pixel 2r + 1 times, which leaves its median as it is.
    task.radius[axis] = input.size[axis] > 1 ? radius[axis] : 0;
  }
  return task;
}

/** Windows that lie in planes of the image along x and `axis`, 1 or 2. */
template <typename TPixel>
bool
LaunchMedianPlanes(const MedianTask<TPixel> & task, int axis, const Stream & stream)
{
  const int across = 3 - axis;
  if (task.radius[across] != 0)
  {
    return false;
  }
  MedianPlanes<TPixel> planes{};
  planes.input.data = task.input + task.offset[across] * task.inputStride[across];
  planes.output.data = task.output;
  for (int i = 0; i < 2; ++i)
  {
    const int from = i * axis;
    planes.input.size[i] = task.inputSize[from];
    planes.input.stride[i] = task.inputStride[from];
    planes.output.size[i] = task.outputSize[from];
    planes.output.stride[i] = task.outputStride[from];
    planes.offset[i] = task.offset[from];
    planes.radius[i] = task.radius[from];
  }
  planes.count = task.outputSize[across];
  planes.inputDistance = task.inputStride[across];
  planes.outputDistance = task.outputStride[across];
  return LaunchMedianNetwork2D(planes, stream);
}

/** Windows of one pixel. */
template <typename TPixel>
bool
LaunchMedianCopy(const MedianTask<TPixel> & task, const Stream & stream)
{
  // The driver takes no greater distance between rows.
  constexpr std::ptrdiff_t largestPitch = 0x7fffffff;
  if (task.radius[0] != 0 || task.radius[1] != 0 || task.radius[2] != 0 ||
      std::max(task.inputStride[1], task.outputStride[1]) > largestPitch / std::ptrdiff_t{ sizeof(TPixel) })
  {
    return false;
  }
  KernelLoading::RequirePixels();
  const std::ptrdiff_t rows = task.outputSize[1];
  const bool           isOneCopy =
    task.inputStride[2] == rows * task.inputStride[1] && task.outputStride[2] == rows * task.outputStride[1];
  const std::ptrdiff_t copies = isOneCopy ? 1 : task.outputSize[2];
  for (std::ptrdiff_t z = 0; z < copies; ++z)
  {
    const TPixel * input =
      task.input + (z + task.offset[2]) * task.inputStride[2] + task.offset[1] * task.inputStride[1] + task.offset[0];
    TPixel * output = task.output + z * task.outputStride[2];
    Check(cudaMemcpy2DAsync(output,
                            task.outputStride[1] * sizeof(TPixel),
                            input,
                            task.inputStride[1] * sizeof(TPixel),
                            task.outputSize[0] * sizeof(TPixel),
                            isOneCopy ? rows * task.outputSize[2] : rows,
                            cudaMemcpyDeviceToDevice,
                            stream.GetHandle()),
          "cudaMemcpy2DAsync");
  }
  return true;
}
} // namespace

/** The first that takes the window serves it. What bounds each is said where it is defined. */
template <typename TPixel, unsigned int VDimension>
void
LaunchMedian(const ImageView<const TPixel, VDimension> & input,
             const ImageView<TPixel, VDimension> &       output,
             const std::size_t (&offset)[VDimension],
             const std::size_t (&radius)[VDimension],
             const Stream & stream)
{
  const MedianTask<TPixel> task = MakeMedianTask(input, output, offset, radius);
  if (LaunchMedianCopy(task, stream) || LaunchMedianPlanes(task, 1, stream) || LaunchMedianPlanes(task, 2, stream) ||
      LaunchMedianNetwork3D(task, stream) || LaunchMedianSmall(task, stream) || LaunchMedianLarge(task, stream))
  {
    return;
  }
  LaunchMedianGeneral(task, stream);
}

#define ITK_INSTANTIATE(pixel, dimension)                                                 \
  template void LaunchMedian<pixel, dimension>(const ImageView<const pixel, dimension> &, \
                                               const ImageView<pixel, dimension> &,       \
                                               const std::size_t(&)[dimension],           \
                                               const std::size_t(&)[dimension],           \
                                               const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
