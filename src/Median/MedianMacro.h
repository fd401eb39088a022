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
#ifndef MedianMacro_h
#define MedianMacro_h

/** Networks are for registers: the device inlines them and unrolls their loops, whatever their length. */
#ifdef __CUDACC__
#  define ITK_MEDIAN_PRAGMA(pragma) _Pragma(#pragma)
#  define ITK_MEDIAN_INLINE __host__ __device__ __forceinline__
#  define ITK_MEDIAN_UNROLL ITK_MEDIAN_PRAGMA(unroll)
#  define ITK_MEDIAN_UNROLL_BY(count) ITK_MEDIAN_PRAGMA(unroll count)
#else
#  define ITK_MEDIAN_INLINE inline
#  define ITK_MEDIAN_UNROLL
#  define ITK_MEDIAN_UNROLL_BY(count)
#endif

#endif
