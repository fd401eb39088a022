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
#ifndef itkDeviceStream_h
#define itkDeviceStream_h

#include "CudaImageFiltersExport.h"
#include <memory>

struct CUstream_st; // cudaStream_t is a pointer to it: no CUDA header is needed to name a stream
struct CUevent_st;  // likewise cudaEvent_t

namespace itk::device
{
/** \class Stream
 * \brief A CUDA stream: work enqueued on it runs in order, and asynchronously to the host.
 *
 * A Stream is a shared handle: copies name the same stream, which is destroyed with the last of them.
 * Filters use the current thread's stream of the device where their input is (Stream::OfThisThread) unless they
 * are given another. Streams are non-blocking: they do not synchronise with CUDA's legacy default stream.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT Stream
{
public:
  /** A new stream on `device`. */
  explicit Stream(int device);

  /** A stream of another library, which destroys it, and not before the last use of the handle here. The null handle is
   * CUDA's legacy default stream. */
  static Stream
  Borrow(CUstream_st * handle, int device);

  /** The calling thread's own stream on `device`; made at the first call. */
  static Stream
  OfThisThread(int device);

  /** The cudaStream_t. */
  CUstream_st *
  GetHandle() const;

  /** The CUDA ordinal of the device that the stream belongs to. */
  int
  GetDevice() const;

  /** Blocks the calling thread until all that was enqueued has run. Throws device::Error if any of it failed. */
  void
  Wait() const;

  /** As Wait(), where something has failed already: an error is left to whoever waits for the device next. */
  void
  WaitAfterFailure() const noexcept;

  friend bool
  operator==(const Stream & a, const Stream & b)
  {
    return a.GetHandle() == b.GetHandle() && a.GetDevice() == b.GetDevice();
  }

private:
  struct State;

  explicit Stream(std::shared_ptr<const State> state);

  std::shared_ptr<const State> m_State;
};
} // namespace itk::device

#endif
