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
#include "Convolution/KernelSeparation.h"
#include "Kernels/Border.cuh"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using itk::device::SeparateKernel;

namespace
{
using Factors = std::vector<std::vector<double>>;

std::vector<double>
Multiply(const Factors & factors)
{
  std::vector<double> product{ 1.0 };
  for (const auto & factor : factors)
  {
    std::vector<double> next;
    for (const double value : factor)
    {
      for (const double other : product)
      {
        next.push_back(value * other);
      }
    }
    product = next;
  }
  return product;
}

std::vector<std::size_t>
GetSize(const Factors & factors)
{
  std::vector<std::size_t> size;
  for (const auto & factor : factors)
  {
    size.push_back(factor.size());
  }
  return size;
}

Factors
PickFactors(std::mt19937 & random, const std::vector<std::size_t> & size)
{
  Factors factors;
  for (const std::size_t length : size)
  {
    auto & factor = factors.emplace_back(length);
    for (double & value : factor)
    {
      value = static_cast<int>(random() % 2001) / 1000.0 - 1;
    }
  }
  return factors;
}
} // namespace

TEST(KernelSeparation, FindsTheFactorsOfProductsRoundedToFloat)
{
  std::mt19937 random(1);
  for (const std::vector<std::size_t> & size :
       { std::vector<std::size_t>{ 3, 3 }, { 1, 7 }, { 31, 9 }, { 1, 1 }, { 3, 5, 7 }, { 9, 1, 15 } })
  {
    for (int round = 0; round < 50; ++round)
    {
      auto   kernel = Multiply(PickFactors(random, size));
      double sum = 0;
      for (double & value : kernel)
      {
        value = static_cast<float>(value);
        sum += std::abs(value);
      }
      const auto factors = SeparateKernel(size, kernel);
      ASSERT_EQ(GetSize(factors), size);
      const auto product = Multiply(factors);
      double     difference = 0;
      for (std::size_t i = 0; i < kernel.size(); ++i)
      {
        difference += std::abs(product[i] - kernel[i]);
      }
      EXPECT_LE(difference, std::ldexp(sum, -22));
    }
  }
}

TEST(KernelSeparation, IsExactForBinomialKernels)
{
  const std::vector<double> kernel{ 1, 2, 1, 2, 4, 2, 1, 2, 1 };
  EXPECT_EQ(Multiply(SeparateKernel({ 3, 3 }, kernel)), kernel);
}

TEST(KernelSeparation, RefusesWhatIsNotOfRankOne)
{
  std::mt19937 random(1);
  for (const std::vector<std::size_t> & size :
       { std::vector<std::size_t>{ 3, 3 }, { 31, 9 }, { 3, 5, 7 }, { 9, 1, 15 } })
  {
    const auto kernel = Multiply(PickFactors(random, size));
    double     sum = 0;
    for (const double value : kernel)
    {
      sum += std::abs(value);
    }
    // Another coefficient by little more than the rounding of floats is enough.
    for (const double change : { 1e-6, 1e-3, 0.3 })
    {
      auto changed = kernel;
      changed[kernel.size() / 2] += change * sum;
      EXPECT_TRUE(SeparateKernel(size, changed).empty()) << change;
    }
  }
  // Of rank 1 in two unfoldings of three.
  EXPECT_TRUE(SeparateKernel({ 2, 2, 2 }, { 1, 0, 0, 1, 1, 0, 0, 1 }).empty());
}

TEST(KernelSeparation, TakesAnImageForAProductOnlyWithinItsRounding)
{
  // Images of 4 x 3 pixels, nearly of rank 1, padded to an odd size as the kernels of a convolution are.
  std::mt19937 random(1);
  int          taken = 0;
  int          refused = 0;
  for (int round = 0; round < 2000; ++round)
  {
    const auto          factors = PickFactors(random, { 4, 3 });
    const auto          product = Multiply(factors);
    const double        noise = std::ldexp(1.0, -static_cast<int>(random() % 30));
    std::vector<double> image(12);
    std::vector<double> kernel(15);
    double              sum = 0;
    double              largest = 0;
    for (std::size_t i = 0; i < 12; ++i)
    {
      const double value = static_cast<int>(random() % 2001) / 1000.0 - 1;
      image[i] = static_cast<float>(2 + product[i] + noise * value);
      if (round % 2 == 0)
      {
        image[i] = static_cast<float>(product[i] + noise * value);
      }
      kernel[1 + i % 4 + 5 * (i / 4)] = image[i];
      sum += std::abs(image[i]);
      largest = std::max(largest, std::abs(image[i]));
    }
    const auto found = SeparateKernel({ 5, 3 }, kernel);
    (found.empty() ? refused : taken) += 1;
    if (found.empty())
    {
      continue;
    }
    const auto separated = Multiply(found);
    for (int y = 0; y < 3; ++y)
    {
      for (int x = 0; x < 4; ++x)
      {
        double error = 0;
        for (int i = 0; i < 15; ++i)
        {
          const int column = itk::device::kernels::PeriodicIndex(x + i % 5 - 2, 4);
          const int row = itk::device::kernels::PeriodicIndex(y + i / 5 - 1, 3);
          error += (separated[i] - kernel[i]) * image[column + 4 * row];
        }
        ASSERT_LE(std::abs(error), std::ldexp(sum * largest, -22));
      }
    }
  }
  EXPECT_GT(taken, 100);
  EXPECT_GT(refused, 100);
}

TEST(KernelSeparation, MayLeaveMoreThanRoundingWouldInWindowsWhoseLargestPixelsMeetSmallCoefficients)
{
  // So the bound of a separable convolution needs a part that goes with the largest pixel.
  std::vector<double> kernel{ 1, 1, 0, 1, 1, 0, 0, 0, 0 };
  kernel[8] = 0.9 * std::ldexp(4.0, -22);
  const auto factors = SeparateKernel({ 3, 3 }, kernel);
  ASSERT_FALSE(factors.empty());
  const auto                product = Multiply(factors);
  const std::vector<double> window{ 0, 0, 0, 0, 0, 0, 0, 0, 1 };
  double                    error = 0;
  double                    magnitudes = 0;
  for (std::size_t i = 0; i < 9; ++i)
  {
    error += std::abs(product[i] - kernel[i]) * window[i];
    magnitudes += std::abs(kernel[i]) * window[i];
  }
  EXPECT_GT(error, 1.01 * (3 + 3 + 2 + 4) * std::ldexp(magnitudes, -24));
  EXPECT_LE(error, std::ldexp(4.0 + kernel[8], -22));
}

TEST(KernelSeparation, RefusesZerosAndWhatIsNotFinite)
{
  EXPECT_TRUE(SeparateKernel({ 3, 1 }, { 0, 0, 0 }).empty());
  EXPECT_TRUE(SeparateKernel({ 3, 1 }, { 0, std::numeric_limits<double>::infinity(), 0 }).empty());
  EXPECT_TRUE(SeparateKernel({ 3, 1 }, { 0, std::numeric_limits<double>::quiet_NaN(), 1 }).empty());
}
