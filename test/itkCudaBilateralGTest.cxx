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
#include "itkBilateralTesting.h"
#include "itkCudaBilateralImageFilter.h"
#include "itkCudaFilterTesting.h"

using namespace itk::DeviceTesting;

template <typename TTypes>
class CudaBilateral
  : public CudaFilterTest<
      itk::CudaBilateralImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
      itk::BilateralImageFilter<typename TTypes::PlainInputImage, typename TTypes::PlainOutputImage>>
{
protected:
  using InputType = typename TTypes::InputImage;
  using PixelType = typename InputType::PixelType;
  using RegionType = typename InputType::RegionType;

  template <typename TSet>
  static void
  ExpectTheParentsResult(const InputType * image, const TSet & set)
  {
    const auto filter = CudaBilateral::RunOnDevice(image, set);
    const auto expected = CudaBilateral::RunOnHost(image, set);
    EXPECT_TRUE(HaveSameGeometry<TTypes::Dimension>(filter->GetOutput(), expected));
    EXPECT_TRUE(AreWithinUlps(ToImage(filter->GetOutput()), expected.GetPointer(), 0))
      << "of " << image->GetBufferedRegion().GetSize() << ", range sigma " << filter->GetRangeSigma() << ", "
      << filter->GetNumberOfRangeGaussianSamples() << " samples, domain sigma " << filter->GetDomainSigma()
      << ", radius " << filter->GetRadius();
  }

  /** Windows of a given radius, as far as the dimension has its sides. */
  static auto
  SetRadius(const std::array<unsigned int, 3> & sides, double rangeSigma, unsigned long samples = 100)
  {
    return [=](auto * filter) {
      itk::Size<TTypes::Dimension> radius;
      std::copy_n(sides.begin(), TTypes::Dimension, radius.begin());
      filter->AutomaticKernelSizeOff();
      filter->SetRadius(radius);
      filter->SetDomainSigma(0.4 * sides[0] + 1);
      filter->SetRangeSigma(rangeSigma);
      filter->SetNumberOfRangeGaussianSamples(samples);
    };
  }

private:
  static const itk::Image<PixelType, TTypes::Dimension> *
  ToImage(const itk::Image<PixelType, TTypes::Dimension> * image)
  {
    return image;
  }
};

using TestedTypes = ::testing::Types<Types<uint8_t, uint8_t, 2>,
                                     Types<int16_t, int16_t, 2>,
                                     Types<uint16_t, uint16_t, 2>,
                                     Types<float, float, 2>,
                                     Types<uint8_t, uint8_t, 3>,
                                     Types<int16_t, int16_t, 3>,
                                     Types<uint16_t, uint16_t, 3>,
                                     Types<float, float, 3>>;
TYPED_TEST_SUITE(CudaBilateral, TestedTypes, );

/** One pixel, sides of one pixel, images that tiles cover once and more, each smaller than some windows. */
TYPED_TEST(CudaBilateral, IsThatOfTheParentForEverySizeAndRadius)
{
  Random random(GetSeed(1));
  for (const auto & region : GetTestedRegions<TestFixture::Dimension>())
  {
    const auto image = MakeBilateralImage<typename TestFixture::InputType>(region, random);
    for (const auto & sides : { std::array{ 0u, 0u, 0u }, std::array{ 1u, 0u, 1u }, std::array{ 3u, 2u, 1u } })
    {
      this->ExpectTheParentsResult(image, this->SetRadius(sides, 50));
      this->ExpectTheParentsResult(image, this->SetRadius(sides, 30));
    }
  }
}

TYPED_TEST(CudaBilateral, IsThatOfTheParentForRandomCases)
{
  const unsigned int seed = GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  constexpr bool is2D = TestFixture::Dimension == 2;
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    const auto image = MakeBilateralImage<typename TestFixture::InputType>(
      PickRegion<TestFixture::Dimension>(random, is2D ? 160 : 24), random);
    const auto parameters = random;
    this->ExpectTheParentsResult(image, [&](auto * filter) {
      Random same = parameters;
      SetRandomBilateral(filter, same, is2D ? 6 : 3);
    });
    random.discard(100);
  }
}

