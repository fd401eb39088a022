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
#include "PtxFunctionRun.h"
#include <algorithm>

// Which lanes run, and where.
namespace itk::DeviceTesting::ptx
{
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
    case Kind::MemoryWait:
      instruction.run(m_Warp, instruction);
      if ((m_Warp.active & ~m_Warp.GetPredicate(instruction.destination)) != 0)
      {
        m_Scheduler.Pause();
      }
      break;
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
} // namespace itk::DeviceTesting::ptx
