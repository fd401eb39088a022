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
#include "itkDeviceHostMemory.h"
#include "itkDeviceImage.h"
#include "itkDeviceRuntime.h"
#include "itkPretendedBackend.h"
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>
#ifdef __linux__
#  include <sys/wait.h>
#  include <unistd.h>
#endif

using Container = itk::DevicePixelContainer<itk::SizeValueType, int>;
using itk::device::Backend;
using itk::device::HostMemory;
using itk::device::PretendedBackend;
using itk::device::Stream;

namespace
{
constexpr std::size_t        mebibyte = std::size_t{ 1 } << 20;
constexpr itk::SizeValueType Size = mebibyte; // 4 MiB of int

PretendedBackend &
GetBackend()
{
  return dynamic_cast<PretendedBackend &>(itk::device::Runtime::GetBackend());
}

Container::Pointer
MakeContainer(itk::SizeValueType size = Size)
{
  const auto container = Container::New();
  container->Reserve(size);
  std::iota(container->GetBufferPointer(), container->GetBufferPointer() + size, 5);
  return container;
}

/** Uploads, has the device change nothing, and downloads. */
void
SendToAndFro(Container * container)
{
  const Stream stream(0);
  container->GetDevicePointerForWriting(stream);
  container->WrittenOnDevice(stream);
  container->MakeHostCurrent();
}

void
ExpectPixels(const Container * container)
{
  std::vector<int> expected(container->Size());
  std::iota(expected.begin(), expected.end(), 5);
  EXPECT_EQ(std::vector<int>(container->GetBufferPointer(), container->GetBufferPointer() + container->Size()),
            expected);
}

std::uint64_t
CountUploadsOf(const Container * container)
{
  const Stream stream(0);
  const auto   before = GetBackend().GetNumberOfCopies(Backend::Direction::HostToDevice);
  container->GetDevicePointer(stream);
  stream.Wait();
  return GetBackend().GetNumberOfCopies(Backend::Direction::HostToDevice) - before;
}
} // namespace

class PretendedHostMemory : public ::testing::Test
{
protected:
  void
  SetUp() override
  {
    HostMemory::WaitForPinning();
    HostMemory::Trim();
    HostMemory::SetLimit(std::size_t{ 1 } << 30);
    m_Before = HostMemory::GetUse();
    EXPECT_EQ(m_Before.idle, 0u);
  }

  void
  TearDown() override
  {
    GetBackend().FailRegistrations(Backend::Success);
    HostMemory::Trim();
    EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse);
    EXPECT_EQ(HostMemory::GetUse().pinned, m_Before.pinned);
    EXPECT_EQ(GetBackend().GetBytesRegistered(), m_Before.pinned);
    HostMemory::SetLimit(std::size_t{ 1 } << 30);
  }

  itk::device::HostMemoryUse m_Before{};
};

TEST_F(PretendedHostMemory, IsUsedAgain)
{
  auto              container = MakeContainer();
  const int * const pixels = container->GetBufferPointer();
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse + 4 * mebibyte);
  container = nullptr;
  EXPECT_EQ(HostMemory::GetUse().idle, 4 * mebibyte);
  container = MakeContainer(Size - 1000);
  EXPECT_EQ(container->GetBufferPointer(), pixels);
  EXPECT_EQ(HostMemory::GetUse().idle, 0u);
  HostMemory::WaitForPinning();
  EXPECT_EQ(GetBackend().GetBytesRegistered(), m_Before.pinned);
}

TEST_F(PretendedHostMemory, IsNotUsedForAMuchSmallerImage)
{
  MakeContainer();
  const auto container = MakeContainer(Size / 2);
  EXPECT_EQ(HostMemory::GetUse().idle, 4 * mebibyte);
  const auto small = MakeContainer(1000);
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse + 2 * mebibyte);
}

