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
#ifndef ConvolutionFFTKernel_cuh
#define ConvolutionFFTKernel_cuh

#include "ConvolutionFFT.h"
#include "Device/itkDeviceFFTPlan.h"
#include "itkDeviceBuffer.h"

namespace itk::device::convolution
{
/** The transform of a kernel, divided by the number of pixels of a box. */
Buffer
TransformKernel(const Coefficients & coefficients, const std::array<int, 3> & length, const Stream & stream);

/** Multiplies the transforms of tiles by the conjugate of a kernel's. */
void
MultiplyTransforms(float * tiles, const Buffer & kernel, std::ptrdiff_t batch, const Stream & stream);
} // namespace itk::device::convolution

#endif
