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
#include "itkCudaStatisticsImageFilter.h"
#include "itkCudaAbsImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

namespace
{
/** What the parent finds, and what a run on the device finds, within `bound` of what their sums are made of. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsStatistics(unsigned int divisions)
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using FilterType = itk::CudaStatisticsImageFilter<ImageType>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    Random             random(seed);
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    const auto image = MakeRandomImage<ImageType>(PickRegion<VDimension>(random, VDimension == 2 ? 300 : 40), random);
    const auto tested = FilterType::New();
    const auto parent = itk::StatisticsImageFilter<ImageType>::New();
    tested->SetInput(image);
    parent->SetInput(image);
    tested->SetUseDevice(FilterType::UseDeviceEnum::Always);
    tested->SetNumberOfStreamDivisions(divisions);
    tested->Update();
    parent->Update();
    EXPECT_TRUE(tested->GetRanOnDevice());
    EXPECT_EQ(tested->GetMinimum(), parent->GetMinimum());
    EXPECT_EQ(tested->GetMaximum(), parent->GetMaximum());
    // Eighths of integers, and integers, sum exactly in double; squares of int32 do not.
    EXPECT_EQ(tested->GetSum(), parent->GetSum());
    EXPECT_EQ(tested->GetMean(), parent->GetMean());
    const double squares = parent->GetSumOfSquares();
    const double bound = sizeof(TPixel) == 4 && std::is_integral_v<TPixel> ? 1e-13 * squares : 0.0;
    EXPECT_NEAR(tested->GetSumOfSquares(), squares, bound);
    if (image->GetBufferedRegion().GetNumberOfPixels() > 1)
    {
      EXPECT_NEAR(tested->GetVariance(), parent->GetVariance(), bound);
      EXPECT_NEAR(tested->GetSigma() * tested->GetSigma(), tested->GetVariance(), 1e-12 * tested->GetVariance());
    }
  }
}
} // namespace

TEST(CudaStatistics, GivesTheParentsStatistics)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsStatistics<uint8_t, 2>(1);
  ExpectTheParentsStatistics<int16_t, 3>(1);
  ExpectTheParentsStatistics<uint16_t, 3>(1);
  ExpectTheParentsStatistics<int32_t, 2>(1);
  ExpectTheParentsStatistics<uint32_t, 3>(1);
  ExpectTheParentsStatistics<float, 3>(1);
}

TEST(CudaStatistics, GivesTheParentsStatisticsInPieces)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsStatistics<uint8_t, 2>(3);
  ExpectTheParentsStatistics<float, 3>(5);
}

TEST(CudaStatistics, LeavesPixelsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<int16_t, 3>;
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 40, 30, 20 } }), 1);
  const auto first = itk::CudaAbsImageFilter<ImageType, ImageType>::New();
  const auto statistics = itk::CudaStatisticsImageFilter<ImageType>::New();
  first->SetInput(image);
  statistics->SetInput(first->GetOutput());
  statistics->Update();
  EXPECT_TRUE(statistics->GetRanOnDevice());
  EXPECT_EQ(first->GetOutput()->GetPixelContainer()->GetNumberOfDownloads(), 0u);
  EXPECT_FALSE(first->GetOutput()->GetPixelContainer()->IsHostCurrent());
}

TEST(CudaStatistics, RunsItsParentWithoutTheDevice)
{
  using ImageType = itk::DeviceImage<int16_t, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 40, 30 } }), 1);
  const auto tested = itk::CudaStatisticsImageFilter<ImageType>::New();
  const auto parent = itk::StatisticsImageFilter<ImageType>::New();
  tested->SetInput(image);
  tested->SetUseDevice(itk::CudaStatisticsImageFilter<ImageType>::UseDeviceEnum::Never);
  parent->SetInput(image);
  tested->Update();
  parent->Update();
  EXPECT_FALSE(tested->GetRanOnDevice());
  EXPECT_EQ(tested->GetMean(), parent->GetMean());
  EXPECT_EQ(tested->GetSigma(), parent->GetSigma());
}
