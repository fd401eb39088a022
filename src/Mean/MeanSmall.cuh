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
#ifndef MeanSmall_cuh
#define MeanSmall_cuh

#include "Kernels/Passes.cuh"
#include <cstdint>

namespace itk::device::mean
{
/** Means of 3 x 3 pixels, truncated. Bound by memory, where the kernel for any window is by its instructions. */
void
LaunchMean3x3(const kernels::Pass<std::uint8_t, std::uint8_t> & pass, const Stream & stream);
} // namespace itk::device::mean

#endif
