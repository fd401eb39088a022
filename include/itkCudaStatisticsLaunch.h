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
#ifndef itkCudaStatisticsLaunch_h
#define itkCudaStatisticsLaunch_h

#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"

namespace itk::device
{
/** Extrema of an image's pixels, and the sums of them and of their squares. */
template <typename TPixel>
struct PixelStatistics
{
  TPixel minimum;
  TPixel maximum;
  double sum;
  double sumOfSquares;
};

/** Enqueues the statistics of an image of `size`, 1 for axes that it lacks, on `stream` and returns without waiting.
 *
 * The sums of uint8, int16 and uint16 are exact integers, rounded to double; so is the sum of int32 and uint32. Others are
 * sums in double in an order that depends on the size alone.
 *
 * TPixel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 *
 * \param image device memory of stream.GetDevice()
 * \param size no size is 0
 * \param result device memory, written
 * \exception device::Error a launch failed */
template <typename TPixel>
void
LaunchStatistics(const PointwiseInput<TPixel> & image,
                 const std::size_t (&size)[3],
                 PixelStatistics<TPixel> * result,
                 const Stream &            stream);
} // namespace itk::device

#endif
