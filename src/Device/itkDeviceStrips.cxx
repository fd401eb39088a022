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
#include "itkDeviceStrips.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceCopyPastCache.h"
#include "itkDeviceError.h"
#include "itkDeviceHugePages.h"
#include "itkDeviceStaging.h"
#include "itkProcessObject.h"
#include <memory>
#include <optional>

namespace itk::device
{
namespace
{
using LaunchType = std::function<void(const Strip &, const Stream &)>;

/** What is to come back from the device, in a pinned piece; what went there before it is free with it. */
struct Returning
{
  std::unique_ptr<PinnedBuffer> pinned;
  std::unique_ptr<PinnedBuffer> uploaded;
  Event                         copied;
  void *                        host;
  std::size_t                   bytes;
};

/** \class StripWorker
 * \brief Makes strips, on a stream of its own. While one is on its way through the device, the next is being staged.
 */
class StripWorker
{
public:
  StripWorker(const StripImages & images, std::size_t mostRows, int device, const LaunchType & launch)
    : m_Images(images)
    , m_MostRows(mostRows)
    , m_Launch(launch)
    , m_Stream(device)
    , m_Input(std::min(mostRows + 2 * images.reach, images.inputRows) * images.bytesOfInputRow, m_Stream)
    , m_Output(std::min(mostRows, images.outputRows) * images.bytesOfOutputRow, m_Stream)
  {}

  ~StripWorker()
  {
    // After a failure pieces may still be on their way.
    m_Stream.WaitAfterFailure();
  }

  StripWorker(const StripWorker &) = delete;
  StripWorker &
  operator=(const StripWorker &) = delete;

  void
  Make(std::size_t number)
  {
    const Strip        strip = this->GetStrip(number);
    const auto * const source =
      static_cast<const char *>(m_Images.input) + strip.firstInputRow * m_Images.bytesOfInputRow;
    auto * const destination = static_cast<char *>(m_Images.output) + strip.firstOutputRow * m_Images.bytesOfOutputRow;

    const std::size_t bytesUp = strip.inputRows * m_Images.bytesOfInputRow;
    ForEachPiece(bytesUp, [&](std::size_t offset, std::size_t length) {
      char * const target = m_Input.As<char>() + offset;
      if (offset + length < bytesUp)
      {
        StageUpload(target, source + offset, length, m_Stream);
      }
      else
      {
        // Of the last piece the event behind the results tells, too: threads wait for each other in every call of CUDA.
        m_Uploaded = std::make_unique<PinnedBuffer>();
        StageUpload(target, source + offset, length, m_Stream, *m_Uploaded);
      }
    });
    CountUpload(bytesUp);
    m_Launch(strip, m_Stream);
    const std::size_t bytesDown = strip.outputRows * m_Images.bytesOfOutputRow;
    ForEachPiece(bytesDown, [&](std::size_t offset, std::size_t length) {
      auto pinned = std::make_unique<PinnedBuffer>();
      EnqueueDownload(pinned->GetData(), m_Output.As<char>() + offset, length, m_Stream);
      EndCopy(m_Stream, [&](const Event & copied) {
        this->Finish();
        m_Returning.emplace(
          Returning{ std::move(pinned), std::move(m_Uploaded), copied, destination + offset, length });
      });
    });
    CountDownload(bytesDown);
  }

  /** Waits until all that was made is on the host. */
  void
  Finish()
  {
    if (m_Returning)
    {
      m_Returning->copied.Wait();
      CopyPastCache(m_Returning->host, m_Returning->pinned->GetData(), m_Returning->bytes);
      m_Returning.reset();
    }
  }

private:
  Strip
  GetStrip(std::size_t number) const
  {
    Strip strip{};
    strip.input = m_Input.GetData();
    strip.output = m_Output.GetData();
    strip.firstOutputRow = number * m_MostRows;
    strip.outputRows = std::min(m_MostRows, m_Images.outputRows - strip.firstOutputRow);
    const std::size_t first = m_Images.offset + strip.firstOutputRow;
    strip.firstInputRow = first - std::min(first, m_Images.reach);
    strip.inputRows = std::min(first + strip.outputRows + m_Images.reach, m_Images.inputRows) - strip.firstInputRow;
    return strip;
  }

  const StripImages &           m_Images;
  const std::size_t             m_MostRows;
  const LaunchType &            m_Launch;
  const Stream                  m_Stream;
  const Buffer                  m_Input;
  const Buffer                  m_Output;
  std::unique_ptr<PinnedBuffer> m_Uploaded;
  std::optional<Returning>      m_Returning;
};

/** Rows of the output that go through the device at once: with the input's, what one pinned piece has room for, but enough
 * that most of what is uploaded is uploaded once. */
std::size_t
GetRowsOfStrip(const StripImages & images)
{
  const std::size_t inputRows = PinnedBuffer::SizeInBytes / images.bytesOfInputRow;
  const std::size_t outputRows = PinnedBuffer::SizeInBytes / images.bytesOfOutputRow;
  return std::max(
    { std::min(inputRows - std::min(inputRows, 2 * images.reach), outputRows), 8 * images.reach, std::size_t{ 1 } });
}
} // namespace

bool
ComputeInStrips(const StripImages & images, int device, ProcessObject & filter, const LaunchType & launch)
{
  constexpr std::size_t fewestStrips = 4;
  // Of a device that also holds what the kernels need besides.
  constexpr std::size_t mostBytes = std::size_t{ 1 } << 31;
  if (images.reach > images.outputRows)
  {
    return false;
  }
  const std::size_t rows = GetRowsOfStrip(images);
  const std::size_t numberOfStrips = (images.outputRows + rows - 1) / rows;
  if (numberOfStrips < fewestStrips)
  {
    return false;
  }

  PreferHugePages(images.output, images.outputRows * images.bytesOfOutputRow);
  const std::size_t bytesOfStrip = (rows + 2 * images.reach) * images.bytesOfInputRow + rows * images.bytesOfOutputRow;
  // Unlike those of a transfer one way, these threads have two buses to fill.
  const std::size_t        mostThreads = std::min(std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, 16),
                                           std::max(mostBytes / bytesOfStrip, std::size_t{ 1 }));
  const auto               caller = std::this_thread::get_id();
  std::atomic<std::size_t> made{ 0 };
  const DeviceGuard        guard(device);
  // A thread has two pieces of the strip that it makes and two of the one before.
  PinnedBuffer::Reserve(std::min(4 * mostThreads, 2 * numberOfStrips), device);
  StripWorker callersWorker(images, rows, device, launch);
  RunOnThreads(mostThreads, numberOfStrips, device, [&](Turns & turns) {
    const bool                 isCaller = std::this_thread::get_id() == caller;
    std::optional<StripWorker> helpersOwn;
    try
    {
      if (!isCaller)
      {
        helpersOwn.emplace(images, rows, device, launch);
      }
    }
    catch (const MemoryError &)
    {
      // Fewer threads do it, too.
      return;
    }
    StripWorker & worker = isCaller ? callersWorker : *helpersOwn;
    for (std::size_t strip = 0; turns.Take(strip);)
    {
      worker.Make(strip);
      const std::size_t number = ++made;
      if (isCaller)
      {
        filter.UpdateProgress(static_cast<float>(number) / static_cast<float>(numberOfStrips));
        if (filter.GetAbortGenerateData())
        {
          turns.Stop();
        }
      }
    }
    worker.Finish();
  });
  if (filter.GetAbortGenerateData())
  {
    throw ProcessAborted(__FILE__, __LINE__);
  }
  return true;
}
} // namespace itk::device
