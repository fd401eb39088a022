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
#include "itkDeviceEvent.h"
#include "itkDeviceCheck.h"
#include "itkDeviceIdleHandles.h"
#include "itkDeviceRuntime.h"

namespace itk::device
{
// Never destroyed: an image that outlives main() still has events.
IdleHandles<CUevent_st, MostIdleEvents> &
GetIdleEvents()
{
  static auto * const idle = new IdleHandles<CUevent_st, MostIdleEvents>;
  return *idle;
}

struct Event::State
{
  /** Of the current device. */
  State(int current, Timing withTiming)
    : device(current)
    , timing(withTiming == Timing::On)
    , handle(timing ? nullptr : GetIdleEvents().Take(device))
  {
    if (handle == nullptr)
    {
      Check(Runtime::GetBackend().CreateEvent(handle, timing), "cudaEventCreateWithFlags");
    }
  }

  ~State()
  {
    if (timing || !GetIdleEvents().GiveBack(device, handle))
    {
      Runtime::GetBackend().DestroyEvent(handle);
    }
  }

  State(const State &) = delete;
  State &
  operator=(const State &) = delete;

  int          device;
  bool         timing;
  CUevent_st * handle;
};

Event
Event::Record(const Stream & stream, Timing timing)
{
  // The legacy default stream is that of the current device.
  const DeviceGuard guard(stream.GetDevice());
  const auto        state = std::make_shared<State>(stream.GetDevice(), timing);
  Check(Runtime::GetBackend().RecordEvent(state->handle, stream.GetHandle()), "cudaEventRecord");
  Event event;
  event.m_State = state;
  return event;
}

void
Event::Wait() const
{
  Check(Runtime::GetBackend().SynchronizeEvent(m_State->handle), "cudaEventSynchronize");
}

void
Event::MakeWait(const Stream & stream) const
{
  const DeviceGuard guard(stream.GetDevice());
  Check(Runtime::GetBackend().WaitEvent(stream.GetHandle(), m_State->handle), "cudaStreamWaitEvent");
}

double
Event::GetElapsedMilliseconds(const Event & begin, const Event & end)
{
  end.Wait();
  float milliseconds = 0;
  Check(Runtime::GetBackend().GetElapsedMilliseconds(milliseconds, begin.m_State->handle, end.m_State->handle),
        "cudaEventElapsedTime");
  return milliseconds;
}
} // namespace itk::device
