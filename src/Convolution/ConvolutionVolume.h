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
#ifndef ConvolutionVolume_h
#define ConvolutionVolume_h

#include "ConvolutionCoefficients.h"
#include "ConvolutionTask.cuh"
#include "itkDeviceStream.h"
#include <algorithm>
#include <type_traits>

namespace itk::device::convolution
{
/** Calls `function(size, depth)` with the smallest size and number of squares of an odd side that hold a kernel of several layers of that
 * radius, of at most 5 coefficients an axis. */
template <typename TFunction>
void
WithSquaresAround(const int (&radius)[3], const TFunction & function)
{
  const auto withSize = [&](auto size) {
    if (radius[2] == 1)
    {
      function(size, std::integral_constant<int, 3>());
    }
    else
    {
      function(size, std::integral_constant<int, 5>());
    }
  };
  if (std::max(radius[0], radius[1]) <= 1)
  {
    withSize(std::integral_constant<int, 3>());
  }
  else
  {
    withSize(std::integral_constant<int, 5>());
  }
}

/** Whether there is LaunchVolumeInDouble: sums of bytes leave few outputs in doubt in float, too. */
template <typename TPixel>
constexpr bool HasVolumeInDouble = std::is_integral_v<TPixel> && sizeof(TPixel) == 2;

/** Whether LaunchVolumeInDouble takes the task: of at most 5 coefficients an axis, and few outputs are left in doubt. */
template <typename TPixel>
bool
CanSumVolumeInDouble(const Task<TPixel, TPixel> & task, const Coefficients & coefficients);

/** Sums in double of kernels of several layers. A sum fits 32 bits. Outputs in doubt are computed as the
 * parent does, with `task.coefficients`. Bound by arithmetic in double: on an H200, which makes 16 T/s, of 5 x 5 x 5 coefficients
 * 128 Gpx/s at most. */
template <typename TPixel>
void
LaunchVolumeInDouble(const Task<TPixel, TPixel> & task, const Coefficients & coefficients, const Stream & stream);
} // namespace itk::device::convolution

#endif
