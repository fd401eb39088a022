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
#include "itkDeviceError.h"
#include "itkDeviceEvent.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include <iostream>
#include <thread>

using TestedImage = itk::DeviceImage<float, 2>;
using itk::device::Buffer;
using itk::device::Event;
using itk::device::Runtime;
using itk::device::Stream;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;
using itk::DeviceTesting::TestedRadius;
using itk::DeviceTesting::TestedRegion;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

namespace
{
constexpr int OwnStatus = 42;

/** What was otherwise than expected, said to the parent process. */
int numberOfSurprises = 0;

void
Expect(bool condition, const char * what)
{
  if (!condition)
  {
    std::cerr << "Not so: " << what << std::endl;
    ++numberOfSurprises;
  }
}

template <typename TFunction>
void
ExpectError(const TFunction & function, const char * what)
{
  try
  {
    function();
    std::cerr << "No exception: " << what << std::endl;
    ++numberOfSurprises;
  }
  catch (const itk::device::Error &)
  {
    // As it should be.
  }
  catch (const std::exception & exception)
  {
    std::cerr << "Another exception: " << what << ": " << exception.what() << std::endl;
    ++numberOfSurprises;
  }
}

TestedImage::Pointer
MakeTestedImage()
{
  return MakeRandomImage<TestedImage>(TestedRegion, 1);
}

/** A kernel reads where there is no memory, and is trapped. */
void
LoseTheDevice()
{
  const auto image = MakeTestedImage();
  auto *     nowhere = reinterpret_cast<float *>(std::uintptr_t{ 4096 });
  image->GetPixelContainer()->ImportOnDevice(
    nowhere, TestedRegion.GetNumberOfPixels(), Stream::OfThisThread(0), nullptr);
  const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  ExpectError(
    [&] {
      median->Update();
      Stream::OfThisThread(0).Wait();
    },
    "a kernel that is trapped");
}

/** In a process that may lose its device. */
void
UseALostDevice()
{
  // Until the end of the process, later than anything else.
  static TestedImage::Pointer outliving;

  const auto before = MakeDeviceMedian<TestedImage>(MakeTestedImage(), TestedRadius);
  before->Update();
  Expect(before->GetRanOnDevice(), "the device works at first");
  outliving = before->GetOutput();
  const Buffer buffer(1000, Stream::OfThisThread(0));
  LoseTheDevice();

  Expect(Runtime::IsAvailable(), "the device is still one that filters are to use");
  for (const UseDevice use : { UseDevice::Auto, UseDevice::Always })
  {
    const auto after = MakeDeviceMedian<TestedImage>(before->GetOutput(), TestedRadius);
    after->SetUseDevice(use);
    ExpectError([&] { after->Update(); }, "Update() of a filter whose input is lost");
    ExpectError([&] { after->Update(); }, "Update() once more");
    Expect(!after->GetRanOnDevice(), "it did not run on the device");
    Expect(after->GetOutput()->GetBufferedRegion().GetNumberOfPixels() == 0, "it has no pixels put out");

    const auto fresh = MakeDeviceMedian<TestedImage>(MakeTestedImage(), TestedRadius);
    fresh->SetUseDevice(use);
    ExpectError([&] { fresh->Update(); }, "Update() of a filter whose input is on the host");
  }
  ExpectError([&] { outliving->GetPixel(TestedRegion.GetIndex()); }, "reading lost pixels");
  ExpectError([] { Stream::OfThisThread(0).Wait(); }, "waiting");
  ExpectError([] { Stream(0).Wait(); }, "another stream");
  ExpectError([] { Buffer(1000, Stream::OfThisThread(0)); }, "an allocation");
  ExpectError([] { Event::Record(Stream::OfThisThread(0)).Wait(); }, "an event");
  std::thread([] { ExpectError([] { Stream::OfThisThread(0).Wait(); }, "another thread"); }).join();

  const auto onHost = MakeDeviceMedian<TestedImage>(MakeTestedImage(), TestedRadius);
  onHost->SetUseDevice(UseDevice::Never);
  onHost->Update();
  const auto expected = MedianOnHost<float, 2>(onHost->GetInput(), TestedRadius);
  Expect(AreSame<float>(onHost->GetOutput(), expected.GetPointer()), "the CPU goes on, where it is asked to");
  const auto lostOnHost = MakeDeviceMedian<TestedImage>(before->GetOutput(), TestedRadius);
  lostOnHost->SetUseDevice(UseDevice::Never);
  ExpectError([&] { lostOnHost->Update(); }, "the CPU with an input that is lost");
}

[[noreturn]] void
UseALostDeviceAndExit()
{
  UseALostDevice();
  std::exit(numberOfSurprises == 0 ? OwnStatus : 1);
}
} // namespace

TEST(CudaLostDevice, IsToldByEachCallAndLetsTheProcessEndAsItWants)
{
  ITK_REQUIRE_DEVICE();
  if (itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    GTEST_SKIP() << "The sanitizer reports the very access that is to be trapped.";
  }
  // In a process of its own, lest the others lose the device.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(UseALostDeviceAndExit(), ::testing::ExitedWithCode(OwnStatus), "");
}
