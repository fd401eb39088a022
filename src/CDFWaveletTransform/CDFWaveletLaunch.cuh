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
#ifndef CDFWaveletLaunch_cuh
#define CDFWaveletLaunch_cuh

#include "Kernels/Grid.cuh"

/** Launches of kernels one after the other, of which each begins while the one before comes to its end. */
namespace itk::device::wavelet
{
/** Lets the next kernel begin, and waits until all that the one before wrote can be read. Before it a kernel accesses no
 * memory but its parameters. */
__device__ inline void
WaitForKernelBefore()
{
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/** Whether the stream's device has such launches. */
inline bool
HasEarlyLaunches(const Stream & stream)
{
  return kernels::GetDeviceAttribute(cudaDevAttrComputeCapabilityMajor, stream) >= 9;
}

/** As kernels::Launch(), of a kernel that calls WaitForKernelBefore(). */
template <typename... TParameters, typename... TArguments>
void
Launch(const char * name,
       void (*kernel)(TParameters...),
       const kernels::Grid & grid,
       const Stream &        stream,
       bool                  beginsEarly,
       const TArguments &... arguments)
{
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.sharedMemory;
  config.stream = stream.GetHandle();
  config.attrs = &attribute;
  config.numAttrs = beginsEarly ? 1 : 0;
  Check(cudaLaunchKernelEx(&config, kernel, arguments...), name);
}
} // namespace itk::device::wavelet

#endif
