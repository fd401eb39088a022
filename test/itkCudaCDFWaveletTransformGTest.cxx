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
#include "itkCudaCDFWaveletTransformImageFilter.h"
#include "itkCudaFilterTesting.h"

using namespace itk::DeviceTesting;

namespace
{
using Enums = itk::CDFWaveletTransformImageFilterEnums;

template <typename TInput, typename TOutput, unsigned int VDimension>
using CudaFilter =
  itk::CudaCDFWaveletTransformImageFilter<itk::DeviceImage<TInput, VDimension>, itk::DeviceImage<TOutput, VDimension>>;

template <typename TInput, typename TOutput, unsigned int VDimension>
using Parent = itk::CDFWaveletTransformImageFilter<itk::Image<TInput, VDimension>, itk::Image<TOutput, VDimension>>;

template <typename TFilter>
void
Configure(TFilter * filter, Random & random)
{
  const bool isReal = std::is_floating_point_v<typename TFilter::OutputPixelType>;
  filter->SetWavelet(isReal && Pick(random, 0, 2) > 0 ? Enums::Wavelet::CDF97 : Enums::Wavelet::CDF53);
  filter->SetDirection(Pick(random, 0, 1) == 0 ? Enums::Direction::Forward : Enums::Direction::Inverse);
  filter->SetNumberOfLevels(Pick(random, 0, 3));
}

template <typename TInput, typename TOutput, unsigned int VDimension>
void
ExpectTheParentsBits(unsigned int rounds, unsigned int longestSide = 0)
{
  ParentComparisonSettings settings;
  settings.rounds = rounds;
  settings.longestSide = longestSide;
  ExpectTheParentsPixels<CudaFilter<TInput, TOutput, VDimension>, Parent<TInput, TOutput, VDimension>>(
    [](auto * filter, Random & random) { Configure(filter, random); }, 1, settings);
}

/** Of an image of random pixels of this size. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsBitsOf(const std::initializer_list<itk::SizeValueType> & sides, Enums::Wavelet wavelet)
{
  using FilterType = CudaFilter<TPixel, TPixel, VDimension>;
  const auto image =
    MakeRandomImage<typename FilterType::InputImageType>(MakeRegionOfSides<VDimension>(sides), GetSeed(1));
  const unsigned int most = image->GetLargestPossibleRegion().GetNumberOfPixels() > 1 ? 1 : 0;
  for (const auto direction : { Enums::Direction::Forward, Enums::Direction::Inverse })
  {
    for (unsigned int levels = 0; levels <= most; ++levels)
    {
      const auto set = [&](auto * filter) {
        filter->SetWavelet(wavelet);
        filter->SetDirection(direction);
        filter->SetNumberOfLevels(levels);
      };
      const auto filter = FilterType::New();
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
      filter->SetInput(image);
      set(filter.GetPointer());
      filter->Update();
      ASSERT_TRUE(AreSame<TPixel>(filter->GetOutput(),
                                  RunOnHost<Parent<TPixel, TPixel, VDimension>>(image.GetPointer(), set).GetPointer()))
        << image->GetLargestPossibleRegion().GetSize() << direction << ' ' << levels << " levels";
    }
  }
}
} // namespace

TEST(CudaCDFWavelet, HasTheParentsBitsInPlanes)
{
  ExpectTheParentsBits<float, float, 2>(80);
  ExpectTheParentsBits<std::int32_t, std::int32_t, 2>(60);
}

TEST(CudaCDFWavelet, HasTheParentsBitsInVolumes)
{
  ExpectTheParentsBits<float, float, 3>(80);
  ExpectTheParentsBits<std::int32_t, std::int32_t, 3>(60);
}

TEST(CudaCDFWavelet, HasTheParentsBitsOfPixelsThatItCasts)
{
  ExpectTheParentsBits<std::uint8_t, float, 2>(20);
  ExpectTheParentsBits<std::int16_t, std::int32_t, 2>(20);
  ExpectTheParentsBits<std::uint16_t, float, 3>(20);
}

TEST(CudaCDFWavelet, HasTheParentsBitsOfEverySmallSize)
{
  ITK_REQUIRE_DEVICE();
  const itk::SizeValueType step = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 3 : 1;
  for (itk::SizeValueType width = 1; width <= 9; width += step)
  {
    for (itk::SizeValueType height = 1; height <= 9; height += step)
    {
      ExpectTheParentsBitsOf<float, 2>({ width, height }, Enums::Wavelet::CDF97);
      ExpectTheParentsBitsOf<std::int32_t, 2>({ width, height }, Enums::Wavelet::CDF53);
      for (const itk::SizeValueType depth : { 1, 2, 3, 6 })
      {
        ExpectTheParentsBitsOf<float, 3>({ width, height, depth }, Enums::Wavelet::CDF97);
      }
    }
  }
}

TEST(CudaCDFWavelet, HasTheParentsBitsOfLargeImages)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsBitsOf<float, 2>({ 1023, 1537 }, Enums::Wavelet::CDF97);
  ExpectTheParentsBitsOf<float, 2>({ 2048, 1024 }, Enums::Wavelet::CDF53);
  ExpectTheParentsBitsOf<std::int32_t, 2>({ 1000, 1001 }, Enums::Wavelet::CDF53);
  ExpectTheParentsBitsOf<float, 3>({ 131, 97, 65 }, Enums::Wavelet::CDF97);
  ExpectTheParentsBitsOf<float, 2>({ 100000, 3 }, Enums::Wavelet::CDF97);
  ExpectTheParentsBitsOf<float, 2>({ 3, 100000 }, Enums::Wavelet::CDF97);
}

TEST(CudaCDFWavelet, GivesIntegersBack)
{
  ITK_REQUIRE_DEVICE();
  using FilterType = CudaFilter<std::int32_t, std::int32_t, 3>;
  const auto image = MakeRandomImage<FilterType::InputImageType>(MakeRegionOfSides<3>({ 133, 70, 33 }), GetSeed(1));
  const auto forward = FilterType::New();
  forward->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  forward->SetInput(image);
  const auto inverse = FilterType::New();
  inverse->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  inverse->SetDirection(Enums::Direction::Inverse);
  inverse->SetInput(forward->GetOutput());
  inverse->Update();
  EXPECT_TRUE(HaveSamePixels<std::int32_t>(inverse->GetOutput(), image.GetPointer()));
  EXPECT_FALSE(HaveSamePixels<std::int32_t>(forward->GetOutput(), image.GetPointer()));
}

TEST(CudaCDFWavelet, GivesTheWholeEveryTimeAndLeavesTheInput)
{
  ITK_REQUIRE_DEVICE();
  using FilterType = CudaFilter<float, float, 2>;
  const auto image = MakeRandomImage<FilterType::InputImageType>(MakeRegionOfSides<2>({ 137, 70 }), GetSeed(1));
  const auto make = [&] {
    const auto filter = FilterType::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    return filter;
  };
  ExpectStreamedIsTheWhole(make);
  ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

TEST(CudaCDFWavelet, RunsTheParentForDouble)
{
  const auto filter = itk::CudaCDFWaveletTransformImageFilter<itk::Image<double, 2>>::New();
  filter->SetInput(MakeRandomImage<itk::Image<double, 2>>(MakeRegionOfSides<2>({ 13, 7 }), 1));
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}

TEST(CudaCDFWavelet, RefusesWhatTheParentRefuses)
{
  const auto image = MakeRandomImage<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 13, 7 }), 1);
  const auto filter = CudaFilter<float, float, 2>::New();
  filter->SetInput(image);
  filter->SetNumberOfLevels(5);
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  filter->SetNumberOfLevels(4);
  EXPECT_NO_THROW(filter->Update());
}
