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
#ifndef CannyRegisters_cuh
#define CannyRegisters_cuh

#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
/** Copies values, in a branch of its own, where the compiler would select between them and what is there each time. */
template <int VSize>
__device__ __forceinline__ void
CopySeldom(const float (&from)[VSize], float (&to)[VSize])
{
  asm volatile("");
#pragma unroll
  for (int i = 0; i < VSize; ++i)
  {
    to[i] = from[i];
  }
}

/** A larger magnitude than `largest`, or that; NaN if one of them is. */
__device__ __forceinline__ float
GetLargest(float largest, float value)
{
#if __CUDA_ARCH__ >= 800
  float result;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(largest), "f"(fabsf(value)));
  return result;
#else
  // Those of no number are greater.
  return __uint_as_float(max(__float_as_uint(largest), __float_as_uint(value) & 0x7fffffff));
#endif
}

/** Of the lanes of a warp. */
__device__ __forceinline__ float
GetLargestOfWarp(float largest)
{
#if __CUDA_ARCH__ >= 800
  return __uint_as_float(__reduce_max_sync(~0u, __float_as_uint(largest)));
#else
  for (int distance = 16; distance > 0; distance /= 2)
  {
    largest = GetLargest(largest, __shfl_xor_sync(~0u, largest, distance));
  }
  return largest;
#endif
}
} // namespace
} // namespace itk::device

#endif
