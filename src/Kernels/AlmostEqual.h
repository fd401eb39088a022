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
#ifndef AlmostEqual_h
#define AlmostEqual_h

#include "itkDeviceMacro.h"
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace itk::device::kernels
{
/** itk::Math::AlmostEquals: integers that are equal; floats that are, or are at most 4 units in the last place apart. */
template <typename TPixel>
ITK_HOST_DEVICE bool
AreAlmostEqual(TPixel a, TPixel b)
{
  if constexpr (std::is_integral_v<TPixel>)
  {
    return a == b;
  }
  else
  {
    static_assert(std::is_same_v<TPixel, float>);
    std::int32_t bits[2];
    std::memcpy(&bits[0], &a, sizeof a);
    std::memcpy(&bits[1], &b, sizeof b);
    // Of the same sign their difference does not overflow.
    return std::fabs(a - b) <= static_cast<float>(0.1 * FLT_EPSILON) ||
           ((bits[0] < 0) == (bits[1] < 0) && std::abs(bits[0] - bits[1]) <= 4);
  }
}
} // namespace itk::device::kernels

#endif
