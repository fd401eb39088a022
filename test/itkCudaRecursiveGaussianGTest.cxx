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
#include "SmoothingRecursiveGaussian/RecursiveGaussianCore.h"
#include "itkCudaFilterTesting.h"
#include "itkCudaGradientMagnitudeRecursiveGaussianImageFilter.h"
#include "itkCudaLaplacianRecursiveGaussianImageFilter.h"
#include "itkCudaRecursiveGaussianImageFilter.h"
#include "itkGradientMagnitudeRecursiveGaussianImageFilter.h"
#include "itkLaplacianRecursiveGaussianImageFilter.h"

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MakeRegionOfSides;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::Types;

namespace
{
/** What pixels before rounding may differ by, on each axis that is filtered: some 20 rounding errors of 2^-24 of the range,
 * and those of the pixels themselves, on both sides. */
template <typename TImage>
double
GetTolerance(const TImage * image)
{
  const auto ends = std::minmax_element(image->GetBufferPointer(),
                                        image->GetBufferPointer() + image->GetBufferedRegion().GetNumberOfPixels());
  return 1e-6 * (static_cast<double>(*ends.second) - static_cast<double>(*ends.first)) +
         std::ldexp(2.0, -24) * itk::DeviceTesting::GetLargestMagnitude(image);
}

/** By how much a filter amplifies rounding errors: a derivative by pixel is multiplied by `scale`. */
double
GetWeight(double sigma, int order, double scale)
{
  return itk::device::GetWeightOfSections(itk::device::MakeRecursiveGaussian(sigma, order, scale));
}

template <typename TTypes>
typename TTypes::InputImage::Pointer
MakeTestedImage(Random & random)
{
  itk::Size<TTypes::Dimension> size;
  for (auto & side : size)
  {
    side = Pick(random, 4, TTypes::Dimension == 2 ? 150 : 50);
  }
  size[Pick(random, 0, TTypes::Dimension - 1)] = Pick(random, 4, 700);
  return MakeRandomImage<typename TTypes::InputImage>(itk::ImageRegion<TTypes::Dimension>({ { -3, 5 } }, size), random);
}
} // namespace

template <typename TTypes>
class CudaRecursiveGaussian
  : public itk::DeviceTesting::CudaFilterTest<
      itk::CudaRecursiveGaussianImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
      itk::RecursiveGaussianImageFilter<typename TTypes::PlainInputImage, itk::Image<float, TTypes::Dimension>>>
{};

using TestedTypes = ::testing::Types<Types<float, float, 2>,
                                     Types<uint8_t, float, 2>,
                                     Types<uint16_t, float, 2>,
                                     Types<float, float, 3>,
                                     Types<int16_t, float, 3>>;
TYPED_TEST_SUITE(CudaRecursiveGaussian, TestedTypes, );

TYPED_TEST(CudaRecursiveGaussian, IsThatOfTheParentOfEveryOrderAlongEveryAxis)
{
  Random random(1);
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(4); ++round)
  {
    const auto image = MakeTestedImage<TypeParam>(random);
    for (const int order : { 0, 1, 2 })
    {
      for (unsigned int axis = 0; axis < TypeParam::Dimension; ++axis)
      {
        const double spacing = image->GetSpacing()[axis];
        const double sigma = spacing * Pick(random, 5, 10 << Pick(random, 0, 6)) / 10.0;
        const bool   isNormalized = Pick(random, 0, 1) == 1;
        const auto   set = [&](auto * filter) {
          filter->SetOrder(static_cast<itk::GaussianOrderEnum>(order));
          filter->SetDirection(axis);
          filter->SetSigma(sigma);
          filter->SetNormalizeAcrossScale(isNormalized);
        };
        SCOPED_TRACE("order " + std::to_string(order) + ", axis " + std::to_string(axis) + ", sigma " +
                     std::to_string(sigma));
        const auto   filter = this->RunOnDevice(image, set);
        const auto   expected = this->RunOnHost(image, set);
        const double scale = isNormalized ? std::pow(sigma, order) : 1;
        EXPECT_TRUE(AreNear<TypeParam::Dimension>(
          filter->GetOutput(), expected, GetTolerance(image.GetPointer()) * GetWeight(sigma / spacing, order, scale)));
      }
    }
  }
}

