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
#include "PtxHandlers.h"
#include "PtxWarp.h"
#include <algorithm>
#include <cstring>

// Barriers in shared memory, and copies that arrive at them: all as late as they may, when a warp waits for them.
namespace itk::DeviceTesting::ptx
{
namespace
{
/** What a program finds in the memory of a barrier is not defined. */
struct BarrierState
{
  std::uint64_t isOdd : 1; // the phase
  std::uint64_t arrivals : 20;
  std::uint64_t missing : 20; // arrivals
  std::int64_t  bytes : 23;   // that are expected and have not come
};
static_assert(sizeof(BarrierState) == 8);

template <typename TChange>
void
ChangeBarrier(unsigned char * barrier, const TChange & change)
{
  BarrierState state;
  std::memcpy(&state, barrier, sizeof(state));
  change(state);
  if (state.missing == 0 && state.bytes == 0)
  {
    state.isOdd ^= 1;
    state.missing = state.arrivals;
  }
  std::memcpy(barrier, &state, sizeof(state));
}

void
Arrive(unsigned char * barrier, std::uint32_t expectedBytes)
{
  ChangeBarrier(barrier, [&](BarrierState & state) {
    if (state.missing == 0)
    {
      throw Fault("more arrivals than a barrier is for");
    }
    state.bytes += expectedBytes;
    --state.missing;
  });
}

unsigned char *
FindBarrier(Warp & warp, const Address & address, int lane)
{
  return warp.FindMemory(address, lane, sizeof(BarrierState));
}

void
Begin(Warp & warp, const Instruction & instruction)
{
  warp.ForEachActiveLane([&](int lane) {
    const auto         arrivals = warp.GetRow<const std::uint32_t>(instruction.sources[0])[lane];
    const BarrierState state{ 0, arrivals, arrivals, 0 };
    std::memcpy(FindBarrier(warp, instruction.address, lane), &state, sizeof(state));
  });
}

/** The state that it returns is rubbish. */
void
ArriveNow(Warp & warp, const Instruction & instruction)
{
  warp.ForEachActiveLane([&](int lane) {
    const auto & sources = instruction.sources;
    Arrive(FindBarrier(warp, instruction.address, lane),
           sources.empty() ? 0 : warp.GetRow<const std::uint32_t>(sources[0])[lane]);
    if (instruction.destination.place != Operand::Nowhere)
    {
      warp.GetRow<std::uint64_t>(instruction.destination)[lane] = 0xa5a5a5a5a5a5a5a5;
    }
  });
}

void
StartBulkCopy(Warp & warp, const Instruction & instruction)
{
  warp.ForEachActiveLane([&](int lane) {
    const auto bytes = warp.GetRow<const std::uint32_t>(instruction.sources[0])[lane];
    if (bytes % 16 != 0 || bytes == 0)
    {
      throw Fault("a copy of " + std::to_string(bytes) + " bytes");
    }
    auto * const       to = warp.FindMemory(instruction.address, lane, bytes);
    const auto * const from = warp.FindMemory(instruction.from, lane, bytes);
    std::memset(to, 0xa5, bytes);
    warp.block->lateArrivals.push_back(
      { FindBarrier(warp, instruction.barrier, lane), { { to, from, bytes, bytes } }, bytes });
  });
}

void
ArriveAfterCopies(Warp & warp, const Instruction & instruction)
{
  warp.ForEachActiveLane([&](int lane) {
    std::vector<AsyncCopy> copies;
    for (auto & group : warp.committedCopies[lane])
    {
      copies.insert(copies.end(), group.begin(), group.end());
      group.clear();
    }
    auto & open = warp.openCopies[lane];
    copies.insert(copies.end(), open.begin(), open.end());
    open.clear();
    warp.block->lateArrivals.push_back({ FindBarrier(warp, instruction.address, lane), copies, 0 });
  });
}

void
EndLateArrivals(Block & block, const unsigned char * barrier)
{
  auto & late = block.lateArrivals;
  for (const auto & arrival : late)
  {
    if (arrival.barrier != barrier)
    {
      continue;
    }
    EndCopies(arrival.copies);
    if (arrival.bytes == 0)
    {
      Arrive(arrival.barrier, 0);
    }
    else
    {
      ChangeBarrier(arrival.barrier, [&](BarrierState & state) { state.bytes -= arrival.bytes; });
    }
  }
  late.erase(std::remove_if(late.begin(), late.end(), [=](const auto & one) { return one.barrier == barrier; }),
             late.end());
}

/** Whether the phase of that parity has ended. */
void
TryWait(Warp & warp, const Instruction & instruction)
{
  LaneMask haveEnded = 0;
  warp.ForEachActiveLane([&](int lane) {
    const auto            isOdd = warp.GetRow<const std::uint32_t>(instruction.sources[0])[lane] & 1;
    unsigned char * const barrier = FindBarrier(warp, instruction.address, lane);
    const auto            hasEnded = [&] {
      BarrierState state;
      std::memcpy(&state, barrier, sizeof(state));
      return state.isOdd != isOdd;
    };
    if (!hasEnded())
    {
      EndLateArrivals(*warp.block, barrier);
    }
    haveEnded |= LaneMask{ hasEnded() } << lane;
  });
  warp.SetPredicate(instruction.destination, haveEnded);
}
} // namespace

Handler
FindMemoryBarrierHandler(const Opcode & opcode)
{
  const Handler found = opcode.Has("bulk")                               ? &StartBulkCopy
                        : opcode.Has("noinc")                            ? &ArriveAfterCopies
                        : opcode.Has("init")                             ? &Begin
                        : opcode.Has("arrive")                           ? &ArriveNow
                        : opcode.Has("try_wait") && opcode.Has("parity") ? &TryWait
                                                                         : nullptr;
  if (found == nullptr)
  {
    throw Fault("no handler");
  }
  return found;
}
} // namespace itk::DeviceTesting::ptx
