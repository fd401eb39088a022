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
#include "KernelSeparation.h"
#include <algorithm>
#include <cmath>

namespace itk::device
{
namespace
{
using Factors = std::vector<std::vector<double>>;

/** Calls `function(coefficient, index)` for every coefficient; `index` has one number an axis. */
template <typename TFunction>
void
ForEachCoefficient(const std::vector<std::size_t> & size,
                   const std::vector<double> &      coefficients,
                   const TFunction &                function)
{
  std::vector<std::size_t> index(size.size());
  for (const double coefficient : coefficients)
  {
    function(coefficient, index);
    for (std::size_t axis = 0; axis < size.size() && ++index[axis] == size[axis]; ++axis)
    {
      index[axis] = 0;
    }
  }
}

/** The product of the factors at `index`, without that of `leftOut`. */
double
GetProduct(const Factors & factors, const std::vector<std::size_t> & index, std::size_t leftOut)
{
  double product = 1.0;
  for (std::size_t axis = 0; axis < factors.size(); ++axis)
  {
    product *= axis == leftOut ? 1.0 : factors[axis][index[axis]];
  }
  return product;
}

double
GetSumOfDifferences(const std::vector<std::size_t> & size,
                    const std::vector<double> &      coefficients,
                    const Factors &                  factors)
{
  double sum = 0.0;
  ForEachCoefficient(size, coefficients, [&](double coefficient, const auto & index) {
    sum += std::abs(coefficient - GetProduct(factors, index, size.size()));
  });
  return sum;
}

/** The lines through the largest coefficient. They are the factors, scaled, if the kernel is an exact product. */
Factors
GetLinesThroughLargest(const std::vector<std::size_t> & size, const std::vector<double> & coefficients)
{
  const auto  smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto  largest = std::max_element(coefficients.begin(), coefficients.end(), smaller);
  const auto  position = static_cast<std::size_t>(largest - coefficients.begin());
  Factors     factors;
  std::size_t stride = 1;
  for (const std::size_t length : size)
  {
    const std::size_t first = position - position / stride % length * stride;
    auto &            factor = factors.emplace_back(length);
    for (std::size_t i = 0; i < length; ++i)
    {
      factor[i] = coefficients[first + i * stride] / (factors.size() == 1 ? 1.0 : *largest);
    }
    stride *= length;
  }
  return factors;
}

/** The best factor of one axis for those of the others, in the sense of least squares. */
void
ImproveFactor(const std::vector<std::size_t> & size,
              const std::vector<double> &      coefficients,
              std::size_t                      axis,
              Factors &                        factors)
{
  std::vector<double> factor(size[axis]);
  double              square = 1.0;
  for (std::size_t other = 0; other < size.size(); ++other)
  {
    double sum = 0.0;
    for (const double value : factors[other])
    {
      sum += value * value;
    }
    square *= other == axis ? 1.0 : sum;
  }
  ForEachCoefficient(size, coefficients, [&](double coefficient, const auto & index) {
    factor[index[axis]] += coefficient * GetProduct(factors, index, axis) / square;
  });
  factors[axis] = factor;
}
} // namespace

std::vector<std::vector<double>>
SeparateKernel(const std::vector<std::size_t> & size, const std::vector<double> & coefficients)
{
  double sum = 0.0;
  for (const double coefficient : coefficients)
  {
    sum += std::abs(coefficient);
  }
  if (!(sum > 0.0) || !std::isfinite(sum))
  {
    return {};
  }
  constexpr double tolerance = 1.0 / (1 << 22);
  Factors          factors = GetLinesThroughLargest(size, coefficients);
  const double     difference = GetSumOfDifferences(size, coefficients, factors);
  // Far from a product, the lines through the largest coefficient show it.
  if (!(difference <= 1e-3 * sum))
  {
    return {};
  }
  if (difference > 0.0)
  {
    for (int round = 0; round < 2; ++round)
    {
      for (std::size_t axis = 0; axis < size.size(); ++axis)
      {
        ImproveFactor(size, coefficients, axis, factors);
      }
    }
  }
  return GetSumOfDifferences(size, coefficients, factors) <= tolerance * sum ? factors : Factors{};
}
} // namespace itk::device
