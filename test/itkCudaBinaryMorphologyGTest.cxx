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
#include "itkCudaBinaryDilateImageFilter.h"
#include "itkCudaBinaryErodeImageFilter.h"
#include "itkCudaBinaryMorphologicalClosingImageFilter.h"
#include "itkCudaBinaryMorphologicalOpeningImageFilter.h"
#include "itkMorphologyTesting.h"

using namespace itk::DeviceTesting;

namespace
{
/** Half of the elements are balls of one radius, which kernels of their own take. */
template <typename TFilter>
void
SetElement(TFilter * filter, Random & random)
{
  constexpr unsigned int dimension = TFilter::InputImageDimension;
  using ElementType = itk::FlatStructuringElement<dimension>;
  constexpr unsigned int mostRadius = dimension == 2 ? 12 : 4;
  if (Pick(random, 0, 1) == 0)
  {
    itk::Size<dimension> radius;
    radius.Fill(Pick(random, 0, 2 * mostRadius));
    filter->SetKernel(ElementType::Ball(radius, Pick(random, 0, 1) == 0));
  }
  else
  {
    filter->SetKernel(PickElement<dimension>(random, mostRadius));
  }
  filter->SetForegroundValue(static_cast<typename TFilter::InputImageType::PixelType>(Pick(random, 0, 3)));
}

constexpr auto SetStep = [](auto * filter, Random & random) {
  SetElement(filter, random);
  using FilterType = std::remove_pointer_t<decltype(filter)>;
  filter->SetBackgroundValue(static_cast<typename FilterType::OutputImageType::PixelType>(Pick(random, 0, 4)));
  filter->SetBoundaryToForeground(Pick(random, 0, 1) == 0);
};

constexpr auto SetOpening = [](auto * filter, Random & random) {
  SetElement(filter, random);
  using FilterType = std::remove_pointer_t<decltype(filter)>;
  filter->SetBackgroundValue(static_cast<typename FilterType::OutputImageType::PixelType>(Pick(random, 0, 4)));
};

constexpr auto SetClosing = [](auto * filter, Random & random) {
  SetElement(filter, random);
  filter->SetSafeBorder(Pick(random, 0, 1) == 0);
};

template <template <typename, typename, typename> class TFilter,
          template <typename, typename, typename> class TParent,
          typename TPixel,
          unsigned int VDimension,
          typename TConfigure>
void
ExpectTheParents(const TConfigure & configure)
{
  using DeviceImageType = itk::DeviceImage<TPixel, VDimension>;
  using ImageType = itk::Image<TPixel, VDimension>;
  using ElementType = itk::FlatStructuringElement<VDimension>;
  ParentComparisonSettings settings;
  settings.lowestPixel = 0;
  settings.highestPixel = 3;
  settings.hasNonFinitePixels = false;
  ExpectTheParentsPixels<TFilter<DeviceImageType, DeviceImageType, ElementType>,
                         TParent<ImageType, ImageType, ElementType>>(configure, 1, settings);
}

#define EXPECT_THE_PARENTS(name, pixel, dimension, configure) \
  (ExpectTheParents<itk::Cuda##name##ImageFilter, itk::name##ImageFilter, pixel, dimension>(configure))
} // namespace

TEST(CudaBinaryMorphology, ErodesAsTheParent)
{
  EXPECT_THE_PARENTS(BinaryErode, uint8_t, 2, SetStep);
  EXPECT_THE_PARENTS(BinaryErode, uint8_t, 3, SetStep);
  EXPECT_THE_PARENTS(BinaryErode, float, 3, SetStep);
}

TEST(CudaBinaryMorphology, DilatesAsTheParent)
{
  EXPECT_THE_PARENTS(BinaryDilate, uint8_t, 2, SetStep);
  EXPECT_THE_PARENTS(BinaryDilate, int16_t, 3, SetStep);
  EXPECT_THE_PARENTS(BinaryDilate, uint16_t, 2, SetStep);
}

TEST(CudaBinaryMorphology, OpensAsTheParent)
{
  EXPECT_THE_PARENTS(BinaryMorphologicalOpening, uint8_t, 2, SetOpening);
  EXPECT_THE_PARENTS(BinaryMorphologicalOpening, uint8_t, 3, SetOpening);
}

TEST(CudaBinaryMorphology, ClosesAsTheParent)
{
  EXPECT_THE_PARENTS(BinaryMorphologicalClosing, uint8_t, 2, SetClosing);
  EXPECT_THE_PARENTS(BinaryMorphologicalClosing, uint8_t, 3, SetClosing);
}

/** Of images that have no foreground, nothing else, every other pixel, a single one, and one in a thousand. */
template <unsigned int VDimension>
void
ExpectTheParentsDilationByBalls(const std::vector<unsigned int> & sides)
{
  using ImageType = itk::DeviceImage<uint8_t, VDimension>;
  using PlainImageType = itk::Image<uint8_t, VDimension>;
  using ElementType = itk::FlatStructuringElement<VDimension>;
  const auto region = MakeRegionOfSides<VDimension>({ 75, 43, 21 });
  for (const unsigned int kind : { 0, 1, 2, 3, 4 })
  {
    Random             random(kind);
    itk::SizeValueType i = 0;
    const auto         image = MakeImage<ImageType>(region, random, [&](Random & r) -> uint8_t {
      const auto pixel = i++;
      const bool isForeground[]{ false, true, pixel % 2 == 1, pixel == 1600, Pick(r, 0, 999) == 0 };
      return isForeground[kind] ? 255 : 0;
    });
    for (const unsigned int side : sides)
    {
      const auto set = [&](auto * filter) {
        filter->SetKernel(ElementType::Ball(itk::Size<VDimension>::Filled(side)));
      };
      using ParentType = itk::BinaryDilateImageFilter<PlainImageType, PlainImageType, ElementType>;
      const auto expected = RunOnHost<ParentType>(Copy<PlainImageType>(image.GetPointer()).GetPointer(), set);
      const auto filter = itk::CudaBinaryDilateImageFilter<ImageType, ImageType, ElementType>::New();
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
      filter->SetInput(image);
      set(filter.GetPointer());
      filter->Update();
      EXPECT_TRUE(HaveSamePixels<uint8_t>(filter->GetOutput(), expected.GetPointer())) << kind << ", " << side;
    }
  }
}

TEST(CudaBinaryMorphology, DilatesByBallsOfAnyRadiusWhateverTheImage)
{
  ITK_REQUIRE_DEVICE();
  const bool isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  ExpectTheParentsDilationByBalls<3>(isSlow ? std::vector{ 6u } : std::vector{ 1u, 6u, 17u });
  ExpectTheParentsDilationByBalls<2>(isSlow ? std::vector{ 33u } : std::vector{ 1u, 2u, 33u, 70u, 170u, 171u });
}
