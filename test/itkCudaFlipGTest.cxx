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
#include "itkCudaCopyTesting.h"
#include "itkCudaFlipImageFilter.h"
#include "itkCudaOrientImageFilter.h"
#include "itkCudaPermuteAxesImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
const auto flip = [](auto * filter, Random & random) {
  auto axes = filter->GetFlipAxes();
  for (bool & isFlipped : axes)
  {
    isFlipped = Pick(random, 0, 1) == 1;
  }
  filter->SetFlipAxes(axes);
  filter->SetFlipAboutOrigin(Pick(random, 0, 1) == 1);
};

const auto permute = [](auto * filter, Random & random) {
  auto order = filter->GetOrder();
  std::shuffle(order.begin(), order.end(), random);
  filter->SetOrder(order);
};

const auto orient = [](auto * filter, Random & random) {
  using Orientation = itk::SpatialOrientation::ValidCoordinateOrientationFlags;
  const auto pick = [&random] {
    const Orientation orientations[]{
      itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_RIP, itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_LPS,
      itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_RAI, itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_ASL,
      itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_PSR, itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_SRP,
      itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_ILA, itk::SpatialOrientation::ITK_COORDINATE_ORIENTATION_RSA
    };
    return orientations[Pick(random, 0, 7)];
  };
  filter->SetUseImageDirection(Pick(random, 0, 1) == 1);
  filter->SetGivenCoordinateOrientation(pick());
  filter->SetDesiredCoordinateOrientation(pick());
};
} // namespace

TEST(CopyFlip, GivesTheParentsPixels)
{
  ExpectTheParentsCopiesOfOneType<itk::CudaFlipImageFilter, itk::FlipImageFilter, 2, uint8_t, int16_t, float>(
    flip, GetLongSides(150));
  ExpectTheParentsCopiesOfOneType<itk::CudaFlipImageFilter,
                                  itk::FlipImageFilter,
                                  3,
                                  uint8_t,
                                  int16_t,
                                  uint16_t,
                                  int32_t,
                                  uint32_t,
                                  float>(flip);
}

TEST(CopyPermuteAxes, GivesTheParentsPixels)
{
  ExpectTheParentsCopiesOfOneType<itk::CudaPermuteAxesImageFilter,
                                  itk::PermuteAxesImageFilter,
                                  2,
                                  uint8_t,
                                  int16_t,
                                  float>(permute, GetLongSides(300));
  ExpectTheParentsCopiesOfOneType<itk::CudaPermuteAxesImageFilter,
                                  itk::PermuteAxesImageFilter,
                                  3,
                                  uint8_t,
                                  int16_t,
                                  float>(permute, GetLongSides(40));
}

TEST(CopyOrient, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  settings.rounds = 100;
  ExpectTheParentsCopies<itk::CudaOrientImageFilter, itk::OrientImageFilter, 3, uint8_t, int16_t, float>(orient,
                                                                                                         settings);
}

TEST(CopyFlip, ReversesByHand)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<uint8_t, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 257, 3 }), 1);
  const auto filter = itk::CudaFlipImageFilter<ImageType>::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  filter->SetInput(image);
  filter->SetFlipAxes(itk::FixedArray<bool, 2>(true));
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  const auto * const output = filter->GetOutput()->GetBufferPointer();
  const auto * const input = image->GetBufferPointer();
  EXPECT_TRUE(std::equal(output, output + 257 * 3, std::make_reverse_iterator(input + 257 * 3)));
}

TEST(CopyPermuteAxes, CopiesMoreThanTwoToTheThirtyFirstPixels)
{
  if (!IsSwitchedOn("CUDAIMAGEFILTERS_LARGE"))
  {
    GTEST_SKIP() << "This takes 10 GB of memory: CUDAIMAGEFILTERS_LARGE=1 switches it on.";
  }
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<uint8_t, 3>;
  const auto          image = ImageType::New();
  ImageType::SizeType size{ { 1030, 1021, 2053 } };
  image->SetRegions(size);
  image->Allocate();
  auto * const             pixels = image->GetBufferPointer();
  const itk::SizeValueType number = image->GetBufferedRegion().GetNumberOfPixels();
  ASSERT_GT(number, itk::SizeValueType{ 1 } << 31);
  std::uint32_t state = 1;
  for (itk::SizeValueType i = 0; i < number; ++i)
  {
    state = state * 1664525u + 1013904223u;
    pixels[i] = static_cast<uint8_t>(state >> 24);
  }
  const auto permuted = itk::CudaPermuteAxesImageFilter<ImageType>::New();
  const auto flipped = itk::CudaFlipImageFilter<ImageType>::New();
  permuted->SetInput(image);
  flipped->SetInput(permuted->GetOutput());
  itk::FixedArray<unsigned int, 3> order;
  order[0] = 1;
  order[1] = 2;
  order[2] = 0;
  permuted->SetOrder(order);
  itk::FixedArray<bool, 3> axes;
  axes.Fill(false);
  axes[0] = axes[2] = true;
  flipped->SetFlipAxes(axes);
  flipped->Update();
  EXPECT_TRUE(flipped->GetRanOnDevice());
  const auto * const output = flipped->GetOutput()->GetBufferPointer();
  itk::SizeValueType different = 0;
  // In parts that the caches hold.
  constexpr itk::SizeValueType part = 64;
  for (itk::SizeValueType z = 0; z < size[2]; ++z)
  {
    for (itk::SizeValueType begin = 0; begin < size[1]; begin += part)
    {
      for (itk::SizeValueType x = 0; x < size[0]; ++x)
      {
        const auto * const row = output + size[1] * (z + size[2] * (size[0] - 1 - x));
        for (itk::SizeValueType y = begin; y < std::min<itk::SizeValueType>(begin + part, size[1]); ++y)
        {
          different += row[size[1] - 1 - y] != pixels[x + size[0] * (y + size[1] * z)];
        }
      }
    }
  }
  EXPECT_EQ(different, 0u);
}
