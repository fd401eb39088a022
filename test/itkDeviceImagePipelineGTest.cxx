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
#if defined(__GNUC__) && !defined(__clang__)
#  pragma GCC diagnostic ignored "-Warray-bounds" // GCC 12 gives a false one in ITK's itkSize.h
#endif
#include "itkAddImageFilter.h"
#include "itkCannyEdgeDetectionImageFilter.h"
#include "itkCastImageFilter.h"
#include "itkChangeInformationImageFilter.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkDiscreteGaussianImageFilter.h"
#include "itkMeanImageFilter.h"
#include "itkResampleImageFilter.h"
#include "itkShrinkImageFilter.h"

// ITK's own filters, typed on itk::Image as existing code has them, behind a device filter.

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;

namespace
{
/** Runs two filters, made by make(), behind a device median and behind the parent; then both again on other pixels. */
template <typename TMake>
void
ExpectTheSameBehindADeviceFilter(const TMake & make)
{
  const auto expectSame = [&make](bool isUpdatedFirst) {
    const auto image = MakeRandomImage<TestedImage>({ { { 3, -2 } }, { { 24, 19 } } }, 1);
    const auto median = MakeDeviceMedian<TestedImage>(image, { { 1, 1 } });
    const auto tested = make();
    const auto reference = make();
    if (isUpdatedFirst)
    {
      median->Update();
    }
    tested->SetInput(0, median->GetOutput());
    tested->Update();
    reference->SetInput(0, MedianOnHost<float, 2>(image, { { 1, 1 } }));
    reference->Update();
    EXPECT_TRUE(AreSame<float>(tested->GetOutput(), reference->GetOutput()));

    image->FillBuffer(3);
    image->SetPixel({ { 5, 5 } }, 11);
    image->Modified();
    reference->SetInput(0, MedianOnHost<float, 2>(image, { { 1, 1 } }));
    tested->Update();
    reference->Update();
    EXPECT_TRUE(AreSame<float>(tested->GetOutput(), reference->GetOutput())) << "after a change of the image";
  };
  expectSame(false);
  expectSame(true);
}
} // namespace

TEST(DeviceImagePipeline, FeedsMedianImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] {
    const auto filter = itk::MedianImageFilter<PlainImage, PlainImage>::New();
    filter->SetRadius(2);
    return filter;
  });
}

TEST(DeviceImagePipeline, FeedsMeanImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] { return itk::MeanImageFilter<PlainImage, PlainImage>::New(); });
}

TEST(DeviceImagePipeline, FeedsDiscreteGaussianImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] {
    const auto filter = itk::DiscreteGaussianImageFilter<PlainImage, PlainImage>::New();
    filter->SetVariance(2);
    return filter;
  });
}

TEST(DeviceImagePipeline, FeedsCannyEdgeDetectionImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] {
    const auto filter = itk::CannyEdgeDetectionImageFilter<PlainImage, PlainImage>::New();
    filter->SetVariance(1);
    filter->SetLowerThreshold(20);
    filter->SetUpperThreshold(60);
    return filter;
  });
}

TEST(DeviceImagePipeline, FeedsChangeInformationImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] {
    const auto filter = itk::ChangeInformationImageFilter<PlainImage>::New();
    filter->CenterImageOn();
    return filter;
  });
}

TEST(DeviceImagePipeline, FeedsShrinkImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] {
    const auto filter = itk::ShrinkImageFilter<PlainImage, PlainImage>::New();
    filter->SetShrinkFactors(2);
    return filter;
  });
}

TEST(DeviceImagePipeline, FeedsResampleImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] {
    constexpr double origin[]{ -50, -50 };
    constexpr double spacing[]{ 4, 4 };
    const auto       filter = itk::ResampleImageFilter<PlainImage, PlainImage>::New();
    filter->SetSize({ { 30, 30 } });
    filter->SetOutputOrigin(origin);
    filter->SetOutputSpacing(spacing);
    return filter;
  });
}

TEST(DeviceImagePipeline, FeedsCastImageFilter)
{
  ExpectTheSameBehindADeviceFilter([] { return itk::CastImageFilter<PlainImage, PlainImage>::New(); });
}

TEST(DeviceImagePipeline, FeedsAFilterThatWritesInPlace)
{
  ExpectTheSameBehindADeviceFilter([] {
    const auto filter = itk::AddImageFilter<PlainImage, PlainImage, PlainImage>::New();
    filter->SetConstant2(2.5f);
    filter->InPlaceOn();
    return filter;
  });
}

TEST(DeviceImagePipeline, FeedsADeviceFilterBehindOneThatWritesInPlace)
{
  const auto image = MakeRandomImage<TestedImage>({ { { 3, -2 } }, { { 24, 19 } } }, 1);
  const auto first = MakeDeviceMedian<TestedImage>(image, { { 1, 1 } });
  const auto add = itk::AddImageFilter<TestedImage, TestedImage, TestedImage>::New();
  add->SetInput1(first->GetOutput());
  add->SetConstant2(2.5f);
  add->InPlaceOn();
  const auto second = MakeDeviceMedian<TestedImage>(add->GetOutput(), { { 1, 0 } });
  second->Update();

  const auto plainAdd = itk::AddImageFilter<PlainImage, PlainImage, PlainImage>::New();
  plainAdd->SetInput1(MedianOnHost<float, 2>(image, { { 1, 1 } }));
  plainAdd->SetConstant2(2.5f);
  plainAdd->Update();
  const auto expected = MedianOnHost<float, 2>(plainAdd->GetOutput(), { { 1, 0 } });
  EXPECT_TRUE(AreSame<float>(second->GetOutput(), expected.GetPointer()));
}
