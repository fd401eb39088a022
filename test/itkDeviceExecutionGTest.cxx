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
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;
using itk::device::Runtime;
using itk::device::Stream;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::ExpectTheParentsResult;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;
using itk::DeviceTesting::TestedRadius;
using itk::DeviceTesting::TestedRegion;
using itk::DeviceTesting::TransferCounter;

namespace
{
/** Calls run(thread) in so many threads at once. */
template <typename TRun>
void
RunInThreads(std::size_t number, const TRun & run)
{
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < number; ++thread)
  {
    threads.emplace_back([&run, thread] { run(thread); });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
}

/** Filters of each thread's own read the same image object. Returns how often two of them ran. */
template <typename TImage>
unsigned int
RunTwoMediansInManyThreads(const TImage * image)
{
  constexpr unsigned int                  threads = 8;
  const unsigned int                      rounds = itk::DeviceTesting::GetNumberOfRounds(20);
  const auto                              once = MedianOnHost<float, 2>(image, TestedRadius);
  const auto                              expected = MedianOnHost<float, 2>(once, TestedRadius);
  std::vector<::testing::AssertionResult> results(threads, ::testing::AssertionSuccess());
  RunInThreads(threads, [&](std::size_t thread) {
    for (unsigned int round = 0; round < rounds && results[thread]; ++round)
    {
      const auto first = MakeDeviceMedian<TImage>(image, TestedRadius);
      const auto second = MakeDeviceMedian<TImage>(first->GetOutput(), TestedRadius);
      second->Update();
      results[thread] = AreSame<float>(second->GetOutput(), expected.GetPointer());
    }
  });
  for (const auto & result : results)
  {
    EXPECT_TRUE(result);
  }
  return threads * rounds;
}
} // namespace

TEST(DeviceExecution, RunsOnTheStreamThatIsSet)
{
  ITK_REQUIRE_DEVICE();
  const Stream first(0);
  const Stream second(0);
  const auto   image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto   median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  const auto   next = MakeDeviceMedian<TestedImage>(median->GetOutput(), TestedRadius);
  EXPECT_FALSE(median->GetStream().has_value());
  median->SetStream(first);
  next->SetStream(second);
  EXPECT_TRUE(*median->GetStream() == first);
  next->Update();
  const auto expected = MedianOnHost<float, 2>(MedianOnHost<float, 2>(image, TestedRadius), TestedRadius);
  EXPECT_TRUE(AreSame<float>(next->GetOutput(), expected.GetPointer()));
  next->ResetStream();
  EXPECT_FALSE(next->GetStream().has_value());
  next->Update();
  EXPECT_TRUE(AreSame<float>(next->GetOutput(), expected.GetPointer()));
}

TEST(DeviceExecution, RunsWhereTheImageIs)
{
  ITK_REQUIRE_DEVICES(2);
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  median->SetStream(Stream(1));
  const auto            next = MakeDeviceMedian<TestedImage>(median->GetOutput(), TestedRadius);
  const TransferCounter counter;
  next->Update();
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(next->GetOutput()->GetDevice(), 1);
  const auto expected = MedianOnHost<float, 2>(MedianOnHost<float, 2>(image, TestedRadius), TestedRadius);
  EXPECT_TRUE(AreSame<float>(next->GetOutput(), expected.GetPointer()));
}

TEST(DeviceExecution, RunsOnTheCallersDeviceAndLeavesItCurrent)
{
  ITK_REQUIRE_DEVICES(2);
  const itk::device::DeviceGuard guard(1);
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  median->Update();
  EXPECT_EQ(median->GetOutput()->GetDevice(), 1);
  EXPECT_EQ(Runtime::GetCurrentDevice(), 1);
  median->SetStream(Stream(0));
  median->Update();
  EXPECT_EQ(median->GetOutput()->GetDevice(), 0);
  EXPECT_EQ(Runtime::GetCurrentDevice(), 1);
  ExpectTheParentsResult(median);
}

TEST(DeviceExecution, MovesAnImageToTheDeviceOfTheStream)
{
  ITK_REQUIRE_DEVICES(2);
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto first = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  const auto second = MakeDeviceMedian<TestedImage>(first->GetOutput(), TestedRadius);
  first->SetStream(Stream(0));
  second->SetStream(Stream(1));
  const TransferCounter counter;
  second->Update();
  EXPECT_EQ(counter.GetUploads(), 2u);
  EXPECT_EQ(counter.GetDownloads(), 1u);
  const auto expected = MedianOnHost<float, 2>(MedianOnHost<float, 2>(image, TestedRadius), TestedRadius);
  EXPECT_TRUE(AreSame<float>(second->GetOutput(), expected.GetPointer()));
}