TEST_F(PretendedHostMemory, IsPinnedWhenItComesBackFromATransfer)
{
  auto container = MakeContainer();
  EXPECT_EQ(CountUploadsOf(container), 2u);
  HostMemory::WaitForPinning();
  EXPECT_EQ(HostMemory::GetUse().pinned, m_Before.pinned);
  container = nullptr;
  HostMemory::WaitForPinning();
  EXPECT_EQ(HostMemory::GetUse().pinned, m_Before.pinned + 4 * mebibyte);
  EXPECT_EQ(GetBackend().GetBytesRegistered(), m_Before.pinned + 4 * mebibyte);

  MakeContainer(Size); // of the same memory, and it goes back at once
  container = MakeContainer();
  EXPECT_EQ(CountUploadsOf(container), 1u);
  SendToAndFro(container);
  ExpectPixels(container);
}

TEST_F(PretendedHostMemory, IsPinnedAtItsSecondTransferPieceByPiece)
{
  const auto container = MakeContainer(10 * Size);
  SendToAndFro(container);
  HostMemory::WaitForPinning();
  EXPECT_EQ(HostMemory::GetUse().pinned, m_Before.pinned + 40 * mebibyte);
  container->GetBufferPointer();
  EXPECT_EQ(CountUploadsOf(container), 3u);
  SendToAndFro(container);
  ExpectPixels(container);
}

TEST_F(PretendedHostMemory, IsDownloadedDirectlyOnceItIsPinned)
{
  const auto container = MakeContainer();
  SendToAndFro(container);
  HostMemory::WaitForPinning();
  const auto before = GetBackend().GetNumberOfCopies(Backend::Direction::DeviceToHost);
  SendToAndFro(container);
  EXPECT_EQ(GetBackend().GetNumberOfCopies(Backend::Direction::DeviceToHost) - before, 1u);
  ExpectPixels(container);
}

TEST_F(PretendedHostMemory, StaysAsItIsWhenItCannotBePinned)
{
  GetBackend().FailRegistrations(1);
  auto container = MakeContainer();
  SendToAndFro(container);
  SendToAndFro(container);
  container = nullptr;
  HostMemory::WaitForPinning();
  EXPECT_EQ(HostMemory::GetUse().pinned, m_Before.pinned);
  EXPECT_EQ(HostMemory::GetUse().idle, 4 * mebibyte);
  container = MakeContainer();
  SendToAndFro(container);
  ExpectPixels(container);
}

TEST_F(PretendedHostMemory, SurvivesAFailedDirectTransfer)
{
  const auto container = MakeContainer(10 * Size);
  SendToAndFro(container);
  HostMemory::WaitForPinning();
  container->GetBufferPointer();
  GetBackend().FailNextCopy(700);
  EXPECT_THROW(SendToAndFro(container), itk::ExceptionObject);
  SendToAndFro(container);
  ExpectPixels(container);
}

TEST_F(PretendedHostMemory, IsKeptAndPinnedUpToTheLimit)
{
  HostMemory::SetLimit(5 * mebibyte);
  EXPECT_EQ(HostMemory::GetLimit(), 5 * mebibyte);
  {
    const auto a = MakeContainer();
    const auto b = MakeContainer();
    SendToAndFro(a);
    SendToAndFro(b);
    HostMemory::WaitForPinning();
    EXPECT_EQ(HostMemory::GetUse().pinned, 4 * mebibyte);
  }
  HostMemory::WaitForPinning();
  EXPECT_EQ(HostMemory::GetUse().idle, 4 * mebibyte);
  HostMemory::SetLimit(mebibyte);
  EXPECT_EQ(HostMemory::GetUse().idle, 0u);
  EXPECT_EQ(GetBackend().GetBytesRegistered(), 0u);
}

