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
// The kernel's sums of digits times bytes of pixels are in int32, of 2 (255 * 128) a coefficient; its sums are not above:
constexpr std::size_t MostValues = 1 << 15;
constexpr double      LargestSum = 0x1p62;
constexpr double      LargestSumOfBytes = 0x1p31 - 1; // of two digits

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
  const double     largestSum = digits == 2 ? LargestSumOfBytes : LargestSum;
  const double     sum = coefficients.GetSumOfMagnitudes();
  const auto       count = static_cast<double>(coefficients.values.size());
  double           largest = 0.0;
  for (const double value : coefficients.values)
  {
    largest = std::max(largest, std::abs(value));
  }
  FixedPoint result{ digits, digits == FewestDigits<TPixel> ? 31 : 44, {}, 0, 0 };
  // With some room for what the sums are in doubt by.
  while (std::ldexp(largest, result.exponent) + 1.0 > GetLargestValue(digits) ||
         (std::ldexp(sum, result.exponent) + 2.0 * count) * largestPixel > largestSum)
  {
    --result.exponent;
  }
  double rest = 0.0;
  double error = 0.0;
  for (const double value : coefficients.values)
  {
    const double scaled = std::ldexp(value, result.exponent);
    result.values.push_back(std::llround(scaled));
    const double left = scaled - static_cast<double>(result.values.back());
    rest += left;
    error += std::abs(left);
  }
  const double scaledSum = std::ldexp(sum, result.exponent) * largestPixel;
  // Where nothing is rounded, neither does the parent.
  if (error > 0.0 || scaledSum >= 0x1p53)
  {
    result.offset = std::llround(rest * middle);
    result.error = 2 + static_cast<std::int64_t>(std::ceil(1.01 * error * farthest + count * scaledSum * 0x1p-51));
  }
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
    return one.exponent < 0 || std::ldexp(static_cast<double>(one.error), 1 - one.exponent) > part;
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
