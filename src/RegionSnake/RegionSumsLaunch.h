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
#ifndef RegionSumsLaunch_h
#define RegionSumsLaunch_h

#include "CumulatedImagesCore.h"
#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include "PolygonsView.h"

namespace itk::device
{
/** Enqueues the cumulated images of `input` on `stream` and returns without waiting. Every value, the summary's too, is
 * that of ComputeCumulatedImages, bit for bit.
 *
 * | TPixel | std::uint8_t, std::int16_t, std::uint16_t, float |
 *
 * \param input device memory of stream.GetDevice(); no side is 0 or more than MaximumNodeCoordinate
 * \param output memory of the same device, laid out by MakeCumulatedImagesLayout<TPixel> for the size of `input`
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for the statistics of the rows, for float
 */
template <typename TPixel>
void
LaunchCumulatedImages(const ImageView<const TPixel, 2> & input,
                      const CumulatedImagesView &        output,
                      const Stream &                     stream);

/** Enqueues the sums over polygons on `stream` and returns without waiting: sums[i] = PolygonSums of polygon i, in
 * which the labels play no part.
 *
 * \param images device memory of stream.GetDevice()
 * \param polygons memory of the same device, all of which is read on it, so that the polygons may come from work that
 * was enqueued before
 * \param sums memory of the same device, for polygons.numberOfPolygons elements
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 */
void
LaunchPolygonSums(const CumulatedImagesView & images,
                  const PolygonsView &        polygons,
                  RegionSums *                sums,
                  const Stream &              stream);

/** Enqueues the mask of polygons on `stream` and returns without waiting: it is that of ComputePolygonMask, bit for
 * bit.
 *
 * \param polygons device memory of stream.GetDevice(), all of which is read on it
 * \param mask memory of the same device; no side is 0 or more than MaximumNodeCoordinate
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for the polygons' boxes
 */
void
LaunchPolygonMask(const PolygonsView & polygons, const ImageView<std::uint8_t, 2> & mask, const Stream & stream);
} // namespace itk::device

#endif
