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
#include "Device/itkDevicePinnedBuffer.h"
#include "itkFaultyBackend.h"
#include "itkFilterCase.h"
#include <atomic>
#include <chrono>
#include <mutex>

using itk::DeviceTesting::Bytes;
using itk::DeviceTesting::FaultyBackend;
using itk::DeviceTesting::FilterCase;
using itk::DeviceTesting::GetHoldingsInUse;
using itk::DeviceTesting::ListedFilter;
using itk::device::HostMemory;

namespace
{
constexpr unsigned int NumberOfThreads = 16;

/** 3 seconds, or what CUDAIMAGEFILTERS_THREADS_SECONDS says. */
std::chrono::duration<double>
GetTime()
{
  const char * const value = std::getenv("CUDAIMAGEFILTERS_THREADS_SECONDS");
  return std::chrono::duration<double>(value == nullptr ? 3 : std::strtod(value, nullptr));
}

/** What an Update() made: the bytes of the outputs, or the type of what it threw, as ITK's code does where pretended kernels
 * have made nothing. */
struct Made
{
  std::vector<Bytes> bytes;
  std::string        thrown;
  std::string        description;

  bool
  operator==(const Made & other) const
  {
    return bytes == other.bytes && thrown == other.thrown;
  }
};

Made
Make(const FilterCase & tested)
{
  try
  {
    tested.filter->Update();
  }
  catch (const itk::ExceptionObject & exception)
  {
    return { {}, typeid(exception).name(), exception.what() };
  }
  return { itk::DeviceTesting::GetBytesOfEach(tested.filter->GetOutputs()), {}, {} };
}

/** The inputs get the pixels of those of `shared`, and remain images of their own, as ITK's pipelines want it. */
void
ShareInputs(const FilterCase & tested, const FilterCase & shared)
{
  const auto inputs = tested.filter->GetInputs();
  const auto others = shared.filter->GetInputs();
  for (std::size_t i = 0; i < inputs.size(); ++i)
  {
    if (dynamic_cast<const itk::device::DeviceResident *>(inputs[i].GetPointer()) != nullptr)
    {
      inputs[i]->Graft(others[i]);
    }
  }
}

class EveryFilterThreads : public itk::DeviceTesting::DeviceTest
{
protected:
  void
  SetUp() override
  {
    FaultyBackend::Install();
    DeviceTest::SetUp();
    if (IsSkipped() || HasFatalFailure())
    {
      return;
    }
    // What was pinned before the backend was installed, it does not count.
    GetHostMemoryUse();
    HostMemory::Trim();
    m_Filters = itk::DeviceTesting::GetTestedFilters();
    for (const ListedFilter & listed : m_Filters)
    {
      itk::DeviceTesting::RunInThread([&] {
        const FilterCase tested = listed.make(1);
        m_Expected.push_back(Make(tested));
        EXPECT_TRUE(m_Expected.back().thrown.empty() || FaultyBackend::Install().HasPretendedDevices()) << listed.name;
      });
    }
  }

  /** Calls what prepare(round) returns in 16 threads, and again until the time is over. What the process has of the device is
   * then as much as after the first round. */
  template <typename TPrepare>
  void
  RunRounds(const TPrepare & prepare)
  {
    const auto   end = std::chrono::steady_clock::now() + GetTime();
    unsigned int round = 0;
    const auto   runOne = [&] {
      const auto               run = prepare(round);
      std::vector<std::thread> threads;
      for (unsigned int thread = 0; thread < NumberOfThreads; ++thread)
      {
        threads.emplace_back([&run, thread] { run(thread); });
      }
      for (auto & thread : threads)
      {
        thread.join();
      }
      ++round;
    };
    runOne();
    {
      // As many as are kept.
      constexpr std::size_t     mostIdle = 64;
      itk::device::PinnedBuffer pieces[mostIdle];
      EXPECT_NE(pieces[0].GetData(), nullptr);
    }
    const auto beginOfHost = GetHostMemoryUse();
    const auto beginInUse = GetBytesInUse();
    const auto begin = GetHoldingsInUse();
    do
    {
      runOne();
    } while (std::chrono::steady_clock::now() < end && !HasFailure());
    const auto after = GetHoldingsInUse();
    EXPECT_EQ(after.bytes, begin.bytes) << "Device memory grows";
    EXPECT_EQ(GetBytesInUse(), beginInUse) << "Device memory grows";
    EXPECT_EQ(after.streams, begin.streams) << "Streams grow";
    EXPECT_LE(after.pinnedPieces, begin.pinnedPieces) << "Pinned memory grows";
    const auto afterOfHost = GetHostMemoryUse();
    EXPECT_EQ(afterOfHost.inUse, beginOfHost.inUse) << "Host memory grows";
    EXPECT_LE(afterOfHost.idle, HostMemory::GetLimit()) << "Host memory grows";
    EXPECT_LE(afterOfHost.pinned, HostMemory::GetLimit()) << "Pinned memory grows";
    EXPECT_EQ(FaultyBackend::Install().GetHoldings().bytesRegistered, afterOfHost.pinned);
    RecordProperty("rounds", static_cast<int>(round));
  }

