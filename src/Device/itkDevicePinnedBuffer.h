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
#ifndef itkDevicePinnedBuffer_h
#define itkDevicePinnedBuffer_h

#include "itkDeviceEvent.h"
#include <cstddef>
#include <optional>

namespace itk::device
{
/** \class PinnedBuffer
 * \brief A page-locked piece of host memory for staging transfers, borrowed from a small pool of the process.
 *
 * All pieces have the same size. A piece goes back to the pool with the event that says when the device is done
 * with it; whoever borrows it next waits for that event.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT PinnedBuffer
{
public:
  static constexpr std::size_t SizeInBytes = std::size_t{ 1 } << 21;

  /** Sees to it that `count` pieces are idle, 64 at most: those that are missing are pinned as one block, which takes less
   * time than one by one. Without memory for it there is none. */
  static void
  Reserve(std::size_t count, int device);

  /** Borrows a piece, or allocates one where the pool has none left. May wait. */
  PinnedBuffer();
  ~PinnedBuffer();
  PinnedBuffer(const PinnedBuffer &) = delete;
  PinnedBuffer &
  operator=(const PinnedBuffer &) = delete;

  void *
  GetData() const
  {
    return m_Data;
  }

  /** Nobody else gets the piece before `event` has happened. */
  void
  KeepUntil(const Event & event)
  {
    m_Busy = event;
  }

private:
  void
  GiveBack() noexcept;

  void *               m_Data{ nullptr };
  bool                 m_IsOfBlock{ false };
  std::optional<Event> m_Busy;
};
} // namespace itk::device

#endif
