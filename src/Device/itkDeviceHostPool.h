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
#ifndef itkDeviceHostPool_h
#define itkDeviceHostPool_h

#include "itkDeviceHostMemory.h"
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>

// The blocks of HostMemory, and what pins them.
namespace itk::device::HostPool
{
// What is pinned by one call, in at most some 8 ms, of pages of 4 kB: a process that ends waits no longer.
constexpr std::size_t PinnedPieceSize = std::size_t{ 1 } << 24;
constexpr int         NoDevice = -1;

struct Block
{
  std::size_t   bytes;
  std::size_t   pinned{ 0 }; // from its beginning on
  std::uint64_t lastUse{ 0 };
  int           device{ NoDevice }; // of the last transfer
  bool          isInUse{ true };
  bool          isToBePinned{ false };
  bool          isBeingPinned{ false };
  bool          cannotBePinned{ false };
};

using Blocks = std::map<char *, Block>;
using Lock = std::unique_lock<std::mutex>;

struct Pool
{
  std::mutex              mutex;
  std::condition_variable changed;
  Blocks                  blocks;
  HostMemoryUse           use{ 0, 0, 0 };
  std::size_t             limit{ 0 };
  std::uint64_t           numberOfUses{ 0 };
  std::thread             worker;
  bool                    isEnding{ false };
};

/** The pool of the process; it is never destroyed, because images that outlive main() still give their memory back. */
Pool &
GetPool();

/** Has a block pinned by the pool's thread, if that may be. To be called with the pool's mutex locked. */
void
LetBePinned(Pool & pool, Block & block) noexcept;

/** Has the pool's thread end before CUDA does. To be called when CUDA has begun, but not by what is destroyed in the end. */
void
EndPinningBeforeCuda() noexcept;

/** Gives the blocks that have been idle for longest back to the system, until at most so many bytes are idle. Unlocks
 * `lock`, of the pool's mutex, meanwhile. */
void
ReduceIdle(Pool & pool, std::size_t most, Lock & lock) noexcept;
} // namespace itk::device::HostPool

#endif
