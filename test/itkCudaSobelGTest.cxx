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
#include "itkCudaGradientMagnitudeImageFilter.h"
#include "itkCudaMeanImageFilter.h"
#include "itkCudaSobelEdgeDetectionImageFilter.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include <limits>

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;
using itk::DeviceTesting::Types;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

template <typename TTypes>
class CudaSobel
  : public itk::DeviceTesting::CudaFilterTest<
      itk::CudaSobelEdgeDetectionImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
      itk::SobelEdgeDetectionDirectionImageFilter<typename TTypes::PlainInputImage, typename TTypes::PlainOutputImage>>
{
protected:
  static constexpr unsigned int Dimension = TTypes::Dimension;
  using PixelType = typename TTypes::InputPixelType;
  using InputType = typename TTypes::InputImage;

  static auto
  SetComputeDirection(bool computeDirection)
  {
    return [computeDirection](auto * filter) { filter->SetComputeDirection(computeDirection); };
  }

  /** How far a derivative may be from the parent's, for values of range R and u = 2^-24. In 2D a difference of pixels has
   * an error of u R, the sum of two of them 2 u R more, and the last sum, of at most 4 R, 4 u R: with weights, 4 + 2 + 4
   * = 10 u R, and the parent's rounding to float 4 u R. In 3D the weights add up to 22: differences have 22 u R, sums of
   * ends (2 R, six of them, thrice weighted) 20, of sides and middle (5 R, 12 R, ...) 22 each at three stages. Integers
   * are exact, as no sum is beyond 2^24. */
  static double
  GetDerivativeTolerance(const InputType * image)
  {
    if (std::is_integral_v<PixelType>)
    {
      return 0;
    }
    const auto [lowest, highest] = std::minmax_element(
      image->GetBufferPointer(), image->GetBufferPointer() + image->GetBufferedRegion().GetNumberOfPixels());
    const double range = static_cast<double>(*highest) - *lowest;
    return (Dimension == 2 ? 14 : 130) * std::ldexp(1.0, -24) * range;
  }

  /** Magnitudes: the derivatives' errors, together, and 4 roundings of the result, of squares, sum and root. Directions:
   * the error over the magnitude, and 4 roundings. */
  static void
  ExpectTheParentsResult(const InputType * image)
  {
    const auto filter = CudaSobel::RunOnDevice(image, SetComputeDirection(true));
    const auto parent = CudaSobel::ParentType::New();
    parent->SetInput(itk::DeviceTesting::Copy<typename TTypes::PlainInputImage>(image));
    parent->ComputeDirectionOn();
    parent->Update();

    const double tolerance = std::sqrt(double{ Dimension }) * GetDerivativeTolerance(image);
    const double largest = itk::DeviceTesting::GetLargestMagnitude<float, Dimension>(parent->GetOutput());
    EXPECT_TRUE(
      AreNear<Dimension>(filter->GetOutput(), parent->GetOutput(), tolerance + 4 * std::ldexp(1.0, -24) * largest));
    EXPECT_TRUE(itk::DeviceTesting::HaveSameGeometry<Dimension>(filter->GetDirectionOutput(), parent->GetOutput()));

    const float * const magnitudes = parent->GetOutput()->GetBufferPointer();
    const float * const expected = parent->GetDirectionOutput()->GetBufferPointer();
    const float * const actual = filter->GetDirectionOutput()->GetBufferPointer();
    for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      double difference = std::abs(static_cast<double>(actual[i]) - expected[i]);
      difference = std::min(difference, 2 * itk::Math::pi - difference);
      // In 3D the projection on two axes is shorter than the gradient, and nothing is said where it vanishes.
      const double error = Dimension == 2 || tolerance == 0 ? tolerance / std::max(magnitudes[i], 1e-30f) : 0.01;
      ASSERT_LE(difference, 1.6 * error + 4 * std::ldexp(itk::Math::pi, -24)) << i;
    }
  }
};

