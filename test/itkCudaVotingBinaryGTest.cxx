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
#include "itkCudaComponentsTesting.h"
#include "itkCudaVotingBinaryImageFilter.h"

using namespace itk::DeviceTesting;

template <typename TTypes>
class CudaVotingBinary
  : public CudaFilterTest<
      itk::CudaVotingBinaryImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
      itk::VotingBinaryImageFilter<typename TTypes::PlainInputImage, typename TTypes::PlainOutputImage>>
{
protected:
  using InputType = typename TTypes::InputImage;
  using PixelType = typename InputType::PixelType;
  using RadiusType = itk::Size<TTypes::Dimension>;

  /** Thresholds that about half of the windows of half-full images reach. */
  static auto
  SetVote(const RadiusType & radius, Random & random)
  {
    unsigned int pixels = 1;
    for (const auto side : radius)
    {
      pixels *= 2 * static_cast<unsigned int>(side) + 1;
    }
    const auto pick = [&] { return Pick(random, 0, 3) == 0 ? Pick(random, 0, pixels + 1) : pixels / 2; };
    const auto birth = pick();
    const auto survival = pick();
    return [=](auto * filter) {
      filter->SetRadius(radius);
      filter->SetForegroundValue(2);
      filter->SetBackgroundValue(1);
      filter->SetBirthThreshold(birth);
      filter->SetSurvivalThreshold(survival);
    };
  }

  static void
  ExpectTheParentsResult(const InputType * image, const RadiusType & radius, Random & random)
  {
    const auto set = SetVote(radius, random);
    const auto filter = CudaVotingBinary::RunOnDevice(image, set);
    const auto expected = CudaVotingBinary::RunOnHost(image, set);
    EXPECT_TRUE(AreSame<PixelType>(filter->GetOutput(), expected.GetPointer()))
      << "radius " << radius << ", " << image->GetBufferedRegion().GetSize();
  }

  /** Foreground, background, and here and there another pixel. */
  static typename InputType::Pointer
  MakeVoters(const itk::ImageRegion<TTypes::Dimension> & region, Random & random)
  {
    const auto image = MakeBinaryImage<InputType>(region, random, 2, 1);
    if (Pick(random, 0, 1) == 0)
    {
      for (itk::SizeValueType i = 0; i < region.GetNumberOfPixels(); i += Pick(random, 1, 30))
      {
        image->GetBufferPointer()[i] = 7;
      }
    }
    return image;
  }
};

using TestedTypes = ::testing::Types<Types<uint8_t, uint8_t, 2>,
                                     Types<int16_t, int16_t, 2>,
                                     Types<uint16_t, uint16_t, 2>,
                                     Types<uint8_t, uint8_t, 3>,
                                     Types<int16_t, int16_t, 3>,
                                     Types<uint16_t, uint16_t, 3>>;
TYPED_TEST_SUITE(CudaVotingBinary, TestedTypes, );

TYPED_TEST(CudaVotingBinary, IsThatOfTheParentForEverySizeAndRadius)
{
  Random random(GetSeed(1));
  for (const auto & region : GetTestedRegions<TestFixture::Dimension>())
  {
    for (const unsigned int side : { 0, 1, 2, 3, 7, 16 })
    {
      typename TestFixture::RadiusType radius;
      radius.Fill(TestFixture::Dimension == 2 ? side : side / 2);
      this->ExpectTheParentsResult(this->MakeVoters(region, random), radius, random);
    }
  }
}

TYPED_TEST(CudaVotingBinary, IsThatOfTheParentForRandomCases)
{
  const unsigned int seed = GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    const auto                       region = PickComponentsRegion<TestFixture::Dimension>(random);
    typename TestFixture::RadiusType radius;
    for (auto & side : radius)
    {
      side = Pick(random, 0, 3) == 0 ? 0 : Pick(random, 0, TestFixture::Dimension == 2 ? 12 : 4);
    }
    this->ExpectTheParentsResult(this->MakeVoters(region, random), radius, random);
  }
}

