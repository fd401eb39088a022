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
#include "itkDeviceTesting.h"
#include "itkImageRegionIteratorWithIndex.h"
#include <cmath>
#include <limits>
#include <random>

namespace
{
template <typename TPixel>
class CudaVolumeDenoising : public ::testing::Test
{};
using PixelTypes = ::testing::Types<std::uint8_t, std::int16_t, std::uint16_t, float>;
TYPED_TEST_SUITE(CudaVolumeDenoising, PixelTypes);

TYPED_TEST(CudaVolumeDenoising, EqualsItsParent)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<TypeParam, 3>;
  using NoiseModel = itk::VolumeDenoisingImageFilterEnums::NoiseModel;
  std::mt19937                     random(1);
  std::normal_distribution<double> normal(0, 9);
  const bool                       isSlow = itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  using Sizes = std::vector<itk::Size<3>>;
  const Sizes few{ { { 3, 2, 1 } }, { { 15, 14, 13 } } };
  const Sizes many{ { { 1, 1, 1 } }, { { 3, 2, 1 } }, { { 13, 14, 33 } }, { { 31, 1, 70 } }, { { 50, 41, 37 } } };
  for (const auto & size : isSlow ? few : many)
  {
    for (const auto & [model, level] : { std::pair{ NoiseModel::Gaussian, 9.0 },
                                         { NoiseModel::Rician, 9.0 },
                                         { NoiseModel::Gaussian, 0.0 },
                                         { NoiseModel::Rician, 0.0 },
                                         { NoiseModel::Gaussian, 1e-30 } })
    {
      const auto image = ImageType::New();
      image->SetRegions(size);
      image->Allocate();
      for (itk::ImageRegionIteratorWithIndex<ImageType> it(image, image->GetBufferedRegion()); !it.IsAtEnd(); ++it)
      {
        const auto index = it.GetIndex();
        it.Set(static_cast<TypeParam>(100 + (index[0] > 20 ? 50 : index[2]) + normal(random)));
      }
      const auto filter = itk::CudaVolumeDenoisingImageFilter<ImageType>::New();
      filter->SetInput(image);
      filter->SetNoiseLevel(level);
      filter->SetNoiseModel(model);
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
      filter->Update();
      EXPECT_TRUE(filter->GetRanOnDevice());
      const auto parent = itk::VolumeDenoisingImageFilter<ImageType>::New();
      parent->SetInput(image);
      parent->SetNoiseLevel(level);
      parent->SetNoiseModel(model);
      parent->Update();
      const ImageType * const result = filter->GetOutput();
      const ImageType * const expected = parent->GetOutput();
      for (std::size_t i = 0; i < size[0] * size[1] * size[2]; ++i)
      {
        ASSERT_EQ(result->GetBufferPointer()[i], expected->GetBufferPointer()[i]) << size << " at " << i;
      }
    }
  }
}

// Of voxels or squares that are not finite, and of operands that the quick division does not take.
TEST(CudaVolumeDenoisingOfExtremes, EqualsItsParent)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 3>;
  using NoiseModel = itk::VolumeDenoisingImageFilterEnums::NoiseModel;
  constexpr std::size_t size = 26 * 11 * 7;
  for (const double scale : { 1e-17, 1.0, 1e17, 1e25 })
  {
    for (const NoiseModel model : { NoiseModel::Gaussian, NoiseModel::Rician })
    {
      std::mt19937                    random(2);
      std::normal_distribution<float> normal(0, 9);
      const auto                      image = ImageType::New();
      image->SetRegions({ 26, 11, 7 });
      image->Allocate();
      float * const voxels = image->GetBufferPointer();
      for (std::size_t i = 0; i < size; ++i)
      {
        voxels[i] = static_cast<float>(scale) * (i % 26 < 13 ? normal(random) : 100);
      }
      voxels[size / 2 + 25] = std::numeric_limits<float>::infinity();
      const auto filter = itk::CudaVolumeDenoisingImageFilter<ImageType>::New();
      filter->SetInput(image);
      filter->SetNoiseLevel(9 * scale);
      filter->SetNoiseModel(model);
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
      filter->Update();
      const auto parent = itk::VolumeDenoisingImageFilter<ImageType>::New();
      parent->SetInput(image);
      parent->SetNoiseLevel(9 * scale);
      parent->SetNoiseModel(model);
      parent->Update();
      const ImageType * const result = filter->GetOutput();
      for (std::size_t i = 0; i < size; ++i)
      {
        const float voxel = result->GetBufferPointer()[i];
        const float expected = parent->GetOutput()->GetBufferPointer()[i];
        ASSERT_TRUE(voxel == expected || (std::isnan(voxel) && std::isnan(expected))) << scale << " at " << i;
      }
    }
  }
}
} // namespace