  void
  Expect(const FilterCase & tested, std::size_t number)
  {
    const Made                        made = Make(tested);
    const std::lock_guard<std::mutex> lock(m_Mutex);
    EXPECT_TRUE(made == m_Expected[number]) << m_Filters[number].name << ' ' << made.description;
    ++m_Compared;
  }

  std::vector<ListedFilter> m_Filters;
  std::vector<Made>         m_Expected;
  unsigned int              m_Compared{ 0 };

private:
  static itk::device::HostMemoryUse
  GetHostMemoryUse()
  {
    HostMemory::WaitForPinning();
    return HostMemory::GetUse();
  }

  static std::size_t
  GetBytesInUse()
  {
    // What is freed counts when the streams have come to it, those that idle among them.
    itk::DeviceTesting::ForgetIdleHandles();
    itk::device::Stream::OfThisThread(0).Wait();
    return itk::device::Runtime::GetMemoryUse(0).inUse;
  }

  std::mutex m_Mutex;
};
} // namespace

TEST_F(EveryFilterThreads, HaveTheResultsOfOneThread)
{
  this->RunRounds([this](unsigned int round) {
    return [this, round](unsigned int thread) {
      for (std::size_t i = thread; i < m_Filters.size(); i += NumberOfThreads)
      {
        const std::size_t number = (i + round) % m_Filters.size();
        this->Expect(m_Filters[number].make(1), number);
      }
    };
  });
  EXPECT_GE(m_Compared, 2 * m_Filters.size());
}

TEST_F(EveryFilterThreads, HaveTheResultsOfOneThreadWhereTheyShareInputs)
{
  this->RunRounds([this](unsigned int round) {
    const std::size_t number = round % m_Filters.size();
    const FilterCase  shared = m_Filters[number].make(1);
    if (round % 2 == 0)
    {
      itk::DeviceTesting::LeaveInputsOnDevice(shared, 0);
    }
    return [this, number, shared](unsigned int) {
      const FilterCase tested = m_Filters[number].make(1);
      ShareInputs(tested, shared);
      this->Expect(tested, number);
    };
  });
  EXPECT_GE(m_Compared, 2 * NumberOfThreads);
}

TEST_F(EveryFilterThreads, KeepNoMoreHostMemoryThanItsLimit)
{
  const std::size_t limit = HostMemory::GetLimit();
  HostMemory::SetLimit(16 * HostMemory::SmallestBlock);
  std::atomic<unsigned int> updated{ 0 };
  this->RunRounds([&](unsigned int) {
    return [&](unsigned int thread) {
      for (std::size_t i = thread; i < m_Filters.size(); i += NumberOfThreads)
      {
        Make(m_Filters[i].makeOfPooledImages());
        ++updated;
      }
    };
  });
  EXPECT_GE(updated, 2 * m_Filters.size());
  // Of images of many sizes some are kept.
  EXPECT_GT(HostMemory::GetUse().idle, 0u);
  HostMemory::Trim();
  EXPECT_EQ(HostMemory::GetUse().idle, 0u);
  EXPECT_EQ(FaultyBackend::Install().GetHoldings().bytesRegistered, HostMemory::GetUse().pinned);
  HostMemory::SetLimit(limit);
}
