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
#ifndef itkCudaFilterTesting_h
#define itkCudaFilterTesting_h

#include "itkParentComparisonTesting.h"

namespace itk::DeviceTesting
{
/** The pixel types that pointwise filters have kernels for, each in 2D and 3D, the same for input and output. */
using EveryPixelType = ::testing::Types<Types<uint8_t, uint8_t, 2>,
                                        Types<int16_t, int16_t, 2>,
                                        Types<uint16_t, uint16_t, 2>,
                                        Types<int32_t, int32_t, 2>,
                                        Types<uint32_t, uint32_t, 2>,
                                        Types<float, float, 2>,
                                        Types<uint8_t, uint8_t, 3>,
                                        Types<int16_t, int16_t, 3>,
                                        Types<uint16_t, uint16_t, 3>,
                                        Types<int32_t, int32_t, 3>,
                                        Types<uint32_t, uint32_t, 3>,
                                        Types<float, float, 3>>;
} // namespace itk::DeviceTesting

#endif
