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

FixedPoint
MakeFixedPoint(const Coefficients & coefficients, int digits, double largestPixel, double largestSum)
{
  const double sum = coefficients.GetSumOfMagnitudes();
  const auto   count = static_cast<double>(coefficients.values.size());
  double       largest = 0.0;
  for (const double value : coefficients.values)
  {
    largest = std::max(largest, std::abs(value));
  }
  FixedPoint result{ digits, 31, {}, 0 };
  // With some room for what the sums are in doubt by.
  while (std::ldexp(largest, result.exponent) + 1.0 > GetLargestValue(digits) ||
         (std::ldexp(sum, result.exponent) + 2.0 * count) * largestPixel > largestSum)
  {
    --result.exponent;
  }
  double error = 0.0;
  for (const double value : coefficients.values)
  {
    const double scaled = std::ldexp(value, result.exponent);
    result.values.push_back(std::llround(scaled));
    error += std::abs(scaled - static_cast<double>(result.values.back()));
  }
  const double scaledSum = std::ldexp(sum, result.exponent) * largestPixel;
  // Where nothing is rounded, neither does the parent.
  if (error > 0.0 || scaledSum >= 0x1p53)
  {
    result.error = 1 + static_cast<std::int64_t>(std::ceil(1.01 * error * largestPixel + count * scaledSum * 0x1p-51));
  }
  return result;
}
} // namespace

std::optional<FixedPoint>
FindFixedPoint(const Coefficients & coefficients, std::size_t bytes)
{
  if (coefficients.values.size() > MostValues || 2 * coefficients.radius[0] + 1 > WidestFixedPoint ||
      2 * coefficients.radius[1] + 1 > TallestFixedPoint)
  {
    return {};
  }
  const double largestPixel = bytes == 1 ? 0xff : 0xffff;
  const int    fewest = static_cast<int>(bytes) + 1;
  const auto   make = [&](int digits) {
    return MakeFixedPoint(coefficients, digits, largestPixel, digits == 2 ? LargestSumOfBytes : LargestSum);
  };
  const auto isInDoubt = [](const FixedPoint & one, double part) {
    return one.exponent < 0 || std::ldexp(static_cast<double>(one.error), 1 - one.exponent) > part;
  };
  auto result = make(fewest);
  if (isInDoubt(result, FewInDoubt))
  {
    result = make(fewest + 1);
  }
  return isInDoubt(result, MostInDoubt) ? std::nullopt : std::optional(result);
}
} // namespace itk::device::convolution
