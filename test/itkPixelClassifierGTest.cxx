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
#include "Histogram/PixelClassifierCore.h"
#include "itkDeviceTesting.h"

using namespace itk::DeviceTesting;

namespace
{
/** Edges as itk::Statistics::Histogram makes them of a random range, and pixels at, near and between them. */
template <typename TPixel>
void
ExpectTheClassesThatASearchFinds()
{
  using Limits = std::numeric_limits<TPixel>;
  constexpr bool isInteger = std::is_integral_v<TPixel>;
  Random         random(1);
  const auto     pickUnit = [&] { return std::uniform_real_distribution<>(0, 1)(random); };
  for (unsigned int round = 0; round < GetNumberOfRounds(500); ++round)
  {
    const unsigned int bins = Pick(random, 0, 2) == 0 ? 256 : Pick(random, 1, 300);
    double             lowest = (pickUnit() - 0.5) * std::pow(10.0, 40 * pickUnit() - 20);
    double             range = std::pow(10.0, 40 * pickUnit() - 20);
    if constexpr (isInteger)
    {
      lowest =
        std::floor(Limits::lowest() + 0.9 * pickUnit() * (static_cast<double>(Limits::max()) - Limits::lowest()));
      range = std::floor(std::min(std::pow(2.0, 33 * pickUnit()), Limits::max() - lowest));
    }
    itk::device::PixelClasses<TPixel> classes;
    classes.minimum = static_cast<TPixel>(lowest);
    classes.maximum = static_cast<TPixel>(lowest + range);
    const float interval = (static_cast<float>(lowest + range) - static_cast<float>(lowest)) / static_cast<float>(bins);
    for (unsigned int bin = 0; bin <= bins; ++bin)
    {
      const double edge = lowest + static_cast<float>(bin) * interval;
      const double clamped = std::min(edge, lowest + range);
      const auto   pixel = static_cast<TPixel>(isInteger ? std::ceil(clamped) : clamped);
      if (pixel > classes.minimum && pixel <= classes.maximum &&
          (classes.thresholds.empty() || pixel > classes.thresholds.back()))
      {
        classes.thresholds.push_back(pixel);
      }
    }
    const auto & thresholds = classes.thresholds;
    const auto   classifier = itk::device::PixelClassifier<TPixel>::Make(classes, thresholds.data());
    for (unsigned int i = 0; i < 300; ++i)
    {
      auto pixel = static_cast<TPixel>(lowest + (isInteger ? std::floor(range * pickUnit()) : range * pickUnit()));
      if (i % 4 == 0 && !thresholds.empty())
      {
        pixel = thresholds[random() % thresholds.size()];
        if (i % 8 == 0)
        {
          pixel = isInteger ? static_cast<TPixel>(pixel - 1)
                            : static_cast<TPixel>(std::nextafter(static_cast<float>(pixel), -1e38f));
        }
      }
      pixel = std::min(std::max(pixel, classes.minimum), classes.maximum);
      const auto expected = std::upper_bound(thresholds.begin(), thresholds.end(), pixel) - thresholds.begin();
      ASSERT_EQ(classifier.Find(pixel), expected) << +pixel << " from " << lowest << " on, " << range << " in " << bins;
    }
    if constexpr (!isInteger)
    {
      ASSERT_EQ(classifier.Find(Limits::quiet_NaN()), static_cast<int>(thresholds.size()) + 1);
    }
  }
}
} // namespace

TEST(PixelClassifier, FindsWhatASearchFinds)
{
  ExpectTheClassesThatASearchFinds<std::int16_t>();
  ExpectTheClassesThatASearchFinds<std::uint16_t>();
  ExpectTheClassesThatASearchFinds<std::int32_t>();
  ExpectTheClassesThatASearchFinds<std::uint32_t>();
  ExpectTheClassesThatASearchFinds<float>();
}

TEST(PixelClassifier, NeedsNoSearchOfIntegersInWideBins)
{
  itk::device::PixelClasses<std::int16_t> classes{ {}, -1024, 3071 };
  for (int value = -1008; value <= 3071; value += 16)
  {
    classes.thresholds.push_back(static_cast<std::int16_t>(value));
  }
  const auto classifier = itk::device::PixelClassifier<std::int16_t>::Make(classes, nullptr);
  for (int value = -1024; value <= 3071; ++value)
  {
    ASSERT_EQ(classifier.Find(static_cast<std::int16_t>(value)), (value + 1024) / 16);
  }
}
