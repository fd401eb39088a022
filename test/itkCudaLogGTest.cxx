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
#include "itkCudaLogImageFilter.h"
#include "itkCudaPointwiseLargeTesting.h"

using namespace itk::DeviceTesting;

TEST(PointwiseLog, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  settings.ulps = 1; // of double functions that are within one of theirs, rounded
  ExpectTheParentsOfOneInput<itk::CudaLogImageFilter,
                             itk::LogImageFilter,
                             Types<uint8_t, uint8_t, 2>,
                             Types<int16_t, float, 3>,
                             Types<uint32_t, uint32_t, 2>,
                             Types<float, float, 3>,
                             Types<float, uint8_t, 2>>([](auto *, Random &) {}, settings);
}

TEST(PointwiseLog, GivesTheParentsPixelsOfLargeImages)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsOfALargeImage<itk::CudaLogImageFilter<itk::DeviceImage<uint16_t, 2>, itk::DeviceImage<uint8_t, 2>>,
                                itk::LogImageFilter<itk::Image<uint16_t, 2>, itk::Image<uint8_t, 2>>>([](auto *) {});
  ExpectTheParentsOfALargeImage<itk::CudaLogImageFilter<itk::DeviceImage<float, 2>, itk::DeviceImage<float, 2>>,
                                itk::LogImageFilter<itk::Image<float, 2>, itk::Image<float, 2>>>([](auto *) {});
}
