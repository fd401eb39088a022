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
#include "IsolineDenoising/IsolineDirections.h"
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

namespace
{
using itk::device::IsolineDirections;
using itk::device::IsolineOffset;
using itk::device::LongestIsolineSegment;
using itk::device::NumberOfIsolineDirections;

bool
operator==(const IsolineOffset & left, const IsolineOffset & right)
{
  return left.x == right.x && left.y == right.y;
}

const IsolineOffset &
Get(int direction, int pixel)
{
  return IsolineDirections.offset[direction & (NumberOfIsolineDirections - 1)][pixel];
}

template <typename TFunction>
void
ForEachPixel(const TFunction & function)
{
  for (int direction = 0; direction < NumberOfIsolineDirections; ++direction)
  {
    for (int pixel = 0; pixel < LongestIsolineSegment; ++pixel)
    {
      SCOPED_TRACE("direction " + std::to_string(direction) + ", pixel " + std::to_string(pixel));
      function(direction, pixel, Get(direction, pixel));
    }
  }
}
} // namespace

TEST(IsolineDirections, AreTheRasterisedRaysInStepsOf11DegreesAndAQuarter)
{
  const double pi = std::acos(-1.0);
  ForEachPixel([pi](int direction, int pixel, const IsolineOffset & offset) {
    const double angle = 2 * pi * direction / NumberOfIsolineDirections;
    const double longest = std::max(std::abs(std::cos(angle)), std::abs(std::sin(angle)));
    EXPECT_LE(std::abs(offset.x - (pixel + 1) * std::cos(angle) / longest), 0.5);
    EXPECT_LE(std::abs(offset.y - (pixel + 1) * std::sin(angle) / longest), 0.5);
    EXPECT_EQ(std::max(std::abs(offset.x), std::abs(offset.y)), pixel + 1);
  });
}

TEST(IsolineDirections, TurnAndReflectIntoEachOther)
{
  ForEachPixel([](int direction, int pixel, const IsolineOffset & offset) {
    const auto x = offset.x;
    const auto y = offset.y;
    const auto negative = [](std::int8_t value) { return static_cast<std::int8_t>(-value); };
    EXPECT_TRUE((Get(direction + 8, pixel) == IsolineOffset{ negative(y), x })) << "a quarter turn";
    EXPECT_TRUE((Get(direction + 16, pixel) == IsolineOffset{ negative(x), negative(y) })) << "half a turn";
    EXPECT_TRUE((Get(-direction, pixel) == IsolineOffset{ x, negative(y) })) << "the x axis as a mirror";
    EXPECT_TRUE((Get(8 - direction, pixel) == IsolineOffset{ y, x })) << "the diagonal as a mirror";
  });
}

TEST(IsolineDirections, OfSegmentsOfFivePixelsAreAllDifferent)
{
  for (int first = 0; first < NumberOfIsolineDirections; ++first)
  {
    for (int second = first + 1; second < NumberOfIsolineDirections; ++second)
    {
      bool differ = false;
      for (int pixel = 0; pixel < 5; ++pixel)
      {
        differ = differ || !(Get(first, pixel) == Get(second, pixel));
      }
      EXPECT_TRUE(differ) << first << " and " << second;
    }
  }
}
