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
#include "itkDeviceBackend.h"
#include "itkDeviceHugePages.h"
#include "itkDeviceThreads.h"
#include <algorithm>
#include <cstdint>
#include <cuda_runtime_api.h>
#include <utility>

namespace itk::device
{
namespace
{
__global__ void
ProbeKernel()
{}

/** CUDA's own calls; a failed one is not left behind for a later cudaGetLastError(). */
class CudaBackend : public Backend
{
public:
  int
  CountDevices(std::string & reason) override
  {
    int       numberOfDevices = 0;
    const int error = Forget(cudaGetDeviceCount(&numberOfDevices));
    if (error != Success || numberOfDevices == 0)
    {
      reason = "no CUDA device works (" + this->GetErrorName(error != Success ? error : cudaErrorNoDevice) + ')';
      return 0;
    }
    cudaFuncAttributes attributes;
    const int          probe = Forget(cudaFuncGetAttributes(&attributes, ProbeKernel));
    if (probe != Success)
    {
      reason = "the library's kernels do not run on " + this->GetDeviceName(0) + " (" + this->GetErrorName(probe) + ')';
      return 0;
    }
    this->BeginPool();
    return numberOfDevices;
  }

  std::string
  GetErrorName(int error) override
  {
    return cudaGetErrorName(static_cast<cudaError_t>(error));
  }

  void
  ForgetLastError() override
  {
    static_cast<void>(cudaGetLastError());
  }

  std::string
  GetDeviceName(int device) override
  {
    cudaDeviceProp properties;
    return Forget(cudaGetDeviceProperties(&properties, device)) == Success ? properties.name : std::string{};
  }

  int
  GetDevice(int & device) override
  {
    return Forget(cudaGetDevice(&device));
  }

  int
  SetDevice(int device) override
  {
    return Forget(cudaSetDevice(device));
  }

