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
#ifndef ConvolutionRectangle_h
#define ConvolutionRectangle_h

#include "ConvolutionCoefficients.h"
#include "ConvolutionTask.cuh"
#include "itkDeviceStream.h"

namespace itk::device::convolution
{
/** The widest kernel that LaunchRectangle takes. Of smaller pixels a lane has too few to read at the image's edges. */
template <typename TInput>
constexpr int WidestRectangle = sizeof(TInput) == 4 ? 31 : 15;

/** Sums of kernels that are as wide as that, and of any height and depth, row by row. */
template <typename TInput>
void
LaunchRectangle(const Task<TInput, float> & task, const Coefficients & coefficients, const Stream & stream);
} // namespace itk::device::convolution

#endif
