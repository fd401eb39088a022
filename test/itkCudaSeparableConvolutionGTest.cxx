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
#include <limits>
#include <utility>

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::GetTolerance;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickOperator;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::Types;

template <typename TTypes>
class CudaSeparableConvolution
  : public itk::DeviceTesting::CudaFilterTest<
      itk::CudaSeparableConvolutionImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
      itk::SeparableConvolutionImageFilter<typename TTypes::PlainInputImage, typename TTypes::PlainOutputImage>>
{
protected:
  static constexpr unsigned int Dimension = TTypes::Dimension;
  using InputType = typename TTypes::InputImage;
  using Operators = std::vector<itk::Neighborhood<double, Dimension>>;

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

  static auto
  SetOperators(const Operators & operators)
  {
    return [operators](auto * filter) {
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        filter->SetOperator(axis, operators[axis]);
      }
    };
  }

  static void
  ExpectTheParentsResult(const InputType * image, const Operators & operators)
  {
    const auto         filter = CudaSeparableConvolution::RunOnDevice(image, SetOperators(operators));
    const auto         expected = CudaSeparableConvolution::RunOnHost(image, SetOperators(operators));
    itk::SizeValueType coefficients = 0;
    for (const auto & neighborhood : operators)
    {
      coefficients += neighborhood.Size();
    }
    const double magnitude = itk::DeviceTesting::GetLargestMagnitude<typename TTypes::InputPixelType, Dimension>(image);
    const double tolerance = GetTolerance(coefficients, Dimension, magnitude);
    EXPECT_TRUE(AreNear<Dimension>(filter->GetOutput(), expected, tolerance)) << "radius " << filter->GetRadius();
  }
};

using TestedTypes =
  ::testing::Types<Types<float, float, 2>, Types<uint8_t, float, 2>, Types<float, float, 3>, Types<int16_t, float, 3>>;
TYPED_TEST_SUITE(CudaSeparableConvolution, TestedTypes, );

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

TYPED_TEST(CudaSeparableConvolution, IsThatOfTheParentForShortOperatorsOfAnotherLengthAlongTheLastAxis)
{
  Random                            random(1);
  itk::Size<TestFixture::Dimension> size;
  size.Fill(70);
  size[0] = 150;
  const auto image = MakeRandomImage<typename TestFixture::InputType>(size, random);
  for (const unsigned int length : { 1, 2, 3, 4 })
  {
    for (const unsigned int last : { 1, 2, 3, 4 })
    {
      auto radius = itk::Size<TestFixture::Dimension>::Filled(length);
      radius[TestFixture::Dimension - 1] = last;
      this->ExpectTheParentsResult(image, this->PickOperators(random, radius));
    }
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
    const auto set = this->SetOperators(this->PickOperators(random, radius));
    itk::DeviceTesting::ExpectAPartIsACropOfTheWhole([&] { return this->MakeFilter(image, set); }, random);
  }
}

TYPED_TEST(CudaSeparableConvolution, StreamedIsTheWhole)
{
  Random                            random(1);
  const auto                        image = this->MakeTestedImage();
  itk::Size<TestFixture::Dimension> radius;
  radius.Fill(2);
  const auto set = this->SetOperators(this->PickOperators(random, radius));
  itk::DeviceTesting::ExpectStreamedIsTheWhole([&] { return this->MakeFilter(image, set); });
}

TYPED_TEST(CudaSeparableConvolution, IsTheSameEveryTimeAndDoesNotChangeItsInput)
{
  Random                            random(1);
  const auto                        image = this->MakeTestedImage();
  itk::Size<TestFixture::Dimension> radius;
  radius.Fill(3);
  const auto set = this->SetOperators(this->PickOperators(random, radius));
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(),
                                                                [&] { return this->MakeFilter(image, set); });
}

/** Of so many voxels that blocks fill the device, each of which walks through layers with all axes at once. */
template <typename TTypes>
class CudaSeparableConvolutionOfVolumes : public CudaSeparableConvolution<TTypes>
{};

using TypesOfVolumes = ::testing::
  Types<Types<float, float, 3>, Types<uint8_t, float, 3>, Types<int16_t, float, 3>, Types<uint16_t, float, 3>>;
TYPED_TEST_SUITE(CudaSeparableConvolutionOfVolumes, TypesOfVolumes, );

/** Of each radius with a kernel of its own, and of the next one, which has none; blocks of 32 layers. Parts begin at quads of
 * voxels, or elsewhere, where longer ones take the axes one after the other. */
TYPED_TEST(CudaSeparableConvolutionOfVolumes, IsThatOfTheParentAndOfEachPart)
{
  Random     random(1);
  const auto region = itk::DeviceTesting::MakeRegionOfSides<3>({ 32, 543, 142 });
  const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
  const bool isShort = itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  for (const unsigned int length : isShort ? std::vector{ 2u, 5u } : std::vector{ 1u, 2u, 3u, 4u, 5u, 6u })
  {
    const auto operators = this->PickOperators(random, itk::Size<3>::Filled(length));
    this->ExpectTheParentsResult(image, operators);
    const auto set = this->SetOperators(operators);
    const auto whole = this->RunOnDevice(image, set);
    auto       part = itk::DeviceTesting::GetAlignedPart(region);
    itk::DeviceTesting::ExpectIsACrop(this->MakeFilter(image, set), part, whole->GetOutput());
    part.SetIndex(0, part.GetIndex(0) - 1);
    itk::DeviceTesting::ExpectIsACrop(this->MakeFilter(image, set), part, whole->GetOutput());
  }
}

/** Of several blocks along all axes, the last of which are cut; rows are of whole 16 bytes of any type, or not of all. */
TYPED_TEST(CudaSeparableConvolutionOfVolumes, OfSeveralBlocksIsThatOfTheParent)
{
  Random random(1);
  for (const auto & [width, length] : { std::pair{ 268u, 3u }, { 272u, 3u }, { 272u, 5u } })
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(itk::Size<3>{ { width, 67, 302 } }, 1);
    this->ExpectTheParentsResult(image, this->PickOperators(random, itk::Size<3>::Filled(length)));
  }
  for (const unsigned int width : { 7u, 269u })
  {
    const auto rows = MakeRandomImage<typename TestFixture::InputType>(itk::Size<3>{ { width, 541, 66 } }, 1);
    for (const unsigned int length : { 1, 2 })
    {
      this->ExpectTheParentsResult(rows, this->PickOperators(random, itk::Size<3>::Filled(length)));
    }
  }
}

/** Of so many that tiles of twice the rows are taken, of 16 bits, or of any type and the largest radius; rows as above. */
TYPED_TEST(CudaSeparableConvolutionOfVolumes, OfManyLayersIsThatOfTheParent)
{
  Random      random(1);
  std::vector cases{ std::pair{ 20u, 3u }, { 32u, 4u }, { 32u, 5u } };
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    cases.insert(cases.end(), { { 32u, 3u }, { 20u, 5u } });
  }
  for (const auto & [width, length] : cases)
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(itk::Size<3>{ { width, 1041, 500 } }, 1);
    this->ExpectTheParentsResult(image, this->PickOperators(random, itk::Size<3>::Filled(length)));
  }
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
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
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
  using PlainImage = itk::Image<float, 3>;
  itk::DeviceTesting::ExpectTheParentsResultOnTheHost<itk::CudaSeparableConvolutionImageFilter<ImageType, ImageType>,
                                                      itk::SeparableConvolutionImageFilter<PlainImage, PlainImage>>(
    image, set);
}
