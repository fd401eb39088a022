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
#include "Device/itkDeviceCheck.h"
#include "Device/itkDeviceIdleHandles.h"
#include "Device/itkDeviceStaging.h"
#include "itkDeviceError.h"
#include "itkDeviceEvent.h"
#include "itkDeviceTesting.h"
#include <algorithm>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

using itk::device::Buffer;
using itk::device::DeviceGuard;
using itk::device::Event;
using itk::device::PinnedBuffer;
using itk::device::Runtime;
using itk::device::Stream;

TEST(DeviceRuntime, SaysWhyThereIsNoDevice)
{
  EXPECT_EQ(Runtime::IsAvailable(), Runtime::GetNumberOfDevices() > 0);
  EXPECT_EQ(Runtime::GetUnavailableReason().empty(), Runtime::IsAvailable());
}

TEST(DeviceRuntime, NamesItsDevices)
{
  ITK_REQUIRE_DEVICE();
  for (int device = 0; device < Runtime::GetNumberOfDevices(); ++device)
  {
    EXPECT_FALSE(Runtime::GetDeviceName(device).empty());
  }
}

TEST(DeviceRuntime, KnowsHowMuchMemoryIsFree)
{
  ITK_REQUIRE_DEVICE();
  std::size_t bytesFree = 0;
  std::size_t bytesTotal = 0;
  Runtime::GetMemoryInfo(0, bytesFree, bytesTotal);
  EXPECT_GT(bytesTotal, 0u);
  EXPECT_LE(bytesFree, bytesTotal);
}

TEST(DeviceRuntime, TellsHowMuchMemoryIsInUsePooledAndWasAtMostInUse)
{
  ITK_REQUIRE_DEVICE();
  constexpr std::size_t bytes = std::size_t{ 1 } << 26;
  const Stream          stream(0);
  {
    const Buffer first(bytes, stream);
    stream.Wait();
    const auto before = Runtime::GetMemoryUse(0);
    EXPECT_GE(before.inUse, bytes);
    Runtime::ResetPeakMemoryUse(0);
    EXPECT_EQ(Runtime::GetMemoryUse(0).peak, before.inUse);
    {
      const Buffer second(2 * bytes, stream);
      EXPECT_EQ(Runtime::GetMemoryUse(0).inUse, before.inUse + 2 * bytes);
    }
    stream.Wait();
    const auto after = Runtime::GetMemoryUse(0);
    EXPECT_EQ(after.inUse, before.inUse);
    EXPECT_EQ(after.peak, before.inUse + 2 * bytes);
  }
  stream.Wait();
  const auto pooled = Runtime::GetMemoryUse(0);
  EXPECT_GE(pooled.pooled, 2 * bytes);
  Runtime::TrimPool(0);
  const auto trimmed = Runtime::GetMemoryUse(0);
  EXPECT_EQ(trimmed.inUse, pooled.inUse);
  EXPECT_LE(trimmed.pooled + 2 * bytes, pooled.pooled);
}

TEST(DeviceStream, IsTheSameForAThreadEachTime)
{
  ITK_REQUIRE_DEVICE();
  EXPECT_TRUE(Stream::OfThisThread(0) == Stream::OfThisThread(0));
  EXPECT_EQ(Stream::OfThisThread(0).GetDevice(), 0);
  EXPECT_NE(Stream::OfThisThread(0).GetHandle(), nullptr);
}

TEST(DeviceStream, IsUsedAgain)
{
  ITK_REQUIRE_DEVICE();
  constexpr std::size_t most = itk::device::MostIdleStreams;
  const auto            getHandlesOfManyStreams = [] {
    std::vector<Stream>     streams;
    std::set<CUstream_st *> handles;
    for (std::size_t i = 0; i < most + 5; ++i)
    {
      streams.emplace_back(0);
      handles.insert(streams.back().GetHandle());
    }
    return handles;
  };
  Runtime::TrimPool(0);
  const auto before = getHandlesOfManyStreams();
  const auto after = getHandlesOfManyStreams();
  EXPECT_EQ(before.size(), most + 5);
  EXPECT_EQ(after.size(), most + 5);
  EXPECT_GE(std::count_if(after.begin(), after.end(), [&](CUstream_st * handle) { return before.count(handle) > 0; }),
            static_cast<std::ptrdiff_t>(most));
  Runtime::TrimPool(0);
  EXPECT_EQ(getHandlesOfManyStreams().size(), most + 5);
}

TEST(DeviceStream, IsBehindWhatItsEarlierUserEnqueued)
{
  ITK_REQUIRE_DEVICE();
  constexpr std::size_t bytes = std::size_t{ 1 } << 20;
  Runtime::TrimPool(0);
  const PinnedBuffer host;
  std::memset(host.GetData(), 0x5A, bytes);
  const Stream  owner(0);
  const Buffer  buffer(bytes, owner);
  CUstream_st * handle = nullptr;
  {
    const Stream first(0);
    Event::Record(owner).MakeWait(first);
    handle = first.GetHandle();
    itk::device::EnqueueUpload(buffer.GetData(), host.GetData(), bytes, first);
  }
  const Stream second(0);
  EXPECT_EQ(second.GetHandle(), handle);
  std::vector<unsigned char> back(bytes);
  itk::device::Download(back.data(), buffer.GetData(), bytes, second);
  EXPECT_EQ(std::count(back.begin(), back.end(), 0x5A), static_cast<std::ptrdiff_t>(bytes));
}

