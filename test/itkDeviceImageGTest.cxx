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
#include "itkDeviceImage.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkImageBufferRange.h"
#include "itkImageRegionConstIterator.h"
#include "itkConstNeighborhoodIterator.h"

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;
using itk::DeviceTesting::TestedRegion;
using itk::DeviceTesting::TransferCounter;

namespace
{
const PlainImage::IndexType somewhere{ { 2, 9 } };

/** A random image, the same as a device filter left it behind, and as the parent computes it. */
struct Filtered
{
  TestedImage::Pointer input{ MakeRandomImage<TestedImage>(TestedRegion, 1) };
  PlainImage::Pointer  expected{ MedianOnHost<float, 2>(input, { { 1, 2 } }) };
  TestedImage::Pointer image;

  Filtered()
  {
    const auto median = MakeDeviceMedian<TestedImage>(input, { { 1, 2 } });
    median->Update();
    image = median->GetOutput();
    image->DisconnectPipeline();
  }
};
} // namespace

TEST(DeviceImage, IsAnImage)
{
  const auto          image = TestedImage::New();
  PlainImage * const  base = image;
  const itk::Object * object = image;
  EXPECT_NE(dynamic_cast<const PlainImage *>(object), nullptr);
  EXPECT_STREQ(base->GetNameOfClass(), "DeviceImage");
  EXPECT_NE(dynamic_cast<TestedImage *>(image->CreateAnother().GetPointer()), nullptr);
}

TEST(DeviceImage, RebindsToADeviceImage)
{
  using Rebound = TestedImage::Rebind<short, 3>::Type;
  EXPECT_TRUE((std::is_same_v<Rebound, itk::DeviceImage<short, 3>>));
  EXPECT_TRUE((std::is_same_v<TestedImage::RebindImageType<short>, itk::DeviceImage<short, 2>>));
}

TEST(DeviceImage, AnswersEveryHostAccessWithTheDevicesPixels)
{
  const Filtered filtered;
  const float    expected = filtered.expected->GetPixel(somewhere);
  const auto     expectPixel = [&](const char * access, const auto & get) {
    SCOPED_TRACE(access);
    const Filtered again;
    EXPECT_EQ(get(again.image.GetPointer()), expected);
  };
  expectPixel("GetPixel", [](TestedImage * image) { return image->GetPixel(somewhere); });
  expectPixel("const GetPixel", [](const TestedImage * image) { return image->GetPixel(somewhere); });
  expectPixel("operator[]", [](TestedImage * image) { return (*image)[somewhere]; });
  expectPixel("const operator[]", [](const TestedImage * image) { return (*image)[somewhere]; });
  expectPixel("GetBufferPointer",
              [](TestedImage * image) { return image->GetBufferPointer()[image->ComputeOffset(somewhere)]; });
  expectPixel("const GetBufferPointer",
              [](const TestedImage * image) { return image->GetBufferPointer()[image->ComputeOffset(somewhere)]; });
  expectPixel("the base's GetBufferPointer",
              [](PlainImage * image) { return image->GetBufferPointer()[image->ComputeOffset(somewhere)]; });
  expectPixel("GetPixelContainer",
              [](TestedImage * image) { return (*image->GetPixelContainer())[image->ComputeOffset(somewhere)]; });
  expectPixel("const GetPixelContainer",
              [](const TestedImage * image) { return (*image->GetPixelContainer())[image->ComputeOffset(somewhere)]; });
}

TEST(DeviceImage, IsSeenByIteratorsBehindADeviceFilter)
{
  const Filtered filtered;
  EXPECT_TRUE(AreSame<float>(filtered.image.GetPointer(), filtered.expected.GetPointer()));
  {
    const Filtered again;

    itk::ImageRegionConstIterator<TestedImage> actual(again.image, TestedRegion);
    itk::ImageRegionConstIterator<PlainImage>  expected(filtered.expected, TestedRegion);
    for (; !expected.IsAtEnd(); ++actual, ++expected)
    {
      ASSERT_EQ(actual.Get(), expected.Get());
    }
  }
  {
    const Filtered                                    again;
    const itk::ConstNeighborhoodIterator<TestedImage> actual({ { 1, 1 } }, again.image, TestedRegion);
    const itk::ConstNeighborhoodIterator<PlainImage>  expected({ { 1, 1 } }, filtered.expected, TestedRegion);
    for (unsigned int member = 0; member < expected.Size(); ++member)
    {
      ASSERT_EQ(actual.GetPixel(member), expected.GetPixel(member));
    }
  }
  {
    const Filtered              again;
    const itk::ImageBufferRange actual(*again.image);
    const itk::ImageBufferRange expected(*filtered.expected);
    EXPECT_TRUE(std::equal(actual.cbegin(), actual.cend(), expected.cbegin(), expected.cend()));
  }
}

