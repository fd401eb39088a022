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
#ifndef itkDeviceMacro_h
#define itkDeviceMacro_h

/** Marks a function that runs on the host and on the device; host-only compilers see an ordinary function. */
#ifdef __CUDACC__
#  define ITK_HOST_DEVICE __host__ __device__
#else
#  define ITK_HOST_DEVICE
#endif

/** Besides, the device calls it instead of inlining it: a kernel that runs through much code once waits for the code. */
#ifdef __CUDACC__
#  define ITK_HOST_DEVICE_CALLED __host__ __device__ __noinline__
#else
#  define ITK_HOST_DEVICE_CALLED
#endif

#endif
