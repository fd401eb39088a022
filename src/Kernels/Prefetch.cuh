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
#ifndef Prefetch_cuh
#define Prefetch_cuh

#include <cuda_runtime.h>

namespace itk::device::kernels
{
/** What PrefetchLine() reads, in bytes, if it is aligned. */
constexpr int LineBytes = 128;

/** Has the level 2 cache read a line of device memory, and does not wait: where few warps leave registers, or shared memory, for
 * what is on its way. */
__device__ __forceinline__ void
PrefetchLine(const void * address)
{
  asm volatile("prefetch.global.L2 [%0];" : : "l"(address));
}
} // namespace itk::device::kernels

#endif
