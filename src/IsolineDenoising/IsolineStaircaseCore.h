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
#ifndef IsolineStaircaseCore_h
#define IsolineStaircaseCore_h

#include "IsolineDenoisingCore.h"

namespace itk::device
{
/** Reduction of the staircase effect of neighbourhood filters, after A. Buades, B. Coll and J.-M. Morel, The staircasing
 * effect in neighborhood filters and its solution, IEEE Transactions on Image Processing 15(6), 2006: the mean of
 * similar neighbours becomes the value of a plane that is fitted to them. The noisy image is fitted; how similar a
 * neighbour is, says the denoised image, by the mean squared difference of the 3 x 3 pixels around it. */
inline constexpr int IsolineStaircaseRadius = 5;

/** How far from a pixel lie pixels of the denoised image that its result depends on. */
inline constexpr int IsolineStaircaseReach = IsolineStaircaseRadius + 1;

/** The factor of the sum of the 3 x 3 squared differences, over all channels, in the exponent of a neighbour's weight:
 * exp(-mean / (0.48 noise levels)^2). */
template <int VChannels>
ITK_HOST_DEVICE inline float
GetIsolineSimilarityFactor(float variance)
{
  return 1.4426950f / ((0.48f * 0.48f * 9 * VChannels) * variance);
}

/** The exponent by distance: a Gaussian of a standard deviation of 3 pixels. */
ITK_HOST_DEVICE inline float
GetIsolineDistanceExponent(int x, int y)
{
  return static_cast<float>(x * x + y * y) * (1.4426950f / 18.0f);
}

/** \class IsolineRegression
 * \brief Weighted fit of a plane to values around a pixel.
 *
 * \ingroup CudaImageFilters
 */
template <int VChannels>
struct IsolineRegression
{
  float weight{ 0 };
  float x{ 0 };
  float y{ 0 };
  float xx{ 0 };
  float xy{ 0 };
  float yy{ 0 };
  float value[VChannels]{};
  float xValue[VChannels]{};
  float yValue[VChannels]{};

  ITK_HOST_DEVICE void
  Add(float w, float dx, float dy, const float (&values)[VChannels])
  {
    const float wx = w * dx;
    const float wy = w * dy;
    weight += w;
    x += wx;
    y += wy;
    xx += wx * dx;
    xy += wx * dy;
    yy += wy * dy;
    for (int channel = 0; channel < VChannels; ++channel)
    {
      value[channel] += w * values[channel];
      xValue[channel] += wx * values[channel];
      yValue[channel] += wy * values[channel];
    }
  }

  /** The plane's value at the pixel. Slopes are shrunk as if the neighbours were spread by 3 square pixels more. */
  ITK_HOST_DEVICE void
  Solve(float (&result)[VChannels]) const
  {
    constexpr float ridge = 3.0f;
    const float     scale = 1.0f / weight;
    const float     meanX = x * scale;
    const float     meanY = y * scale;
    const float     ofX = (xx * scale - meanX * meanX) + ridge;
    const float     ofY = (yy * scale - meanY * meanY) + ridge;
    const float     mixed = xy * scale - meanX * meanY;
    const float     determinant = ofX * ofY - mixed * mixed;
    for (int channel = 0; channel < VChannels; ++channel)
    {
      const float mean = value[channel] * scale;
      const float withX = xValue[channel] * scale - meanX * mean;
      const float withY = yValue[channel] * scale - meanY * mean;
      const float slopeX = (withX * ofY - withY * mixed) / determinant;
      const float slopeY = (withY * ofX - withX * mixed) / determinant;
      result[channel] = (mean - slopeX * meanX) - slopeY * meanY;
    }
  }
};
} // namespace itk::device

#endif
