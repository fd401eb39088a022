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
#include "itkCudaMinimumMaximumImageCalculator.h"
#include "itkCudaMinimumMaximumImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsExtrema()
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using FilterType = itk::CudaMinimumMaximumImageFilter<ImageType>;
  using CalculatorType = itk::CudaMinimumMaximumImageCalculator<ImageType>;
  for (unsigned int round = 0; round < GetNumberOfRounds(30); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random     random(seed);
    const auto region = PickRegion<VDimension>(random, VDimension == 2 ? 300 : 40);
    const auto image = MakeImageOfDistribution<ImageType>(region, random);
    const auto plain = Copy<itk::Image<TPixel, VDimension>>(image.GetPointer());
    const auto filter = FilterType::New();
    const auto parentFilter = itk::MinimumMaximumImageFilter<itk::Image<TPixel, VDimension>>::New();
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->SetInput(image);
    parentFilter->SetInput(plain);
    filter->SetNumberOfStreamDivisions(Pick(random, 1, 3));
    filter->Update();
    parentFilter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    EXPECT_EQ(filter->GetMinimum(), parentFilter->GetMinimum());
    EXPECT_EQ(filter->GetMaximum(), parentFilter->GetMaximum());

    const auto calculator = CalculatorType::New();
    const auto parent = itk::MinimumMaximumImageCalculator<itk::Image<TPixel, VDimension>>::New();
    image->SetRequestedRegionToLargestPossibleRegion();
    plain->SetRequestedRegionToLargestPossibleRegion();
    calculator->SetUseDevice(CalculatorType::UseDeviceEnum::Always);
    calculator->SetImage(image);
    parent->SetImage(plain);
    for (unsigned int run = 0; run < 3; ++run)
    {
      if (Pick(random, 0, 1) == 0)
      {
        const auto part = PickPart(random, region);
        calculator->SetRegion(part);
        parent->SetRegion(part);
      }
      const unsigned int kind = Pick(random, 0, 2);
      const auto         compute = [&](auto & computed) {
        kind == 0 ? computed.Compute() : kind == 1 ? computed.ComputeMinimum() : computed.ComputeMaximum();
      };
      compute(*calculator);
      compute(*parent);
      EXPECT_TRUE(calculator->GetRanOnDevice());
      EXPECT_EQ(calculator->GetMinimum(), parent->GetMinimum());
      EXPECT_EQ(calculator->GetMaximum(), parent->GetMaximum());
      EXPECT_EQ(calculator->GetIndexOfMinimum(), parent->GetIndexOfMinimum());
      EXPECT_EQ(calculator->GetIndexOfMaximum(), parent->GetIndexOfMaximum());
    }
  }
}

using ImageType = itk::DeviceImage<float, 2>;
} // namespace

TEST(CudaMinimumMaximum, GivesTheParentsExtremaAndIndices)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsExtrema<std::uint8_t, 2>();
  ExpectTheParentsExtrema<std::int16_t, 3>();
  ExpectTheParentsExtrema<std::uint16_t, 2>();
  ExpectTheParentsExtrema<std::int32_t, 3>();
  ExpectTheParentsExtrema<std::uint32_t, 2>();
  ExpectTheParentsExtrema<float, 3>();
}

TEST(CudaMinimumMaximum, OfAReleasedInputThrowsAndWorksWithAnother)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 100, 30 } }), 1);
  const auto filter = itk::CudaMinimumMaximumImageFilter<ImageType>::New();
  filter->SetInput(image);
  filter->SetNumberOfStreamDivisions(2);
  filter->Update();
  image->ReleaseData();
  filter->Modified();
  const std::string description = CatchDescription([&] { filter->Update(); });
  EXPECT_NE(description.find("was it released?"), std::string::npos) << description;
  const auto other = MakeRandomImage<ImageType>(MakeRegion<2>({ { 80, 40 } }), 2);
  filter->SetInput(other);
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  const auto * const pixels = other->GetBufferPointer();
  EXPECT_EQ(filter->GetMaximum(), *std::max_element(pixels, pixels + 80 * 40));
}

TEST(CudaMinimumMaximum, PassesOverNaNs)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 100, 30 } }), 1);
  const auto calculator = itk::CudaMinimumMaximumImageCalculator<ImageType>::New();
  const auto parent = itk::MinimumMaximumImageCalculator<ImageType>::New();
  calculator->SetImage(image);
  parent->SetImage(image);
  image->SetPixel({ { 0, 0 } }, std::numeric_limits<float>::quiet_NaN());
  calculator->Compute();
  parent->Compute();
  EXPECT_EQ(calculator->GetMinimum(), parent->GetMinimum());
  EXPECT_EQ(calculator->GetIndexOfMaximum(), parent->GetIndexOfMaximum());
  image->FillBuffer(std::numeric_limits<float>::quiet_NaN());
  calculator->Compute();
  parent->Compute();
  EXPECT_EQ(calculator->GetMinimum(), parent->GetMinimum());
  EXPECT_EQ(calculator->GetMaximum(), parent->GetMaximum());
  EXPECT_EQ(calculator->GetIndexOfMinimum(), parent->GetIndexOfMinimum());
  EXPECT_EQ(calculator->GetIndexOfMaximum(), parent->GetIndexOfMaximum());
}

TEST(CudaMinimumMaximum, LeavesPixelsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 100, 30 } }), 1);
  const auto first = itk::CudaAbsImageFilter<ImageType, ImageType>::New();
  const auto filter = itk::CudaMinimumMaximumImageFilter<ImageType>::New();
  const auto calculator = itk::CudaMinimumMaximumImageCalculator<ImageType>::New();
  first->SetInput(image);
  filter->SetInput(first->GetOutput());
  filter->Update();
  calculator->SetImage(first->GetOutput());
  calculator->Compute();
  EXPECT_EQ(calculator->GetMaximum(), filter->GetMaximum());
  EXPECT_EQ(first->GetOutput()->GetPixelContainer()->GetNumberOfDownloads(), 0u);
  EXPECT_FALSE(first->GetOutput()->GetPixelContainer()->IsHostCurrent());
}

TEST(CudaMinimumMaximum, RunsItsParentWithoutTheDevice)
{
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 100, 30 } }), 1);
  const auto calculator = itk::CudaMinimumMaximumImageCalculator<ImageType>::New();
  const auto parent = itk::MinimumMaximumImageCalculator<ImageType>::New();
  calculator->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Never);
  calculator->SetImage(image);
  parent->SetImage(image);
  calculator->Compute();
  parent->Compute();
  EXPECT_FALSE(calculator->GetRanOnDevice());
  EXPECT_EQ(calculator->GetIndexOfMaximum(), parent->GetIndexOfMaximum());
  calculator->SetRegion(MakeRegion<2>({ { 200, 30 } }));
  EXPECT_THROW(calculator->Compute(), itk::ExceptionObject);
}
