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
#include "itkCudaSeparableConvolutionForTesting.h"
#include "itkCudaSeparableConvolutionImageFilter.h"
#include "itkStreamingImageFilter.h"
#include <limits>

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::GetTolerance;
using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickOperator;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;

namespace
{
template <unsigned int VDimension>
using FloatImage = itk::Image<float, VDimension>;
} // namespace

template <typename TImage>
class CudaSeparableConvolution : public ::testing::Test
{
protected:
  static constexpr unsigned int Dimension = TImage::ImageDimension;
  using PixelType = typename TImage::PixelType;
  using InputType = itk::DeviceImage<PixelType, Dimension>;
  using OutputType = itk::DeviceImage<float, Dimension>;
  using FilterType = itk::CudaSeparableConvolutionImageFilter<InputType, OutputType>;
  using ParentType = itk::SeparableConvolutionImageFilter<TImage, FloatImage<Dimension>>;
  using Operators = std::vector<itk::Neighborhood<double, Dimension>>;

  void
  SetUp() override
  {
    ITK_REQUIRE_DEVICE();
  }

  static Operators
  PickOperators(Random & random, const itk::Size<Dimension> & radius)
  {
    Operators operators;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      operators.push_back(PickOperator<Dimension>(random, axis, radius[axis]));
    }
    return operators;
  }

  template <typename TFilter>
  static void
  SetOperators(TFilter * filter, const Operators & operators)
  {
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      filter->SetOperator(axis, operators[axis]);
    }
  }

  static typename FilterType::Pointer
  MakeFilter(const InputType * image, const Operators & operators)
  {
    const auto filter = FilterType::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    SetOperators(filter.GetPointer(), operators);
    return filter;
  }

  static void
  ExpectTheParentsResult(const InputType * image, const Operators & operators)
  {
    const auto filter = MakeFilter(image, operators);
    filter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    const auto expected =
      RunOnHost<ParentType, PixelType, Dimension>(image, [&](auto * parent) { SetOperators(parent, operators); });
    itk::SizeValueType coefficients = 0;
    for (const auto & neighborhood : operators)
    {
      coefficients += neighborhood.Size();
    }
    const double tolerance =
      GetTolerance(coefficients, Dimension, itk::DeviceTesting::GetLargestMagnitude<PixelType, Dimension>(image));
    EXPECT_TRUE(AreNear<Dimension>(filter->GetOutput(), expected, tolerance)) << "radius " << filter->GetRadius();
  }

  static typename InputType::Pointer
  MakeTestedImage()
  {
    const auto regions = itk::DeviceTesting::GetTestedRegions<Dimension>();
    return MakeRandomImage<InputType>(regions.back(), 1);
  }
};

using TestedImages =
  ::testing::Types<itk::Image<float, 2>, itk::Image<uint8_t, 2>, itk::Image<float, 3>, itk::Image<int16_t, 3>>;
TYPED_TEST_SUITE(CudaSeparableConvolution, TestedImages, );

TYPED_TEST(CudaSeparableConvolution, IsThatOfTheParentForEverySizeAndLength)
{
  Random random(1);
  for (const auto & region : itk::DeviceTesting::GetTestedRegions<TestFixture::Dimension>())
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    for (const unsigned int length : { 0, 1, 2, 3, 5, 7, 9, 12, 13, 16 })
    {
      itk::Size<TestFixture::Dimension> radius;
      radius.Fill(length);
      this->ExpectTheParentsResult(image, this->PickOperators(random, radius));
    }
  }
}

TYPED_TEST(CudaSeparableConvolution, IsThatOfTheParentForRandomCases)
{
  const unsigned int seed = itk::DeviceTesting::GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(60); ++round)
  {
    const auto                        region = itk::DeviceTesting::PickRegion<TestFixture::Dimension>(random, 40);
    const auto                        image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    itk::Size<TestFixture::Dimension> radius;
    for (unsigned int axis = 0; axis < TestFixture::Dimension; ++axis)
    {
      radius[axis] = Pick(random, 0, 3) == 0 ? 0 : Pick(random, 0, 15);
    }
    this->ExpectTheParentsResult(image, this->PickOperators(random, radius));
  }
}

TYPED_TEST(CudaSeparableConvolution, TakesOperatorsOfAnyLength)
{
  Random                            random(1);
  const auto                        image = this->MakeTestedImage();
  itk::Size<TestFixture::Dimension> radius{};
  radius[0] = 40;
  radius[1] = 270;
  this->ExpectTheParentsResult(image, this->PickOperators(random, radius));
}

