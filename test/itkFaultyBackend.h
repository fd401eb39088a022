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
#ifndef itkFaultyBackend_h
#define itkFaultyBackend_h

#include "itkDeviceRuntime.h"
#include "itkFaultPlan.h"
#include <algorithm>
#include <map>
#include <set>

namespace itk::DeviceTesting
{
/** What a process has of a device at a time. */
struct Holdings
{
  std::size_t bytes;
  std::size_t streams;
  std::size_t events;
  std::size_t pinnedPieces;
  std::size_t bytesRegistered;
};

/** \class FaultyBackend
 * \brief The backend of the build, whose calls fail as FaultPlan says, and which knows what was not given back.
 *
 * A call that gives something back or waits does so even where it fails, as that of a device that is lost.
 */
class FaultyBackend : public device::Backend
{
public:
  explicit FaultyBackend(std::unique_ptr<Backend> backend)
    : m_Backend(std::move(backend))
  {}

  /** The runtime's backend from the first call on. */
  static FaultyBackend &
  Install()
  {
    auto * installed = dynamic_cast<FaultyBackend *>(&device::Runtime::GetBackend());
    if (installed == nullptr)
    {
      auto created = std::make_unique<FaultyBackend>(device::MakeDefaultBackend());
      installed = created.get();
      device::Runtime::SetBackend(std::move(created));
    }
    return *installed;
  }

  Backend &
  GetInner()
  {
    return *m_Backend;
  }

  /** Whether kernels do nothing. */
  bool
  HasPretendedDevices() const
  {
    return m_Backend->GetDeviceName(0).find("Pretended") != std::string::npos;
  }

  /** Of what was made since Install(). */
  Holdings
  GetHoldings() const
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    return { m_BytesInUse, m_Streams.size(), m_Events.size(), m_Pinned.size(), m_BytesRegistered };
  }

  /** From now on the peak is what was most in use since now. */
  void
  ResetPeak()
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    m_PeakInBytes = m_BytesInUse;
  }

  std::size_t
  GetPeakInBytes() const
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    return m_PeakInBytes;
  }

  /** Whether no memory of the host is registered from now on. */
  void
  LetRegistrationsFail(bool value)
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    m_RegistrationsFail = value;
  }

  unsigned int
  GetNumberOfFailedRegistrations() const
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    return m_NumberOfFailedRegistrations;
  }

  int
  CountDevices(std::string & reason) override
  {
    return m_Backend->CountDevices(reason);
  }
  std::string
  GetErrorName(int error) override
  {
    return m_Backend->GetErrorName(error);
  }
  void
  ForgetLastError() override
  {
    m_Backend->ForgetLastError();
  }
  std::string
  GetDeviceName(int device) override
  {
    return m_Backend->GetDeviceName(device);
  }
  int
  GetDevice(int & device) override
  {
    return Try("cudaGetDevice", [&] { return m_Backend->GetDevice(device); });
  }
  int
  SetDevice(int device) override
  {
    return Try("cudaSetDevice", [&] { return m_Backend->SetDevice(device); });
  }

  int
  CreateStream(CUstream_st *& stream) override
  {
    return Make("cudaStreamCreateWithFlags", m_Streams, stream, [&] { return m_Backend->CreateStream(stream); });
  }
  int
  DestroyStream(CUstream_st * stream) override
  {
    // What was to wait for it may have failed: it ends before the next test begins.
    return GiveBack("cudaStreamDestroy", m_Streams, stream, [&] {
      m_Backend->SynchronizeStream(stream);
      return m_Backend->DestroyStream(stream);
    });
  }
  int
  SynchronizeStream(CUstream_st * stream) override
  {
    return AnyCase("cudaStreamSynchronize", [&] { return m_Backend->SynchronizeStream(stream); });
  }
  int
  WaitEvent(CUstream_st * stream, CUevent_st * event) override
  {
    return Try("cudaStreamWaitEvent", [&] { return m_Backend->WaitEvent(stream, event); });
  }

  int
  CreateEvent(CUevent_st *& event, bool timing) override
  {
    return Make("cudaEventCreateWithFlags", m_Events, event, [&] { return m_Backend->CreateEvent(event, timing); });
  }
  int
  DestroyEvent(CUevent_st * event) override
  {
    return GiveBack("cudaEventDestroy", m_Events, event, [&] { return m_Backend->DestroyEvent(event); });
  }
  int
  RecordEvent(CUevent_st * event, CUstream_st * stream) override
  {
    return Try("cudaEventRecord", [&] { return m_Backend->RecordEvent(event, stream); });
  }
  int
  SynchronizeEvent(CUevent_st * event) override
  {
    return AnyCase("cudaEventSynchronize", [&] { return m_Backend->SynchronizeEvent(event); });
  }
  int
  GetElapsedMilliseconds(float & milliseconds, CUevent_st * begin, CUevent_st * end) override
  {
    return Try("cudaEventElapsedTime", [&] { return m_Backend->GetElapsedMilliseconds(milliseconds, begin, end); });
  }

  int
  PreparePool() override
  {
    return Try("cudaMemPoolSetAttribute", [&] { return m_Backend->PreparePool(); });
  }
  int
  TrimPool() override
  {
    return Try("cudaMemPoolTrimTo", [&] { return m_Backend->TrimPool(); });
  }
  int
  GetMemoryUse(device::MemoryUse & use) override
  {
    return Try("cudaMemPoolGetAttribute", [&] { return m_Backend->GetMemoryUse(use); });
  }
  int
  ResetPeakMemoryUse() override
  {
    return Try("cudaMemPoolSetAttribute", [&] { return m_Backend->ResetPeakMemoryUse(); });
  }
  int
  Allocate(void *& data, std::size_t bytes, CUstream_st * stream) override
  {
    auto       node = std::map<void *, std::size_t>{ { nullptr, 0 } }.extract(nullptr);
    const auto allocate = [&] { return m_Backend->Allocate(data, bytes, stream); };
    const int  error = Try("cudaMallocAsync", allocate, FaultPlan::Allocates::Yes);
    if (error == Success)
    {
      const std::lock_guard<std::mutex> lock(m_Mutex);
      node.key() = data;
      node.mapped() = bytes;
      m_Allocations.insert(std::move(node));
      m_BytesInUse += bytes;
      m_PeakInBytes = std::max(m_PeakInBytes, m_BytesInUse);
    }
    return error;
  }
  int
  Free(void * data, CUstream_st * stream) override
  {
    {
      const std::lock_guard<std::mutex> lock(m_Mutex);
      const auto                        found = m_Allocations.find(data);
      if (found != m_Allocations.end())
      {
        m_BytesInUse -= found->second;
        m_Allocations.erase(found);
      }
    }
    return AnyCase("cudaFreeAsync", [&] { return m_Backend->Free(data, stream); });
  }
  int
  GetMemoryInfo(std::size_t & bytesFree, std::size_t & bytesTotal) override
  {
    return Try("cudaMemGetInfo", [&] { return m_Backend->GetMemoryInfo(bytesFree, bytesTotal); });
  }

  int
  AllocatePinned(void *& data, std::size_t bytes) override
  {
    return Make("cudaHostRegister", m_Pinned, data, [&] { return m_Backend->AllocatePinned(data, bytes); });
  }
  int
  FreePinned(void * data, std::size_t bytes) override
  {
    return GiveBack("cudaHostUnregister", m_Pinned, data, [&] { return m_Backend->FreePinned(data, bytes); });
  }
  // Called by a thread beside the filters, and so not counted as their calls are: all fail, or none.
  int
  RegisterHost(void * data, std::size_t bytes) override
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    if (m_RegistrationsFail)
    {
      ++m_NumberOfFailedRegistrations;
      return FaultPlan::OutOfMemoryError;
    }
    const int error = m_Backend->RegisterHost(data, bytes);
    if (error == Success)
    {
      m_Registered[data] = bytes;
      m_BytesRegistered += bytes;
    }
    return error;
  }
  int
  UnregisterHost(void * data) override
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    const auto                        found = m_Registered.find(data);
    if (found != m_Registered.end())
    {
      m_BytesRegistered -= found->second;
      m_Registered.erase(found);
    }
    return m_Backend->UnregisterHost(data);
  }
  int
  Copy(void * destination, const void * source, std::size_t bytes, Direction direction, CUstream_st * stream) override
  {
    return Try("cudaMemcpyAsync", [&] { return m_Backend->Copy(destination, source, bytes, direction, stream); });
  }

