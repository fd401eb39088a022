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
#include "itkDevicePixelCounter.h"
#include "itkDeviceTesting.h"
#include "itkHistogram.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename THistogram, typename TPixel>
itk::IndexValueType
FindBin(const THistogram & histogram, TPixel pixel)
{
  typename THistogram::MeasurementVectorType measurement(1);
  typename THistogram::IndexType             index(1);
  measurement[0] = static_cast<typename THistogram::MeasurementType>(pixel);
  return histogram.GetIndex(measurement, index) ? index[0] : -1;
}

/** All pixels of a class have the bin that one of them has: whatever the range, and for bins without width. */
template <typename TPixel, typename TMeasurement>
void
ExpectOneBinOfEachClass()
{
  using Limits = std::numeric_limits<TPixel>;
  using HistogramType = itk::Statistics::Histogram<TMeasurement>;
  using CounterType = itk::device::PixelCounter<TPixel>;
  constexpr bool isInteger = std::is_integral_v<TPixel>;
  for (unsigned int round = 0; round < GetNumberOfRounds(400); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random       random(seed);
    const auto   pickUnit = [&] { return std::uniform_real_distribution<>(0, 1)(random); };
    const double limit = isInteger ? static_cast<double>(Limits::max()) : 3e38;
    const double scale = Pick(random, 0, 3) == 0 ? limit : std::min(limit, std::pow(10.0, Pick(random, 0, 30) - 8.0));
    const auto   toPixel = [&](double value) {
      return static_cast<TPixel>(std::min(std::max(value, static_cast<double>(Limits::lowest())), limit));
    };
    const auto pickPixel = [&] { return toPixel(scale * (Limits::is_signed ? 2 * pickUnit() - 1 : pickUnit())); };

    itk::device::PixelExtrema<TPixel> extrema{ pickPixel(), pickPixel() };
    if (extrema.maximum < extrema.minimum)
    {
      std::swap(extrema.minimum, extrema.maximum);
    }
    // The range of the bins is that of the pixels, or lies within.
    typename HistogramType::SizeType              size(1);
    typename HistogramType::MeasurementVectorType lower(1);
    typename HistogramType::MeasurementVectorType upper(1);
    const auto                                    histogram = HistogramType::New();
    const double                                  range = static_cast<double>(extrema.maximum) - extrema.minimum;
    const double                                  inset = Pick(random, 0, 1) == 0 ? 0.0 : 0.2 * range;
    size.Fill(Pick(random, 1, 300));
    lower.Fill(static_cast<TMeasurement>(extrema.minimum + inset));
    upper.Fill(static_cast<TMeasurement>(extrema.maximum - inset));
    histogram->SetClipBinsAtEnds(Pick(random, 0, 1) == 0);
    histogram->SetMeasurementVectorSize(1);
    histogram->Initialize(size, lower, upper);

    const auto classes = CounterType::ListClasses(*histogram, extrema);
    ASSERT_LE(classes.GetNumberOfClasses(), itk::device::MaximumNumberOfPixelClasses);
    const auto & thresholds = classes.thresholds;
    ASSERT_TRUE(std::is_sorted(thresholds.begin(), thresholds.end()));
    for (unsigned int i = 0; i < 300; ++i)
    {
      TPixel pixel = toPixel(extrema.minimum + pickUnit() * range);
      if (i % 3 == 0)
      {
        // At an edge, or next to it.
        pixel = toPixel(static_cast<double>(histogram->GetBinMin(0, random() % size[0])) +
                        (isInteger ? i % 9 / 3 - 1.0 : 0.0));
      }
      pixel = i == 1 ? extrema.minimum : i == 2 ? extrema.maximum : pixel;
      if (pixel >= extrema.minimum && pixel <= extrema.maximum)
      {
        const auto number = std::upper_bound(thresholds.begin(), thresholds.end(), pixel) - thresholds.begin();
        ASSERT_EQ(FindBin(*histogram, CounterType::GetPixelOfClass(classes, number)), FindBin(*histogram, pixel))
          << +pixel << " of " << +extrema.minimum << " to " << +extrema.maximum << " in " << size[0] << " bins";
      }
    }
  }
}
} // namespace

TEST(PixelCounter, HasOneBinForEachClass)
{
  ExpectOneBinOfEachClass<std::uint8_t, double>();
  ExpectOneBinOfEachClass<std::int16_t, double>();
  ExpectOneBinOfEachClass<std::uint16_t, std::uint16_t>();
  ExpectOneBinOfEachClass<std::int32_t, double>();
  ExpectOneBinOfEachClass<std::uint32_t, double>();
  ExpectOneBinOfEachClass<float, double>();
  ExpectOneBinOfEachClass<float, float>();
}
