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
#include "itkDeviceCheck.h"
#include "itkDeviceIdleHandles.h"
#include "itkDeviceTrustedFile.h"
#include <atomic>
#include <cstring>
#include <mutex>

namespace itk::device
{
namespace
{
struct State
{
  std::mutex               mutex;
  std::unique_ptr<Backend> backend;
  std::atomic<Backend *>   ready{ nullptr }; // once its devices are counted: threads ask for it at every call
  bool                     counted{ false };
  int                      numberOfDevices{ 0 };
  std::string              reason;
};

// Never destroyed: images that outlive main() still free their buffers through it.
State &
GetState()
{
  static State * state = new State;
  return *state;
}

void
CountOnce(State & state)
{
  if (!state.backend)
  {
    state.backend = MakeDefaultBackend();
  }
  if (!state.counted)
  {
    state.numberOfDevices = state.backend->CountDevices(state.reason);
    state.counted = true;
    state.ready = state.backend.get();
  }
}
} // namespace

bool
Runtime::IsOffByEnvironment()
{
  const char * const value = GetTrustedEnvironment("ITK_CUDA_IMAGE_FILTERS");
  return value != nullptr && std::strcmp(value, "off") == 0;
}

std::string
Runtime::GetUnavailableReason()
{
  State &                           state = GetState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  CountOnce(state);
  return state.reason;
}

int
Runtime::GetNumberOfDevices()
{
  State &                           state = GetState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  CountOnce(state);
  return state.numberOfDevices;
}

int
Runtime::GetCurrentDevice()
{
  int device = 0;
  Check(GetBackend().GetDevice(device), "cudaGetDevice");
  return device;
}

void
Runtime::GetMemoryInfo(int device, std::size_t & bytesFree, std::size_t & bytesTotal)
{
  const DeviceGuard guard(device);
  Check(GetBackend().GetMemoryInfo(bytesFree, bytesTotal), "cudaMemGetInfo");
}

MemoryUse
Runtime::GetMemoryUse(int device)
{
  const DeviceGuard guard(device);
  MemoryUse         use{};
  Check(GetBackend().GetMemoryUse(use), "cudaMemPoolGetAttribute");
  return use;
}

void
Runtime::ResetPeakMemoryUse(int device)
{
  const DeviceGuard guard(device);
  Check(GetBackend().ResetPeakMemoryUse(), "cudaMemPoolSetAttribute");
}

void
Runtime::TrimPool(int device)
{
  const DeviceGuard guard(device);
  Backend &         backend = GetBackend();
  GetIdleStreams().ForEachTaken(
    [&](CUstream_st * stream) { Check(backend.DestroyStream(stream), "cudaStreamDestroy"); });
  GetIdleEvents().ForEachTaken([&](CUevent_st * event) { Check(backend.DestroyEvent(event), "cudaEventDestroy"); });
  Check(backend.TrimPool(), "cudaMemPoolTrimTo");
}

std::string
Runtime::GetDeviceName(int device)
{
  return GetBackend().GetDeviceName(device);
}

Backend &
Runtime::GetBackend()
{
  State & state = GetState();
  if (Backend * const backend = state.ready.load(std::memory_order_acquire))
  {
    return *backend;
  }
  const std::lock_guard<std::mutex> lock(state.mutex);
  CountOnce(state);
  return *state.backend;
}

void
Runtime::SetBackend(std::unique_ptr<Backend> backend)
{
  State &                           state = GetState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.ready = nullptr;
  state.backend = std::move(backend);
  state.counted = false;
  state.reason.clear();
}

DeviceGuard::DeviceGuard(int device)
{
  Backend & backend = Runtime::GetBackend();
  Check(backend.GetDevice(m_CallersDevice), "cudaGetDevice");
  if (m_CallersDevice != device)
  {
    Check(backend.SetDevice(device), "cudaSetDevice");
    m_Changed = true;
  }
}

DeviceGuard::~DeviceGuard()
{
  if (m_Changed)
  {
    Runtime::GetBackend().SetDevice(m_CallersDevice);
  }
}
} // namespace itk::device
