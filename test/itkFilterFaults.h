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
#ifndef itkFilterFaults_h
#define itkFilterFaults_h

#include "itkDeviceError.h"
#include "itkFaultyBackend.h"
#include "itkFilterCase.h"
#include "itkHostAllocations.h"
#include <exception>
#include <thread>

namespace itk::DeviceTesting
{
/** Where a filter's input images are when it is updated. */
enum class Inputs
{
  OnHost,
  /** On the device alone. */
  OnDevice,
  /** On the device alone, and the filter may run in place. */
  OnDeviceInPlace
};

/** How an Update() ended. */
struct End
{
  enum class Kind
  {
    NoException,
    MemoryError,
    DeviceError,
    /** Of host memory. */
    NoMemory,
    Other
  };
  Kind        kind;
  std::string description;
};

inline End
Describe(const std::exception_ptr & exception)
{
  try
  {
    std::rethrow_exception(exception);
  }
  catch (const device::MemoryError & error)
  {
    return { End::Kind::MemoryError, error.GetDescription() };
  }
  catch (const device::Error & error)
  {
    return { End::Kind::DeviceError, error.GetDescription() };
  }
  catch (const MemoryAllocationError & error)
  {
    return { End::Kind::NoMemory, error.GetDescription() };
  }
  catch (const std::bad_alloc & error)
  {
    return { End::Kind::NoMemory, error.what() };
  }
  catch (const std::exception & error)
  {
    return { End::Kind::Other, error.what() };
  }
}

inline End
Update(const FilterCase & tested)
{
  std::exception_ptr exception;
  try
  {
    tested.filter->Update();
  }
  catch (...)
  {
    exception = std::current_exception();
  }
  FailingHostAllocation::Stop();
  return exception ? Describe(exception) : End{ End::Kind::NoException, "no exception" };
}

/** A filter of the list, and what it makes where nothing fails. */
class Subject
{
public:
  Subject(const ListedFilter & listed, Inputs inputs)
    : m_Listed(listed)
    , m_Inputs(inputs)
  {
    // What is done once in a process is done by the first.
    for (int round = 0; round < 2; ++round)
    {
      RunInThread([this] {
        const FilterCase tested = this->Make();
        ForgetIdleHandles();
        FaultPlan::Get().Begin(FaultPlan::Fault::None, 0);
        m_End = Update(tested);
        m_NumberOfCalls = FaultPlan::Get().GetNumberOfCalls();
        m_RanOnDevice = tested.getRanOnDevice();
        m_Results = GetBytesOfEach(tested.filter->GetOutputs());
      });
    }
    // ITK's thresholds of histograms that kernels which do nothing have left empty are exceptions.
    if (!FaultyBackend::Install().HasPretendedDevices() || m_End.kind != End::Kind::Other)
    {
      EXPECT_EQ(m_End.kind, End::Kind::NoException) << m_End.description;
      EXPECT_TRUE(m_RanOnDevice);
    }
  }

  FilterCase
  Make() const
  {
    FilterCase made = m_Listed.make(1);
    if (m_Inputs != Inputs::OnHost)
    {
      LeaveInputsOnDevice(made, 0);
    }
    if (m_Inputs == Inputs::OnDeviceInPlace)
    {
      made.setInPlace(true);
    }
    return made;
  }

  /** Whether an Update() ended as one where nothing fails. */
  bool
  IsUsual(const End & end) const
  {
    return end.kind == m_End.kind;
  }

  const End &
  GetEnd() const
  {
    return m_End;
  }

  unsigned int
  GetNumberOfCalls() const
  {
    return m_NumberOfCalls;
  }

  void
  ExpectResults(const FilterCase & tested) const
  {
    EXPECT_EQ(tested.getRanOnDevice(), m_RanOnDevice);
    EXPECT_TRUE(GetBytesOfEach(tested.filter->GetOutputs()) == m_Results) << "Other results than where nothing fails";
  }

  /** Nothing fails any more. */
  void
  ExpectToWorkAgain(const FilterCase & tested) const
  {
    const End end = Update(tested);
    EXPECT_TRUE(this->IsUsual(end)) << end.description;
    this->ExpectResults(tested);
  }

private:
  ListedFilter       m_Listed;
  Inputs             m_Inputs;
  End                m_End{};
  bool               m_RanOnDevice{ false };
  unsigned int       m_NumberOfCalls{ 0 };
  std::vector<Bytes> m_Results;
};
} // namespace itk::DeviceTesting

#endif
