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
#ifndef PtxNames_h
#define PtxNames_h

#include "PtxProgram.h"
#include <map>
#include <optional>

namespace itk::DeviceTesting::ptx
{
/** What the names in a function's body stand for. */
class Names
{
public:
  explicit Names(Function & function);

  /** ".reg .b32 %r<12>;", ".local ...", ".shared ..." or ".param ...", without the semicolon. */
  void
  Declare(const std::string & statement);

  /** Registers that are declared from the first on hide others of their names until the second. */
  void
  BeginScope();
  void
  EndScope();

  /** A register, the address of a variable, or a number of so many bytes; "_" is nowhere. */
  Operand
  Read(const std::string & name, std::size_t bytes);

  /** A predicate; of a number all lanes have the same. */
  Operand
  ReadPredicate(const std::string & name);

  /** "[name+offset]". */
  Address
  ReadAddress(const std::string & text);

  /** A parameter of a call, or a variable in local memory; nullptr if the name is none. */
  const LaneVariable *
  FindLaneVariable(const std::string & name) const;

private:
  std::uint32_t
  AllocateInFrame(std::uint32_t bytes, std::uint32_t alignment);
  const LaneVariable &
  AddLaneVariable(const std::string & name, std::uint32_t bytes, std::uint32_t alignment);
  void
  AddRegister(const std::string & name, Type type);
  Operand
  MakeConstant(std::uint64_t bits, std::size_t bytes);
  bool
  FindAddress(const std::string & name, std::uint64_t & address) const;

  // What the names of a scope's registers stood for before it, the first one first.
  using Hidden = std::vector<std::pair<std::string, std::optional<Operand>>>;

  Function &                                               m_Function;
  std::unordered_map<std::string, Operand>                 m_Registers;
  std::vector<Hidden>                                      m_Scopes;
  std::map<std::string, LaneVariable>                      m_LaneVariables;
  std::map<std::string, std::uint64_t>                     m_Addresses;
  std::map<std::pair<std::uint64_t, std::size_t>, Operand> m_Constants;
};

/** The special registers that there are, in the order in which a warp has them; each is of 32 bits. */
enum class SpecialRegister
{
  ThreadX,
  ThreadY,
  ThreadZ,
  ThreadsX,
  ThreadsY,
  ThreadsZ,
  BlockX,
  BlockY,
  BlockZ,
  BlocksX,
  BlocksY,
  BlocksZ,
  Lane,
  Warp,
  LanesBelow,
  LanesUpToThis,
  LanesAbove,
  LanesFromThis,
  LaneBit,
  Multiprocessor,
  Multiprocessors,
  DynamicSharedMemory,
  BlockOfCluster,
  BlocksOfCluster,
  Number
};
} // namespace itk::DeviceTesting::ptx

#endif
