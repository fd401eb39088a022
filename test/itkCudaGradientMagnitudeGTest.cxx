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
#include "itkCudaFilterTesting.h"
#include "itkCudaGradientMagnitudeImageFilter.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include <limits>

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::GetLargestMagnitude;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;
using itk::DeviceTesting::Types;

template <typename TTypes>
class CudaGradientMagnitude
  : public itk::DeviceTesting::CudaFilterTest<
      itk::CudaGradientMagnitudeImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
      itk::GradientMagnitudeImageFilter<typename TTypes::PlainInputImage, typename TTypes::PlainOutputImage>>
{
protected:
  static auto
  SetUseImageSpacing(bool useSpacing)
  {
    return [useSpacing](auto * filter) { filter->SetUseImageSpacing(useSpacing); };
  }

  /** Integers: the same. Float: the difference, its product with the coefficient and the coefficient are rounded, which
   * makes 3 u in a derivative (u = 2^-24), as much in the root of the sum of squares, whose own roundings add 2 u; and
   * the parent's result is rounded to float: 6 u times the result. */
  static void
  ExpectTheParentsResult(const typename TTypes::InputImage * image, bool useSpacing)
  {
    const auto filter = CudaGradientMagnitude::RunOnDevice(image, SetUseImageSpacing(useSpacing));
    const auto expected = CudaGradientMagnitude::RunOnHost(image, SetUseImageSpacing(useSpacing));
    if constexpr (std::is_same_v<typename TTypes::OutputPixelType, float>)
    {
      const double largest = GetLargestMagnitude(expected.GetPointer());
      EXPECT_TRUE(AreNear<TTypes::Dimension>(filter->GetOutput(), expected, 6.1 * std::ldexp(1.0, -24) * largest));
    }
    else
    {
      EXPECT_TRUE(AreSame<typename TTypes::OutputPixelType>(filter->GetOutput(), expected.GetPointer()));
    }
  }
};

using TestedTypes = ::testing::Types<Types<float, float, 2>,
                                     Types<uint8_t, uint8_t, 2>,
                                     Types<uint16_t, uint16_t, 2>,
                                     Types<uint8_t, float, 2>,
                                     Types<float, float, 3>,
                                     Types<int16_t, int16_t, 3>,
                                     Types<uint16_t, float, 3>>;
TYPED_TEST_SUITE(CudaGradientMagnitude, TestedTypes, );

TYPED_TEST(CudaGradientMagnitude, IsThatOfTheParentForEverySize)
{
  Random random(1);
  for (const auto & region : itk::DeviceTesting::GetTestedRegions<TestFixture::Dimension>())
  {
    this->ExpectTheParentsResult(MakeRandomImage<typename TestFixture::InputType>(region, random), false);
  }
}

TYPED_TEST(CudaGradientMagnitude, TakesTheSpacing)
{
  const auto                                   image = this->MakeTestedImage();
  typename TestFixture::InputType::SpacingType spacing;
  for (const double first : { 0.01, 0.5, 1.0, 2.0 })
  {
    for (unsigned int axis = 0; axis < TestFixture::Dimension; ++axis)
    {
      spacing[axis] = first + 0.7 * axis;
    }
    image->SetSpacing(spacing);
    this->ExpectTheParentsResult(image, true);
  }
}

/** Where magnitudes are integers, of which the decimals are all that a cast drops. */
TYPED_TEST(CudaGradientMagnitude, OfFewLevelsIsTheParents)
{
  using PixelType = typename TestFixture::InputType::PixelType;
  Random     random(1);
  const auto image = itk::DeviceTesting::MakeImage<typename TestFixture::InputType>(
    this->MakeTestedImage()->GetBufferedRegion().GetSize(), random, [](Random & generator) {
      return static_cast<PixelType>(20 * (generator() % 4));
    });
  for (const double side : { 0.25, 1.0, 1.5 })
  {
    typename TestFixture::InputType::SpacingType spacing;
    spacing.Fill(side);
    image->SetSpacing(spacing);
    this->ExpectTheParentsResult(image, true);
  }
}

