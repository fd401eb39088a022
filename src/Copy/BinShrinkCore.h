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
#ifndef BinShrinkCore_h
#define BinShrinkCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace itk::device
{
/** A mean as a pixel: integers as itk::Math::RoundHalfIntegerUp rounds them on x86-64, by way of int32. */
template <typename TPixel>
ITK_HOST_DEVICE inline TPixel
RoundMean(double mean)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    return static_cast<TPixel>(mean);
  }
  else
  {
    const double twice = std::rint(2 * mean + 0.5);
    const bool   fits = twice >= -2147483648.0 && twice <= 2147483647.0;
    return static_cast<TPixel>((fits ? static_cast<std::int32_t>(twice) : std::int32_t{ -2147483647 - 1 }) >> 1);
  }
}
} // namespace itk::device

#endif
