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
#ifndef itkDeviceIdleHandles_h
#define itkDeviceIdleHandles_h

#include <array>
#include <cstddef>
#include <mutex>

struct CUevent_st;
struct CUstream_st;

namespace itk::device
{
/** \class IdleHandles
 * \brief Handles that nothing uses any more, of which the driver makes a new one in the time of several copies.
 *
 * A stream may still have work, behind which that of its next user is. Runtime::TrimPool() gives all back.
 *
 * \ingroup CudaImageFilters
 */
template <typename THandle, std::size_t VMost>
class IdleHandles
{
public:
  /** One of this device, or nullptr. */
  THandle *
  Take(int device)
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    for (std::size_t i = m_Number; i-- > 0;)
    {
      if (m_Idle[i].device == device)
      {
        THandle * const handle = m_Idle[i].handle;
        m_Idle[i] = m_Idle[--m_Number];
        return handle;
      }
    }
    return nullptr;
  }

  /** Takes one of any device after another, until there is none. */
  template <typename TFunction>
  void
  ForEachTaken(const TFunction & function)
  {
    for (;;)
    {
      THandle * handle = nullptr;
      {
        const std::lock_guard<std::mutex> lock(m_Mutex);
        if (m_Number == 0)
        {
          return;
        }
        handle = m_Idle[--m_Number].handle;
      }
      function(handle);
    }
  }

  /** False if there are enough: it stays the caller's. */
  bool
  GiveBack(int device, THandle * handle) noexcept
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    if (m_Number == VMost)
    {
      return false;
    }
    m_Idle[m_Number++] = { device, handle };
    return true;
  }

private:
  struct Idle
  {
    int       device;
    THandle * handle;
  };

  std::mutex              m_Mutex;
  std::array<Idle, VMost> m_Idle{};
  std::size_t             m_Number{ 0 };
};

constexpr std::size_t MostIdleEvents = 64;
constexpr std::size_t MostIdleStreams = 32;

IdleHandles<CUevent_st, MostIdleEvents> &
GetIdleEvents();

IdleHandles<CUstream_st, MostIdleStreams> &
GetIdleStreams();
} // namespace itk::device

#endif
