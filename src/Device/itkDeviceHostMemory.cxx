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
#include "itkDeviceHostMemory.h"
#include "itkDeviceHostPool.h"
#include "itkDeviceHugePages.h"
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace itk::device
{
using namespace HostPool;

namespace
{
/** An idle block that is not much larger than `bytes`, the one of which most is pinned. */
Blocks::iterator
FindIdle(Pool & pool, std::size_t bytes)
{
  auto best = pool.blocks.end();
  for (auto i = pool.blocks.begin(); i != pool.blocks.end(); ++i)
  {
    const Block & block = i->second;
    const auto    order = [](const Block & one) { return std::pair(one.pinned, one.lastUse); };
    if (!block.isInUse && block.bytes >= bytes && block.bytes - bytes <= bytes / 4 &&
        (best == pool.blocks.end() || order(best->second) < order(block)))
    {
      best = i;
    }
  }
  return best;
}

Blocks::iterator
FindAt(Pool & pool, const void * host)
{
  auto * const address = static_cast<char *>(const_cast<void *>(host));
  const auto   next = pool.blocks.upper_bound(address);
  if (next == pool.blocks.begin())
  {
    return pool.blocks.end();
  }
  const auto found = std::prev(next);
  return address < found->first + found->second.bytes ? found : pool.blocks.end();
}
} // namespace

void
HostMemory::SetLimit(std::size_t bytes)
{
  Pool & pool = GetPool();
  Lock   lock(pool.mutex);
  pool.limit = bytes;
  ReduceIdle(pool, bytes, lock);
}

std::size_t
HostMemory::GetLimit()
{
  Pool &     pool = GetPool();
  const Lock lock(pool.mutex);
  return pool.limit;
}

void
HostMemory::Trim()
{
  Pool & pool = GetPool();
  Lock   lock(pool.mutex);
  ReduceIdle(pool, 0, lock);
}

HostMemoryUse
HostMemory::GetUse()
{
  Pool &     pool = GetPool();
  const Lock lock(pool.mutex);
  return pool.use;
}

void
HostMemory::WaitForPinning()
{
  Pool & pool = GetPool();
  Lock   lock(pool.mutex);
  pool.changed.wait(lock, [&] {
    return pool.isEnding || std::none_of(pool.blocks.begin(), pool.blocks.end(), [](const auto & entry) {
             return entry.second.isToBePinned;
           });
  });
}

void *
HostMemory::Allocate(std::size_t bytes, Content content) noexcept
{
  if (bytes < SmallestBlock || bytes > std::numeric_limits<std::size_t>::max() / 2)
  {
    return nullptr;
  }
  const std::size_t whole = RoundUpToHugePages(bytes);
  Pool &            pool = GetPool();
  Lock              lock(pool.mutex);
  if (pool.limit == 0)
  {
    return nullptr;
  }
  const auto idle = FindIdle(pool, whole);
  if (idle != pool.blocks.end())
  {
    idle->second.isInUse = true;
    pool.use.idle -= idle->second.bytes;
    pool.use.inUse += idle->second.bytes;
    lock.unlock();
    if (content == Content::Zero)
    {
      std::memset(idle->first, 0, bytes);
    }
    return idle->first;
  }

  void * data = MapHugePages(whole);
  if (data == nullptr)
  {
    ReduceIdle(pool, 0, lock);
    data = MapHugePages(whole);
  }
  if (data != nullptr)
  {
    try
    {
      pool.blocks.emplace(static_cast<char *>(data), Block{ whole });
      pool.use.inUse += whole;
    }
    catch (...)
    {
      UnmapHugePages(data, whole);
      data = nullptr;
    }
  }
#ifndef __linux__
  lock.unlock();
  if (data != nullptr && content == Content::Zero)
  {
    std::memset(data, 0, bytes);
  }
#endif
  return data;
}

bool
HostMemory::Free(void * data) noexcept
{
  Pool &     pool = GetPool();
  Lock       lock(pool.mutex);
  const auto found = pool.blocks.find(static_cast<char *>(data));
  if (found == pool.blocks.end())
  {
    return false;
  }
  Block & block = found->second;
  block.isInUse = false;
  block.lastUse = ++pool.numberOfUses;
  pool.use.inUse -= block.bytes;
  pool.use.idle += block.bytes;
  if (block.device != NoDevice)
  {
    LetBePinned(pool, block);
  }
  ReduceIdle(pool, pool.limit, lock);
  return true;
}

std::size_t
HostMemory::GetDirectBytes(const void * host, std::size_t bytes) noexcept
{
  Pool &     pool = GetPool();
  const Lock lock(pool.mutex);
  const auto found = FindAt(pool, host);
  if (found == pool.blocks.end())
  {
    return 0;
  }
  const auto begin = static_cast<std::size_t>(static_cast<const char *>(host) - found->first);
  return begin < found->second.pinned
           ? std::min({ bytes, found->second.pinned - begin, PinnedPieceSize - begin % PinnedPieceSize })
           : 0;
}

void
HostMemory::Transferred(const void * host, int device) noexcept
{
  EndPinningBeforeCuda();
  Pool &     pool = GetPool();
  const Lock lock(pool.mutex);
  const auto found = FindAt(pool, host);
  if (found != pool.blocks.end())
  {
    const bool isFirst = found->second.device == NoDevice;
    found->second.device = device;
    if (!isFirst)
    {
      LetBePinned(pool, found->second);
    }
  }
}
} // namespace itk::device
