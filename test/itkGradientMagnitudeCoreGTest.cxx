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
#include "Gradient/GradientMagnitudeCore.h"
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using itk::device::GradientMagnitudeFunction;

namespace
{
template <typename TOutput>
TOutput
GetMagnitude(float x, float y, double scale = 1.0)
{
  const double scales[2] = { scale, scale };
  const float  before[2] = { 0, 0 };
  const float  after[2] = { x, y };
  return GradientMagnitudeFunction<TOutput, 2>(scales)(before, after);
}

/** What the parent computes: doubles, one by one. */
template <typename TOutput, unsigned int VDimension>
TOutput
FindByDoubles(const float (&before)[VDimension], const float (&after)[VDimension], const double (&scale)[VDimension])
{
  double sum = 0;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const double coefficient = 0.5 * scale[axis];
    const double derivative = coefficient * before[axis] - coefficient * after[axis];
    sum += derivative * derivative;
  }
  return itk::device::kernels::CastLikeX86<TOutput>(std::sqrt(sum));
}

/** Pixels of all values, every other one little from its neighbour, as in pictures. */
template <typename TPixel, unsigned int VDimension>
void
ExpectWhatDoublesGive(const double (&scale)[VDimension])
{
  const GradientMagnitudeFunction<TPixel, VDimension> function(scale);
  constexpr int                                       least = std::numeric_limits<TPixel>::min();
  constexpr int                                       most = std::numeric_limits<TPixel>::max();
  std::mt19937                                        random(1);
  std::uniform_int_distribution<int>                  any(least, most);
  for (int i = 0; i < 100000; ++i)
  {
    std::uniform_int_distribution<int> step(-(i / 2 % 60), i / 2 % 60);
    float                              before[VDimension];
    float                              after[VDimension];
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const int pixel = any(random);
      before[axis] = static_cast<float>(pixel);
      after[axis] = static_cast<float>(i % 2 == 0 ? any(random) : std::clamp(pixel + step(random), least, most));
    }
    ASSERT_EQ(function(before, after), (FindByDoubles<TPixel>(before, after, scale))) << "case " << i;
  }
}
} // namespace

TEST(GradientMagnitudeFunction, IsHalfTheLengthOfTheDifferences)
{
  EXPECT_EQ(GetMagnitude<float>(6, 8), 5.0f);
  EXPECT_EQ(GetMagnitude<float>(-6, 8, 0.5), 2.5f);
  EXPECT_EQ(GetMagnitude<float>(0, 0), 0.0f);
  EXPECT_EQ(GetMagnitude<std::uint8_t>(6, 8), 5);
  EXPECT_EQ(GetMagnitude<std::uint8_t>(6, 7), 4); // 4.6
  EXPECT_EQ(GetMagnitude<std::int16_t>(30000, 40000), 25000);
}

TEST(GradientMagnitudeFunction, TakesNumbersWhoseSquaresAreNoFloats)
{
  EXPECT_FLOAT_EQ(GetMagnitude<float>(6e30f, 8e30f), 5e30f);
  EXPECT_FLOAT_EQ(GetMagnitude<float>(6e-30f, 8e-30f), 5e-30f);
  EXPECT_FLOAT_EQ(GetMagnitude<float>(3e38f, 0), 1.5e38f);
}

TEST(GradientMagnitudeFunction, KeepsInfinityAndNaN)
{
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(GetMagnitude<float>(infinity, 1), infinity);
  EXPECT_EQ(GetMagnitude<float>(1, -infinity), infinity);
  EXPECT_TRUE(std::isnan(GetMagnitude<float>(1, std::numeric_limits<float>::quiet_NaN())));
}

TEST(GradientMagnitudeFunction, KeepsTheLowBitsOfWhatAnIntegerDoesNotHold)
{
  EXPECT_EQ(GetMagnitude<std::uint8_t>(600, 0), 44);
  EXPECT_EQ(GetMagnitude<std::int16_t>(80000, 0), -25536);
  EXPECT_EQ(GetMagnitude<std::uint16_t>(6, 0, 1e9), 0); // 3e9
}

TEST(GradientMagnitudeFunction, FindsTheIntegersThatDoublesGive)
{
  for (const double scale : { 1.0, 1 / 0.7, 0.5, 2.0, 0.1, 1e3, 1e9, 1e25, 1e50, 1e-20, 1e-50 })
  {
    SCOPED_TRACE(scale);
    ExpectWhatDoublesGive<uint8_t>({ scale, scale });
    ExpectWhatDoublesGive<uint16_t>({ scale, 0.7 * scale });
    ExpectWhatDoublesGive<uint16_t>({ scale, scale });
    ExpectWhatDoublesGive<int16_t>({ scale, 0.3 * scale, scale });
    ExpectWhatDoublesGive<int16_t>({ scale, scale, scale });
  }
}
