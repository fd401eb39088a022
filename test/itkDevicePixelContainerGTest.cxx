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
#include "itkDevicePixelContainer.h"
#include "itkDeviceTesting.h"
#include <numeric>
#include <thread>
#include <vector>

using Container = itk::DevicePixelContainer<itk::SizeValueType, float>;
using HostContainer = itk::ImportImageContainer<itk::SizeValueType, float>;
using itk::device::Stream;
using itk::DeviceTesting::TransferCounter;

namespace
{
constexpr itk::SizeValueType Size = 1000;

Container::Pointer
MakeContainer(float first = 0)
{
  const auto container = Container::New();
  container->Reserve(Size);
  std::iota(container->GetBufferPointer(), container->GetBufferPointer() + Size, first);
  return container;
}

/** What a kernel on `stream` would read. */
std::vector<float>
ReadOnDevice(const Container * container, const Stream & stream)
{
  std::vector<float>  pixels(container->Size());
  const float * const data = container->GetDevicePointer(stream);
  itk::device::Download(pixels.data(), data, pixels.size() * sizeof(float), stream);
  container->ReadOnDevice(stream);
  return pixels;
}

/** What a kernel on `stream` would write. */
void
WriteOnDevice(Container * container, const std::vector<float> & pixels, const Stream & stream)
{
  float * const data = container->AllocateOnDevice(pixels.size(), stream);
  itk::device::Upload(data, pixels.data(), pixels.size() * sizeof(float), stream);
  container->WrittenOnDevice(stream);
}

std::vector<float>
ReadOnHost(const Container * container)
{
  return { container->GetBufferPointer(), container->GetBufferPointer() + container->Size() };
}

std::vector<float>
MakePixels(float first, itk::SizeValueType size = Size)
{
  std::vector<float> pixels(size);
  std::iota(pixels.begin(), pixels.end(), first);
  return pixels;
}

void
ExpectState(const Container * container, bool onHost, bool onDevice)
{
  EXPECT_EQ(container->IsHostCurrent(), onHost);
  EXPECT_EQ(container->IsDeviceCurrent(), onDevice);
  EXPECT_EQ(container->GetDevice() >= 0, onDevice);
}

void
ExpectTransfers(const Container * container, unsigned int uploads, unsigned int downloads)
{
  EXPECT_EQ(container->GetNumberOfUploads(), uploads);
  EXPECT_EQ(container->GetNumberOfDownloads(), downloads);
}
} // namespace

TEST(DevicePixelContainer, BeginsOnTheHostAndEmpty)
{
  const auto container = Container::New();
  ExpectState(container, true, false);
  ExpectTransfers(container, 0, 0);
  EXPECT_EQ(container->Size(), 0u);
}

TEST(DevicePixelContainer, WithoutPixelsNeedsNoTransfer)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const auto   container = Container::New();
  EXPECT_EQ(container->GetDevicePointer(stream), nullptr);
  container->ReadOnDevice(stream);
  ExpectTransfers(container, 0, 0);
}

TEST(DevicePixelContainer, UploadsOnceForManyReads)
{
  ITK_REQUIRE_DEVICE();
  const Stream    stream(0);
  const auto      container = MakeContainer();
  TransferCounter counter;
  container->GetDevicePointer(stream);
  container->ReadOnDevice(stream);
  container->GetDevicePointer(stream);
  container->ReadOnDevice(stream);
  EXPECT_EQ(counter.GetUploads(), 1u);
  ExpectState(container, true, true);
  ExpectTransfers(container, 1, 0);
  EXPECT_EQ(ReadOnDevice(container, stream), MakePixels(0));
}

TEST(DevicePixelContainer, KeepsBothSidesCurrentWhenTheHostReads)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const auto   container = MakeContainer();
  container->GetDevicePointer(stream);
  container->ReadOnDevice(stream);
  EXPECT_EQ(ReadOnHost(container), MakePixels(0));
  ExpectState(container, true, true);
  ExpectTransfers(container, 1, 0);
}

TEST(DevicePixelContainer, UploadsAgainAfterTheHostWrote)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const auto   container = MakeContainer();
  ReadOnDevice(container, stream);
  (*container)[10] = -1;
  ExpectState(container, true, false);
  EXPECT_EQ(ReadOnDevice(container, stream)[10], -1);
  ExpectTransfers(container, 2, 0);
}

