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
#include "itkCudaHistogramTesting.h"
#include "itkCudaOtsuMultipleThresholdsImageFilter.h"
#include "itkDeviceTestingComparison.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TInputPixel, typename TOutputPixel, unsigned int VDimension>
void
ExpectTheParentsLabels()
{
  using InputType = itk::DeviceImage<TInputPixel, VDimension>;
  using PlainInputType = itk::Image<TInputPixel, VDimension>;
  using FilterType = itk::CudaOtsuMultipleThresholdsImageFilter<InputType, itk::DeviceImage<TOutputPixel, VDimension>>;
  using ParentType = itk::OtsuMultipleThresholdsImageFilter<PlainInputType, itk::Image<TOutputPixel, VDimension>>;
  const unsigned int rounds = GetNumberOfRounds(40);
  unsigned int       numberCompared = 0;
  for (unsigned int round = 0; round < rounds; ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random     random(seed);
    const auto region = PickRegion<VDimension>(random, VDimension == 2 ? 80 : 20);
    const auto input = MakeImageOfDistribution<InputType>(region, random);
    const auto filter = FilterType::New();
    const auto parent = ParentType::New();
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->SetInput(input);
    parent->SetInput(Copy<PlainInputType>(input.GetPointer()));
    const unsigned int thresholds = Pick(random, 1, 3);
    const unsigned int bins = Pick(random, 4, thresholds == 3 ? 30 : 200);
    const bool         hasValleyEmphasis = Pick(random, 0, 1) == 0;
    const bool         returnsMidpoints = Pick(random, 0, 1) == 0;
    const unsigned int labelOffset = Pick(random, 0, 1) == 0 ? 0 : Pick(random, 0, 255);
    const auto         run = [&](auto * run) {
      return CatchDescription([&] {
        run->SetNumberOfThresholds(thresholds);
        run->SetNumberOfHistogramBins(bins);
        run->SetValleyEmphasis(hasValleyEmphasis);
        run->SetReturnBinMidpoint(returnsMidpoints);
        run->SetLabelOffset(static_cast<TOutputPixel>(labelOffset));
        run->Update();
      });
    };
    const auto complaint = run(parent.GetPointer());
    ASSERT_EQ(run(filter.GetPointer()).empty(), complaint.empty()) << complaint;
    if (complaint.empty())
    {
      ++numberCompared;
      EXPECT_TRUE(filter->GetRanOnDevice());
      EXPECT_EQ(filter->GetThresholds(), parent->GetThresholds());
      ASSERT_TRUE((HaveSamePixels<TOutputPixel, VDimension>(filter->GetOutput(), parent->GetOutput())));
    }
  }
  EXPECT_GT(numberCompared, rounds / 4) << "the parent throws too often";
}
} // namespace

TEST(CudaOtsuMultipleThresholds, GivesTheParentsLabels)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsLabels<std::uint8_t, std::uint8_t, 2>();
  ExpectTheParentsLabels<std::int16_t, std::uint8_t, 3>();
  ExpectTheParentsLabels<std::uint16_t, float, 2>();
  ExpectTheParentsLabels<float, std::uint8_t, 3>();
  ExpectTheParentsLabels<std::int32_t, std::int32_t, 2>();
}

TEST(CudaOtsuMultipleThresholds, RunsItsParentWithoutTheDevice)
{
  using ImageType = itk::DeviceImage<std::uint8_t, 2>;
  using FilterType = itk::CudaOtsuMultipleThresholdsImageFilter<ImageType, ImageType>;
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 40, 30 } }), 1);
  const auto filter = FilterType::New();
  const auto parent = itk::OtsuMultipleThresholdsImageFilter<ImageType, ImageType>::New();
  filter->SetUseDevice(FilterType::UseDeviceEnum::Never);
  filter->SetInput(image);
  parent->SetInput(image);
  filter->Update();
  parent->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  EXPECT_EQ(filter->GetThresholds(), parent->GetThresholds());
}