TYPED_TEST(CudaGradientMagnitude, HasThePropertiesOfAFilter)
{
  const auto image = this->MakeTestedImage();
  Random     random(1);
  const auto make = [&] { return this->MakeFilter(image, this->SetUseImageSpacing(false)); };
  itk::DeviceTesting::ExpectAPartIsACropOfTheWhole(make, random);
  itk::DeviceTesting::ExpectStreamedIsTheWhole(make);
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

// Enough voxels that blocks walk through layers, 8 rows each.
TYPED_TEST(CudaGradientMagnitude, OfLargeVolumesIsTheParents)
{
  if constexpr (TestFixture::Dimension == 3)
  {
    Random       random(1);
    const double spacing[]{ 0.5, 1.2, 3.0 };
    for (const auto & region : { itk::DeviceTesting::MakeRegionOfSides<3>({ 12, 1041, 417 }),
                                 itk::DeviceTesting::MakeRegionOfSides<3>({ 13, 1041, 100 }) })
    {
      const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
      image->SetSpacing(spacing);
      for (const bool useSpacing : { false, true })
      {
        this->ExpectTheParentsResult(image, useSpacing);
      }
      const auto whole = this->RunOnDevice(image, this->SetUseImageSpacing(true));
      itk::DeviceTesting::ExpectIsACrop(this->MakeFilter(image, this->SetUseImageSpacing(true)),
                                        itk::DeviceTesting::GetAlignedPart(region),
                                        whole->GetOutput());
    }
  }
}

TYPED_TEST(CudaGradientMagnitude, OfAConstantImageIsZero)
{
  const auto image = this->MakeTestedImage();
  image->FillBuffer(7);
  const auto filter = this->MakeFilter(image, this->SetUseImageSpacing(true));
  filter->Update();
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    ASSERT_EQ(filter->GetOutput()->GetPixel(filter->GetOutput()->ComputeIndex(i)), 0);
  }
}

TEST(CudaGradientMagnitudeOfFloats, TakesNumbersWhoseSquaresAreNoFloats)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  using ParentType = itk::GradientMagnitudeImageFilter<itk::Image<float, 2>, itk::Image<float, 2>>;
  for (const float unit : { 1e-38f, 1e-30f, 1e25f, 1e33f })
  {
    Random     random(1);
    const auto image =
      itk::DeviceTesting::MakeImage<ImageType>(itk::Size<2>{ { 40, 30 } }, random, [unit](Random & generator) {
        return unit * static_cast<float>(generator() % 1000);
      });
    const auto filter = itk::CudaGradientMagnitudeImageFilter<ImageType, ImageType>::New();
    filter->SetInput(image);
    filter->Update();
    const auto   expected = RunOnHost<ParentType>(image.GetPointer(), [](auto *) {});
    const double largest = GetLargestMagnitude(expected.GetPointer());
    EXPECT_TRUE(AreNear<2>(filter->GetOutput(), expected, 6.1 * std::ldexp(1.0, -24) * largest + 3e-45));
  }
}

TEST(CudaGradientMagnitudeOfFloats, SpreadsNaNAndInfinityToTheNextPixels)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { 20, 20 } }, 1);
  const auto first = image->GetLargestPossibleRegion().GetIndex();
  image->SetPixel({ { first[0] + 5, first[1] + 9 } }, std::numeric_limits<float>::quiet_NaN());
  image->SetPixel({ { first[0] + 14, first[1] + 4 } }, std::numeric_limits<float>::infinity());
  const auto filter = itk::CudaGradientMagnitudeImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->UseImageSpacingOff();
  filter->Update();
  for (int y = 0; y < 20; ++y)
  {
    for (int x = 0; x < 20; ++x)
    {
      const float result = filter->GetOutput()->GetPixel({ { first[0] + x, first[1] + y } });
      EXPECT_EQ(std::isnan(result), std::abs(x - 5) + std::abs(y - 9) == 1) << x << ", " << y;
      EXPECT_EQ(std::isinf(result), std::abs(x - 14) + std::abs(y - 4) == 1) << x << ", " << y;
    }
  }
}

TEST(CudaGradientMagnitudeOnTheHost, IsThatOfTheParent)
{
  using ImageType = itk::DeviceImage<short, 2>;
  using PlainImage = itk::Image<short, 2>;
  itk::DeviceTesting::ExpectTheParentsResultOnTheHost<itk::CudaGradientMagnitudeImageFilter<ImageType, ImageType>,
                                                      itk::GradientMagnitudeImageFilter<PlainImage, PlainImage>>(
    MakeRandomImage<ImageType>(itk::Size<2>{ { 12, 9 } }, 1), [](auto *) {});
}
