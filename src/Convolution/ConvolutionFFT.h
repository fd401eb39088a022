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
#ifndef ConvolutionFFT_h
#define ConvolutionFFT_h

#include "ConvolutionCoefficients.h"
#include "ConvolutionTask.cuh"
#include "itkDeviceStream.h"
#include <array>

namespace itk::device::convolution
{
/** How an output is divided: equal tiles of `length` pixels an axis, of which `valid` are output, overlap by the rest,
 * and `batch` of them are worked on at a time. */
struct Tiling
{
  std::array<int, 3>            length;
  std::array<std::ptrdiff_t, 3> valid;
  std::array<std::ptrdiff_t, 3> count;
  std::ptrdiff_t                batch;
};

/** No axis of a kernel may be longer. */
constexpr int LongestOfFFT = 2048;

/** The tiling with the least work. */
Tiling
ChooseTiling(const std::ptrdiff_t (&outputSize)[3], const int (&radius)[3]);

/** As a product of Fourier transforms, tile by tile; a sum that is not finite is computed as the parent does. Sets what
 * `task` needs besides the images, the border and the radius. */
template <typename TInput, typename TOutput>
void
LaunchFFT(Task<TInput, TOutput> task, const Coefficients & coefficients, const Stream & stream);
} // namespace itk::device::convolution

#endif
