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
#ifndef itkCudaMedianLaunch_h
#define itkCudaMedianLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues the median filter on `stream` and returns without waiting.
 *
 * For every index p of `output`, output(p) is the median of `input` over the box of (2 radius[i] + 1) pixels a side
 * centred at p + offset. Indices outside `input` take the nearest pixel of `input` (zero-flux Neumann), so the
 * radius may exceed the image. The window's pixel count n is odd, and the median is its element of rank n / 2.
 *
 * | TPixel | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * Floats are ordered as numbers with -0 before +0; a NaN with the sign bit clear comes after +infinity, one with it
 * set before -infinity. The result is always one of the window's values.
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param radius in pixels, one per axis, each at least 0
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for the working space that large windows need
 */
template <typename TPixel, unsigned int VDimension>
void
LaunchMedian(const ImageView<const TPixel, VDimension> & input,
             const ImageView<TPixel, VDimension> &       output,
             const std::size_t (&offset)[VDimension],
             const std::size_t (&radius)[VDimension],
             const Stream & stream);
} // namespace itk::device

#endif
