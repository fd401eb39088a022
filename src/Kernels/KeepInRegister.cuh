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
#ifndef KeepInRegister_cuh
#define KeepInRegister_cuh

#include <cuda_runtime.h>

namespace itk::device::kernels
{
/** The value, in a register, where the compiler would compute it anew whenever it is needed. All lanes of a warp call this. */
template <typename TValue>
__device__ __forceinline__ TValue
KeepInRegister(TValue value)
{
  return __shfl_sync(~0u, value, threadIdx.x % 32);
}

/** The value, of which the compiler no longer knows how it came about: it neither computes it anew nor reckons with it. */
template <typename TValue>
__device__ __forceinline__ TValue
MakeOpaque(TValue value)
{
  static_assert(sizeof(TValue) == 4 || sizeof(TValue) == 8);
  if constexpr (sizeof(TValue) == 8)
  {
    asm volatile("" : "+l"(value));
  }
  else
  {
    asm volatile("" : "+r"(value));
  }
  return value;
}
} // namespace itk::device::kernels

#endif
