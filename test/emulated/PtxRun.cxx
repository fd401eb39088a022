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
#include "PtxFiber.h"
#include "PtxNames.h"
#include "PtxWarpRun.h"
#include <algorithm>
#include <cstdlib>
#include <random>

namespace itk::DeviceTesting::ptx
{
namespace
{
/** A warp, and what it waits for. */
class WarpFiber : public Scheduler
{
public:
  enum class State
  {
    Ready,
    AtBarrier,
    AtClusterBarrier,
    Done
  };

  void
  Start(const Launch & launch, Block & block, std::uint32_t number, std::uint32_t threads);

  void
  Continue()
  {
    fiber.Continue();
  }

  Votes
  WaitAtBarrier(int barrierOfBlock, std::uint32_t threads, LaneMask votesOfLanes) override
  {
    votes = { 0, static_cast<std::uint32_t>(std::popcount(votesOfLanes)) };
    barrier = barrierOfBlock;
    threadsOfBarrier = threads;
    this->Wait(State::AtBarrier);
    return votes;
  }

  void
  WaitForCluster() override
  {
    this->Wait(State::AtClusterBarrier);
  }

  void
  Pause() override
  {
    fiber.Pause();
  }

  Warp          warp;
  State         state{ State::Done };
  int           barrier{ 0 };
  Votes         votes{ 0, 0 };
  std::uint32_t threadsOfBarrier{ 0 };

private:
  void
  Wait(State until)
  {
    state = until;
    fiber.Pause();
  }

  void
  SetSpecialRegisters(const Launch & launch);

  Fiber fiber;
};

void
WarpFiber::Start(const Launch & launch, Block & block, std::uint32_t number, std::uint32_t threads)
{
  // Of calls within it.
  constexpr std::size_t bytesOfCallees = std::size_t{ 1 } << 20;
  warp.launch = &launch;
  warp.block = &block;
  warp.number = number;
  warp.ForgetMemory();
  const std::uint32_t lanes = std::min<std::uint32_t>(Lanes, threads - number * Lanes);
  warp.left = lanes == Lanes ? ~LaneMask{ 0 } : (LaneMask{ 1 } << lanes) - 1;
  warp.frames.resize(std::max(warp.frames.size(), launch.function->bytesOfFrame + bytesOfCallees));
  for (int lane = 0; lane < Lanes; ++lane)
  {
    warp.openCopies[lane].clear();
    warp.committedCopies[lane].clear();
  }
  this->SetSpecialRegisters(launch);
  state = State::Ready;
  fiber.Start([this] {
    RunWarp(warp, *this);
    state = State::Done;
  });
}

void
WarpFiber::SetSpecialRegisters(const Launch & launch)
{
  using Register = SpecialRegister;
  warp.specialRegisters.resize(static_cast<std::size_t>(Register::Number) * Lanes * 4);
  auto * const values = reinterpret_cast<std::uint32_t *>(warp.specialRegisters.data());
  const auto   set = [&](Register which, const auto & get) {
    for (std::uint32_t lane = 0; lane < Lanes; ++lane)
    {
      values[static_cast<std::size_t>(which) * Lanes + lane] = static_cast<std::uint32_t>(get(lane));
    }
  };
  const auto   setAll = [&](Register which, std::uint32_t value) { set(which, [&](std::uint32_t) { return value; }); };
  const auto   getThread = [&](std::uint32_t lane) { return warp.number * Lanes + lane; };
  const auto & threads = launch.threads;
  set(Register::ThreadX, [&](std::uint32_t lane) { return getThread(lane) % threads[0]; });
  set(Register::ThreadY, [&](std::uint32_t lane) { return getThread(lane) / threads[0] % threads[1]; });
  set(Register::ThreadZ, [&](std::uint32_t lane) { return getThread(lane) / threads[0] / threads[1]; });
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto along = [axis](Register x) { return static_cast<Register>(static_cast<int>(x) + axis); };
    setAll(along(Register::ThreadsX), threads[axis]);
    setAll(along(Register::BlockX), warp.block->index[axis]);
    setAll(along(Register::BlocksX), launch.blocks[axis]);
  }
  set(Register::Lane, [](std::uint32_t lane) { return lane; });
  setAll(Register::Warp, warp.number);
  set(Register::LanesBelow, [](std::uint32_t lane) { return (1u << lane) - 1; });
  set(Register::LanesUpToThis, [](std::uint32_t lane) { return (2u << lane) - 1; });
  set(Register::LanesAbove, [](std::uint32_t lane) { return ~((2u << lane) - 1); });
  set(Register::LanesFromThis, [](std::uint32_t lane) { return ~((1u << lane) - 1); });
  set(Register::LaneBit, [](std::uint32_t lane) { return 1u << lane; });
  setAll(Register::Multiprocessor, 0);
  setAll(Register::Multiprocessors, 1);
  setAll(Register::DynamicSharedMemory, static_cast<std::uint32_t>(launch.bytesOfDynamicShared));
  setAll(Register::BlockOfCluster, warp.block->rankInCluster);
  setAll(Register::BlocksOfCluster, launch.blocksOfCluster);
}

/** Fibers that are not in use; a warp's memory is large. They are never destroyed, as what a program enqueued may run when
 * it ends. */
std::vector<std::unique_ptr<WarpFiber>> &
GetIdleFibers()
{
  static thread_local auto * const idle = new std::vector<std::unique_ptr<WarpFiber>>;
  return *idle;
}

/** CUDAIMAGEFILTERS_EMULATED_SEED has warps run in a random order. */
class Order
{
public:
  Order()
    : m_Seed(std::getenv("CUDAIMAGEFILTERS_EMULATED_SEED"))
    , m_Random(m_Seed == nullptr ? 0 : static_cast<unsigned int>(std::strtoul(m_Seed, nullptr, 10)))
  {}

