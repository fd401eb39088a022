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
#include "itkCudaMeanTesting.h"
#include <limits>

using itk::DeviceTesting::CountUlps;
using itk::DeviceTesting::MakeImage;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;
using itk::DeviceTesting::Types;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

template <typename TTypes>
class CudaMean : public itk::DeviceTesting::CudaMeanTest<TTypes>
{};

using TestedTypes = ::testing::Types<Types<float, float, 2>,
                                     Types<uint8_t, uint8_t, 2>,
                                     Types<uint16_t, uint16_t, 2>,
                                     Types<int16_t, int16_t, 2>,
                                     Types<uint8_t, float, 2>,
                                     Types<int16_t, float, 2>,
                                     Types<float, float, 3>,
                                     Types<uint16_t, uint16_t, 3>,
                                     Types<int16_t, int16_t, 3>>;
TYPED_TEST_SUITE(CudaMean, TestedTypes, );

TYPED_TEST(CudaMean, IsThatOfTheParentForEverySizeAndRadius)
{
  Random random(1);
  for (const auto & region : itk::DeviceTesting::GetTestedRegions<TestFixture::Dimension>())
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    for (const unsigned int side : { 0, 1, 2, 3, 4, 5, 6, 7, 8, 12 })
    {
      typename TestFixture::RadiusType radius;
      radius.Fill(TestFixture::Dimension == 2 ? side : side / 2);
      this->ExpectTheParentsResult(image, radius);
    }
  }
}

TYPED_TEST(CudaMean, IsThatOfTheParentForRandomCases)
{
  const unsigned int seed = itk::DeviceTesting::GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(40); ++round)
  {
    const auto                       region = itk::DeviceTesting::PickRegion<TestFixture::Dimension>(random, 40);
    const auto                       image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    typename TestFixture::RadiusType radius;
    for (unsigned int axis = 0; axis < TestFixture::Dimension; ++axis)
    {
      radius[axis] = Pick(random, 0, 3) == 0 ? 0 : Pick(random, 0, 24 / TestFixture::Dimension);
    }
    this->ExpectTheParentsResult(image, radius);
  }
}

/** Wide images make several strips, and tall ones several segments. */
TYPED_TEST(CudaMean, IsThatOfTheParentForManyStripsAndSegments)
{
  constexpr bool                    is2D = TestFixture::Dimension == 2;
  Random                            random(1);
  itk::Size<TestFixture::Dimension> size;
  size.Fill(3);
  size[0] = 1100;
  size[1] = is2D ? 70 : 20;
  auto image = MakeRandomImage<typename TestFixture::InputType>(size, random);
  for (const unsigned int side : { 1, 3, 6 })
  {
    typename TestFixture::RadiusType radius;
    radius.Fill(is2D ? side : 1);
    this->ExpectTheParentsResult(image, radius);
  }
  std::swap(size[0], size[1]);
  image = MakeRandomImage<typename TestFixture::InputType>(size, random);
  typename TestFixture::RadiusType radius;
  radius.Fill(is2D ? 5 : 1);
  this->ExpectTheParentsResult(image, radius);
}

/** Threads take 16 bytes at a time of small windows, aligned or not: of the whole, and of parts with and without neighbours. */
TYPED_TEST(CudaMean, IsThatOfTheParentForRowsOfAnyLength)
{
  Random                            random(1);
  typename TestFixture::RadiusType  radius;
  itk::Size<TestFixture::Dimension> size;
  radius.Fill(TestFixture::Dimension == 2 ? 1 : 0);
  radius[0] = radius[1] = 1;
  size.Fill(2);
  std::vector sides{ std::array{ 16, 1 }, std::array{ 1104, 37 }, std::array{ 512, 64 }, std::array{ 1021, 37 } };
  for (int i = 0; i < 34; ++i)
  {
    sides.push_back({ 1 + i, 9 });
    sides.push_back({ 8190 + i, 9 });
  }
  for (const auto & [width, height] : sides)
  {
    size[0] = width;
    size[1] = height;
    const auto image = MakeRandomImage<typename TestFixture::InputType>(size, random);
    this->ExpectTheParentsResult(image, radius);
    if (height > 30)
    {
      this->ExpectPartsAreThoseOfTheWhole(image, radius, { 64, 30, 2 }, { { 0, 0, 0 }, { 48, 3, 0 }, { 7, 1, 0 } });
      this->ExpectPartsAreThoseOfTheWhole(image, radius, { 61, 30, 2 }, { { 0, 0, 0 }, { 49, 3, 0 }, { 6, 1, 0 } });
    }
  }
}

