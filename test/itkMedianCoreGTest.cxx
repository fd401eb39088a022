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
#include "Median/MedianCore.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

using itk::device::MedianKey;

namespace
{
std::uint32_t
GetBits(float value)
{
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

float
FromBits(std::uint32_t bits)
{
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

template <typename TPixel>
void
ExpectThatAllKeysAreInOrderAndComeBack()
{
  using Limits = std::numeric_limits<TPixel>;
  for (int value = Limits::min(); value <= Limits::max(); ++value)
  {
    const auto pixel = static_cast<TPixel>(value);
    ASSERT_EQ(MedianKey<TPixel>::Decode(MedianKey<TPixel>::Encode(pixel)), pixel);
    ASSERT_EQ(MedianKey<TPixel>::Encode(pixel), value - Limits::min());
  }
}
} // namespace

TEST(MedianKey, OfIntegersIsTheirDistanceFromTheSmallest)
{
  ExpectThatAllKeysAreInOrderAndComeBack<std::uint8_t>();
  ExpectThatAllKeysAreInOrderAndComeBack<std::uint16_t>();
  ExpectThatAllKeysAreInOrderAndComeBack<std::int16_t>();
}

TEST(MedianKey, OfFloatsIsWhatIsWorkedOutByHand)
{
  using Key = MedianKey<float>;
  // 0 is 0x00000000 and gets its sign bit set; -0 is 0x80000000 and gets all bits inverted; so on.
  EXPECT_EQ(Key::Encode(0.0f), 0x80000000u);
  EXPECT_EQ(Key::Encode(-0.0f), 0x7fffffffu);
  EXPECT_EQ(Key::Encode(1.0f), 0xbf800000u);
  EXPECT_EQ(Key::Encode(-1.0f), 0x407fffffu);
  EXPECT_EQ(Key::Encode(std::numeric_limits<float>::infinity()), 0xff800000u);
  EXPECT_EQ(Key::Encode(-std::numeric_limits<float>::infinity()), 0x007fffffu);
  EXPECT_EQ(Key::Encode(std::numeric_limits<float>::denorm_min()), 0x80000001u);
  EXPECT_EQ(Key::Encode(FromBits(0x7fffffffu)), 0xffffffffu);
  EXPECT_EQ(Key::Encode(FromBits(0xffffffffu)), 0x00000000u);
}

TEST(MedianKey, OfFloatsComesBackBitForBit)
{
  std::mt19937 random(1);
  for (int round = 0; round < 1000000; ++round)
  {
    const auto bits = static_cast<std::uint32_t>(random());
    ASSERT_EQ(GetBits(MedianKey<float>::Decode(MedianKey<float>::Encode(FromBits(bits)))), bits);
  }
}

TEST(MedianKey, OfFloatsGrowsWithThem)
{
  using Limits = std::numeric_limits<float>;
  std::vector<float> values{
    -Limits::infinity(),  Limits::lowest(), -1, -Limits::min(), -Limits::denorm_min(), -0.0f, 0.0f,
    Limits::denorm_min(), Limits::min(),    1,  Limits::max(),  Limits::infinity()
  };
  for (std::size_t i = 1; i < values.size(); ++i)
  {
    EXPECT_LT(MedianKey<float>::Encode(values[i - 1]), MedianKey<float>::Encode(values[i]));
  }
  std::mt19937 random(1);
  for (int round = 0; round < 1000000; ++round)
  {
    const float a = FromBits(static_cast<std::uint32_t>(random()));
    const float b = FromBits(static_cast<std::uint32_t>(random()));
    if (a < b)
    {
      ASSERT_LT(MedianKey<float>::Encode(a), MedianKey<float>::Encode(b)) << a << ' ' << b;
    }
  }
}
