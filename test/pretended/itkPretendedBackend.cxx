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
#include "itkDeviceKernelLoading.h"
#include "itkDeviceRuntime.h"
#include <utility>

namespace itk::device
{
namespace
{
thread_local int currentDevice = 0;

template <typename T>
CUstream_st *
AsStream(T * stream)
{
  return reinterpret_cast<CUstream_st *>(stream);
}
} // namespace

struct PretendedBackend::PretendedEvent
{
  // Shared: a stream may be told to wait for an event that is destroyed before the stream runs.
  struct Point
  {
    PretendedStream * stream{ nullptr };
    std::uint64_t     position{ 0 };
  };
  std::shared_ptr<Point> point{ std::make_shared<Point>() };

  static PretendedEvent &
  From(CUevent_st * handle)
  {
    return *reinterpret_cast<PretendedEvent *>(handle);
  }
};

PretendedBackend::PretendedBackend(int numberOfDevices, std::size_t bytesPerDevice, unsigned char fill)
  : m_NumberOfDevices(numberOfDevices)
  , m_BytesPerDevice(bytesPerDevice)
  , m_Fill(fill)
{}

PretendedBackend::~PretendedBackend() = default;

void
PretendedBackend::RunUpTo(PretendedStream & stream, std::uint64_t position)
{
  while (stream.numberRun < position)
  {
    const auto item = std::move(stream.work.front());
    stream.work.pop_front();
    ++stream.numberRun;
    item();
  }
}

void
PretendedBackend::Enqueue(const Stream & stream, std::function<void()> work)
{
  if (KernelLoading::IsNoting())
  {
    KernelLoading::Note(&work.target_type());
    return;
  }
  dynamic_cast<PretendedBackend &>(Runtime::GetBackend()).EnqueueOn(stream.GetHandle(), std::move(work));
}

void
PretendedBackend::EnqueueOn(CUstream_st * stream, std::function<void()> work)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  PretendedStream::From(stream).Enqueue(std::move(work));
}

int
PretendedBackend::GetCurrentDevice()
{
  return currentDevice;
}

int
PretendedBackend::LoadKernel(const void * kernel)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  m_LoadedKernels.push_back({ kernel, currentDevice, std::this_thread::get_id() });
  return Success;
}

std::vector<PretendedBackend::LoadedKernel>
PretendedBackend::GetLoadedKernels()
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  return m_LoadedKernels;
}

bool
PretendedBackend::IsOfCurrentDevice(CUstream_st * stream)
{
  return PretendedStream::From(stream).device == currentDevice;
}

int
PretendedBackend::CountDevices(std::string & reason)
{
  reason = m_NumberOfDevices == 0 ? "there are no pretended devices" : "";
  return m_NumberOfDevices;
}

std::string
PretendedBackend::GetErrorName(int error)
{
  return error == OutOfMemory ? "cudaErrorMemoryAllocation" : "cudaError" + std::to_string(error);
}

void
PretendedBackend::ForgetLastError()
{}

std::string
PretendedBackend::GetDeviceName(int device)
{
  return "Pretended device " + std::to_string(device);
}

int
PretendedBackend::GetDevice(int & device)
{
  device = currentDevice;
  return Success;
}

int
PretendedBackend::SetDevice(int device)
{
  currentDevice = device;
  return Success;
}

int
PretendedBackend::CreateStream(CUstream_st *& stream)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  // Events, and threads that outlive a backend, may name a stream that is destroyed.
  static auto * const created = new std::deque<PretendedStream>;
  created->emplace_back().device = currentDevice;
  stream = AsStream(&created->back());
  return Success;
}

int
PretendedBackend::DestroyStream(CUstream_st * stream)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  // CUDA lets the work finish. Events may still name the stream, so it stays.
  this->RunUpTo(PretendedStream::From(stream), PretendedStream::From(stream).numberEnqueued);
  return Success;
}

int
PretendedBackend::SynchronizeStream(CUstream_st * stream)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  this->RunUpTo(PretendedStream::From(stream), PretendedStream::From(stream).numberEnqueued);
  return Success;
}

int
PretendedBackend::WaitEvent(CUstream_st * stream, CUevent_st * event)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  const auto                                  point = *PretendedEvent::From(event).point;
  PretendedStream::From(stream).Enqueue([this, point] {
    if (point.stream != nullptr)
    {
      this->RunUpTo(*point.stream, point.position);
    }
  });
  return Success;
}

int
PretendedBackend::CreateEvent(CUevent_st *& event, bool)
{
  event = reinterpret_cast<CUevent_st *>(new PretendedEvent);
  return Success;
}

int
PretendedBackend::DestroyEvent(CUevent_st * event)
{
  delete &PretendedEvent::From(event);
  return Success;
}

int
PretendedBackend::RecordEvent(CUevent_st * event, CUstream_st * stream)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  PretendedStream &                           recorded = PretendedStream::From(stream);
  *PretendedEvent::From(event).point = { &recorded, recorded.numberEnqueued };
  return Success;
}

int
PretendedBackend::SynchronizeEvent(CUevent_st * event)
{
  const std::lock_guard<std::recursive_mutex> lock(m_Mutex);
  const auto                                  point = *PretendedEvent::From(event).point;
  if (point.stream != nullptr)
  {
    this->RunUpTo(*point.stream, point.position);
  }
  return Success;
}

int
PretendedBackend::GetElapsedMilliseconds(float & milliseconds, CUevent_st *, CUevent_st *)
{
  milliseconds = 0;
  return Success;
}
} // namespace itk::device
