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
#include "itkRegionOfInterestImageFilter.h"
#include "itkStreamingImageFilter.h"

using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;

template <typename TDimension>
class DeviceImageFilterRegion : public ::testing::Test
{
protected:
  static constexpr unsigned int Dimension = TDimension::value;
  using TestedImage = itk::DeviceImage<float, Dimension>;
  using PlainImage = itk::Image<float, Dimension>;
  using RegionType = typename PlainImage::RegionType;

  static RegionType
  GetWhole()
  {
    RegionType region;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      region.SetIndex(axis, 7 * (axis % 2) - 3);
      region.SetSize(axis, 17 - 2 * axis);
    }
    return region;
  }

  static itk::Size<Dimension>
  GetRadius()
  {
    itk::Size<Dimension> radius;
    radius.Fill(1);
    radius[1] = 2;
    return radius;
  }
};

using Dimensions = ::testing::Types<std::integral_constant<unsigned int, 2>, std::integral_constant<unsigned int, 3>>;
TYPED_TEST_SUITE(DeviceImageFilterRegion, Dimensions, );

TYPED_TEST(DeviceImageFilterRegion, KeepsIndexSpacingOriginAndDirection)
{
  using TestedImage = typename TestFixture::TestedImage;
  const auto image = MakeRandomImage<TestedImage>(this->GetWhole(), 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, this->GetRadius());
  median->Update();
  EXPECT_TRUE(itk::DeviceTesting::HaveSameGeometry<TestFixture::Dimension>(median->GetOutput(), image));
  const auto expected = MedianOnHost<float, TestFixture::Dimension>(image, this->GetRadius());
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected.GetPointer()));
}

TYPED_TEST(DeviceImageFilterRegion, ThatIsRequestedIsACropOfTheWhole)
{
  using TestedImage = typename TestFixture::TestedImage;
  using PlainImage = typename TestFixture::PlainImage;
  const auto image = MakeRandomImage<TestedImage>(this->GetWhole(), 1);
  const auto expected = MedianOnHost<float, TestFixture::Dimension>(image, this->GetRadius());

  const unsigned int         seed = itk::DeviceTesting::GetSeed(1);
  itk::DeviceTesting::Random random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(40); ++round)
  {
    const auto part = itk::DeviceTesting::PickPart(random, this->GetWhole());
    const auto median = MakeDeviceMedian<TestedImage>(image, this->GetRadius());
    median->GetOutput()->SetRequestedRegion(part);
    median->Update();
    ASSERT_EQ(median->GetOutput()->GetBufferedRegion(), part);

    const auto crop = itk::RegionOfInterestImageFilter<PlainImage, PlainImage>::New();
    crop->SetInput(expected);
    crop->SetRegionOfInterest(part);
    crop->Update();
    const typename PlainImage::Pointer cropped = crop->GetOutput();
    cropped->DisconnectPipeline();
    cropped->SetRegions(part);
    ASSERT_TRUE(HaveSamePixels<float>(median->GetOutput(), cropped.GetPointer())) << part;
  }
}

TYPED_TEST(DeviceImageFilterRegion, OfAPartThenOfTheWholeIsTheWhole)
{
  using TestedImage = typename TestFixture::TestedImage;
  const auto image = MakeRandomImage<TestedImage>(this->GetWhole(), 1);
  const auto first = MakeDeviceMedian<TestedImage>(image, this->GetRadius());
  const auto second = MakeDeviceMedian<TestedImage>(first->GetOutput(), this->GetRadius());
  auto       part = this->GetWhole();
  part.ShrinkByRadius(4);
  second->GetOutput()->SetRequestedRegion(part);
  second->Update();
  auto padded = part;
  padded.PadByRadius(this->GetRadius());
  EXPECT_EQ(first->GetOutput()->GetBufferedRegion(), padded);
  second->UpdateLargestPossibleRegion();
  const auto once = MedianOnHost<float, TestFixture::Dimension>(image, this->GetRadius());
  const auto twice = MedianOnHost<float, TestFixture::Dimension>(once, this->GetRadius());
  EXPECT_TRUE(AreSame<float>(second->GetOutput(), twice.GetPointer()));
}

TYPED_TEST(DeviceImageFilterRegion, StreamedIsTheWhole)
{
  using TestedImage = typename TestFixture::TestedImage;
  const auto image = MakeRandomImage<TestedImage>(this->GetWhole(), 1);
  const auto first = MakeDeviceMedian<TestedImage>(image, this->GetRadius());
  const auto second = MakeDeviceMedian<TestedImage>(first->GetOutput(), this->GetRadius());
  const auto once = MedianOnHost<float, TestFixture::Dimension>(image, this->GetRadius());
  const auto twice = MedianOnHost<float, TestFixture::Dimension>(once, this->GetRadius());
  for (const unsigned int divisions : { 1, 2, 3, 5, 100 })
  {
    const auto streaming = itk::StreamingImageFilter<TestedImage, TestedImage>::New();
    streaming->SetNumberOfStreamDivisions(divisions);
    streaming->SetInput(second->GetOutput());
    streaming->Update();
    EXPECT_TRUE(AreSame<float>(streaming->GetOutput(), twice.GetPointer())) << divisions << " divisions";
  }
}

TYPED_TEST(DeviceImageFilterRegion, OfAPlainImageStreamedIsTheWhole)
{
  using PlainImage = typename TestFixture::PlainImage;
  const auto image = MakeRandomImage<PlainImage>(this->GetWhole(), 1);
  const auto median = MakeDeviceMedian<PlainImage>(image, this->GetRadius());
  const auto streaming = itk::StreamingImageFilter<PlainImage, PlainImage>::New();
  streaming->SetNumberOfStreamDivisions(4);
  streaming->SetInput(median->GetOutput());
  streaming->Update();
  const auto expected = MedianOnHost<float, TestFixture::Dimension>(image, this->GetRadius());
  EXPECT_TRUE(AreSame<float>(streaming->GetOutput(), expected.GetPointer()));
}

TYPED_TEST(DeviceImageFilterRegion, MayBeSmallerThanTheWindow)
{
  using TestedImage = typename TestFixture::TestedImage;
  typename TestFixture::RegionType region;
  region.GetModifiableSize().Fill(1);
  region.SetSize(1, 3);
  const auto                        image = MakeRandomImage<TestedImage>(region, 1);
  itk::Size<TestFixture::Dimension> radius;
  radius.Fill(4);
  const auto median = MakeDeviceMedian<TestedImage>(image, radius);
  median->Update();
  const auto expected = MedianOnHost<float, TestFixture::Dimension>(image, radius);
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected.GetPointer()));
}
