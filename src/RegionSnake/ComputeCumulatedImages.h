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
#ifndef ComputeCumulatedImages_h
#define ComputeCumulatedImages_h

#include "CudaImageFiltersExport.h"
#include "CumulatedImagesCore.h"
#include "itkDeviceImageView.h"

namespace itk
{
class MultiThreaderBase;
}

namespace itk::device
{
/** Writes one row of the cumulated images; returns the sums over the row. */
template <typename TPixel, typename TSum>
RegionSums
CumulateRow(const TPixel *               pixels,
            std::size_t                  width,
            const PixelEncoder<TPixel> & encode,
            TSum *                       sums,
            std::uint64_t *              squares)
{
  TSum          sum = 0;
  std::uint64_t square = 0;
  for (std::size_t x = 0; x < width; ++x)
  {
    sums[x] = sum;
    squares[x] = square;
    const auto code = encode(pixels[x]);
    sum += static_cast<TSum>(code);
    square += static_cast<std::uint64_t>(code) * static_cast<std::uint64_t>(code);
  }
  sums[width] = sum;
  squares[width] = square;
  return RegionSums{ static_cast<std::int64_t>(width), static_cast<std::int64_t>(sum), square };
}

/** Computes the cumulated images of `input`, on the host with the threads of `threader`; waits until it is done.
 *
 * \param input host memory of std::uint8_t, std::int16_t, std::uint16_t or float
 * \param output host memory laid out by MakeCumulatedImagesLayout<TPixel> for the size of `input` */
template <typename TPixel>
void
ComputeCumulatedImages(const ImageView<const TPixel, 2> & input,
                       const CumulatedImagesView &        output,
                       MultiThreaderBase *                threader);
} // namespace itk::device

#endif
