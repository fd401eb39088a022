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
#ifndef CumulatedImagesCore_h
#define CumulatedImagesCore_h

#include "CumulatedImagesView.h"
#include <cmath>
#include <limits>
#include <type_traits>

namespace itk::device
{
/** \class PixelEncoder
 * \brief The integer code of a pixel; see PixelScale.
 *
 * \ingroup CudaImageFilters
 */
template <typename TPixel>
class PixelEncoder
{
public:
  static_assert(std::is_integral_v<TPixel> && sizeof(TPixel) <= 2, "A float, or an integer of at most 16 bits");
  using CodeType = std::uint32_t;
  static constexpr std::int32_t  LowestPixel = std::numeric_limits<TPixel>::min();
  static constexpr std::uint32_t LargestCode = std::numeric_limits<TPixel>::max() - LowestPixel;
  static constexpr PixelScale    Scale{ LowestPixel, 1 };

  ITK_HOST_DEVICE explicit PixelEncoder(const PixelScale &) {}

  ITK_HOST_DEVICE CodeType
  operator()(TPixel pixel) const
  {
    return static_cast<CodeType>(pixel - LowestPixel);
  }
};

template <>
class PixelEncoder<float>
{
public:
  using CodeType = std::int32_t;

  ITK_HOST_DEVICE explicit PixelEncoder(const PixelScale & scale)
    : m_Offset(scale.offset)
    , m_Factor(1 / scale.scale)
  {}

  ITK_HOST_DEVICE CodeType
  operator()(float pixel) const
  {
    const double code = (pixel - m_Offset) * m_Factor;
    return code - code == 0 ? static_cast<CodeType>(std::rint(code)) : 0;
  }

private:
  double m_Offset;
  double m_Factor; // exact, as the scale is a power of two
};

/** \struct PixelStatistics
 * \brief The sums of the finite pixels of a float image from which its scale is chosen.
 *
 * Doubles round, so the order of the terms is part of the definition, and the same on host and device. A row is summed
 * by NumberOfAccumulators accumulators, of which number i takes the pixels i, i + NumberOfAccumulators, ... in order;
 * then, while more than one is left, the second half of them is added to the first half. The image is summed likewise
 * from its rows.
 */
struct PixelStatistics
{
  static constexpr int NumberOfAccumulators = 256;

  double       sum;
  double       squares;
  std::int64_t count;

  ITK_HOST_DEVICE void
  Add(float pixel)
  {
    const double value = pixel;
    if (value - value == 0)
    {
      sum += value;
      squares += value * value; // the product is exact, so contraction changes nothing
      ++count;
    }
  }

  ITK_HOST_DEVICE void
  Add(const PixelStatistics & other)
  {
    sum += other.sum;
    squares += other.squares;
    count += other.count;
  }
};

/** The scale of a float image. The sum over its pixels of (value - mean)^2 is at most `energy`, where 2^-32 of the sum
 * of squares makes up for all rounding. In units of the scale that is at most 2^60, so codes are less than 2^31, and
 * their squares add up to less than 2^62 after the rounding of up to 2^32 pixels to codes. */
ITK_HOST_DEVICE inline PixelScale
ChooseScale(const PixelStatistics & pixels)
{
  if (pixels.count == 0)
  {
    return PixelScale{ 0, 1 };
  }
  const double count = static_cast<double>(pixels.count);
  const double mean = pixels.sum / count;
  const double difference = pixels.squares - pixels.sum * pixels.sum / count;
  const double energy = (difference > 0 ? difference : 0) + std::ldexp(pixels.squares, -32);
  if (energy == 0)
  {
    return PixelScale{ mean, 1 };
  }
  int exponent = 0;
  std::frexp(energy, &exponent); // energy < 2^exponent
  const double scale = std::ldexp(1.0, ((exponent + 1) >> 1) - 30);
  return PixelScale{ std::rint(mean / scale) * scale, scale };
}

/** \struct CumulatedImagesLayout
 * \brief How the cumulated images of a 2-D image lie in one piece of memory.
 *
 * 12 bytes a pixel for integers, unless the sum over a row could exceed 32 bits, and 16 for those and for float; each
 * row has 1 to 4 columns more than the image.
 *
 * \ingroup CudaImageFilters
 */
struct CumulatedImagesLayout
{
  std::int32_t width;
  std::int32_t height;
  bool         isNarrow; // sums of 32 bits
  std::size_t  stride;

  std::size_t
  GetSizeInBytes() const
  {
    return SummarySize + static_cast<std::size_t>(height) * stride *
                           (sizeof(std::uint64_t) + (isNarrow ? sizeof(std::uint32_t) : sizeof(std::int64_t)));
  }

  /** `memory`, of the host or of a device, is aligned to 16 bytes. */
  CumulatedImagesView
  MakeView(void * memory) const
  {
    char * const        bytes = static_cast<char *>(memory);
    void * const        sums = bytes + SummarySize + static_cast<std::size_t>(height) * stride * sizeof(std::uint64_t);
    CumulatedImagesView view{};
    view.summary = static_cast<CumulatedImagesSummary *>(memory);
    view.squares = reinterpret_cast<std::uint64_t *>(bytes + SummarySize);
    view.sums32 = isNarrow ? static_cast<std::uint32_t *>(sums) : nullptr;
    view.sums64 = isNarrow ? nullptr : static_cast<std::int64_t *>(sums);
    view.width = width;
    view.height = height;
    view.stride = stride;
    return view;
  }

  static constexpr std::size_t SummarySize = 256;
};

static_assert(sizeof(CumulatedImagesSummary) <= CumulatedImagesLayout::SummarySize);

/** `width` and `height` are from 1 to MaximumNodeCoordinate. */
template <typename TPixel>
CumulatedImagesLayout
MakeCumulatedImagesLayout(std::int32_t width, std::int32_t height)
{
  CumulatedImagesLayout layout{};
  layout.width = width;
  layout.height = height;
  layout.stride = (static_cast<std::size_t>(width) + 4) / 4 * 4;
  if constexpr (std::is_integral_v<TPixel>)
  {
    layout.isNarrow = std::uint64_t{ PixelEncoder<TPixel>::LargestCode } * static_cast<std::uint64_t>(width) <=
                      std::numeric_limits<std::uint32_t>::max();
  }
  return layout;
}
} // namespace itk::device

#endif
