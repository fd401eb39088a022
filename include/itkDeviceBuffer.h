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
#ifndef itkDeviceBuffer_h
#define itkDeviceBuffer_h

#include "itkDeviceStream.h"
#include <cstddef>
#include <memory>
#include <optional>

namespace itk::device
{
/** \class Buffer
 * \brief Device memory, allocated and freed in stream order from the device's default memory pool.
 *
 * The memory may be used by work enqueued on `stream` after the constructor returns, and is given back to the pool
 * after all that was enqueued on that stream before the destructor. Neither waits for the device, unless the memory
 * is borrowed. Work on another stream must be ordered by an Event. Moveable, not copyable.
 *
 * When memory runs out, the pool is trimmed and the allocation is tried once more; then device::MemoryError is
 * thrown, which names the bytes asked for and the bytes free.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT Buffer
{
public:
  Buffer() = default;
  Buffer(std::size_t bytes, const Stream & stream);

  /** Memory of another library, on the stream's device. The destructor waits until all that was enqueued on `stream`
   * has run, and then lets go of `owner`, which keeps the memory alive; without one the caller does. */
  static Buffer
  Borrow(void * data, std::size_t bytes, const Stream & stream, std::shared_ptr<void> owner);

  ~Buffer();
  Buffer(Buffer && other) noexcept;
  Buffer &
  operator=(Buffer && other) noexcept;
  Buffer(const Buffer &) = delete;
  Buffer &
  operator=(const Buffer &) = delete;

  /** Device address, aligned to 256 bytes; null for an empty buffer. */
  void *
  GetData() const
  {
    return m_Data;
  }

  template <typename T>
  T *
  As() const
  {
    return static_cast<T *>(m_Data);
  }

  /** The stream in whose order the memory was allocated and is freed; the buffer must not be empty. */
  const Stream &
  GetStream() const
  {
    return *m_Stream;
  }

  std::size_t
  GetSizeInBytes() const
  {
    return m_SizeInBytes;
  }

private:
  void
  Free() noexcept;

  void *                m_Data{ nullptr };
  std::size_t           m_SizeInBytes{ 0 };
  std::optional<Stream> m_Stream;
  std::shared_ptr<void> m_Owner;
};
} // namespace itk::device

#endif