/** Of windows that reach far beyond the image, whose slices have more pixels than 16 bits count. */
TYPED_TEST(CudaVotingBinary, TakesAnyRadius)
{
  Random                           random(GetSeed(1));
  typename TestFixture::RadiusType radius;
  for (const auto & sides :
       { std::array{ 250, 2 }, std::array{ 2, 250 }, std::array{ 60, 60 }, std::array{ 130, 130 } })
  {
    radius.Fill(1);
    radius[0] = sides[0];
    radius[1] = sides[1];
    this->ExpectTheParentsResult(
      this->MakeVoters(MakeRegionOfSides<TestFixture::Dimension>({ 9, 13, 2 }), random), radius, random);
  }
}

/** Images that a block, a segment or a word does not cover, and columns in several segments. */
TYPED_TEST(CudaVotingBinary, IsThatOfTheParentForManyStripsAndSegments)
{
  Random                           random(GetSeed(1));
  typename TestFixture::RadiusType radius;
  radius.Fill(2);
  for (const auto & sides :
       { std::initializer_list<itk::SizeValueType>{ 1100, 70, 3 }, { 70, 1100, 3 }, { 33, 5, 200 }, { 2000, 300, 1 } })
  {
    this->ExpectTheParentsResult(
      this->MakeVoters(MakeRegionOfSides<TestFixture::Dimension>(sides), random), radius, random);
  }
}

TYPED_TEST(CudaVotingBinary, HasThePropertiesOfAFilter)
{
  Random                           random(GetSeed(1));
  typename TestFixture::RadiusType radius;
  radius.Fill(5);
  radius[1] = 2;
  const auto image = this->MakeVoters(GetTestedRegions<TestFixture::Dimension>().back(), random);
  const auto set = this->SetVote(radius, random);
  const auto make = [&] { return this->MakeFilter(image, set); };
  ExpectAPartIsACropOfTheWhole(make, random);
  ExpectStreamedIsTheWhole(make);
  ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

namespace
{
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsVote()
{
  using DeviceImageType = itk::DeviceImage<TPixel, VDimension>;
  using ImageType = itk::Image<TPixel, VDimension>;
  ParentComparisonSettings settings;
  settings.lowestPixel = 0;
  settings.highestPixel = 3;
  ExpectTheParentsPixels<itk::CudaVotingBinaryImageFilter<DeviceImageType, DeviceImageType>,
                         itk::VotingBinaryImageFilter<ImageType, ImageType>>(
    [](auto * filter, Random & random) {
      itk::Size<VDimension> radius;
      unsigned int          pixels = 1;
      for (auto & side : radius)
      {
        side = Pick(random, 0, VDimension == 2 ? 6 : 3);
        pixels *= 2 * static_cast<unsigned int>(side) + 1;
      }
      filter->SetRadius(radius);
      filter->SetForegroundValue(static_cast<TPixel>(Pick(random, 0, 3)));
      filter->SetBackgroundValue(static_cast<TPixel>(Pick(random, 0, 3)));
      filter->SetBirthThreshold(Pick(random, 0, pixels / 2));
      filter->SetSurvivalThreshold(Pick(random, 0, pixels / 2));
    },
    1,
    settings);
}
} // namespace

TEST(CudaVotingBinaryOfThePipeline, IsThatOfTheParent)
{
  ExpectTheParentsVote<std::uint8_t, 2>();
  ExpectTheParentsVote<std::int16_t, 3>();
  ExpectTheParentsVote<std::uint16_t, 2>();
}

TEST(CudaVotingBinaryOfThePipeline, RunsTheParentForWindowsOf32Bits)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<std::uint8_t, 2>;
  struct Filter : itk::CudaVotingBinaryImageFilter<ImageType, ImageType>
  {
    using itk::CudaVotingBinaryImageFilter<ImageType, ImageType>::HasKernel;
  };
  const itk::SmartPointer<Filter> filter = new Filter;
  filter->UnRegister();
  filter->SetRadius({ { 32768, 32767 } }); // 2^32 - 1 pixels
  EXPECT_TRUE(filter->HasKernel());
  filter->SetRadius({ { 32768, 32768 } });
  EXPECT_FALSE(filter->HasKernel());
  filter->SetRadius({ { 0, 0x80000000u } });
  EXPECT_FALSE(filter->HasKernel());
}
