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
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include <vector>

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using itk::device::Runtime;
using itk::device::Stream;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;
using itk::DeviceTesting::TestedRadius;
using itk::DeviceTesting::TestedRegion;

TEST(CudaMemory, SaysWhatMemoryItLackedAndWorksOnceThereIsSome)
{
  ITK_REQUIRE_DEVICE();
  if (itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    GTEST_SKIP() << "The sanitizer needs memory of its own.";
  }
  // 64 MiB are more than the driver leaves behind when no ballast of 16 MiB finds room.
  const auto   image = MakeRandomImage<TestedImage>({ { { 0, 0 } }, { { 4096, 4096 } } }, 1);
  const auto   copy = itk::DeviceTesting::Copy<PlainImage>(static_cast<const PlainImage *>(image));
  const auto   small = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  const auto   median = MakeDeviceMedian<TestedImage>(image, { { 0, 0 } });
  const Stream stream(0);
  median->SetStream(stream);
  {
    std::vector<itk::device::Buffer> ballast;
    std::size_t                      bytesFree = 0;
    std::size_t                      bytesTotal = 0;
    Runtime::GetMemoryInfo(0, bytesFree, bytesTotal);
    for (std::size_t bytes = bytesFree / 2; bytes >= (std::size_t{ 1 } << 24);)
    {
      try
      {
        ballast.emplace_back(bytes, stream);
      }
      catch (const itk::device::MemoryError &)
      {
        bytes /= 2;
      }
      ASSERT_LT(ballast.size(), 1000u);
    }
    try
    {
      median->Update();
      FAIL() << "Update() found memory";
    }
    catch (const itk::device::MemoryError & error)
    {
      const std::string description = error.GetDescription();
      EXPECT_EQ(error.GetBytesAsked(), std::size_t{ 1 } << 26);
      EXPECT_NE(description.find(std::to_string(std::size_t{ 1 } << 26)), std::string::npos) << description;
      EXPECT_NE(description.find(std::to_string(error.GetBytesFree())), std::string::npos) << description;
    }
    EXPECT_TRUE(AreSame<float>(image.GetPointer(), copy.GetPointer()));
  }
  median->Update();
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), copy.GetPointer()));
  small->Update();
  EXPECT_TRUE(AreSame<float>(small->GetOutput(), MedianOnHost<float, 2>(small->GetInput(), TestedRadius).GetPointer()));
}
