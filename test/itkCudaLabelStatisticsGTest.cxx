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
#include "itkCudaAbsImageFilter.h"
#include "itkCudaHistogramTesting.h"
#include "itkCudaLabelStatisticsImageFilter.h"
#include "Statistics/LabelSumsCore.h"

using namespace itk::DeviceTesting;

namespace
{
/** Blobs, noise, stripes or a single label, of few, many or sparse labels. */
template <typename TLabelImage, typename TImage>
typename TLabelImage::Pointer
MakeLabels(const TImage * image, Random & random)
{
  using LabelType = typename TLabelImage::PixelType;
  const unsigned int kind = Pick(random, 0, 4);
  const unsigned int number = Pick(random, 0, 1) == 0 ? Pick(random, 1, 20) : Pick(random, 1, 3000);
  const unsigned int factor = Pick(random, 0, 1) == 0 ? 1 : 2654435761u;
  unsigned int       place = 0;
  const auto         labels = MakeImage<TLabelImage>(image->GetBufferedRegion(), random, [&](Random & r) {
    ++place;
    const unsigned int label = kind == 0   ? 0
                                       : kind == 1 ? r() % number
                                       : kind == 2 ? place / 37 % number
                                                   : (place / 5 * 7 % 11 + place / 400) % number;
    return static_cast<LabelType>(label * factor);
  });
  labels->SetOrigin(image->GetOrigin());
  labels->SetSpacing(image->GetSpacing());
  labels->SetDirection(image->GetDirection());
  return labels;
}

template <typename TPixel, typename TLabel, unsigned int VDimension>
void
ExpectTheParentsStatistics()
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using LabelImageType = itk::DeviceImage<TLabel, VDimension>;
  using PlainType = itk::Image<TPixel, VDimension>;
  using PlainLabelType = itk::Image<TLabel, VDimension>;
  using FilterType = itk::CudaLabelStatisticsImageFilter<ImageType, LabelImageType>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random     random(seed);
    const auto region = PickRegion<VDimension>(random, VDimension == 2 ? 200 : 30);
    const auto image = MakeImageOfDistribution<ImageType>(region, random);
    const auto labels = MakeLabels<LabelImageType>(image.GetPointer(), random);
    const auto plain = Copy<PlainType>(image.GetPointer());
    const auto filter = FilterType::New();
    const auto parent = itk::LabelStatisticsImageFilter<PlainType, PlainLabelType>::New();
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->SetInput(image);
    filter->SetLabelInput(labels);
    parent->SetInput(plain);
    parent->SetLabelInput(Copy<PlainLabelType>(labels.GetPointer()));
    const bool hasHistograms = Pick(random, 0, 1) == 0;
    if (hasHistograms)
    {
      const double       limit = 1.1 * GetLargestMagnitudeOf(plain.GetPointer());
      const unsigned int bins = Pick(random, 1, 400);
      const double       lower = Pick(random, 0, 1) == 0 ? -limit : 0.3 * limit;
      filter->SetHistogramParameters(bins, lower, limit);
      parent->SetHistogramParameters(bins, lower, limit);
    }
    filter->SetNumberOfStreamDivisions(Pick(random, 1, 3));
    filter->Update();
    parent->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());

    auto known = parent->GetValidLabelValues();
    auto found = filter->GetValidLabelValues();
    std::sort(known.begin(), known.end());
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, known);
    EXPECT_EQ(filter->GetNumberOfLabels(), parent->GetNumberOfLabels());
    known.push_back(static_cast<TLabel>(123)); // which may not be there
    const double magnitude = GetLargestMagnitudeOf(plain.GetPointer());
    for (const TLabel label : known)
    {
      ASSERT_EQ(filter->HasLabel(label), parent->HasLabel(label));
      ASSERT_EQ(filter->GetCount(label), parent->GetCount(label));
      ASSERT_EQ(filter->GetMinimum(label), parent->GetMinimum(label));
      ASSERT_EQ(filter->GetMaximum(label), parent->GetMaximum(label));
      ASSERT_EQ(filter->GetBoundingBox(label), parent->GetBoundingBox(label));
      ASSERT_EQ(filter->GetRegion(label), parent->GetRegion(label));
      ASSERT_EQ(filter->GetMedian(label), parent->GetMedian(label));
      ASSERT_EQ(filter->GetHistogram(label) == nullptr, parent->GetHistogram(label) == nullptr);
      if (hasHistograms && parent->HasLabel(label))
      {
        for (itk::SizeValueType bin = 0; bin < parent->GetHistogram(label)->GetSize(0); ++bin)
        {
          ASSERT_EQ(filter->GetHistogram(label)->GetFrequency(bin), parent->GetHistogram(label)->GetFrequency(bin));
        }
      }
      // Either sum of n numbers in double, of at most m, is within n^2 m 2^-53; integers' are exact below 2^53.
      const auto   count = static_cast<double>(filter->GetCount(label));
      const bool   isExact = std::is_integral_v<TPixel> && count * magnitude < 0x1p53;
      const double bound = isExact ? 0.0 : 2.0 * count * count * magnitude * 0x1p-53;
      ASSERT_NEAR(filter->GetSum(label), parent->GetSum(label), bound);
      ASSERT_NEAR(filter->GetMean(label), parent->GetMean(label), count > 0 ? bound / count : 0.0);
      // The squares' sum and the squared sum's n-th part are within twice that of m^2 each, and so are their roundings.
      const bool   isExactlySquared = std::is_integral_v<TPixel> && count * magnitude * magnitude < 0x1p53;
      const double squaresBound =
        isExactlySquared ? 0.0 : 8.0 * count * count * magnitude * magnitude * 0x1p-53 / std::max(count - 1.0, 1.0);
      ASSERT_NEAR(filter->GetVariance(label), parent->GetVariance(label), squaresBound);
      ASSERT_NEAR(filter->GetSigma(label), parent->GetSigma(label), std::sqrt(2.0 * squaresBound));
    }
  }
}

