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
#include "MedianGeneral.cuh"
#include "MedianLarge.cuh"
#include "MedianNetwork2D.cuh"
#include "MedianNetwork3D.cuh"
#include "Device/itkDeviceCheck.h"
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
  MedianTask<TPixel> task{};
  task.input = input.data;
  task.output = output.data;
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    const bool exists = axis < VDimension;
    task.inputSize[axis] = exists ? input.size[axis] : 1;
    task.inputStride[axis] = exists ? input.stride[axis] : 0;
    task.outputSize[axis] = exists ? output.size[axis] : 1;
    task.outputStride[axis] = exists ? output.stride[axis] : 0;
    task.offset[axis] = exists ? offset[axis] : 0;
    // Along an axis of one pixel every window holds that pixel 2r + 1 times, which leaves its median as it is.
    task.radius[axis] = exists && input.size[axis] > 1 ? radius[axis] : 0;
  }
  return task;
}

/** Windows that are flat in z: one 2D image a slice. */
template <typename TPixel>
bool
LaunchMedianSlices(const MedianTask<TPixel> & task, const Stream & stream)
{
  if (task.radius[2] != 0 || task.radius[0] != task.radius[1])
  {
    return false;
  }
  for (std::size_t z = 0; z < task.outputSize[2]; ++z)
  {
    const ImageView<const TPixel, 2> input{ task.input + (z + task.offset[2]) * task.inputStride[2],
                                            { task.inputSize[0], task.inputSize[1] },
                                            { task.inputStride[0], task.inputStride[1] } };
    const ImageView<TPixel, 2>       output{ task.output + z * task.outputStride[2],
                                             { task.outputSize[0], task.outputSize[1] },
                                             { task.outputStride[0], task.outputStride[1] } };
    if (!LaunchMedianNetwork2D<TPixel>(input, output, { task.offset[0], task.offset[1] }, task.radius[0], stream))
    {
      return false;
    }
  }
  return true;
}

/** Windows of one pixel. */
template <typename TPixel>
bool
LaunchMedianCopy(const MedianTask<TPixel> & task, const Stream & stream)
{
  // The driver takes no greater distance between rows.
  constexpr std::size_t largestPitch = 0x7fffffff;
  if (task.radius[0] != 0 || task.radius[1] != 0 || task.radius[2] != 0 ||
      task.inputStride[1] * sizeof(TPixel) > largestPitch || task.outputStride[1] * sizeof(TPixel) > largestPitch)
  {
    return false;
  }
  const std::size_t rows = task.outputSize[1];
  const bool        isOneCopy =
    task.inputStride[2] == rows * task.inputStride[1] && task.outputStride[2] == rows * task.outputStride[1];
  const std::size_t copies = isOneCopy ? 1 : task.outputSize[2];
  for (std::size_t z = 0; z < copies; ++z)
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
  if (LaunchMedianCopy(task, stream) || LaunchMedianSlices(task, stream) || LaunchMedianNetwork3D(task, stream) ||
      LaunchMedianSmall(task, stream) || LaunchMedianLarge(task, stream))
  {
    return;
  }
  LaunchMedianGeneral(task, stream);
}

template void
LaunchMedian<std::uint8_t, 2>(const ImageView<const std::uint8_t, 2> &,
                              const ImageView<std::uint8_t, 2> &,
                              const std::size_t (&)[2],
                              const std::size_t (&)[2],
                              const Stream &);
template void
LaunchMedian<std::uint8_t, 3>(const ImageView<const std::uint8_t, 3> &,
                              const ImageView<std::uint8_t, 3> &,
                              const std::size_t (&)[3],
                              const std::size_t (&)[3],
                              const Stream &);
template void
LaunchMedian<std::int16_t, 2>(const ImageView<const std::int16_t, 2> &,
                              const ImageView<std::int16_t, 2> &,
                              const std::size_t (&)[2],
                              const std::size_t (&)[2],
                              const Stream &);
template void
LaunchMedian<std::int16_t, 3>(const ImageView<const std::int16_t, 3> &,
                              const ImageView<std::int16_t, 3> &,
                              const std::size_t (&)[3],
                              const std::size_t (&)[3],
                              const Stream &);
template void
LaunchMedian<std::uint16_t, 2>(const ImageView<const std::uint16_t, 2> &,
                               const ImageView<std::uint16_t, 2> &,
                               const std::size_t (&)[2],
                               const std::size_t (&)[2],
                               const Stream &);
template void
LaunchMedian<std::uint16_t, 3>(const ImageView<const std::uint16_t, 3> &,
                               const ImageView<std::uint16_t, 3> &,
                               const std::size_t (&)[3],
                               const std::size_t (&)[3],
                               const Stream &);
template void
LaunchMedian<float, 2>(const ImageView<const float, 2> &,
                       const ImageView<float, 2> &,
                       const std::size_t (&)[2],
                       const std::size_t (&)[2],
                       const Stream &);
template void
LaunchMedian<float, 3>(const ImageView<const float, 3> &,
                       const ImageView<float, 3> &,
                       const std::size_t (&)[3],
                       const std::size_t (&)[3],
                       const Stream &);
} // namespace itk::device
