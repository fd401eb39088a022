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
#ifndef Grid_cuh
#define Grid_cuh

#include "Device/itkDeviceCheck.h"
#include "itkDeviceKernelLoading.h"
#include <algorithm>
#include <cstddef>
#include <cuda_runtime.h>
#include <type_traits>

namespace itk::device::kernels
{
template <typename TInteger>
__host__ __device__ constexpr TInteger
DivideUp(TInteger a, std::common_type_t<TInteger> b)
{
  return (a + b - 1) / b;
}

/** Blocks that a grid may have along axis 0. */
constexpr std::ptrdiff_t MostBlocks = 0x7fffffff;

/** Blocks that it may have along axis 1 and along axis 2. */
constexpr std::ptrdiff_t MostLayers = 0xffff;

inline int
GetDeviceAttribute(cudaDeviceAttr attribute, const Stream & stream)
{
  int value = 0;
  Check(cudaDeviceGetAttribute(&value, attribute, stream.GetDevice()), "cudaDeviceGetAttribute");
  return value;
}

/** The blocks of a kernel that the stream's device works on at once. `threads` and `sharedMemory`, in bytes and without
 * what the kernel declares, are those of the launch. */
template <typename TKernel>
std::ptrdiff_t
CountResidentBlocks(TKernel kernel, int threads, std::size_t sharedMemory, const Stream & stream)
{
  int blocks = 1;
  if (!KernelLoading::IsNoting()) // which would wait for the kernel
  {
    Check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, sharedMemory),
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  }
  return std::ptrdiff_t{ blocks } * GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream);
}

/** Lets the launches of a kernel have so many bytes of shared memory. Give all of them the same number: another thread
 * may be about to launch the kernel with more. */
template <typename TKernel>
void
AllowSharedMemory(TKernel kernel, std::size_t bytes)
{
  if (!KernelLoading::IsNoting())
  {
    Check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "cudaFuncSetAttribute");
  }
}

/** Calls `launch(first, count)` for as many of the layers at a time as a grid has room for. */
template <typename TLaunch>
void
ForEachGrid(std::ptrdiff_t layers, std::ptrdiff_t blocksOfLayer, const TLaunch & launch)
{
  const std::ptrdiff_t most = std::max(MostBlocks / blocksOfLayer, std::ptrdiff_t{ 1 });
  for (std::ptrdiff_t first = 0; first < layers; first += most)
  {
    launch(first, std::min(most, layers - first));
  }
}

/** How a kernel is launched. */
struct Grid
{
  Grid(std::ptrdiff_t numberOfBlocks, const dim3 & threadsOfBlock, std::size_t bytes = 0)
    : Grid(dim3(static_cast<unsigned int>(numberOfBlocks)), threadsOfBlock, bytes)
  {
    if (numberOfBlocks > MostBlocks)
    {
      Check(cudaErrorInvalidConfiguration, "a grid of more than 2^31 - 1 blocks");
    }
  }

  Grid(const dim3 & numberOfBlocks, const dim3 & threadsOfBlock, std::size_t bytes = 0)
    : blocks(numberOfBlocks)
    , threads(threadsOfBlock)
    , sharedMemory(bytes)
  {}

  dim3        blocks;
  dim3        threads;
  std::size_t sharedMemory;
};

/** Enqueues a kernel, or notes that it is to be loaded.
 * \exception device::Error it cannot be launched; `name` is said to be what failed */
template <typename... TParameters, typename... TArguments>
void
Launch(const char * name,
       void (*kernel)(TParameters...),
       const Grid &   grid,
       const Stream & stream,
       const TArguments &... arguments)
{
  if (KernelLoading::IsNoting())
  {
    KernelLoading::Note(reinterpret_cast<const void *>(kernel));
    return;
  }
  kernel<<<grid.blocks, grid.threads, grid.sharedMemory, stream.GetHandle()>>>(arguments...);
  Check(cudaGetLastError(), name);
}
} // namespace itk::device::kernels

#endif