using ImageType = itk::DeviceImage<float, 2>;
using LabelImageType = itk::DeviceImage<std::uint8_t, 2>;
using FilterType = itk::CudaLabelStatisticsImageFilter<ImageType, LabelImageType>;
} // namespace

TEST(LabelSums, AreExactOrWithinAUnit)
{
  Random     random(1);
  const auto units = itk::device::MakeLabelUnits<float>(1000.0, 1000);
  const auto inverse =
    itk::device::LabelUnits{ { 1 / units.sum[0], 1 / units.sum[1] }, { 1 / units.squares[0], 1 / units.squares[1] } };
  EXPECT_EQ(units.sum[0], 0x1p-42); // 2^10 over 62 - 10 binary digits
  itk::device::LabelSums sums{};
  long double            sum = 0;
  long double            squares = 0;
  for (int i = 0; i < 1000; ++i)
  {
    const float value = std::uniform_real_distribution<float>(-1000, 1000)(random);
    sums.Add(itk::device::GetLabelSums(value, units, inverse));
    sum += value;
    squares += static_cast<long double>(value) * value;
  }
  EXPECT_EQ(static_cast<double>(sums.sum[0]) * units.sum[0] + static_cast<double>(sums.sum[1]) * units.sum[1],
            static_cast<double>(sum));
  EXPECT_NEAR(static_cast<double>(sums.squares[0]) * units.squares[0] +
                static_cast<double>(sums.squares[1]) * units.squares[1],
              static_cast<double>(squares),
              0x1p-52 * static_cast<double>(squares));
}

TEST(LabelSums, OrdersPixels)
{
  const float values[]{ -std::numeric_limits<float>::infinity(), -2, -1, -1e-40f, 0, 1e-40f, 3, 1e30f };
  for (std::size_t i = 0; i + 1 < std::size(values); ++i)
  {
    EXPECT_LT(itk::device::GetOrder(values[i]), itk::device::GetOrder(values[i + 1]));
    EXPECT_EQ(itk::device::GetPixelOfOrder<float>(itk::device::GetOrder(values[i])), values[i]);
  }
  EXPECT_EQ(itk::device::GetOrder(-0.0f), itk::device::GetOrder(0.0f));
  EXPECT_LT(itk::device::GetOrder(std::uint32_t{ 7 }), itk::device::GetOrder(0xfffffff0u));
  EXPECT_EQ(itk::device::GetPixelOfOrder<std::uint32_t>(itk::device::GetOrder(0xfffffff0u)), 4294967280.0);
}

TEST(CudaLabelStatistics, GivesTheParentsStatistics)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsStatistics<std::uint8_t, std::uint8_t, 2>();
  ExpectTheParentsStatistics<std::int16_t, std::uint8_t, 3>();
  ExpectTheParentsStatistics<std::uint16_t, std::int16_t, 2>();
  ExpectTheParentsStatistics<std::int16_t, std::uint32_t, 3>();
  ExpectTheParentsStatistics<float, std::uint16_t, 3>();
  ExpectTheParentsStatistics<std::int32_t, std::uint16_t, 2>();
  ExpectTheParentsStatistics<std::uint32_t, std::uint32_t, 2>();
}

