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
#ifndef itkCudaBilateralLaunch_h
#define itkCudaBilateralLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <vector>

namespace itk::device
{
/** The weights of a bilateral filter, as itk::BilateralImageFilter makes them. */
template <unsigned int VDimension>
struct BilateralTables
{
  std::size_t         radius[VDimension]; ///< Of the window, in pixels.
  std::vector<double> domain;             ///< Of a window's pixels, (2 radius + 1 along each axis), in raster order.
  std::vector<double> range;              ///< Of distances from 0 to distanceLimit, in equal steps.
  double              distanceLimit; ///< Pixels that differ as much from the window's centre, or more, do not count.
};

/** Enqueues a bilateral filter on `stream` and returns without waiting.
 *
 * For every index p of `output`, the window is around c = p + offset. With d = |input(q) - input(c)| and n samples of
 * tables.range, the result is the sum of w(q) input(q) over that of w(q) = tables.domain[q] tables.range[floor(d n /
 * tables.distanceLimit)], over the q in the window where d is below tables.distanceLimit. All is in double, in raster order
 * and not contracted, and cast to the pixel as C++ does, out of its range as x86-64. Indices outside `input` take the
 * nearest pixel of `input` (zero-flux Neumann), so the radius may exceed the image. Bit for bit
 * itk::BilateralImageFilter's; where that reads behind its table, for a d that rounding puts there, it is the last sample.
 *
 * | TPixel | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param tables at least 1 and less than 2^20 samples of range; free to change after the call
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for the tables
 */
template <typename TPixel, unsigned int VDimension>
void
LaunchBilateral(const ImageView<const TPixel, VDimension> & input,
                const ImageView<TPixel, VDimension> &       output,
                const std::size_t (&offset)[VDimension],
                const BilateralTables<VDimension> & tables,
                const Stream &                      stream);
} // namespace itk::device

#endif
