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
#include "Kernels/AlmostEqual.h"
#include "itkDeviceTesting.h"
#include "itkMath.h"
#include <limits>

using namespace itk::DeviceTesting;
using itk::device::kernels::AreAlmostEqual;

TEST(AlmostEqual, IsWhatItkHasOfIntegers)
{
  for (const int a : { 0, 1, 7, 255 })
  {
    for (const int b : { 0, 1, 7, 255 })
    {
      EXPECT_EQ(AreAlmostEqual(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)),
                itk::Math::AlmostEquals(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)));
      EXPECT_EQ(AreAlmostEqual(a - 100, b - 100), itk::Math::AlmostEquals(a - 100, b - 100));
    }
  }
}

TEST(AlmostEqual, IsWhatItkHasOfFloats)
{
  using Limits = std::numeric_limits<float>;
  unsigned int numberOfEqual = 0;
  unsigned int numberOfPairs = 0;
  const auto   expect = [&](float a, float b) {
    const bool isEqual = itk::Math::AlmostEquals(a, b);
    numberOfEqual += isEqual;
    ++numberOfPairs;
    ASSERT_EQ(AreAlmostEqual(a, b), isEqual) << a << ", " << b;
  };
  for (const float a : { 0.0f,
                         -0.0f,
                         1.0f,
                         -1.0f,
                         0.1f * Limits::epsilon(),
                         Limits::min(),
                         Limits::denorm_min(),
                         Limits::max(),
                         Limits::lowest(),
                         Limits::infinity(),
                         -Limits::infinity(),
                         Limits::quiet_NaN(),
                         -Limits::quiet_NaN(),
                         3e-8f,
                         255.0f })
  {
    for (const float sign : { 1.0f, -1.0f })
    {
      for (const float towards : { 0.0f, Limits::infinity() })
      {
        float b = sign * a;
        for (int ulps = 0; ulps < 7; ++ulps, b = std::nextafter(b, towards))
        {
          expect(a, b);
          expect(b, a);
        }
      }
    }
    expect(a, a + 0.1f * Limits::epsilon());
    expect(a, a - 0.1f * Limits::epsilon());
  }
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < GetNumberOfRounds(1000); ++round)
  {
    const std::uint32_t bits = random();
    float               a = 0;
    std::memcpy(&a, &bits, sizeof a);
    expect(a, itk::Math::FloatAddULP(a, static_cast<int>(Pick(random, 0, 24)) - 12));
  }
  EXPECT_GT(numberOfEqual, numberOfPairs / 4);
  EXPECT_LT(numberOfEqual, numberOfPairs * 3 / 4);
}
