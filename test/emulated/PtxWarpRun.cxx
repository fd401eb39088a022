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
#include "PtxWarpRun.h"
#include <algorithm>
#include <cstring>

namespace itk::DeviceTesting::ptx
{
namespace
{
// A warp of a cooperative launch may wait for another by looking at memory.
constexpr std::uint64_t StepsBetweenPauses = 2048;

/** Lanes at the same instruction. */
struct Group
{
  std::uint32_t place;
  LaneMask      lanes;
};

/** A warp in a function. Of its lanes those at the first instruction, in the order of the text, run, until they meet others
 * or go back; so lanes that parted come together again as early as the compiler laid out. Lanes that must do something
 * together with others wait there until these come. */
class FunctionRun
{
public:
  FunctionRun(Warp & warp, Scheduler & scheduler, Function & function, std::uint64_t & steps)
    : m_Warp(warp)
    , m_Scheduler(scheduler)
    , m_Function(function)
    , m_Steps(steps)
    , m_Left(warp.active)
    , m_Lanes(warp.active)
  {}

  void
  Run();

private:
  using Kind = Instruction::Kind;

  void
  Step(const Instruction & instruction);
  void
  Branch(const Instruction & instruction);
  void
  BranchByTable(const Instruction & instruction);
  void
  Leave(Kind kind);
  void
  Call(const Instruction & instruction);
  void
  WaitAtBarrier(const Instruction & instruction);
  void
  DoTogether(const Instruction & instruction);

  /** Whether some of `lanes` are elsewhere: then those here wait for them. */
  bool
  HasToWaitFor(LaneMask lanes);

  void
  GoTo(std::uint32_t place);

  /** Goes on with the lanes that are furthest back; false if none is left. */
  bool
  TakeFirst();

  void
  Gather(std::vector<Group> & groups);

