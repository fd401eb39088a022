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
#include "itkConstantBoundaryCondition.h"
#include "itkCudaDiscreteGaussianImageFilter.h"
#include "itkCudaSeparableConvolutionForTesting.h"

using itk::DeviceTesting::AreNear;
using itk::DeviceTesting::GetTolerance;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::Types;

template <typename TTypes>
class CudaDiscreteGaussian
  : public itk::DeviceTesting::CudaFilterTest<
      itk::CudaDiscreteGaussianImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
      itk::DiscreteGaussianImageFilter<typename TTypes::PlainInputImage, typename TTypes::PlainOutputImage>>
{
protected:
  using InputType = typename TTypes::InputImage;

  // Of all axes: the widest kernel that the tests below ask for has 37.
  static constexpr itk::SizeValueType MostCoefficients = 3 * 37;

  static double
  GetToleranceOf(const InputType * image)
  {
    const double magnitude =
      itk::DeviceTesting::GetLargestMagnitude<typename TTypes::InputPixelType, TTypes::Dimension>(image);
    return GetTolerance(MostCoefficients, TTypes::Dimension, magnitude);
  }

  /** `set(filter)` sets the parameters of a filter. */
  template <typename TSet>
  static void
  ExpectTheParentsResult(const InputType * image, const TSet & set)
  {
    const auto filter = CudaDiscreteGaussian::RunOnDevice(image, set);
    const auto expected = CudaDiscreteGaussian::RunOnHost(image, set);
    EXPECT_TRUE(AreNear<TTypes::Dimension>(filter->GetOutput(), expected, GetToleranceOf(image)));
  }
};

using TestedTypes =
  ::testing::Types<Types<float, float, 2>, Types<uint16_t, float, 2>, Types<float, float, 3>, Types<uint8_t, float, 3>>;
TYPED_TEST_SUITE(CudaDiscreteGaussian, TestedTypes, );

TYPED_TEST(CudaDiscreteGaussian, IsThatOfTheParentForEverySizeAndVariance)
{
  Random random(1);
  for (const auto & region : itk::DeviceTesting::GetTestedRegions<TestFixture::Dimension>())
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    for (const double variance : { 0.0, 0.3, 1.0, 1.96, 4.0, 12.0, 30.0 })
    {
      SCOPED_TRACE("variance " + std::to_string(variance));
      this->ExpectTheParentsResult(image, [variance](auto * filter) {
        filter->SetVariance(variance);
        filter->UseImageSpacingOff();
      });
    }
  }
}

TYPED_TEST(CudaDiscreteGaussian, TakesEveryParameterOfTheParent)
{
  using ArrayType = itk::FixedArray<double, TestFixture::Dimension>;
  const auto image = this->MakeTestedImage();
  this->ExpectTheParentsResult(image, [](auto *) {});
  this->ExpectTheParentsResult(image, [](auto * filter) { filter->SetVariance(2.5); });
  this->ExpectTheParentsResult(image, [](auto * filter) { filter->SetSigma(1.3); });
  this->ExpectTheParentsResult(image, [](auto * filter) {
    ArrayType variance;
    variance.Fill(1.5);
    variance[1] = 6;
    filter->SetVariance(variance);
    filter->UseImageSpacingOff();
  });
  this->ExpectTheParentsResult(image, [](auto * filter) {
    ArrayType error;
    error.Fill(0.1);
    error[0] = 0.001;
    filter->SetVariance(3.0);
    filter->SetMaximumError(error);
    filter->UseImageSpacingOff();
  });
  itk::Object::GlobalWarningDisplayOff(); // that the kernel is truncated
  this->ExpectTheParentsResult(image, [](auto * filter) {
    filter->SetVariance(9.0);
    filter->SetMaximumKernelWidth(5);
    filter->UseImageSpacingOff();
  });
  itk::Object::GlobalWarningDisplayOn();
  for (unsigned int dimensions = 0; dimensions <= TestFixture::Dimension; ++dimensions)
  {
    SCOPED_TRACE("FilterDimensionality " + std::to_string(dimensions));
    this->ExpectTheParentsResult(image, [dimensions](auto * filter) {
      filter->SetVariance(2.0);
      filter->SetFilterDimensionality(dimensions);
    });
  }
}

TYPED_TEST(CudaDiscreteGaussian, OfAPartIsACropOfTheWholeAndStreamedIsTheWhole)
{
  const auto image = this->MakeTestedImage();
  const auto make = [&] { return this->MakeFilter(image, [](auto * filter) { filter->SetVariance(2.0); }); };
  Random     random(1);
  itk::DeviceTesting::ExpectAPartIsACropOfTheWhole(make, random);
  itk::DeviceTesting::ExpectStreamedIsTheWhole(make, { 2, 5 });
}

TYPED_TEST(CudaDiscreteGaussian, OfAConstantIsTheConstant)
{
  const auto image = this->MakeTestedImage();
  const auto constant = static_cast<typename TestFixture::InputPixelType>(77);
  image->FillBuffer(constant);
  const auto filter = this->MakeFilter(image, [](auto * gaussian) {
    gaussian->SetVariance(3.0);
    gaussian->UseImageSpacingOff();
  });
  filter->Update();
  const auto * const pixels = filter->GetOutput()->GetBufferPointer();
  const double       tolerance = GetTolerance(TestFixture::MostCoefficients, TestFixture::Dimension, constant);
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    ASSERT_NEAR(pixels[i], constant, tolerance);
  }
}

TYPED_TEST(CudaDiscreteGaussian, OfTheFlippedImageIsFlipped)
{
  const auto image = this->MakeTestedImage();
  const auto makeFor = [&](const auto * input) {
    return this->MakeFilter(input, [](auto * gaussian) { gaussian->SetVariance(3.0); });
  };
  itk::DeviceTesting::ExpectTheFlippedImageToBeFlipped(image.GetPointer(), makeFor, 2 * this->GetToleranceOf(image));
}

TYPED_TEST(CudaDiscreteGaussian, IsTheSameEveryTimeAndDoesNotChangeItsInput)
{
  const auto image = this->MakeTestedImage();
  itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(
    image.GetPointer(), [&] { return this->MakeFilter(image, [](auto * gaussian) { gaussian->SetVariance(3.0); }); });
}

TYPED_TEST(CudaDiscreteGaussian, ThrowsForBadArguments)
{
  const auto image = this->MakeTestedImage();
  const auto filter = this->MakeFilter(image, [](auto * gaussian) { gaussian->SetMaximumError(1.5); });
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
}

TEST(CudaDiscreteGaussianOnTheHost, IsThatOfTheParent)
{
  using ImageType = itk::DeviceImage<float, 2>;
  using PlainType = itk::Image<float, 2>;
  itk::DeviceTesting::ExpectTheParentsResultOnTheHost<itk::CudaDiscreteGaussianImageFilter<ImageType, ImageType>,
                                                      itk::DiscreteGaussianImageFilter<PlainType, PlainType>>(
    MakeRandomImage<ImageType>(itk::Size<2>{ { 33, 20 } }, 1), [](auto * filter) { filter->SetVariance(2.0); });
}

TEST(CudaDiscreteGaussianOnTheHost, ServesOtherBoundaryConditions)
{
  using ImageType = itk::DeviceImage<float, 2>;
  itk::ConstantBoundaryCondition<ImageType> condition;
  const auto                                filter = itk::CudaDiscreteGaussianImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(itk::Size<2>{ { 33, 20 } }, 1));
  filter->SetVariance(2.0);
  filter->SetInputBoundaryCondition(&condition);
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
