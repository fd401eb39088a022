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
#include "itkCudaExpImageFilter.h"
#include "itkCudaPointwiseLargeTesting.h"

using namespace itk::DeviceTesting;

TEST(PointwiseExp, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  settings.ulps = 1; // of double functions that are within one of theirs, rounded
  ExpectTheParentsOfOneInput<itk::CudaExpImageFilter,
                             itk::ExpImageFilter,
                             Types<uint8_t, uint8_t, 2>,
                             Types<int16_t, float, 3>,
                             Types<uint32_t, uint32_t, 2>,
                             Types<float, float, 3>,
                             Types<float, uint8_t, 2>>([](auto *, Random &) {}, settings);
}

TEST(PointwiseExp, GivesTheParentsPixelsOfLargeImages)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsOfALargeImage<itk::CudaExpImageFilter<itk::DeviceImage<uint16_t, 2>, itk::DeviceImage<uint16_t, 2>>,
                                itk::ExpImageFilter<itk::Image<uint16_t, 2>, itk::Image<uint16_t, 2>>>([](auto *) {});
  ExpectTheParentsOfALargeImage<itk::CudaExpImageFilter<itk::DeviceImage<int16_t, 2>, itk::DeviceImage<int16_t, 2>>,
                                itk::ExpImageFilter<itk::Image<int16_t, 2>, itk::Image<int16_t, 2>>>([](auto *) {});
}
