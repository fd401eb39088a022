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
#include "itkCudaThresholdImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

namespace
{
// Of one type, but with the two arguments that the helper gives.
template <typename TInputImage, typename>
using Tested = itk::CudaThresholdImageFilter<TInputImage>;
template <typename TInputImage, typename>
using Parent = itk::ThresholdImageFilter<TInputImage>;
} // namespace

TEST(PointwiseThreshold, GivesTheParentsPixels)
{
  ExpectTheParentsOfOneInput<Tested,
                             Parent,
                             Types<uint8_t, uint8_t, 2>,
                             Types<int16_t, int16_t, 3>,
                             Types<uint32_t, uint32_t, 2>,
                             Types<float, float, 3>>([](auto * filter, Random & random) {
    using PixelType = typename std::remove_pointer_t<decltype(filter)>::PixelType;
    const auto a = PickAnyPixel<PixelType>(random);
    const auto b = PickAnyPixel<PixelType>(random);
    filter->ThresholdOutside(std::min(a, b), std::max(a, b));
    filter->SetOutsideValue(PickAnyPixel<PixelType>(random));
  });
}
