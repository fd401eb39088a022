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
#include <algorithm>
#include <cctype>
#include <set>

namespace itk::DeviceTesting::ptx
{
void
Decoder::Run()
{
  const std::string & text = m_Function.module->text;
  for (std::size_t i = m_Function.begin; i < m_Function.end;)
  {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0)
    {
      ++i;
      continue;
    }
    if (text[i] == '{' || text[i] == '}')
    {
      text[i] == '{' ? m_Names.BeginScope() : m_Names.EndScope();
      ++i;
      continue;
    }
    if (text.compare(i, 5, ".loc ") == 0 || text.compare(i, 5, ".loc\t") == 0)
    {
      i = text.find('\n', i);
      continue;
    }
    const auto end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$", i);
    if (text[end] == ':' && text[end + 1] != ':')
    {
      m_LastLabel = text.substr(i, end - i);
      m_Labels[m_LastLabel] = static_cast<std::uint32_t>(m_Function.code.size());
      i = end + 1;
      continue;
    }
    const auto semicolon = text.find(';', i);
    this->ReadStatement(Trim(text.substr(i, semicolon - i)));
    i = semicolon + 1;
  }
  for (const auto & [number, name] : m_Branches)
  {
    const auto table = m_Tables.find(name);
    for (const auto & label : table == m_Tables.end() ? Strings{ name } : table->second)
    {
      m_Function.code[number].targets.push_back(m_Labels.at(label));
    }
  }
  Instruction last;
  last.kind = Kind::Return;
  m_Function.code.push_back(last);
}

void
Decoder::ReadStatement(const std::string & text)
{
  const std::string table = ".branchtargets";
  try
  {
    if (text.rfind(table, 0) == 0)
    {
      m_Tables[m_LastLabel] = SplitAtCommas(text.substr(table.size()));
    }
    else if (text[0] != '.')
    {
      this->ReadInstruction(text);
    }
    else if (text.rfind(".pragma", 0) != 0)
    {
      m_Names.Declare(text);
    }
  }
  catch (const std::exception & error)
  {
    throw Fault("'" + text + "' is not understood: " + error.what());
  }
}

void
Decoder::ReadGuard(std::string & text, Instruction & instruction)
{
  if (text[0] == '@')
  {
    const std::size_t begin = text[1] == '!' ? 2 : 1;
    const auto        end = text.find_first_of(" \t\n", begin);
    instruction.isGuarded = true;
    instruction.isGuardNegated = begin == 2;
    instruction.guard = m_Names.ReadPredicate(text.substr(begin, end - begin));
    text = Trim(text.substr(end));
  }
}

void
Decoder::ReadInstruction(std::string text)
{
  Instruction instruction;
  this->ReadGuard(text, instruction);
  const auto   end = std::min(text.find_first_of(" \t\n"), text.size());
  const Opcode opcode(text.substr(0, end));
  const auto   operands = SplitAtCommas(text.substr(end));
  const auto & name = opcode.name;
  instruction.type = opcode.GetType();

  // Of what is done at once there is nothing to order, and no cache.
  static const std::set<std::string> nothing{ "membar",    "fence",         "prefetch",       "prefetchu",   "discard",
                                              "nanosleep", "applypriority", "griddepcontrol", "createpolicy" };
  opcode.CheckModifiers();
  if (nothing.count(name) != 0)
  {
    return;
  }
  if (this->ReadFlow(opcode, operands, instruction))
  {
    // It has no handler.
  }
  else if ((name == "bar" || name == "barrier") && !opcode.Has("warp"))
  {
    this->ReadBarrier(opcode, operands, instruction);
  }
  else if (name == "bar" || name == "shfl" || name == "vote" || name == "match" || name == "redux" || name == "elect")
  {
    this->ReadTogether(opcode, operands, instruction);
  }
  else if (name == "mma")
  {
    this->ReadMatrixProduct(opcode, operands, instruction);
  }
  else if (name == "ld" || name == "ldu" || name == "st" || name == "atom" || name == "red")
  {
    this->ReadMemory(opcode, operands, instruction);
  }
  else if (name == "cp")
  {
    this->ReadAsyncCopy(opcode, operands, instruction);
  }
  else if (name == "mbarrier")
  {
    this->ReadMemoryBarrier(opcode, operands, instruction);
  }
  else if (name == "mov")
  {
    this->ReadMove(opcode, operands, instruction);
  }
  else
  {
    this->ReadOthers(opcode, operands, instruction);
  }
  m_Function.code.push_back(std::move(instruction));
}