TEST(CudaLabelStatistics, GrowsItsTableForMoreLabels)
{
  ITK_REQUIRE_DEVICE();
  using SparseType = itk::DeviceImage<std::uint32_t, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 600, 300 } }), 1);
  const auto labels = SparseType::New();
  labels->SetRegions(image->GetBufferedRegion());
  labels->CopyInformation(image);
  labels->Allocate();
  for (itk::SizeValueType i = 0; i < 180000; ++i)
  {
    labels->GetBufferPointer()[i] = static_cast<std::uint32_t>(i * 23456789);
  }
  const auto filter = itk::CudaLabelStatisticsImageFilter<ImageType, SparseType>::New();
  filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
  filter->SetInput(image);
  filter->SetLabelInput(labels);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfLabels(), 180000u);
  const auto last = static_cast<std::uint32_t>(itk::SizeValueType{ 179999 } * 23456789);
  EXPECT_EQ(filter->GetCount(last), 1u);
  EXPECT_EQ(filter->GetSum(last), image->GetPixel({ { 599, 299 } }));
  EXPECT_EQ(filter->GetRegion(last).GetIndex(0), 599);
}

TEST(CudaLabelStatistics, KnowsNaNsAndInfinities)
{
  ITK_REQUIRE_DEVICE();
  const auto image = ImageType::New();
  const auto labels = LabelImageType::New();
  image->SetRegions(MakeRegion<2>({ { 4, 1 } }));
  labels->SetRegions(MakeRegion<2>({ { 4, 1 } }));
  image->Allocate();
  labels->Allocate();
  const float   pixels[]{ 1, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 5 };
  const uint8_t values[]{ 1, 1, 2, 2 };
  std::copy_n(pixels, 4, image->GetBufferPointer());
  std::copy_n(values, 4, labels->GetBufferPointer());
  const auto filter = FilterType::New();
  filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
  filter->SetInput(image);
  filter->SetLabelInput(labels);
  filter->Update();
  EXPECT_TRUE(std::isnan(filter->GetSum(1)));
  EXPECT_EQ(filter->GetMaximum(1), 1.0);
  EXPECT_EQ(filter->GetSum(2), std::numeric_limits<double>::infinity());
  EXPECT_EQ(filter->GetMinimum(2), 5.0);
}

TEST(CudaLabelStatistics, RunsTwiceTheSameAndLeavesPixelsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 300, 200 } }), 1);
  Random     random(3);
  const auto labels = MakeLabels<LabelImageType>(image.GetPointer(), random);
  const auto first = itk::CudaAbsImageFilter<ImageType, ImageType>::New();
  const auto filter = FilterType::New();
  first->SetInput(image);
  filter->SetInput(first->GetOutput());
  filter->SetLabelInput(labels);
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  const auto   label = filter->GetValidLabelValues().front();
  const double variance = filter->GetVariance(label);
  EXPECT_EQ(first->GetOutput()->GetPixelContainer()->GetNumberOfDownloads(), 0u);
  EXPECT_FALSE(first->GetOutput()->GetPixelContainer()->IsHostCurrent());
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->GetVariance(label), variance);
}

TEST(CudaLabelStatistics, RunsItsParentWithoutTheDevice)
{
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 30, 20 } }), 1);
  Random     random(3);
  const auto labels = MakeLabels<LabelImageType>(image.GetPointer(), random);
  const auto filter = FilterType::New();
  filter->SetUseDevice(FilterType::UseDeviceEnum::Never);
  const auto parent = itk::LabelStatisticsImageFilter<ImageType, LabelImageType>::New();
  filter->SetInput(image);
  filter->SetLabelInput(labels);
  filter->SetHistogramParameters(100, -1000, 1000);
  filter->Update();
  parent->SetInput(image);
  parent->SetLabelInput(labels);
  parent->SetHistogramParameters(100, -1000, 1000);
  parent->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  const auto label = parent->GetValidLabelValues().front();
  EXPECT_EQ(filter->GetMedian(label), parent->GetMedian(label));
  EXPECT_EQ(filter->GetCount(label), parent->GetCount(label));
  EXPECT_NE(filter->GetHistogram(label), nullptr);
}
