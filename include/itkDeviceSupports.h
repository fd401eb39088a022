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
#ifndef itkDeviceSupports_h
#define itkDeviceSupports_h

#include "itkCudaImageFiltersConfigure.h"
#include <cstdint>
#include <type_traits>

namespace itk::device
{
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
inline constexpr bool HasCuda = true;
#else
inline constexpr bool HasCuda = false;
#endif

/** Whether this build holds neighbourhood kernels for the pixel type and dimension. */
template <typename TPixel, unsigned int VDimension>
inline constexpr bool Supports = HasCuda && (VDimension == 2 || VDimension == 3) &&
                                 (std::is_same_v<TPixel, std::uint8_t> || std::is_same_v<TPixel, std::int16_t> ||
                                  std::is_same_v<TPixel, std::uint16_t> || std::is_same_v<TPixel, float>);
} // namespace itk::device

#endif