/** Weights in the kernel's parameters and in memory, tiles in shared memory and none, few samples and many. */
TYPED_TEST(CudaBilateral, TakesAnyWindowAndAnySamples)
{
  // A sanitizer takes minutes for more.
  const bool isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  const auto region = isSlow ? MakeRegionOfSides<TestFixture::Dimension>({ 7, 5, 2 })
                             : MakeRegionOfSides<TestFixture::Dimension>({ 37, 21, 2 });
  Random     random(GetSeed(1));
  const auto image = MakeBilateralImage<typename TestFixture::InputType>(region, random);
  for (const double rangeSigma : isSlow ? std::vector{ 17.3 } : std::vector{ 50.0, 17.3 })
  {
    this->ExpectTheParentsResult(image, this->SetRadius({ 9, 8, isSlow ? 1u : 6u }, rangeSigma));
    this->ExpectTheParentsResult(image, this->SetRadius({ 31, isSlow ? 2u : 32u, 1 }, rangeSigma));
    this->ExpectTheParentsResult(image, this->SetRadius({ isSlow ? 2u : 40u, 120, 0 }, rangeSigma));
    this->ExpectTheParentsResult(image, this->SetRadius({ 5000, 0, 0 }, rangeSigma));
    for (const unsigned long samples : { 1ul, 127ul, 128ul, 1023ul, 5000ul, 100000ul })
    {
      this->ExpectTheParentsResult(image, this->SetRadius({ 2, 3, 1 }, rangeSigma, samples));
    }
  }
}

/** Weights that are all 0, infinite or NaN give what the division of sums gives. Of integers the parent's result is then
 * undefined. */
TEST(CudaBilateralOfDegenerateSigmas, IsThatOfTheParent)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  Random     random(GetSeed(1));
  const auto image = MakeBilateralImage<ImageType>(MakeRegionOfSides<2>({ 40, 30 }), random);
  for (const double sigma : { 0.0, -5.0, 1e-200, 1e-320, 1e300, HUGE_VAL })
  {
    const auto set = [&](auto * filter) {
      filter->AutomaticKernelSizeOff();
      filter->SetRangeSigma(sigma);
    };
    const auto filter = itk::CudaBilateralImageFilter<ImageType, ImageType>::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    set(filter.GetPointer());
    filter->Update();
    using PlainType = itk::Image<float, 2>;
    const auto        expected = RunOnHost<itk::BilateralImageFilter<PlainType, PlainType>>(image, set);
    const PlainType * actual = filter->GetOutput();
    EXPECT_TRUE(AreWithinUlps(actual, expected.GetPointer(), 0)) << sigma;
  }
}

TYPED_TEST(CudaBilateral, KeepsConstantImages)
{
  Random     random(GetSeed(1));
  const auto image = MakeImage<typename TestFixture::InputType>(
    MakeRegionOfSides<TestFixture::Dimension>({ 40, 30, 5 }), random, [](Random &) {
      return static_cast<typename TestFixture::PixelType>(64);
    });
  const auto set = this->SetRadius({ 3, 2, 1 }, 50);
  this->ExpectTheParentsResult(image, set);
  const auto filter = this->RunOnDevice(image, set);
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    // A sum of 64 times the weights is exactly that of them, times 64.
    ASSERT_EQ(filter->GetOutput()->GetBufferPointer()[i], 64);
  }
}

TYPED_TEST(CudaBilateral, HasThePropertiesOfAFilter)
{
  Random     random(GetSeed(1));
  const auto image =
    MakeRandomImage<typename TestFixture::InputType>(GetTestedRegions<TestFixture::Dimension>().back(), random);
  const auto make = [&] { return this->MakeFilter(image, this->SetRadius({ 4, 2, 1 }, 300)); };
  ExpectAPartIsACropOfTheWhole(make, random);
  ExpectStreamedIsTheWhole(make);
  ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

namespace
{
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsSmoothing()
{
  using DeviceImageType = itk::DeviceImage<TPixel, VDimension>;
  using ImageType = itk::Image<TPixel, VDimension>;
  ExpectTheParentsPixels<itk::CudaBilateralImageFilter<DeviceImageType, DeviceImageType>,
                         itk::BilateralImageFilter<ImageType, ImageType>>(
    [](auto * filter, Random & random) { SetRandomBilateral(filter, random, VDimension == 2 ? 4 : 2); });
}
} // namespace

TEST(CudaBilateralOfThePipeline, IsThatOfTheParent)
{
  ExpectTheParentsSmoothing<std::uint8_t, 2>();
  ExpectTheParentsSmoothing<std::int16_t, 3>();
  ExpectTheParentsSmoothing<std::uint16_t, 2>();
  ExpectTheParentsSmoothing<float, 2>();
  ExpectTheParentsSmoothing<float, 3>();
}

TEST(CudaBilateralOfThePipeline, RunsTheParentForManySamples)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  const auto filter = itk::CudaBilateralImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 5, 4 }), 1));
  filter->AutomaticKernelSizeOff();
  filter->SetNumberOfRangeGaussianSamples(1 << 20);
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
