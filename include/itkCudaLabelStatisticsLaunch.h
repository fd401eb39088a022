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
#ifndef itkCudaLabelStatisticsLaunch_h
#define itkCudaLabelStatisticsLaunch_h

#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"
#include <cstdint>
#include <vector>

namespace itk::device
{
/** Of the pixels that have a label. */
struct LabelPixelStatistics
{
  std::uint32_t label;
  std::uint64_t count;
  double        minimum; ///< The greatest double if all are NaN; `maximum` is then the least one.
  double        maximum;
  double        sum;
  double        sumOfSquares;
  std::int32_t  first[3]; ///< The box of the pixels, in the image's coordinates, last ones included.
  std::int32_t  last[3];
};

/** The statistics of each label that an image of labels has, in the order of the labels. Waits for them.
 *
 * Sums do not depend on the order of pixels. Those of integers are exact, but that squares of 32-bit ones are rounded
 * twice. Of n floats, all at most m in magnitude, the sum is of multiples of a unit less than 2 m 2^(2 ceil(log2 n) - 124)
 * to which each is rounded, and of the squares of one with m^2 in place of m; then they are rounded twice to double.
 *
 * TPixel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 * TLabel: std::uint8_t, std::uint16_t, std::uint32_t.
 *
 * \param size of both images, none 0 and all below 2^31
 * \exception device::MemoryError there are more labels than there is memory for
 * \exception device::Error a launch failed */
template <typename TPixel, typename TLabel>
std::vector<LabelPixelStatistics>
ComputeLabelStatistics(const PointwiseInput<TPixel> & image,
                       const PointwiseInput<TLabel> & labels,
                       const std::size_t (&size)[3],
                       const Stream & stream);
} // namespace itk::device

#endif
