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
#ifndef CumulatedImagesView_h
#define CumulatedImagesView_h

#include "itkDeviceMacro.h"
#include <cstddef>
#include <cstdint>

namespace itk::device
{
/** \struct RegionSums
 * \brief How many pixels a region has, the sum of their codes and the sum of the squares of their codes.
 *
 * All three are integers, so sums are exact and do not depend on the order of the terms. Terms may be negative: a
 * region is the sum of its edges, as EdgeSums gives them. `squares` is kept modulo 2^64, and right for every region
 * whose sum of squares is below that: 2^32 pixels of any 16-bit value.
 *
 * \ingroup CudaImageFilters
 */
struct RegionSums
{
  std::int64_t  count;
  std::int64_t  sum;
  std::uint64_t squares;

  ITK_HOST_DEVICE RegionSums &
  operator+=(const RegionSums & other)
  {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
    return *this;
  }
  ITK_HOST_DEVICE RegionSums &
  operator-=(const RegionSums & other)
  {
    count -= other.count;
    sum -= other.sum;
    squares -= other.squares;
    return *this;
  }
  friend ITK_HOST_DEVICE RegionSums
  operator+(RegionSums a, const RegionSums & b)
  {
    return a += b;
  }
  friend ITK_HOST_DEVICE RegionSums
  operator-(RegionSums a, const RegionSums & b)
  {
    return a -= b;
  }
  friend ITK_HOST_DEVICE RegionSums
  operator-(const RegionSums & a)
  {
    return RegionSums{ -a.count, -a.sum, 0 - a.squares };
  }
  friend ITK_HOST_DEVICE bool
  operator==(const RegionSums & a, const RegionSums & b)
  {
    return a.count == b.count && a.sum == b.sum && a.squares == b.squares;
  }
  friend ITK_HOST_DEVICE bool
  operator!=(const RegionSums & a, const RegionSums & b)
  {
    return !(a == b);
  }
};

/** Sum over the pixels of (code - mean code)^2, for a region of at least one pixel: the variance times the count.
 * It is exact but for the rounding of the result, at least 0, and the same on host and device. The codes are taken
 * relative to the mean rounded down, so that no digits cancel; that sum of squares is an exact 64-bit integer. */
ITK_HOST_DEVICE inline double
GetSumOfSquaredDeviations(const RegionSums & sums)
{
  // Rounded by floating point first, as devices have no division of 64-bit integers; the mean has at most 32 bits.
  const double perPixel = 1 / static_cast<double>(sums.count);
  std::int64_t mean = static_cast<std::int64_t>(static_cast<double>(sums.sum) * perPixel);
  std::int64_t remainder = sums.sum - mean * sums.count;
  if (remainder < 0)
  {
    --mean;
    remainder += sums.count;
  }
  else if (remainder >= sums.count)
  {
    ++mean;
    remainder -= sums.count;
  }
  // sum (q - mean)^2 = squares - 2 mean sum + mean^2 count = squares - mean (sum + remainder)
  const std::uint64_t about =
    sums.squares - static_cast<std::uint64_t>(mean) * static_cast<std::uint64_t>(sums.sum + remainder);
  const double deviation = static_cast<double>(remainder);
  const double result = static_cast<double>(about) - deviation * deviation * perPixel;
  return result > 0 ? result : 0;
}

/** \struct PixelScale
 * \brief What the integer codes stand for that are summed in place of pixels: value = offset + scale * code.
 *
 * | pixel | code | offset | scale |
 * | --- | --- | --- | --- |
 * | std::uint8_t, std::uint16_t | the value | 0 | 1 |
 * | std::int16_t | the value + 32768 | -32768 | 1 |
 * | float | the nearest integer to (value - offset) / scale | about the mean of the image | a power of two |
 *
 * For float, the scale is as fine as the sum of squares of the whole image allows in 64 bits: for n pixels of standard
 * deviation s, between 2^-30 and 2^-29 times sqrt(n) s, which is s / 40000 or finer for 12288 x 12288 pixels. A few
 * pixels of any magnitude hardly change that. NaN and infinite pixels have the code 0.
 *
 * \ingroup CudaImageFilters
 */
struct PixelScale
{
  double offset;
  double scale;
};

/** \struct CumulatedImagesSummary
 * \brief What belongs to a whole pair of cumulated images.
 *
 * \ingroup CudaImageFilters
 */
struct CumulatedImagesSummary
{
  PixelScale scale;
  RegionSums total; // of the whole image
};

/** \struct CumulatedImagesView
 * \brief Non-owning view of the cumulated images of a 2-D image, along rows: the sums of the codes of the pixels
 * (0, y) ... (x - 1, y), and of their squares, for every x from 0 to `width`, both included.
 *
 * Trivially copyable, so it travels as a kernel parameter. The memory is all on the host or all on one device. The
 * sum is in `sums32` where no row can exceed 32 bits, and in `sums64` otherwise; the other of the two is null.
 *
 * \ingroup CudaImageFilters
 */
struct CumulatedImagesView
{
  std::uint32_t *          sums32;
  std::int64_t *           sums64;
  std::uint64_t *          squares;
  CumulatedImagesSummary * summary;
  std::int32_t             width;
  std::int32_t             height;
  std::size_t              stride; // elements from one row to the next, the same for both images

  /** The sums over the pixels (0, row) ... (column - 1, row); 0 <= column <= width, 0 <= row < height. */
  ITK_HOST_DEVICE RegionSums
  GetRowSums(std::int32_t row, std::int32_t column) const
  {
    const std::size_t at = static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column);
    return RegionSums{ column, sums32 != nullptr ? std::int64_t{ sums32[at] } : sums64[at], squares[at] };
  }
};
} // namespace itk::device

#endif
