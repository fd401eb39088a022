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
#include "itkConstantBoundaryCondition.h"
#include "itkCudaDiscreteGaussianImageFilter.h"
#include "itkCudaSeparableConvolutionForTesting.h"
#include "itkStreamingImageFilter.h"

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::GetTolerance;
using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;

using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

template <typename TImage>
class CudaDiscreteGaussian : public ::testing::Test
{
protected:
  static constexpr unsigned int Dimension = TImage::ImageDimension;
  using PixelType = typename TImage::PixelType;
  using InputType = itk::DeviceImage<PixelType, Dimension>;
  using OutputType = itk::DeviceImage<float, Dimension>;
  using FilterType = itk::CudaDiscreteGaussianImageFilter<InputType, OutputType>;
  using ParentType = itk::DiscreteGaussianImageFilter<TImage, itk::Image<float, Dimension>>;
  using ArrayType = itk::FixedArray<double, Dimension>;

  void
  SetUp() override
  {
    ITK_REQUIRE_DEVICE();
  }

  template <typename TSet>
  static typename FilterType::Pointer
  MakeFilter(const InputType * image, const TSet & set)
  {
    const auto filter = FilterType::New();
    filter->SetUseDevice(UseDevice::Always);
    filter->SetInput(image);
    set(filter.GetPointer());
    return filter;
  }

  // Of all axes: the widest kernel that the tests below ask for has 37.
  static constexpr itk::SizeValueType MostCoefficients = 3 * 37;

  /** `set(filter)` sets the parameters of a filter. */
  template <typename TSet>
  static void
  ExpectTheParentsResult(const InputType * image, const TSet & set)
  {
    const auto filter = MakeFilter(image, set);
    filter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    const auto   expected = RunOnHost<ParentType, PixelType, Dimension>(image, set);
    const double magnitude = itk::DeviceTesting::GetLargestMagnitude<PixelType, Dimension>(image);
    EXPECT_TRUE(
      AreNear<Dimension>(filter->GetOutput(), expected, GetTolerance(MostCoefficients, Dimension, magnitude)));
  }

  static typename InputType::Pointer
  MakeTestedImage()
  {
    return MakeRandomImage<InputType>(itk::DeviceTesting::GetTestedRegions<Dimension>().back(), 1);
  }
};

using TestedImages =
  ::testing::Types<itk::Image<float, 2>, itk::Image<uint16_t, 2>, itk::Image<float, 3>, itk::Image<uint8_t, 3>>;
TYPED_TEST_SUITE(CudaDiscreteGaussian, TestedImages, );

TYPED_TEST(CudaDiscreteGaussian, IsThatOfTheParentForEverySizeAndVariance)
{
  Random random(1);
  for (const auto & region : itk::DeviceTesting::GetTestedRegions<TestFixture::Dimension>())
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    for (const double variance : { 0.0, 0.3, 1.0, 1.96, 4.0, 12.0, 30.0 })
    {
      SCOPED_TRACE("variance " + std::to_string(variance));
      this->ExpectTheParentsResult(image, [variance](auto * filter) {
        filter->SetVariance(variance);
        filter->UseImageSpacingOff();
      });
    }
  }
}

TYPED_TEST(CudaDiscreteGaussian, TakesEveryParameterOfTheParent)
{
  using ArrayType = typename TestFixture::ArrayType;
  const auto image = this->MakeTestedImage();
  this->ExpectTheParentsResult(image, [](auto *) {});
  this->ExpectTheParentsResult(image, [](auto * filter) { filter->SetVariance(2.5); });
  this->ExpectTheParentsResult(image, [](auto * filter) { filter->SetSigma(1.3); });
  this->ExpectTheParentsResult(image, [](auto * filter) {
    ArrayType variance;
    variance.Fill(1.5);
    variance[1] = 6;
    filter->SetVariance(variance);
    filter->UseImageSpacingOff();
  });
  this->ExpectTheParentsResult(image, [](auto * filter) {
    ArrayType error;
    error.Fill(0.1);
    error[0] = 0.001;
    filter->SetVariance(3.0);
    filter->SetMaximumError(error);
    filter->UseImageSpacingOff();
  });
  itk::Object::GlobalWarningDisplayOff(); // that the kernel is truncated
  this->ExpectTheParentsResult(image, [](auto * filter) {
    filter->SetVariance(9.0);
    filter->SetMaximumKernelWidth(5);
    filter->UseImageSpacingOff();
  });
  itk::Object::GlobalWarningDisplayOn();
  for (unsigned int dimensions = 0; dimensions <= TestFixture::Dimension; ++dimensions)
  {
    SCOPED_TRACE("FilterDimensionality " + std::to_string(dimensions));
    this->ExpectTheParentsResult(image, [dimensions](auto * filter) {
      filter->SetVariance(2.0);
      filter->SetFilterDimensionality(dimensions);
    });
  }
}

