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
#include "Mean/MeanCore.h"
#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using itk::device::MeanDivision;

namespace
{
template <typename TOutput, typename TSum>
TOutput
Divide(TSum sum, std::uint64_t pixels)
{
  const TSum sums[1] = { sum };
  TOutput    mean[1];
  MeanDivision<TSum>(pixels).Divide(sums, mean);
  return mean[0];
}

constexpr std::array<std::uint64_t, 12> WindowSizes{ 3, 5, 9, 25, 27, 121, 225, 1089, 10201, 40401, 65025, 68921 };
} // namespace

TEST(MeanDivision, IsTheQuotientOfDoubles)
{
  std::mt19937_64 random(1);
  for (const std::uint64_t pixels : WindowSizes)
  {
    for (int i = 0; i < 100000; ++i)
    {
      // Of any size, and often a multiple of the number of pixels or next to one.
      const double mean = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 200) - 150);
      const double sum =
        i % 2 == 0 ? mean : std::nextafter(mean * static_cast<double>(pixels), i % 4 == 1 ? 0.0 : 1e308);
      ASSERT_EQ(Divide<double>(sum, pixels), sum / static_cast<double>(pixels)) << sum << " by " << pixels;
      ASSERT_EQ(Divide<float>(-sum, pixels), static_cast<float>(-sum / static_cast<double>(pixels)));
    }
  }
}

TEST(MeanDivision, KeepsInfinityNaNAndThePositiveZero)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Divide<float>(infinity, 9), infinity);
  EXPECT_EQ(Divide<float>(-infinity, 9), -infinity);
  EXPECT_TRUE(std::isnan(Divide<float>(std::numeric_limits<double>::quiet_NaN(), 9)));
  // A sum that begins with zero, as the parent's, is never -0.
  EXPECT_FALSE(std::signbit(Divide<float>(-0.0, 9)));

  const double sums[2] = { infinity, 18.0 };
  float        means[2];
  MeanDivision<double>(9).Divide(sums, means);
  EXPECT_EQ(means[0], infinity);
  EXPECT_EQ(means[1], 2.0f);
}

TEST(MeanDivision, OfIntegersTruncatesTheQuotient)
{
  std::mt19937 random(1);
  for (const std::uint64_t pixels : WindowSizes)
  {
    for (const std::uint64_t largest : { 255, 32768, 65535 })
    {
      if (!MeanDivision<std::uint32_t>::Fits(pixels, largest * pixels))
      {
        continue;
      }
      const auto check = [pixels](std::uint32_t sum) {
        ASSERT_EQ(Divide<std::uint32_t>(sum, pixels), sum / pixels) << sum << " by " << pixels;
        if (MeanDivision<std::int32_t>::Fits(pixels, sum))
        {
          const auto negative = -static_cast<std::int32_t>(sum);
          ASSERT_EQ(Divide<std::int16_t>(negative, pixels),
                    static_cast<std::int16_t>(negative / static_cast<double>(pixels)));
        }
      };
      for (std::uint64_t mean = 0; mean <= largest; mean += 1 + random() % 16)
      {
        const auto sum = static_cast<std::uint32_t>(mean * pixels);
        check(sum);
        check(sum + static_cast<std::uint32_t>(mean < largest ? pixels - 1 : 0));
      }
      check(static_cast<std::uint32_t>(largest * pixels));
    }
  }
}

TEST(MeanDivision, OfIntegersTakesWhatFits)
{
  EXPECT_TRUE(MeanDivision<std::uint32_t>::Fits(9, 9 * 255));
  EXPECT_TRUE(MeanDivision<std::uint32_t>::Fits(10201, 10201 * std::uint64_t{ 65535 }));
  EXPECT_FALSE(MeanDivision<std::uint32_t>::Fits(1, 255));
  EXPECT_FALSE(MeanDivision<std::uint32_t>::Fits(68921, 68921 * std::uint64_t{ 65535 }));
  EXPECT_TRUE(MeanDivision<std::int32_t>::Fits(10201, 10201 * std::uint64_t{ 32768 }));
  EXPECT_FALSE(MeanDivision<std::int32_t>::Fits(65535, 65535 * std::uint64_t{ 32768 } + 65535));
}
