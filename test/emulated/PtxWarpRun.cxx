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
#include <cstring>

// What a warp does with other functions, other warps and among its lanes.
namespace itk::DeviceTesting::ptx
{
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
