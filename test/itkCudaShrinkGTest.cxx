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
#include "itkCudaBinShrinkImageFilter.h"
#include "itkCudaCopyTesting.h"
#include "itkCudaCyclicShiftImageFilter.h"
#include "itkCudaShrinkImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
const auto shrink = [](auto * filter, Random & random) {
  auto factors = filter->GetShrinkFactors();
  for (unsigned int & factor : factors)
  {
    factor = Pick(random, 1, Pick(random, 1, 6));
  }
  filter->SetShrinkFactors(factors);
};

/** At least one block, which begins at a multiple of its size, is in the image: else the parent's output has no sense. */
const auto binShrink = [](auto * filter, Random & random) {
  const auto size = GetInputRegion(filter).GetSize();
  auto       factors = filter->GetShrinkFactors();
  for (unsigned int axis = 0; axis < size.Dimension; ++axis)
  {
    factors[axis] = Pick(random, 1, std::min(Pick(random, 1, 6), static_cast<unsigned int>(size[axis] + 1) / 2));
  }
  filter->SetShrinkFactors(factors);
};
} // namespace

TEST(CopyShrink, GivesTheParentsPixels)
{
  ExpectTheParentsCopies<itk::CudaShrinkImageFilter, itk::ShrinkImageFilter, 2, uint8_t>(shrink, GetLongSides(150));
  ExpectTheParentsCopies<itk::CudaShrinkImageFilter, itk::ShrinkImageFilter, 3, int16_t, float>(shrink);
}

TEST(CopyBinShrink, GivesTheParentsPixels)
{
  ExpectTheParentsCopies<itk::CudaBinShrinkImageFilter, itk::BinShrinkImageFilter, 2, uint8_t, int32_t, float>(
    binShrink, GetLongSides(150));
  ExpectTheParentsCopies<itk::CudaBinShrinkImageFilter, itk::BinShrinkImageFilter, 3, int16_t, uint16_t, uint32_t>(
    binShrink);
}

TEST(CopyCyclicShift, GivesTheParentsPixels)
{
  const auto configure = [](auto * filter, Random & random) {
    auto shift = filter->GetShift();
    for (unsigned int axis = 0; axis < shift.Dimension; ++axis)
    {
      shift[axis] = static_cast<int>(Pick(random, 0, 300)) - 150;
    }
    filter->SetShift(shift);
  };
  ExpectTheParentsCopies<itk::CudaCyclicShiftImageFilter, itk::CyclicShiftImageFilter, 2, uint8_t>(configure,
                                                                                                   GetLongSides(150));
  ExpectTheParentsCopies<itk::CudaCyclicShiftImageFilter, itk::CyclicShiftImageFilter, 3, int16_t, float>(configure);
}
