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
#include "PtxDecoder.h"
#include "PtxText.h"

namespace itk::DeviceTesting::ptx
{
auto
Decoder::ReadList(const std::string & text) -> Strings
{
  return text[0] == '{' || text[0] == '(' ? SplitAtCommas(text.substr(1, text.size() - 2)) : Strings{ text };
}

void
Decoder::ReadDestinations(const std::string & text, Instruction & instruction)
{
  const auto bar = text.find('|');
  instruction.destination = m_Names.Read(Trim(text.substr(0, bar)), 4);
  if (bar != std::string::npos)
  {
    instruction.secondDestination = m_Names.Read(Trim(text.substr(bar + 1)), 4);
  }
}

void
Decoder::ReadTogether(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  instruction.kind = Kind::Together;
  instruction.isWarpBarrier = opcode.name == "bar";
  std::size_t at = 0;
  if (opcode.name != "bar")
  {
    this->ReadDestinations(operands.at(at++), instruction);
  }
  for (std::size_t i = at; i < operands.size(); ++i)
  {
    auto operand = operands[i];
    if (opcode.name == "vote" && i == at)
    {
      instruction.isLastSourceNegated = operand[0] == '!';
      instruction.sources.push_back(m_Names.ReadPredicate(operand.substr(operand[0] == '!' ? 1 : 0)));
      continue;
    }
    const bool isValue = opcode.name == "match" && i == at;
    instruction.sources.push_back(m_Names.Read(operand, isValue ? GetSizeInBytes(opcode.GetType()) : 4));
  }
  instruction.run = FindTogether(opcode);
}

void
Decoder::ReadMatrixProduct(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  instruction.kind = Kind::Together;
  for (const auto & element : ReadList(operands.at(0)))
  {
    instruction.elements.push_back(m_Names.Read(element, 4));
  }
  for (std::size_t i = 1; i < operands.size(); ++i)
  {
    for (const auto & element : ReadList(operands[i]))
    {
      instruction.sources.push_back(m_Names.Read(element, 4));
    }
  }
  // All lanes take part.
  instruction.sources.push_back(m_Names.Read("-1", 4));
  instruction.run = FindMatrixProduct(opcode);
}

void
Decoder::ReadMemory(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  const bool        hasDestination = opcode.name[0] == 'l' || opcode.name == "atom";
  const std::size_t bytes = GetSizeInBytes(opcode.GetType());
  std::size_t       at = hasDestination ? 1 : 0;
  instruction.address = m_Names.ReadAddress(operands.at(at++));
  if (instruction.address.space != Space::Frame)
  {
    instruction.address.space = opcode.Has("global")                              ? Space::Global
                                : opcode.HasPrefix("shared")                      ? Space::Shared
                                : opcode.HasPrefix("param") && m_Function.isEntry ? Space::Parameters
                                                                                  : Space::Generic;
  }
  const bool isAtomic = opcode.name == "atom" || opcode.name == "red";
  if (hasDestination || opcode.name == "st")
  {
    for (const auto & element : ReadList(hasDestination ? operands[0] : operands.at(at)))
    {
      instruction.elements.push_back(m_Names.Read(element, bytes));
    }
  }
  for (; isAtomic && at < operands.size(); ++at)
  {
    instruction.sources.push_back(m_Names.Read(operands[at], bytes));
  }
  instruction.run = FindMemoryHandler(opcode, instruction);
}

void
Decoder::ReadAsyncCopy(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  if (opcode.Has("bulk") || opcode.Has("mbarrier"))
  {
    this->ReadCopyWithBarrier(opcode, operands, instruction);
    return;
  }
  if (!opcode.Has("async"))
  {
    throw Fault("a copy of this kind");
  }
  if (opcode.Has("wait_group"))
  {
    instruction.option = std::stoi(operands.at(0));
  }
  else if (!opcode.Has("commit_group") && !opcode.Has("wait_all"))
  {
    instruction.address = m_Names.ReadAddress(operands.at(0));
    instruction.address.space = Space::Shared;
    instruction.from = m_Names.ReadAddress(operands.at(1));
    instruction.from.space = Space::Global;
    instruction.option = std::stoi(operands.at(2));
    if (operands.size() > 3)
    {
      instruction.sources.push_back(m_Names.Read(operands[3], 4));
    }
  }
  instruction.run = FindMemoryHandler(opcode, instruction);
}

/** Of the bulk copies those of a run of bytes to shared memory. */
void
Decoder::ReadCopyWithBarrier(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  const bool isBulk = opcode.Has("bulk");
  if (!isBulk && !opcode.Has("noinc"))
  {
    throw Fault("an arrival of this kind");
  }
  if (isBulk && !(opcode.HasPrefix("shared") && opcode.Has("global") && opcode.Has("mbarrier::complete_tx::bytes")))
  {
    throw Fault("a copy of this kind");
  }
  instruction.address = m_Names.ReadAddress(operands.at(0));
  instruction.address.space = Space::Shared;
  if (isBulk)
  {
    instruction.from = m_Names.ReadAddress(operands.at(1));
    instruction.from.space = Space::Global;
    instruction.sources.push_back(m_Names.Read(operands.at(2), 4));
    instruction.barrier = m_Names.ReadAddress(operands.at(3));
    instruction.barrier.space = Space::Shared;
  }
  instruction.run = FindMemoryBarrierHandler(opcode);
}

void
Decoder::ReadMemoryBarrier(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  std::size_t at = opcode.Has("init") ? 0 : 1;
  if (opcode.Has("try_wait"))
  {
    instruction.kind = Instruction::Kind::MemoryWait;
    instruction.destination = m_Names.ReadPredicate(operands.at(0));
  }
  else if (opcode.Has("arrive"))
  {
    // Else the last operand is how many arrive at once.
    if (operands.size() > 2 && !opcode.Has("expect_tx"))
    {
      throw Fault("an arrival of this kind");
    }
    instruction.destination = operands.at(0) == "_" ? Operand{} : m_Names.Read(operands[0], 8);
  }
  instruction.address = m_Names.ReadAddress(operands.at(at++));
  instruction.address.space = Space::Shared;
  for (; at < operands.size(); ++at)
  {
    instruction.sources.push_back(m_Names.Read(operands[at], 4));
  }
  instruction.run = FindMemoryBarrierHandler(opcode);
}

void
Decoder::ReadMove(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  const std::string & to = operands.at(0);
  const std::string & from = operands.at(1);
  const std::size_t   bytes = GetSizeInBytes(opcode.GetType());
  const bool          isUnpacked = to[0] == '{';
  if (isUnpacked || from[0] == '{')
  {
    const auto list = ReadList(isUnpacked ? to : from);
    for (const auto & name : list)
    {
      instruction.elements.push_back(m_Names.Read(name, bytes / list.size()));
    }
    instruction.option = static_cast<int>(bytes / list.size());
  }
  if (!isUnpacked)
  {
    instruction.destination = m_Names.Read(to, bytes);
  }
  if (const auto * const variable = m_Names.FindLaneVariable(from))
  {
    instruction.address.space = Space::Frame;
    instruction.address.variable = *variable;
  }
  else if (from == "%clock" || from == "%clock64" || from == "%globaltimer")
  {
    throw Fault("a clock");
  }
  else if (from[0] != '{')
  {
    const bool isPredicate = opcode.GetType() == Type::Pred;
    instruction.sources.push_back(isPredicate ? m_Names.ReadPredicate(from) : m_Names.Read(from, bytes));
  }
  instruction.run = FindMove(opcode, instruction);
}

void
Decoder::ReadOthers(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  const auto & name = opcode.name;
  this->ReadDestinations(operands.at(0), instruction);
  const std::size_t width = GetSizeInBytes(opcode.GetType());
  for (std::size_t i = 1; i < operands.size(); ++i)
  {
    auto       operand = operands[i];
    const bool isLast = i + 1 == operands.size();
    if (operand[0] == '!' && isLast)
    {
      instruction.isLastSourceNegated = true;
      operand = operand.substr(1);
    }
    const bool isPredicate = opcode.GetType() == Type::Pred || ((name == "selp" || name == "setp") && i == 3);
    const bool isAmount = ((name == "shl" || name == "shr") && i == 2) || (name == "bfe" && i > 1) ||
                          (name == "bfi" && i > 2) || name == "prmt" || name == "lop3" || name == "shf";
    const bool isWide = name == "mad" && opcode.Has("wide") && i == 3;
    instruction.sources.push_back(isPredicate ? m_Names.ReadPredicate(operand)
                                              : m_Names.Read(operand,
                                                             isAmount ? 4
                                                             : isWide ? 2 * width
                                                                      : width));
  }
  if (name == "cvt")
  {
    instruction.run = FindConversion(opcode, instruction);
  }
  else if (name == "cvta" || name == "isspacep" || name == "mapa")
  {
    instruction.run = FindAddressHandler(opcode, instruction);
  }
  else
  {
    instruction.run = FindMove(opcode, instruction);
  }
  if (instruction.run == nullptr)
  {
    const bool isFloat = opcode.GetType() == Type::F32 || opcode.GetType() == Type::F64;
    instruction.run = isFloat ? FindFloatHandler(opcode, instruction) : FindIntegerHandler(opcode, instruction);
  }
}
} // namespace itk::DeviceTesting::ptx
