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
#include "itkCudaHistogramThresholdTesting.h"
#include "itkCudaOtsuThresholdImageFilter.h"
#include "itkStreamingImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TInputPixel, typename TOutputPixel, unsigned int VDimension>
void
ExpectTheParentsOtsuThreshold()
{
  ExpectTheParentsThresholdOf<itk::CudaOtsuThresholdImageFilter,
                              itk::OtsuThresholdImageFilter,
                              TInputPixel,
                              TOutputPixel,
                              VDimension>(
    [](auto * filter, Random & random) {
      ConfigureHistogramThreshold(filter, random);
      filter->SetReturnBinMidpoint(Pick(random, 0, 1) == 0);
    },
    100);
}

using ImageType = itk::DeviceImage<std::int16_t, 3>;
using LabelType = itk::DeviceImage<std::uint8_t, 3>;
using OtsuType = itk::CudaOtsuThresholdImageFilter<ImageType, LabelType>;
} // namespace

TEST(CudaOtsuThreshold, GivesTheParentsThreshold)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsOtsuThreshold<std::uint8_t, std::uint8_t, 2>();
  ExpectTheParentsOtsuThreshold<std::uint8_t, float, 3>();
  ExpectTheParentsOtsuThreshold<std::int16_t, std::uint8_t, 3>();
  ExpectTheParentsOtsuThreshold<std::uint16_t, std::uint16_t, 2>();
  ExpectTheParentsOtsuThreshold<float, std::uint8_t, 2>();
  ExpectTheParentsOtsuThreshold<float, float, 3>();
}

TEST(CudaOtsuThreshold, GivesTheParentsThresholdOfLargeIntegers)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsOtsuThreshold<std::int32_t, std::uint8_t, 2>();
  ExpectTheParentsOtsuThreshold<std::uint32_t, std::uint8_t, 2>();
}

TEST(CudaOtsuThreshold, GivesTheWholeInPieces)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 40, 30, 20 } }), 1);
  const auto whole = OtsuType::New();
  const auto pulled = OtsuType::New();
  const auto streaming = itk::StreamingImageFilter<LabelType, LabelType>::New();
  whole->SetInput(image);
  pulled->SetInput(image);
  streaming->SetInput(pulled->GetOutput());
  streaming->SetNumberOfStreamDivisions(3);
  whole->Update();
  streaming->Update();
  EXPECT_TRUE(pulled->GetRanOnDevice());
  EXPECT_TRUE((HaveSamePixels<std::uint8_t, 3>(streaming->GetOutput(), whole->GetOutput())));
}

TEST(CudaOtsuThreshold, LeavesPixelsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 40, 30, 20 } }), 1);
  const auto first = itk::CudaAbsImageFilter<ImageType, ImageType>::New();
  const auto otsu = OtsuType::New();
  first->SetInput(image);
  otsu->SetInput(first->GetOutput());
  otsu->Update();
  EXPECT_TRUE(otsu->GetRanOnDevice());
  EXPECT_EQ(first->GetOutput()->GetPixelContainer()->GetNumberOfDownloads(), 0u);
  EXPECT_FALSE(otsu->GetOutput()->GetPixelContainer()->IsHostCurrent());
}

TEST(CudaOtsuThreshold, RefusesAMaskThatDoesNotCoverTheInput)
{
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 40, 30, 20 } }), 1);
  Random     random(1);
  const auto mask = MakeMaskOf<LabelType>(image.GetPointer(), random);
  mask->SetRegions(MakeRegion<3>({ { 40, 30, 10 } }));
  mask->Allocate();
  mask->FillBuffer(255);
  const auto otsu = OtsuType::New();
  otsu->SetInput(image);
  otsu->SetMaskImage(mask);
  EXPECT_THROW(otsu->Update(), itk::ExceptionObject);
}

TEST(CudaOtsuThreshold, RunsItsParentWithAMaskOfOtherPixels)
{
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 40, 30, 20 } }), 1);
  using FilterType = itk::CudaOtsuThresholdImageFilter<ImageType, LabelType, ImageType>;
  const auto filter = FilterType::New();
  filter->SetInput(image);
  filter->SetMaskImage(image);
  filter->SetMaskValue(image->GetPixel({ { 1, 1, 1 } }));
  filter->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
}

TEST(CudaOtsuThreshold, RunsItsParentWithoutTheDevice)
{
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 40, 30, 20 } }), 1);
  const auto otsu = OtsuType::New();
  const auto parent = itk::OtsuThresholdImageFilter<ImageType, LabelType>::New();
  otsu->SetUseDevice(OtsuType::UseDeviceEnum::Never);
  otsu->SetInput(image);
  parent->SetInput(image);
  otsu->Update();
  parent->Update();
  EXPECT_FALSE(otsu->GetRanOnDevice());
  EXPECT_EQ(otsu->GetThreshold(), parent->GetThreshold());
}
