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
#include "itkFaultyBackend.h"
#include "itkFilterCase.h"

using itk::DeviceTesting::Bytes;
using itk::DeviceTesting::FaultyBackend;
using itk::DeviceTesting::FilterCase;
using itk::DeviceTesting::ListedFilter;

namespace
{
/** Runs a filter. Where kernels are pretended, ITK's code may stumble over what they have not made. */
void
Update(const FilterCase & tested)
{
  try
  {
    tested.filter->Update();
  }
  catch (const itk::ExceptionObject & exception)
  {
    const bool isDevices = dynamic_cast<const itk::device::Error *>(&exception) != nullptr;
    EXPECT_TRUE(FaultyBackend::Install().HasPretendedDevices() && !isDevices) << exception.GetDescription();
  }
}

/** Runs every filter of the list on the first device, and on the second in the way that `run(tested)` does. */
template <typename TRun>
void
ExpectTheSameOnTheSecond(const TRun & run)
{
  FaultyBackend::Install();
  ITK_REQUIRE_DEVICES(2);
  for (const ListedFilter & listed : itk::DeviceTesting::GetTestedFilters())
  {
    std::vector<Bytes> expected;
    bool               ranOnDevice = false;
    itk::DeviceTesting::RunInThread([&] {
      SCOPED_TRACE(listed.name);
      const FilterCase tested = listed.make(1);
      Update(tested);
      ranOnDevice = tested.getRanOnDevice();
      expected = itk::DeviceTesting::GetBytesOfEach(tested.filter->GetOutputs());
    });
    itk::DeviceTesting::RunInThread([&] {
      SCOPED_TRACE(listed.name);
      const FilterCase tested = listed.make(1);
      run(tested);
      EXPECT_EQ(tested.getRanOnDevice(), ranOnDevice);
      for (const auto & output : tested.filter->GetOutputs())
      {
        const auto * const resident = dynamic_cast<const itk::device::DeviceResident *>(output.GetPointer());
        // What leaves the pixels where they are may leave them on the host.
        EXPECT_TRUE(resident == nullptr || resident->GetDevice() != 0);
      }
      EXPECT_TRUE(itk::DeviceTesting::GetBytesOfEach(tested.filter->GetOutputs()) == expected);
    });
    EXPECT_TRUE(ranOnDevice || FaultyBackend::Install().HasPretendedDevices()) << listed.name;
  }
}
} // namespace

TEST(EveryFilterDevices, RunOnTheCallersDevice)
{
  ExpectTheSameOnTheSecond([](const FilterCase & tested) {
    const itk::device::DeviceGuard guard(1);
    Update(tested);
    EXPECT_EQ(itk::device::Runtime::GetCurrentDevice(), 1);
  });
}

TEST(EveryFilterDevices, RunWhereTheirInputsAre)
{
  ExpectTheSameOnTheSecond([](const FilterCase & tested) {
    itk::DeviceTesting::LeaveInputsOnDevice(tested, 1);
    const auto before = itk::device::GetTransferCounts();
    Update(tested);
    // No pixels, but what a filter lists of its objects.
    EXPECT_LT(itk::device::GetTransferCounts().bytesUploaded, before.bytesUploaded + 256);
    EXPECT_EQ(itk::device::Runtime::GetCurrentDevice(), 0);
  });
}
