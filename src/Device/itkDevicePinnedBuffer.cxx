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
#include "itkDevicePinnedBuffer.h"
#include "itkDeviceCheck.h"
#include "itkDeviceRuntime.h"
#include <mutex>
#include <vector>

namespace itk::device
{
namespace
{
struct Piece
{
  void *               data;
  std::optional<Event> busy;
};

struct Pool
{
  static constexpr std::size_t MostIdlePieces = 64;

  // So that giving a piece back allocates nothing.
  Pool() { idle.reserve(MostIdlePieces); }

  std::mutex         mutex;
  std::vector<Piece> idle;
};

// Never destroyed: a thread may still give a piece back while the process ends.
Pool &
GetPool()
{
  static Pool * pool = new Pool;
  return *pool;
}
} // namespace

PinnedBuffer::PinnedBuffer()
{
  Pool & pool = GetPool();
  {
    const std::lock_guard<std::mutex> lock(pool.mutex);
    if (!pool.idle.empty())
    {
      // The oldest one is the least likely to be busy still.
      m_Data = pool.idle.front().data;
      m_Busy = pool.idle.front().busy;
      pool.idle.erase(pool.idle.begin());
    }
  }
  if (m_Data == nullptr)
  {
    Check(Runtime::GetBackend().AllocatePinned(m_Data, SizeInBytes), "cudaHostRegister");
  }
  if (m_Busy)
  {
    try
    {
      m_Busy->Wait();
    }
    catch (...)
    {
      this->GiveBack();
      throw;
    }
    m_Busy.reset();
  }
}

PinnedBuffer::~PinnedBuffer() { this->GiveBack(); }

void
PinnedBuffer::GiveBack() noexcept
{
  Pool & pool = GetPool();
  {
    const std::lock_guard<std::mutex> lock(pool.mutex);
    if (pool.idle.size() < Pool::MostIdlePieces)
    {
      pool.idle.push_back({ m_Data, m_Busy });
      return;
    }
  }
  // cudaHostUnregister waits for the device by itself.
  Runtime::GetBackend().FreePinned(m_Data, SizeInBytes);
}
} // namespace itk::device
