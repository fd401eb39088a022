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
#include "itkCudaResampleImageFilter.h"
#include "itkAzimuthElevationToCartesianTransform.h"
#include "itkCudaFilterTesting.h"
#include "itkResampleTesting.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TTypes>
class CudaResample : public ::testing::Test
{};
using TestedTypes = ::testing::Types<Types<uint8_t, uint8_t, 2>,
                                     Types<int16_t, int16_t, 2>,
                                     Types<uint16_t, uint16_t, 2>,
                                     Types<float, float, 2>,
                                     Types<uint8_t, float, 2>,
                                     Types<int16_t, float, 2>,
                                     Types<uint16_t, float, 2>,
                                     Types<uint8_t, uint8_t, 3>,
                                     Types<int16_t, int16_t, 3>,
                                     Types<uint16_t, uint16_t, 3>,
                                     Types<float, float, 3>,
                                     Types<uint8_t, float, 3>,
                                     Types<int16_t, float, 3>,
                                     Types<uint16_t, float, 3>>;
TYPED_TEST_SUITE(CudaResample, TestedTypes);

using ImageType = itk::DeviceImage<int16_t, 3>;
using FilterType = itk::CudaResampleImageFilter<ImageType, ImageType>;
using ParentType = itk::ResampleImageFilter<ImageType, ImageType>;

FilterType::Pointer
MakeFilter(const ImageType * image)
{
  const auto filter = FilterType::New();
  filter->SetInput(image);
  filter->SetOutputParametersFromImage(image);
  return filter;
}
} // namespace

TYPED_TEST(CudaResample, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  settings.rounds = 25;
  ExpectTheParentsPixels<
    itk::CudaResampleImageFilter<typename TypeParam::InputImage, typename TypeParam::OutputImage>,
    itk::ResampleImageFilter<typename TypeParam::PlainInputImage, typename TypeParam::PlainOutputImage>>(
    [](auto * filter, Random & random) {
      PickGridAndTransform(filter, random, TypeParam::Dimension == 2 ? 80 : 20);
      PickInterpolator(filter, random);
    },
    1,
    settings);
}

TEST(CudaResampleOfPlainImages, GivesTheParentsPixels)
{
  using PlainType = itk::Image<float, 2>;
  ParentComparisonSettings settings;
  settings.rounds = 10;
  ExpectTheParentsPixels<itk::CudaResampleImageFilter<PlainType, PlainType>,
                         itk::ResampleImageFilter<PlainType, PlainType>>(
    [](auto * filter, Random & random) {
      PickGridAndTransform(filter, random, 50);
      PickInterpolator(filter, random);
    },
    1,
    settings);
}

TEST(CudaResampleOfVolumes, IsTheImageItselfOnItsOwnGrid)
{
  ITK_REQUIRE_DEVICE();
  // All numbers are exact, those of 32 parts of a line too.
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<3>({ 32, 20, 9 }), 1);
  image->SetDirection(ImageType::DirectionType::GetIdentity());
  image->SetSpacing(ImageType::SpacingType(0.5));
  const auto filter = MakeFilter(image);
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  EXPECT_TRUE(AreSame<int16_t>(filter->GetOutput(), image.GetPointer()));
  EXPECT_EQ(filter->GetInterpolator()->GetInputImage(), nullptr);
}

TEST(CudaResampleOfVolumes, TakesTheGridOfAReferenceImage)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<3>({ 35, 20, 9 }), 1);
  const auto reference = ImageType::New();
  reference->CopyInformation(image);
  reference->SetRegions(MakeRegionOfSides<3>({ 10, 30, 12 }));
  reference->SetSpacing(image->GetSpacing() * 0.7);
  const auto filter = FilterType::New();
  const auto parent = ParentType::New();
  filter->SetInput(image);
  parent->SetInput(image);
  filter->SetReferenceImage(reference);
  parent->SetReferenceImage(reference);
  EXPECT_NE(CatchDescription([&] { filter->Update(); }).find("Output image size is zero"), std::string::npos);
  filter->UseReferenceImageOn();
  parent->UseReferenceImageOn();
  filter->Update();
  parent->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  EXPECT_TRUE(AreSame<int16_t>(filter->GetOutput(), parent->GetOutput()));
}

