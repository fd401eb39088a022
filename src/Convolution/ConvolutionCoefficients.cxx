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
#include "ConvolutionCoefficients.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

namespace itk::device::convolution
{
double
Coefficients::GetSumOfMagnitudes() const
{
  double sum = 0.0;
  for (const double value : values)
  {
    sum += std::abs(value);
  }
  return sum;
}

bool
Coefficients::AreNotNegative() const
{
  return std::all_of(values.begin(), values.end(), [](double value) { return value >= 0.0; });
}

bool
Coefficients::GiveExactSums(double largest, int digits) const
{
  constexpr int digitsOfDouble = std::numeric_limits<double>::digits;
  int           lowestBit = std::numeric_limits<int>::max();
  for (const double value : values)
  {
    if (!std::isfinite(value))
    {
      return false;
    }
    if (value != 0.0)
    {
      int  exponent;
      auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), digitsOfDouble));
      for (exponent -= digitsOfDouble; mantissa % 2 == 0; mantissa /= 2)
      {
        ++exponent;
      }
      lowestBit = std::min(lowestBit, exponent);
    }
  }
  // With no coefficient but 0, the power of 2 does not matter.
  return lowestBit == std::numeric_limits<int>::max() ||
         std::ldexp(this->GetSumOfMagnitudes() * largest, -lowestBit) < std::ldexp(1.0, digits);
}

bool
Coefficients::IsBox() const
{
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

Coefficients
Coefficients::PutIntoSquares(int side, int depth) const
{
  const int    width = 2 * radius[0] + 1;
  Coefficients squares{ { side / 2, side / 2, depth / 2 },
                        std::vector<double>(static_cast<std::size_t>(side) * side * depth) };
  auto         row = values.begin();
  for (int z = depth / 2 - radius[2]; z <= depth / 2 + radius[2]; ++z)
  {
    for (int y = side / 2 - radius[1]; y <= side / 2 + radius[1]; ++y, row += width)
    {
      std::copy_n(row, width, squares.values.begin() + (z * side + y) * side + side / 2 - radius[0]);
    }
  }
  return squares;
}

bool
Coefficients::FitFloat() const
{
  return std::all_of(values.begin(), values.end(), [](double value) {
    return !std::isfinite(value) || std::abs(value) <= std::numeric_limits<float>::max();
  });
}
} // namespace itk::device::convolution
