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
#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace itk::device
{
namespace
{
struct Piece
{
  void *               data;
  bool                 isOfBlock; // which is pinned as a whole, so that it is not freed
  std::optional<Event> busy;
};

struct Pool
{
  static constexpr std::size_t MostIdlePieces = 64;

  // So that giving a piece back allocates nothing.
  Pool() { idle.reserve(MostIdlePieces); }

  std::mutex         mutex;
  std::vector<Piece> idle;
  std::size_t        piecesOfBlocks{ 0 };
};

// Never destroyed: a thread may still give a piece back while the process ends.
Pool &
GetPool()
{
  static Pool * pool = new Pool;
  return *pool;
}

/** Has the pool keep a piece, or free it or another one where it has enough. */
void
MakeIdle(Piece piece) noexcept
{
  Pool & pool = GetPool();
  {
    const std::lock_guard<std::mutex> lock(pool.mutex);
    if (pool.idle.size() < Pool::MostIdlePieces)
    {
      pool.idle.push_back(std::move(piece));
      return;
    }
    if (piece.isOfBlock)
    {
      // There is one: blocks have no more pieces than are kept, this one among them.
      std::swap(
        piece, *std::find_if(pool.idle.begin(), pool.idle.end(), [](const Piece & other) { return !other.isOfBlock; }));
    }
  }
  // cudaHostUnregister waits for the device by itself.
  Runtime::GetBackend().FreePinned(piece.data, PinnedBuffer::SizeInBytes);
}
} // namespace

void
PinnedBuffer::Reserve(std::size_t count, int device)
{
  Pool &      pool = GetPool();
  std::size_t pieces = 0;
  {
    const std::lock_guard<std::mutex> lock(pool.mutex);
    const std::size_t                 missing = count - std::min(count, pool.idle.size());
    pieces = std::min(missing, Pool::MostIdlePieces - pool.piecesOfBlocks);
    if (pieces < 2)
    {
      return;
    }
    pool.piecesOfBlocks += pieces;
  }
  const DeviceGuard guard(device);
  void *            data = nullptr;
  if (Runtime::GetBackend().AllocatePinned(data, pieces * SizeInBytes) != Backend::Success)
  {
    return;
  }
  for (std::size_t piece = 0; piece < pieces; ++piece)
  {
    MakeIdle({ static_cast<char *>(data) + piece * SizeInBytes, true, std::nullopt });
  }
}

PinnedBuffer::PinnedBuffer()
{
  Pool & pool = GetPool();
  {
    const std::lock_guard<std::mutex> lock(pool.mutex);
    if (!pool.idle.empty())
    {
      // The oldest one is the least likely to be busy still.
      m_Data = pool.idle.front().data;
      m_IsOfBlock = pool.idle.front().isOfBlock;
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
  MakeIdle({ m_Data, m_IsOfBlock, m_Busy });
}
} // namespace itk::device