/** Of windows that reach far beyond the image, and past what one pass takes, what fits in shared memory and what 32 bits
 * hold. */
TYPED_TEST(CudaMean, TakesAnyRadius)
{
  typename TestFixture::RadiusType radius;
  for (const auto & sides : { std::array{ 250, 2 }, std::array{ 2, 250 }, std::array{ 60, 60 }, std::array{ 190, 0 } })
  {
    itk::Size<TestFixture::Dimension> size;
    size.Fill(2);
    size[0] = 9;
    size[1] = 13;
    radius.Fill(1);
    radius[0] = sides[0];
    radius[1] = sides[1];
    this->ExpectTheParentsResult(MakeRandomImage<typename TestFixture::InputType>(size, 1), radius);
  }
  itk::Size<TestFixture::Dimension> size;
  size.Fill(2);
  radius.Fill(0);
  radius[0] = 150;
  radius[TestFixture::Dimension - 1] = 150;
  this->ExpectTheParentsResult(MakeRandomImage<typename TestFixture::InputType>(size, 1), radius);
}

TYPED_TEST(CudaMean, OfAPartIsACropOfTheWhole)
{
  const auto image = this->MakeTestedImage();
  Random     random(1);
  for (const unsigned int side : { 1, 2, 5 })
  {
    typename TestFixture::RadiusType radius;
    radius.Fill(side);
    itk::DeviceTesting::ExpectAPartIsACropOfTheWhole([&] { return this->MakeFilter(image, this->SetRadius(radius)); },
                                                     random);
  }
}

