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
#include "itkCudaRecursiveGaussianImageFilter.h"
#include "itkCudaSmoothingRecursiveGaussianImageFilter.h"

// Of volumes rows and columns of a plane are filtered by one kernel, and lines of up to 1024 pixels by one block.

using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MakeRegionOfSides;
using itk::DeviceTesting::Random;

namespace
{
using FloatVolume = itk::DeviceImage<float, 3>;

class CudaRecursiveGaussianPlanes : public itk::DeviceTesting::DeviceTest
{
protected:
  static constexpr double Sigma = 3;

  /** Planes with many rows and with few, more of them than a device works on at once, and lines of all kinds. */
  static std::vector<itk::ImageRegion<3>>
  GetTestedRegions()
  {
    std::vector<itk::ImageRegion<3>> regions;
    for (const auto & sides : { std::initializer_list<itk::SizeValueType>{ 64, 96, 40 },
                                { 33, 64, 2100 },
                                { 600, 93, 9 },
                                { 37, 1000, 6 },
                                { 1024, 545, 4 },
                                { 1025, 64, 5 },
                                { 32, 1030, 5 },
                                { 50, 33, 20 } })
    {
      regions.push_back(MakeRegionOfSides<3>(sides));
    }
    return regions;
  }

  template <typename TImage>
  static typename TImage::Pointer
  MakeTestedImage(const itk::ImageRegion<3> & region, Random & random)
  {
    const auto image = MakeRandomImage<TImage>(region, random);
    image->SetSpacing(typename TImage::SpacingType(1.0));
    return image;
  }

  template <typename TOutput, typename TImage>
  static typename TOutput::Pointer
  Smooth(const TImage * image)
  {
    const auto filter = itk::CudaSmoothingRecursiveGaussianImageFilter<TImage, TOutput>::New();
    filter->SetInput(image);
    filter->SetSigma(Sigma);
    filter->Update();
    return filter->GetOutput();
  }

  template <typename TImage>
  static FloatVolume::Pointer
  SmoothAlong(unsigned int axis, const TImage * image)
  {
    const auto filter = itk::CudaRecursiveGaussianImageFilter<TImage, FloatVolume>::New();
    filter->SetInput(image);
    filter->SetDirection(axis);
    filter->SetSigma(Sigma);
    filter->Update();
    return filter->GetOutput();
  }
};
} // namespace

TEST_F(CudaRecursiveGaussianPlanes, AreTheirAxesOneAfterTheOther)
{
  Random random(1);
  for (const auto & region : GetTestedRegions())
  {
    const auto image = MakeTestedImage<itk::DeviceImage<int16_t, 3>>(region, random);
    const auto alongLast = SmoothAlong(2, image.GetPointer());
    const auto alongFirst = SmoothAlong(0, alongLast.GetPointer());
    const auto expected = SmoothAlong(1, alongFirst.GetPointer());
    EXPECT_TRUE((HaveSamePixels<float, 3>(Smooth<FloatVolume>(image.GetPointer()), expected.GetPointer()))) << region;
  }
}

TEST_F(CudaRecursiveGaussianPlanes, OfIntegersAreTruncated)
{
  using Volume = itk::DeviceImage<uint16_t, 3>;
  using ShortVolume = itk::DeviceImage<int16_t, 3>;
  Random random(2);
  for (const auto & region : GetTestedRegions())
  {
    const auto expectTheTruncated = [&](const auto & image) {
      using ImageType = std::remove_const_t<std::remove_pointer_t<decltype(image.GetPointer())>>;
      using PixelType = typename ImageType::PixelType;
      const auto              real = Smooth<FloatVolume>(image.GetPointer());
      const auto              truncated = Smooth<ImageType>(image.GetPointer());
      const float * const     expected = real->GetBufferPointer();
      const PixelType * const actual = truncated->GetBufferPointer();
      for (itk::SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i)
      {
        ASSERT_EQ(actual[i], static_cast<PixelType>(static_cast<int>(expected[i]))) << region;
      }
    };
    expectTheTruncated(MakeTestedImage<Volume>(region, random));
    expectTheTruncated(MakeTestedImage<ShortVolume>(region, random));
  }
}
