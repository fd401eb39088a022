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
#ifndef CannyClassify_cuh
#define CannyClassify_cuh

#include "CannyDoubts.cuh"
#include "CannyWriter.cuh"
#include "Kernels/Grid.cuh"
#include <algorithm>
#include <cmath>
#include <limits>

namespace itk::device
{
namespace
{
template <unsigned int VDimension>
CannyLimits
GetCannyLimits(const CannyTask & task)
{
  const float least = std::fmin(task.lowerThreshold, task.upperThreshold);
  // Below 0, pixels that are no maximum count too: their value is 0.
  const auto getLimit = [](float threshold) {
    return std::fmin(4 * FindLeastCannySum(threshold), std::numeric_limits<float>::max());
  };
  return { getLimit(least),
           getLimit(task.upperThreshold),
           least < 0 ? std::numeric_limits<float>::infinity() : CannyRelativeError<VDimension> };
}

/** Whether pixels whose differences are all 0 are candidates. */
inline bool
TakesFlatPixels(const CannyLimits & limits)
{
  return limits.leastWeak <= 4 * 0.0001f;
}

/** How many rows or slices a walk takes, if `walks` walks cover the others axes and `atOnce` are under way at once: few
 * enough that the device is not idle at the end, but no fewer than let the four that are read besides cost little. */
inline std::ptrdiff_t
GetCannyWalkLength(std::size_t size, std::ptrdiff_t walks, std::ptrdiff_t atOnce)
{
  constexpr std::ptrdiff_t shortest = 16;
  constexpr std::ptrdiff_t longest = 1024;
  const std::ptrdiff_t     segments = std::max(4 * atOnce / walks, std::ptrdiff_t{ 1 });
  return std::clamp(kernels::DivideUp(static_cast<std::ptrdiff_t>(size), segments), shortest, longest);
}
} // namespace
} // namespace itk::device

#endif
