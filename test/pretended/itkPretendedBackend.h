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
#ifndef itkPretendedBackend_h
#define itkPretendedBackend_h

#include "itkDeviceBackend.h"
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace itk::device
{
/** \class PretendedBackend
 * \brief Devices that exist in host memory only, whose streams run as late as they may.
 *
 * Work that is enqueued on a stream runs only when somebody waits for it, so a missing wait shows as wrong pixels and
 * not once in a thousand runs. Freed memory is overwritten, and fresh memory is filled with rubbish.
 */
class PretendedBackend : public Backend
{
public:
  /** Fresh memory is full of `fill`. */
  explicit PretendedBackend(int           numberOfDevices,
                            std::size_t   bytesPerDevice = std::size_t{ 1 } << 40,
                            unsigned char fill = 0xA5);
  ~PretendedBackend() override;

  /** What a kernel launch is to CUDA. */
  static void
  Enqueue(const Stream & stream, std::function<void()> work);
  void
  EnqueueOn(CUstream_st * stream, std::function<void()> work);

  /** Whether the stream is of the calling thread's current device, without which no kernel is launched on it. */
  static bool
  IsOfCurrentDevice(CUstream_st * stream);

  /** Bytes that are allocated on a device and not freed yet, in stream order. */
  std::size_t
  GetBytesInUse(int device);

  void
  SetBytesPerDevice(std::size_t bytes);

  /** The next allocation of device memory or copy fails with this error. */
  void
  FailNextAllocation(int error);
  void
  FailNextCopy(int error);

  /** While it is not Success, no memory is registered. */
  void
  FailRegistrations(int error);

  /** Bytes of the host that are registered. */
  std::size_t
  GetBytesRegistered();

  /** A kernel that was loaded, where and by whom. */
  struct LoadedKernel
  {
    const void *    kernel;
    int             device;
    std::thread::id thread;
  };
  std::vector<LoadedKernel>
  GetLoadedKernels();

  /** Copies that were enqueued so far, of either direction. */
  std::uint64_t
  GetNumberOfCopies(Direction direction);

  int
  CountDevices(std::string & reason) override;
  std::string
  GetErrorName(int error) override;
  void
  ForgetLastError() override;
  std::string
  GetDeviceName(int device) override;
  int
  GetDevice(int & device) override;
  int
  SetDevice(int device) override;
  int
  CreateStream(CUstream_st *& stream) override;
  int
  DestroyStream(CUstream_st * stream) override;
  int
  SynchronizeStream(CUstream_st * stream) override;
  int
  WaitEvent(CUstream_st * stream, CUevent_st * event) override;
  int
  CreateEvent(CUevent_st *& event, bool timing) override;
  int
  DestroyEvent(CUevent_st * event) override;
  int
  RecordEvent(CUevent_st * event, CUstream_st * stream) override;
  int
  SynchronizeEvent(CUevent_st * event) override;
  int
  GetElapsedMilliseconds(float & milliseconds, CUevent_st * begin, CUevent_st * end) override;
  int
  PreparePool() override;
  int
  TrimPool() override;
  int
  GetMemoryUse(MemoryUse & use) override;
  int
  ResetPeakMemoryUse() override;
  int
  Allocate(void *& data, std::size_t bytes, CUstream_st * stream) override;
  int
  Free(void * data, CUstream_st * stream) override;
  int
  GetMemoryInfo(std::size_t & bytesFree, std::size_t & bytesTotal) override;
  int
  AllocatePinned(void *& data, std::size_t bytes) override;
  int
  FreePinned(void * data, std::size_t bytes) override;
  int
  RegisterHost(void * data, std::size_t bytes) override;
  int
  UnregisterHost(void * data) override;
  int
  LoadKernel(const void * kernel) override;
  int
  Copy(void * destination, const void * source, std::size_t bytes, Direction direction, CUstream_st * stream) override;

private:
  struct PretendedStream;
  struct PretendedEvent;
  struct Allocation
  {
    std::size_t bytes;
    int         device;
  };
  struct Pool
  {
    std::size_t reserved;
    std::size_t peak;
  };

  /** Of the calling thread. */
  static int
  GetCurrentDevice();

  void
  RunUpTo(PretendedStream & stream, std::uint64_t position);

  // Recursive, because work may wait for an event of another stream.
  std::recursive_mutex               m_Mutex;
  int                                m_NumberOfDevices;
  std::size_t                        m_BytesPerDevice;
  unsigned char                      m_Fill;
  std::map<int, std::size_t>         m_BytesInUse;
  std::map<int, Pool>                m_Pools;
  std::map<void *, Allocation>       m_Allocations;
  int                                m_NextAllocationError{ Success };
  int                                m_NextCopyError{ Success };
  int                                m_RegistrationError{ Success };
  std::map<void *, std::size_t>      m_Registered;
  std::map<Direction, std::uint64_t> m_NumberOfCopies;
  std::vector<LoadedKernel>          m_LoadedKernels;
};
} // namespace itk::device

#endif
