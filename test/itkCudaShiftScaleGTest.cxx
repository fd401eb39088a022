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
#include "itkCudaShiftScaleImageFilter.h"
#include "itkCudaPointwiseTesting.h"
#include <utility>

using namespace itk::DeviceTesting;
using itk::ImageRegion;
using itk::Size;

TEST(PointwiseShiftScale, GivesTheParentsPixels)
{
  ExpectTheParentsOfOneInput<itk::CudaShiftScaleImageFilter,
                             itk::ShiftScaleImageFilter,
                             Types<uint8_t, float, 2>,
                             Types<int16_t, uint16_t, 3>,
                             Types<uint32_t, int32_t, 2>,
                             Types<float, float, 3>,
                             Types<float, uint8_t, 2>>([](auto * filter, Random & random) {
    filter->SetShift(0.125 * Pick(random, 0, 4000) - 250);
    filter->SetScale(0.01 * Pick(random, 0, 400) - 2);
  });
}

namespace
{
/** Of the shifts and scales, some clamp pixels from below, from above, both, or none. */
template <typename TInput, typename TOutput>
void
ExpectTheParentsCounts(const Size<2> & size)
{
  using InputImage = itk::DeviceImage<TInput, 2>;
  using OutputImage = itk::DeviceImage<TOutput, 2>;
  const auto image = MakeRandomImage<InputImage>(ImageRegion<2>(size), 1);
  for (const auto & [shift, scale] : { std::pair(-60.0, 3.0), { 20.0, -7.5 }, { 0.0, 1000.0 }, { 0.0, 0.0 } })
  {
    SCOPED_TRACE("shift " + std::to_string(shift) + ", scale " + std::to_string(scale));
    const auto filter = itk::CudaShiftScaleImageFilter<InputImage, OutputImage>::New();
    const auto parent = itk::ShiftScaleImageFilter<itk::Image<TInput, 2>, itk::Image<TOutput, 2>>::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    const auto update = [&, shift = shift, scale = scale](auto * each) {
      each->SetInput(image);
      each->SetShift(shift);
      each->SetScale(scale);
      each->Update();
    };
    update(filter.GetPointer());
    update(parent.GetPointer());
    EXPECT_TRUE(filter->GetRanOnDevice());
    EXPECT_EQ(filter->GetUnderflowCount(), parent->GetUnderflowCount());
    EXPECT_EQ(filter->GetOverflowCount(), parent->GetOverflowCount());
    const auto result = HaveSamePixels<TOutput, 2>(filter->GetOutput(), parent->GetOutput());
    EXPECT_TRUE(result);
  }
}
} // namespace

TEST(PointwiseShiftScale, CountsAsTheParentDoes)
{
  ITK_REQUIRE_DEVICE();
  for (const itk::SizeValueType width : { 304, 211 })
  {
    SCOPED_TRACE("width " + std::to_string(width));
    ExpectTheParentsCounts<uint8_t, uint8_t>({ { width, 307 } });
    ExpectTheParentsCounts<uint8_t, int16_t>({ { width, 307 } });
    ExpectTheParentsCounts<int16_t, uint8_t>({ { width, 307 } });
    ExpectTheParentsCounts<float, uint8_t>({ { width, 307 } });
  }
}

/** Of which blocks take several tiles. */
TEST(PointwiseShiftScale, CountsThePixelsOfLargeImages)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsCounts<uint8_t, uint8_t>({ { 4224, 4200 } });
  ExpectTheParentsCounts<uint8_t, uint8_t>({ { 2049, 1100 } });
}
