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
#include "itkCudaSmoothingRecursiveGaussianImageFilter.h"
#include <utility>

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MakeRegionOfSides;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::Types;

namespace
{
template <typename TPixel, unsigned int VDimension>
double
GetRange(const itk::Image<TPixel, VDimension> * image)
{
  const auto ends = std::minmax_element(image->GetBufferPointer(),
                                        image->GetBufferPointer() + image->GetBufferedRegion().GetNumberOfPixels());
  return static_cast<double>(*ends.second) - static_cast<double>(*ends.first);
}

/** How far a result on the device may be from the parent's, for sigmas of at most 100 pixels.
 *
 * On every axis: some 20 rounding errors of 2^-24 of the range, of the chunk of a line, and one on both sides of
 * rounding to float. The largest that was ever seen in all is 3.6e-7 of the range. The next axes amplify errors by at
 * most 0.6 %, as the magnitudes of their coefficients add up to 1.006. */
template <typename TPixel, unsigned int VDimension>
double
GetTolerance(const itk::Image<TPixel, VDimension> * image)
{
  return VDimension * (1e-6 * GetRange(image) + std::ldexp(2.0, -24) * itk::DeviceTesting::GetLargestMagnitude(image));
}
} // namespace

template <typename TTypes>
using Gaussian =
  itk::CudaSmoothingRecursiveGaussianImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>;

template <typename TTypes>
using FloatParent =
  itk::SmoothingRecursiveGaussianImageFilter<typename TTypes::PlainInputImage, itk::Image<float, TTypes::Dimension>>;

template <typename TTypes>
class CudaSmoothingRecursiveGaussian : public itk::DeviceTesting::CudaFilterTest<Gaussian<TTypes>, FloatParent<TTypes>>
{
protected:
  static constexpr unsigned int Dimension = TTypes::Dimension;
  using InputType = typename TTypes::InputImage;
  using InputPixelType = typename TTypes::InputPixelType;
  using OutputPixelType = typename TTypes::OutputPixelType;

  /** `set(filter)` sets the parameters of a filter. The parent's result is truncated, where the output is of integers,
   * unless it is so near to an integer that its truncation is a matter of rounding errors. */
  template <typename TSet>
  static void
  ExpectTheParentsResult(const InputType * image, const TSet & set)
  {
    const auto   filter = CudaSmoothingRecursiveGaussian::RunOnDevice(image, set);
    const auto   expected = CudaSmoothingRecursiveGaussian::RunOnHost(image, set);
    const double tolerance = GetTolerance<InputPixelType, Dimension>(image);
    if constexpr (std::is_same_v<OutputPixelType, float>)
    {
      EXPECT_TRUE(AreNear<Dimension>(filter->GetOutput(), expected, tolerance));
    }
    else
    {
      const OutputPixelType * const actualPixels = filter->GetOutput()->GetBufferPointer();
      const float * const           expectedPixels = expected->GetBufferPointer();
      for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
      {
        if (std::abs(expectedPixels[i] - std::round(expectedPixels[i])) > tolerance)
        {
          ASSERT_EQ(actualPixels[i], static_cast<OutputPixelType>(static_cast<int>(expectedPixels[i])))
            << expectedPixels[i];
        }
        else
        {
          const auto nearest = std::lround(expectedPixels[i]);
          ASSERT_TRUE(actualPixels[i] == static_cast<OutputPixelType>(nearest - 1) ||
                      actualPixels[i] == static_cast<OutputPixelType>(nearest) ||
                      actualPixels[i] == static_cast<OutputPixelType>(nearest + 1))
            << +actualPixels[i] << " instead of " << expectedPixels[i];
        }
      }
    }
  }

  static typename InputType::Pointer
  MakeTestedImage()
  {
    return MakeRandomImage<InputType>(MakeRegionOfSides<Dimension>({ 137, 70, 5 }), 1);
  }

  static std::vector<itk::ImageRegion<Dimension>>
  GetTestedRegions()
  {
    std::vector<itk::ImageRegion<Dimension>> regions;
    for (const auto & sides : { std::initializer_list<itk::SizeValueType>{ 4, 4, 4 },
                                { 5, 31, 4 },
                                { 33, 32, 7 },
                                { 64, 40, 33 },
                                { 23, 35, 12 },
                                { 64, 60, 4 },
                                { 336, 48, 4 },
                                { 30, 352, 5 },
                                { 600, 5, 4 },
                                { 7, 1100, 5 },
                                { 5, 4, 530 } })
    {
      regions.push_back(MakeRegionOfSides<Dimension>(sides));
    }
    return regions;
  }
};

using TestedTypes = ::testing::Types<Types<float, float, 2>,
                                     Types<uint8_t, float, 2>,
                                     Types<uint16_t, uint16_t, 2>,
                                     Types<float, float, 3>,
                                     Types<int16_t, float, 3>,
                                     Types<uint8_t, uint8_t, 3>>;
TYPED_TEST_SUITE(CudaSmoothingRecursiveGaussian, TestedTypes, );

