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
#include "itkCudaHistogramMatchingImageFilter.h"
#include "itkCudaHistogramTesting.h"
#include "itkDeviceTestingComparison.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename THistogram>
std::vector<double>
ListFrequencies(const THistogram * histogram)
{
  std::vector<double> frequencies;
  for (itk::SizeValueType bin = 0; bin < histogram->GetSize(0); ++bin)
  {
    frequencies.push_back(static_cast<double>(histogram->GetFrequency(bin)));
    frequencies.push_back(static_cast<double>(histogram->GetBinMin(0, bin)));
  }
  return frequencies;
}

template <typename TPixel, typename TMeasurement, unsigned int VDimension>
void
ExpectTheParentsPixels()
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using PlainType = itk::Image<TPixel, VDimension>;
  using FilterType = itk::CudaHistogramMatchingImageFilter<ImageType, ImageType, TMeasurement>;
  using ParentType = itk::HistogramMatchingImageFilter<PlainType, PlainType, TMeasurement>;
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random random(seed);
    // Eighths of integers, and integers, sum exactly in double, in any order.
    const auto make = [&] {
      const auto   region = PickRegion<VDimension>(random, VDimension == 2 ? 100 : 24);
      const bool   isTied = Pick(random, 0, 5) == 0;
      const double sigma = Pick(random, 1, 200);
      return MakeImage<ImageType>(region, random, [&](Random & r) {
        const double value = isTied ? Pick(r, 0, 3) : std::normal_distribution<>(100.0, sigma)(r);
        const double highest = std::min(1e6, static_cast<double>(std::numeric_limits<TPixel>::max()));
        const double lowest = std::is_signed_v<TPixel> ? -1e4 : 0.0;
        return static_cast<TPixel>(std::min(std::max(std::round(8 * value) / 8, lowest), highest));
      });
    };
    const auto source = make();
    const auto reference = make();
    const auto filter = FilterType::New();
    const auto parent = ParentType::New();
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->SetSourceImage(source);
    filter->SetReferenceImage(reference);
    parent->SetSourceImage(Copy<PlainType>(source.GetPointer()));
    parent->SetReferenceImage(Copy<PlainType>(reference.GetPointer()));
    const unsigned int levels = Pick(random, 2, 1000);
    const unsigned int points = Pick(random, 0, 20);
    const bool         isThresholded = Pick(random, 0, 1) == 0;
    const auto         run = [&](auto * run) {
      run->SetNumberOfHistogramLevels(levels);
      run->SetNumberOfMatchPoints(points);
      run->SetThresholdAtMeanIntensity(isThresholded);
      run->Update();
    };
    run(filter.GetPointer());
    run(parent.GetPointer());
    EXPECT_TRUE(filter->GetRanOnDevice());
    EXPECT_EQ(ListFrequencies(filter->GetSourceHistogram()), ListFrequencies(parent->GetSourceHistogram()));
    EXPECT_EQ(ListFrequencies(filter->GetReferenceHistogram()), ListFrequencies(parent->GetReferenceHistogram()));
    EXPECT_EQ(ListFrequencies(filter->GetOutputHistogram()), ListFrequencies(parent->GetOutputHistogram()));
    ASSERT_TRUE((HaveSamePixels<TPixel, VDimension>(filter->GetOutput(), parent->GetOutput())));

    // The reference by its histogram.
    const auto again = FilterType::New();
    again->SetUseDevice(FilterType::UseDeviceEnum::Always);
    again->SetSourceImage(source);
    again->SetReferenceHistogram(filter->GetReferenceHistogram());
    again->GenerateReferenceHistogramFromImageOff();
    const auto parentAgain = ParentType::New();
    parentAgain->SetSourceImage(parent->GetSourceImage());
    parentAgain->SetReferenceHistogram(parent->GetReferenceHistogram());
    parentAgain->GenerateReferenceHistogramFromImageOff();
    run(again.GetPointer());
    run(parentAgain.GetPointer());
    ASSERT_TRUE((HaveSamePixels<TPixel, VDimension>(again->GetOutput(), parentAgain->GetOutput())));
  }
}
} // namespace

TEST(CudaHistogramMatching, GivesTheParentsPixels)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsPixels<std::uint8_t, std::uint8_t, 2>();
  ExpectTheParentsPixels<std::int16_t, double, 3>();
  ExpectTheParentsPixels<std::uint16_t, float, 2>();
  ExpectTheParentsPixels<float, float, 3>();
}

TEST(CudaHistogramMatching, RunsItsParentWithoutTheDevice)
{
  using ImageType = itk::DeviceImage<float, 2>;
  using FilterType = itk::CudaHistogramMatchingImageFilter<ImageType, ImageType>;
  const auto source = MakeRandomImage<ImageType>(MakeRegion<2>({ { 40, 30 } }), 1);
  const auto filter = FilterType::New();
  const auto parent = itk::HistogramMatchingImageFilter<ImageType, ImageType>::New();
  filter->SetUseDevice(FilterType::UseDeviceEnum::Never);
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  filter->SetSourceImage(source);
  filter->SetReferenceImage(source);
  parent->SetSourceImage(source);
  parent->SetReferenceImage(source);
  filter->Update();
  parent->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  EXPECT_TRUE((HaveSamePixels<float, 2>(filter->GetOutput(), parent->GetOutput())));
}
