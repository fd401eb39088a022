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
#include "itkDeviceMedianForTesting.h"
#include "itkPretendedMedianImageFilter.h"

namespace itk::DeviceTesting
{
template <typename TImage>
typename DeviceMedian<TImage>::Pointer
MakeDeviceMedian()
{
  return PretendedMedianImageFilter<TImage, TImage>::New().GetPointer();
}

#define ITK_INSTANTIATE(pixel, dimension)                                                                    \
  template DeviceMedian<Image<pixel, dimension>>::Pointer       MakeDeviceMedian<Image<pixel, dimension>>(); \
  template DeviceMedian<DeviceImage<pixel, dimension>>::Pointer MakeDeviceMedian<DeviceImage<pixel, dimension>>()
ITK_FOR_EACH_TESTED_IMAGE(ITK_INSTANTIATE);
} // namespace itk::DeviceTesting