TEST(DevicePixelContainer, DownloadsOnceForManyReads)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const auto   container = Container::New();
  WriteOnDevice(container, MakePixels(5), stream);
  ExpectState(container, false, true);
  EXPECT_EQ(container->Size(), Size);
  EXPECT_EQ(ReadOnHost(container), MakePixels(5));
  EXPECT_EQ(ReadOnHost(container), MakePixels(5));
  ExpectState(container, true, true);
  ExpectTransfers(container, 0, 1);
}

TEST(DevicePixelContainer, DownloadsBeforeTheHostWritesAPart)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const auto   container = Container::New();
  WriteOnDevice(container, MakePixels(5), stream);
  (*container)[0] = -1;
  ExpectState(container, true, false);
  auto expected = MakePixels(5);
  expected[0] = -1;
  EXPECT_EQ(ReadOnHost(container), expected);
  EXPECT_EQ(ReadOnDevice(container, stream), expected);
  ExpectTransfers(container, 1, 1);
}

TEST(DevicePixelContainer, ForgetsTheHostSideWhenTheDeviceWrites)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const auto   container = MakeContainer();
  WriteOnDevice(container, MakePixels(100, Size / 2), stream);
  EXPECT_EQ(container->Size(), Size / 2);
  EXPECT_EQ(ReadOnHost(container), MakePixels(100, Size / 2));
  WriteOnDevice(container, MakePixels(200, 2 * Size), stream);
  EXPECT_EQ(ReadOnHost(container), MakePixels(200, 2 * Size));
  ExpectTransfers(container, 0, 2);
}

TEST(DevicePixelContainer, AnswersAllHostAccessesWithTheDevicesPixels)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  const auto   expectPixel = [&](const auto & access) {
    const auto container = Container::New();
    WriteOnDevice(container, MakePixels(5), stream);
    EXPECT_EQ(access(container.GetPointer()), 12);
    ExpectTransfers(container, 0, 1);
  };
  expectPixel([](Container * container) { return container->GetBufferPointer()[7]; });
  expectPixel([](const Container * container) { return container->GetBufferPointer()[7]; });
  expectPixel([](Container * container) { return container->GetImportPointer()[7]; });
  expectPixel([](const Container * container) { return container->GetImportPointer()[7]; });
  expectPixel([](Container * container) { return (*container)[7]; });
  expectPixel([](const Container * container) { return (*container)[7]; });
}

TEST(DevicePixelContainer, ReservesWithoutADownload)
{
  ITK_REQUIRE_DEVICE();
  const auto container = Container::New();
  WriteOnDevice(container, MakePixels(5), Stream(0));
  container->Reserve(2 * Size);
  ExpectState(container, true, false);
  ExpectTransfers(container, 0, 0);
  EXPECT_EQ(container->Size(), 2 * Size);
}

TEST(DevicePixelContainer, ReservesTheSameSizeWithHostMemoryBehindIt)
{
  ITK_REQUIRE_DEVICE();
  const auto container = Container::New();
  WriteOnDevice(container, MakePixels(5), Stream(0));
  container->Reserve(Size, true);
  ASSERT_NE(container->GetBufferPointer(), nullptr);
  EXPECT_EQ(ReadOnHost(container), std::vector<float>(Size, 0));
}

TEST(DevicePixelContainer, InitializesToNothing)
{
  ITK_REQUIRE_DEVICE();
  const auto container = Container::New();
  WriteOnDevice(container, MakePixels(5), Stream(0));
  container->Initialize();
  ExpectState(container, true, false);
  EXPECT_EQ(container->Size(), 0u);
  EXPECT_EQ(container->GetBufferPointer(), nullptr);
  ExpectTransfers(container, 0, 0);
}

TEST(DevicePixelContainer, SqueezesWhatTheDeviceHolds)
{
  ITK_REQUIRE_DEVICE();
  const auto container = MakeContainer();
  container->Reserve(2 * Size);
  container->Reserve(Size);
  WriteOnDevice(container, MakePixels(5), Stream(0));
  container->Squeeze();
  EXPECT_EQ(ReadOnHost(container), MakePixels(5));
}

TEST(DevicePixelContainer, TakesImportedMemory)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  auto         imported = MakePixels(300);
  const auto   container = Container::New();
  WriteOnDevice(container, MakePixels(5), stream);
  container->SetImportPointer(imported.data(), imported.size());
  ExpectState(container, true, false);
  EXPECT_EQ(ReadOnDevice(container, stream), imported);
  WriteOnDevice(container, MakePixels(400), stream);
  EXPECT_EQ(ReadOnHost(container), MakePixels(400));
  EXPECT_EQ(imported, MakePixels(400)) << "the memory that was imported holds the pixels";
}

