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
#include "ConvolutionFixedPoint.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace itk::device::convolution
{
namespace
{
// The kernel's sums of digits times bytes of pixels are in int32, of 2 (255 * 128) a coefficient.
constexpr std::size_t MostValues = 1 << 15;

// Of the outputs, each of which costs as much as some hundred others: with few digits, and at all.
constexpr double FewInDoubt = 1.0 / 512;
constexpr double MostInDoubt = 1.0 / 64;

/** Of the numbers of so many digits, each from -128 to 127. */
double
GetLargestValue(int digits)
{
  return 127.0 / 255.0 * (std::ldexp(1.0, 8 * digits) - 1.0);
}

template <typename TPixel>
FixedPoint
MakeFixedPoint(const Coefficients & coefficients, int digits)
{
  constexpr double largestPixel = std::numeric_limits<std::make_unsigned_t<TPixel>>::max(); // as the kernel has them
  constexpr double middle = std::is_signed_v<TPixel> ? 0.0 : largestPixel / 2;
  constexpr double farthest = (largestPixel + 1) / 2; // from the middle
  const double     sum = coefficients.GetSumOfMagnitudes();
  const auto       count = static_cast<double>(coefficients.values.size());
  double           largest = 0.0;
  for (const double value : coefficients.values)
  {
    largest = std::max(largest, std::abs(value));
  }
  // With some room for what sums are in doubt by.
  const int  fractionBits = std::min(30 - std::ilogb(sum * largestPixel * (1 + 0x1p-40) + 0.25), 30);
  FixedPoint result{ digits, GetLeftShift<TPixel>(digits, 0, fractionBits), fractionBits, {}, 0, 0.0 };
  while (std::ldexp(largest, result.exponent) + 1.0 > GetLargestValue(digits))
  {
    --result.exponent;
  }
  result.fractionBits = std::min(fractionBits, 8 - GetLeftShift<TPixel>(digits, result.exponent, 0));
  const int    down = result.exponent - result.fractionBits;
  const auto   below = (std::int64_t{ 1 } << std::max(down, 0)) - 1;
  const double scale = std::ldexp(1.0, result.exponent);
  std::int64_t start = 0;
  double       rest = 0.0;
  double       error = 0.0;
  bool         isExact = true;
  result.values.reserve(coefficients.values.size());
  for (const double value : coefficients.values)
  {
    const double scaled = value * scale;
    const auto   rounded = static_cast<std::int64_t>(scaled + std::copysign(0.5, scaled));
    const double left = scaled - static_cast<double>(rounded);
    result.values.push_back(rounded);
    start -= std::is_signed_v<TPixel> ? rounded * 0x8000 : 0;
    rest += left * middle;
    error += 1.01 * std::abs(left) * farthest;
    isExact = isExact && left == 0.0 && (rounded & below) == 0;
    if (CountPowersLeftOut<TPixel>(digits) > 0)
    {
      // Of products of the last digit with bytes from 0 to 255.
      const double half = 255.0 / 2 * static_cast<std::int8_t>(rounded & 0xff);
      rest += half;
      error += std::abs(half);
    }
  }
  const double scaledSum = sum * scale * largestPixel;
  // Where nothing is rounded, neither does the parent.
  if (isExact && scaledSum < 0x1p53)
  {
    result.start = static_cast<std::uint32_t>(down >= 0 ? start >> down : start * (std::int64_t{ 1 } << -down));
    return result;
  }
  start += std::llround(rest);
  const auto range = 2 + static_cast<std::int64_t>(std::ceil(error + count * scaledSum * 0x1p-51));
  const auto least = down >= 0 ? (start - range - 1) >> down : (start - range) * (std::int64_t{ 1 } << -down) - 1;
  result.start = static_cast<std::uint32_t>(least);
  // Two parts of a sum are rounded down, of which the greater one by less than 1.
  const double up = down >= 0
                      ? std::ldexp(static_cast<double>(start + range - least * (std::int64_t{ 1 } << down)), -down)
                      : static_cast<double>((start + range) * (std::int64_t{ 1 } << -down) - least);
  result.fractionsInDoubt =
    std::ceil(up + 1.0 + std::ldexp(1.0, GetLeftShift<TPixel>(digits, result.exponent, result.fractionBits) - 8)) - 1.0;
  return result;
}
} // namespace

template <typename TPixel>
std::optional<FixedPoint>
FindFixedPoint(const Coefficients & coefficients)
{
  if (coefficients.values.size() > MostValues || 2 * coefficients.radius[0] + 1 > WidestFixedPoint ||
      2 * coefficients.radius[1] + 1 > TallestFixedPoint)
  {
    return {};
  }
  const auto isInDoubt = [](const FixedPoint & one, double part) {
    return one.fractionBits < 1 || std::ldexp(one.fractionsInDoubt, -one.fractionBits) > part;
  };
  auto result = MakeFixedPoint<TPixel>(coefficients, FewestDigits<TPixel>);
  if (isInDoubt(result, FewInDoubt))
  {
    result = MakeFixedPoint<TPixel>(coefficients, FewestDigits<TPixel> + 1);
  }
  return isInDoubt(result, MostInDoubt) ? std::nullopt : std::optional(result);
}

template std::optional<FixedPoint>
FindFixedPoint<std::uint8_t>(const Coefficients &);
template std::optional<FixedPoint>
FindFixedPoint<std::int16_t>(const Coefficients &);
template std::optional<FixedPoint>
FindFixedPoint<std::uint16_t>(const Coefficients &);
} // namespace itk::device::convolution
