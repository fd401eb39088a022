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
#ifndef IsolineColor_h
#define IsolineColor_h

#include "IsolineNoise.h"

namespace itk::device
{
/** Red, green and blue to brightness and two differences, by an orthonormal matrix: the noise stays what it is, and
 * brightness alone holds most of what is not noise. */
ITK_HOST_DEVICE inline void
SplitIsolineColor(float (&channels)[3])
{
  const float sum = channels[0] + channels[1] + channels[2];
  const float redToBlue = channels[0] - channels[2];
  const float green = channels[0] + channels[2] - 2.0f * channels[1];
  channels[0] = sum * 0.57735027f;
  channels[1] = redToBlue * 0.70710678f;
  channels[2] = green * 0.40824829f;
}

/** The inverse of SplitIsolineColor. */
ITK_HOST_DEVICE inline void
JoinIsolineColor(float (&channels)[3])
{
  const float brightness = channels[0] * 0.57735027f;
  const float redToBlue = channels[1] * 0.70710678f;
  const float green = channels[2] * 0.40824829f;
  channels[0] = brightness + redToBlue + green;
  channels[1] = brightness - 2.0f * green;
  channels[2] = brightness - redToBlue + green;
}

/** The values that a model works on, from those of a pixel's channels. */
template <int VChannels>
ITK_HOST_DEVICE inline void
ToIsolineValues(float (&channels)[VChannels], const IsolineStabilization & stabilization, bool splitsColor)
{
  for (int channel = 0; channel < VChannels; ++channel)
  {
    channels[channel] = StabilizeIsolineNoise(channels[channel], stabilization);
  }
  if constexpr (VChannels == 3)
  {
    if (splitsColor)
    {
      SplitIsolineColor(channels);
    }
  }
}

/** The inverse of ToIsolineValues, without bias for values without noise. */
template <int VChannels>
ITK_HOST_DEVICE inline void
FromIsolineValues(float (&channels)[VChannels], const IsolineStabilization & stabilization, bool joinsColor)
{
  if constexpr (VChannels == 3)
  {
    if (joinsColor)
    {
      JoinIsolineColor(channels);
    }
  }
  for (int channel = 0; channel < VChannels; ++channel)
  {
    channels[channel] = RestoreIsolineNoise(channels[channel], stabilization);
  }
}
} // namespace itk::device

#endif
