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
#include "itkCudaDiscreteGaussianImageFilter.h"
#include "itkCudaFilterTesting.h"
#include "itkCudaSmoothingRecursiveGaussianImageFilter.h"
#include <cmath>
#include <limits>

using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::RunOnHost;

using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

namespace
{
using ImageType = itk::DeviceImage<float, 2>;
using PlainType = itk::Image<float, 2>;
using FilterType = itk::CudaSmoothingRecursiveGaussianImageFilter<ImageType, ImageType>;
using ParentType = itk::SmoothingRecursiveGaussianImageFilter<PlainType, PlainType>;

/** Of 32 by 32 pixels or the size given, with a spacing of 1. */
ImageType::Pointer
MakeUnitSpacedImage(const itk::Size<2> & size = { { 32, 32 } })
{
  const auto image = MakeRandomImage<ImageType>(size, 1);
  image->SetSpacing(ImageType::SpacingType(1.0));
  return image;
}

FilterType::Pointer
MakeFilter(const ImageType * image, double sigma, UseDevice useDevice = UseDevice::Always)
{
  const auto filter = FilterType::New();
  filter->SetInput(image);
  filter->SetSigma(sigma);
  filter->SetUseDevice(useDevice);
  return filter;
}

/** Pixels are from -1250 to 1250. */
void
ExpectWithinTheParents(const ImageType * image, double sigma, double partOfRange)
{
  const auto filter = MakeFilter(image, sigma);
  filter->Update();
  const auto expected = RunOnHost<ParentType>(image, [=](auto * parent) { parent->SetSigma(sigma); });
  EXPECT_TRUE(itk::DeviceTesting::AreNear<2>(filter->GetOutput(), expected, partOfRange * 2500)) << "sigma " << sigma;
}
} // namespace

class CudaSmoothingRecursiveGaussian2D : public itk::DeviceTesting::DeviceTest
{};

TEST_F(CudaSmoothingRecursiveGaussian2D, IsThatOfTheParentOnLongLines)
{
  const auto length = itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 2000u : 16384u;
  for (const auto & size : { itk::Size<2>{ { length, 33 } }, itk::Size<2>{ { 33, length } } })
  {
    const auto image = MakeUnitSpacedImage(size);
    ExpectWithinTheParents(image, 1, 2.2e-6);
    ExpectWithinTheParents(image, 100, 2.2e-6);
    ExpectWithinTheParents(image, 1000, 1e-4);
  }
}

TEST_F(CudaSmoothingRecursiveGaussian2D, SpreadsNaNsAndInfinitiesOverTheImageLikeTheParent)
{
  for (const float value : { std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity() })
  {
    const auto image = MakeUnitSpacedImage({ { 600, 70 } });
    image->SetPixel({ { 300, 40 } }, value);
    const auto filter = MakeFilter(image, 2);
    filter->Update();
    const auto parents = RunOnHost<ParentType>(image.GetPointer(), [](auto * f) { f->SetSigma(2); });
    for (itk::SizeValueType i = 0; i < 600 * 70; ++i)
    {
      ASSERT_FALSE(std::isfinite(parents->GetBufferPointer()[i]));
      ASSERT_FALSE(std::isfinite(filter->GetOutput()->GetBufferPointer()[i]));
    }
  }
}

TEST_F(CudaSmoothingRecursiveGaussian2D, StaysOnTheDeviceInAChain)
{
  using GaussianType = itk::CudaDiscreteGaussianImageFilter<ImageType, ImageType>;
  const auto image = MakeUnitSpacedImage();
  const auto before = GaussianType::New();
  before->SetInput(image);
  before->SetVariance(2.0);
  const auto filter = MakeFilter(before->GetOutput(), 3);
  const auto after = GaussianType::New();
  after->SetInput(filter->GetOutput());
  after->SetVariance(2.0);

  const itk::DeviceTesting::TransferCounter transfers;
  after->Update();
  EXPECT_EQ(transfers.GetUploads(), 1u);
  EXPECT_EQ(transfers.GetDownloads(), 0u);
  EXPECT_TRUE(std::isfinite(std::as_const(*after->GetOutput()).GetPixel({ { 3, 3 } })));
  EXPECT_EQ(transfers.GetDownloads(), 1u);
}

TEST_F(CudaSmoothingRecursiveGaussian2D, TakesPlainImages)
{
  using PlainFilterType = itk::CudaSmoothingRecursiveGaussianImageFilter<PlainType, PlainType>;
  const auto image = MakeUnitSpacedImage();
  const auto ofDeviceImage = MakeFilter(image, 3);
  ofDeviceImage->Update();
  const auto filter = PlainFilterType::New();
  filter->SetInput(itk::DeviceTesting::Copy<PlainType>(image.GetPointer()));
  filter->SetSigma(3);
  filter->SetUseDevice(UseDevice::Always);
  filter->Update();
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetOutput(), ofDeviceImage->GetOutput()));
}

TEST_F(CudaSmoothingRecursiveGaussian2D, ThrowsOnTheDeviceWhatItThrowsOnTheHost)
{
  EXPECT_THROW(MakeFilter(MakeUnitSpacedImage(), 0)->Update(), itk::ExceptionObject);
  EXPECT_THROW(MakeFilter(MakeUnitSpacedImage({ { 3, 32 } }), 2)->Update(), itk::ExceptionObject);
}

TEST(CudaSmoothingRecursiveGaussianOnTheHost, IsThatOfTheParent)
{
  const auto image = MakeUnitSpacedImage();
  const auto expected = RunOnHost<ParentType>(image.GetPointer(), [](auto * f) { f->SetSigma(2); });
  for (const bool inPlace : { false, true })
  {
    const auto filter = MakeFilter(image, 2, UseDevice::Never);
    filter->SetInPlace(inPlace);
    filter->Update();
    EXPECT_FALSE(filter->GetRanOnDevice());
    EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetOutput(), expected.GetPointer()));
  }
}

TEST(CudaSmoothingRecursiveGaussianOnTheHost, ThrowsForBadArguments)
{
  for (const double sigma : { 0.0, -1.0, std::numeric_limits<double>::quiet_NaN() })
  {
    EXPECT_THROW(MakeFilter(MakeUnitSpacedImage(), sigma, UseDevice::Never)->Update(), itk::ExceptionObject);
  }
  for (const auto & size : { itk::Size<2>{ { 3, 32 } }, itk::Size<2>{ { 32, 3 } }, itk::Size<2>{ { 1, 1 } } })
  {
    EXPECT_THROW(MakeFilter(MakeUnitSpacedImage(size), 2, UseDevice::Never)->Update(), itk::ExceptionObject);
  }
  const auto image = MakeUnitSpacedImage();
  image->SetSpacing(ImageType::SpacingType(1e-9));
  EXPECT_THROW(MakeFilter(image, 2, UseDevice::Never)->Update(), itk::ExceptionObject);
}

TEST(CudaSmoothingRecursiveGaussianOnTheHost, ServesOtherPixelTypes)
{
  using DoubleImageType = itk::DeviceImage<double, 2>;
  const auto filter = itk::CudaSmoothingRecursiveGaussianImageFilter<DoubleImageType, DoubleImageType>::New();
  filter->SetInput(MakeRandomImage<DoubleImageType>(itk::Size<2>{ { 32, 32 } }, 1));
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
