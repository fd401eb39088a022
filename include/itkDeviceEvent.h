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
#ifndef itkDeviceEvent_h
#define itkDeviceEvent_h

#include "itkDeviceStream.h"

namespace itk::device
{
/** \class Event
 * \brief A point in a stream's work that the host or another stream can wait for.
 *
 * A shared handle, as Stream is.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT Event
{
public:
  enum class Timing
  {
    Off,
    On
  };

  /** Records an event behind all that is enqueued on `stream` now. Does not wait. */
  static Event
  Record(const Stream & stream, Timing timing = Timing::Off);

  /** Blocks the calling thread until the event has happened. */
  void
  Wait() const;

  /** Makes what is enqueued on `stream` from now on run after the event. Does not block the host. */
  void
  MakeWait(const Stream & stream) const;

  /** Milliseconds from `begin` to `end`, both recorded with Timing::On; waits for `end`. */
  static double
  GetElapsedMilliseconds(const Event & begin, const Event & end);

private:
  struct State;
  std::shared_ptr<const State> m_State;
};
} // namespace itk::device

#endif
