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
#ifndef itkCudaGradientMagnitudeLaunch_h
#define itkCudaGradientMagnitudeLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues the gradient magnitude on `stream` and returns without waiting.
 *
 * For every index p of `output`, output(p) is the length of the vector of central differences
 * (input(p + offset + 1) - input(p + offset - 1)) scale[axis] / 2 along each axis. Indices outside `input` take the
 * nearest pixel of `input` (zero-flux Neumann). Float results have a relative error of at most 5 2^-24; those of integer
 * type are itk::GradientMagnitudeImageFilter's. NaN and infinity reach the pixels next to theirs.
 *
 * | TInput, TOutput | std::uint8_t, std::int16_t, std::uint16_t, float to the same or to float |
 * | VDimension | 2, 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param scale one over the spacing, or 1
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchGradientMagnitude(const ImageView<const TInput, VDimension> & input,
                        const ImageView<TOutput, VDimension> &      output,
                        const std::size_t (&offset)[VDimension],
                        const double (&scale)[VDimension],
                        const Stream & stream);
} // namespace itk::device

#endif