TEST(DeviceImage, IsReadThroughAConstImageWithoutBecomingStale)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  MakeDeviceMedian<TestedImage>(image, { { 1, 1 } })->Update();
  const TestedImage & constImage = *image;
  static_cast<void>(constImage.GetPixel(somewhere));
  static_cast<void>(constImage.GetBufferPointer());
  const TransferCounter counter;
  MakeDeviceMedian<TestedImage>(image, { { 2, 2 } })->Update();
  EXPECT_EQ(counter.GetUploads(), 0u);
}

TEST(DeviceImage, KeepsItsDeviceSideWhenItsGeometryChangesInThePipeline)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  MakeDeviceMedian<TestedImage>(image, { { 1, 1 } })->Update();
  const auto graft = TestedImage::New();
  graft->Graft(image);
  const TransferCounter counter;
  MakeDeviceMedian<TestedImage>(graft, { { 1, 1 } })->Update();
  MakeDeviceMedian<TestedImage>(image, { { 1, 1 } })->Update();
  EXPECT_EQ(counter.GetUploads(), 0u);
}

TEST(DeviceImage, MayBeAllocatedTwice)
{
  const Filtered filtered;
  filtered.image->Allocate();
  filtered.image->FillBuffer(2);
  EXPECT_EQ(filtered.image->GetPixel(somewhere), 2);
  filtered.image->SetRegions({ { { 0, 0 } }, { { 4, 4 } } });
  filtered.image->Allocate();
  filtered.image->FillBuffer(3);
  EXPECT_EQ(filtered.image->GetPixelContainer()->Size(), 16u);
  EXPECT_EQ(filtered.image->GetPixel({ { 3, 3 } }), 3);
}

TEST(DeviceImage, IsZeroWhereItIsAllocatedSo)
{
  const auto image = TestedImage::New();
  image->SetRegions(TestedRegion);
  image->Allocate(true);
  EXPECT_EQ(image->GetPixel(somewhere), 0);
  ITK_REQUIRE_DEVICE();
  // No host memory was behind this one.
  const Filtered filtered;
  filtered.image->Allocate(true);
  EXPECT_EQ(filtered.image->GetPixel(somewhere), 0);
}

TEST(DeviceImage, FillsOnlyItself)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  image->FillBuffer(4);
  const auto * const pixels = static_cast<const TestedImage *>(image)->GetBufferPointer();
  EXPECT_TRUE(std::all_of(pixels, pixels + TestedRegion.GetNumberOfPixels(), [](float pixel) { return pixel == 4; }));
}

TEST(DeviceImage, GraftsADeviceImageWithItsDeviceSide)
{
  const Filtered        filtered;
  const auto            graft = TestedImage::New();
  const TransferCounter counter;
  graft->Graft(filtered.image);
  EXPECT_EQ(counter.GetDownloads(), 0u);
  EXPECT_EQ(graft->GetPixelContainer(), filtered.image->GetPixelContainer());
  EXPECT_TRUE(AreSame<float>(graft.GetPointer(), filtered.expected.GetPointer()));
}

TEST(DeviceImage, GraftsAPlainImageAndSharesItsPixels)
{
  const auto plain = MakeRandomImage<PlainImage>(TestedRegion, 1);
  const auto graft = TestedImage::New();
  graft->Graft(plain);
  EXPECT_TRUE(AreSame<float>(graft.GetPointer(), plain.GetPointer()));
  graft->SetPixel(somewhere, 5);
  EXPECT_EQ(plain->GetPixel(somewhere), 5);
}

TEST(DeviceImage, IsGraftedByAPlainImage)
{
  const Filtered filtered;
  filtered.image->MakeHostCurrent();
  const auto plain = PlainImage::New();
  plain->Graft(filtered.image);
  EXPECT_TRUE(AreSame<float>(plain.GetPointer(), filtered.expected.GetPointer()));
}

