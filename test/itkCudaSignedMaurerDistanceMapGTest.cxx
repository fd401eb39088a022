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
#include "itkCudaSignedMaurerDistanceMapImageFilter.h"
#include <functional>

using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::IsSwitchedOn;
using itk::DeviceTesting::MakeImage;
using itk::DeviceTesting::MakeRegionOfSides;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickPart;
using itk::DeviceTesting::PickRegion;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::Types;

template <typename TTypes>
using DistanceMap =
  itk::CudaSignedMaurerDistanceMapImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>;

template <typename TTypes>
using DistanceMapParent =
  itk::SignedMaurerDistanceMapImageFilter<typename TTypes::PlainInputImage, itk::Image<float, TTypes::Dimension>>;

template <typename TTypes>
class CudaSignedMaurerDistanceMap
  : public itk::DeviceTesting::CudaFilterTest<DistanceMap<TTypes>, DistanceMapParent<TTypes>>
{
protected:
  static constexpr unsigned int Dimension = TTypes::Dimension;
  using InputType = typename TTypes::InputImage;
  using PixelType = typename TTypes::InputPixelType;
  using RegionType = typename InputType::RegionType;
  using IndexType = typename InputType::IndexType;

  /** Background is 3; every other pixel is a random one. `isInside(index)` is of an index that begins at 0. */
  static typename InputType::Pointer
  MakeObject(const RegionType & region, Random & random, const std::function<bool(const IndexType &)> & isInside)
  {
    itk::SizeValueType i = 0;
    return MakeImage<InputType>(region, random, [&](Random & r) {
      IndexType          index;
      itk::SizeValueType rest = i++;
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        index[axis] = static_cast<itk::IndexValueType>(rest % region.GetSize(axis));
        rest /= region.GetSize(axis);
      }
      return static_cast<PixelType>(isInside(index) ? Pick(r, 4, 100) : 3);
    });
  }

  static typename InputType::Pointer
  MakeNoise(const RegionType & region, Random & random, unsigned int perThousand)
  {
    return MakeObject(region, random, [&](const IndexType &) { return Pick(random, 0, 999) < perThousand; });
  }

  static void
  ExpectTheParentsResult(const InputType * image, unsigned int switches)
  {
    const auto set = [switches](auto * filter) {
      filter->SetBackgroundValue(3);
      filter->SetSquaredDistance(switches & 1);
      filter->SetInsideIsPositive(switches & 2);
      filter->SetUseImageSpacing(switches & 4);
    };
    SCOPED_TRACE("switches " + std::to_string(switches));
    const auto filter = CudaSignedMaurerDistanceMap::RunOnDevice(image, set);
    const auto expected = CudaSignedMaurerDistanceMap::RunOnHost(image, set);
    ASSERT_TRUE((AreSame<float, Dimension>(filter->GetOutput(), expected.GetPointer())))
      << image->GetBufferedRegion() << image->GetSpacing();
  }
};

using TestedTypes = ::testing::Types<Types<uint8_t, float, 2>,
                                     Types<uint16_t, float, 2>,
                                     Types<float, float, 2>,
                                     Types<uint8_t, float, 3>,
                                     Types<int16_t, float, 3>,
                                     Types<float, float, 3>>;
TYPED_TEST_SUITE(CudaSignedMaurerDistanceMap, TestedTypes, );

TYPED_TEST(CudaSignedMaurerDistanceMap, IsThatOfTheParentForNoiseOfEveryDensity)
{
  Random random(1);
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(40); ++round)
  {
    const unsigned int densities[]{ 0, 1, 10, 100, 500, 900, 990, 999, 1000 };
    const auto         image =
      this->MakeNoise(PickRegion<TestFixture::Dimension>(random, TestFixture::Dimension == 2 ? 200 : 60),
                      random,
                      densities[Pick(random, 0, std::size(densities) - 1)]);
    this->ExpectTheParentsResult(image, Pick(random, 0, 7));
  }
}

