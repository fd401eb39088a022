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
#include <cstdint>
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
  std::optional<Event> busy;
};

/** Pieces that are pinned together, of which none can be freed alone. */
struct PinnedBlock
{
  static constexpr std::size_t MostPieces = 16;

  std::uintptr_t begin{ 0 };
  std::uintptr_t end{ 0 };

  bool
  Has(const Piece & piece) const
  {
    const auto address = reinterpret_cast<std::uintptr_t>(piece.data);
    return address >= begin && address < end;
  }
};

struct Pool
{
  static constexpr std::size_t MostIdlePieces = 64;
  static_assert(MostIdlePieces > PinnedBlock::MostPieces);

  // So that giving a piece back allocates nothing.
  Pool() { idle.reserve(MostIdlePieces + PinnedBlock::MostPieces); }

  std::mutex         mutex;
  std::vector<Piece> idle;
  PinnedBlock        block;
  bool               wasBlockTried{ false };
};

// Never destroyed: a thread may still give a piece back while the process ends.
Pool &
GetPool()
{
  static Pool * pool = new Pool;
  return *pool;
}
} // namespace

void
PinnedBuffer::Reserve(std::size_t count, int device)
{
  Pool & pool = GetPool();
  {
    const std::lock_guard<std::mutex> lock(pool.mutex);
    if (count < 2 || pool.idle.size() >= count || std::exchange(pool.wasBlockTried, true))
    {
      return;
    }
  }
  const std::size_t pieces = std::min(count, PinnedBlock::MostPieces);
  const std::size_t bytes = pieces * SizeInBytes;
  const DeviceGuard guard(device);
  void *            data = nullptr;
  if (Runtime::GetBackend().AllocatePinned(data, bytes) != Backend::Success)
  {
    return;
  }
  const std::lock_guard<std::mutex> lock(pool.mutex);
  pool.block.begin = reinterpret_cast<std::uintptr_t>(data);
  pool.block.end = pool.block.begin + bytes;
  for (std::size_t piece = 0; piece < pieces; ++piece)
  {
    pool.idle.push_back({ static_cast<char *>(data) + piece * SizeInBytes, std::nullopt });
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
  Piece  piece{ m_Data, m_Busy };
  Pool & pool = GetPool();
  {
    const std::lock_guard<std::mutex> lock(pool.mutex);
    if (pool.idle.size() < Pool::MostIdlePieces)
    {
      pool.idle.push_back(std::move(piece));
      return;
    }
    if (pool.block.Has(piece))
    {
      const auto isAlone = [&pool](const Piece & other) { return !pool.block.Has(other); };
      std::swap(piece, *std::find_if(pool.idle.begin(), pool.idle.end(), isAlone));
    }
  }
  // cudaHostUnregister waits for the device by itself.
  Runtime::GetBackend().FreePinned(piece.data, SizeInBytes);
}
} // namespace itk::device
