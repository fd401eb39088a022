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
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkPretendedBackend.h"
#include <vector>

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using itk::device::PretendedBackend;
using itk::device::Stream;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::ExpectTheParentsResult;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;
using itk::DeviceTesting::TestedRadius;
using itk::DeviceTesting::TestedRegion;

namespace
{
constexpr std::size_t bytesOfImage = 21 * 13 * sizeof(float);

PretendedBackend &
GetBackend()
{
  return dynamic_cast<PretendedBackend &>(itk::device::Runtime::GetBackend());
}

/** Bytes in use once all that was freed on this thread's streams is. */
std::size_t
GetBytesInUse(int device)
{
  Stream::OfThisThread(device).Wait();
  return GetBackend().GetBytesInUse(device);
}

/** A median of a random image, and a copy of that image. */
struct Case
{
  TestedImage::Pointer                                   image{ MakeRandomImage<TestedImage>(TestedRegion, 1) };
  PlainImage::Pointer                                    copy{ MakeRandomImage<PlainImage>(TestedRegion, 1) };
  itk::DeviceTesting::DeviceMedian<TestedImage>::Pointer median{ MakeDeviceMedian<TestedImage>(image, TestedRadius) };
};
} // namespace

TEST(PretendedExecution, ReturnsFromUpdateBeforeTheWorkRan)
{
  const Case   test;
  const Stream stream(0);
  test.median->SetStream(stream);
  test.median->Update();
  const auto * const  container = test.median->GetOutput()->GetPixelContainer();
  const float * const onDevice = container->GetDevicePointer(stream);
  const auto          expected = MedianOnHost<float, 2>(test.copy, TestedRadius);
  const float * const pixels = expected->GetBufferPointer();
  // Memory of a pretended device is host memory, full of rubbish before the first write.
  std::vector<unsigned char> rubbish(bytesOfImage, 0xA5);
  EXPECT_EQ(std::memcmp(onDevice, rubbish.data(), bytesOfImage), 0);
  stream.Wait();
  EXPECT_EQ(std::memcmp(onDevice, pixels, bytesOfImage), 0);
}

TEST(PretendedExecution, TriesAgainWhenMemoryComesBack)
{
  const Case test;
  GetBackend().FailNextAllocation(PretendedBackend::OutOfMemory);
  EXPECT_NO_THROW(ExpectTheParentsResult(test.median));
}

TEST(PretendedExecution, SaysWhatMemoryItLackedForItsInputAndWorksOnceThereIsSome)
{
  const Case        test;
  const std::size_t before = GetBytesInUse(0);
  GetBackend().SetBytesPerDevice(before + 100);
  try
  {
    test.median->Update();
    FAIL() << "Update() found memory";
  }
  catch (const itk::device::MemoryError & error)
  {
    const std::string description = error.GetDescription();
    EXPECT_EQ(error.GetBytesAsked(), bytesOfImage);
    EXPECT_EQ(error.GetBytesFree(), 100u);
    EXPECT_NE(description.find(std::to_string(bytesOfImage) + " bytes were asked for"), std::string::npos)
      << description;
    EXPECT_NE(description.find("100 are free"), std::string::npos) << description;
  }
  EXPECT_FALSE(test.median->GetRanOnDevice());
  EXPECT_EQ(GetBytesInUse(0), before);
  EXPECT_TRUE(AreSame<float>(test.image.GetPointer(), test.copy.GetPointer()));
  GetBackend().SetBytesPerDevice(std::size_t{ 1 } << 40);
  ExpectTheParentsResult(test.median);
}

