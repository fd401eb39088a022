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

/** Whether a kernel, as it is on the current device, was compiled for compute capability 9, with such launches and
 * clusters. */
template <typename TKernel>
bool
IsOfCapability9(TKernel kernel)
{
  cudaFuncAttributes attributes{};
  Check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  return attributes.ptxVersion >= 90;
}

/** As kernels::Launch(), of a kernel that calls WaitForKernelBefore(). */
template <typename... TParameters, typename... TArguments>
void
Launch(const char * name,
       void (*kernel)(TParameters...),
       const kernels::Grid & grid,
       const Stream &        stream,
       bool                  beginsEarly,
       unsigned int          blocksOfCluster,
       const TArguments &... arguments)
{
  cudaLaunchAttribute attributes[2]{};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = { blocksOfCluster, 1, 1 };
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.sharedMemory;
  config.stream = stream.GetHandle();
  config.attrs = attributes;
  config.numAttrs = !beginsEarly ? 0 : blocksOfCluster == 1 ? 1 : 2;
  Check(cudaLaunchKernelEx(&config, kernel, arguments...), name);
}
} // namespace itk::device::wavelet

#endif
