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
#include "Kernels/Cast.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

using itk::device::kernels::CastLikeX86;

namespace
{
/** Bits of the values, so that NaN and the sign of zero count. */
template <typename T>
std::uint64_t
GetBits(T value)
{
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

/** Numbers next to all powers of two and their halves, and others at random. */
template <typename T>
std::vector<T>
MakeValues()
{
  using Limits = std::numeric_limits<T>;
  std::vector<T>  values{ T{ 0 }, Limits::min(), Limits::max(), Limits::lowest() };
  std::mt19937_64 random(1);
  if constexpr (std::is_integral_v<T>)
  {
    for (unsigned int bit = 0; bit < 8 * sizeof(T); ++bit)
    {
      const auto power = static_cast<std::uint64_t>(1) << bit;
      values.insert(values.end(), { static_cast<T>(power - 1), static_cast<T>(power), static_cast<T>(-power) });
    }
    for (int i = 0; i < 10000; ++i)
    {
      values.push_back(static_cast<T>(random()));
    }
  }
  else
  {
    values.insert(values.end(), { -T{ 0 }, Limits::denorm_min(), Limits::infinity(), Limits::quiet_NaN() });
    for (int exponent = -2; exponent <= 66; ++exponent)
    {
      const T power = std::ldexp(T{ 1 }, exponent);
      for (const T offset : { T{ -1 }, T{ -0.5 }, T{ 0 }, T{ 0.5 }, T{ 1 } })
      {
        const T value = power + offset;
        values.insert(values.end(),
                      { value, std::nextafter(value, Limits::max()), std::nextafter(value, Limits::lowest()) });
      }
    }
    for (int i = 0; i < 100000; ++i)
    {
      values.push_back(std::ldexp(static_cast<T>(random() >> 11), static_cast<int>(random() % 80) - 60));
    }
    const std::size_t size = values.size();
    for (std::size_t i = 0; i < size; ++i)
    {
      values.push_back(-values[i]);
    }
  }
  return values;
}

template <typename TOutput, typename TInput>
void
ExpectCast(TInput value)
{
  // Volatile, so that the processor casts and not the compiler.
  const volatile TInput  input = value;
  const volatile TOutput output = static_cast<TOutput>(input);
  ASSERT_EQ(GetBits<TOutput>(CastLikeX86<TOutput>(value)), GetBits<TOutput>(output)) << value;
}

template <typename TInput>
class CastLikeX86To : public testing::Test
{};
using Inputs = testing::Types<std::int8_t,
                              std::uint8_t,
                              std::int16_t,
                              std::uint16_t,
                              std::int32_t,
                              std::uint32_t,
                              std::int64_t,
                              float,
                              double>;
TYPED_TEST_SUITE(CastLikeX86To, Inputs);
} // namespace

TYPED_TEST(CastLikeX86To, IsWhatTheProcessorDoes)
{
#if defined(__x86_64__) && defined(__GNUC__)
  for (const TypeParam value : MakeValues<TypeParam>())
  {
    ASSERT_NO_FATAL_FAILURE(ExpectCast<std::int8_t>(value));
    ASSERT_NO_FATAL_FAILURE(ExpectCast<std::uint8_t>(value));
    ASSERT_NO_FATAL_FAILURE(ExpectCast<std::int16_t>(value));
    ASSERT_NO_FATAL_FAILURE(ExpectCast<std::uint16_t>(value));
    ASSERT_NO_FATAL_FAILURE(ExpectCast<std::int32_t>(value));
    ASSERT_NO_FATAL_FAILURE(ExpectCast<std::uint32_t>(value));
    ASSERT_NO_FATAL_FAILURE(ExpectCast<float>(value));
    ASSERT_NO_FATAL_FAILURE(ExpectCast<double>(value));
  }
#else
  GTEST_SKIP() << "another processor";
#endif
}

TEST(CastLikeX86, GivesTheseNumbersOnEveryProcessor)
{
  constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(CastLikeX86<std::uint8_t>(300.9), 44);
  EXPECT_EQ(CastLikeX86<std::uint8_t>(-1.9f), 255);
  EXPECT_EQ(CastLikeX86<std::uint8_t>(3e9), 0);
  EXPECT_EQ(CastLikeX86<std::int16_t>(3e9f), 0);
  EXPECT_EQ(CastLikeX86<std::uint16_t>(notANumber), 0);
  EXPECT_EQ(CastLikeX86<std::int32_t>(2147483647.9), 2147483647);
  EXPECT_EQ(CastLikeX86<std::int32_t>(2147483648.0), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(CastLikeX86<std::int32_t>(notANumber), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(CastLikeX86<std::uint32_t>(4294967296.0 + 7.5), 7u);
  EXPECT_EQ(CastLikeX86<std::uint32_t>(-1.0f), 4294967295u);
  EXPECT_EQ(CastLikeX86<std::uint32_t>(1e19), 0u);
}