TEST(DeviceImage, TakesBackWhatAPlainGraftOfItWrote)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  MakeDeviceMedian<TestedImage>(image, { { 1, 1 } })->Update();
  const auto plain = PlainImage::New();
  plain->Graft(image);
  plain->FillBuffer(6);
  image->Graft(plain);
  const auto median = MakeDeviceMedian<TestedImage>(image, { { 1, 1 } });
  median->Update();
  EXPECT_EQ(median->GetOutput()->GetPixel(somewhere), 6);
}

TEST(DeviceImage, RefusesToGraftAnotherPixelType)
{
  const auto other = itk::Image<short, 2>::New();
  EXPECT_THROW(TestedImage::New()->Graft(static_cast<const itk::DataObject *>(other)), itk::ExceptionObject);
}

TEST(DeviceImage, TakesAContainerThatTheBaseClassWasGiven)
{
  const auto plain = MakeRandomImage<PlainImage>(TestedRegion, 1);
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 2);
  static_cast<PlainImage *>(image)->SetPixelContainer(plain->GetPixelContainer());
  EXPECT_EQ(image->GetPixel(somewhere), plain->GetPixel(somewhere));
  const auto median = MakeDeviceMedian<TestedImage>(image, { { 1, 1 } });
  median->Update();
  const auto expected = MedianOnHost<float, 2>(plain, { { 1, 1 } });
  EXPECT_TRUE(itk::DeviceTesting::HaveSamePixels<float>(median->GetOutput(), expected.GetPointer()));
}

TEST(DeviceImage, TakesAnyContainer)
{
  const auto plain = MakeRandomImage<PlainImage>(TestedRegion, 1);
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 2);
  image->SetPixelContainer(plain->GetPixelContainer());
  EXPECT_EQ(image->GetPixel(somewhere), plain->GetPixel(somewhere));
  const Filtered filtered;
  image->SetPixelContainer(filtered.image->GetPixelContainer());
  EXPECT_EQ(image->GetPixel(somewhere), filtered.expected->GetPixel(somewhere));
}

TEST(DeviceImage, InitializesAsAnImageDoes)
{
  const auto tested = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto plain = MakeRandomImage<PlainImage>(TestedRegion, 1);
  const auto testedTime = tested->GetMTime();
  const auto plainTime = plain->GetMTime();
  tested->Initialize();
  plain->Initialize();
  EXPECT_EQ(tested->GetBufferedRegion(), plain->GetBufferedRegion());
  EXPECT_EQ(tested->GetLargestPossibleRegion(), plain->GetLargestPossibleRegion());
  EXPECT_EQ(tested->GetMTime() == testedTime, plain->GetMTime() == plainTime);
  EXPECT_EQ(tested->GetPixelContainer()->Size(), 0u);
}

TEST(DeviceImage, ReleasesItsDataAsAnImageDoes)
{
  const auto tested = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto plain = MakeRandomImage<PlainImage>(TestedRegion, 1);
  const auto shared = tested->GetPixelContainer();
  const auto other = TestedImage::New();
  other->Graft(tested);
  const auto testedTime = tested->GetMTime();
  const auto plainTime = plain->GetMTime();
  tested->ReleaseData();
  plain->ReleaseData();
  EXPECT_TRUE(tested->GetDataReleased());
  EXPECT_EQ(tested->GetBufferedRegion(), plain->GetBufferedRegion());
  EXPECT_EQ(tested->GetMTime() == testedTime, plain->GetMTime() == plainTime);
  EXPECT_EQ(other->GetPixelContainer(), shared) << "who shares the pixels keeps them";
  EXPECT_EQ(other->GetPixel(somewhere), MakeRandomImage<PlainImage>(TestedRegion, 1)->GetPixel(somewhere));
}

TEST(DeviceImage, PrintsItself)
{
  std::ostringstream text;
  MakeRandomImage<TestedImage>(TestedRegion, 1)->Print(text);
  EXPECT_NE(text.str().find("DeviceImage"), std::string::npos);
  EXPECT_NE(text.str().find("DevicePixelContainer"), std::string::npos);
}

TEST(DeviceImage, KnowsItsDevice)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  EXPECT_EQ(image->GetDevice(), -1);
  ITK_REQUIRE_DEVICE();
  EXPECT_EQ(Filtered().image->GetDevice(), itk::device::Runtime::GetCurrentDevice());
}
