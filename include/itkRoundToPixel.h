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
#ifndef itkRoundToPixel_h
#define itkRoundToPixel_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace itk::device
{
/** A result as a pixel component: integers are rounded, halves upwards, and clamped to what the type holds. Nothing
 * is multiplied, so that there is nothing to contract. */
template <typename TComponent>
ITK_HOST_DEVICE inline TComponent
RoundToPixel(float value)
{
  if constexpr (std::is_integral_v<TComponent>)
  {
    constexpr int  bits = 8 * sizeof(TComponent) - (std::is_signed_v<TComponent> ? 1 : 0);
    constexpr auto largest = static_cast<TComponent>(~std::uint64_t{ 0 } >> (64 - bits));
    constexpr auto least = static_cast<TComponent>(std::is_signed_v<TComponent> ? -largest - 1 : 0);
    const float    rounded = std::floor(value + 0.5f);
    if (!(rounded > static_cast<float>(least))) // also for NaN
    {
      return least;
    }
    return rounded < static_cast<float>(largest) ? static_cast<TComponent>(rounded) : largest;
  }
  else
  {
    return static_cast<TComponent>(value);
  }
}
} // namespace itk::device

#endif
