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
#include "itkCudaHuangThresholdImageFilter.h"
#include "itkCudaIntermodesThresholdImageFilter.h"
#include "itkCudaIsoDataThresholdImageFilter.h"
#include "itkCudaKittlerIllingworthThresholdImageFilter.h"
#include "itkCudaLiThresholdImageFilter.h"
#include "itkCudaMaximumEntropyThresholdImageFilter.h"
#include "itkCudaMomentsThresholdImageFilter.h"
#include "itkCudaRenyiEntropyThresholdImageFilter.h"
#include "itkCudaShanbhagThresholdImageFilter.h"
#include "itkCudaTriangleThresholdImageFilter.h"
#include "itkCudaYenThresholdImageFilter.h"
#include "itkCudaHistogramThresholdTesting.h"

using namespace itk::DeviceTesting;

TEST(HistogramThreshold, LiGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaLiThresholdImageFilter, itk::LiThresholdImageFilter>(true);
}

TEST(HistogramThreshold, LiThrowsWhereTheParentNeverEnds)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<std::uint8_t, 2>;
  const auto image = ImageType::New();
  image->SetRegions(MakeRegionOfSides<2>({ 5, 7 }));
  image->Allocate();
  std::fill_n(image->GetBufferPointer(), 35, std::uint8_t{ 9 });
  std::fill_n(image->GetBufferPointer(), 14, std::uint8_t{ 5 });
  const auto filter = itk::CudaLiThresholdImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->SetAutoMinimumMaximum(false);
  filter->SetNumberOfHistogramBins(75);
  const auto pull = [&] { return CatchDescription([&] { filter->Update(); }); };
  EXPECT_NE(pull().find("would never end"), std::string::npos);
  filter->SetNumberOfHistogramBins(256);
  EXPECT_EQ(pull(), "");
  EXPECT_TRUE(filter->GetRanOnDevice());
}

TEST(HistogramThreshold, HuangGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaHuangThresholdImageFilter, itk::HuangThresholdImageFilter>();
}

TEST(HistogramThreshold, TriangleGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaTriangleThresholdImageFilter, itk::TriangleThresholdImageFilter>(true);
}

TEST(HistogramThreshold, YenGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaYenThresholdImageFilter, itk::YenThresholdImageFilter>();
}

TEST(HistogramThreshold, IsoDataGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaIsoDataThresholdImageFilter, itk::IsoDataThresholdImageFilter>();
}

TEST(HistogramThreshold, MaximumEntropyGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaMaximumEntropyThresholdImageFilter, itk::MaximumEntropyThresholdImageFilter>();
}

TEST(HistogramThreshold, MomentsGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaMomentsThresholdImageFilter, itk::MomentsThresholdImageFilter>();
}

TEST(HistogramThreshold, IntermodesGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaIntermodesThresholdImageFilter, itk::IntermodesThresholdImageFilter>();
}

TEST(HistogramThreshold, KittlerIllingworthGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaKittlerIllingworthThresholdImageFilter,
                            itk::KittlerIllingworthThresholdImageFilter>();
}

TEST(HistogramThreshold, RenyiEntropyGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaRenyiEntropyThresholdImageFilter, itk::RenyiEntropyThresholdImageFilter>(true);
}

TEST(HistogramThreshold, RenyiEntropyThrowsWhereTheParentReadsOutsideOfItsArrays)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<std::uint8_t, 2>;
  const auto region = MakeRegionOfSides<2>({ 40, 30 });
  const auto dark = ImageType::New();
  dark->SetRegions(region);
  dark->Allocate();
  dark->FillBuffer(3);
  dark->SetPixel(region.GetIndex(), 7);
  const auto filter = itk::CudaRenyiEntropyThresholdImageFilter<ImageType, ImageType>::New();
  filter->SetInput(dark);
  filter->SetAutoMinimumMaximum(false);
  filter->SetNumberOfHistogramBins(8);
  const auto pull = [&] { return CatchDescription([&] { filter->Update(); }); };
  EXPECT_NE(pull().find("All pixels are in the first bin of the histogram."), std::string::npos);
  filter->SetNumberOfHistogramBins(256);
  EXPECT_EQ(pull(), "");
  EXPECT_TRUE(filter->GetRanOnDevice());
}

TEST(HistogramThreshold, ShanbhagGivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsThreshold<itk::CudaShanbhagThresholdImageFilter, itk::ShanbhagThresholdImageFilter>();
}