TEST(DeviceStream, IsAnotherForEachThread)
{
  ITK_REQUIRE_DEVICE();
  const Stream own = Stream::OfThisThread(0);
  std::thread([&own] { EXPECT_FALSE(Stream::OfThisThread(0) == own); }).join();
}

TEST(DeviceStream, IsAnotherForEachDevice)
{
  ITK_REQUIRE_DEVICES(2);
  EXPECT_FALSE(Stream::OfThisThread(0) == Stream::OfThisThread(1));
  EXPECT_EQ(Stream::OfThisThread(1).GetDevice(), 1);
}

TEST(DeviceStream, IsSharedByItsCopies)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const Stream copy = stream;
  EXPECT_TRUE(copy == stream);
  EXPECT_EQ(copy.GetHandle(), stream.GetHandle());
  EXPECT_FALSE(Stream(0) == stream);
}

TEST(DeviceStream, OutlivesItsThread)
{
  ITK_REQUIRE_DEVICE();
  const std::vector<int> pixels{ 3, 1, 4, 1, 5 };
  std::vector<int>       back(pixels.size());
  Buffer                 buffer;
  std::thread([&] {
    buffer = Buffer(pixels.size() * sizeof(int), Stream::OfThisThread(0));
    itk::device::Upload(buffer.GetData(), pixels.data(), buffer.GetSizeInBytes(), buffer.GetStream());
  }).join();
  itk::device::Download(back.data(), buffer.GetData(), buffer.GetSizeInBytes(), buffer.GetStream());
  EXPECT_EQ(back, pixels);
}

TEST(DeviceEvent, MakesAnotherStreamWait)
{
  ITK_REQUIRE_DEVICE();
  const Stream                    first(0);
  const Stream                    second(0);
  const std::vector<std::uint8_t> pixels(1000, 42);
  std::vector<std::uint8_t>       back(pixels.size(), 0);
  const Buffer                    buffer(pixels.size(), first);
  itk::device::Upload(buffer.GetData(), pixels.data(), pixels.size(), first);
  Event::Record(first).MakeWait(second);
  itk::device::Download(back.data(), buffer.GetData(), back.size(), second);
  EXPECT_EQ(back, pixels);
}

TEST(DeviceEvent, MakesAnotherStreamWaitWhereItsHandleIsUsedAgain)
{
  ITK_REQUIRE_DEVICE();
  const Stream                    first(0);
  const Stream                    second(0);
  const std::vector<std::uint8_t> pixels(1000, 42);
  std::vector<std::uint8_t>       back(pixels.size(), 0);
  const Buffer                    buffer(pixels.size(), first);
  itk::device::Upload(buffer.GetData(), pixels.data(), pixels.size(), first);
  Event::Record(first).MakeWait(second);
  for (int other = 0; other < 5; ++other)
  {
    Event::Record(Stream(0)).Wait();
  }
  itk::device::Download(back.data(), buffer.GetData(), back.size(), second);
  EXPECT_EQ(back, pixels);
}

TEST(DeviceEvent, MeasuresTimeThatIsNotNegative)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const Event  begin = Event::Record(stream, Event::Timing::On);
  const Event  end = Event::Record(stream, Event::Timing::On);
  EXPECT_GE(Event::GetElapsedMilliseconds(begin, end), 0.0);
}

TEST(DeviceEvent, MayBeWaitedForTwice)
{
  ITK_REQUIRE_DEVICE();
  const Event event = Event::Record(Stream(0));
  EXPECT_NO_THROW(event.Wait());
  EXPECT_NO_THROW(event.Wait());
}

TEST(DeviceGuard, RestoresTheCallersDevice)
{
  ITK_REQUIRE_DEVICES(2);
  const int before = Runtime::GetCurrentDevice();
  {
    const DeviceGuard guard(1 - before);
    EXPECT_EQ(Runtime::GetCurrentDevice(), 1 - before);
  }
  EXPECT_EQ(Runtime::GetCurrentDevice(), before);
}

TEST(DeviceGuard, RestoresTheCallersDeviceWhenAnExceptionPasses)
{
  ITK_REQUIRE_DEVICES(2);
  const int before = Runtime::GetCurrentDevice();
  try
  {
    const DeviceGuard guard(1 - before);
    itk::device::Check(1, "nothing");
    FAIL() << "Check() did not throw";
  }
  catch (const itk::device::Error &)
  {
    EXPECT_EQ(Runtime::GetCurrentDevice(), before);
  }
}

