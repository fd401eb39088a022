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
#include "PtxRows.h"
#include <algorithm>
#include <cstring>

namespace itk::DeviceTesting::ptx
{
namespace
{
using Bits = std::uint32_t;

template <auto VOperation>
void
MapPredicates(Warp & warp, const Instruction & instruction)
{
  const auto &   sources = instruction.sources;
  const LaneMask first = warp.GetPredicate(sources[0]);
  const LaneMask last = warp.GetPredicate(sources.back());
  warp.SetPredicate(instruction.destination, VOperation(first, instruction.isLastSourceNegated ? ~last : last));
}

const NamedHandlers PredicateHandlers{ { "mov", &MapPredicates<[](LaneMask a, LaneMask) { return a; }> },
                                       { "not", &MapPredicates<[](LaneMask a, LaneMask) { return ~a; }> },
                                       { "and", &MapPredicates<[](LaneMask a, LaneMask b) { return a & b; }> },
                                       { "or", &MapPredicates<[](LaneMask a, LaneMask b) { return a | b; }> },
                                       { "xor", &MapPredicates<[](LaneMask a, LaneMask b) { return a ^ b; }> } };

// --- setp

template <typename T, auto VComparison, auto VCombination>
void
Compare(Warp & warp, const Instruction & instruction)
{
  const T * const a = warp.GetRow<const T>(instruction.sources[0]);
  const T * const b = warp.GetRow<const T>(instruction.sources[1]);
  LaneMask        value = 0;
  for (int lane = 0; lane < Lanes; ++lane)
  {
    value |= LaneMask{ VComparison(a[lane], b[lane]) } << lane;
  }
  LaneMask other = 0;
  if (instruction.sources.size() > 2)
  {
    other = warp.GetPredicate(instruction.sources[2]);
    other = instruction.isLastSourceNegated ? ~other : other;
  }
  warp.SetPredicate(instruction.destination, VCombination(value, other));
  if (instruction.secondDestination.place != Operand::Nowhere)
  {
    warp.SetPredicate(instruction.secondDestination, VCombination(~value, other));
  }
}

template <typename T, auto VCombination>
Handler
FindComparison(std::string name)
{
  // Those that end on u are true where there is a NaN.
  static const NamedHandlers handlers{
    { "eq", &Compare<T, [](T a, T b) { return (a == b); }, VCombination> },
    { "ne", &Compare<T, [](T a, T b) { return (a < b || a > b); }, VCombination> },
    { "lt", &Compare<T, [](T a, T b) { return (a < b); }, VCombination> },
    { "le", &Compare<T, [](T a, T b) { return (a <= b); }, VCombination> },
    { "gt", &Compare<T, [](T a, T b) { return (a > b); }, VCombination> },
    { "ge", &Compare<T, [](T a, T b) { return (a >= b); }, VCombination> },
    { "equ", &Compare<T, [](T a, T b) { return (!(a < b || a > b)); }, VCombination> },
    { "neu", &Compare<T, [](T a, T b) { return (a != b); }, VCombination> },
    { "ltu", &Compare<T, [](T a, T b) { return (!(a >= b)); }, VCombination> },
    { "leu", &Compare<T, [](T a, T b) { return (!(a > b)); }, VCombination> },
    { "gtu", &Compare<T, [](T a, T b) { return (!(a <= b)); }, VCombination> },
    { "geu", &Compare<T, [](T a, T b) { return (!(a < b)); }, VCombination> },
    { "num", &Compare<T, [](T a, T b) { return (a == a && b == b); }, VCombination> },
    { "nan", &Compare<T, [](T a, T b) { return (a != a || b != b); }, VCombination> }
  };
  static const std::map<std::string, std::string> unsignedNames{
    { "lo", "lt" }, { "ls", "le" }, { "hi", "gt" }, { "hs", "ge" }
  };
  const auto found = unsignedNames.find(name);
  return FindNamed(handlers, found == unsignedNames.end() ? name : found->second);
}

Handler
FindSetPredicate(const Opcode & opcode, const Instruction & instruction)
{
  return WithType(opcode.GetType(), [&](auto tag) -> Handler {
    using T = typename decltype(tag)::ValueType;
    const auto & name = opcode.modifiers[0];
    if (instruction.sources.size() == 2)
    {
      return FindComparison<T, [](LaneMask a, LaneMask) { return a; }>(name);
    }
    if (opcode.Has("and"))
    {
      return FindComparison<T, [](LaneMask a, LaneMask b) { return a & b; }>(name);
    }
    return opcode.Has("or") ? FindComparison<T, [](LaneMask a, LaneMask b) { return a | b; }>(name)
                            : FindComparison<T, [](LaneMask a, LaneMask b) { return a ^ b; }>(name);
  });
}

template <typename T>
void
Select(Warp & warp, const Instruction & instruction)
{
  const T * const a = warp.GetRow<const T>(instruction.sources[0]);
  const T * const b = warp.GetRow<const T>(instruction.sources[1]);
  T * const       result = warp.GetRow<T>(instruction.destination);
  const LaneMask  isFirst = warp.GetPredicate(instruction.sources[2]);
  warp.ForEachActiveLane([&](int lane) { result[lane] = (isFirst >> lane & 1) != 0 ? a[lane] : b[lane]; });
}

// --- mov

void
MoveAddress(Warp & warp, const Instruction & instruction)
{
  auto * const result = warp.GetRow<std::uint64_t>(instruction.destination);
  warp.ForEachActiveLane(
    [&](int lane) { result[lane] = reinterpret_cast<std::uint64_t>(warp.FindMemory(instruction.address, lane, 1)); });
}

void
Pack(Warp & warp, const Instruction & instruction)
{
  const std::size_t bytes = instruction.option;
  const auto &      elements = instruction.elements;
  warp.ForEachActiveLane([&](int lane) {
    char * const result = warp.GetRow<char>(instruction.destination) + lane * bytes * elements.size();
    for (std::size_t i = 0; i < elements.size(); ++i)
    {
      std::memcpy(result + i * bytes, warp.GetRow<char>(elements[i]) + lane * bytes, bytes);
    }
  });
}

void
Unpack(Warp & warp, const Instruction & instruction)
{
  const std::size_t bytes = instruction.option;
  const auto &      elements = instruction.elements;
  warp.ForEachActiveLane([&](int lane) {
    const char * const source = warp.GetRow<char>(instruction.sources[0]) + lane * bytes * elements.size();
    for (std::size_t i = 0; i < elements.size(); ++i)
    {
      if (elements[i].place != Operand::Nowhere)
      {
        std::memcpy(warp.GetRow<char>(elements[i]) + lane * bytes, source + i * bytes, bytes);
      }
    }
  });
}

Handler
FindPlainMove(const Opcode & opcode, const Instruction & instruction)
{
  if (!instruction.elements.empty())
  {
    return instruction.destination.place == Operand::Nowhere ? &Unpack : &Pack;
  }
  if (instruction.address.space == Space::Frame)
  {
    return &MoveAddress;
  }
  return WithType(opcode.GetType(), [](auto tag) -> Handler {
    using T = typename decltype(tag)::ValueType;
    return Unary<T, [](T value) { return value; }>;
  });
}

// --- bits

/** prmt: each nibble of the selector chooses a byte, or the sign of one. */
Bits
Permute(Bits low, Bits high, Bits selector)
{
  const std::uint64_t bytes = std::uint64_t{ high } << 32 | low;
  Bits                result = 0;
  for (int i = 0; i < 4; ++i)
  {
    const Bits nibble = selector >> 4 * i & 0xf;
    const auto byte = static_cast<std::uint8_t>(bytes >> 8 * (nibble & 7));
    result |= Bits{ (nibble & 8) == 0 ? byte : (byte & 0x80) == 0 ? std::uint8_t{ 0 } : std::uint8_t{ 0xff } } << 8 * i;
  }
  return result;
}

/** lop3: a bit of the table for each combination of three bits. */
Bits
LookUp(Bits a, Bits b, Bits c, Bits table)
{
  Bits result = 0;
  for (int i = 0; i < 8; ++i)
  {
    if ((table >> i & 1) != 0)
    {
      result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
    }
  }
  return result;
}

constexpr auto Join = [](Bits low, Bits high) { return std::uint64_t{ high } << 32 | low; };

const NamedHandlers BitHandlers{
  { "prmt", Ternary<Bits, Permute> },
  { "lop3", &MapRows<Bits, LookUp, Bits, Bits, Bits, Bits> },
  { "shf.l.wrap", Ternary<Bits, [](Bits a, Bits b, Bits n) { return (Join(a, b) << (n & 31) >> 32); }> },
  { "shf.r.wrap", Ternary<Bits, [](Bits a, Bits b, Bits n) { return (Join(a, b) >> (n & 31)); }> },
  { "shf.l.clamp", Ternary<Bits, [](Bits a, Bits b, Bits n) { return (Join(a, b) << std::min(n, 32u) >> 32); }> },
  { "shf.r.clamp", Ternary<Bits, [](Bits a, Bits b, Bits n) { return (Join(a, b) >> std::min(n, 32u)); }> }
};

void
GetActiveMask(Warp & warp, const Instruction & instruction)
{
  warp.ForEachActiveLane([&](int lane) { warp.GetRow<Bits>(instruction.destination)[lane] = warp.active; });
}
} // namespace

Handler
FindMove(const Opcode & opcode, Instruction & instruction)
{
  const auto & name = opcode.name;
  if (name == "setp")
  {
    return FindSetPredicate(opcode, instruction);
  }
  if (opcode.GetType() == Type::Pred)
  {
    return FindNamed(PredicateHandlers, name);
  }
  if (name == "mov")
  {
    return FindPlainMove(opcode, instruction);
  }
  if (name == "selp")
  {
    return WithType(opcode.GetType(), [](auto tag) -> Handler { return &Select<typename decltype(tag)::ValueType>; });
  }
  if (name == "activemask")
  {
    return &GetActiveMask;
  }
  if (name == "shf")
  {
    return FindNamed(BitHandlers, name + '.' + opcode.modifiers[0] + '.' + opcode.modifiers[1]);
  }
  return (name == "prmt" && opcode.modifiers.size() > 1) ? nullptr : FindNamed(BitHandlers, name);
}
} // namespace itk::DeviceTesting::ptx
