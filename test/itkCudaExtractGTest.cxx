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
#include "itkCudaCropImageFilter.h"
#include "itkCudaExtractImageFilter.h"
#include "itkCudaRegionOfInterestImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
const auto extract = [](auto * filter, Random & random) {
  filter->SetExtractionRegion(PickPart(random, GetInputRegion(filter)));
};

/** Of one axis, one index. */
const auto collapse = [](auto * filter, Random & random) {
  auto               part = PickPart(random, GetInputRegion(filter));
  const unsigned int axis = Pick(random, 0, part.GetImageDimension() - 1);
  part.SetSize(axis, 0);
  filter->SetExtractionRegion(part);
  using Strategy = itk::ExtractImageFilterEnums::DirectionCollapseStrategy;
  const Strategy strategies[]{ Strategy::DIRECTIONCOLLAPSETOIDENTITY,
                               Strategy::DIRECTIONCOLLAPSETOSUBMATRIX,
                               Strategy::DIRECTIONCOLLAPSETOGUESS };
  filter->SetDirectionCollapseToStrategy(strategies[Pick(random, 0, 2)]);
};

template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsLowerDimension()
{
  ExpectTheParentsPixels<
    itk::CudaExtractImageFilter<itk::DeviceImage<TPixel, VDimension>, itk::DeviceImage<TPixel, VDimension - 1>>,
    itk::ExtractImageFilter<itk::Image<TPixel, VDimension>, itk::Image<TPixel, VDimension - 1>>>(collapse);
}
} // namespace

TEST(CopyExtract, GivesTheParentsPixels)
{
  ExpectTheParentsCopies<itk::CudaExtractImageFilter, itk::ExtractImageFilter, 2, uint8_t>(extract, GetLongSides(150));
  ExpectTheParentsCopies<itk::CudaExtractImageFilter, itk::ExtractImageFilter, 3, int16_t, float>(extract);
}

TEST(CopyExtract, GivesTheParentsPixelsInALowerDimension)
{
  ExpectTheParentsLowerDimension<uint8_t, 3>();
  ExpectTheParentsLowerDimension<int16_t, 3>();
  ExpectTheParentsLowerDimension<float, 3>();
}

TEST(CopyExtract, RunsItsParentFromOneTypeToAnother)
{
  using ImageType = itk::DeviceImage<uint8_t, 2>;
  const auto filter = itk::CudaExtractImageFilter<ImageType, itk::DeviceImage<float, 2>>::New();
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegion<2>({ { 20, 10 } }), 1));
  filter->SetExtractionRegion(MakeRegion<2>({ { 5, 5 } }));
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}

TEST(CopyRegionOfInterest, GivesTheParentsPixels)
{
  const auto configure = [](auto * filter, Random & random) {
    filter->SetRegionOfInterest(PickPart(random, GetInputRegion(filter)));
  };
  ExpectTheParentsCopies<itk::CudaRegionOfInterestImageFilter, itk::RegionOfInterestImageFilter, 2, uint8_t>(
    configure, GetLongSides(150));
  ExpectTheParentsCopies<itk::CudaRegionOfInterestImageFilter, itk::RegionOfInterestImageFilter, 3, int16_t, float>(
    configure);
}

TEST(CopyCrop, GivesTheParentsPixelsAndExceptions)
{
  const auto configure = [](auto * filter, Random & random) {
    const auto size = GetInputRegion(filter).GetSize();
    auto       lower = size;
    auto       upper = size;
    const bool isNothingLeft = Pick(random, 0, 9) == 0;
    for (unsigned int axis = 0; axis < size.Dimension; ++axis)
    {
      lower[axis] = Pick(random, 0, static_cast<unsigned int>(size[axis] - 1));
      upper[axis] = isNothingLeft && axis == 0
                      ? size[axis] - lower[axis]
                      : Pick(random, 0, static_cast<unsigned int>(size[axis] - 1 - lower[axis]));
    }
    filter->SetLowerBoundaryCropSize(lower);
    filter->SetUpperBoundaryCropSize(upper);
  };
  ExpectTheParentsCopies<itk::CudaCropImageFilter, itk::CropImageFilter, 2, uint8_t>(configure, GetLongSides(150));
  ExpectTheParentsCopies<itk::CudaCropImageFilter, itk::CropImageFilter, 3, int16_t, float>(configure);
}

TEST(CopyCrop, ThrowsWhereNothingIsLeft)
{
  using ImageType = itk::DeviceImage<uint8_t, 2>;
  const auto filter = itk::CudaCropImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegion<2>({ { 20, 10 } }), 1));
  filter->SetBoundaryCropSize(itk::Size<2>{ { 10, 2 } });
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
}
