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
#include "itkCudaVolumeDenoisingImageFilter.h"
#include "itkDeviceImage.h"
#include "itkDeviceRuntime.h"
#include "itkImageRegionIteratorWithIndex.h"
#include "itkStreamingImageFilter.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace
{
using ImageType = itk::Image<float, 3>;
using FilterType = itk::VolumeDenoisingImageFilter<ImageType>;
using NoiseModel = FilterType::NoiseModelEnum;

template <typename TImage = ImageType, typename TFunction>
typename TImage::Pointer
MakeVolume(const itk::Size<3> & size, const TFunction & function)
{
  const auto image = TImage::New();
  image->SetRegions(typename TImage::RegionType({ { 5, -3, 2 } }, size));
  image->Allocate();
  for (itk::ImageRegionIteratorWithIndex<TImage> it(image, image->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    const auto index = it.GetIndex();
    it.Set(static_cast<typename TImage::PixelType>(function(index[0] - 5, index[1] + 3, index[2] - 2)));
  }
  return image;
}

/** A slope, a ball, a thin vessel and a texture, from 40 to 220. */
double
GetPhantom(double x, double y, double z)
{
  if (std::hypot(x - 10 - 0.2 * z, y - 20) < 1.3)
  {
    return 220;
  }
  if (std::hypot(x - 28, y - 14, z - 16) < 9)
  {
    return 140;
  }
  return 70 + z + (y > 24 ? 15 * std::sin(0.9 * x + 0.4 * z) : 0);
}

template <typename TImage>
typename TImage::Pointer
Denoise(TImage * image, double level, NoiseModel model = NoiseModel::Gaussian)
{
  const auto filter = itk::VolumeDenoisingImageFilter<TImage>::New();
  filter->SetInput(image);
  filter->SetNoiseLevel(level);
  filter->SetNoiseModel(model);
  filter->Update();
  return filter->GetOutput();
}

double
GetPeakSignalToNoiseRatio(const ImageType * image, const ImageType * truth)
{
  double            squares = 0;
  const std::size_t voxels = truth->GetBufferedRegion().GetNumberOfPixels();
  for (std::size_t i = 0; i < voxels; ++i)
  {
    const double difference = image->GetBufferPointer()[i] - truth->GetBufferPointer()[i];
    squares += difference * difference;
  }
  return 10 * std::log10(255.0 * 255.0 * static_cast<double>(voxels) / squares);
}
} // namespace

TEST(VolumeDenoising, LeavesConstantVolumesOfAnySizeUnchanged)
{
  using Integers = itk::Image<std::int16_t, 3>;
  for (const itk::Size<3> size : { itk::Size<3>{ { 1, 1, 1 } }, { { 2, 3, 1 } }, { { 1, 1, 7 } }, { { 5, 40, 34 } } })
  {
    const auto constant = MakeVolume<Integers>(size, [](int, int, int) { return -1234; });
    for (const double level : { 20.0, 1e-18 })
    {
      const auto result = Denoise(constant.GetPointer(), level);
      for (std::size_t i = 0; i < size[0] * size[1] * size[2]; ++i)
      {
        ASSERT_EQ(result->GetBufferPointer()[i], -1234) << size << ' ' << level;
      }
    }
  }
}

TEST(VolumeDenoising, RaisesTheSignalToNoiseRatioOfAPhantom)
{
  std::mt19937                     random(7);
  std::normal_distribution<double> normal(0, 23);
  const itk::Size<3>               size{ { 40, 36, 34 } };
  const auto                       truth = MakeVolume(size, GetPhantom);
  const auto   noisy = MakeVolume(size, [&](int x, int y, int z) { return GetPhantom(x, y, z) + normal(random); });
  const double before = GetPeakSignalToNoiseRatio(noisy, truth);
  const double after = GetPeakSignalToNoiseRatio(Denoise(noisy.GetPointer(), 23), truth);
  const double estimated = GetPeakSignalToNoiseRatio(Denoise(noisy.GetPointer(), 0), truth);
  RecordProperty("decibels", std::to_string(after));
  std::cout << before << " dB, denoised " << after << ", with the noise level estimated " << estimated << '\n';
  // Measured: 35.43 dB, from 20.92.
  EXPECT_GT(after, 35.35);
  EXPECT_GT(estimated, after - 0.3);
}

TEST(VolumeDenoising, HasNoBiasUnderRicianNoise)
{
  constexpr double level = 10;
  for (const double truth : { 30.0, 50.0, 100.0 })
  {
    std::mt19937                     random(11);
    std::normal_distribution<double> normal(0, level);
    const itk::Size<3>               size{ { 64, 64, 64 } };
    const auto                       noisy =
      MakeVolume(size, [&](int, int, int) { return std::hypot(truth + normal(random), normal(random)); });
    const auto result = Denoise(noisy.GetPointer(), level, NoiseModel::Rician);
    double     sum = 0;
    for (std::size_t i = 0; i < 64 * 64 * 64; ++i)
    {
      sum += result->GetBufferPointer()[i];
    }
    const double bias = sum / (64 * 64 * 64) - truth;
    std::cout << "true value " << truth << ", bias " << bias << '\n';
    // The mean of the noise itself varies by 1 / 512 of its level.
    EXPECT_LT(std::abs(bias), 0.01 * level) << truth;
  }
}

TEST(VolumeDenoising, EstimatesRicianNoiseWhateverTheBackgroundIs)
{
  constexpr double  level = 10;
  constexpr int     side = 48;
  const std::size_t size[3] = { side, side, side };
  for (const double air : { 0.0, 50.0, 120.0 })
  {
    for (const bool isMasked : { false, true })
    {
      std::mt19937                     random(5);
      std::normal_distribution<double> normal(0, level);
      std::vector<float>               voxels;
      for (int i = 0; i < side * side * side; ++i)
      {
        const bool   isAir = i % side < 24;
        const double magnitude = std::hypot((isAir ? air : 120) + normal(random), normal(random));
        voxels.push_back(static_cast<float>(isAir && isMasked ? 0 : magnitude));
      }
      EXPECT_NEAR(itk::device::EstimateRicianNoiseLevel(voxels.data(), size), level, 0.03 * level) << air << isMasked;
    }
  }
  // Nothing but air.
  std::mt19937                     random(5);
  std::normal_distribution<double> normal(0, level);
  std::vector<float>               voxels(side * side * side);
  std::generate(
    voxels.begin(), voxels.end(), [&] { return static_cast<float>(std::hypot(normal(random), normal(random))); });
  EXPECT_NEAR(itk::device::EstimateRicianNoiseLevel(voxels.data(), size), level, 0.03 * level);
  const std::size_t narrow[3] = { 2, 3, 4 };
  EXPECT_EQ(itk::device::EstimateRicianNoiseLevel(voxels.data(), narrow), 0);
}

// No voxel's true value is above 3 noise levels, and few are air, or none.
TEST(VolumeDenoising, EstimatesRicianNoiseOfADarkVolume)
{
  constexpr double  level = 10;
  constexpr int     side = 48;
  const std::size_t size[3] = { side, side, side };
  const auto        getTruth = [](int texture, int x, int y, int z) {
    switch (texture)
    {
      case 0:
        return 1.5;
      case 1:
        return x < 2 ? 0.0 : 1.3 + 0.4 * std::sin(0.3 * y) * std::cos(0.2 * z);
      case 2:
        return 1.25 + 1.25 * std::sin(0.3 * x) * std::cos(0.25 * y) * std::sin(0.2 * z + 1);
      default:
        return x < side / 2 ? 0.0 : 1.7; // masked
    }
  };
  for (int texture = 0; texture < 4; ++texture)
  {
    std::mt19937                     random(5);
    std::normal_distribution<double> normal(0, level);
    std::vector<float>               voxels;
    for (int i = 0; i < side * side * side; ++i)
    {
      const int    x = i % side;
      const double truth = getTruth(texture, x, i / side % side, i / side / side);
      const double magnitude = std::hypot(truth * level + normal(random), normal(random));
      voxels.push_back(static_cast<float>(texture == 3 && x < side / 2 ? 0 : magnitude));
    }
    EXPECT_NEAR(itk::device::EstimateRicianNoiseLevel(voxels.data(), size), level, 0.06 * level) << texture;
  }
}

// Slices of few voxels, some of them without neighbours that are ranked.
TEST(VolumeDenoising, EstimatesRicianNoiseOfSmallVolumes)
{
  for (const std::size_t side : { 3, 4, 6, 8, 9 })
  {
    std::mt19937                     random(5);
    std::normal_distribution<double> normal(0, 10);
    const std::size_t                size[3] = { side, side + 2, 200 };
    std::vector<float>               voxels(size[0] * size[1] * size[2]);
    EXPECT_EQ(itk::device::EstimateRicianNoiseLevel(voxels.data(), size), 0) << side;
    std::generate(
      voxels.begin(), voxels.end(), [&] { return static_cast<float>(std::hypot(normal(random), normal(random))); });
    EXPECT_NEAR(itk::device::EstimateRicianNoiseLevel(voxels.data(), size), 10, 2) << side;
  }
}

TEST(VolumeDenoising, LeavesAnImageWithoutNoiseAsItIs)
{
  for (const NoiseModel model : { NoiseModel::Gaussian, NoiseModel::Rician })
  {
    const auto slope = MakeVolume({ { 12, 9, 5 } }, [](int x, int y, int z) { return 100 + 3 * x + 2 * y + z; });
    const auto result = Denoise(slope.GetPointer(), 0, model);
    for (std::size_t i = 0; i < 12 * 9 * 5; ++i)
    {
      ASSERT_EQ(result->GetBufferPointer()[i], slope->GetBufferPointer()[i]) << i;
    }
  }
}

TEST(VolumeDenoising, OfARegionAndInPiecesIsThatOfTheWhole)
{
  std::mt19937                     random(3);
  std::normal_distribution<double> normal(100, 20);
  const auto                       noisy = MakeVolume({ { 39, 5, 71 } }, [&](int, int, int) { return normal(random); });
  const auto                       whole = Denoise(noisy.GetPointer(), 20);
  const auto                       filter = FilterType::New();
  filter->SetInput(noisy);
  filter->SetNoiseLevel(20);
  const auto streaming = itk::StreamingImageFilter<ImageType, ImageType>::New();
  streaming->SetInput(filter->GetOutput());
  streaming->SetNumberOfStreamDivisions(5);
  streaming->Update();
  for (std::size_t i = 0; i < 39 * 5 * 71; ++i)
  {
    ASSERT_EQ(streaming->GetOutput()->GetBufferPointer()[i], whole->GetBufferPointer()[i]) << i;
  }
}

TEST(VolumeDenoising, SpreadsNaNNoFurtherThanSaid)
{
  const auto volume = MakeVolume({ { 30, 30, 30 } }, [](int x, int y, int z) {
    return x == 15 && y == 15 && z == 15 ? std::numeric_limits<float>::quiet_NaN() : 50.0f;
  });
  const auto result = Denoise(volume.GetPointer(), 5);
  EXPECT_TRUE(std::isnan(result->GetPixel({ { 20, 12, 17 } })));
  for (itk::ImageRegionIteratorWithIndex<ImageType> it(result, result->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    const auto index = it.GetIndex();
    const auto distance = std::max({ std::abs(index[0] - 20), std::abs(index[1] - 12), std::abs(index[2] - 17) });
    if (distance > 7)
    {
      ASSERT_NEAR(it.Get(), 50, 1e-3) << index;
    }
  }
}

TEST(VolumeDenoising, RefusesBadNoiseLevels)
{
  const auto constant = MakeVolume({ { 2, 2, 2 } }, [](int, int, int) { return 1; });
  EXPECT_THROW(Denoise(constant.GetPointer(), -1), itk::ExceptionObject);
  EXPECT_THROW(Denoise(constant.GetPointer(), std::numeric_limits<double>::quiet_NaN()), itk::ExceptionObject);
}
