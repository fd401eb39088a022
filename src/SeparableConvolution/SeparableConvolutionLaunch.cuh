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
#ifndef SeparableConvolutionLaunch_cuh
#define SeparableConvolutionLaunch_cuh

#include "SeparableConvolutionAnyLength.cuh"
#include "SeparableConvolutionWalk.cuh"
#include <type_traits>
#include <vector>

namespace itk::device::separable
{
/** Calls `function(std::integral_constant<int, radius>)`, for a radius of 1 to VLargest. */
template <int VLargest, typename TFunction>
void
WithRadius(std::size_t radius, const TFunction & function)
{
  if constexpr (VLargest > 1)
  {
    if (radius < VLargest)
    {
      WithRadius<VLargest - 1>(radius, function);
      return;
    }
  }
  function(std::integral_constant<int, VLargest>());
}

template <int VRadius>
Coefficients<VRadius>
MakeCoefficients(const std::vector<float> & values)
{
  Coefficients<VRadius> coefficients{};
  std::copy_n(values.begin(), 2 * VRadius + 1, coefficients.value);
  return coefficients;
}

template <int VMostRadius>
ShortCoefficients<VMostRadius>
MakeShortCoefficients(const std::vector<float> & values)
{
  ShortCoefficients<VMostRadius> coefficients{ {}, static_cast<int>(values.size() / 2) };
  std::reverse_copy(values.begin(), values.end(), coefficients.value);
  return coefficients;
}

/** `launch(part)` for every part of a kernel of any length. */
template <int VCapacity, typename TLaunch>
void
ForEachPart(const std::vector<float> & coefficients, const TLaunch & launch)
{
  for (std::size_t begin = 0; begin < coefficients.size(); begin += VCapacity)
  {
    KernelPart<VCapacity> part{};
    part.size = static_cast<int>(std::min<std::size_t>(VCapacity, coefficients.size() - begin));
    part.accumulates = begin > 0;
    part.first = static_cast<std::ptrdiff_t>(begin) - static_cast<std::ptrdiff_t>(coefficients.size() / 2);
    std::copy_n(coefficients.begin() + begin, part.size, part.value);
    launch(part);
  }
}
} // namespace itk::device::separable

#endif
