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
#include "itkCudaIsolineDenoisingTesting.h"

using namespace itk::DeviceTesting;

namespace
{
/** A region of an image denoised on the device. */
template <typename TImage>
typename TImage::Pointer
DenoiseRegion(const TImage * image, IsolineModel model, const typename TImage::RegionType & region)
{
  const auto filter = itk::CudaIsolineDenoisingImageFilter<TImage>::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  filter->SetModel(model);
  filter->SetNoiseLevel(20);
  filter->SetInput(image);
  filter->UpdateOutputInformation();
  filter->GetOutput()->SetRequestedRegion(region);
  filter->Update();
  return filter->GetOutput();
}

/** Whether a part of an image denoised by itself has the pixels of the whole denoised. */
template <typename TImage>
::testing::AssertionResult
IsPartOfTheWhole(const TImage * image, IsolineModel model, const typename TImage::RegionType & part)
{
  const auto                                     whole = DenoiseRegion(image, model, image->GetBufferedRegion());
  const auto                                     result = DenoiseRegion(image, model, part);
  itk::ImageRegionConstIteratorWithIndex<TImage> inWhole(whole, part);
  itk::ImageRegionConstIteratorWithIndex<TImage> inPart(result, part);
  for (; !inPart.IsAtEnd(); ++inPart, ++inWhole)
  {
    if (inPart.Get() != inWhole.Get())
    {
      return ::testing::AssertionFailure() << model << ", " << inPart.GetIndex();
    }
  }
  return ::testing::AssertionSuccess();
}
} // namespace

/** So wide that their segments, or the estimates of their tubes, take several bands. */
TEST(CudaIsolineDenoisingLarge, BandsGiveWhatOneBandDoes)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::Image<uint8_t, 2>;
  const bool                  isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  const unsigned int          height = isSlow ? 40 : 240;
  const ImageType::RegionType part({ { 77, 0 } }, { { 50, height } });
  const auto                  wide = MakeNoisyImage<ImageType>(itk::Size<2>{ { isSlow ? 200u : 20000u, height } }, 4);
  EXPECT_TRUE(IsPartOfTheWhole<ImageType>(wide, IsolineModel::LimitedDeviation, part));
  EXPECT_TRUE(IsPartOfTheWhole<ImageType>(wide, IsolineModel::Hybrid, part));
  const auto wider = MakeNoisyImage<ImageType>(itk::Size<2>{ { isSlow ? 200u : 60000u, height } }, 4);
  EXPECT_TRUE(IsPartOfTheWhole<ImageType>(wider, IsolineModel::Tubes, part));
  EXPECT_TRUE(IsPartOfTheWhole<ImageType>(wider, IsolineModel::TubesAndGroups, part));
}

/** The tubes' estimates of 40 slices of 512 x 512 take a band of 384 MB. */
TEST(CudaIsolineDenoisingLarge, SlicesAreManyMoreThanFitInOneBand)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::Image<float, 3>;
  const bool               isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  const itk::SizeValueType side = isSlow ? 32 : 512;
  const itk::SizeValueType slices = isSlow ? 2 : 45;
  const auto               image = MakeNoisyImage<ImageType>(itk::Size<3>{ { side, side, slices } }, 4);
  const auto               last = static_cast<itk::IndexValueType>(slices - 1);
  EXPECT_TRUE(IsPartOfTheWhole<ImageType>(
    image, IsolineModel::Tubes, ImageType::RegionType({ { 0, 0, last } }, { { side, side, 1 } })));
}

/** Slices are denoised as many at a time as have 64 million pixels. */
TEST(CudaIsolineDenoisingLarge, VolumesTakeSeveralPasses)
{
  ITK_REQUIRE_DEVICE();
  if (!IsSwitchedOn("CUDAIMAGEFILTERS_LARGE"))
  {
    GTEST_SKIP() << "This takes 2 GB of memory: CUDAIMAGEFILTERS_LARGE=1 switches it on.";
  }
  using ImageType = itk::Image<float, 3>;
  const auto image = MakeNoisyImage<ImageType>(itk::Size<3>{ { 4096, 4096, 6 } }, 4);
  for (const auto model : IsolineModels)
  {
    EXPECT_TRUE(
      IsPartOfTheWhole<ImageType>(image, model, ImageType::RegionType({ { 0, 0, 5 } }, { { 4096, 4096, 1 } })));
  }
}