using TestedTypes = ::testing::Types<Types<float, float, 2>,
                                     Types<uint8_t, float, 2>,
                                     Types<int16_t, float, 2>,
                                     Types<float, float, 3>,
                                     Types<uint16_t, float, 3>>;
TYPED_TEST_SUITE(CudaSobel, TestedTypes, );

TYPED_TEST(CudaSobel, IsThatOfTheParentForEverySize)
{
  Random random(1);
  for (const auto & region : itk::DeviceTesting::GetTestedRegions<TestFixture::Dimension>())
  {
    this->ExpectTheParentsResult(MakeRandomImage<typename TestFixture::InputType>(region, random));
  }
}

TYPED_TEST(CudaSobel, IsThatOfTheParentForRandomSizes)
{
  const unsigned int seed = itk::DeviceTesting::GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(20); ++round)
  {
    const auto region = itk::DeviceTesting::PickRegion<TestFixture::Dimension>(random, 50);
    this->ExpectTheParentsResult(MakeRandomImage<typename TestFixture::InputType>(region, random));
  }
}

TYPED_TEST(CudaSobel, HasThePropertiesOfAFilter)
{
  const auto image = this->MakeTestedImage();
  Random     random(1);
  const auto make = [&] { return this->MakeFilter(image, this->SetComputeDirection(false)); };
  itk::DeviceTesting::ExpectAPartIsACropOfTheWhole(make, random);
  itk::DeviceTesting::ExpectStreamedIsTheWhole(make);
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

TYPED_TEST(CudaSobel, ComputesDirectionsOnlyWhenAsked)
{
  const auto image = this->MakeTestedImage();
  const auto plain = this->MakeFilter(image, this->SetComputeDirection(false));
  plain->Update();
  EXPECT_EQ(plain->GetDirectionOutput(), nullptr);
  const auto both = this->MakeFilter(image, this->SetComputeDirection(true));
  both->Update();
  EXPECT_TRUE(itk::DeviceTesting::HaveSamePixels<float>(both->GetOutput(), plain->GetOutput()));
  EXPECT_EQ(both->GetDirectionOutput()->GetBufferedRegion(), image->GetBufferedRegion());
  both->ComputeDirectionOff();
  EXPECT_EQ(both->GetDirectionOutput(), nullptr);
  both->Update();
  EXPECT_TRUE(itk::DeviceTesting::HaveSamePixels<float>(both->GetOutput(), plain->GetOutput()));
}

// Enough voxels that blocks walk through layers, 16 rows each, which they do without directions only.
TYPED_TEST(CudaSobel, OfLargeVolumesIsTheOneWithDirections)
{
  if constexpr (TestFixture::Dimension == 3)
  {
    Random random(1);
    for (const auto & region : { itk::DeviceTesting::MakeRegionOfSides<3>({ 12, 1041, 417 }),
                                 itk::DeviceTesting::MakeRegionOfSides<3>({ 13, 1041, 100 }),
                                 itk::DeviceTesting::MakeRegionOfSides<3>({ 132, 199, 600 }) })
    {
      const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
      const auto both = this->RunOnDevice(image, this->SetComputeDirection(true));
      const auto plain = this->RunOnDevice(image, this->SetComputeDirection(false));
      EXPECT_TRUE(itk::DeviceTesting::HaveSamePixels<float>(both->GetOutput(), plain->GetOutput()));
      itk::DeviceTesting::ExpectIsACrop(this->MakeFilter(image, this->SetComputeDirection(false)),
                                        itk::DeviceTesting::GetAlignedPart(region),
                                        both->GetOutput());
    }
  }
}

TYPED_TEST(CudaSobel, OfAConstantImageIsZero)
{
  const auto image = this->MakeTestedImage();
  image->FillBuffer(7);
  const auto filter = this->MakeFilter(image, this->SetComputeDirection(true));
  filter->Update();
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    ASSERT_EQ(filter->GetOutput()->GetBufferPointer()[i], 0.0f);
    ASSERT_EQ(filter->GetDirectionOutput()->GetBufferPointer()[i], 0.0f);
  }
}

