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
#include "itkDeviceCheck.h"
#include "itkDeviceHostMemory.h"
#include "itkDeviceHugePages.h"
#include "itkDeviceStaging.h"
#include "itkDeviceUploadArray.h"
#include <cstdint>
#include <cstring>

namespace itk::device
{
namespace
{
std::atomic<std::uint64_t> uploads{ 0 };
std::atomic<std::uint64_t> downloads{ 0 };
std::atomic<std::uint64_t> bytesUploaded{ 0 };
std::atomic<std::uint64_t> bytesDownloaded{ 0 };

/** Calls copy(offset, length) for what is pinned at the beginning of `host` and stage(offset, length), on a few threads, for
 * the rest in pieces. Waits for the copies. */
template <typename TCopy, typename TStage>
void
Transfer(const void * host, std::size_t bytes, const Stream & stream, const TCopy & copy, const TStage & stage)
{
  std::size_t direct = 0;
  try
  {
    const auto getDirectBytes = [&] {
      return HostMemory::GetDirectBytes(static_cast<const char *>(host) + direct, bytes - direct);
    };
    for (std::size_t length = getDirectBytes(); length > 0; length = getDirectBytes())
    {
      copy(direct, length);
      direct += length;
    }

    constexpr std::size_t pieceSize = PinnedBuffer::SizeInBytes;
    const std::size_t     pieces = (bytes - direct + pieceSize - 1) / pieceSize;
    // One core copies 5 to 10 GB/s, so a few saturate the bus; more only fight for it. Each pins a piece once, which takes as
    // long as it does to copy four, unless there are enough to pin them all at once.
    const std::size_t most = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, 1, 8);
    const std::size_t mostThreads = std::min(most, (pieces + 3) / 4);
    if (mostThreads == most)
    {
      PinnedBuffer::Reserve(most, stream.GetDevice());
    }
    RunOnThreads(mostThreads, pieces, stream.GetDevice(), [&](Turns & turns) {
      for (std::size_t piece = 0; turns.Take(piece);)
      {
        const std::size_t offset = direct + piece * pieceSize;
        stage(offset, std::min(pieceSize, bytes - offset));
      }
    });
    if (direct > 0)
    {
      Event::Record(stream).Wait();
    }
  }
  catch (...)
  {
    // No event tells others of the pieces that are on their way.
    stream.WaitAfterFailure();
    throw;
  }
  HostMemory::Transferred(host, stream.GetDevice());
}

void
CopyToDevice(void * device, const void * host, std::size_t bytes, const Stream & stream)
{
  auto * const       destination = static_cast<char *>(device);
  const auto * const source = static_cast<const char *>(host);
  Transfer(
    host,
    bytes,
    stream,
    [&](std::size_t offset, std::size_t length) {
      EnqueueUpload(destination + offset, source + offset, length, stream);
    },
    [&](std::size_t offset, std::size_t length) {
      StageUpload(destination + offset, source + offset, length, stream);
    });
}
} // namespace

void
EnqueueUpload(void * device, const void * pinned, std::size_t bytes, const Stream & stream)
{
  Check(Runtime::GetBackend().Copy(device, pinned, bytes, Backend::Direction::HostToDevice, stream.GetHandle()),
        "cudaMemcpyAsync to the device");
}

void
EnqueueDownload(void * pinned, const void * device, std::size_t bytes, const Stream & stream)
{
  Check(Runtime::GetBackend().Copy(pinned, device, bytes, Backend::Direction::DeviceToHost, stream.GetHandle()),
        "cudaMemcpyAsync to the host");
}

void
StageUpload(void * device, const void * host, std::size_t bytes, const Stream & stream)
{
  PinnedBuffer pinned;
  StageUpload(device, host, bytes, stream, pinned);
  EndCopy(stream, [&](const Event & copied) { pinned.KeepUntil(copied); });
}

void
StageUpload(void * device, const void * host, std::size_t bytes, const Stream & stream, const PinnedBuffer & pinned)
{
  std::memcpy(pinned.GetData(), host, bytes);
  EnqueueUpload(device, pinned.GetData(), bytes, stream);
}

void
CountUpload(std::size_t bytes)
{
  ++uploads;
  bytesUploaded += bytes;
}

void
CountDownload(std::size_t bytes)
{
  ++downloads;
  bytesDownloaded += bytes;
}

void
Upload(void * device, const void * host, std::size_t bytes, const Stream & stream)
{
  CopyToDevice(device, host, bytes, stream);
  CountUpload(bytes);
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
  auto * const       destination = static_cast<char *>(host);
  const auto * const source = static_cast<const char *>(device);
  if (HostMemory::GetDirectBytes(host, bytes) == 0)
  {
    PreferHugePages(host, bytes);
  }
  Transfer(
    host,
    bytes,
    stream,
    [&](std::size_t offset, std::size_t length) {
      EnqueueDownload(destination + offset, source + offset, length, stream);
    },
    [&](std::size_t offset, std::size_t length) {
      const PinnedBuffer pinned;
      EnqueueDownload(pinned.GetData(), source + offset, length, stream);
      EndCopy(stream, [&](const Event & copied) {
        // A fresh huge page is filled while the bus copies.
        destination[offset] = 0;
        copied.Wait();
      });
      std::memcpy(destination + offset, pinned.GetData(), length);
    });
  CountDownload(bytes);
}

TransferCounts
GetTransferCounts()
{
  return { uploads, downloads, bytesUploaded, bytesDownloaded };
}
} // namespace itk::device