// Blocks take segments of them.
TYPED_TEST(CudaRecursiveGaussian, IsThatOfTheParentOfLongLines)
{
  for (unsigned int axis = 0; axis < TypeParam::Dimension; ++axis)
  {
    auto size = itk::Size<TypeParam::Dimension>::Filled(20);
    size[axis] = 1500;
    const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::ImageRegion<TypeParam::Dimension>(size), 3);
    const auto set = [&](auto * filter) {
      filter->SetDirection(axis);
      filter->SetSigma(5);
    };
    const auto filter = this->RunOnDevice(image, set);
    EXPECT_TRUE(AreNear<TypeParam::Dimension>(
      filter->GetOutput(), this->RunOnHost(image, set), GetTolerance(image.GetPointer()) * GetWeight(5, 0, 1)));
  }
}

TYPED_TEST(CudaRecursiveGaussian, ComputesAPartAsTheWhole)
{
  Random     random(2);
  const auto image = MakeTestedImage<TypeParam>(random);
  const auto make = [&] {
    return this->MakeFilter(image, [](auto * filter) {
      filter->SetFirstOrder();
      filter->SetDirection(1);
      filter->SetSigma(8);
    });
  };
  const auto whole = make();
  whole->Update();
  const auto part = make();
  part->GetOutput()->SetRequestedRegion(itk::DeviceTesting::PickPart(random, image->GetBufferedRegion()));
  part->Update();
  const auto region = part->GetOutput()->GetBufferedRegion();
  EXPECT_EQ(region.GetSize(1), image->GetBufferedRegion().GetSize(1));
  for (itk::SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i)
  {
    const auto index = part->GetOutput()->ComputeIndex(i);
    ASSERT_EQ(part->GetOutput()->GetPixel(index), whole->GetOutput()->GetPixel(index)) << index;
  }
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

TYPED_TEST(CudaRecursiveGaussian, RefusesWhatTheParentDoes)
{
  const auto image =
    MakeRandomImage<typename TypeParam::InputImage>(MakeRegionOfSides<TypeParam::Dimension>({ 9, 3, 9 }), 1);
  EXPECT_THROW(this->RunOnDevice(image, [](auto * filter) { filter->SetDirection(1); }), itk::ExceptionObject);
  EXPECT_THROW(this->RunOnDevice(image, [](auto * filter) { filter->SetSigma(0); }), itk::ExceptionObject);
  EXPECT_THROW(this->RunOnDevice(image, [](auto * filter) { filter->SetDirection(3); }), itk::ExceptionObject);
  const auto filter = TestFixture::FilterType::New();
  filter->SetInput(image);
  filter->SetFirstOrder();
  filter->SetSigma(0.1 * image->GetSpacing()[0]);
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
}

namespace
{
template <template <typename, typename> class TFilter, template <typename, typename> class TParent, int VOrder>
struct Filters
{
  template <typename TTypes>
  using Filter = TFilter<typename TTypes::InputImage, typename TTypes::OutputImage>;
  template <typename TTypes>
  using Parent = TParent<typename TTypes::PlainInputImage, itk::Image<float, TTypes::Dimension>>;
  static constexpr int Order = VOrder;
};
using GradientMagnitude = Filters<itk::CudaGradientMagnitudeRecursiveGaussianImageFilter,
                                  itk::GradientMagnitudeRecursiveGaussianImageFilter,
                                  1>;
using Laplacian =
  Filters<itk::CudaLaplacianRecursiveGaussianImageFilter, itk::LaplacianRecursiveGaussianImageFilter, 2>;

template <typename TFilters, typename TTypes>
struct FiltersOfTypes : TTypes
{
  using Filter = typename TFilters::template Filter<TTypes>;
  using Parent = typename TFilters::template Parent<TTypes>;
  static constexpr int Order = TFilters::Order;
};
} // namespace

template <typename TTypes>
class CudaRecursiveGaussianDerivatives
  : public itk::DeviceTesting::CudaFilterTest<typename TTypes::Filter, typename TTypes::Parent>
{};

using TestedFilters = ::testing::Types<FiltersOfTypes<GradientMagnitude, Types<float, float, 2>>,
                                       FiltersOfTypes<GradientMagnitude, Types<uint8_t, float, 2>>,
                                       FiltersOfTypes<GradientMagnitude, Types<float, float, 3>>,
                                       FiltersOfTypes<GradientMagnitude, Types<int16_t, float, 3>>,
                                       FiltersOfTypes<Laplacian, Types<float, float, 2>>,
                                       FiltersOfTypes<Laplacian, Types<uint16_t, float, 2>>,
                                       FiltersOfTypes<Laplacian, Types<float, float, 3>>,
                                       FiltersOfTypes<Laplacian, Types<uint8_t, float, 3>>>;
TYPED_TEST_SUITE(CudaRecursiveGaussianDerivatives, TestedFilters, );

// One derivative is of VDimension axes. Of the vector's length no error is larger than the sum of those of its components.
TYPED_TEST(CudaRecursiveGaussianDerivatives, AreThoseOfTheParent)
{
  Random random(1);
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(6); ++round)
  {
    const auto   image = MakeTestedImage<TypeParam>(random);
    const double sigma =
      0.5 * image->GetSpacing().GetVnlVector().max_value() * Pick(random, 10, 10 << Pick(random, 0, 5)) / 10.0;
    const bool isNormalized = Pick(random, 0, 1) == 1;
    const auto set = [&](auto * filter) {
      filter->SetSigma(sigma);
      filter->SetNormalizeAcrossScale(isNormalized);
    };
    SCOPED_TRACE("sigma " + std::to_string(sigma));
    double weight = 0;
    for (const double spacing : image->GetSpacing())
    {
      weight +=
        TypeParam::Dimension *
        GetWeight(sigma / spacing, TypeParam::Order, std::pow((isNormalized ? sigma : 1) / spacing, TypeParam::Order));
    }
    const auto filter = this->RunOnDevice(image, set);
    EXPECT_TRUE(AreNear<TypeParam::Dimension>(
      filter->GetOutput(), this->RunOnHost(image, set), GetTolerance(image.GetPointer()) * weight));
  }
}

