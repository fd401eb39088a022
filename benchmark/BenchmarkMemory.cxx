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
#include "BenchmarkMemory.h"
#include "itkDeviceSupports.h"
#include <cstdint>
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
#  include "Device/itkDeviceCheck.h"
#  include <cuda_runtime_api.h>

namespace
{
using itk::device::Check;

cudaMemPool_t
GetPool()
{
  cudaMemPool_t pool;
  Check(cudaDeviceGetDefaultMemPool(&pool, 0), "cudaDeviceGetDefaultMemPool");
  return pool;
}

std::size_t
GetAttribute(cudaMemPoolAttr attribute)
{
  std::uint64_t bytes = 0;
  Check(cudaMemPoolGetAttribute(GetPool(), attribute, &bytes), "cudaMemPoolGetAttribute");
  return bytes;
}
} // namespace

std::size_t
GetMemoryUse()
{
  return GetAttribute(cudaMemPoolAttrUsedMemCurrent);
}

std::size_t
TakeHighestMemoryUse()
{
  const std::size_t bytes = GetAttribute(cudaMemPoolAttrUsedMemHigh);
  std::uint64_t     none = 0;
  Check(cudaMemPoolSetAttribute(GetPool(), cudaMemPoolAttrUsedMemHigh, &none), "cudaMemPoolSetAttribute");
  return bytes;
}

#else

std::size_t
GetMemoryUse()
{
  return 0;
}

std::size_t
TakeHighestMemoryUse()
{
  return 0;
}
#endif
