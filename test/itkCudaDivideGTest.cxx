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
#include "itkCudaDivideImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

TEST(PointwiseDivide, GivesTheParentsPixels)
{
  ExpectTheParentsOfTwoInputs<itk::CudaDivideImageFilter,
                              itk::DivideImageFilter,
                              TwoInputTypes<uint8_t, uint8_t, uint8_t, 2>,
                              TwoInputTypes<int16_t, int16_t, float, 3>,
                              TwoInputTypes<float, float, float, 3>,
                              TwoInputTypes<uint16_t, float, float, 2>>([](auto *, Random &) {});
}

TEST(PointwiseDivide, GivesTheParentsPixelsOfInt32)
{
  // The least int32 divided by -1 ends a process on the CPU.
  ParentComparisonSettings settings;
  settings.lowestPixel = -2147483647.0;
  ExpectTheParentsOfTwoInputs<itk::CudaDivideImageFilter,
                              itk::DivideImageFilter,
                              TwoInputTypes<int32_t, int32_t, int32_t, 2>>([](auto *, Random &) {}, settings);
}