  int
  CreateStream(CUstream_st *& stream) override
  {
    return Forget(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }

  int
  DestroyStream(CUstream_st * stream) override
  {
    return Forget(cudaStreamDestroy(stream));
  }

  int
  SynchronizeStream(CUstream_st * stream) override
  {
    return Forget(cudaStreamSynchronize(stream));
  }

  int
  WaitEvent(CUstream_st * stream, CUevent_st * event) override
  {
    return Forget(cudaStreamWaitEvent(stream, event, 0));
  }

  int
  CreateEvent(CUevent_st *& event, bool timing) override
  {
    return Forget(cudaEventCreateWithFlags(&event, timing ? cudaEventDefault : cudaEventDisableTiming));
  }

  int
  DestroyEvent(CUevent_st * event) override
  {
    return Forget(cudaEventDestroy(event));
  }

  int
  RecordEvent(CUevent_st * event, CUstream_st * stream) override
  {
    return Forget(cudaEventRecord(event, stream));
  }

  int
  SynchronizeEvent(CUevent_st * event) override
  {
    return Forget(cudaEventSynchronize(event));
  }

  int
  GetElapsedMilliseconds(float & milliseconds, CUevent_st * begin, CUevent_st * end) override
  {
    return Forget(cudaEventElapsedTime(&milliseconds, begin, end));
  }

  /** By default a pool gives everything back at each synchronisation; half of the device's memory may stay. */
  int
  PreparePool() override
  {
    cudaMemPool_t pool;
    std::size_t   bytesFree = 0;
    std::size_t   bytesTotal = 0;
    std::uint64_t threshold = 0;
    int           error = this->GetPool(pool);
    if (error == Success)
    {
      error = this->GetMemoryInfo(bytesFree, bytesTotal);
    }
    if (error == Success)
    {
      error = Forget(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    }
    if (error == Success)
    {
      threshold = std::max<std::uint64_t>(threshold, bytesTotal / 2);
      error = Forget(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    }
    return error;
  }

  int
  TrimPool() override
  {
    cudaMemPool_t pool;
    const int     error = this->GetPool(pool);
    return error == Success ? Forget(cudaMemPoolTrimTo(pool, 0)) : error;
  }

  int
  GetMemoryUse(MemoryUse & use) override
  {
    cudaMemPool_t pool;
    std::uint64_t reserved = 0;
    std::uint64_t used = 0;
    std::uint64_t peak = 0;
    int           error = this->GetPool(pool);
    for (const auto & [attribute, value] : { std::pair{ cudaMemPoolAttrReservedMemCurrent, &reserved },
                                             std::pair{ cudaMemPoolAttrUsedMemCurrent, &used },
                                             std::pair{ cudaMemPoolAttrUsedMemHigh, &peak } })
    {
      if (error == Success)
      {
        error = Forget(cudaMemPoolGetAttribute(pool, attribute, value));
      }
    }
    // Another thread may have allocated in between.
    use = { used, std::max(reserved, used) - used, std::max(peak, used) };
    return error;
  }

  int
  ResetPeakMemoryUse() override
  {
    cudaMemPool_t pool;
    std::uint64_t peak = 0; // the only value that may be set
    const int     error = this->GetPool(pool);
    return error == Success ? Forget(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &peak)) : error;
  }

  int
  Allocate(void *& data, std::size_t bytes, CUstream_st * stream) override
  {
    return Forget(cudaMallocAsync(&data, bytes, stream));
  }

  int
  Free(void * data, CUstream_st * stream) override
  {
    return Forget(cudaFreeAsync(data, stream));
  }

  int
  GetMemoryInfo(std::size_t & bytesFree, std::size_t & bytesTotal) override
  {
    return Forget(cudaMemGetInfo(&bytesFree, &bytesTotal));
  }

  /** Huge pages: cudaMallocHost takes three times as long. */
  int
  AllocatePinned(void *& data, std::size_t bytes) override
  {
    const std::size_t whole = RoundUpToHugePages(bytes);
    data = MapHugePages(whole);
    if (data == nullptr)
    {
      return OutOfMemory;
    }
    KeepFromChildren(data, whole);
    // To fill the pages takes longest; the driver would do it by one thread, while others wait for it.
    constexpr std::size_t mostThreads = 16;
    const std::size_t     pages = whole / HugePage;
    Turns                 turns(pages);
    RunAtOnce(std::min(pages, mostThreads), [&turns, data] {
      for (std::size_t page = 0; turns.Take(page);)
      {
        static_cast<char *>(data)[page * HugePage] = 0;
      }
    });
    const int error = this->RegisterHost(data, whole);
    if (error != Success)
    {
      UnmapHugePages(std::exchange(data, nullptr), whole);
    }
    return error;
  }

  int
  FreePinned(void * data, std::size_t bytes) override
  {
    const int error = this->UnregisterHost(data);
    // What CUDA still takes for pinned must be at no other address: it is lost.
    if (error == Success)
    {
      UnmapHugePages(data, RoundUpToHugePages(bytes));
    }
    return error;
  }

  int
  RegisterHost(void * data, std::size_t bytes) override
  {
    return Forget(cudaHostRegister(data, bytes, cudaHostRegisterPortable));
  }

  int
  UnregisterHost(void * data) override
  {
    return Forget(cudaHostUnregister(data));
  }

  int
  LoadKernel(const void * kernel) override
  {
    cudaFuncAttributes attributes;
    return Forget(cudaFuncGetAttributes(&attributes, kernel));
  }

  int
  Copy(void * destination, const void * source, std::size_t bytes, Direction direction, CUstream_st * stream) override
  {
    const auto kind = direction == Direction::HostToDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    return Forget(cudaMemcpyAsync(destination, source, bytes, kind, stream));
  }

private:
  static int
  Forget(cudaError_t error)
  {
    if (error != cudaSuccess)
    {
      static_cast<void>(cudaGetLastError());
    }
    return error;
  }

  /** A pool's first allocation takes 10 ms. It belongs to what a process waits for once, the context's creation; where it
   * fails, that of the first image will tell. */
  void
  BeginPool()
  {
    void * data = nullptr;
    if (this->PreparePool() == Success && this->Allocate(data, 1, nullptr) == Success)
    {
      this->Free(data, nullptr);
    }
  }

  int
  GetPool(cudaMemPool_t & pool)
  {
    int       device = 0;
    const int error = this->GetDevice(device);
    return error == Success ? Forget(cudaDeviceGetDefaultMemPool(&pool, device)) : error;
  }
};
} // namespace

std::unique_ptr<Backend>
MakeDefaultBackend()
{
  return std::make_unique<CudaBackend>();
}
} // namespace itk::device