TYPED_TEST(CudaSeparableConvolution, OfAPartIsACropOfTheWhole)
{
  Random     random(1);
  const auto image = this->MakeTestedImage();
  for (const unsigned int length : { 1, 2, 5, 14 })
  {
    itk::Size<TestFixture::Dimension> radius;
    radius.Fill(length);
    radius[TestFixture::Dimension - 1] = 2;
    const auto operators = this->PickOperators(random, radius);
    const auto whole = this->MakeFilter(image, operators);
    whole->Update();
    for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(20); ++round)
    {
      const auto part = itk::DeviceTesting::PickPart(random, image->GetBufferedRegion());
      const auto filter = this->MakeFilter(image, operators);
      filter->GetOutput()->SetRequestedRegion(part);
      filter->Update();
      ASSERT_EQ(filter->GetOutput()->GetBufferedRegion(), part);
      for (itk::SizeValueType i = 0; i < part.GetNumberOfPixels(); ++i)
      {
        const auto index = filter->GetOutput()->ComputeIndex(i);
        ASSERT_EQ(filter->GetOutput()->GetPixel(index), whole->GetOutput()->GetPixel(index)) << index << " of " << part;
      }
    }
  }
}

TYPED_TEST(CudaSeparableConvolution, StreamedIsTheWhole)
{
  Random                            random(1);
  const auto                        image = this->MakeTestedImage();
  itk::Size<TestFixture::Dimension> radius;
  radius.Fill(2);
  const auto operators = this->PickOperators(random, radius);
  const auto whole = this->MakeFilter(image, operators);
  whole->Update();
  for (const unsigned int divisions : { 2, 3, 100 })
  {
    const auto filter = this->MakeFilter(image, operators);
    using OutputType = typename TestFixture::OutputType;
    const auto streaming = itk::StreamingImageFilter<OutputType, OutputType>::New();
    streaming->SetNumberOfStreamDivisions(divisions);
    streaming->SetInput(filter->GetOutput());
    streaming->Update();
    EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(streaming->GetOutput(), whole->GetOutput()))
      << divisions << " divisions";
  }
}

TYPED_TEST(CudaSeparableConvolution, IsTheSameEveryTimeAndDoesNotChangeItsInput)
{
  Random                            random(1);
  const auto                        image = this->MakeTestedImage();
  const auto                        before = itk::DeviceTesting::Copy<TypeParam>(image.GetPointer());
  itk::Size<TestFixture::Dimension> radius;
  radius.Fill(3);
  const auto operators = this->PickOperators(random, radius);
  const auto first = this->MakeFilter(image, operators);
  const auto second = this->MakeFilter(image, operators);
  first->Update();
  second->Update();
  EXPECT_TRUE(HaveSamePixels<float>(first->GetOutput(), second->GetOutput()));
  EXPECT_TRUE(HaveSamePixels<typename TestFixture::PixelType>(image.GetPointer(), before.GetPointer()));
}

TEST(CudaSeparableConvolutionOfFloats, SpreadsNaNAndInfinityNoFurtherThanTheWindow)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  for (const unsigned int length : { 1, 3, 6, 12, 14 })
  {
    const auto image = ImageType::New();
    image->SetRegions(itk::Size<2>{ { 80, 70 } });
    image->Allocate();
    image->FillBuffer(1);
    image->SetPixel({ { 20, 40 } }, std::numeric_limits<float>::quiet_NaN());
    image->SetPixel({ { 60, 20 } }, std::numeric_limits<float>::infinity());
    const auto filter = itk::CudaSeparableConvolutionImageFilter<ImageType, ImageType>::New();
    filter->SetInput(image);
    Random random(1);
    filter->SetOperator(0, PickOperator<2>(random, 0, length));
    filter->SetOperator(1, PickOperator<2>(random, 1, length));
    filter->Update();
    const int reach = static_cast<int>(length);
    for (int y = 0; y < 70; ++y)
    {
      for (int x = 0; x < 80; ++x)
      {
        const bool reached = (std::abs(x - 20) <= reach && std::abs(y - 40) <= reach) ||
                             (std::abs(x - 60) <= reach && std::abs(y - 20) <= reach);
        ASSERT_EQ(std::isfinite(filter->GetOutput()->GetPixel({ { x, y } })), !reached) << x << ", " << y;
      }
    }
  }
}

TEST(CudaSeparableConvolutionOfIntegers, ToIntegersRunsOnTheParent)
{
  using ImageType = itk::DeviceImage<short, 2>;
  const auto filter = itk::CudaSeparableConvolutionImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(itk::Size<2>{ { 8, 9 } }, 1));
  Random random(1);
  filter->SetOperator(0, PickOperator<2>(random, 0, 1));
  filter->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
}

TEST(CudaSeparableConvolutionOnTheHost, IsThatOfTheParent)
{
  using ImageType = itk::DeviceImage<float, 3>;
  const auto image = MakeRandomImage<ImageType>(itk::Size<3>{ { 12, 9, 7 } }, 1);
  Random     random(1);
  const auto set = [operators =
                      std::vector{ PickOperator<3>(random, 0, 2), PickOperator<3>(random, 2, 3) }](auto * filter) {
    filter->SetOperator(0, operators[0]);
    filter->SetOperator(2, operators[1]);
  };
  const auto filter = itk::CudaSeparableConvolutionImageFilter<ImageType, ImageType>::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Never);
  filter->SetInput(image);
  set(filter.GetPointer());
  filter->Update();
  const auto expected =
    RunOnHost<itk::SeparableConvolutionImageFilter<FloatImage<3>, FloatImage<3>>, float, 3>(image, set);
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetOutput(), expected.GetPointer()));
}
