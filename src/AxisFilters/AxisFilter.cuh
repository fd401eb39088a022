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
#ifndef AxisFilter_cuh
#define AxisFilter_cuh

#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"

namespace itk::device::kernels
{
/** The pixels of the input around the one that an output belongs to, along an axis. */
template <typename TInput>
struct AxisNeighbors
{
  const TInput * center;
  std::ptrdiff_t stride;
  std::ptrdiff_t index; // of the center
  std::ptrdiff_t size;

  /** As double, `offset` from the center, which may lead out of the image only as far as that is clamped. */
  __device__ __forceinline__ double
  operator[](std::ptrdiff_t offset) const
  {
    const std::ptrdiff_t clamped = max(-index, min(offset, size - 1 - index));
    return static_cast<double>(center[clamped * stride]);
  }
};

/** Output pixel = operation(AxisNeighbors), a thread a pixel of a row. */
template <typename TInput, typename TOutput, typename TOperation>
__global__ void
AxisFilterKernel(const Task<TInput, TOutput> task, int axis, const TOperation operation)
{
  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x;
  if (x >= task.outputSize[0])
  {
    return;
  }
  for (std::ptrdiff_t z = blockIdx.z; z < task.outputSize[2]; z += gridDim.z)
  {
    for (std::ptrdiff_t y = blockIdx.y; y < task.outputSize[1]; y += gridDim.y)
    {
      const std::ptrdiff_t index[3]{ x + task.offset[0], y + task.offset[1], z + task.offset[2] };
      const TInput * const center =
        task.input + index[0] + index[1] * task.inputStride[1] + index[2] * task.inputStride[2];
      const std::ptrdiff_t along = axis == 0 ? index[0] : axis == 1 ? index[1] : index[2];
      const std::ptrdiff_t size = axis == 0 ? task.inputSize[0] : axis == 1 ? task.inputSize[1] : task.inputSize[2];
      const std::ptrdiff_t stride = axis == 0 ? 1 : axis == 1 ? task.inputStride[1] : task.inputStride[2];
      const AxisNeighbors<TInput> neighbors{ center, stride, along, size };
      task.output[x + y * task.outputStride[1] + z * task.outputStride[2]] = static_cast<TOutput>(operation(neighbors));
    }
  }
}

template <typename TInput, typename TOutput, typename TOperation>
void
RunAxisFilter(const Task<TInput, TOutput> & task,
              unsigned int                  axis,
              const TOperation &            operation,
              const Stream &                stream)
{
  constexpr int threads = 256;
  const dim3    blocks(static_cast<unsigned int>(DivideUp(task.outputSize[0], threads)),
                    static_cast<unsigned int>(std::min(task.outputSize[1], MostLayers)),
                    static_cast<unsigned int>(std::min(task.outputSize[2], MostLayers)));
  Launch("AxisFilterKernel",
         AxisFilterKernel<TInput, TOutput, TOperation>,
         { blocks, threads },
         stream,
         task,
         static_cast<int>(axis),
         operation);
}
} // namespace itk::device::kernels

#endif