TYPED_TEST(CudaDiscreteGaussian, OfAPartIsACropOfTheWholeAndStreamedIsTheWhole)
{
  using OutputType = typename TestFixture::OutputType;
  const auto set = [](auto * filter) { filter->SetVariance(2.0); };
  const auto image = this->MakeTestedImage();
  const auto whole = this->MakeFilter(image, set);
  whole->Update();
  Random random(1);
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(20); ++round)
  {
    const auto part = itk::DeviceTesting::PickPart(random, image->GetBufferedRegion());
    const auto filter = this->MakeFilter(image, set);
    filter->GetOutput()->SetRequestedRegion(part);
    filter->Update();
    ASSERT_EQ(filter->GetOutput()->GetBufferedRegion(), part);
    for (itk::SizeValueType i = 0; i < part.GetNumberOfPixels(); ++i)
    {
      const auto index = filter->GetOutput()->ComputeIndex(i);
      ASSERT_EQ(filter->GetOutput()->GetPixel(index), whole->GetOutput()->GetPixel(index)) << index << " of " << part;
    }
  }
  for (const unsigned int divisions : { 2, 5 })
  {
    const auto streaming = itk::StreamingImageFilter<OutputType, OutputType>::New();
    const auto filter = this->MakeFilter(image, set);
    streaming->SetNumberOfStreamDivisions(divisions);
    streaming->SetInput(filter->GetOutput());
    streaming->Update();
    EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(streaming->GetOutput(), whole->GetOutput()));
  }
}

TYPED_TEST(CudaDiscreteGaussian, OfAConstantIsTheConstant)
{
  const auto image = this->MakeTestedImage();
  const auto constant = static_cast<typename TestFixture::PixelType>(77);
  image->FillBuffer(constant);
  const auto filter = this->MakeFilter(image, [](auto * gaussian) {
    gaussian->SetVariance(3.0);
    gaussian->UseImageSpacingOff();
  });
  filter->Update();
  const auto * const pixels = filter->GetOutput()->GetBufferPointer();
  const double       tolerance = GetTolerance(TestFixture::MostCoefficients, TestFixture::Dimension, constant);
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    ASSERT_NEAR(pixels[i], constant, tolerance);
  }
}

TYPED_TEST(CudaDiscreteGaussian, OfTheFlippedImageIsFlipped)
{
  const auto set = [](auto * gaussian) { gaussian->SetVariance(3.0); };
  const auto image = this->MakeTestedImage();
  const auto number = image->GetBufferedRegion().GetNumberOfPixels();
  const auto flipped = itk::DeviceTesting::Copy<typename TestFixture::InputType>(image.GetPointer());
  std::reverse(flipped->GetBufferPointer(), flipped->GetBufferPointer() + number);
  const auto filter = this->MakeFilter(image, set);
  const auto ofFlipped = this->MakeFilter(flipped, set);
  filter->Update();
  ofFlipped->Update();
  auto * const pixels = ofFlipped->GetOutput()->GetBufferPointer();
  std::reverse(pixels, pixels + number);
  const double magnitude =
    itk::DeviceTesting::GetLargestMagnitude<typename TestFixture::PixelType, TestFixture::Dimension>(image);
  EXPECT_TRUE(AreNear<TestFixture::Dimension>(
    ofFlipped->GetOutput(),
    filter->GetOutput(),
    2 * GetTolerance(TestFixture::MostCoefficients, TestFixture::Dimension, magnitude)));
}

TYPED_TEST(CudaDiscreteGaussian, IsTheSameEveryTimeAndDoesNotChangeItsInput)
{
  const auto set = [](auto * gaussian) { gaussian->SetVariance(3.0); };
  const auto image = this->MakeTestedImage();
  const auto before = itk::DeviceTesting::Copy<TypeParam>(image.GetPointer());
  const auto first = this->MakeFilter(image, set);
  const auto second = this->MakeFilter(image, set);
  first->Update();
  second->Update();
  EXPECT_TRUE(HaveSamePixels<float>(first->GetOutput(), second->GetOutput()));
  EXPECT_TRUE(HaveSamePixels<typename TestFixture::PixelType>(image.GetPointer(), before.GetPointer()));
}

TYPED_TEST(CudaDiscreteGaussian, ThrowsForBadArguments)
{
  const auto image = this->MakeTestedImage();
  const auto filter = this->MakeFilter(image, [](auto * gaussian) { gaussian->SetMaximumError(1.5); });
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
}

TEST(CudaDiscreteGaussianOnTheHost, IsThatOfTheParent)
{
  using ImageType = itk::DeviceImage<float, 2>;
  using PlainType = itk::Image<float, 2>;
  const auto set = [](auto * filter) { filter->SetVariance(2.0); };
  const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { 33, 20 } }, 1);
  const auto filter = itk::CudaDiscreteGaussianImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->SetUseDevice(UseDevice::Never);
  set(filter.GetPointer());
  filter->Update();
  const auto expected = RunOnHost<itk::DiscreteGaussianImageFilter<PlainType, PlainType>, float, 2>(image, set);
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetOutput(), expected.GetPointer()));
}

TEST(CudaDiscreteGaussianOnTheHost, ServesOtherBoundaryConditions)
{
  using ImageType = itk::DeviceImage<float, 2>;
  itk::ConstantBoundaryCondition<ImageType> condition;
  const auto                                filter = itk::CudaDiscreteGaussianImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(itk::Size<2>{ { 33, 20 } }, 1));
  filter->SetVariance(2.0);
  filter->SetInputBoundaryCondition(&condition);
  filter->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  filter->SetUseDevice(UseDevice::Always);
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
}
