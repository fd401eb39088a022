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
#ifndef itkThresholdLabels_h
#define itkThresholdLabels_h

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace itk::device
{
inline constexpr unsigned int MaximumNumberOfThresholdLabels = 16;

/** Thresholds of pixels, as the greatest pixels that are at most the numbers added. */
template <typename TPixel>
struct ThresholdLabels
{
  TPixel thresholds[MaximumNumberOfThresholdLabels];
  int    number{ 0 };
  int    least{ 0 }; // Below them lies no pixel of the type.

  /** Not less than those before; at most MaximumNumberOfThresholdLabels in all. */
  void
  Add(double threshold)
  {
    using Limits = std::numeric_limits<TPixel>;
    TPixel & pixel = thresholds[number++];
    if constexpr (std::is_integral_v<TPixel>)
    {
      const double floor = std::floor(threshold);
      least += floor < Limits::lowest() ? 1 : 0;
      pixel = floor <= Limits::lowest() ? Limits::lowest()
              : floor < Limits::max()   ? static_cast<TPixel>(floor)
                                        : Limits::max();
    }
    else
    {
      const auto nearest = static_cast<TPixel>(threshold);
      pixel = nearest > threshold ? std::nextafter(nearest, -Limits::infinity()) : nearest;
    }
  }
};
} // namespace itk::device

#endif
