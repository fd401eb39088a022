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
#ifndef itkCudaSmoothingRecursiveGaussianLaunch_h
#define itkCudaSmoothingRecursiveGaussianLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues a recursive Gaussian of every axis on `stream` and returns without waiting.
 *
 * As itk::SmoothingRecursiveGaussianImageFilter: last axis first, then the others from axis 0 on; beyond the image its
 * border pixels are repeated for ever; results of one axis are rounded to float, and those of the last one are cast to
 * TOutput, integers towards 0. Rounding errors do not grow with sigma: each axis adds less than 1e-6 of the range of a
 * line, in all tests, and its rounding to float. Lines of one value stay as they are. What infinities and NaNs reach,
 * the whole of their lines and so in the end of the image, is infinite or NaN.
 *
 * | TInput | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | TOutput | TInput, float |
 * | VDimension | 2, 3 |
 * | sigma | in pixels, above 0 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output of the size of `input`
 * \param sigma standard deviation along each axis
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for carries or an intermediate image
 */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchSmoothingRecursiveGaussian(const ImageView<const TInput, VDimension> & input,
                                 const ImageView<TOutput, VDimension> &      output,
                                 const double (&sigma)[VDimension],
                                 const Stream & stream);
} // namespace itk::device

#endif