TEST(CudaSobelOfPictures, IsThatOfTheParent)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<uint8_t, 2>;
  using OutputType = itk::DeviceImage<float, 2>;
  for (const char * const name : { "cameraman.png", "boat.png" })
  {
    const auto image = itk::ReadImage<ImageType>(itk::DeviceTesting::FindDataFolder() / name);
    const auto filter = itk::CudaSobelEdgeDetectionImageFilter<ImageType, OutputType>::New();
    filter->SetInput(image);
    filter->Update();
    const auto expected = RunOnHost<itk::SobelEdgeDetectionImageFilter<itk::Image<uint8_t, 2>, itk::Image<float, 2>>>(
      image.GetPointer(), [](auto *) {});
    // Squares and sums are integers below 2^24: only the root is rounded.
    EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetOutput(), expected.GetPointer())) << name;
  }
}

/** Mean, Sobel's direction and gradient magnitude of a picture, on the device, and on the CPU. */
TEST(CudaSobelOfPictures, ChainsWithOneUpload)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  const auto run = [](UseDevice useDevice) {
    const auto mean = itk::CudaMeanImageFilter<ImageType, ImageType>::New();
    mean->SetUseDevice(useDevice);
    mean->SetInput(itk::ReadImage<ImageType>(itk::DeviceTesting::FindDataFolder() / "cameraman.png"));
    mean->SetRadius(2);
    const auto sobel = itk::CudaSobelEdgeDetectionImageFilter<ImageType, ImageType>::New();
    sobel->SetUseDevice(useDevice);
    sobel->SetInput(mean->GetOutput());
    sobel->ComputeDirectionOn();
    const auto gradient = itk::CudaGradientMagnitudeImageFilter<ImageType, ImageType>::New();
    gradient->SetUseDevice(useDevice);
    gradient->SetInput(sobel->GetDirectionOutput());
    gradient->Update();
    const ImageType::Pointer output = gradient->GetOutput();
    output->DisconnectPipeline();
    return output;
  };
  const itk::DeviceTesting::TransferCounter counter;
  const auto                                actual = run(UseDevice::Always);
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 0u);
  const auto         expected = run(UseDevice::Never);
  itk::SizeValueType far = 0;
  for (itk::SizeValueType i = 0; i < expected->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    far += std::abs(actual->GetBufferPointer()[i] - expected->GetBufferPointer()[i]) > 1e-3;
  }
  // Where the gradient all but vanishes, or points to -pi and pi, directions may differ.
  EXPECT_LE(far, expected->GetBufferedRegion().GetNumberOfPixels() / 100);
}

TEST(CudaSobelOfFloats, SpreadsNaNAndInfinityAsFarAsItsCoefficients)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { 20, 20 } }, 1);
  const auto first = image->GetLargestPossibleRegion().GetIndex();
  image->SetPixel({ { first[0] + 5, first[1] + 9 } }, std::numeric_limits<float>::quiet_NaN());
  image->SetPixel({ { first[0] + 14, first[1] + 4 } }, std::numeric_limits<float>::infinity());
  const auto filter = itk::CudaSobelEdgeDetectionImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->Update();
  const auto isNextTo = [](int x, int y) { return std::max(std::abs(x), std::abs(y)) == 1; };
  for (int y = 0; y < 20; ++y)
  {
    for (int x = 0; x < 20; ++x)
    {
      const float result = filter->GetOutput()->GetPixel({ { first[0] + x, first[1] + y } });
      EXPECT_EQ(std::isnan(result), isNextTo(x - 5, y - 9)) << x << ", " << y;
      EXPECT_EQ(std::isinf(result), isNextTo(x - 14, y - 4)) << x << ", " << y;
    }
  }
}
