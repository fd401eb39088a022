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
#include "itkDeviceHostPool.h"
#include "itkDeviceHugePages.h"
#include "itkDeviceRuntime.h"
#include "itkDeviceTrustedFile.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#ifdef __linux__
#  include <pthread.h>
#endif

namespace itk::device::HostPool
{
namespace
{
std::size_t
GetFirstLimit()
{
  if (const char * const value = GetTrustedEnvironment("ITK_CUDA_IMAGE_FILTERS_HOST_POOL"))
  {
    if (std::strcmp(value, "off") == 0)
    {
      return 0;
    }
    char *                   end = nullptr;
    const unsigned long long bytes = std::strtoull(value, &end, 10);
    if (end != value && *end == '\0')
    {
      return static_cast<std::size_t>(bytes);
    }
  }
  return std::min(GetPhysicalMemory() / 4, std::size_t{ 1 } << 32);
}

#ifdef __linux__
void
BeforeFork()
{
  GetPool().mutex.lock();
}

void
AfterForkInParent()
{
  GetPool().mutex.unlock();
}

/** The child has neither the thread nor the device: images that it makes have ITK's memory. */
void
AfterForkInChild()
{
  Pool & pool = GetPool();
  pool.limit = 0;
  pool.isEnding = true;
  pool.use.pinned = 0;
  for (auto & entry : pool.blocks)
  {
    entry.second.pinned = 0;
    entry.second.isToBePinned = false;
    entry.second.isBeingPinned = false;
  }
  // The parent's threads may wait for the old one.
  new (&pool.changed) std::condition_variable;
  pool.mutex.unlock();
}
#endif

bool
Unpin(char * data, const Block & block) noexcept
{
  try
  {
    const DeviceGuard guard(block.device);
    bool              isUnpinned = true;
    for (std::size_t begin = 0; begin < block.pinned; begin += PinnedPieceSize)
    {
      isUnpinned = Runtime::GetBackend().UnregisterHost(data + begin) == Backend::Success && isUnpinned;
    }
    return isUnpinned;
  }
  catch (...)
  {
    return false;
  }
}

void
PinPiece(Pool & pool, char * data, Block & block, Lock & lock)
{
  const std::size_t begin = block.pinned;
  const std::size_t bytes = std::min(PinnedPieceSize, block.bytes - begin);
  const bool        hasRoom = pool.use.pinned + bytes <= pool.limit;
  bool              isPinned = false;
  if (hasRoom)
  {
    block.isBeingPinned = true;
    const int device = block.device;
    // While the pool is locked no fork copies the runtime's mutex locked.
    Backend & backend = Runtime::GetBackend();
    lock.unlock();
    // The device stays this thread's: to go back to another one would make a context there.
    isPinned =
      backend.SetDevice(device) == Backend::Success && backend.RegisterHost(data + begin, bytes) == Backend::Success;
    lock.lock();
    block.isBeingPinned = false;
    block.cannotBePinned = !isPinned;
  }
  if (isPinned)
  {
    block.pinned += bytes;
    pool.use.pinned += bytes;
  }
  block.isToBePinned = isPinned && block.pinned < block.bytes;
}

void
PinUntilTheEnd(Pool & pool)
{
  Lock lock(pool.mutex);
  while (!pool.isEnding)
  {
    const auto found = std::find_if(
      pool.blocks.begin(), pool.blocks.end(), [](const auto & entry) { return entry.second.isToBePinned; });
    if (found == pool.blocks.end())
    {
      pool.changed.wait(lock);
    }
    else
    {
      PinPiece(pool, found->first, found->second, lock);
      pool.changed.notify_all();
    }
  }
}

/** Ends the thread, before CUDA's own end, which was there to be called first. */
void
EndPinning()
{
  Pool & pool = GetPool();
  {
    const Lock lock(pool.mutex);
    if (pool.isEnding)
    {
      return;
    }
    pool.isEnding = true;
  }
  pool.changed.notify_all();
  if (pool.worker.joinable())
  {
    pool.worker.join();
  }
}

/** The block that has been idle for longest, of those that are not being pinned. */
Blocks::iterator
FindOldest(Pool & pool)
{
  auto oldest = pool.blocks.end();
  for (auto i = pool.blocks.begin(); i != pool.blocks.end(); ++i)
  {
    const Block & block = i->second;
    if (!block.isInUse && !block.isBeingPinned &&
        (oldest == pool.blocks.end() || block.lastUse < oldest->second.lastUse))
    {
      oldest = i;
    }
  }
  return oldest;
}
} // namespace

Pool &
GetPool()
{
  // In no memory that there may be none of.
  alignas(Pool) static unsigned char memory[sizeof(Pool)];
  static Pool * const                pool = [] {
    auto * const made = new (memory) Pool;
    made->limit = GetFirstLimit();
    return made;
  }();
#ifdef __linux__
  static const int handlers = pthread_atfork(BeforeFork, AfterForkInParent, AfterForkInChild);
  static_cast<void>(handlers);
#endif
  return *pool;
}

void
LetBePinned(Pool & pool, Block & block) noexcept
{
  if (pool.isEnding || pool.limit == 0 || block.cannotBePinned || block.pinned == block.bytes)
  {
    return;
  }
  if (!pool.worker.joinable())
  {
    try
    {
      pool.worker = std::thread([&pool] { PinUntilTheEnd(pool); });
    }
    catch (...)
    {
      return;
    }
  }
  block.isToBePinned = true;
  pool.changed.notify_all();
}

void
EndPinningBeforeCuda() noexcept
{
  static const int registered = std::atexit(EndPinning);
  static_cast<void>(registered);
}

void
ReduceIdle(Pool & pool, std::size_t most, Lock & lock) noexcept
{
  while (pool.use.idle > most)
  {
    const auto oldest = FindOldest(pool);
    if (oldest == pool.blocks.end())
    {
      pool.changed.wait(lock);
      continue;
    }
    const auto    node = pool.blocks.extract(oldest);
    const Block & block = node.mapped();
    pool.use.idle -= block.bytes;
    pool.use.pinned -= block.pinned;
    lock.unlock();
    // What CUDA still takes for pinned must be at no other address: it is lost.
    if (block.pinned == 0 || Unpin(node.key(), block))
    {
      UnmapHugePages(node.key(), block.bytes);
    }
    lock.lock();
  }
}
} // namespace itk::device::HostPool
