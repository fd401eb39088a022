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
#ifndef PtxFunctionRun_h
#define PtxFunctionRun_h

#include "PtxWarpRun.h"

namespace itk::DeviceTesting::ptx
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
} // namespace itk::DeviceTesting::ptx

#endif