  void
  Shuffle(std::vector<WarpFiber *> & warps)
  {
    if (m_Seed != nullptr)
    {
      std::shuffle(warps.begin(), warps.end(), m_Random);
    }
  }

private:
  const char * m_Seed;
  std::mt19937 m_Random;
};

/** A block on its way. */
class BlockRun
{
public:
  BlockRun(const Launch & launch, std::size_t number, std::vector<Block *> & cluster)
  {
    block.index[0] = static_cast<std::uint32_t>(number % launch.blocks[0]);
    block.index[1] = static_cast<std::uint32_t>(number / launch.blocks[0] % launch.blocks[1]);
    block.index[2] = static_cast<std::uint32_t>(number / launch.blocks[0] / launch.blocks[1]);
    block.rankInCluster = static_cast<std::uint32_t>(number % launch.blocksOfCluster);
    block.cluster = &cluster;
    constexpr std::size_t alignment = 1024;
    block.shared.assign(
      (launch.function->bytesOfShared + alignment - 1) / alignment * alignment + launch.bytesOfDynamicShared, 0xa5);
    cluster.push_back(&block);

    const std::uint32_t threads = launch.threads[0] * launch.threads[1] * launch.threads[2];
    auto &              idle = GetIdleFibers();
    for (std::uint32_t warp = 0; warp * Lanes < threads; ++warp)
    {
      if (idle.empty())
      {
        idle.push_back(std::make_unique<WarpFiber>());
      }
      m_Fibers.push_back(std::move(idle.back()));
      idle.pop_back();
      m_Fibers.back()->Start(launch, block, warp, threads);
    }
  }

  ~BlockRun()
  {
    auto & idle = GetIdleFibers();
    std::move(m_Fibers.begin(), m_Fibers.end(), std::back_inserter(idle));
  }

  BlockRun(const BlockRun &) = delete;
  BlockRun &
  operator=(const BlockRun &) = delete;

