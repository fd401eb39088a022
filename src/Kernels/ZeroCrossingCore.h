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
#ifndef ZeroCrossingCore_h
#define ZeroCrossingCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace itk::device
{
template <typename TPixel>
ITK_HOST_DEVICE inline bool
IsNegative(TPixel value)
{
  if constexpr (std::is_signed_v<TPixel>)
  {
    return value < 0;
  }
  else
  {
    return false;
  }
}

/** Whether a zero crossing lies between a pixel and one of its face neighbours, and the pixel is the one to mark: as
 * itk::ZeroCrossingImageFilter decides it.
 *
 * The two have opposite signs, or one of them is 0 and the other is not; and the pixel is the closer to 0. Of two that
 * are equally close the one to mark is that which comes first along the axis: `neighborFollows` says that the
 * neighbour has the greater index. A NaN crosses nothing. */
template <typename TPixel>
ITK_HOST_DEVICE inline bool
CrossesZero(TPixel pixel, TPixel neighbor, bool neighborFollows)
{
  const TPixel zero{};
  const auto   magnitude = [](TPixel value) { return static_cast<TPixel>(IsNegative(value) ? -value : value); };
  const bool   isCloser = magnitude(pixel) < magnitude(neighbor);
  const bool   isOpposite = (IsNegative(pixel) && neighbor > zero) || (pixel > zero && IsNegative(neighbor));
  // In this order, the least number of a signed type, whose magnitude is itself, is treated as ITK does.
  const bool crosses = isOpposite || ((pixel == zero) != (neighbor == zero));
  return crosses && (isCloser || (neighborFollows && magnitude(pixel) == magnitude(neighbor)));
}

/** Whether CrossesZero() for one of the neighbours: along each axis the one before and the one after. */
template <typename TPixel, std::size_t VNeighbors>
ITK_HOST_DEVICE inline bool
IsZeroCrossing(TPixel pixel, const TPixel (&neighbors)[VNeighbors])
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    // The same with fewer comparisons. NaN is no minimum.
    if (pixel == 0)
    {
      bool isAnyOther = false;
      for (const TPixel neighbor : neighbors)
      {
        isAnyOther = isAnyOther || neighbor < 0 || neighbor > 0;
      }
      return isAnyOther;
    }
    TPixel before = 0;
    TPixel after = 0;
    for (std::size_t i = 0; i < VNeighbors; i += 2)
    {
      before = std::fmin(before, pixel < 0 ? -neighbors[i] : neighbors[i]);
      after = std::fmin(after, pixel < 0 ? -neighbors[i + 1] : neighbors[i + 1]);
    }
    const TPixel opposite = pixel < 0 ? pixel : -pixel;
    return before < opposite || after <= opposite;
  }
  else
  {
    bool isCrossing = false;
    for (std::size_t i = 0; i < VNeighbors; ++i)
    {
      isCrossing = isCrossing || CrossesZero(pixel, neighbors[i], i % 2 != 0);
    }
    return isCrossing;
  }
}
} // namespace itk::device

#endif
