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
#include "itkDeviceImage.h"
#include "itkDeviceTesting.h"
#include "itkDeviceTransfer.h"
#include <numeric>
#include <vector>

using Container = itk::DevicePixelContainer<itk::SizeValueType, float>;
using itk::device::Buffer;
using itk::device::Download;
using itk::device::Stream;
using itk::device::Upload;

namespace
{
constexpr std::size_t Size = 1000;

std::vector<float>
MakePixels(float first)
{
  std::vector<float> pixels(Size);
  std::iota(pixels.begin(), pixels.end(), first);
  return pixels;
}

std::vector<float>
ReadOnHost(const Container * container)
{
  return { container->GetBufferPointer(), container->GetBufferPointer() + container->Size() };
}

/** Another library's array: memory of its own, and a flag that tells when nobody uses it any more. */
class ForeignArray
{
public:
  explicit ForeignArray(float first)
    : m_Memory(std::make_shared<Buffer>(Size * sizeof(float), m_Stream))
  {
    this->Write(first);
  }

  void
  Write(float first)
  {
    const auto pixels = MakePixels(first);
    Upload(m_Memory->GetData(), pixels.data(), Size * sizeof(float), m_Stream);
    m_Stream.Wait();
  }

  std::vector<float>
  Read() const
  {
    std::vector<float> pixels(Size);
    Download(pixels.data(), m_Memory->GetData(), Size * sizeof(float), m_Stream);
    return pixels;
  }

  Container::Pointer
  MakeContainer() const
  {
    const auto container = Container::New();
    container->ImportOnDevice(m_Memory->As<float>(), Size, m_Stream, m_Memory);
    return container;
  }

  Stream                  m_Stream{ 0 };
  std::shared_ptr<Buffer> m_Memory;
};
} // namespace

TEST(DeviceInterchange, ReadsImportedMemoryWithoutAnUpload)
{
  ITK_REQUIRE_DEVICE();
  const ForeignArray array(5);
  const auto         container = array.MakeContainer();
  EXPECT_FALSE(container->IsHostCurrent());
  EXPECT_TRUE(container->IsDeviceCurrent());
  EXPECT_EQ(container->GetDevice(), 0);
  const Stream stream(0);
  EXPECT_EQ(container->GetDevicePointer(stream), array.m_Memory->As<float>());
  EXPECT_EQ(container->GetNumberOfUploads(), 0u);
  EXPECT_EQ(ReadOnHost(container), MakePixels(5));
}

TEST(DeviceInterchange, KeepsTheOwnerAsLongAsTheMemoryIsUsed)
{
  ITK_REQUIRE_DEVICE();
  const ForeignArray array(5);
  auto               container = array.MakeContainer();
  EXPECT_EQ(array.m_Memory.use_count(), 2);
  container->AllocateOnDevice(Size, Stream(0));
  EXPECT_EQ(array.m_Memory.use_count(), 1) << "the container has memory of its own now";
  container = array.MakeContainer();
  container = nullptr;
  EXPECT_EQ(array.m_Memory.use_count(), 1);
  EXPECT_EQ(array.Read(), MakePixels(5));
}

TEST(DeviceInterchange, WritesOfTheHostReachTheImportedMemory)
{
  ITK_REQUIRE_DEVICE();
  const ForeignArray array(5);
  const auto         container = array.MakeContainer();
  const auto         pixels = MakePixels(7);
  std::copy(pixels.begin(), pixels.end(), container->GetBufferPointer());
  EXPECT_EQ(container->GetDevicePointer(array.m_Stream), array.m_Memory->As<float>());
  EXPECT_EQ(array.Read(), pixels);
}

TEST(DeviceInterchange, WritesThroughAnExportedPointerReachTheHost)
{
  ITK_REQUIRE_DEVICE();
  const auto container = Container::New();
  container->Reserve(Size);
  const auto first = MakePixels(1);
  std::copy(first.begin(), first.end(), container->GetBufferPointer());
  const Stream  consumer(0);
  float * const pointer = container->GetDevicePointerForWriting(consumer);
  const auto    pixels = MakePixels(3);
  Upload(pointer, pixels.data(), Size * sizeof(float), consumer);
  container->WrittenOnDevice(consumer);
  EXPECT_EQ(ReadOnHost(container), pixels);
  EXPECT_EQ(container->GetNumberOfUploads(), 1u);
}

TEST(DeviceInterchange, ABorrowedStreamIsTheStream)
{
  ITK_REQUIRE_DEVICE();
  const Stream stream(0);
  {
    const Stream borrowed = Stream::Borrow(stream.GetHandle(), 0);
    EXPECT_TRUE(borrowed == stream);
    EXPECT_FALSE(borrowed == Stream(0));
  }
  stream.Wait();
}
