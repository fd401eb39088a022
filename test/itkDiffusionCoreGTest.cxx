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
#include "Diffusion/DiffusionCore.h"
#include "itkDeviceTesting.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace itk::DeviceTesting;
using namespace itk::device::diffusion;
using itk::device::DiffusionEquation;
using itk::device::DiffusionState;

namespace
{
constexpr double Infinity = std::numeric_limits<double>::infinity();
} // namespace

TEST(DiffusionCore, HasPowersOfTwoWithinAUnit)
{
  Random random(GetSeed(1));
  double most = 0.0;
  for (int i = 0; i < 2000000; ++i)
  {
    const double x = -std::ldexp(static_cast<double>(random()), -static_cast<int>(random() % 60 + 22));
    if (x < -1020.0)
    {
      continue;
    }
    const long double exact = std::exp2(static_cast<long double>(x));
    const double      unit = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 52);
    most = std::max(most, static_cast<double>(std::abs(PowerOfTwo(x) - exact)) / unit);
  }
  EXPECT_LT(most, 1.0);
  RecordProperty("unitsInTheLastPlace", std::to_string(most));
  EXPECT_EQ(PowerOfTwo(0.0), 1.0);
  EXPECT_EQ(PowerOfTwo(-0.0), 1.0);
  EXPECT_EQ(PowerOfTwo(-1020.0), 0x1p-1020);
}

TEST(DiffusionCore, HasReciprocalRootsWithinTwoUnits)
{
  Random random(GetSeed(1));
  double most = 0.0;
  for (int i = 0; i < 2000000; ++i)
  {
    const double      square = std::ldexp(1.0 + random(), static_cast<int>(random() % 600) - 300);
    const long double exact = 1.0 / std::sqrt(static_cast<long double>(square));
    const double      unit = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 52);
    most = std::max(most, static_cast<double>(std::abs(ReciprocalRoot(square) - exact)) / unit);
  }
  EXPECT_LT(most, 2.0);
  RecordProperty("unitsInTheLastPlace", std::to_string(most));
}

/** What flows through a face is that of the parent but for 2^-50 of the difference. */
TEST(DiffusionCore, ConductsAsTheParent)
{
  Random       random(GetSeed(1));
  const auto   pick = [&](int least, int most) { return std::ldexp(1.0 + random(), Pick(random, least, most)); };
  const double scale[3]{ 2.0, 1.0 / 0.7, 1.0 / 3.0 };
  for (int i = 0; i < 1000000; ++i)
  {
    DiffusionState state{};
    state.averageGradientMagnitudeSquared = pick(-60, 20);
    SetConductance(state, 0.7);
    const auto   k = static_cast<float>(state.averageGradientMagnitudeSquared * 0.7 * 0.7 * -2.0);
    const double difference = pick(-60, 10);
    const double sums[2]{ pick(-60, 10), -pick(-60, 10) };
    const auto   sqr = [](double x) { return x * x; };
    const double sumOfSquares = sqr(sums[0] * scale[0]) + sqr(sums[1] * scale[2]);

    const double square = sqr(difference * scale[1]) + 0.25 * sumOfSquares / 4;
    ASSERT_NEAR(
      FlowThroughFace<1>(difference, sums, FaceFactors<DiffusionEquation::GradientDiffusion, 3>(scale, state.factor)),
      difference * std::exp(square / k),
      std::ldexp(difference, -50));
    const double squareOfCurvature = sqr(difference * scale[1]) + 0.25 * sumOfSquares;
    const double quotient = difference / std::sqrt(1e-10 + squareOfCurvature);
    ASSERT_NEAR(
      FlowThroughFace<1>(difference, sums, FaceFactors<DiffusionEquation::CurvatureDiffusion, 3>(scale, state.factor)),
      quotient * std::exp(squareOfCurvature / k),
      std::ldexp(quotient, -50));
  }
}

TEST(DiffusionCore, ConductsAsTheParentInTheExtremes)
{
  const auto conduct = [](double average, double square) {
    DiffusionState state{};
    state.averageGradientMagnitudeSquared = average;
    SetConductance(state, 1.0);
    return Conduct(square * state.factor, state.factor != NoConductance, [] { return 1.0; });
  };
  EXPECT_EQ(conduct(0.0, 0.0), 0.0);
  EXPECT_EQ(conduct(0.0, 5.0), 0.0);
  EXPECT_EQ(conduct(0.0, std::nan("")), 0.0);
  EXPECT_EQ(conduct(1e-60, 5.0), 0.0); // K is 0 as a float
  EXPECT_EQ(conduct(1e-44, 0.0), 1.0); // and a denormal one
  EXPECT_EQ(conduct(1e-44, 1.0), 0.0);
  EXPECT_EQ(conduct(1.0, Infinity), 0.0);
  EXPECT_EQ(conduct(1e60, 5.0), 1.0); // K is infinite as a float
  EXPECT_EQ(conduct(1e60, 0.0), 1.0);
  EXPECT_TRUE(std::isnan(conduct(1e60, Infinity)));
  EXPECT_TRUE(std::isnan(conduct(std::nan(""), 1.0)));
  EXPECT_TRUE(std::isnan(conduct(1.0, std::nan(""))));
  EXPECT_TRUE(std::isnan(conduct(1.0, -std::nan(""))));
}

TEST(DiffusionCore, ConductsNothingWithoutConductanceAsTheParent)
{
  const double scale[2]{ 1.0, 1.5 };
  const auto   getFlow = [&](auto equation, double difference, double sum) {
    const double sums[1]{ sum };
    return FlowThroughFace<0>(difference, sums, FaceFactors<decltype(equation)::value, 2>(scale, NoConductance));
  };
  const std::integral_constant<DiffusionEquation, DiffusionEquation::GradientDiffusion>  gradient;
  const std::integral_constant<DiffusionEquation, DiffusionEquation::CurvatureDiffusion> curvature;
  const double                                                                           nan = std::nan("");
  for (const double difference : { 0.0, 1e-40, -3.0, 1e38 })
  {
    for (const double sum : { 0.0, 1e-40, 1e38, Infinity })
    {
      EXPECT_EQ(getFlow(gradient, difference, sum), 0.0) << difference << ", " << sum;
      EXPECT_EQ(getFlow(curvature, difference, sum), 0.0) << difference << ", " << sum;
    }
    EXPECT_EQ(getFlow(gradient, difference, nan), 0.0);
    EXPECT_TRUE(std::isnan(getFlow(curvature, difference, nan)));
  }
  EXPECT_TRUE(std::isnan(getFlow(gradient, Infinity, 0.0)));
  EXPECT_TRUE(std::isnan(getFlow(curvature, Infinity, 0.0)));
}