TEST(PretendedExecution, KeepsAnInputThatIsOnTheDeviceAloneWhenThereIsNoMemoryForTheOutput)
{
  const Case        test;
  const std::size_t before = GetBytesInUse(0);
  {
    const auto next = MakeDeviceMedian<TestedImage>(test.median->GetOutput(), TestedRadius);
    test.median->Update();
    GetBackend().SetBytesPerDevice(GetBytesInUse(0) + bytesOfImage - 1);
    EXPECT_THROW(next->Update(), itk::device::MemoryError);
    EXPECT_EQ(next->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
    GetBackend().SetBytesPerDevice(std::size_t{ 1 } << 40);
    EXPECT_FALSE(test.median->GetOutput()->GetPixelContainer()->IsHostCurrent());
    ExpectTheParentsResult(next);
    ExpectTheParentsResult(test.median);
  }
  test.median->GetOutput()->ReleaseData();
  test.image->Initialize();
  EXPECT_EQ(GetBytesInUse(0), before);
}

TEST(PretendedExecution, FreesWhatItUsed)
{
  const std::size_t before = GetBytesInUse(0);
  {
    const Case test;
    const auto next = MakeDeviceMedian<TestedImage>(test.median->GetOutput(), TestedRadius);
    ExpectTheParentsResult(next);
    EXPECT_EQ(GetBytesInUse(0), before + 3 * bytesOfImage);
  }
  EXPECT_EQ(GetBytesInUse(0), before);
}

TEST(PretendedExecution, FreesItsInputThatIsToBeReleased)
{
  const Case        test;
  const std::size_t before = GetBytesInUse(0);
  const auto        next = MakeDeviceMedian<TestedImage>(test.median->GetOutput(), TestedRadius);
  test.median->ReleaseDataFlagOn();
  next->Update();
  EXPECT_EQ(GetBytesInUse(0), before + 2 * bytesOfImage);
  const auto expected = MedianOnHost<float, 2>(MedianOnHost<float, 2>(test.copy, TestedRadius), TestedRadius);
  EXPECT_TRUE(AreSame<float>(next->GetOutput(), expected.GetPointer()));
}

TEST(PretendedExecution, NamesTheErrorAndTheCallOfAFailedAllocation)
{
  const Case test;
  GetBackend().FailNextAllocation(719);
  try
  {
    test.median->Update();
    FAIL() << "Update() did not throw";
  }
  catch (const itk::device::Error & error)
  {
    const std::string description = error.GetDescription();
    EXPECT_NE(description.find("cudaError719 in cudaMallocAsync"), std::string::npos) << description;
  }
  ExpectTheParentsResult(test.median);
}

TEST(PretendedExecution, NamesTheErrorAndTheCallOfAFailedUpload)
{
  const Case test;
  GetBackend().FailNextCopy(700);
  try
  {
    test.median->Update();
    FAIL() << "Update() did not throw";
  }
  catch (const itk::device::Error & error)
  {
    const std::string description = error.GetDescription();
    EXPECT_NE(description.find("cudaError700 in cudaMemcpyAsync to the device"), std::string::npos) << description;
  }
  EXPECT_TRUE(AreSame<float>(test.image.GetPointer(), test.copy.GetPointer()));
  ExpectTheParentsResult(test.median);
}

TEST(PretendedExecution, NamesTheErrorAndTheCallOfAFailedDownload)
{
  const Case test;
  test.median->Update();
  const TestedImage * const output = test.median->GetOutput();
  GetBackend().FailNextCopy(700);
  try
  {
    output->GetBufferPointer();
    FAIL() << "GetBufferPointer() did not throw";
  }
  catch (const itk::device::Error & error)
  {
    const std::string description = error.GetDescription();
    EXPECT_NE(description.find("cudaError700 in cudaMemcpyAsync to the host"), std::string::npos) << description;
  }
  EXPECT_FALSE(output->GetPixelContainer()->IsHostCurrent());
  ExpectTheParentsResult(test.median);
}

TEST(PretendedExecution, SurvivesAFailedTransferOfAPlainImage)
{
  const auto image = MakeRandomImage<PlainImage>(TestedRegion, 1);
  const auto median = MakeDeviceMedian<PlainImage>(image, TestedRadius);
  const auto before = GetBytesInUse(0);
  GetBackend().FailNextCopy(700);
  EXPECT_THROW(median->Update(), itk::device::Error);
  EXPECT_EQ(GetBytesInUse(0), before);
  median->Update();
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), MedianOnHost<float, 2>(image, TestedRadius).GetPointer()));
  EXPECT_EQ(GetBytesInUse(0), before);
}

TEST(PretendedExecution, RestoresTheCallersDeviceWhenItFails)
{
  const Case test;
  test.median->SetStream(Stream(1));
  GetBackend().FailNextAllocation(719);
  const int before = itk::device::Runtime::GetCurrentDevice();
  EXPECT_THROW(test.median->Update(), itk::device::Error);
  EXPECT_EQ(itk::device::Runtime::GetCurrentDevice(), before);
}