TYPED_TEST(CudaMean, HasThePropertiesOfAFilter)
{
  const auto                       image = this->MakeTestedImage();
  typename TestFixture::RadiusType radius;
  radius.Fill(5);
  radius[1] = 2;
  const auto make = [&] { return this->MakeFilter(image, this->SetRadius(radius)); };
  itk::DeviceTesting::ExpectStreamedIsTheWhole(make);
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

namespace
{
using FloatImage = itk::DeviceImage<float, 2>;
using FloatFilter = itk::CudaMeanImageFilter<FloatImage, FloatImage>;
using FloatParent = itk::MeanImageFilter<itk::Image<float, 2>, itk::Image<float, 2>>;

FloatImage::Pointer
RunOnDevice(const FloatImage * image, const itk::Size<2> & radius)
{
  const auto filter = FloatFilter::New();
  filter->SetUseDevice(UseDevice::Always);
  filter->SetInput(image);
  filter->SetRadius(radius);
  filter->Update();
  return filter->GetOutput();
}

} // namespace

TEST(CudaMeanOfFloats, SpreadsNaNAndInfinityNoFurtherThanTheWindow)
{
  ITK_REQUIRE_DEVICE();
  Random random(1);
  for (const unsigned int side : { 1, 3, 4, 6, 12, 14 })
  {
    const auto image = MakeRandomImage<FloatImage>(itk::Size<2>{ { 80, 70 } }, random);
    image->SetPixel({ { 20, 40 } }, std::numeric_limits<float>::quiet_NaN());
    image->SetPixel({ { 60, 20 } }, std::numeric_limits<float>::infinity());
    image->SetPixel({ { 40, 55 } }, -std::numeric_limits<float>::infinity());
    const itk::Size<2> radius{ { side, side } };
    const auto         actual = RunOnDevice(image, radius);
    const auto expected = RunOnHost<FloatParent>(image.GetPointer(), [&](auto * parent) { parent->SetRadius(radius); });
    for (itk::SizeValueType i = 0; i < 80 * 70; ++i)
    {
      const float a = actual->GetBufferPointer()[i];
      const float e = expected->GetBufferPointer()[i];
      ASSERT_TRUE(a == e || (std::isnan(a) && std::isnan(e))) << i << ": " << a << " instead of " << e;
    }
  }
}

/** A pixel of 1e30 takes all that others have to say out of a sum in double; without subtraction, of its own windows'
 * sums alone. */
TEST(CudaMeanOfFloats, IsThatOfTheParentBesideExtremePixels)
{
  ITK_REQUIRE_DEVICE();
  Random     random(1);
  const auto image = MakeRandomImage<FloatImage>(itk::Size<2>{ { 130, 120 } }, random);
  for (const auto & index : { itk::Index<2>{ { 30, 40 } }, itk::Index<2>{ { 100, 41 } }, itk::Index<2>{ { 64, 99 } } })
  {
    image->SetPixel(index, index[0] == 100 ? -3e38f : 1e30f);
  }
  for (const unsigned int side : { 1, 3, 4, 9, 12 })
  {
    const itk::Size<2> radius{ { side, side } };
    const auto         actual = RunOnDevice(image, radius);
    const auto expected = RunOnHost<FloatParent>(image.GetPointer(), [&](auto * parent) { parent->SetRadius(radius); });
    for (itk::SizeValueType i = 0; i < 130 * 120; ++i)
    {
      const float a = actual->GetBufferPointer()[i];
      const float e = expected->GetBufferPointer()[i];
      // Sums that hold an extreme pixel are inexact, and may be rounded to either of two neighbours.
      ASSERT_LE(a == e ? 0 : CountUlps(a, e), std::abs(e) < 1e20f ? 0 : 1) << i << ": " << a << " instead of " << e;
    }
  }
}

/** Any floats: both sums are within 1.01 (n - 1) 2^-53 S of the exact one, S being the sum of the magnitudes, and their
 * quotients are rounded to float. All but a few are the same. */
TEST(CudaMeanOfFloats, IsWithinTheRoundingOfSumsInDouble)
{
  ITK_REQUIRE_DEVICE();
  Random     random(1);
  const auto image = MakeImage<FloatImage>(itk::Size<2>{ { 200, 150 } }, random, [](Random & generator) {
    const float mantissa = static_cast<float>(generator()) - 2147483648.0f;
    return std::ldexp(mantissa, static_cast<int>(generator() % 100) - 80);
  });
  const auto magnitudes = FloatImage::New();
  magnitudes->SetRegions(image->GetLargestPossibleRegion());
  magnitudes->Allocate();
  for (itk::SizeValueType i = 0; i < 200 * 150; ++i)
  {
    magnitudes->GetBufferPointer()[i] = std::abs(image->GetBufferPointer()[i]);
  }
  itk::SizeValueType different = 0;
  for (const unsigned int side : { 1, 3, 4, 12 })
  {
    const itk::Size<2> radius{ { side, side } };
    const auto         setRadius = [&](auto * parent) { parent->SetRadius(radius); };
    const auto         actual = RunOnDevice(image, radius);
    const auto         expected = RunOnHost<FloatParent>(image.GetPointer(), setRadius);
    const auto         meanMagnitudes = RunOnHost<FloatParent>(magnitudes.GetPointer(), setRadius);
    const double       pixels = std::pow(2.0 * side + 1, 2);
    for (itk::SizeValueType i = 0; i < 200 * 150; ++i)
    {
      const float  a = actual->GetBufferPointer()[i];
      const float  e = expected->GetBufferPointer()[i];
      const double bound = 2.03 * (pixels - 1) * std::ldexp(1.0, -53) * meanMagnitudes->GetBufferPointer()[i];
      const double oneFloat = std::nextafter(std::abs(e), std::numeric_limits<float>::infinity()) - std::abs(e);
      ASSERT_LE(std::abs(static_cast<double>(a) - e), bound + oneFloat);
      different += a != e;
    }
  }
  RecordProperty("different", std::to_string(different));
  EXPECT_LE(different, 200 * 150 * 4 / 1000);
}

TEST(CudaMeanOfOtherTypes, RunsOnTheParent)
{
  using ImageType = itk::DeviceImage<double, 2>;
  const auto filter = itk::CudaMeanImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(itk::Size<2>{ { 8, 9 } }, 1));
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
}

TEST(CudaMeanOnTheHost, IsThatOfTheParent)
{
  using ImageType = itk::DeviceImage<uint16_t, 3>;
  using PlainImage = itk::Image<uint16_t, 3>;
  itk::DeviceTesting::ExpectTheParentsResultOnTheHost<itk::CudaMeanImageFilter<ImageType, ImageType>,
                                                      itk::MeanImageFilter<PlainImage, PlainImage>>(
    MakeRandomImage<ImageType>(itk::Size<3>{ { 12, 9, 7 } }, 1),
    [](auto * filter) { filter->SetRadius({ { 2, 1, 3 } }); });
}
