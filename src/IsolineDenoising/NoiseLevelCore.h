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
#ifndef NoiseLevelCore_h
#define NoiseLevelCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstddef>

namespace itk::device
{
/** Magnitude of the diagonal wavelet coefficient at a pixel: (1, -2, 1) along both axes. NaN becomes infinity, so that
 * all magnitudes are in order. */
ITK_HOST_DEVICE inline float
GetNoiseMagnitude(const float * pixel, std::ptrdiff_t stride)
{
  const auto  along = [](const float * middle) { return (middle[-1] - 2.0f * middle[0]) + middle[1]; };
  const float magnitude = std::fabs((along(pixel - stride) - 2.0f * along(pixel)) + along(pixel + stride));
  return magnitude <= 3.402823466e38f ? magnitude : HUGE_VALF;
}

/** The noise level of which `median` is the median magnitude: 0.6745 is that of a standard normal variable, 6 the norm
 * of the filter. */
ITK_HOST_DEVICE inline float
GetNoiseLevel(float median)
{
  return median / (0.6745f * 6.0f);
}
} // namespace itk::device

#endif
