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
#include "itkDeviceError.h"
#include "itkDevicePixelContainer.h"
#include "itkDeviceRuntime.h"
#include "itkPretendedBackend.h"
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using Container = itk::DevicePixelContainer<itk::SizeValueType, float>;
using itk::device::PretendedBackend;
using itk::device::Stream;

namespace
{
constexpr itk::SizeValueType Size = 100;

/** A reader on a stream of its own, whose kernel runs as late as it may. */
struct LateReader
{
  explicit LateReader(const Container * container)
  {
    const float * const data = container->GetDevicePointer(stream);
    PretendedBackend::Enqueue(stream, [this, data] { std::copy_n(data, Size, pixels.begin()); });
    container->ReadOnDevice(stream);
  }

  void
  ExpectPixels(float first)
  {
    stream.Wait();
    std::vector<float> expected(Size);
    std::iota(expected.begin(), expected.end(), first);
    EXPECT_EQ(pixels, expected);
  }

  Stream             stream{ 0 };
  std::vector<float> pixels = std::vector<float>(Size, -1);
};

Container::Pointer
MakeContainerOnDevice(const Stream & stream, float first)
{
  const auto    container = Container::New();
  float * const data = container->AllocateOnDevice(Size, stream);
  PretendedBackend::Enqueue(stream, [=] { std::iota(data, data + Size, first); });
  container->WrittenOnDevice(stream);
  return container;
}
} // namespace

TEST(PretendedPixelContainer, IsFreedBehindReadersOnOtherStreams)
{
  const Stream stream(0);
  auto         container = MakeContainerOnDevice(stream, 5);
  LateReader   reader(container);
  container = nullptr;
  stream.Wait();
  reader.ExpectPixels(5);
}

TEST(PretendedPixelContainer, IsInitializedBehindReadersOnOtherStreams)
{
  const Stream stream(0);
  const auto   container = MakeContainerOnDevice(stream, 5);
  LateReader   reader(container);
  container->Initialize();
  stream.Wait();
  reader.ExpectPixels(5);
}

TEST(PretendedPixelContainer, IsUploadedAgainBehindReadersOnOtherStreams)
{
  const Stream stream(0);
  const auto   container = MakeContainerOnDevice(stream, 5);
  LateReader   first(container);
  LateReader   second(container);
  std::iota(container->GetBufferPointer(), container->GetBufferPointer() + Size, 200.0f);
  container->GetDevicePointer(stream);
  container->ReadOnDevice(stream);
  stream.Wait();
  first.ExpectPixels(5);
  second.ExpectPixels(5);
  LateReader(container).ExpectPixels(200);
}

TEST(PretendedPixelContainer, IsWrittenAnewBehindReadersOnOtherStreams)
{
  const Stream  stream(0);
  const auto    container = MakeContainerOnDevice(stream, 5);
  LateReader    reader(container);
  float * const data = container->AllocateOnDevice(Size, stream);
  PretendedBackend::Enqueue(stream, [=] { std::fill_n(data, Size, 7.0f); });
  container->WrittenOnDevice(stream);
  stream.Wait();
  reader.ExpectPixels(5);
}

TEST(PretendedPixelContainer, IsReadOnAnotherStreamBehindItsUpload)
{
  const Stream stream(0);
  const auto   container = Container::New();
  container->Reserve(Size);
  std::iota(container->GetBufferPointer(), container->GetBufferPointer() + Size, 5.0f);
  container->GetDevicePointer(stream);
  container->ReadOnDevice(stream);
  LateReader(container).ExpectPixels(5);
}

TEST(PretendedPixelContainer, IsEmptyAfterAnAllocationFailed)
{
  auto &       backend = dynamic_cast<PretendedBackend &>(itk::device::Runtime::GetBackend());
  const Stream stream(0);
  const auto   container = MakeContainerOnDevice(stream, 5);
  backend.FailNextAllocation(719);
  EXPECT_THROW(container->AllocateOnDevice(2 * Size, stream), itk::device::Error);
  EXPECT_EQ(container->Size(), 0u);
  EXPECT_TRUE(container->IsHostCurrent());
  EXPECT_FALSE(container->IsDeviceCurrent());
  container->Reserve(Size);
  std::iota(container->GetBufferPointer(), container->GetBufferPointer() + Size, 9.0f);
  LateReader(container).ExpectPixels(9);
}

TEST(PretendedPixelContainer, KeepsItsPixelsWhenAnUploadFailed)
{
  auto &       backend = dynamic_cast<PretendedBackend &>(itk::device::Runtime::GetBackend());
  const Stream stream(0);
  const auto   container = Container::New();
  container->Reserve(Size);
  std::iota(container->GetBufferPointer(), container->GetBufferPointer() + Size, 5.0f);
  backend.FailNextCopy(700);
  EXPECT_THROW(container->GetDevicePointer(stream), itk::device::Error);
  EXPECT_FALSE(container->IsDeviceCurrent());
  EXPECT_EQ(container->GetNumberOfUploads(), 0u);
  EXPECT_EQ((*container)[3], 8);
  LateReader(container).ExpectPixels(5);
}

TEST(PretendedPixelContainer, LetsTheOwnerOfImportedMemoryGoBehindReaders)
{
  const Stream       stream(0);
  std::vector<float> foreign(Size);
  std::iota(foreign.begin(), foreign.end(), 5.0f);
  bool                  isOwned = true;
  std::shared_ptr<void> owner(foreign.data(), [&](void *) {
    isOwned = false;
    std::fill(foreign.begin(), foreign.end(), -2.0f);
  });
  auto                  container = Container::New();
  container->ImportOnDevice(foreign.data(), Size, stream, owner);
  LateReader reader(container);
  owner.reset();
  EXPECT_TRUE(isOwned);
  container = nullptr;
  EXPECT_FALSE(isOwned);
  reader.ExpectPixels(5);
}

TEST(PretendedPixelContainer, IsExportedForWritingBehindReadersOnOtherStreams)
{
  const Stream  stream(0);
  const auto    container = MakeContainerOnDevice(stream, 5);
  LateReader    reader(container);
  const Stream  consumer(0);
  float * const data = container->GetDevicePointerForWriting(consumer);
  PretendedBackend::Enqueue(consumer, [=] { std::iota(data, data + Size, 7.0f); });
  container->WrittenOnDevice(consumer);
  consumer.Wait();
  reader.ExpectPixels(5);
  LateReader(container).ExpectPixels(7);
}
