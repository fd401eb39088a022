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
#ifndef itkCudaSignedMaurerDistanceMapLaunch_h
#define itkCudaSignedMaurerDistanceMapLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Parameters of LaunchSignedMaurerDistanceMap. `spacing` is 1 on each axis where it is not to count. */
template <typename TInput, unsigned int VDimension>
struct SignedMaurerDistanceMap
{
  TInput backgroundValue;
  double spacing[VDimension];
  bool   squaredDistance;
  bool   insideIsPositive;
};

/** Enqueues the signed distance map on `stream` and returns without waiting.
 *
 * Each output pixel is the Euclidean distance from the nearest pixel of the contour: pixels that are not of the background
 * and have one that is among the 8 (26) around them. Without a contour it is the root of the largest float, or that
 * itself. Bit for bit itk::SignedMaurerDistanceMapImageFilter's.
 *
 * | TInput | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * Takes a quarter of a byte a pixel, and up to 8 bytes for each pixel of the lines that are worked on at once: at most
 * 4 GiB, in 2D as a rule of all.
 *
 * \param input dense device memory of stream.GetDevice(), not overlapping `output`; no size is 0, and each is below 2^21
 * \param output dense, of the size of `input`
 * \param parameters with spacings from 1e-6 to 1e6
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left
 */
template <typename TInput, unsigned int VDimension>
void
LaunchSignedMaurerDistanceMap(const ImageView<const TInput, VDimension> &         input,
                              const ImageView<float, VDimension> &                output,
                              const SignedMaurerDistanceMap<TInput, VDimension> & parameters,
                              const Stream &                                      stream);
} // namespace itk::device

#endif