  Warp &             m_Warp;
  Scheduler &        m_Scheduler;
  Function &         m_Function;
  std::uint64_t &    m_Steps;
  LaneMask           m_Left;  // that have not returned
  LaneMask           m_Lanes; // that run
  std::uint32_t      m_Place{ 0 };
  std::vector<Group> m_Others;
  std::vector<Group> m_Waiting; // for others
};

void
FunctionRun::Run()
{
  while (m_Lanes != 0 || this->TakeFirst())
  {
    const std::uint32_t place = m_Place;
    const Instruction & instruction = m_Function.code[place];
    m_Warp.active = m_Lanes;
    if (instruction.isGuarded)
    {
      const LaneMask guard = m_Warp.GetPredicate(instruction.guard);
      m_Warp.active &= instruction.isGuardNegated ? ~guard : guard;
    }
    try
    {
      this->Step(instruction);
    }
    catch (const Fault & fault)
    {
      throw Fault(fault.what() + std::string(", instruction ") + std::to_string(place) + " of " + m_Function.name);
    }
    if (m_Warp.launch->isCooperative && ++m_Steps % StepsBetweenPauses == 0)
    {
      m_Scheduler.Pause();
    }
  }
}

void
FunctionRun::Step(const Instruction & instruction)
{
  if (instruction.kind == Kind::Branch)
  {
    this->Branch(instruction);
    return;
  }
  if (m_Warp.active == 0)
  {
    this->GoTo(m_Place + 1);
    return;
  }
  switch (instruction.kind)
  {
    case Kind::BranchTable:
      this->BranchByTable(instruction);
      return;
    case Kind::Exit:
    case Kind::Return:
      this->Leave(instruction.kind);
      return;
    case Kind::Trap:
      throw Fault("a trap");
    case Kind::Barrier:
      this->WaitAtBarrier(instruction);
      return;
    case Kind::ClusterBarrier:
      if (!this->HasToWaitFor(m_Left))
      {
        m_Scheduler.WaitForCluster();
        this->GoTo(m_Place + 1);
      }
      return;
    case Kind::Together:
      this->DoTogether(instruction);
      return;
    case Kind::Call:
      this->Call(instruction);
      break;
    default:
      instruction.run(m_Warp, instruction);
  }
  this->GoTo(m_Place + 1);
}

void
FunctionRun::Branch(const Instruction & instruction)
{
  const LaneMask taken = m_Warp.active;
  const LaneMask others = m_Lanes & ~taken;
  if (taken == 0)
  {
    this->GoTo(m_Place + 1);
    return;
  }
  if (others != 0)
  {
    m_Others.push_back({ m_Place + 1, others });
    m_Lanes = taken;
  }
  this->GoTo(instruction.targets[0]);
}

void
FunctionRun::BranchByTable(const Instruction & instruction)
{
  const auto * const index = m_Warp.GetRow<const std::uint32_t>(instruction.sources[0]);
  m_Warp.ForEachActiveLane(
    [&](int lane) { m_Others.push_back({ instruction.targets.at(index[lane]), LaneMask{ 1 } << lane }); });
  if (m_Warp.active != m_Lanes)
  {
    m_Others.push_back({ m_Place + 1, m_Lanes & ~m_Warp.active });
  }
  m_Lanes = 0;
}

void
FunctionRun::Leave(Kind kind)
{
  const LaneMask lanes = m_Warp.active;
  m_Left &= ~lanes;
  m_Lanes &= ~lanes;
  if (kind == Kind::Exit && !m_Function.isEntry)
  {
    throw Fault("an exit within a function");
  }
  if (m_Function.isEntry)
  {
    m_Warp.left &= ~lanes;
  }
  // Nobody waits for them any more.
  m_Others.insert(m_Others.end(), m_Waiting.begin(), m_Waiting.end());
  m_Waiting.clear();
  if (m_Lanes != 0)
  {
    this->GoTo(m_Place + 1);
  }
}

void
FunctionRun::Call(const Instruction & instruction)
{
  if (instruction.callee == nullptr)
  {
    throw Fault("a call of " + instruction.calleesName);
  }
  Function & callee = *instruction.callee;
  Decode(callee);
  Warp &                warp = m_Warp;
  const LaneMask        lanes = warp.active;
  unsigned char * const callersRows[]{ warp.rows[0], warp.rows[1] };
  unsigned char * const frame = callersRows[Operand::InFrame] + m_Function.bytesOfFrame / 64 * 64 + 64;
  if (frame + callee.bytesOfFrame > warp.frames.data() + warp.frames.size())
  {
    throw Fault("too deep a call");
  }
  const auto copy =
    [&](const LaneVariable & from, unsigned char * fromFrame, const LaneVariable & to, unsigned char * toFrame) {
      for (int lane = 0; lane < Lanes; ++lane)
      {
        if ((lanes >> lane & 1) != 0)
        {
          std::memcpy(toFrame + to.offset + std::size_t{ to.bytes } * lane,
                      fromFrame + from.offset + std::size_t{ from.bytes } * lane,
                      std::min(from.bytes, to.bytes));
        }
      }
    };
  for (std::size_t i = 0; i < instruction.arguments.size(); ++i)
  {
    copy(instruction.arguments[i], callersRows[Operand::InFrame], callee.parametersInFrame.at(i), frame);
  }
  warp.rows[Operand::InFrame] = frame;
  warp.rows[Operand::InConstants] = callee.constants.data();
  warp.function = &callee;
  FunctionRun(warp, m_Scheduler, callee, m_Steps).Run();
  warp.function = &m_Function;
  warp.rows[Operand::InFrame] = callersRows[Operand::InFrame];
  warp.rows[Operand::InConstants] = callersRows[Operand::InConstants];
  for (std::size_t i = 0; i < instruction.results.size(); ++i)
  {
    copy(callee.resultsInFrame.at(i), frame, instruction.results[i], callersRows[Operand::InFrame]);
  }
}

void
FunctionRun::WaitAtBarrier(const Instruction & instruction)
{
  if (this->HasToWaitFor(m_Left))
  {
    return;
  }
  const int  lane = std::countr_zero(m_Lanes);
  const auto read = [&](std::size_t source) {
    return source < instruction.sources.size() ? m_Warp.GetRow<const std::uint32_t>(instruction.sources[source])[lane]
                                               : 0;
  };
  LaneMask votes = 0;
  if (instruction.option != 0)
  {
    const LaneMask predicate = m_Warp.GetPredicate(instruction.elements[0]);
    votes = (instruction.isLastSourceNegated ? ~predicate : predicate) & m_Lanes;
  }
  const auto result = m_Scheduler.WaitAtBarrier(static_cast<int>(read(0)), read(1), votes);
  m_Warp.active = m_Lanes;
  if (instruction.option == Instruction::CountVotes)
  {
    m_Warp.ForEachActiveLane(
      [&](int each) { m_Warp.GetRow<std::uint32_t>(instruction.destination)[each] = result.votes; });
  }
  else if (instruction.option != 0)
  {
    const bool isSet = instruction.option == Instruction::AllVotes ? result.votes == result.threads : result.votes > 0;
    m_Warp.SetPredicate(instruction.destination, isSet ? ~LaneMask{ 0 } : 0);
  }
  this->GoTo(m_Place + 1);
}

void
FunctionRun::DoTogether(const Instruction & instruction)
{
  const auto * const masks = m_Warp.GetRow<const LaneMask>(instruction.sources.back());
  LaneMask           wanted = 0;
  m_Warp.ForEachActiveLane([&](int lane) {
    wanted |= masks[lane];
    if ((masks[lane] >> lane & 1) == 0)
    {
      throw Fault("a lane that is not in its own mask");
    }
  });
  if (m_Warp.active == m_Lanes && this->HasToWaitFor(wanted & m_Left))
  {
    return;
  }
  // Those of a mask do it together.
  for (LaneMask left = m_Warp.active; left != 0;)
  {
    const LaneMask mask = masks[std::countr_zero(left)];
    m_Warp.active = left;
    LaneMask group = 0;
    m_Warp.ForEachActiveLane([&](int lane) { group |= LaneMask{ masks[lane] == mask } << lane; });
    m_Warp.active = group;
    instruction.run(m_Warp, instruction);
    left &= ~group;
  }
  this->GoTo(m_Place + 1);
}

bool
FunctionRun::HasToWaitFor(LaneMask lanes)
{
  if ((lanes & ~m_Lanes) == 0)
  {
    return false;
  }
  m_Waiting.push_back({ m_Place, m_Lanes });
  m_Lanes = 0;
  return true;
}

void
FunctionRun::GoTo(std::uint32_t place)
{
  m_Place = place;
  if (m_Others.empty() && m_Waiting.empty())
  {
    return;
  }
  this->Gather(m_Others);
  this->Gather(m_Waiting);
  const auto isBefore = [place](const Group & group) { return group.place < place; };
  if (std::any_of(m_Others.begin(), m_Others.end(), isBefore))
  {
    m_Others.push_back({ place, m_Lanes });
    m_Lanes = 0;
  }
}

void
FunctionRun::Gather(std::vector<Group> & groups)
{
  const auto kept = std::remove_if(groups.begin(), groups.end(), [this](const Group & group) {
    const bool isHere = group.place == m_Place;
    m_Lanes |= isHere ? group.lanes : 0;
    return isHere;
  });
  groups.erase(kept, groups.end());
}

bool
FunctionRun::TakeFirst()
{
  const auto isBefore = [](const Group & a, const Group & b) { return a.place < b.place; };
  const auto isBarrier = [this](const Group & group) { return m_Function.code[group.place].isWarpBarrier; };
  if (m_Others.empty() && std::all_of(m_Waiting.begin(), m_Waiting.end(), isBarrier))
  {
    // Barriers need not be the same one.
    for (const auto & group : m_Waiting)
    {
      m_Others.push_back({ group.place + 1, group.lanes });
    }
    m_Waiting.clear();
  }
  if (m_Others.empty())
  {
    if (!m_Waiting.empty())
    {
      throw Fault("lanes that wait for each other at " + std::to_string(m_Waiting.size()) +
                  " places, the first of them " + std::to_string(m_Waiting[0].place));
    }
    return false;
  }
  m_Place = std::min_element(m_Others.begin(), m_Others.end(), isBefore)->place;
  this->Gather(m_Others);
  this->Gather(m_Waiting);
  return true;
}
} // namespace

void
RunWarp(Warp & warp, Scheduler & scheduler)
{
  std::uint64_t steps = 0;
  warp.function = warp.launch->function;
  warp.rows[Operand::InFrame] = warp.frames.data();
  warp.rows[Operand::InConstants] = warp.function->constants.data();
  warp.rows[Operand::InSpecialRegisters] = warp.specialRegisters.data();
  warp.active = warp.left;
  FunctionRun(warp, scheduler, *warp.function, steps).Run();
}
} // namespace itk::DeviceTesting::ptx
