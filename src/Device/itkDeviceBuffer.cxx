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
#include "itkDeviceBuffer.h"
#include "itkDeviceCheck.h"
#include "itkDeviceError.h"
#include "itkDeviceKernelLoading.h"
#include "itkDeviceRuntime.h"
#include <mutex>
#include <set>
#include <sstream>
#include <utility>

namespace itk::device
{
namespace
{
void
PreparePoolOnce(Backend & backend, int device)
{
  static std::mutex                 mutex;
  static std::set<int>              prepared;
  const std::lock_guard<std::mutex> lock(mutex);
  if (prepared.count(device) == 0)
  {
    Check(backend.PreparePool(), "cudaMemPoolSetAttribute");
    prepared.insert(device);
  }
}

[[noreturn]] void
ThrowMemoryError(Backend & backend, int device, std::size_t bytes)
{
  std::size_t bytesFree = 0;
  std::size_t bytesTotal = 0;
  backend.GetMemoryInfo(bytesFree, bytesTotal);
  std::ostringstream message;
  message << backend.GetErrorName(Backend::OutOfMemory) << " in cudaMallocAsync: " << bytes
          << " bytes were asked for on device " << device << ", of whose " << bytesTotal << " bytes " << bytesFree
          << " are free. itk::StreamingImageFilter computes the image in pieces that fit.";
  throw MemoryError(__FILE__, __LINE__, message.str(), bytes, bytesFree);
}
} // namespace

Buffer::Buffer(std::size_t bytes, const Stream & stream)
{
  if (bytes == 0)
  {
    return;
  }
  KernelLoading::RequirePixels();
  const DeviceGuard guard(stream.GetDevice());
  Backend &         backend = Runtime::GetBackend();
  PreparePoolOnce(backend, stream.GetDevice());
  int error = backend.Allocate(m_Data, bytes, stream.GetHandle());
  if (error == Backend::OutOfMemory)
  {
    // What was freed in stream order comes back to the pool, and from the pool to the device, only once it has run.
    stream.Wait();
    Check(backend.TrimPool(), "cudaMemPoolTrimTo");
    error = backend.Allocate(m_Data, bytes, stream.GetHandle());
  }
  if (error == Backend::OutOfMemory)
  {
    ThrowMemoryError(backend, stream.GetDevice(), bytes);
  }
  Check(error, "cudaMallocAsync");
  m_SizeInBytes = bytes;
  m_Stream = stream;
}

Buffer
Buffer::Borrow(void * data, std::size_t bytes, const Stream & stream, std::shared_ptr<void> owner)
{
  Buffer buffer;
  if (bytes > 0)
  {
    buffer.m_Data = data;
    buffer.m_SizeInBytes = bytes;
    buffer.m_Stream = stream;
    buffer.m_Owner = owner ? std::move(owner) : std::shared_ptr<void>(data, [](void *) {});
  }
  return buffer;
}

Buffer::~Buffer() { this->Free(); }

Buffer::Buffer(Buffer && other) noexcept
  : m_Data(std::exchange(other.m_Data, nullptr))
  , m_SizeInBytes(std::exchange(other.m_SizeInBytes, 0))
  , m_Stream(std::exchange(other.m_Stream, std::nullopt))
  , m_Owner(std::move(other.m_Owner))
{}

Buffer &
Buffer::operator=(Buffer && other) noexcept
{
  if (this != &other)
  {
    this->Free();
    m_Data = std::exchange(other.m_Data, nullptr);
    m_SizeInBytes = std::exchange(other.m_SizeInBytes, 0);
    m_Stream = std::exchange(other.m_Stream, std::nullopt);
    m_Owner = std::move(other.m_Owner);
  }
  return *this;
}

void
Buffer::Free() noexcept
{
  if (m_Data != nullptr)
  {
    if (m_Owner)
    {
      // The owner may give the memory to work on a stream that knows nothing of ours.
      m_Stream->WaitAfterFailure();
      m_Owner.reset();
    }
    else
    {
      Runtime::GetBackend().Free(m_Data, m_Stream->GetHandle());
    }
    m_Data = nullptr;
    m_SizeInBytes = 0;
    m_Stream.reset();
  }
}
} // namespace itk::device
