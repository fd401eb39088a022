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
#include "itkCudaMaskImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

TEST(PointwiseMask, GivesTheParentsPixels)
{
  ExpectTheParentsOfTwoInputs<itk::CudaMaskImageFilter,
                              itk::MaskImageFilter,
                              TwoInputTypes<uint8_t, uint16_t, uint8_t, 2>,
                              TwoInputTypes<int16_t, uint8_t, int16_t, 3>,
                              TwoInputTypes<float, uint8_t, float, 3>,
                              TwoInputTypes<uint32_t, uint32_t, uint32_t, 2>>([](auto * filter, Random & random) {
    using FilterType = std::remove_pointer_t<decltype(filter)>;
    filter->SetOutsideValue(PickAnyPixel<typename FilterType::OutputImagePixelType>(random));
    if (Pick(random, 0, 1) == 0)
    {
      filter->SetMaskingValue(static_cast<typename FilterType::Input2ImagePixelType>(Pick(random, 0, 3)));
    }
  });
}
