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
#ifndef itkCudaCannyLaunch_h
#define itkCudaCannyLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"

namespace itk::device
{
/** Enqueues all of itk::CannyEdgeDetectionImageFilter that comes after the smoothing on `stream`, and returns without
 * waiting: second derivative along the gradient, suppression of what is no maximum, hysteresis.
 *
 * `output` is 1 on edges and 0 elsewhere. Pixels beyond the image take the value of the nearest pixel in it (zero-flux
 * Neumann), of the smoothed image and of its second derivative alike. An edge is a set of pixels whose value is above
 * `lowerThreshold`, connected over their 3^VDimension - 1 neighbours, of which one is above `upperThreshold`; the value
 * is the gradient magnitude, in grey levels a pixel, at its maxima, and 0 elsewhere. Where the lower threshold is above
 * the upper one, edges are the pixels above the upper one; a NaN is never above. The arithmetic is in CannyCore.h:
 * the result is ITK's, bit for bit, for the same smoothed image.
 *
 * | VDimension | 2, 3 |
 *
 * \param smoothed device memory of stream.GetDevice(), contiguous; no size is 0. It serves as working space: its pixels
 * are lost
 * \param output of the same size, not overlapping `smoothed`
 * \param lowerThreshold, upperThreshold in grey levels a pixel; any number
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for the working space: a quarter of a byte a pixel, and for images
 * of 2^32 - 1 pixels or more another 8 bytes
 */
template <unsigned int VDimension>
void
LaunchCanny(const ImageView<float, VDimension> & smoothed,
            const ImageView<float, VDimension> & output,
            float                                lowerThreshold,
            float                                upperThreshold,
            const Stream &                       stream);
} // namespace itk::device

#endif
