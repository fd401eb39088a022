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
#ifndef itkDeviceTestingPixels_h
#define itkDeviceTestingPixels_h

#include "itkDeviceTesting.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace itk::DeviceTesting
{
/** One of a few values, so that a window holds most of them several times. */
template <typename TPixel>
TPixel
PickTiedPixel(Random & random)
{
  return static_cast<TPixel>(Pick(random, 0, 3));
}

/** The smallest, the largest and what is special about the type; of floats all but NaN and -0, which a median's parent
 * orders as std::nth_element meets them. */
template <typename TPixel>
TPixel
PickExtremePixel(Random & random)
{
  using Limits = std::numeric_limits<TPixel>;
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    const TPixel values[]{ -Limits::infinity(),  Limits::lowest(),         -Limits::min(), -Limits::denorm_min(), 0,
                           Limits::denorm_min(), 3 * Limits::denorm_min(), Limits::max(),  Limits::infinity(),    1 };
    return values[Pick(random, 0, std::size(values) - 1)];
  }
  else
  {
    const TPixel values[]{ Limits::min(),
                           static_cast<TPixel>(Limits::min() + 1),
                           0,
                           1,
                           static_cast<TPixel>(Limits::max() / 2 + 1),
                           static_cast<TPixel>(Limits::max() - 1),
                           Limits::max() };
    return values[Pick(random, 0, std::size(values) - 1)];
  }
}

/** A float at which something changes: -0, halves, those around the limits of the integer types, far beyond them. */
inline float
PickCriticalFloat(Random & random)
{
  using Limits = std::numeric_limits<float>;
  const float powers[]{ 0, 1, 2, 128, 256, 32768, 65536, 2147483648.0f, 4294967296.0f, 9223372036854775808.0f };
  const float others[]{ Limits::max(), Limits::min(), Limits::denorm_min(), 3e9f, 1e30f, 1e-30f, 255, 127, 65535 };
  float       value = 0;
  if (Pick(random, 0, 1) == 0)
  {
    value = powers[Pick(random, 0, std::size(powers) - 1)];
    const float change = Pick(random, 0, 2) * 0.5f;
    value = Pick(random, 0, 3) == 0 ? std::nextafter(value, Limits::infinity()) : value - change;
  }
  else
  {
    value = others[Pick(random, 0, std::size(others) - 1)];
  }
  return Pick(random, 0, 1) == 0 ? value : -value;
}

/** Any number of the type but NaN and infinity; floats of any magnitude between 2^-60 and 2^60 or so. */
template <typename TPixel>
TPixel
PickAnyPixel(Random & random)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    const auto mantissa = static_cast<TPixel>(static_cast<std::int32_t>(random()));
    return std::ldexp(mantissa, static_cast<int>(Pick(random, 0, 120)) - 91);
  }
  else
  {
    return static_cast<TPixel>(random());
  }
}

/** How the pixels of a random image are picked. */
struct PixelPicker
{
  enum class Kind
  {
    Usual,    // PickPixel
    Small,    // of small magnitude, negative ones among them where the type has them
    Tied,     // one of a few
    Any,      // PickAnyPixel
    Extreme,  // the limits of the type, and for floats critical ones
    NonFinite // for floats any number, or an infinity or NaN
  };
  static constexpr unsigned int NumberOfKinds = 6;

  Kind   kind{ Kind::Usual };
  double lowest{ -std::numeric_limits<double>::infinity() };
  double highest{ std::numeric_limits<double>::infinity() };

  /** A pixel between `lowest` and `highest`. */
  template <typename TPixel>
  TPixel
  Pick(Random & random) const
  {
    const TPixel pixel = this->PickOfKind<TPixel>(random);
    return pixel < lowest ? static_cast<TPixel>(lowest) : pixel > highest ? static_cast<TPixel>(highest) : pixel;
  }

private:
  template <typename TPixel>
  TPixel
  PickOfKind(Random & random) const
  {
    constexpr bool isFloat = std::is_floating_point_v<TPixel>;
    switch (kind)
    {
      case Kind::Small:
        return static_cast<TPixel>((static_cast<int>(random() % 33) - (std::is_signed_v<TPixel> ? 16 : 0)) /
                                   (isFloat ? 4.0 : 1.0));
      case Kind::Tied:
        return PickTiedPixel<TPixel>(random);
      case Kind::Any:
        return PickAnyPixel<TPixel>(random);
      case Kind::Extreme:
      case Kind::NonFinite:
        if constexpr (isFloat)
        {
          using Limits = std::numeric_limits<TPixel>;
          const TPixel others[]{ Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity() };
          return kind == Kind::NonFinite && random() % 8 == 0 ? others[random() % 3] : PickCriticalFloat(random);
        }
        else
        {
          return PickExtremePixel<TPixel>(random);
        }
      default:
        return PickPixel<TPixel>(random);
    }
  }
};
} // namespace itk::DeviceTesting

#endif
