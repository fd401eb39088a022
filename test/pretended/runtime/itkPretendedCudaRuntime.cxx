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
#include "itkDeviceRuntime.h"
#include "itkFaultyBackend.h"
#include "itkPretendedKernels.h"
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

// What the library calls of CUDA's runtime besides its backend. What kernels do PretendedKernels knows.

namespace
{
namespace kernels = itk::DeviceTesting::PretendedKernels;
using itk::DeviceTesting::FaultPlan;
using itk::DeviceTesting::FaultyBackend;

thread_local cudaError_t lastError = cudaSuccess;

class PretendedCudaBackend : public itk::device::PretendedBackend
{
public:
  PretendedCudaBackend()
    : PretendedBackend(2, std::size_t{ 1 } << 36, kernels::Fill)
  {}

  std::string
  GetDeviceName(int device) override
  {
    return kernels::DeviceName + std::string(" ") + std::to_string(device);
  }

  int
  Allocate(void *& data, std::size_t bytes, CUstream_st * stream) override
  {
    const int error = PretendedBackend::Allocate(data, bytes, stream);
    if (error == Success)
    {
      kernels::Allocated(data, bytes);
    }
    return error;
  }

  int
  Free(void * data, CUstream_st * stream) override
  {
    this->EnqueueOn(stream, [data] { kernels::Freed(data); });
    return PretendedBackend::Free(data, stream);
  }

  void
  ForgetLastError() override
  {
    lastError = cudaSuccess;
  }
};

/** As each call of CUDA, it leaves its error for cudaGetLastError(). */
cudaError_t
Leave(cudaError_t error)
{
  if (error != cudaSuccess)
  {
    lastError = error;
  }
  return error;
}

cudaError_t
Count(const char * call)
{
  return Leave(static_cast<cudaError_t>(FaultPlan::Get().Count(call)));
}

using itk::DeviceTesting::GetPretendedBackend;

template <typename TCall>
cudaError_t
Try(const char * name, const TCall & call)
{
  const cudaError_t error = Count(name);
  if (error == cudaSuccess)
  {
    call();
  }
  return error;
}

void
Enqueue(cudaStream_t stream, std::function<void()> work)
{
  GetPretendedBackend().EnqueueOn(stream, std::move(work));
}

cudaError_t
Launch(const char * call, const kernels::Launch & launch, cudaStream_t stream)
{
  if (!itk::device::PretendedBackend::IsOfCurrentDevice(stream))
  {
    return Leave(cudaErrorInvalidResourceHandle);
  }
  const cudaError_t error = Count(call);
  if (error == cudaSuccess)
  {
    Enqueue(stream, kernels::MakeWork(launch, GetPretendedBackend()));
  }
  return error;
}

struct Configuration
{
  dim3         grid;
  dim3         block;
  std::size_t  sharedMemory;
  cudaStream_t stream;
};
thread_local Configuration configuration;
} // namespace

itk::device::PretendedBackend &
itk::DeviceTesting::GetPretendedBackend()
{
  auto &       backend = device::Runtime::GetBackend();
  auto * const faulty = dynamic_cast<FaultyBackend *>(&backend);
  return dynamic_cast<device::PretendedBackend &>(faulty == nullptr ? backend : faulty->GetInner());
}

namespace itk::device
{
std::unique_ptr<Backend>
MakeDefaultBackend()
{
  return std::make_unique<PretendedCudaBackend>();
}
} // namespace itk::device

