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
#ifndef itkDeviceStaging_h
#define itkDeviceStaging_h

#include "itkDeviceCheck.h"
#include "itkDevicePinnedBuffer.h"
#include "itkDeviceRuntime.h"
#include "itkDeviceThreads.h"
#include <algorithm>
#include <exception>
#include <mutex>

// How host memory that is not pinned is moved: by several threads, through pinned pieces.
namespace itk::device
{
/** Calls work(turns), which takes turns of `numberOfTurns`, on up to `mostThreads` threads, the caller's among them, whose
 * current device is `device`, and waits for them. Rethrows the last exception of one. */
template <typename TWork>
void
RunOnThreads(std::size_t mostThreads, std::size_t numberOfTurns, int device, const TWork & work)
{
  Turns              turns(numberOfTurns);
  std::mutex         mutex;
  std::exception_ptr failure;

  const DeviceGuard guard(device);
  RunAtOnce(std::min(mostThreads, numberOfTurns), [&] {
    try
    {
      // A helper keeps it: to go back to another one would make a context there.
      Check(Runtime::GetBackend().SetDevice(device), "cudaSetDevice");
      work(turns);
    }
    catch (...)
    {
      const std::lock_guard<std::mutex> lock(mutex);
      failure = std::current_exception();
      turns.Stop();
    }
  });
  if (failure)
  {
    std::rethrow_exception(failure);
  }
}

/** Calls stage(offset, length) for `bytes` in the pieces that a PinnedBuffer has room for. */
template <typename TStage>
void
ForEachPiece(std::size_t bytes, const TStage & stage)
{
  for (std::size_t offset = 0; offset < bytes; offset += PinnedBuffer::SizeInBytes)
  {
    stage(offset, std::min(PinnedBuffer::SizeInBytes, bytes - offset));
  }
}

/** Enqueues a copy to or from pinned memory. */
void
EnqueueUpload(void * device, const void * pinned, std::size_t bytes, const Stream & stream);
void
EnqueueDownload(void * pinned, const void * device, std::size_t bytes, const Stream & stream);

/** Calls use(event) with the event behind a copy from or to pinned memory. If that fails, the copy has ended when the
 * exception reaches whoever gives the memory back. */
template <typename TUse>
void
EndCopy(const Stream & stream, const TUse & use)
{
  try
  {
    use(Event::Record(stream));
  }
  catch (...)
  {
    stream.WaitAfterFailure();
    throw;
  }
}

/** Enqueues the upload of a piece, which may be changed when this returns. Through `pinned`, if it is given, which the caller
 * keeps until the copy has ended. */
void
StageUpload(void * device, const void * host, std::size_t bytes, const Stream & stream);
void
StageUpload(void * device, const void * host, std::size_t bytes, const Stream & stream, const PinnedBuffer & pinned);

/** The counts of GetTransferCounts() include this transfer, too. */
void
CountUpload(std::size_t bytes);
void
CountDownload(std::size_t bytes);
} // namespace itk::device

#endif
