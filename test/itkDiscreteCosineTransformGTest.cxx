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
#include "itkDiscreteCosineTransformImageFilter.h"
#include "itkInverseDiscreteCosineTransformImageFilter.h"
#include "itkTransformTesting.h"
#include <cmath>
#include <limits>

using namespace itk::DeviceTesting;

namespace
{
template <typename TReal, unsigned int VDimension>
struct Case
{
  using Image = itk::Image<TReal, VDimension>;
  using Forward = itk::DiscreteCosineTransformImageFilter<Image>;
  using Inverse = itk::InverseDiscreteCosineTransformImageFilter<Image>;
};

template <typename TCase>
class DiscreteCosineTransformOf : public ::testing::Test
{};

using Cases = ::testing::Types<Case<float, 2>, Case<double, 2>, Case<float, 3>, Case<double, 3>>;
TYPED_TEST_SUITE(DiscreteCosineTransformOf, Cases);

/** Lengths for the FFT and for sums, odd and even, among them primes and 1. */
const std::vector<itk::SizeValueType> Sides{ 1, 2, 3, 4, 5, 7, 8, 9, 11, 14, 15, 16, 22, 31, 25, 33 };
} // namespace

TYPED_TEST(DiscreteCosineTransformOf, AnySizeIsTheSumOfItsDefinition)
{
  using Image = typename TypeParam::Image;
  using Pixel = typename Image::PixelType;
  using Reference = itk::Image<double, Image::ImageDimension>;
  for (const auto & region : ListRegions<Image::ImageDimension>(Sides))
  {
    const auto image = MakeRandomImage<Image>(region, 1);
    const auto expected = Copy<Reference>(image.GetPointer());
    for (unsigned int axis = 0; axis < Image::ImageDimension; ++axis)
    {
      ChangeLines(expected.GetPointer(), axis, region, SumCosines);
    }
    const auto actual = Copy<Reference>(Filter(TypeParam::Forward::New().GetPointer(), image).GetPointer());
    // Each axis rounds what it stores by half a unit, of values that the norm bounds.
    const double tolerance = 4 * Image::ImageDimension * std::numeric_limits<Pixel>::epsilon() *
                             std::sqrt(GetEnergy(expected.GetPointer()) + 1e-300);
    EXPECT_TRUE(AreWithin(actual.GetPointer(), expected.GetPointer(), tolerance)) << region;
  }
}

TYPED_TEST(DiscreteCosineTransformOf, AnySizeKeepsTheEnergyAndHasAnInverse)
{
  using Image = typename TypeParam::Image;
  auto sides = Sides;
  if (Image::ImageDimension == 2)
  {
    sides.insert(sides.end(), { 486, 509, 254, 512 });
  }
  for (const auto & region : ListRegions<Image::ImageDimension>(sides))
  {
    const auto   image = MakeRandomImage<Image>(region, 2);
    const auto   coefficients = Filter(TypeParam::Forward::New().GetPointer(), image);
    const double energy = GetEnergy(image.GetPointer());
    EXPECT_NEAR(GetEnergy(coefficients.GetPointer()), energy, 1e-6 * energy) << region;
    const auto back = Filter(TypeParam::Inverse::New().GetPointer(), coefficients);
    EXPECT_TRUE(HaveSameGeometry<Image::ImageDimension>(back, image));
    // 1e-5 of the range, which is 2500.
    EXPECT_TRUE(AreWithin(back.GetPointer(), image.GetPointer(), 2500 * 1e-5)) << region;
  }
}

TEST(DiscreteCosineTransform, OfAConstantIsOneCoefficient)
{
  using Bytes = itk::Image<std::uint8_t, 2>;
  using Reals = itk::Image<float, 2>;
  for (const itk::Size<2> size : { itk::Size<2>{ { 20, 45 } }, itk::Size<2>{ { 13, 77 } } })
  {
    const auto image = Bytes::New();
    image->SetRegions(size);
    image->Allocate();
    image->FillBuffer(200);
    const auto   actual = Filter(itk::DiscreteCosineTransformImageFilter<Bytes, Reals>::New().GetPointer(), image);
    const double mean = 200 * std::sqrt(static_cast<double>(size[0] * size[1]));
    EXPECT_NEAR(actual->GetPixel({ { 0, 0 } }), mean, 1e-6 * mean);
    actual->SetPixel({ { 0, 0 } }, 0);
    EXPECT_LT(std::sqrt(GetEnergy(actual.GetPointer())), 1e-6 * mean);
  }
}

TEST(DiscreteCosineTransform, OfOneBasisFunctionIsOneCoefficient)
{
  using Image = itk::Image<float, 2>;
  for (const itk::Size<2> size : { itk::Size<2>{ { 24, 30 } }, itk::Size<2>{ { 13, 14 } } })
  {
    const auto coefficients = Image::New();
    coefficients->SetRegions(size);
    coefficients->Allocate(true);
    coefficients->SetPixel({ { 5, 12 } }, 1);
    const auto image = Filter(itk::InverseDiscreteCosineTransformImageFilter<Image>::New().GetPointer(), coefficients);
    for (itk::ImageRegionConstIteratorWithIndex<Image> it(image, size); !it.IsAtEnd(); ++it)
    {
      double expected = 2 / std::sqrt(static_cast<double>(size[0] * size[1]));
      for (const int axis : { 0, 1 })
      {
        expected *= std::cos(std::acos(-1.0) * (2 * static_cast<double>(it.GetIndex()[axis]) + 1) *
                             (axis == 0 ? 5 : 12) / (2 * static_cast<double>(size[axis])));
      }
      ASSERT_NEAR(it.Get(), expected, 1e-7) << it.GetIndex();
    }
  }
}

TEST(DiscreteCosineTransform, IsOfTheWholeImageByAnyNumberOfThreads)
{
  using Image = itk::Image<float, 3>;
  const auto image = MakeRandomImage<Image>(Image::RegionType({ { 2, -3, 4 } }, { { 40, 37, 33 } }), 3);
  ExpectAWholeImageFilter(image.GetPointer(), itk::DiscreteCosineTransformImageFilter<Image>::New().GetPointer());
  ExpectAWholeImageFilter(image.GetPointer(),
                          itk::InverseDiscreteCosineTransformImageFilter<Image>::New().GetPointer());
}