TEST_F(PretendedHostMemory, IsITKsOwnWhereItIsSwitchedOff)
{
  auto pooled = MakeContainer();
  HostMemory::SetLimit(0);
  const auto container = MakeContainer();
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse + 4 * mebibyte);
  SendToAndFro(container);
  SendToAndFro(container);
  SendToAndFro(pooled);
  pooled = nullptr;
  HostMemory::WaitForPinning();
  EXPECT_EQ(HostMemory::GetUse().idle, 0u);
  EXPECT_EQ(HostMemory::GetUse().pinned, m_Before.pinned);
  ExpectPixels(container);
}

TEST_F(PretendedHostMemory, IsZeroWhereThatIsAskedFor)
{
  MakeContainer();
  const auto container = Container::New();
  container->Reserve(Size, true);
  EXPECT_EQ(HostMemory::GetUse().idle, 0u);
  EXPECT_EQ(std::vector<int>(container->GetBufferPointer(), container->GetBufferPointer() + Size),
            std::vector<int>(Size, 0));
}

TEST_F(PretendedHostMemory, FollowsTheContainer)
{
  const auto container = MakeContainer();
  container->Reserve(2 * Size);
  std::iota(container->GetBufferPointer(), container->GetBufferPointer() + 2 * Size, 5);
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse + 8 * mebibyte);
  container->Reserve(Size);
  container->Squeeze();
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse + 4 * mebibyte);
  ExpectPixels(container);
  container->Reserve(1000);
  container->Squeeze();
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse);
  ExpectPixels(container);
  container->SetImportPointer(new int[Size], Size, true);
  container->Reserve(2 * Size);
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse + 8 * mebibyte);
  std::vector<int> foreign(Size);
  container->SetImportPointer(foreign.data(), Size);
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse);
  container->Reserve(2 * Size);
  container->Initialize();
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse);
}

TEST_F(PretendedHostMemory, OutlivesItsImageInAGraft)
{
  using ImageType = itk::Image<int, 2>;
  auto image = itk::DeviceImage<int, 2>::New();
  image->SetRegions(ImageType::SizeType{ { 1024, 1024 } });
  image->Allocate();
  image->FillBuffer(7);
  auto plain = ImageType::New();
  plain->Graft(image.GetPointer());
  image = nullptr;
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse + 4 * mebibyte);
  EXPECT_EQ(plain->GetBufferPointer()[Size - 1], 7);
  plain = nullptr;
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse);
}

TEST_F(PretendedHostMemory, ThrowsAsITKDoesWhereThereIsNone)
{
  const auto container = Container::New();
  EXPECT_EQ(HostMemory::Allocate(std::size_t{ 1 } << 60, HostMemory::Content::Any), nullptr);
  EXPECT_THROW(container->Reserve(itk::SizeValueType{ 1 } << 63), itk::MemoryAllocationError);
  EXPECT_EQ(HostMemory::GetUse().inUse, m_Before.inUse);
}

TEST_F(PretendedHostMemory, ServesSeveralThreads)
{
  HostMemory::SetLimit(20 * mebibyte);
  std::vector<std::thread> threads;
  for (unsigned int thread = 0; thread < 4; ++thread)
  {
    threads.emplace_back([thread] {
      for (unsigned int round = 0; round < 20; ++round)
      {
        const auto container = MakeContainer(Size / 2 * (1 + (round + thread) % 4));
        SendToAndFro(container);
        ExpectPixels(container);
        if (round % 8 == 7)
        {
          HostMemory::Trim();
        }
      }
    });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
}

#ifdef __linux__
TEST_F(PretendedHostMemory, IsITKsOwnInAForkedProcess)
{
  auto container = MakeContainer();
  SendToAndFro(container);
  HostMemory::WaitForPinning();
  const pid_t child = fork();
  if (child == 0)
  {
    const bool isThere = std::as_const(*container).GetBufferPointer()[Size - 1] == static_cast<int>(Size) + 4;
    container = nullptr;
    const auto own = MakeContainer();
    _exit(isThere && HostMemory::GetUse().inUse == 0 && HostMemory::GetUse().idle == 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  SendToAndFro(container);
  ExpectPixels(container);
}
#endif
