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
#ifndef itkCudaZeroCrossingLaunch_h
#define itkCudaZeroCrossingLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues the marking of zero crossings on `stream` and returns without waiting.
 *
 * For every index p of `output`, output(p) is `foreground` if CrossesZero(input(p + offset), neighbour) for one of its
 * 2 VDimension face neighbours, else `background`. Indices outside `input` take the nearest pixel of `input` (zero-flux
 * Neumann), which never makes a crossing.
 *
 * | TInput | TOutput |
 * |---|---|
 * | std::uint8_t | std::uint8_t, float |
 * | std::int16_t | std::uint8_t, std::int16_t, float |
 * | std::uint16_t | std::uint8_t, std::uint16_t, float |
 * | float | std::uint8_t, float |
 *
 * VDimension is 2 or 3.
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param foreground, background what output's pixels become
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchZeroCrossing(const ImageView<const TInput, VDimension> & input,
                   const ImageView<TOutput, VDimension> &      output,
                   const std::size_t (&offset)[VDimension],
                   TOutput        foreground,
                   TOutput        background,
                   const Stream & stream);
} // namespace itk::device

#endif
