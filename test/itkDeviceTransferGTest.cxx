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
#include "Device/itkDeviceCopyPastCache.h"
#include "Device/itkDevicePinnedBuffer.h"
#include "Device/itkDeviceStaging.h"
#include "itkDeviceTesting.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

using itk::device::Buffer;
using itk::device::PinnedBuffer;
using itk::device::Stream;

namespace
{
std::vector<std::uint8_t>
MakeBytes(std::size_t size, unsigned int seed)
{
  std::vector<std::uint8_t> bytes(size);
  std::mt19937              random(seed);
  std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::uint8_t>(random() >> 8); });
  return bytes;
}

void
ExpectThatBytesComeBack(std::size_t size, const Stream & stream)
{
  SCOPED_TRACE(std::to_string(size) + " bytes");
  const auto                bytes = MakeBytes(size, 7);
  std::vector<std::uint8_t> back(size + 2, 0xEE);
  const Buffer              buffer(size, stream);
  auto                      staged = bytes;
  itk::device::Upload(buffer.GetData(), staged.data(), size, stream);
  // Upload() has returned, so the host memory may be changed again.
  std::fill(staged.begin(), staged.end(), std::uint8_t{ 0 });
  itk::device::Download(back.data() + 1, buffer.GetData(), size, stream);
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), back.begin() + 1));
  EXPECT_EQ(back.front(), 0xEE);
  EXPECT_EQ(back.back(), 0xEE);
}
} // namespace

TEST(DeviceTransfer, BringsBackEveryByte)
{
  ITK_REQUIRE_DEVICE();
  constexpr std::size_t piece = PinnedBuffer::SizeInBytes;
  const Stream          stream(0);
  for (const std::size_t size :
       { std::size_t{ 0 }, std::size_t{ 1 }, std::size_t{ 3 }, piece - 1, piece, piece + 1, 2 * piece, 5 * piece + 17 })
  {
    ExpectThatBytesComeBack(size, stream);
  }
}

TEST(DeviceTransfer, PastTheCacheCopiesJustTheBytes)
{
  for (const std::size_t size : { 0, 1, 15, 16, 17, 63, 64, 65, 127, 200, 1031 })
  {
    const auto bytes = MakeBytes(size + 40, 11);
    for (std::size_t from = 0; from < 3; ++from)
    {
      for (std::size_t to = 1; to < 18; ++to)
      {
        SCOPED_TRACE(std::to_string(size) + " bytes from " + std::to_string(from) + " to " + std::to_string(to));
        std::vector<std::uint8_t> copy(size + 40, 0xEE);
        itk::device::CopyPastCache(copy.data() + to, bytes.data() + from, size);
        std::vector<std::uint8_t> expected(size + 40, 0xEE);
        std::copy_n(
          bytes.begin() + static_cast<std::ptrdiff_t>(from), size, expected.begin() + static_cast<std::ptrdiff_t>(to));
        EXPECT_EQ(copy, expected);
      }
    }
  }
}

TEST(DeviceTransfer, OfMorePiecesThanThePoolKeepsBringsBackEveryByte)
{
  ITK_REQUIRE_DEVICE();
  ExpectThatBytesComeBack(40 * PinnedBuffer::SizeInBytes + 1, Stream(0));
}

TEST(DeviceTransfer, IsByThreadsThatAreThereAtOnce)
{
  for (const std::size_t threads : { 1, 2, 3, 8, 13 })
  {
    std::mutex              mutex;
    std::condition_variable changed;
    std::size_t             present = 0;
    itk::device::RunAtOnce(threads, [&] {
      std::unique_lock<std::mutex> lock(mutex);
      ++present;
      changed.notify_all();
      EXPECT_TRUE(changed.wait_for(lock, std::chrono::minutes(1), [&] { return present == threads; })) << threads;
    });
    EXPECT_EQ(present, threads);
  }
}

TEST(DeviceTransfer, IsOrderedOnItsStream)
{
  ITK_REQUIRE_DEVICE();
  const Stream              stream(0);
  const auto                first = MakeBytes(100000, 1);
  const auto                second = MakeBytes(100000, 2);
  std::vector<std::uint8_t> back(first.size());
  const Buffer              buffer(first.size(), stream);
  itk::device::Upload(buffer.GetData(), first.data(), first.size(), stream);
  itk::device::Upload(buffer.GetData(), second.data(), second.size(), stream);
  itk::device::Download(back.data(), buffer.GetData(), back.size(), stream);
  EXPECT_EQ(back, second);
}

TEST(DeviceTransfer, IsCounted)
{
  ITK_REQUIRE_DEVICE();
  const Stream      stream(0);
  std::vector<char> bytes(12345);
  const Buffer      buffer(bytes.size(), stream);
  const auto        before = itk::device::GetTransferCounts();
  itk::device::Upload(buffer.GetData(), bytes.data(), bytes.size(), stream);
  itk::device::Upload(buffer.GetData(), bytes.data(), 45, stream);
  itk::device::Download(bytes.data(), buffer.GetData(), bytes.size(), stream);
  const auto after = itk::device::GetTransferCounts();
  EXPECT_EQ(after.uploads - before.uploads, 2u);
  EXPECT_EQ(after.downloads - before.downloads, 1u);
  EXPECT_EQ(after.bytesUploaded - before.bytesUploaded, 12390u);
  EXPECT_EQ(after.bytesDownloaded - before.bytesDownloaded, 12345u);
}

TEST(DeviceTransfer, LeavesTheCallersDevice)
{
  ITK_REQUIRE_DEVICES(2);
  const int    before = itk::device::Runtime::GetCurrentDevice();
  const Stream stream(1 - before);
  ExpectThatBytesComeBack(3 * PinnedBuffer::SizeInBytes, stream);
  EXPECT_EQ(itk::device::Runtime::GetCurrentDevice(), before);
}

TEST(DeviceTransfer, WorksInManyThreadsAtOnce)
{
  ITK_REQUIRE_DEVICE();
  std::vector<std::thread> threads;
  for (unsigned int thread = 0; thread < 8; ++thread)
  {
    threads.emplace_back([thread] {
      for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(20); ++round)
      {
        ExpectThatBytesComeBack(100000 * thread + round, Stream::OfThisThread(0));
      }
    });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
}