private:
  template <typename TCall>
  static int
  Try(const char * name, const TCall & call, FaultPlan::Allocates allocates = FaultPlan::Allocates::No)
  {
    const int error = FaultPlan::Get().Count(name, allocates);
    return error == Success ? call() : error;
  }

  template <typename TCall>
  static int
  AnyCase(const char * name, const TCall & call)
  {
    const int error = FaultPlan::Get().Count(name);
    const int own = call();
    return own == Success ? error : own;
  }

  template <typename THandle, typename TCall>
  int
  Make(const char * name, std::set<THandle> & held, THandle & handle, const TCall & call)
  {
    // Before the call: what it made would be lost where host memory runs out behind it.
    auto      node = std::set<THandle>{ THandle{} }.extract(THandle{});
    const int error = Try(name, call, FaultPlan::Allocates::Yes);
    if (error == Success)
    {
      node.value() = handle;
      const std::lock_guard<std::mutex> lock(m_Mutex);
      held.insert(std::move(node));
    }
    return error;
  }

  template <typename THandle, typename TCall>
  int
  GiveBack(const char * name, std::set<THandle> & held, THandle handle, const TCall & call)
  {
    {
      const std::lock_guard<std::mutex> lock(m_Mutex);
      held.erase(handle);
    }
    return AnyCase(name, call);
  }

  std::unique_ptr<Backend>      m_Backend;
  mutable std::mutex            m_Mutex;
  std::map<void *, std::size_t> m_Allocations;
  std::size_t                   m_BytesInUse{ 0 };
  std::size_t                   m_PeakInBytes{ 0 };
  std::set<CUstream_st *>       m_Streams;
  std::set<CUevent_st *>        m_Events;
  std::set<void *>              m_Pinned;
  std::map<void *, std::size_t> m_Registered;
  std::size_t                   m_BytesRegistered{ 0 };
  bool                          m_RegistrationsFail{ false };
  unsigned int                  m_NumberOfFailedRegistrations{ 0 };
};

/** The next stream, and the next event, is made, as in a process that begins. */
inline void
ForgetIdleHandles()
{
  device::Runtime::TrimPool(0);
}

/** Without streams and events that idle. */
inline Holdings
GetHoldingsInUse()
{
  const FaultyBackend & backend = FaultyBackend::Install();
  ForgetIdleHandles();
  return backend.GetHoldings();
}
} // namespace itk::DeviceTesting

#endif
