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
#ifndef itkCudaMinimumMaximumLaunch_h
#define itkCudaMinimumMaximumLaunch_h

#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** The least and the greatest pixel. NaNs are passed over; without any pixel, `minimum` is the greatest number of the type
 * and `maximum` the least finite one. */
template <typename TPixel>
struct PixelExtrema
{
  TPixel minimum;
  TPixel maximum;
};

/** Where in raster order the first of the least and of the greatest pixels is; NoPixel if none is less than the greatest
 * number of the type, or greater than the least finite one. */
struct ExtremaPositions
{
  static constexpr std::uint64_t NoPixel = ~std::uint64_t{ 0 };

  std::uint64_t minimum;
  std::uint64_t maximum;
};

/** Enqueues the search for the extrema of an image of `size`, 1 for axes that it lacks, and returns without waiting.
 *
 * TPixel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 *
 * \param image device memory of stream.GetDevice()
 * \param size no size is 0
 * \param result device memory, written
 * \exception device::Error a launch failed */
template <typename TPixel>
void
LaunchMinimumMaximum(const PointwiseInput<TPixel> & image,
                     const std::size_t (&size)[3],
                     PixelExtrema<TPixel> * result,
                     const Stream &         stream);

/** Likewise for where the extrema are; of zeros, whatever their signs, the first one counts.
 *
 * \param result device memory, written
 * \param positions device memory, written */
template <typename TPixel>
void
LaunchMinimumMaximumPositions(const PointwiseInput<TPixel> & image,
                              const std::size_t (&size)[3],
                              PixelExtrema<TPixel> * result,
                              ExtremaPositions *     positions,
                              const Stream &         stream);
} // namespace itk::device

#endif