TEST(CudaResampleOfVolumes, RunsTheParentWhereThereIsNoKernel)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<3>({ 12, 10, 9 }), 1);

  const auto nonlinear = MakeFilter(image);
  nonlinear->SetTransform(itk::AzimuthElevationToCartesianTransform<double, 3>::New());
  ExpectItRunsOnTheParentAlone(nonlinear.GetPointer());

  const auto spline = itk::BSplineInterpolateImageFunction<ImageType>::New();
  spline->SetSplineOrder(2);
  const auto quadratic = MakeFilter(image);
  quadratic->SetInterpolator(spline);
  ExpectItRunsOnTheParentAlone(quadratic.GetPointer());

  const auto single = itk::CudaResampleImageFilter<ImageType, ImageType, float>::New();
  single->SetInput(image);
  single->SetOutputParametersFromImage(image);
  ExpectItRunsOnTheParentAlone(single.GetPointer());

  const auto withoutInterpolator = MakeFilter(image);
  withoutInterpolator->SetInterpolator(nullptr);
  EXPECT_THROW(withoutInterpolator->Update(), itk::ExceptionObject);
}

TEST(CudaResampleOfVolumes, StreamedIsTheWhole)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<3>({ 35, 20, 9 }), 1);
  const auto make = [&] {
    const auto transform = itk::AffineTransform<double, 3>::New();
    transform->Rotate(0, 1, 0.3);
    transform->Scale(0.9);
    const auto filter = MakeFilter(image);
    filter->SetTransform(transform);
    return filter;
  };
  Random random(1);
  ExpectStreamedIsTheWhole(make);
  ExpectAPartIsACropOfTheWhole(make, random);
  ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

TEST(CudaResampleOfVolumes, MakesMoreThanTwoToThe31Pixels)
{
  if (!IsSwitchedOn("CUDAIMAGEFILTERS_LARGE"))
  {
    GTEST_SKIP() << "This takes 5 GB of memory: CUDAIMAGEFILTERS_LARGE=1 switches it on.";
  }
  ITK_REQUIRE_DEVICE();
  using SmallType = itk::DeviceImage<uint8_t, 3>;
  using LargeFilterType = itk::CudaResampleImageFilter<SmallType, SmallType>;
  const auto image = MakeRandomImage<SmallType>(MakeRegion<3>({ { 300, 200, 100 } }), 1);
  const auto set = [&](auto * filter) {
    const auto transform = itk::AffineTransform<double, 3>::New();
    transform->Rotate(0, 1, 0.01);
    filter->SetInput(image);
    filter->SetTransform(transform);
    filter->SetOutputOrigin(image->GetOrigin());
    filter->SetOutputDirection(image->GetDirection());
    filter->SetOutputSpacing(image->GetSpacing() * 0.13);
    filter->SetSize({ { 2100, 1500, 700 } });
  };
  const auto filter = LargeFilterType::New();
  set(filter.GetPointer());
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  const auto parent = itk::ResampleImageFilter<SmallType, SmallType>::New();
  set(parent.GetPointer());
  for (const itk::IndexValueType z : { 0, 350, 699 })
  {
    SmallType::RegionType slice(SmallType::SizeType{ { 2100, 1500, 1 } });
    slice.SetIndex(2, z);
    parent->GetOutput()->SetRequestedRegion(slice);
    parent->Update();
    const auto first = filter->GetOutput()->ComputeOffset(slice.GetIndex());
    EXPECT_EQ(std::memcmp(filter->GetOutput()->GetBufferPointer() + first,
                          parent->GetOutput()->GetBufferPointer(),
                          slice.GetNumberOfPixels()),
              0)
      << z;
  }
}