TYPED_TEST(CudaSmoothingRecursiveGaussian, IsThatOfTheParentForEverySizeAndSigma)
{
  const auto sigmas = itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER")
                        ? std::vector<double>{ 3.0 }
                        : std::vector<double>{ 0.5, 0.66168, 1.0, 3.0, 20.0, 100.0 };
  Random     random(1);
  for (const auto & region : TestFixture::GetTestedRegions())
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    image->SetSpacing(typename TestFixture::InputType::SpacingType(1.0));
    for (const double sigma : sigmas)
    {
      SCOPED_TRACE("sigma " + std::to_string(sigma));
      this->ExpectTheParentsResult(image, [sigma](auto * filter) { filter->SetSigma(sigma); });
    }
  }
}

TYPED_TEST(CudaSmoothingRecursiveGaussian, IsThatOfTheParentForMoreLayersThanAGridHasAlongAnAxis)
{
  const itk::SizeValueType layers = itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 70 : 70000;
  const auto               region = MakeRegionOfSides<TestFixture::Dimension>({ 4, layers, 5 });
  this->ExpectTheParentsResult(MakeRandomImage<typename TestFixture::InputType>(region, 2).GetPointer(),
                               [](auto * filter) { filter->SetSigma(2); });
}

TYPED_TEST(CudaSmoothingRecursiveGaussian, TakesEveryParameterOfTheParent)
{
  const auto image = this->MakeTestedImage(); // with a spacing that differs between axes
  this->ExpectTheParentsResult(image, [](auto *) {});
  this->ExpectTheParentsResult(image, [](auto * filter) {
    auto sigma = filter->GetSigmaArray();
    sigma.Fill(1.5);
    sigma[1] = 6;
    filter->SetSigmaArray(sigma);
  });
  this->ExpectTheParentsResult(image, [](auto * filter) {
    filter->SetSigma(2);
    filter->NormalizeAcrossScaleOn();
  });
}

TYPED_TEST(CudaSmoothingRecursiveGaussian, OfAConstantIsTheConstant)
{
  using PixelType = typename TestFixture::OutputPixelType;
  for (const double sigma : { 0.5, 3.0, 20.0, 300.0 })
  {
    const auto image = this->MakeTestedImage();
    image->FillBuffer(77);
    const auto filter = this->MakeFilter(image, [sigma](auto * gaussian) { gaussian->SetSigma(sigma); });
    filter->Update();
    const PixelType * const pixels = filter->GetOutput()->GetBufferPointer();
    EXPECT_TRUE(std::all_of(pixels,
                            pixels + image->GetBufferedRegion().GetNumberOfPixels(),
                            [](PixelType pixel) { return pixel == static_cast<PixelType>(77); }))
      << "sigma " << sigma;
  }
}

TYPED_TEST(CudaSmoothingRecursiveGaussian, OfAnImpulseAndOfAStepIsThatOfTheParent)
{
  const auto set = [](auto * filter) { filter->SetSigma(4); };
  const auto image = this->MakeTestedImage();
  const auto number = image->GetBufferedRegion().GetNumberOfPixels();
  image->FillBuffer(0);
  image->GetBufferPointer()[number / 2] = 200;
  this->ExpectTheParentsResult(image, set);
  std::fill_n(image->GetBufferPointer(), number / 2, static_cast<typename TestFixture::InputPixelType>(200));
  image->Modified();
  this->ExpectTheParentsResult(image, set);
}

TYPED_TEST(CudaSmoothingRecursiveGaussian, ComputesTheWholeImageWhateverIsRequested)
{
  const auto set = [](auto * filter) { filter->SetSigma(3); };
  const auto image = this->MakeTestedImage();
  const auto whole = this->MakeFilter(image, set);
  whole->Update();
  Random     random(1);
  const auto part = this->MakeFilter(image, set);
  part->GetOutput()->SetRequestedRegion(itk::DeviceTesting::PickPart(random, image->GetBufferedRegion()));
  part->Update();
  EXPECT_TRUE(HaveSamePixels<typename TestFixture::OutputPixelType>(part->GetOutput(), whole->GetOutput()));

  itk::DeviceTesting::ExpectStreamedIsTheWhole([&] { return this->MakeFilter(image, set); }, { 3 });
}

TYPED_TEST(CudaSmoothingRecursiveGaussian, OfTheFlippedImageIsFlipped)
{
  const auto   image = this->MakeTestedImage();
  const double tolerance = 2 * GetTolerance<typename TestFixture::InputPixelType, TestFixture::Dimension>(image) +
                           (std::is_same_v<typename TestFixture::OutputPixelType, float> ? 0 : 1);
  const auto makeFor = [&](const auto * input) {
    return this->MakeFilter(input, [](auto * gaussian) { gaussian->SetSigma(5); });
  };
  itk::DeviceTesting::ExpectTheFlippedImageToBeFlipped(image.GetPointer(), makeFor, tolerance);
}

TYPED_TEST(CudaSmoothingRecursiveGaussian, IsTheSameEveryTimeAndDoesNotChangeItsInput)
{
  const auto image = this->MakeTestedImage();
  bool       isInPlace = false;
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), [&] {
    const auto filter = this->MakeFilter(image, [](auto * gaussian) { gaussian->SetSigma(3); });
    filter->SetInPlace(std::exchange(isInPlace, true));
    return filter;
  });
}
