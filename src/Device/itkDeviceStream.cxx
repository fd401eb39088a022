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
#include "itkDeviceStream.h"
#include "itkDeviceCheck.h"
#include "itkDeviceIdleHandles.h"
#include "itkDeviceRuntime.h"
#include <map>
#include <utility>

namespace itk::device
{
// Never destroyed: an image that outlives main() still has a stream.
IdleHandles<CUstream_st, MostIdleStreams> &
GetIdleStreams()
{
  static auto * const idle = new IdleHandles<CUstream_st, MostIdleStreams>;
  return *idle;
}

struct Stream::State
{
  explicit State(int ordinal)
    : device(ordinal)
    , handle(GetIdleStreams().Take(ordinal))
  {
    if (handle == nullptr)
    {
      const DeviceGuard guard(device);
      Check(Runtime::GetBackend().CreateStream(handle), "cudaStreamCreateWithFlags");
    }
  }

  State(int ordinal, CUstream_st * borrowed)
    : device(ordinal)
    , handle(borrowed)
    , isBorrowed(true)
  {}

  ~State()
  {
    if (!isBorrowed && !GetIdleStreams().GiveBack(device, handle))
    {
      // CUDA lets what is still enqueued finish first.
      Runtime::GetBackend().DestroyStream(handle);
    }
  }

  State(const State &) = delete;
  State &
  operator=(const State &) = delete;

  int           device;
  CUstream_st * handle;
  bool          isBorrowed{ false };
};

Stream::Stream(int device)
  : m_State(std::make_shared<State>(device))
{}

Stream::Stream(std::shared_ptr<const State> state)
  : m_State(std::move(state))
{}

Stream
Stream::Borrow(CUstream_st * handle, int device)
{
  return Stream(std::make_shared<State>(device, handle));
}

Stream
Stream::OfThisThread(int device)
{
  thread_local std::map<int, Stream> streams;
  const auto                         found = streams.find(device);
  return found != streams.end() ? found->second : streams.emplace(device, Stream(device)).first->second;
}

CUstream_st *
Stream::GetHandle() const
{
  return m_State->handle;
}

int
Stream::GetDevice() const
{
  return m_State->device;
}

void
Stream::Wait() const
{
  const DeviceGuard guard(m_State->device);
  Check(Runtime::GetBackend().SynchronizeStream(m_State->handle), "cudaStreamSynchronize");
}

void
Stream::WaitAfterFailure() const noexcept
{
  try
  {
    this->Wait();
  }
  catch (...)
  {
    // A device that cannot be waited for runs nothing any more.
  }
}
} // namespace itk::device