TYPED_TEST(CudaRecursiveGaussianDerivatives, AreOfTheWholeImageWhateverIsRequested)
{
  Random     random(2);
  const auto image = MakeTestedImage<TypeParam>(random);
  const auto make = [&] { return this->MakeFilter(image, [](auto * filter) { filter->SetSigma(5); }); };
  const auto whole = make();
  whole->Update();
  const auto part = make();
  part->GetOutput()->SetRequestedRegion(itk::DeviceTesting::PickPart(random, image->GetBufferedRegion()));
  part->Update();
  EXPECT_TRUE(HaveSamePixels<float>(part->GetOutput(), whole->GetOutput()));
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

TYPED_TEST(CudaRecursiveGaussianDerivatives, AreNotOfShortSidesNorOfNoSigma)
{
  const auto image =
    MakeRandomImage<typename TypeParam::InputImage>(MakeRegionOfSides<TypeParam::Dimension>({ 9, 3, 9 }), 1);
  EXPECT_THROW(this->RunOnDevice(image, [](auto * filter) { filter->SetSigma(5); }), itk::ExceptionObject);
  Random     random(3);
  const auto large = MakeTestedImage<TypeParam>(random);
  EXPECT_THROW(this->RunOnDevice(large, [](auto * filter) { filter->SetSigma(0); }), itk::ExceptionObject);
  const auto filter = TestFixture::FilterType::New();
  filter->SetInput(large);
  filter->SetSigma(1e-2);
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
