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
#include "itkCudaCastImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

TEST(PointwiseCast, GivesTheParentsPixels)
{
  ExpectTheParentsOfOneInput<itk::CudaCastImageFilter,
                             itk::CastImageFilter,
                             Types<uint8_t, int16_t, 2>,
                             Types<int16_t, float, 3>,
                             Types<uint16_t, int32_t, 2>,
                             Types<int32_t, uint8_t, 3>,
                             Types<uint32_t, float, 2>,
                             Types<float, int16_t, 2>>([](auto *, Random &) {});
}

TEST(PointwiseCast, GivesTheParentsPixelsOfUInt32)
{
  // Beyond uint32 a conversion is undefined, and GCC's vectors and scalars differ.
  ParentComparisonSettings settings;
  settings.hasNonFinitePixels = false;
  settings.lowestPixel = 0;
  settings.highestPixel = 4294967040.0;
  ExpectTheParentsOfOneInput<itk::CudaCastImageFilter, itk::CastImageFilter, Types<float, uint32_t, 3>>(
    [](auto *, Random &) {}, settings);
}

// Not by random runs, as ITK's filter in place puts out memory that nothing was written to if a part is requested.
TEST(PointwiseCast, CopiesToTheSameType)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<uint16_t, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 61, 43 } }), 1);
  const auto before = Copy<itk::Image<uint16_t, 2>>(image.GetPointer());
  for (const bool inPlace : { false, true })
  {
    const auto part = itk::CudaCastImageFilter<ImageType, ImageType>::New();
    part->SetInput(image);
    part->SetInPlace(inPlace);
    const itk::ImageRegion<2> region({ { 7, 5 } }, { { 40, 30 } });
    part->GetOutput()->SetRequestedRegion(region);
    part->Update();
    EXPECT_TRUE(part->GetRanOnDevice());
    ASSERT_EQ(part->GetOutput()->GetBufferedRegion(), region);
    for (itk::SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i)
    {
      const auto index = part->GetOutput()->ComputeIndex(i);
      ASSERT_EQ(part->GetOutput()->GetPixel(index), before->GetPixel(index)) << index;
    }
  }
  const auto whole = itk::CudaCastImageFilter<ImageType, ImageType>::New();
  whole->SetInput(image);
  whole->InPlaceOn();
  whole->Update();
  EXPECT_TRUE(HaveSamePixels<uint16_t>(whole->GetOutput(), before.GetPointer()));
  EXPECT_EQ(image->GetBufferedRegion().GetNumberOfPixels(), 0u);
}
