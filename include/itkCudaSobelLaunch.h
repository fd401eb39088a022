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
#ifndef itkCudaSobelLaunch_h
#define itkCudaSobelLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues Sobel's edge detection on `stream` and returns without waiting.
 *
 * For every index p of `magnitude`, magnitude(p) is the length of the vector of derivatives of `input` at p + offset by
 * itk::SobelOperator, and direction(p) the angle atan2(along axis 1, along axis 0) of that vector, in radians, in
 * [-pi, pi]; 0 where both derivatives are 0. Indices outside `input` take the nearest pixel of `input` (zero-flux
 * Neumann). All is computed in float: with R the range of the input's values, a derivative is within 10 2^-24 R of the
 * exact one in 2D, and within 200 2^-24 R in 3D; of integers it is exact. Products with coefficients that are zero are
 * left out, so that NaN and infinity reach the derivatives that depend on them.
 *
 * | TInput | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping the outputs; no size is 0
 * \param magnitude no size is 0
 * \param direction as large as `magnitude`; not computed if its `data` is null
 * \param offset position of the outputs' first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 */
template <typename TInput, unsigned int VDimension>
void
LaunchSobel(const ImageView<const TInput, VDimension> & input,
            const ImageView<float, VDimension> &        magnitude,
            const ImageView<float, VDimension> &        direction,
            const std::size_t (&offset)[VDimension],
            const Stream & stream);
} // namespace itk::device

#endif
