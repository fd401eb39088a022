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
#include "itkDeviceTransfer.h"
#include "itkDeviceUploadArray.h"
#include "itkDeviceCheck.h"
#include "itkDevicePinnedBuffer.h"
#include "itkDeviceRuntime.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#ifdef __linux__
#  include <sys/mman.h>
#endif

namespace itk::device
{
namespace
{
std::atomic<std::uint64_t> uploads{ 0 };
std::atomic<std::uint64_t> downloads{ 0 };
std::atomic<std::uint64_t> bytesUploaded{ 0 };
std::atomic<std::uint64_t> bytesDownloaded{ 0 };

/** Calls stage(offset, length) for every piece of `bytes`, on a few threads whose current device is `device`. */
template <typename TStage>
void
ForEachPiece(std::size_t bytes, int device, const TStage & stage)
{
  constexpr std::size_t    pieceSize = PinnedBuffer::SizeInBytes;
  const std::size_t        numberOfPieces = (bytes + pieceSize - 1) / pieceSize;
  std::atomic<std::size_t> next{ 0 };
  std::mutex               mutex;
  std::exception_ptr       failure;

  const auto work = [&] {
    try
    {
      const DeviceGuard guard(device);
      for (std::size_t piece = next++; piece < numberOfPieces; piece = next++)
      {
        const std::size_t offset = piece * pieceSize;
        stage(offset, std::min(pieceSize, bytes - offset));
      }
    }
    catch (...)
    {
      const std::lock_guard<std::mutex> lock(mutex);
      failure = std::current_exception();
      next = numberOfPieces;
    }
  };

  // One core copies 5 to 10 GB/s, so a few saturate the bus; more only fight for it.
  const std::size_t        mostThreads = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, 1, 8);
  std::vector<std::thread> helpers;
  try
  {
    helpers.reserve(mostThreads);
    for (std::size_t i = 1; i < std::min(mostThreads, numberOfPieces); ++i)
    {
      helpers.emplace_back(work);
    }
  }
  catch (const std::exception &)
  {
    // Those that the system gave, and this one, do it.
  }
  work();
  for (auto & helper : helpers)
  {
    helper.join();
  }
  if (failure)
  {
    std::rethrow_exception(failure);
  }
}

/** Fresh memory is backed by huge pages, if the system has some: to fill pages of 4 kB takes several times as long as to copy. */
void
PreferHugePages([[maybe_unused]] void * memory, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t pageSize = std::uintptr_t{ 1 } << 21;
  const auto               begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t     first = (begin + pageSize - 1) / pageSize * pageSize;
  const std::uintptr_t     last = (begin + bytes) / pageSize * pageSize;
  if (first < last)
  {
    madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
  }
#endif
}

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

void
CopyToDevice(void * device, const void * host, std::size_t bytes, const Stream & stream)
{
  ForEachPiece(bytes, stream.GetDevice(), [&](std::size_t offset, std::size_t length) {
    PinnedBuffer pinned;
    std::memcpy(pinned.GetData(), static_cast<const char *>(host) + offset, length);
    Check(Runtime::GetBackend().Copy(static_cast<char *>(device) + offset,
                                     pinned.GetData(),
                                     length,
                                     Backend::Direction::HostToDevice,
                                     stream.GetHandle()),
          "cudaMemcpyAsync to the device");
    EndCopy(stream, [&](const Event & copied) { pinned.KeepUntil(copied); });
  });
}
} // namespace

void
Upload(void * device, const void * host, std::size_t bytes, const Stream & stream)
{
  CopyToDevice(device, host, bytes, stream);
  ++uploads;
  bytesUploaded += bytes;
}

Buffer
UploadArray(const void * values, std::size_t bytes, const Stream & stream)
{
  Buffer buffer(bytes, stream);
  CopyToDevice(buffer.GetData(), values, bytes, stream);
  return buffer;
}

void
Download(void * host, const void * device, std::size_t bytes, const Stream & stream)
{
  PreferHugePages(host, bytes);
  ForEachPiece(bytes, stream.GetDevice(), [&](std::size_t offset, std::size_t length) {
    const PinnedBuffer pinned;
    Check(Runtime::GetBackend().Copy(pinned.GetData(),
                                     static_cast<const char *>(device) + offset,
                                     length,
                                     Backend::Direction::DeviceToHost,
                                     stream.GetHandle()),
          "cudaMemcpyAsync to the host");
    EndCopy(stream, [](const Event & copied) { copied.Wait(); });
    std::memcpy(static_cast<char *>(host) + offset, pinned.GetData(), length);
  });
  ++downloads;
  bytesDownloaded += bytes;
}

TransferCounts
GetTransferCounts()
{
  return { uploads, downloads, bytesUploaded, bytesDownloaded };
}
} // namespace itk::device
