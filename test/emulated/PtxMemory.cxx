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
#include "PtxWarp.h"
#include <algorithm>
#include <map>
#include <mutex>

// Which memory a kernel may access.
namespace itk::DeviceTesting::ptx
{
namespace
{
struct Memory
{
  std::mutex                           mutex;
  std::map<std::uint64_t, std::size_t> sizes; // by where it begins
};

Memory &
GetMemory()
{
  // Never destroyed: memory may be given back when the process ends.
  static auto * const memory = new Memory;
  return *memory;
}

bool
Contains(const std::vector<unsigned char> & memory, std::uint64_t address, std::size_t bytes)
{
  const auto begin = reinterpret_cast<std::uint64_t>(memory.data());
  return address >= begin && address + bytes <= begin + memory.size();
}

/** Where a block's dynamic shared memory begins in its shared memory. */
std::size_t
GetBytesBeforeDynamic(const Launch & launch)
{
  constexpr std::size_t alignment = 1024;
  return (launch.function->bytesOfShared + alignment - 1) / alignment * alignment;
}
} // namespace

void
AddMemory(const void * data, std::size_t bytes)
{
  Memory &                          memory = GetMemory();
  const std::lock_guard<std::mutex> lock(memory.mutex);
  memory.sizes[reinterpret_cast<std::uint64_t>(data)] = bytes;
}

void
RemoveMemory(const void * data)
{
  Memory &                          memory = GetMemory();
  const std::lock_guard<std::mutex> lock(memory.mutex);
  memory.sizes.erase(reinterpret_cast<std::uint64_t>(data));
}

void
Warp::Fail(const char * why, std::uint64_t address, int lane, std::size_t bytes) const
{
  throw Fault(std::string(why) + ": " + std::to_string(bytes) + " bytes at " + std::to_string(address) + " by thread " +
              std::to_string(number * Lanes + lane) + " of block " + std::to_string(block->index[0]) + ", " +
              std::to_string(block->index[1]) + ", " + std::to_string(block->index[2]));
}

unsigned char *
Warp::FindShared(std::uint64_t address, std::size_t bytes) const
{
  auto * const shared = block->shared.data();
  if (address >= DynamicShared)
  {
    const std::uint64_t offset = address - DynamicShared;
    return offset + bytes <= launch->bytesOfDynamicShared ? shared + GetBytesBeforeDynamic(*launch) + offset : nullptr;
  }
  return address + bytes <= launch->function->bytesOfShared ? shared + address : nullptr;
}

unsigned char *
Warp::FindMemory(const Address & address, int lane, std::size_t bytes)
{
  if (address.space == Space::Frame)
  {
    return rows[Operand::InFrame] + address.variable.offset + std::size_t{ address.variable.bytes } * lane +
           address.offset;
  }
  // Addresses of 32 bits wrap.
  const std::uint64_t place =
    address.base.bytes == 4
      ? static_cast<std::uint32_t>(this->GetRow<const std::uint32_t>(address.base)[lane] + address.offset)
      : this->GetRow<const std::uint64_t>(address.base)[lane] + address.offset;
  // Of 12 bytes 4, of 16 and more 16.
  if (place % std::min<std::size_t>(bytes & (~bytes + 1), 16) != 0)
  {
    this->Fail("misaligned", place, lane, bytes);
  }
  if (address.space == Space::Shared)
  {
    auto * const found = this->FindShared(place, bytes);
    if (found == nullptr)
    {
      this->Fail("beyond shared memory", place, lane, bytes);
    }
    return found;
  }
  if (address.space == Space::Parameters)
  {
    if (place + bytes > launch->parameters.size())
    {
      this->Fail("beyond the parameters", place, lane, bytes);
    }
    return const_cast<unsigned char *>(launch->parameters.data()) + place;
  }

  auto * const found = reinterpret_cast<unsigned char *>(place);
  if (place >= m_MemoryBegin && place + bytes <= m_MemoryEnd)
  {
    return found;
  }
  if (address.space == Space::Generic)
  {
    const auto & cluster = *block->cluster;
    if (Contains(frames, place, bytes) || Contains(launch->parameters, place, bytes) ||
        std::any_of(
          cluster.begin(), cluster.end(), [&](const Block * one) { return Contains(one->shared, place, bytes); }))
    {
      return found;
    }
  }
  {
    Memory &                          memory = GetMemory();
    const std::lock_guard<std::mutex> lock(memory.mutex);
    const auto                        next = memory.sizes.upper_bound(place);
    if (next != memory.sizes.begin() && place + bytes <= std::prev(next)->first + std::prev(next)->second)
    {
      m_MemoryBegin = std::prev(next)->first;
      m_MemoryEnd = m_MemoryBegin + std::prev(next)->second;
      return found;
    }
  }
  for (const auto & [name, variable] : function->module->variables)
  {
    if (Contains(variable.memory, place, bytes))
    {
      return found;
    }
  }
  this->Fail("beyond what is allocated", place, lane, bytes);
}
} // namespace itk::DeviceTesting::ptx
