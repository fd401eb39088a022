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
#include "IsolineDenoising/IsolineNoise.h"
#include <gtest/gtest.h>
#include <random>

using namespace itk::device;

namespace
{
/** The mean of `pick()` over many draws, stabilised, and its variance. */
template <typename TPick>
void
Measure(const TPick & pick, const IsolineStabilization & stabilization, double & mean, double & variance)
{
  constexpr int draws = 200000;
  double        sum = 0;
  double        sumOfSquares = 0;
  for (int i = 0; i < draws; ++i)
  {
    const double value = StabilizeIsolineNoise(static_cast<float>(pick()), stabilization);
    sum += value;
    sumOfSquares += value * value;
  }
  mean = sum / draws;
  variance = sumOfSquares / draws - mean * mean;
}
} // namespace

TEST(IsolineNoise, OfCountsGetsTheVarianceOneAndGoesBackWithoutBias)
{
  for (const double gain : { 1.0, 2.5 })
  {
    const auto stabilization = MakeIsolineStabilization(IsolineNoise::Poisson, gain, 1, false);
    EXPECT_EQ(stabilization.standardDeviation, 1);
    for (const double count : { 0.5, 2.0, 10.0, 100.0 })
    {
      std::mt19937                   random(3);
      std::poisson_distribution<int> pick(count);
      double                         mean = 0;
      double                         variance = 0;
      Measure([&] { return gain * pick(random); }, stabilization, mean, variance);
      // The mean of 200000 draws is within 4 sqrt(count / 200000) of the true one; the closed form within 0.002.
      EXPECT_NEAR(RestoreIsolineNoise(static_cast<float>(mean), stabilization) / gain,
                  count,
                  4 * std::sqrt(count / 200000) + 0.002)
        << count;
      if (count > 5)
      {
        EXPECT_NEAR(variance, 1, 0.03) << count;
      }
    }
  }
}

TEST(IsolineNoise, OfSpeckleGetsAKnownVarianceAndGoesBackWithoutBias)
{
  for (const double looks : { 1.0, 2.5, 8.0 })
  {
    const auto stabilization = MakeIsolineStabilization(IsolineNoise::Speckle, 1, looks, false);
    for (const double truth : { 0.01, 1000.0 })
    {
      std::mt19937                    random(3);
      std::gamma_distribution<double> pick(looks, 1 / looks);
      double                          mean = 0;
      double                          variance = 0;
      Measure([&] { return truth * pick(random); }, stabilization, mean, variance);
      EXPECT_NEAR(RestoreIsolineNoise(static_cast<float>(mean), stabilization) / truth, 1, 0.012) << looks;
      EXPECT_NEAR(std::sqrt(variance), stabilization.standardDeviation, 0.012) << looks;
    }
  }
  // Euler's constant and pi / sqrt(6)
  const auto one = MakeIsolineStabilization(IsolineNoise::Speckle, 1, 1, false);
  EXPECT_NEAR(one.meanOfLogarithm, -0.57721566, 1e-7);
  EXPECT_NEAR(one.standardDeviation, 1.28254983, 1e-6);
}

TEST(IsolineNoise, LeavesZeroAtZero)
{
  const auto counts = MakeIsolineStabilization(IsolineNoise::Poisson, 1, 1, true);
  EXPECT_NEAR(RestoreIsolineNoise(StabilizeIsolineNoise(0, counts), counts), 0, 1e-6);
  EXPECT_EQ(RestoreIsolineNoise(0.5f, counts), 0);
  const auto speckle = MakeIsolineStabilization(IsolineNoise::Speckle, 1, 1, true);
  EXPECT_LT(RestoreIsolineNoise(StabilizeIsolineNoise(0, speckle), speckle), 0.5f);
  const auto floats = MakeIsolineStabilization(IsolineNoise::Speckle, 1, 1, false);
  EXPECT_LT(RestoreIsolineNoise(StabilizeIsolineNoise(-1, floats), floats), 1e-37f);
}
