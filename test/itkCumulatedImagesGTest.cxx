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
#include "itkPolygonRegionForTesting.h"
#include <limits>

using itk::DeviceTesting::CumulatedImage;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RegionSums;
using itk::device::GetSumOfSquaredDeviations;
using itk::device::PixelEncoder;
using itk::device::PixelScale;

namespace
{
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

template <typename TPick>
CumulatedImage<float>
MakeFloatImage(std::size_t side, const TPick & pick)
{
  return CumulatedImage<float>(side, side, 0, pick);
}

/** The largest difference between a finite pixel and what its code stands for, in units of the scale. */
double
GetLargestError(const CumulatedImage<float> & image)
{
  const PixelScale          scale = image.view.summary->scale;
  const PixelEncoder<float> encode(scale);
  double                    largest = 0;
  for (const float pixel : image.pixels)
  {
    if (std::isfinite(pixel))
    {
      largest = std::max(largest, std::abs(pixel - (scale.offset + scale.scale * encode(pixel))) / scale.scale);
    }
  }
  return largest;
}
} // namespace

TEST(CumulatedImages, Take12BytesAPixelFor16Bits)
{
  using itk::device::MakeCumulatedImagesLayout;
  EXPECT_LE(MakeCumulatedImagesLayout<std::uint16_t>(12288, 12288).GetSizeInBytes(), 12288.0 * 12288.0 * 12.01);
  EXPECT_LE(MakeCumulatedImagesLayout<std::int16_t>(512, 512).GetSizeInBytes(), 512.0 * 512.0 * 12.1);
  EXPECT_TRUE(MakeCumulatedImagesLayout<std::uint16_t>(65537, 1).isNarrow);
  EXPECT_FALSE(MakeCumulatedImagesLayout<std::uint16_t>(65538, 1).isNarrow);
  EXPECT_TRUE(MakeCumulatedImagesLayout<std::int16_t>(65537, 1).isNarrow);
  EXPECT_TRUE(MakeCumulatedImagesLayout<std::uint8_t>(16843009, 1).isNarrow);
  EXPECT_FALSE(MakeCumulatedImagesLayout<std::uint8_t>(16843010, 1).isNarrow);
  EXPECT_FALSE(MakeCumulatedImagesLayout<float>(1, 1).isNarrow);
}

TEST(CumulatedImages, CodesOfIntegersAreTheirDistanceFromTheLowest)
{
  EXPECT_EQ(PixelEncoder<std::uint8_t>({})(255), 255u);
  EXPECT_EQ(PixelEncoder<std::uint16_t>({})(65535), 65535u);
  EXPECT_EQ(PixelEncoder<std::int16_t>({})(-32768), 0u);
  EXPECT_EQ(PixelEncoder<std::int16_t>({})(32767), 65535u);
  EXPECT_EQ(PixelEncoder<std::int16_t>::Scale.offset + PixelEncoder<std::int16_t>({})(-5), -5);
}

TEST(CumulatedImages, ScaleOfFloatIsFineForTheDeviationWhateverThePedestalAndFewOutliers)
{
  for (const float deviation : { 1e-30f, 1.0f, 1e6f, 1e30f })
  {
    for (const float mean : { 0.0f, 1.0f, -300.0f })
    {
      for (const float outlier : { 1.0f, 1e3f })
      {
        Random                          random(1);
        std::normal_distribution<float> normal(0, deviation);
        auto                            pick = [&, first = true]() mutable {
          const float value = first ? outlier * deviation : mean * deviation + normal(random);
          first = false;
          return value;
        };
        const auto image = MakeFloatImage(200, pick);
        EXPECT_LE(GetLargestError(image), 0.5);
        // 2^-29 times sqrt(n) times the deviation with the outlier.
        const double largest = std::ldexp(1.0, -29) * std::hypot(200.0, outlier - mean) * deviation;
        EXPECT_LE(image.view.summary->scale.scale, 1.02 * largest);
        EXPECT_GE(image.view.summary->scale.scale, 0.49 * largest);
      }
    }
  }
}

TEST(CumulatedImages, SquaresOfFloatCodesFit64BitsAtAnyMagnitude)
{
  for (const float magnitude : { std::numeric_limits<float>::max(), 1.0f, std::numeric_limits<float>::denorm_min() })
  {
    for (const float other : { -magnitude, 0.0f, magnitude, infinity, notANumber })
    {
      bool       odd = false;
      const auto image = MakeFloatImage(64, [&] { return (odd = !odd) ? magnitude : other; });
      double     squares = 0;
      for (const float pixel : image.pixels)
      {
        const double code = PixelEncoder<float>(image.view.summary->scale)(pixel);
        squares += code * code;
      }
      EXPECT_LE(squares, std::ldexp(1.0, 62)) << magnitude << ' ' << other;
      if (std::isfinite(other) && other != magnitude)
      {
        EXPECT_GT(squares, std::ldexp(1.0, 57)) << magnitude << ' ' << other;
      }
      EXPECT_LE(GetLargestError(image), 0.5) << magnitude << ' ' << other;
    }
  }
}

TEST(CumulatedImages, CodeOfNaNAndInfinityIsZero)
{
  const float values[] = { 1, notANumber, 2, infinity, 3, -infinity };
  int         i = 0;
  const auto  image = MakeFloatImage(6, [&] { return values[i++ % 6]; });
  for (std::size_t x = 0; x < 6; ++x)
  {
    EXPECT_EQ(image.GetTerm(x, 0).sum == 0, x % 2 == 1 || x == 2);
  }
  EXPECT_NEAR(image.view.summary->scale.offset, 2, 1e-8);
  i = 1;
  const auto nothing = CumulatedImage<float>(1, 1, 0, [&] { return values[i]; });
  EXPECT_EQ(nothing.view.summary->total, (RegionSums{ 1, 0, 0 }));
}

TEST(CumulatedImages, ConstantFloatImagesHaveNoDeviation)
{
  for (const float value : { 0.0f, 1.0f, -1e-40f, 0.1f, 3e38f })
  {
    const auto image = MakeFloatImage(33, [&] { return value; });
    EXPECT_EQ(GetSumOfSquaredDeviations(image.view.summary->total), 0) << value;
    const PixelScale scale = image.view.summary->scale;
    const double     code = static_cast<double>(image.view.summary->total.sum) / (33 * 33);
    EXPECT_NEAR(scale.offset + scale.scale * code, value, std::abs(value) * 1e-9);
  }
}

TEST(RegionSums, DeviationsLoseNoDigits)
{
  Random random(1);
  for (unsigned int round = 0; round < 1000; ++round)
  {
    // A small deviation upon a large mean, of either sign.
    const std::int64_t base = std::int64_t{ Pick(random, 0, 0x7ffffff0) } - 0x40000000;
    const auto         range = Pick(random, 0, 6);
    const auto         count = Pick(random, 1, 16);
    RegionSums         sums{};
    std::int64_t       sum = 0;
    std::int64_t       squares = 0;
    for (unsigned int i = 0; i < count; ++i)
    {
      const std::int64_t deviation = Pick(random, 0, range);
      const std::int64_t code = base + deviation;
      sums += RegionSums{ 1, code, static_cast<std::uint64_t>(code * code) };
      sum += deviation;
      squares += deviation * deviation;
    }
    const double expected = (static_cast<double>(squares * count) - static_cast<double>(sum * sum)) / count;
    ASSERT_NEAR(GetSumOfSquaredDeviations(sums), expected, 1e-13 * squares) << base << ' ' << count;
  }
  EXPECT_EQ(GetSumOfSquaredDeviations({ 3, 21, 147 }), 0);
}