extern "C"
{
  void **
  __cudaRegisterFatBinary(void * binary)
  {
    // Never given back, as in CUDA.
    return new void * { binary };
  }
  void
  __cudaRegisterFatBinaryEnd(void **)
  {}
  // Called by what is compiled without optimization.
  char
  __cudaInitModule(void **)
  {
    return 1;
  }
  void
  __cudaUnregisterFatBinary(void **)
  {}
  void
  __cudaRegisterFunction(void **      binary,
                         const char * kernel,
                         char *,
                         const char * name,
                         int,
                         uint3 *,
                         uint3 *,
                         dim3 *,
                         dim3 *,
                         int *)
  {
    kernels::Register(kernel, *binary, name);
  }
  void
  __cudaRegisterVar(void **, char *, char *, const char *, int, std::size_t, int, int)
  {}

  unsigned int
  __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t sharedMemory, struct CUstream_st * stream)
  {
    configuration = { grid, block, sharedMemory, stream };
    return 0;
  }
  cudaError_t
  __cudaPopCallConfiguration(dim3 * grid, dim3 * block, std::size_t * sharedMemory, void * stream)
  {
    *grid = configuration.grid;
    *block = configuration.block;
    *sharedMemory = configuration.sharedMemory;
    *static_cast<cudaStream_t *>(stream) = configuration.stream;
    return cudaSuccess;
  }
  cudaError_t
  __cudaGetKernel(cudaKernel_t * kernel, const void * function)
  {
    *kernel = static_cast<cudaKernel_t>(const_cast<void *>(function));
    return cudaSuccess;
  }
  cudaError_t
  __cudaLaunchKernel(cudaKernel_t kernel,
                     dim3         grid,
                     dim3         block,
                     void **      arguments,
                     std::size_t  sharedMemory,
                     cudaStream_t stream)
  {
    return Launch("cudaLaunchKernel", { kernel, grid, block, sharedMemory, arguments }, stream);
  }
  // Of CUDA 12 and before.
  cudaError_t
  cudaLaunchKernel(const void * kernel,
                   dim3         grid,
                   dim3         block,
                   void **      arguments,
                   std::size_t  sharedMemory,
                   cudaStream_t stream)
  {
    return Launch("cudaLaunchKernel", { kernel, grid, block, sharedMemory, arguments }, stream);
  }
  cudaError_t
  cudaLaunchKernelExC(const cudaLaunchConfig_t * config, const void * kernel, void ** arguments)
  {
    kernels::Launch launch{ kernel, config->gridDim, config->blockDim, config->dynamicSmemBytes, arguments };
    for (unsigned int i = 0; i < config->numAttrs; ++i)
    {
      if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
      {
        launch.blocksOfCluster = config->attrs[i].val.clusterDim.x;
      }
    }
    return Launch("cudaLaunchKernelExC", launch, config->stream);
  }
  cudaError_t
  cudaLaunchCooperativeKernel(const void * kernel,
                              dim3         grid,
                              dim3         block,
                              void **      arguments,
                              std::size_t  sharedMemory,
                              cudaStream_t stream)
  {
    kernels::Launch launch{ kernel, grid, block, sharedMemory, arguments };
    launch.isCooperative = true;
    return Launch("cudaLaunchCooperativeKernel", launch, stream);
  }

  cudaError_t
  cudaGetLastError()
  {
    return std::exchange(lastError, cudaSuccess);
  }
  cudaError_t
  cudaPeekAtLastError()
  {
    return lastError;
  }

  cudaError_t
  cudaGetDevice(int * device)
  {
    return Try("cudaGetDevice", [&] { GetPretendedBackend().GetDevice(*device); });
  }
  cudaError_t
  cudaSetDevice(int device)
  {
    return Try("cudaSetDevice", [&] { GetPretendedBackend().SetDevice(device); });
  }
  cudaError_t
  cudaGetDeviceCount(int * devices)
  {
    return Try("cudaGetDeviceCount", [&] { *devices = 2; });
  }
  cudaError_t
  cudaDeviceGetAttribute(int * value, cudaDeviceAttr attribute, int)
  {
    // An H100's, but for how many multiprocessors it has.
    return Try("cudaDeviceGetAttribute", [&] {
      switch (attribute)
      {
        case cudaDevAttrComputeCapabilityMajor:
          *value = 9;
          break;
        case cudaDevAttrComputeCapabilityMinor:
          *value = 0;
          break;
        case cudaDevAttrMultiProcessorCount:
          *value = kernels::NumberOfMultiprocessors;
          break;
        case cudaDevAttrMaxSharedMemoryPerBlock:
          *value = 48 << 10;
          break;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin:
          *value = 227 << 10;
          break;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
          *value = 228 << 10;
          break;
        case cudaDevAttrReservedSharedMemoryPerBlock:
          *value = 1 << 10;
          break;
        case cudaDevAttrMaxGridDimX:
          *value = 0x7fffffff;
          break;
        default:
          *value = 1;
      }
    });
  }
  cudaError_t
  cudaFuncGetAttributes(cudaFuncAttributes * attributes, const void *)
  {
    return Try("cudaFuncGetAttributes", [&] {
      *attributes = {};
      attributes->maxThreadsPerBlock = 1024;
      attributes->numRegs = 32;
      attributes->ptxVersion = attributes->binaryVersion = 90;
    });
  }
  cudaError_t
  cudaFuncSetAttribute(const void *, cudaFuncAttribute, int)
  {
    return Count("cudaFuncSetAttribute");
  }
  cudaError_t
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int * blocks, const void *, int, std::size_t, unsigned int)
  {
    return Try("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&] { *blocks = 2; });
  }

  cudaError_t
  cudaMemsetAsync(void * data, int value, std::size_t bytes, cudaStream_t stream)
  {
    return Try("cudaMemsetAsync", [&] { Enqueue(stream, [=] { std::memset(data, value, bytes); }); });
  }
  cudaError_t
  cudaMemcpyAsync(void * to, const void * from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
  {
    return Try("cudaMemcpyAsync", [&] {
      if (kind == cudaMemcpyHostToDevice)
      {
        // What the host does with pageable memory afterwards is its own affair,
        const auto * const begin = static_cast<const char *>(from);
        Enqueue(stream,
                [to, copy = std::vector<char>(begin, begin + bytes)] { std::memcpy(to, copy.data(), copy.size()); });
        return;
      }
      Enqueue(stream, [=] { std::memcpy(to, from, bytes); });
      if (kind == cudaMemcpyDeviceToHost)
      {
        // and it is written before the call returns.
        GetPretendedBackend().SynchronizeStream(stream);
      }
    });
  }
  cudaError_t
  cudaMemcpy2DAsync(void *       to,
                    std::size_t  toPitch,
                    const void * from,
                    std::size_t  fromPitch,
                    std::size_t  width,
                    std::size_t  height,
                    cudaMemcpyKind,
                    cudaStream_t stream)
  {
    return Try("cudaMemcpy2DAsync", [&] {
      Enqueue(stream, [=] {
        for (std::size_t row = 0; row < height; ++row)
        {
          std::memcpy(
            static_cast<char *>(to) + row * toPitch, static_cast<const char *>(from) + row * fromPitch, width);
        }
      });
    });
  }
  cudaError_t
  cudaMemcpy(void * to, const void * from, std::size_t bytes, cudaMemcpyKind)
  {
    return Try("cudaMemcpy", [&] { std::memcpy(to, from, bytes); });
  }
  cudaError_t
  cudaStreamSynchronize(cudaStream_t stream)
  {
    return Try("cudaStreamSynchronize", [&] { GetPretendedBackend().SynchronizeStream(stream); });
  }
}
