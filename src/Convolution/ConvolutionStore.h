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
#ifndef ConvolutionStore_h
#define ConvolutionStore_h

#include "ConvolutionCoefficients.h"
#include "ConvolutionTask.cuh"
#include "itkDeviceBuffer.h"
#include "itkDeviceStream.h"

namespace itk::device::convolution
{
/** Memory for float sums of a task's outputs, which integers are made of. */
struct Sums
{
  template <typename TTask>
  Sums(const TTask & task, const Stream & stream)
    : stride{ 1, (task.outputSize[0] + 3) / 4 * 4, stride[1] * task.outputSize[1] }
    , buffer(stride[2] * task.outputSize[2] * sizeof(float), stream)
  {}

  std::ptrdiff_t stride[3];
  Buffer         buffer;
};

/** Makes integers of sums that were computed in float. */
template <typename TInput, typename TOutput>
void
LaunchStore(Task<TInput, TOutput> task,
            const Coefficients &  coefficients,
            const SumError &      error,
            const Sums &          sums,
            const Stream &        stream);
} // namespace itk::device::convolution

#endif
