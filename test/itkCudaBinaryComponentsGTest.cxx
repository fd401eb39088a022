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
#include "itkCudaBinaryContourImageFilter.h"
#include "itkCudaBinaryFillholeImageFilter.h"
#include "itkCudaBinaryShapeKeepNObjectsImageFilter.h"
#include "itkCudaComponentsTesting.h"

using namespace itk::DeviceTesting;

namespace
{
/** Calls expect(image, random) with images of two values, and of three. */
template <typename TPixel, unsigned int VDimension, typename TExpect>
void
ForBinaryImages(Random & random, const TExpect & expect)
{
  using ImageType = itk::Image<TPixel, VDimension>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const auto image = MakeBinaryImage<ImageType>(PickComponentsRegion<VDimension>(random), random, 100, 1);
    if (Pick(random, 0, 2) == 0)
    {
      for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); i += Pick(random, 1, 9))
      {
        image->GetBufferPointer()[i] = 2;
      }
    }
    expect(image.GetPointer());
  }
}

template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsHolesFilled(Random & random)
{
  using Filter = itk::CudaBinaryFillholeImageFilter<itk::DeviceImage<TPixel, VDimension>>;
  using Parent = itk::BinaryFillholeImageFilter<itk::Image<TPixel, VDimension>>;
  ForBinaryImages<TPixel, VDimension>(random, [&](const auto * image) {
    const bool isFullyConnected = Pick(random, 0, 1) == 0;
    ExpectTheParentsPixels<Filter, Parent>(image, [&](auto * filter) {
      filter->SetFullyConnected(isFullyConnected);
      filter->SetForegroundValue(100);
    });
  });
}

template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsObjectsKept(Random & random)
{
  using Filter = itk::CudaBinaryShapeKeepNObjectsImageFilter<itk::DeviceImage<TPixel, VDimension>>;
  using Parent = itk::BinaryShapeKeepNObjectsImageFilter<itk::Image<TPixel, VDimension>>;
  ForBinaryImages<TPixel, VDimension>(random, [&](const auto * image) {
    const bool isFullyConnected = Pick(random, 0, 1) == 0;
    const bool isReverse = Pick(random, 0, 3) == 0;
    const auto number = Pick(random, 0, 1) == 0 ? 1 : Pick(random, 0, 9);
    ExpectTheParentsPixels<Filter, Parent>(image, [&](auto * filter) {
      filter->SetFullyConnected(isFullyConnected);
      filter->SetReverseOrdering(isReverse);
      filter->SetNumberOfObjects(number);
      filter->SetForegroundValue(100);
      filter->SetBackgroundValue(5);
    });
  });
}

template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsContours(Random & random)
{
  using DeviceImageType = itk::DeviceImage<TPixel, VDimension>;
  using ImageType = itk::Image<TPixel, VDimension>;
  using Filter = itk::CudaBinaryContourImageFilter<DeviceImageType, DeviceImageType>;
  using Parent = itk::BinaryContourImageFilter<ImageType, ImageType>;
  ForBinaryImages<TPixel, VDimension>(random, [&](const auto * image) {
    const bool isFullyConnected = Pick(random, 0, 1) == 0;
    const bool isInPlace = Pick(random, 0, 1) == 0;
    const auto foreground = Pick(random, 0, 4);
    const auto background = Pick(random, 0, 2);
    ExpectTheParentsPixels<Filter, Parent>(image, [&](auto * filter) {
      filter->SetFullyConnected(isFullyConnected);
      filter->SetInPlace(isInPlace && std::is_same_v<std::remove_pointer_t<decltype(filter)>, Filter>);
      if (foreground > 0)
      {
        filter->SetForegroundValue(foreground > 1 ? 100 : 1);
      }
      if (background > 0)
      {
        filter->SetBackgroundValue(static_cast<TPixel>(background));
      }
    });
  });
}
} // namespace

TEST(CudaBinaryContour, GivesTheParentsPixels)
{
  ITK_REQUIRE_DEVICE();
  Random random(GetSeed(1));
  ExpectTheParentsContours<std::uint8_t, 2>(random);
  ExpectTheParentsContours<std::uint8_t, 3>(random);
  ExpectTheParentsContours<std::int16_t, 3>(random);
  ExpectTheParentsContours<std::uint16_t, 2>(random);
  ExpectTheParentsContours<std::int32_t, 2>(random);
  ExpectTheParentsContours<std::uint32_t, 3>(random);
  ExpectTheParentsContours<float, 2>(random);
  ExpectTheParentsContours<float, 3>(random);
}

/** Floats up to 4 units in the last place away are foreground, and become it. */
TEST(CudaBinaryContour, TakesFloatsThatAreAlmostTheForeground)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::Image<float, 2>;
  using DeviceImageType = itk::DeviceImage<float, 2>;
  Random random(GetSeed(1));
  for (const float foreground : { 1.0f, -3.5f, 0.0f, std::numeric_limits<float>::max() })
  {
    const auto image = MakeImage<ImageType>(MakeRegion<2>({ { 70, 40 } }), random, [=](Random & generator) {
      return itk::Math::FloatAddULP(foreground, static_cast<int>(Pick(generator, 0, 12)) - 6);
    });
    ExpectTheParentsPixels<itk::CudaBinaryContourImageFilter<DeviceImageType, DeviceImageType>,
                           itk::BinaryContourImageFilter<ImageType, ImageType>>(image.GetPointer(), [=](auto * filter) {
      filter->SetForegroundValue(foreground);
      filter->SetBackgroundValue(9);
    });
  }
}

TEST(CudaBinaryFillhole, GivesTheParentsPixels)
{
  ITK_REQUIRE_DEVICE();
  Random random(GetSeed(1));
  ExpectTheParentsHolesFilled<std::uint8_t, 2>(random);
  ExpectTheParentsHolesFilled<std::uint8_t, 3>(random);
  ExpectTheParentsHolesFilled<std::int16_t, 2>(random);
  ExpectTheParentsHolesFilled<std::uint16_t, 3>(random);
}

TEST(CudaBinaryShapeKeepNObjects, GivesTheParentsPixels)
{
  ITK_REQUIRE_DEVICE();
  Random random(GetSeed(1));
  ExpectTheParentsObjectsKept<std::uint8_t, 2>(random);
  ExpectTheParentsObjectsKept<std::uint8_t, 3>(random);
  ExpectTheParentsObjectsKept<std::int16_t, 3>(random);
}

TEST(CudaBinaryShapeKeepNObjects, RunsTheParentForOtherAttributes)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<std::uint8_t, 2>;
  using Filter = itk::CudaBinaryShapeKeepNObjectsImageFilter<ImageType>;
  Random     random(GetSeed(1));
  const auto image = MakeImage<ImageType>(
    MakeRegion<2>({ { 40, 30 } }), random, [](Random & generator) { return generator() % 3 == 0 ? 255 : 0; });
  const auto filter = Filter::New();
  filter->SetInput(image);
  filter->SetNumberOfObjects(1);
  filter->SetAttribute(Filter::LabelObjectType::ELONGATION);
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