bool
Decoder::ReadFlow(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  static const std::map<std::string, Kind> kinds{ { "bra", Kind::Branch }, { "brx", Kind::BranchTable },
                                                  { "ret", Kind::Return }, { "exit", Kind::Exit },
                                                  { "trap", Kind::Trap },  { "call", Kind::Call } };
  const auto                               found = kinds.find(opcode.name);
  if (found == kinds.end())
  {
    return false;
  }
  instruction.kind = found->second;
  if (instruction.kind == Kind::BranchTable)
  {
    instruction.sources.push_back(m_Names.Read(operands.at(0), 4));
  }
  if (instruction.kind == Kind::Branch || instruction.kind == Kind::BranchTable)
  {
    m_Branches[m_Function.code.size()] = operands.back();
  }
  if (instruction.kind == Kind::Call)
  {
    this->ReadCall(operands, instruction);
  }
  return true;
}

std::vector<LaneVariable>
Decoder::ReadLaneVariables(const std::string & list) const
{
  std::vector<LaneVariable> variables;
  for (const auto & name : ReadList(list))
  {
    const auto * const variable = m_Names.FindLaneVariable(name);
    if (variable == nullptr)
    {
      throw Fault("parameter " + name);
    }
    variables.push_back(*variable);
  }
  return variables;
}

void
Decoder::ReadCall(const Strings & operands, Instruction & instruction)
{
  std::size_t at = 0;
  if (operands[0][0] == '(')
  {
    instruction.results = this->ReadLaneVariables(operands[at++]);
  }
  instruction.calleesName = operands.at(at++);
  if (at < operands.size() && operands[at][0] == '(')
  {
    instruction.arguments = this->ReadLaneVariables(operands[at]);
  }
  auto &     functions = m_Function.module->functions;
  const auto found = functions.find(instruction.calleesName);
  instruction.callee = found == functions.end() ? nullptr : &found->second;
}

void
Decoder::ReadBarrier(const Opcode & opcode, const Strings & operands, Instruction & instruction)
{
  if (opcode.Has("cluster"))
  {
    // All threads of a cluster arrive, and then wait: the first of both does nothing.
    instruction.kind = opcode.Has("wait") ? Kind::ClusterBarrier : Kind::Plain;
    instruction.run = [](Warp &, const Instruction &) {};
    return;
  }
  if (opcode.Has("arrive"))
  {
    throw Fault("a barrier of this kind");
  }
  instruction.kind = Kind::Barrier;
  auto numbers = operands;
  if (opcode.Has("red"))
  {
    const auto predicate = numbers.back();
    instruction.isLastSourceNegated = predicate[0] == '!';
    instruction.elements.push_back(m_Names.ReadPredicate(predicate.substr(predicate[0] == '!' ? 1 : 0)));
    instruction.destination = m_Names.Read(numbers.front(), 4);
    instruction.option = opcode.Has("popc")  ? Instruction::CountVotes
                         : opcode.Has("and") ? Instruction::AllVotes
                                             : Instruction::AnyVote;
    numbers = Strings(numbers.begin() + 1, numbers.end() - 1);
  }
  for (const auto & number : numbers)
  {
    instruction.sources.push_back(m_Names.Read(number, 4));
  }
}

void
Decode(Function & function)
{
  if (!function.code.empty())
  {
    return;
  }
  try
  {
    Decoder(function).Run();
  }
  catch (...)
  {
    function.code.clear();
    throw;
  }
}
} // namespace itk::DeviceTesting::ptx