  /** Runs each warp until it waits, and ends barriers at which all have arrived. \return whether all warps are done */
  bool
  Continue(Order & order)
  {
    std::vector<WarpFiber *> warps;
    for (const auto & fiber : m_Fibers)
    {
      warps.push_back(fiber.get());
    }
    order.Shuffle(warps);
    for (auto * const warp : warps)
    {
      if (warp->state == WarpFiber::State::Ready)
      {
        warp->Continue();
      }
    }
    return this->EndBarriers();
  }

  bool
  IsAtClusterBarrier() const
  {
    return std::all_of(m_Fibers.begin(), m_Fibers.end(), [](const auto & fiber) {
      return fiber->state == WarpFiber::State::AtClusterBarrier || fiber->state == WarpFiber::State::Done;
    });
  }

  void
  EndClusterBarrier()
  {
    for (const auto & fiber : m_Fibers)
    {
      fiber->state = fiber->state == WarpFiber::State::AtClusterBarrier ? WarpFiber::State::Ready : fiber->state;
    }
  }

  Block block;

private:
  bool
  EndBarriers()
  {
    std::uint32_t left = 0;
    bool          isStuck = true;
    for (const auto & fiber : m_Fibers)
    {
      left += std::popcount(fiber->warp.left);
      isStuck =
        isStuck && fiber->state != WarpFiber::State::Ready && fiber->state != WarpFiber::State::AtClusterBarrier;
    }
    if (left == 0)
    {
      return true;
    }
    constexpr int barriers = 16;
    for (int barrier = 0; barrier < barriers; ++barrier)
    {
      std::uint32_t arrived = 0;
      std::uint32_t wanted = left;
      std::uint32_t votes = 0;
      for (const auto & fiber : m_Fibers)
      {
        if (fiber->state == WarpFiber::State::AtBarrier && fiber->barrier == barrier)
        {
          votes += fiber->votes.votes;
          arrived += fiber->threadsOfBarrier == 0 ? std::popcount(fiber->warp.left) : Lanes;
          wanted = fiber->threadsOfBarrier == 0 ? wanted : fiber->threadsOfBarrier;
        }
      }
      if (arrived == 0 || arrived < wanted)
      {
        continue;
      }
      isStuck = false;
      for (const auto & fiber : m_Fibers)
      {
        if (fiber->state == WarpFiber::State::AtBarrier && fiber->barrier == barrier)
        {
          fiber->votes = { arrived, votes };
          fiber->state = WarpFiber::State::Ready;
        }
      }
    }
    if (isStuck)
    {
      throw Fault("warps that wait at barriers for each other");
    }
    return false;
  }

  std::vector<std::unique_ptr<WarpFiber>> m_Fibers;
};

/** Runs blocks that may wait for each other. */
void
RunAtOnce(const Launch & launch, std::size_t first, std::size_t number, Order & order)
{
  std::vector<Block *>                   cluster;
  std::vector<std::unique_ptr<BlockRun>> runs;
  for (std::size_t i = 0; i < number; ++i)
  {
    runs.push_back(std::make_unique<BlockRun>(launch, first + i, cluster));
  }
  std::vector<bool> areDone(number);
  while (std::find(areDone.begin(), areDone.end(), false) != areDone.end())
  {
    for (std::size_t i = 0; i < number; ++i)
    {
      areDone[i] = areDone[i] || runs[i]->Continue(order);
    }
    if (launch.blocksOfCluster > 1 &&
        std::all_of(runs.begin(), runs.end(), [](const auto & run) { return run->IsAtClusterBarrier(); }))
    {
      for (const auto & run : runs)
      {
        run->EndClusterBarrier();
      }
    }
  }
}
} // namespace

void
Run(const Launch & launch)
{
  Decode(*launch.function);
  Order             order;
  const std::size_t blocks = std::size_t{ launch.blocks[0] } * launch.blocks[1] * launch.blocks[2];
  const std::size_t atOnce = launch.isCooperative ? blocks : launch.blocksOfCluster;
  for (std::size_t first = 0; first < blocks; first += atOnce)
  {
    RunAtOnce(launch, first, atOnce, order);
  }
}
} // namespace itk::DeviceTesting::ptx