TEST(DeviceExecution, ReportsProgressFromZeroToOne)
{
  ITK_REQUIRE_DEVICE();
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  std::vector<float> progress;
  median->AddObserver(itk::ProgressEvent(),
                      [&](const itk::EventObject &) { progress.push_back(median->GetProgress()); });
  median->Update();
  ASSERT_FALSE(progress.empty());
  EXPECT_EQ(progress.back(), 1.0f);
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_EQ(progress.front(), 0.0f);
}

TEST(DeviceExecution, IsAbortedByAnObserver)
{
  ITK_REQUIRE_DEVICE();
  const auto   median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  unsigned int numberOfAborts = 0;
  median->AddObserver(itk::AbortEvent(), [&](const itk::EventObject &) { ++numberOfAborts; });
  const auto tag =
    median->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { median->AbortGenerateDataOn(); });
  EXPECT_THROW(median->Update(), itk::ProcessAborted);
  EXPECT_EQ(numberOfAborts, 1u);
  median->RemoveObserver(tag);
  ExpectTheParentsResult(median);
  EXPECT_EQ(numberOfAborts, 1u);
}

TEST(DeviceExecution, IsTheSameInTwoRuns)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  const auto again = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  median->Update();
  again->Update();
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), again->GetOutput()));
}

TEST(DeviceExecution, ServesManyThreadsThatShareAnInput)
{
  const TransferCounter counter;
  RunTwoMediansInManyThreads<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1));
  EXPECT_EQ(counter.GetUploads(), Runtime::IsAvailable() ? 1u : 0u);
}

/** Whose pixels may change unseen, so that each filter uploads them. */
TEST(DeviceExecution, ServesManyThreadsThatShareAPlainInput)
{
  const TransferCounter counter;
  const auto            runs = RunTwoMediansInManyThreads<PlainImage>(MakeRandomImage<PlainImage>(TestedRegion, 1));
  EXPECT_EQ(counter.GetUploads(), Runtime::IsAvailable() ? 2 * runs : 0u);
  EXPECT_EQ(counter.GetDownloads(), Runtime::IsAvailable() ? 2 * runs : 0u);
}

/** Whose pixels are on the device alone: the filters that run their parents share a download. */
TEST(DeviceExecution, ServesManyThreadsOnBothSidesThatShareAnInput)
{
  ITK_REQUIRE_DEVICE();
  const auto source = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  source->Update();
  const TestedImage::Pointer image = source->GetOutput();
  image->DisconnectPipeline();
  const auto                        once = MedianOnHost<float, 2>(source->GetInput(), TestedRadius);
  const auto                        expected = MedianOnHost<float, 2>(once, TestedRadius);
  std::vector<TestedImage::Pointer> outputs(8);
  const TransferCounter             counter;
  RunInThreads(outputs.size(), [&](std::size_t thread) {
    const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
    median->SetUseDevice(thread % 2 == 0 ? UseDevice::Always : UseDevice::Never);
    median->Update();
    outputs[thread] = median->GetOutput();
  });
  EXPECT_EQ(counter.GetUploads(), 0u);
  EXPECT_EQ(counter.GetDownloads(), 1u);
  for (const auto & output : outputs)
  {
    EXPECT_TRUE(AreSame<float>(output.GetPointer(), expected.GetPointer()));
  }
}

TEST(DeviceExecution, MayBeginInAForkedProcess)
{
  if (itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    GTEST_SKIP() << "compute-sanitizer does not come through a fork.";
  }
  // In a process of its own, where nothing has used a device yet.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto forkAndRun = [] {
    const auto run = [] {
      const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
      median->Update();
      const auto expected = MedianOnHost<float, 2>(median->GetInput(), TestedRadius);
      return median->GetRanOnDevice() == Runtime::IsAvailable() &&
             AreSame<float>(median->GetOutput(), expected.GetPointer());
    };
    const auto child = fork();
    if (child == 0)
    {
      std::_Exit(run() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    std::_Exit(status == 0 && run() ? 0 : 1);
  };
  EXPECT_EXIT(forkAndRun(), ::testing::ExitedWithCode(0), "");
}
