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
#ifndef PixelClassifierCore_h
#define PixelClassifierCore_h

#include "itkCudaHistogramLaunch.h"
#include "itkDeviceMacro.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace itk::device
{
/** Finds a pixel's class.
 *
 * Most thresholds are evenly spaced, so a linear function of the pixel in float says where it lies: near k + 1/2 at
 * threshold k. As it never decreases, its values at each threshold and at the pixel below tell how near to an integer it
 * must be for that to be the class. Only other pixels are compared with thresholds. */
template <typename TPixel>
struct PixelClassifier
{
  const TPixel * thresholds;
  int            number;
  float          first;
  float          scale;
  float          shift;
  float          certain; // at most so far from k lies what is surely of class k

  ITK_HOST_DEVICE float
  Locate(TPixel pixel) const
  {
    const float position = std::fma(ToFloat(pixel) - first, scale, shift);
    return std::fmin(std::fmax(position, 0.0f), static_cast<float>(number));
  }

  ITK_HOST_DEVICE int
  Find(TPixel pixel) const
  {
    const float position = this->Locate(pixel);
    // A sum whose low bits are the nearest integer.
    const float sum = position + 8388608.0f;
    int         found = GetBits(sum) - 0x4b000000;
    if (!(std::fabs(position - (sum - 8388608.0f)) <= certain) || IsNaN(pixel))
    {
      found = Search(thresholds, number, pixel, found);
    }
    return found;
  }

private:
  ITK_HOST_DEVICE static bool
  IsNaN(TPixel pixel)
  {
    return !std::is_integral_v<TPixel> && pixel != pixel;
  }

  /** Never decreasing. */
  ITK_HOST_DEVICE static float
  ToFloat(TPixel pixel)
  {
    if constexpr (std::is_integral_v<TPixel> && sizeof(TPixel) < 4)
    {
      // As the bits of 2^23 + pixel: the device makes four times as many sums as conversions.
      constexpr int bias = std::is_signed_v<TPixel> ? 32768 : 0;
      const int     bits = 0x4b000000 + (static_cast<int>(pixel) + bias);
      float         value;
      std::memcpy(&value, &bits, sizeof(value));
      return value - (8388608.0f + bias);
    }
    else
    {
      return static_cast<float>(pixel);
    }
  }

  ITK_HOST_DEVICE static int
  GetBits(float value)
  {
    int bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
  }

  ITK_HOST_DEVICE_CALLED static int
  Search(const TPixel * thresholds, int number, TPixel pixel, int begin)
  {
    if (IsNaN(pixel))
    {
      return number + 1;
    }
    int found = begin < 0 ? 0 : begin > number ? number : begin;
    while (found > 0 && pixel < thresholds[found - 1])
    {
      --found;
    }
    while (found < number && !(pixel < thresholds[found]))
    {
      ++found;
    }
    return found;
  }

public:
  /** `deviceThresholds` are those of `classes`, in the memory of who calls Find(). */
  static PixelClassifier
  Make(const PixelClasses<TPixel> & classes, const TPixel * deviceThresholds)
  {
    const auto &    values = classes.thresholds;
    const int       number = static_cast<int>(values.size());
    PixelClassifier result{ deviceThresholds, number, 0.0f, 0.0f, 0.5f, 0.5f };
    if (number == 0)
    {
      return result;
    }
    result.first = ToFloat(values.front());
    // Of a single threshold, the farther extremum is half a unit away.
    const float below = result.first - ToFloat(classes.minimum);
    const float above = ToFloat(classes.maximum) - result.first;
    const float unit = number > 1 ? (ToFloat(values.back()) - result.first) / static_cast<float>(number - 1)
                                  : 2.0f * std::max(below, above);
    result.scale = 1.0f / unit;
    const auto isUsable = [](float value) { return value > 0.0f && value < std::numeric_limits<float>::infinity(); };
    if (!isUsable(unit) || !isUsable(result.scale) || !std::isfinite(result.first))
    {
      result.certain = -1.0f; // Nothing is.
      return result;
    }
    // Half-way between the lowest place of a pixel at its threshold and the highest of one just below.
    const auto places = result.FindPlaces(values);
    result.shift -= 0.5f * (places.lowest + places.highest);
    const auto shifted = result.FindPlaces(values);
    // Some roundings on the safe side.
    const float slack = static_cast<float>(number + 2) * 0x1p-21f;
    result.certain = 0.5f - std::max(-shifted.lowest, shifted.highest) - slack;
    return result;
  }

private:
  /** Of pixels at their thresholds, and just below, how far from k + 1/2. */
  struct Places
  {
    float lowest;
    float highest;
  };

  Places
  FindPlaces(const std::vector<TPixel> & values) const
  {
    Places places{ std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity() };
    for (int k = 0; k < number; ++k)
    {
      const float boundary = static_cast<float>(k) + 0.5f;
      places.lowest = std::min(places.lowest, this->Locate(values[k]) - boundary);
      places.highest = std::max(places.highest, this->Locate(GetPredecessor(values[k])) - boundary);
    }
    return places;
  }

  static TPixel
  GetPredecessor(TPixel value)
  {
    if constexpr (std::is_integral_v<TPixel>)
    {
      return static_cast<TPixel>(value - 1);
    }
    else
    {
      return std::nextafter(value, -std::numeric_limits<TPixel>::infinity());
    }
  }
};
} // namespace itk::device

#endif
