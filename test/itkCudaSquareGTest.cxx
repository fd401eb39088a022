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
#include "itkCudaSquareImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

TEST(PointwiseSquare, GivesTheParentsPixels)
{
  ExpectTheParentsOfOneInput<itk::CudaSquareImageFilter,
                             itk::SquareImageFilter,
                             Types<uint8_t, uint8_t, 2>,
                             Types<int16_t, float, 3>,
                             Types<float, float, 3>,
                             Types<float, uint8_t, 2>>([](auto *, Random &) {});
}

TEST(PointwiseSquare, GivesTheParentsPixelsOfUInt32)
{
  // Beyond uint32 a conversion is undefined, and GCC's vectors and scalars differ.
  ParentComparisonSettings settings;
  settings.highestPixel = 65535;
  ExpectTheParentsOfOneInput<itk::CudaSquareImageFilter, itk::SquareImageFilter, Types<uint32_t, uint32_t, 2>>(
    [](auto *, Random &) {}, settings);
}
