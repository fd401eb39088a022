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
#include "PtxNames.h"
#include "PtxText.h"
#include <algorithm>
#include <cctype>
#include <cstring>

namespace itk::DeviceTesting::ptx
{
namespace
{
// Rows begin where a vector register of the host may be loaded from.
constexpr std::uint32_t RowAlignment = 64;

const std::vector<std::string> SpecialNames{ "%tid.x",           "%tid.y",
                                             "%tid.z",           "%ntid.x",
                                             "%ntid.y",          "%ntid.z",
                                             "%ctaid.x",         "%ctaid.y",
                                             "%ctaid.z",         "%nctaid.x",
                                             "%nctaid.y",        "%nctaid.z",
                                             "%laneid",          "%warpid",
                                             "%lanemask_lt",     "%lanemask_le",
                                             "%lanemask_gt",     "%lanemask_ge",
                                             "%lanemask_eq",     "%smid",
                                             "%nsmid",           "%dynamic_smem_size",
                                             "%cluster_ctarank", "%cluster_nctarank" };
} // namespace

Names::Names(Function & function)
  : m_Function(function)
{
  function.bytesOfFrame = 0;
  for (const auto & parameter : function.parameters)
  {
    if (function.isEntry)
    {
      m_Addresses[parameter.name] = parameter.offset;
    }
    else
    {
      function.parametersInFrame.push_back(this->AddLaneVariable(parameter.name, parameter.bytes, RowAlignment));
    }
  }
  for (const auto & result : function.results)
  {
    function.resultsInFrame.push_back(this->AddLaneVariable(result.name, result.bytes, RowAlignment));
  }
  function.bytesOfShared = 0;
  for (auto & [name, variable] : function.module->variables)
  {
    if (variable.isDynamic)
    {
      m_Addresses[name] = DynamicShared;
    }
    else if (variable.isShared)
    {
      variable.offset = AlignUp(function.bytesOfShared, variable.alignment);
      function.bytesOfShared = variable.offset + variable.bytes;
      m_Addresses[name] = variable.offset;
    }
    else
    {
      m_Addresses[name] = reinterpret_cast<std::uint64_t>(variable.memory.data());
    }
  }
}

std::uint32_t
Names::AllocateInFrame(std::uint32_t bytes, std::uint32_t alignment)
{
  const std::uint32_t offset = AlignUp(m_Function.bytesOfFrame, alignment);
  m_Function.bytesOfFrame = offset + bytes;
  return offset;
}

const LaneVariable &
Names::AddLaneVariable(const std::string & name, std::uint32_t bytes, std::uint32_t alignment)
{
  // A name may come again, in another scope.
  LaneVariable & variable = m_LaneVariables[name];
  if (variable.bytes < bytes)
  {
    const std::uint32_t bytesOfLane = AlignUp(bytes, std::min(alignment, 16u));
    variable = { this->AllocateInFrame(bytesOfLane * Lanes, RowAlignment), bytesOfLane };
  }
  return variable;
}

void
Names::AddRegister(const std::string & name, Type type)
{
  const auto bytes = static_cast<std::uint8_t>(GetSizeInBytes(type));
  const bool isPredicate = type == Type::Pred;
  const auto offset =
    isPredicate ? this->AllocateInFrame(bytes, bytes) : this->AllocateInFrame(bytes * Lanes, RowAlignment);
  if (!m_Scopes.empty())
  {
    const auto found = m_Registers.find(name);
    m_Scopes.back().emplace_back(name, found == m_Registers.end() ? std::nullopt : std::optional(found->second));
  }
  m_Registers[name] = { offset, Operand::InFrame, bytes };
}

void
Names::BeginScope()
{
  m_Scopes.emplace_back();
}

void
Names::EndScope()
{
  if (m_Scopes.empty())
  {
    return; // It is the function's own.
  }
  std::for_each(m_Scopes.back().rbegin(), m_Scopes.back().rend(), [this](const auto & hidden) {
    if (hidden.second)
    {
      m_Registers[hidden.first] = *hidden.second;
    }
    else
    {
      m_Registers.erase(hidden.first);
    }
  });
  m_Scopes.pop_back();
}

void
Names::Declare(const std::string & statement)
{
  const auto words = SplitAtBlanks(statement);
  const auto rest = statement.substr(words[0].size());
  if (words[0] == ".reg")
  {
    Type type{};
    if (!FindType(words.at(1), type))
    {
      throw Fault("registers of " + words[1]);
    }
    for (const auto & name : SplitAtCommas(rest.substr(rest.find(words[1]) + words[1].size())))
    {
      const auto bracket = name.find('<');
      if (bracket == std::string::npos)
      {
        this->AddRegister(name, type);
        continue;
      }
      const int number = std::stoi(name.substr(bracket + 1));
      for (int i = 0; i < number; ++i)
      {
        this->AddRegister(name.substr(0, bracket) + std::to_string(i), type);
      }
    }
    return;
  }
  const auto declaration = ReadDeclaration(rest);
  if (words[0] == ".shared")
  {
    const std::uint32_t offset = AlignUp(m_Function.bytesOfShared, declaration.alignment);
    m_Function.bytesOfShared = offset + declaration.bytes;
    m_Addresses[declaration.name] = offset;
  }
  else if (words[0] == ".local" || words[0] == ".param")
  {
    this->AddLaneVariable(declaration.name, declaration.bytes, declaration.alignment);
  }
  else
  {
    throw Fault("directive " + words[0]);
  }
}

Operand
Names::MakeConstant(std::uint64_t bits, std::size_t bytes)
{
  auto & constant = m_Constants[{ bits, bytes }];
  if (constant.place == Operand::Nowhere)
  {
    auto &     constants = m_Function.constants;
    const auto offset = AlignUp(static_cast<std::uint32_t>(constants.size()), RowAlignment);
    constants.resize(offset + Lanes * bytes);
    for (std::size_t lane = 0; lane < Lanes; ++lane)
    {
      std::memcpy(constants.data() + offset + lane * bytes, &bits, bytes);
    }
    constant = { offset, Operand::InConstants, static_cast<std::uint8_t>(bytes) };
  }
  return constant;
}

bool
Names::FindAddress(const std::string & name, std::uint64_t & address) const
{
  const auto found = m_Addresses.find(name);
  if (found == m_Addresses.end())
  {
    return false;
  }
  address = found->second;
  return true;
}

const LaneVariable *
Names::FindLaneVariable(const std::string & name) const
{
  const auto found = m_LaneVariables.find(name);
  return found == m_LaneVariables.end() ? nullptr : &found->second;
}

Operand
Names::Read(const std::string & name, std::size_t bytes)
{
  if (name == "_")
  {
    return {};
  }
  if (const auto found = m_Registers.find(name); found != m_Registers.end())
  {
    return found->second;
  }
  if (const auto found = std::find(SpecialNames.begin(), SpecialNames.end(), name); found != SpecialNames.end())
  {
    const auto number = static_cast<std::uint32_t>(found - SpecialNames.begin());
    return { number * Lanes * 4, Operand::InSpecialRegisters, 4 };
  }
  if (name == "WARP_SZ")
  {
    return this->MakeConstant(Lanes, bytes);
  }
  if (name[0] == '-' || std::isdigit(static_cast<unsigned char>(name[0])) != 0)
  {
    return this->MakeConstant(ReadNumber(name), bytes);
  }
  const auto    plus = name.find('+');
  std::uint64_t address = 0;
  if (!this->FindAddress(name.substr(0, plus), address))
  {
    throw Fault("name " + name);
  }
  return this->MakeConstant(address + (plus == std::string::npos ? 0 : ReadNumber(name.substr(plus + 1))), bytes);
}

Operand
Names::ReadPredicate(const std::string & name)
{
  if (name[0] == '-' || std::isdigit(static_cast<unsigned char>(name[0])) != 0)
  {
    return this->MakeConstant(ReadNumber(name) == 0 ? 0 : ~std::uint64_t{ 0 }, 4);
  }
  return this->Read(name, 4);
}

Address
Names::ReadAddress(const std::string & text)
{
  const auto inside = Trim(text.substr(1, text.find(']') - 1));
  const auto plus = inside.find('+');
  const auto name = Trim(inside.substr(0, plus));
  Address    address;
  address.offset = plus == std::string::npos ? 0 : static_cast<std::int64_t>(ReadNumber(Trim(inside.substr(plus + 1))));
  if (const auto * const variable = this->FindLaneVariable(name))
  {
    address.space = Space::Frame;
    address.variable = *variable;
    return address;
  }
  address.base = this->Read(name, 8);
  return address;
}
} // namespace itk::DeviceTesting::ptx