TEST(DevicePixelContainer, LeavesImportedMemoryOfAnotherSizeAlone)
{
  ITK_REQUIRE_DEVICE();
  auto       imported = MakePixels(300);
  const auto container = Container::New();
  container->SetImportPointer(imported.data(), imported.size());
  WriteOnDevice(container, MakePixels(400, Size + 1), Stream(0));
  EXPECT_EQ(ReadOnHost(container), MakePixels(400, Size + 1));
  EXPECT_EQ(imported, MakePixels(300));
}

TEST(DevicePixelContainer, OverADeviceContainerIsThatContainer)
{
  const auto container = MakeContainer();
  EXPECT_EQ(Container::Over(container), container);
}

TEST(DevicePixelContainer, OverAPlainContainerSharesItsMemoryAndKeepsIt)
{
  auto plain = HostContainer::New();
  plain->Reserve(Size);
  std::iota(plain->GetBufferPointer(), plain->GetBufferPointer() + Size, 8.0f);
  const auto over = Container::Over(plain);
  EXPECT_EQ(over->GetBufferPointer(), plain->GetBufferPointer());
  (*over)[3] = -3;
  EXPECT_EQ((*plain)[3], -3);
  (*plain)[4] = -4;
  EXPECT_EQ((*over)[4], -4);
  EXPECT_EQ(plain->GetReferenceCount(), 2);
  plain = nullptr;
  EXPECT_EQ((*over)[4], -4);
}

TEST(DevicePixelContainer, WrittenOnTheDeviceDoesNotWriteOverAPlainContainersMemory)
{
  ITK_REQUIRE_DEVICE();
  const auto plain = HostContainer::New();
  plain->Reserve(Size);
  std::iota(plain->GetBufferPointer(), plain->GetBufferPointer() + Size, 8.0f);
  const auto over = Container::Over(plain);
  WriteOnDevice(over, MakePixels(5), Stream(0));
  EXPECT_EQ(ReadOnHost(over), MakePixels(5));
  EXPECT_EQ((*plain)[0], 8);
  EXPECT_EQ(plain->GetReferenceCount(), 1);
}

TEST(DevicePixelContainer, WaitsForAWriteOnAnotherStream)
{
  ITK_REQUIRE_DEVICE();
  const Stream writing(0);
  const Stream reading(0);
  const auto   container = Container::New();
  WriteOnDevice(container, MakePixels(5), writing);
  EXPECT_EQ(ReadOnDevice(container, reading), MakePixels(5));
  EXPECT_EQ(ReadOnHost(container), MakePixels(5));
}

TEST(DevicePixelContainer, ServesReadersInManyThreadsWithOneUpload)
{
  ITK_REQUIRE_DEVICE();
  const auto               container = MakeContainer();
  std::vector<std::thread> threads;
  for (unsigned int thread = 0; thread < 8; ++thread)
  {
    threads.emplace_back([&container] {
      for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(20); ++round)
      {
        EXPECT_EQ(ReadOnDevice(container, Stream::OfThisThread(0)), MakePixels(0));
      }
    });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
  ExpectTransfers(container, 1, 0);
}

TEST(DevicePixelContainer, ServesHostReadersInManyThreadsWithOneDownload)
{
  ITK_REQUIRE_DEVICE();
  const auto container = Container::New();
  WriteOnDevice(container, MakePixels(5), Stream(0));
  std::vector<std::thread> threads;
  for (unsigned int thread = 0; thread < 8; ++thread)
  {
    threads.emplace_back([&container] { EXPECT_EQ(ReadOnHost(container), MakePixels(5)); });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
  ExpectTransfers(container, 0, 1);
}

TEST(DevicePixelContainer, MovesBetweenDevicesThroughTheHost)
{
  ITK_REQUIRE_DEVICES(2);
  const Stream first(0);
  const Stream second(1);
  const auto   container = Container::New();
  WriteOnDevice(container, MakePixels(5), first);
  EXPECT_EQ(container->GetDevice(), 0);
  EXPECT_EQ(ReadOnDevice(container, second), MakePixels(5));
  EXPECT_EQ(container->GetDevice(), 1);
  ExpectTransfers(container, 1, 1);
  EXPECT_EQ(ReadOnHost(container), MakePixels(5));
  ExpectTransfers(container, 1, 1);
}

TEST(DevicePixelContainer, PrintsItsState)
{
  std::ostringstream text;
  MakeContainer()->Print(text);
  EXPECT_NE(text.str().find("HostCurrent: 1"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("DeviceCurrent: 0"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("NumberOfUploads: 0"), std::string::npos) << text.str();
}