TEST(DeviceGuard, LeavesTheCallersDeviceWhenItIsTheSame)
{
  ITK_REQUIRE_DEVICE();
  const int         before = Runtime::GetCurrentDevice();
  const DeviceGuard guard(before);
  EXPECT_EQ(Runtime::GetCurrentDevice(), before);
}

TEST(DeviceCheck, IsSilentAboutSuccess) { EXPECT_NO_THROW(itk::device::Check(0, "nothing")); }

TEST(DeviceCheck, NamesTheErrorAndTheCall)
{
  ITK_REQUIRE_DEVICE();
  try
  {
    itk::device::Check(2, "someCall");
    FAIL() << "Check() did not throw";
  }
  catch (const itk::ExceptionObject & exception)
  {
    const std::string description = exception.GetDescription();
    EXPECT_NE(description.find("cudaErrorMemoryAllocation"), std::string::npos) << description;
    EXPECT_NE(description.find("someCall"), std::string::npos) << description;
  }
}

TEST(DeviceBuffer, OfNoBytesIsNull)
{
  const Buffer empty;
  EXPECT_EQ(empty.GetData(), nullptr);
  EXPECT_EQ(empty.GetSizeInBytes(), 0u);
  ITK_REQUIRE_DEVICE();
  const Buffer zero(0, Stream(0));
  EXPECT_EQ(zero.GetData(), nullptr);
  EXPECT_EQ(zero.GetSizeInBytes(), 0u);
}

TEST(DeviceBuffer, MovesItsMemory)
{
  ITK_REQUIRE_DEVICE();
  Buffer       first(100, Stream(0));
  void * const data = first.GetData();
  Buffer       second(std::move(first));
  EXPECT_EQ(second.GetData(), data);
  EXPECT_EQ(first.GetData(), nullptr);
  EXPECT_EQ(first.GetSizeInBytes(), 0u);
  Buffer third(50, Stream(0));
  third = std::move(second);
  EXPECT_EQ(third.GetData(), data);
  EXPECT_EQ(third.GetSizeInBytes(), 100u);
  third = Buffer();
  EXPECT_EQ(third.GetData(), nullptr);
}

TEST(DeviceBuffer, ThatIsTooLargeThrowsAnErrorWithItsSizes)
{
  ITK_REQUIRE_DEVICE();
  const std::size_t asked = std::size_t{ 1 } << 46;
  const Stream      stream(0);
  try
  {
    const Buffer buffer(asked, stream);
    FAIL() << asked << " bytes were allocated";
  }
  catch (const itk::device::MemoryError & error)
  {
    const std::string description = error.GetDescription();
    EXPECT_EQ(error.GetBytesAsked(), asked);
    EXPECT_NE(description.find(std::to_string(asked)), std::string::npos) << description;
    EXPECT_NE(description.find(std::to_string(error.GetBytesFree())), std::string::npos) << description;
    EXPECT_NE(description.find("cudaErrorMemoryAllocation"), std::string::npos) << description;
    EXPECT_NE(description.find("StreamingImageFilter"), std::string::npos) << description;
  }
  const Buffer small(1000, stream);
  EXPECT_NE(small.GetData(), nullptr);
}

TEST(DevicePinnedBuffer, IsReused)
{
  ITK_REQUIRE_DEVICE();
  std::set<void *> seen;
  for (int round = 0; round < 100; ++round)
  {
    seen.insert(PinnedBuffer().GetData());
  }
  // At most 64 pieces are kept idle, which take turns, and one more is made when none is.
  EXPECT_LE(seen.size(), 65u);
}

TEST(DevicePinnedBuffer, IsNotSharedWhileItIsBorrowed)
{
  ITK_REQUIRE_DEVICE();
  std::set<void *>                           seen;
  std::vector<std::unique_ptr<PinnedBuffer>> borrowed;
  for (int piece = 0; piece < 20; ++piece)
  {
    borrowed.push_back(std::make_unique<PinnedBuffer>());
    seen.insert(borrowed.back()->GetData());
  }
  EXPECT_EQ(seen.size(), borrowed.size());
}

TEST(DevicePinnedBuffer, IsFreedAloneUnlessItIsOfABlock)
{
  ITK_REQUIRE_DEVICE();
  // Of two blocks, unless others have pieces of them.
  PinnedBuffer::Reserve(16, 0);
  PinnedBuffer::Reserve(64, 0);
  for (int round = 0; round < 2; ++round)
  {
    // More than are kept.
    std::vector<std::unique_ptr<PinnedBuffer>> borrowed;
    for (int piece = 0; piece < 90; ++piece)
    {
      borrowed.push_back(std::make_unique<PinnedBuffer>());
      std::memset(borrowed.back()->GetData(), piece, PinnedBuffer::SizeInBytes);
    }
    for (int piece = 0; piece < 90; ++piece)
    {
      const auto * const bytes = static_cast<const unsigned char *>(borrowed[piece]->GetData());
      EXPECT_EQ(bytes[0], piece);
      EXPECT_EQ(bytes[PinnedBuffer::SizeInBytes - 1], piece);
    }
  }
}
