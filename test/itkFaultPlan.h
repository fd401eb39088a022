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
#ifndef itkFaultPlan_h
#define itkFaultPlan_h

#include <mutex>
#include <string>

namespace itk::DeviceTesting
{
/** \class FaultPlan
 * \brief Counts the calls that the process makes to CUDA, and says which of them fail, and how. */
class FaultPlan
{
public:
  enum class Fault
  {
    None,
    /** The call fails, and so does each later one that allocates. */
    OutOfMemory,
    /** The call alone fails, with the error of a kernel that was launched before. */
    LaunchFailure,
    /** The call fails, and so does each later one. */
    LostDevice
  };

  enum class Allocates
  {
    No,
    Yes
  };

  static constexpr int Success = 0;
  static constexpr int OutOfMemoryError = 2;     // cudaErrorMemoryAllocation
  static constexpr int LaunchFailureError = 719; // cudaErrorLaunchFailure

  static FaultPlan &
  Get()
  {
    static FaultPlan plan;
    return plan;
  }

  /** Counts calls from 1 again; the one of this number is the first that fails. */
  void
  Begin(Fault fault, unsigned int number)
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    m_Fault = fault;
    m_Failing = number;
    m_NumberOfCalls = 0;
    m_FailedCall.clear();
  }

  /** Nothing fails any more. */
  void
  End()
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    m_Fault = Fault::None;
  }

  unsigned int
  GetNumberOfCalls() const
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    return m_NumberOfCalls;
  }

  /** The first call that failed; nothing if none has. */
  std::string
  GetFailedCall() const
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    return m_FailedCall;
  }

  /** Counts a call. Returns the error with which it is to fail, else 0. */
  int
  Count(const char * call, Allocates allocates = Allocates::No)
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    ++m_NumberOfCalls;
    if (m_Fault == Fault::None || m_NumberOfCalls < m_Failing)
    {
      return Success;
    }
    if (m_NumberOfCalls == m_Failing)
    {
      m_FailedCall = call;
    }
    else if (m_Fault == Fault::LaunchFailure || (m_Fault == Fault::OutOfMemory && allocates == Allocates::No))
    {
      return Success;
    }
    return m_Fault == Fault::OutOfMemory ? OutOfMemoryError : LaunchFailureError;
  }

private:
  mutable std::mutex m_Mutex;
  Fault              m_Fault{ Fault::None };
  unsigned int       m_Failing{ 0 };
  unsigned int       m_NumberOfCalls{ 0 };
  std::string        m_FailedCall;
};
} // namespace itk::DeviceTesting

#endif
