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
#include "IsolineDenoising/IsolineColor.h"
#include "IsolineDenoising/IsolineTubeCore.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace itk::device;

namespace
{
template <int N>
void
TransformsAsTheMatrixDoes()
{
  std::mt19937                          random(1);
  std::uniform_real_distribution<float> pick(-1, 1);
  float                                 values[N];
  std::generate_n(values, N, [&] { return pick(random); });
  float transformed[N];
  float inverse[N];
  std::copy_n(values, N, transformed);
  std::copy_n(values, N, inverse);
  ForwardIsolineTubeTransform(transformed);
  InverseIsolineTubeTransform(inverse);

  const double pi = std::acos(-1.0);
  const auto   matrix = [pi](int u, int n) {
    return (u == 0 ? std::sqrt(0.5) : 1.0) * std::cos(pi * u * (2 * n + 1) / (2 * N));
  };
  // A value passes through at most 4 log2(N) roundings, of sums of magnitudes of at most N.
  const double tolerance = 4 * std::log2(N) * N * std::ldexp(1.0, -24);
  for (int i = 0; i < N; ++i)
  {
    double forwardSum = 0;
    double inverseSum = 0;
    for (int j = 0; j < N; ++j)
    {
      forwardSum += matrix(i, j) * values[j];
      inverseSum += matrix(j, i) * values[j];
    }
    EXPECT_NEAR(transformed[i], forwardSum, tolerance) << N << " values, frequency " << i;
    EXPECT_NEAR(inverse[i], inverseSum, tolerance) << N << " values, value " << i;
  }
}
} // namespace

TEST(IsolineTubeCore, TransformsAsTheMatrixDoes)
{
  TransformsAsTheMatrixDoes<8>();
  TransformsAsTheMatrixDoes<16>();
}

TEST(IsolineTubeCore, MakesAConstantBlockItsMeanAlone)
{
  float values[16];
  std::fill_n(values, 16, 0.1f);
  ForwardIsolineTubeTransform(values);
  EXPECT_NEAR(values[0], 16 * 0.1 * std::sqrt(0.5), 1e-6);
  for (int u = 1; u < 16; ++u)
  {
    EXPECT_EQ(values[u], 0) << u;
  }
}

TEST(IsolineTubeCore, HasTubesInAllDirectionsOfIsolines)
{
  constexpr int tubes[NumberOfIsolineTubes / 2] = { 16, 12, 8, 4, 0, 2, 6, 10, 14 };
  for (int i = 0; i < NumberOfIsolineTubes / 2; ++i)
  {
    const double tangent = std::tan((i - 4) * std::acos(-1.0) / 16);
    for (int k = 0; k < IsolineTubeLength; ++k)
    {
      const int shift = GetIsolineTubeShift(tubes[i], k);
      EXPECT_LE(std::abs(shift - (k - 7.5) * tangent), 0.5 + 1e-9) << "tube " << tubes[i] << ", pixel " << k;
      EXPECT_EQ(GetIsolineTubeShift(tubes[i] + 1, k), shift);
      EXPECT_GE(shift, LeastIsolineTubeShift);
      EXPECT_LE(shift, MostIsolineTubeShift);
    }
  }
}

TEST(IsolineTubeCore, FindsTheCellsThatReachPixels)
{
  for (std::size_t position = 0; position < 9; ++position)
  {
    for (int begin = -3; begin < 6; ++begin)
    {
      for (int size = 1; size < 10; ++size)
      {
        const auto cells = GetIsolineTubeCells(begin, begin + size, position);
        for (std::ptrdiff_t corner = -50; corner < 70; ++corner)
        {
          const bool isCorner = (corner + 60 + static_cast<std::ptrdiff_t>(position)) % IsolineTubeCell == 0;
          const bool reaches = corner + LeastIsolineTubeReach < begin + size && corner + MostIsolineTubeReach >= begin;
          const std::ptrdiff_t distance = corner - cells.firstCorner;
          const bool           isListed = distance >= 0 && distance / IsolineTubeCell < cells.count;
          if (isCorner)
          {
            EXPECT_EQ(reaches, isListed) << "corner " << corner << " of " << begin << " + " << size;
          }
          EXPECT_TRUE(!isListed || isCorner == (distance % IsolineTubeCell == 0));
        }
      }
    }
  }
}

TEST(IsolineTubeCore, MirrorsAtTheEdges)
{
  constexpr int expected[] = { 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2 };
  for (int index = -8; index < 7; ++index)
  {
    EXPECT_EQ(MirrorIsolineIndex(index, 3), expected[index + 8]) << index;
  }
  EXPECT_EQ(MirrorIsolineIndex(-48, 1), 0);
  EXPECT_EQ(MirrorIsolineIndex(48, 1), 0);
}

TEST(IsolineTubeCore, MeasuresTheDeviationOfALineFromItsMean)
{
  IsolineTubeLine<float> line;
  float                  values[IsolineTubeLength];
  std::iota(values, values + IsolineTubeLength, 3.0f);
  for (const float value : values)
  {
    line.Add(value);
  }
  EXPECT_EQ(line.GetDeviation(), 340); // (n^3 - n) / 12
}

TEST(IsolineColor, SplitsOrthonormally)
{
  float sumOfSquares[3] = {};
  for (int i = 0; i < 3; ++i)
  {
    float channels[3] = {};
    channels[i] = 1;
    SplitIsolineColor(channels);
    EXPECT_NEAR(channels[0], std::sqrt(1.0 / 3), 1e-6);
    for (int j = 0; j < 3; ++j)
    {
      sumOfSquares[j] += channels[j] * channels[j];
    }
    JoinIsolineColor(channels);
    for (int j = 0; j < 3; ++j)
    {
      EXPECT_NEAR(channels[j], i == j ? 1 : 0, 1e-6);
    }
  }
  for (const float sum : sumOfSquares)
  {
    EXPECT_NEAR(sum, 1, 1e-6);
  }
}

TEST(IsolineTubeCore, ShrinksCoefficients)
{
  float coefficient = 2.69f;
  EXPECT_EQ(KeepIsolineTubeCoefficient(coefficient, true, 1), 1);
  EXPECT_EQ(coefficient, 2.69f);
  EXPECT_EQ(KeepIsolineTubeCoefficient(coefficient, false, 1), 0);
  EXPECT_EQ(coefficient, 0);
  coefficient = -2.71f;
  EXPECT_EQ(KeepIsolineTubeCoefficient(coefficient, false, 1), 1);
  EXPECT_EQ(coefficient, -2.71f);

  coefficient = 8;
  EXPECT_EQ(ShrinkIsolineTubeCoefficient(coefficient, 1.5f, false, 1), 0.5625f); // 2.25 / (2.25 + 0.75) = 3/4
  EXPECT_EQ(coefficient, 6);
  EXPECT_EQ(ShrinkIsolineTubeCoefficient(coefficient, 0, true, 1), 1);
  EXPECT_EQ(coefficient, 6);

  const float     weights[2] = { 1, 4 };
  constexpr float expected[IsolineTubeWidth] = { 1, 1, 5, 5, 5, 5, 5, 5, 4, 4 };
  for (int line = 0; line < IsolineTubeWidth; ++line)
  {
    EXPECT_EQ(GetIsolineTubeWeight(weights, line), expected[line]);
  }
}
