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
#include "itkCudaBinaryErodeImageFilter.h"
#include "itkCudaDerivativeImageFilter.h"
#include "itkCudaDiscreteGaussianImageFilter.h"
#include "itkCudaGradientMagnitudeImageFilter.h"
#include "itkCudaGrayscaleDilateImageFilter.h"
#include "itkCudaLaplacianImageFilter.h"
#include "itkCudaMeanImageFilter.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCudaSobelEdgeDetectionImageFilter.h"
#include "itkCudaVotingBinaryImageFilter.h"
#include "itkCudaZeroCrossingImageFilter.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkDeviceTestingPixels.h"
#include "itkFlatStructuringElement.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TInputImage, typename TOutputImage>
using BinaryErode =
  itk::CudaBinaryErodeImageFilter<TInputImage, TOutputImage, itk::FlatStructuringElement<TInputImage::ImageDimension>>;
template <typename TInputImage, typename TOutputImage>
using GrayscaleDilate = itk::
  CudaGrayscaleDilateImageFilter<TInputImage, TOutputImage, itk::FlatStructuringElement<TInputImage::ImageDimension>>;

template <typename TPixel, unsigned int VDimension>
itk::ImageRegion<VDimension>
GetLargeRegion()
{
  // 16 MiB and more, and odd numbers of rows.
  if constexpr (VDimension == 3)
  {
    return MakeRegionOfSides<3>({ 251, 257, 263 });
  }
  else
  {
    return MakeRegionOfSides<2>({ 2053, (std::size_t{ 1 } << 24) / sizeof(TPixel) / 2053 + 6 });
  }
}
} // namespace

class CudaStrips : public DeviceTest
{
protected:
  /** Updates a filter of plain images, which go in strips, and one of DeviceImages, which go as a whole. */
  template <template <typename, typename> class TFilter,
            typename TInputPixel,
            typename TOutputPixel,
            unsigned int VDimension,
            typename TSetUp>
  static void
  ExpectWhatTheWholeImageGives(const TSetUp & setUp)
  {
    using PlainInput = itk::Image<TInputPixel, VDimension>;
    using PlainOutput = itk::Image<TOutputPixel, VDimension>;
    using DeviceInput = itk::DeviceImage<TInputPixel, VDimension>;
    using DeviceOutput = itk::DeviceImage<TOutputPixel, VDimension>;
    const auto region = GetLargeRegion<TOutputPixel, VDimension>();
    const auto plain = TFilter<PlainInput, PlainOutput>::New();
    const auto whole = TFilter<DeviceInput, DeviceOutput>::New();
    plain->SetInput(MakeRandomImage<PlainInput>(region, 1));
    whole->SetInput(MakeRandomImage<DeviceInput>(region, 1));
    setUp(plain.GetPointer());
    setUp(whole.GetPointer());
    const auto before = itk::device::GetTransferCounts();
    plain->Update();
    EXPECT_GE(itk::device::GetTransferCounts().uploads, before.uploads + 4);
    EXPECT_TRUE(plain->GetRanOnDevice());
    whole->Update();
    EXPECT_TRUE(AreSame<TOutputPixel>(plain->GetOutput(), whole->GetOutput()));
  }
};

TEST_F(CudaStrips, GiveTheParentsMedian)
{
  using ImageType = itk::Image<uint8_t, 2>;
  const auto image = MakeRandomImage<ImageType>(GetLargeRegion<uint8_t, 2>(), 1);
  const auto median = itk::CudaMedianImageFilter<ImageType, ImageType>::New();
  median->SetInput(image);
  median->SetRadius(2);
  median->Update();
  EXPECT_TRUE(AreSame<uint8_t>(median->GetOutput(), MedianOnHost<uint8_t, 2>(image, median->GetRadius()).GetPointer()));
}

TEST_F(CudaStrips, GiveTheMedianOfPartsOfTheImage)
{
  using ImageType = itk::Image<float, 2>;
  const auto          image = MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 2100, 2200 }), 1);
  const auto          median = itk::CudaMedianImageFilter<ImageType, ImageType>::New();
  itk::ImageRegion<2> part = image->GetLargestPossibleRegion();
  const itk::Size<2>  radius{ { 1, 3 } };
  part.ShrinkByRadius(7);
  median->SetInput(image);
  median->SetRadius(radius);
  median->GetOutput()->SetRequestedRegion(part);
  median->Update();
  const auto expected = itk::MedianImageFilter<ImageType, ImageType>::New();
  expected->SetInput(image);
  expected->SetRadius(radius);
  expected->GetOutput()->SetRequestedRegion(part);
  expected->Update();
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected->GetOutput()));
}

TEST_F(CudaStrips, OfTheMedian)
{
  const auto setUp = [](auto * filter) { filter->SetRadius(1); };
  ExpectWhatTheWholeImageGives<itk::CudaMedianImageFilter, int16_t, int16_t, 3>(setUp);
  ExpectWhatTheWholeImageGives<itk::CudaMedianImageFilter, float, float, 2>(setUp);
}

TEST_F(CudaStrips, OfTheMean)
{
  const auto setUp = [](auto * filter) { filter->SetRadius(3); };
  ExpectWhatTheWholeImageGives<itk::CudaMeanImageFilter, uint8_t, uint8_t, 2>(setUp);
  ExpectWhatTheWholeImageGives<itk::CudaMeanImageFilter, int16_t, float, 3>(setUp);
}

TEST_F(CudaStrips, OfTheVote)
{
  ExpectWhatTheWholeImageGives<itk::CudaVotingBinaryImageFilter, uint8_t, uint8_t, 2>([](auto * filter) {
    filter->SetRadius(itk::Size<2>::Filled(2));
    filter->SetForegroundValue(7);
    filter->SetBackgroundValue(9);
    filter->SetBirthThreshold(1);
  });
}

TEST_F(CudaStrips, OfDerivatives)
{
  const auto setUp = [](auto *) {};
  ExpectWhatTheWholeImageGives<itk::CudaGradientMagnitudeImageFilter, float, float, 3>(setUp);
  ExpectWhatTheWholeImageGives<itk::CudaSobelEdgeDetectionImageFilter, float, float, 2>(setUp);
  ExpectWhatTheWholeImageGives<itk::CudaLaplacianImageFilter, float, float, 3>(setUp);
  ExpectWhatTheWholeImageGives<itk::CudaZeroCrossingImageFilter, float, float, 2>(setUp);
  ExpectWhatTheWholeImageGives<itk::CudaDerivativeImageFilter, int16_t, float, 2>([](auto * filter) {
    filter->SetDirection(1);
    filter->SetOrder(3);
  });
}

TEST_F(CudaStrips, OfTheGaussian)
{
  const auto setUp = [](auto * filter) { filter->SetVariance(4); };
  ExpectWhatTheWholeImageGives<itk::CudaDiscreteGaussianImageFilter, float, float, 2>(setUp);
  ExpectWhatTheWholeImageGives<itk::CudaDiscreteGaussianImageFilter, int16_t, float, 3>(setUp);
}

TEST_F(CudaStrips, OfMorphology)
{
  const auto setUp = [](auto * filter) {
    using ElementType = typename std::remove_pointer_t<decltype(filter)>::KernelType;
    filter->SetKernel(ElementType::Ball(ElementType::RadiusType::Filled(3)));
  };
  ExpectWhatTheWholeImageGives<GrayscaleDilate, int16_t, int16_t, 2>(setUp);
  ExpectWhatTheWholeImageGives<BinaryErode, uint8_t, uint8_t, 2>([&](auto * filter) {
    setUp(filter);
    filter->SetForegroundValue(7);
  });
}
