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
#ifndef LabelSumsCore_h
#define LabelSumsCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace itk::device
{
/** What a pixel adds to its label's sums: integers, so that their order does not matter. The sum is sum[0] sumUnit[0] +
 * sum[1] sumUnit[1], that of the squares likewise. */
struct LabelUnits
{
  double sum[2];
  double squares[2];
};

struct LabelSums
{
  long long sum[2];
  long long squares[2];

  ITK_HOST_DEVICE void
  Add(const LabelSums & other)
  {
    for (int i = 0; i < 2; ++i)
    {
      sum[i] += other.sum[i];
      squares[i] += other.squares[i];
    }
  }
};

/** Whether a sum needs its second part. */
template <typename TPixel>
inline constexpr bool HasSecondSum = std::is_floating_point_v<TPixel>;
template <typename TPixel>
inline constexpr bool HasSecondSquares = sizeof(TPixel) == 4;

/** The units of sums of `number` pixels of at most `magnitude`: that of the first part lets it hold them all, that of the
 * second lets it hold what is less than half of the first. */
template <typename TPixel>
LabelUnits
MakeLabelUnits(double magnitude, std::uint64_t number)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    int bits = 0;
    while ((std::uint64_t{ 1 } << bits) < number)
    {
      ++bits;
    }
    const int digits = 62 - bits;
    const int exponent = magnitude > 0.0 ? std::ilogb(magnitude) + 1 : 0;
    const int sum = exponent - digits;
    const int squares = 2 * exponent - digits;
    return { { std::ldexp(1.0, sum), std::ldexp(1.0, sum - digits) },
             { std::ldexp(1.0, squares), std::ldexp(1.0, squares - digits) } };
  }
  else
  {
    return { { 1.0, 0.0 }, { 1.0, 4294967296.0 } };
  }
}

/** `inverse` holds 1 over the units, powers of two: all products with them are exact. */
template <typename TPixel>
ITK_HOST_DEVICE LabelSums
GetLabelSums(TPixel pixel, const LabelUnits & units, const LabelUnits & inverse)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    const double value = pixel;
    const double square = value * value;
    const double sum = std::rint(value * inverse.sum[0]);
    const double squares = std::rint(square * inverse.squares[0]);
    return { { static_cast<long long>(sum),
               static_cast<long long>(std::rint((value - sum * units.sum[0]) * inverse.sum[1])) },
             { static_cast<long long>(squares),
               static_cast<long long>(std::rint((square - squares * units.squares[0]) * inverse.squares[1])) } };
  }
  else
  {
    const auto value = static_cast<long long>(pixel);
    const auto square = static_cast<unsigned long long>(value * value);
    if constexpr (HasSecondSquares<TPixel>)
    {
      return { { value, 0 }, { static_cast<long long>(square & 0xffffffff), static_cast<long long>(square >> 32) } };
    }
    else
    {
      return { { value, 0 }, { static_cast<long long>(square), 0 } };
    }
  }
}

/** A number whose order is that of the pixels: of no float, the greatest and the least int32. */
template <typename TPixel>
ITK_HOST_DEVICE std::int32_t
                GetOrder(TPixel pixel)
{
  if constexpr (std::is_same_v<TPixel, float>)
  {
    std::int32_t bits;
    std::memcpy(&bits, &pixel, sizeof(bits));
    return bits < 0 ? static_cast<std::int32_t>(0x80000000u - static_cast<std::uint32_t>(bits)) : bits;
  }
  else if constexpr (std::is_same_v<TPixel, std::uint32_t>)
  {
    return static_cast<std::int32_t>(pixel ^ 0x80000000u);
  }
  else
  {
    return static_cast<std::int32_t>(pixel);
  }
}

template <typename TPixel>
double
GetPixelOfOrder(std::int32_t order)
{
  if constexpr (std::is_same_v<TPixel, float>)
  {
    const std::int32_t bits =
      order < 0 ? static_cast<std::int32_t>(0x80000000u - static_cast<std::uint32_t>(order)) : order;
    float pixel;
    std::memcpy(&pixel, &bits, sizeof(pixel));
    return pixel;
  }
  else if constexpr (std::is_same_v<TPixel, std::uint32_t>)
  {
    return static_cast<std::uint32_t>(order) ^ 0x80000000u;
  }
  else
  {
    return order;
  }
}
} // namespace itk::device

#endif
