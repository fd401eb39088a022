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
#include "itkPretendedStream.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

// Memory of PretendedBackend: of its devices, and of the host's where it is pinned.
namespace itk::device
{
namespace
{
constexpr int AlreadyRegistered = 712; // cudaErrorHostMemoryAlreadyRegistered
constexpr int NotRegistered = 713;     // cudaErrorHostMemoryNotRegistered
} // namespace

std::size_t
PretendedBackend::GetBytesInUse(int device)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  return m_BytesInUse[device];
}

void
PretendedBackend::SetBytesPerDevice(std::size_t bytes)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  m_BytesPerDevice = bytes;
}

void
PretendedBackend::FailNextAllocation(int error)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  m_NextAllocationError = error;
}

void
PretendedBackend::FailNextCopy(int error)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  m_NextCopyError = error;
}

void
PretendedBackend::FailRegistrations(int error)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  m_RegistrationError = error;
}

std::size_t
PretendedBackend::GetBytesRegistered()
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  std::size_t                                 bytes = 0;
  for (const auto & registered : m_Registered)
  {
    bytes += registered.second;
  }
  return bytes;
}

std::uint64_t
PretendedBackend::GetNumberOfCopies(Direction direction)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  return m_NumberOfCopies[direction];
}

int
PretendedBackend::PreparePool()
{
  return Success;
}

int
PretendedBackend::TrimPool()
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  m_Pools[GetCurrentDevice()].reserved = m_BytesInUse[GetCurrentDevice()];
  return Success;
}

int
PretendedBackend::GetMemoryUse(MemoryUse & use)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  const std::size_t                           inUse = m_BytesInUse[GetCurrentDevice()];
  use = { inUse, m_Pools[GetCurrentDevice()].reserved - inUse, m_Pools[GetCurrentDevice()].peak };
  return Success;
}

int
PretendedBackend::ResetPeakMemoryUse()
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  m_Pools[GetCurrentDevice()].peak = m_BytesInUse[GetCurrentDevice()];
  return Success;
}

int
PretendedBackend::Allocate(void *& data, std::size_t bytes, CUstream_st * stream)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  const int                                   device = PretendedStream::From(stream).device;
  if (m_NextAllocationError != Success)
  {
    return std::exchange(m_NextAllocationError, Success);
  }
  if (m_BytesInUse[device] + bytes > m_BytesPerDevice)
  {
    return OutOfMemory;
  }
  // A test may let the bookkeeping fail.
  std::unique_ptr<void, decltype(&std::free)> memory(std::malloc(bytes), std::free);
  std::memset(memory.get(), m_Fill, bytes);
  m_Allocations[memory.get()] = { bytes, device };
  data = memory.release();
  m_BytesInUse[device] += bytes;
  Pool & pool = m_Pools[device];
  pool.reserved = std::max(pool.reserved, m_BytesInUse[device]);
  pool.peak = std::max(pool.peak, m_BytesInUse[device]);
  return Success;
}

int
PretendedBackend::Free(void * data, CUstream_st * stream)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  PretendedStream::From(stream).Enqueue([this, data] {
    const Allocation allocation = m_Allocations.at(data);
    m_Allocations.erase(data);
    m_BytesInUse[allocation.device] -= allocation.bytes;
    std::memset(data, 0x5A, allocation.bytes);
    std::free(data);
  });
  return Success;
}

int
PretendedBackend::GetMemoryInfo(std::size_t & bytesFree, std::size_t & bytesTotal)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  bytesTotal = m_BytesPerDevice;
  bytesFree = m_BytesPerDevice - m_BytesInUse[GetCurrentDevice()];
  return Success;
}

int
PretendedBackend::AllocatePinned(void *& data, std::size_t bytes)
{
  data = std::malloc(bytes);
  return Success;
}

int
PretendedBackend::FreePinned(void * data, std::size_t)
{
  std::free(data);
  return Success;
}

int
PretendedBackend::RegisterHost(void * data, std::size_t bytes)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  if (m_RegistrationError != Success)
  {
    return m_RegistrationError;
  }
  return m_Registered.emplace(data, bytes).second ? Success : AlreadyRegistered;
}

int
PretendedBackend::UnregisterHost(void * data)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  return m_Registered.erase(data) == 1 ? Success : NotRegistered;
}

int
PretendedBackend::Copy(void *        destination,
                       const void *  source,
                       std::size_t   bytes,
                       Direction     direction,
                       CUstream_st * stream)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  if (m_NextCopyError != Success)
  {
    return std::exchange(m_NextCopyError, Success);
  }
  ++m_NumberOfCopies[direction];
  PretendedStream::From(stream).Enqueue([=] { std::memcpy(destination, source, bytes); });
  return Success;
}
} // namespace itk::device
