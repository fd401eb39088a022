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
#include "itkDeviceStream.h"

namespace itk::device::convolution
{
/** Makes integers of sums that were computed in float. Rows of `sums` are `pitch` numbers apart, which is even, and layers
 * as many as the rows of a layer. */
template <typename TInput, typename TOutput>
void
LaunchStore(Task<TInput, TOutput> task,
            const Coefficients &  coefficients,
            const SumError &      error,
            float *               sums,
            std::ptrdiff_t        pitch,
            const Stream &        stream);
} // namespace itk::device::convolution

#endif