TYPED_TEST(CudaSignedMaurerDistanceMap, IsThatOfTheParentForEveryShapeAndSize)
{
  using IndexType = typename TestFixture::IndexType;
  Random random(2);
  auto   regions = itk::DeviceTesting::GetTestedRegions<TestFixture::Dimension>();
  using Sides = std::vector<std::array<itk::SizeValueType, 3>>;
  const Sides few{ { 2100, 3, 2 }, { 2, 5, 700 }, { 190, 190, 2 } };
  // Squares above 2^24, which float rounds, and as many lines as are scanned one a warp.
  const Sides many{
    { 2100, 3, 2 }, { 2, 5, 700 }, { 6000, 30, 2 }, { 30, 6000, 2 }, { 40000, 9, 1 }, { 190, 190, 10 }
  };
  for (const auto & sides : IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? few : many)
  {
    regions.push_back(MakeRegionOfSides<TestFixture::Dimension>({ sides[0], sides[1], sides[2] }));
  }
  for (const auto & region : regions)
  {
    IndexType middle;
    for (unsigned int axis = 0; axis < TestFixture::Dimension; ++axis)
    {
      middle[axis] = static_cast<itk::IndexValueType>(region.GetSize(axis) / 2);
    }
    const std::function<bool(const IndexType &)> shapes[]{
      [&](const IndexType & index) { return index == middle; },
      [&](const IndexType & index) { return index != middle; },
      [](const IndexType & index) { return index == IndexType{}; },
      [](const IndexType & index) { return (index[0] + index[1]) % 2 == 0; },
      [](const IndexType & index) { return index[1] % 40 > 5; },
      [&](const IndexType & index) {
        double                                   square = 0;
        for (unsigned int axis = 0; axis < TestFixture::Dimension; ++axis)
        {
          square += itk::Math::sqr((index[axis] - middle[axis]) / (0.4 * region.GetSize(axis)));
        }
        return square < 1;
      }
    };
    for (const auto & shape : shapes)
    {
      this->ExpectTheParentsResult(this->MakeObject(region, random, shape), Pick(random, 0, 7));
    }
  }
}

TYPED_TEST(CudaSignedMaurerDistanceMap, ComputesTheWholeImageWhateverIsRequested)
{
  Random     random(3);
  const auto image = this->MakeNoise(MakeRegionOfSides<TestFixture::Dimension>({ 60, 50, 9 }), random, 20);
  const auto set = [](auto * filter) { filter->SetBackgroundValue(3); };
  const auto expected = this->RunOnHost(image, set);
  const auto part = this->MakeFilter(image, set);
  part->GetOutput()->SetRequestedRegion(PickPart(random, image->GetBufferedRegion()));
  part->Update();
  EXPECT_TRUE((AreSame<float, TestFixture::Dimension>(part->GetOutput(), expected.GetPointer())));
  itk::DeviceTesting::ExpectStreamedIsTheWhole([&] { return this->MakeFilter(image, set); }, { 3 });
}

TYPED_TEST(CudaSignedMaurerDistanceMap, IsTheSameEveryTimeAndDoesNotChangeItsInput)
{
  Random     random(4);
  const auto image = this->MakeNoise(MakeRegionOfSides<TestFixture::Dimension>({ 160, 90, 12 }), random, 100);
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(
    image.GetPointer(), [&] { return this->MakeFilter(image, [](auto * filter) { filter->SetBackgroundValue(3); }); });
}

TYPED_TEST(CudaSignedMaurerDistanceMap, OfASpacingThatIsTooSmallIsTheParentsAlone)
{
  Random     random(5);
  const auto image = this->MakeNoise(MakeRegionOfSides<TestFixture::Dimension>({ 9, 8, 7 }), random, 100);
  typename TestFixture::InputType::SpacingType spacing(1.0);
  spacing[1] = 1e-20;
  image->SetSpacing(spacing);
  const auto filter = DistanceMap<TypeParam>::New();
  filter->SetInput(image);
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
