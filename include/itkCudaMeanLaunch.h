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
#ifndef itkCudaMeanLaunch_h
#define itkCudaMeanLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues the mean filter on `stream` and returns without waiting.
 *
 * For every index p of `output`, output(p) is the mean of `input` over the box of (2 radius[i] + 1) pixels a side
 * centred at p + offset. Indices outside `input` take the nearest pixel of `input` (zero-flux Neumann), so the radius
 * may exceed the image. The cost does not depend on the radius.
 *
 * | TInput, TOutput | std::uint8_t, std::int16_t, std::uint16_t, float to the same or to float |
 * | VDimension | 2, 3 |
 *
 * The sum over the window is divided by the number of its pixels n in double, and the quotient is rounded to float or
 * truncated to an integer, as itk::MeanImageFilter does. Sums of integers are exact. Sums of floats are formed in double
 * by at most n - 1 additions, of nothing but pixels of the window: they are exact where the window's pixels are
 * multiples of some 2^k and the sum of their magnitudes is at most 2^(k + 53), and otherwise within 1.01 (n - 1) 2^-53
 * of the sum of the magnitudes. NaN and infinity reach exactly the pixels whose windows hold them.
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param radius in pixels, one per axis, each from 0 to LargestMeanRadius
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for an intermediate image, or for the working space of large windows
 */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchMean(const ImageView<const TInput, VDimension> & input,
           const ImageView<TOutput, VDimension> &      output,
           const std::size_t (&offset)[VDimension],
           const std::size_t (&radius)[VDimension],
           const Stream & stream);

inline constexpr std::size_t LargestMeanRadius = 0x7fff;
} // namespace itk::device

#endif
