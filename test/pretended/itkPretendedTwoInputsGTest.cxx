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
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkMeanImageFilter.h"
#include "itkPretendedAddImageFilter.h"

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using PretendedAdd = itk::PretendedAddImageFilter<TestedImage>;
using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;
using itk::DeviceTesting::TestedRadius;
using itk::DeviceTesting::TestedRegion;
using itk::DeviceTesting::TransferCounter;

namespace
{
PlainImage::Pointer
MeanOnHost(const PlainImage * image)
{
  const auto mean = itk::MeanImageFilter<PlainImage, PlainImage>::New();
  mean->SetInput(image);
  mean->Update();
  return mean->GetOutput();
}

PlainImage::Pointer
AddOnHost(const PlainImage * first, const PlainImage * second)
{
  const auto add = itk::AddImageFilter<PlainImage, PlainImage, PlainImage>::New();
  add->InPlaceOff();
  add->SetInput1(first);
  add->SetInput2(second);
  add->Update();
  return add->GetOutput();
}

PretendedAdd::Pointer
MakeAdd(const TestedImage * first, const TestedImage * second)
{
  const auto add = PretendedAdd::New();
  add->SetInput1(first);
  add->SetInput2(second);
  return add;
}
} // namespace

TEST(PretendedTwoInputs, AreUploadedOnceEach)
{
  const auto first = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto second = itk::DeviceTesting::Copy<TestedImage>(MedianOnHost<float, 2>(first, TestedRadius).GetPointer());
  const TransferCounter counter;
  const auto            add = MakeAdd(first, second);
  add->Update();
  EXPECT_EQ(counter.GetUploads(), 2u);
  EXPECT_EQ(counter.GetDownloads(), 0u);
  EXPECT_TRUE(HaveSamePixels<float>(add->GetOutput(), AddOnHost(first, second).GetPointer()));
}

TEST(PretendedTwoInputs, MayBeTheSameImage)
{
  const auto            image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto            median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  const auto            add = MakeAdd(median->GetOutput(), median->GetOutput());
  const TransferCounter counter;
  add->Update();
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 0u);
  const auto expected = MedianOnHost<float, 2>(image, TestedRadius);
  EXPECT_TRUE(HaveSamePixels<float>(add->GetOutput(), AddOnHost(expected, expected).GetPointer()));
}

TEST(PretendedTwoInputs, MayDependOnOneAnotherThroughACPUFilter)
{
  for (const bool isSwapped : { false, true })
  {
    SCOPED_TRACE(isSwapped);
    const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
    const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
    const auto mean = itk::MeanImageFilter<TestedImage, TestedImage>::New();
    mean->SetInput(median->GetOutput());
    const auto add =
      isSwapped ? MakeAdd(mean->GetOutput(), median->GetOutput()) : MakeAdd(median->GetOutput(), mean->GetOutput());
    const TransferCounter counter;
    add->Update();
    // Up: the image, and what the CPU filter made. Down: what the CPU filter needed.
    EXPECT_EQ(counter.GetUploads(), 2u);
    EXPECT_EQ(counter.GetDownloads(), 1u);
    const auto expected = MedianOnHost<float, 2>(image, TestedRadius);
    EXPECT_TRUE(HaveSamePixels<float>(add->GetOutput(), AddOnHost(expected, MeanOnHost(expected)).GetPointer()));
  }
}

TEST(PretendedTwoInputs, MayDependOnOneAnotherThroughAFilterTypedOnPlainImages)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  const auto mean = itk::MeanImageFilter<PlainImage, TestedImage>::New();
  mean->SetInput(median->GetOutput());
  const auto add = MakeAdd(median->GetOutput(), mean->GetOutput());
  add->Update();
  image->FillBuffer(2);
  image->SetPixel({ { 4, 9 } }, 30);
  image->Modified();
  add->Update();
  const auto expected = MedianOnHost<float, 2>(image, TestedRadius);
  EXPECT_TRUE(HaveSamePixels<float>(add->GetOutput(), AddOnHost(expected, MeanOnHost(expected)).GetPointer()));
}

TEST(PretendedTwoInputs, FallBackOnTheParent)
{
  const auto first = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto median = MakeDeviceMedian<TestedImage>(first, TestedRadius);
  const auto add = MakeAdd(median->GetOutput(), first);
  add->SetUseDevice(PretendedAdd::UseDeviceEnum::Never);
  add->InPlaceOff();
  add->Update();
  EXPECT_FALSE(add->GetRanOnDevice());
  EXPECT_TRUE(HaveSamePixels<float>(add->GetOutput(),
                                    AddOnHost(MedianOnHost<float, 2>(first, TestedRadius), first).GetPointer()));
}

TEST(PretendedTwoInputs, SurviveAnExceptionWhileWorkIsEnqueued)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  const auto add = MakeAdd(median->GetOutput(), image);
  const auto expected = MedianOnHost<float, 2>(image, TestedRadius);
  add->FailNextTime();
  EXPECT_THROW(add->Update(), itk::ExceptionObject);
  EXPECT_FALSE(add->GetRanOnDevice());
  EXPECT_EQ(add->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  EXPECT_TRUE(HaveSamePixels<float>(median->GetOutput(), expected.GetPointer()));
  add->Update();
  EXPECT_TRUE(add->GetRanOnDevice());
  EXPECT_TRUE(HaveSamePixels<float>(add->GetOutput(), AddOnHost(expected, image).GetPointer()));
}

TEST(PretendedTwoInputs, ThrowIfOneWasReleasedAndWorkOnceItHasPixels)
{
  for (const bool isSecond : { false, true })
  {
    SCOPED_TRACE(isSecond);
    const auto first = MakeRandomImage<TestedImage>(TestedRegion, 1);
    const auto second = itk::DeviceTesting::Copy<TestedImage>(MedianOnHost<float, 2>(first, TestedRadius).GetPointer());
    const auto third = itk::DeviceTesting::Copy<TestedImage>(MeanOnHost(first).GetPointer());
    const auto add = MakeAdd(first, second);
    add->Update();
    (isSecond ? second : first)->ReleaseData();
    add->Modified();
    const std::string description = itk::DeviceTesting::CatchDescription([&] { add->Update(); });
    EXPECT_NE(description.find("was it released?"), std::string::npos) << description;
    isSecond ? add->SetInput2(third) : add->SetInput1(third);
    add->Update();
    EXPECT_TRUE(add->GetRanOnDevice());
    const auto expected = isSecond ? AddOnHost(first, third) : AddOnHost(third, second);
    EXPECT_TRUE(HaveSamePixels<float>(add->GetOutput(), expected.GetPointer()));
  }
}
