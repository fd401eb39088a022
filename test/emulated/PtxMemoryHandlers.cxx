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
bool
IsSigned(Type type)
{
  return type == Type::S8 || type == Type::S16 || type == Type::S32;
}

/** Registers may be wider than what is loaded, and are then filled by its sign, or by zeros. */
void
Load(Warp & warp, const Instruction & instruction)
{
  const auto &      elements = instruction.elements;
  const std::size_t bytes = GetSizeInBytes(instruction.type);
  warp.ForEachActiveLane([&](int lane) {
    const auto * const source = warp.FindMemory(instruction.address, lane, bytes * elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i)
    {
      if (elements[i].place == Operand::Nowhere)
      {
        continue;
      }
      auto * const result = warp.GetRow<unsigned char>(elements[i]) + lane * std::size_t{ elements[i].bytes };
      const bool   isNegative = IsSigned(instruction.type) && (source[(i + 1) * bytes - 1] & 0x80) != 0;
      std::memset(result, isNegative ? 0xff : 0, elements[i].bytes);
      std::memcpy(result, source + i * bytes, bytes);
    }
  });
}

template <typename T>
void
LoadOne(Warp & warp, const Instruction & instruction)
{
  T * const result = warp.GetRow<T>(instruction.elements[0]);
  warp.ForEachActiveLane(
    [&](int lane) { std::memcpy(result + lane, warp.FindMemory(instruction.address, lane, sizeof(T)), sizeof(T)); });
}

void
Store(Warp & warp, const Instruction & instruction)
{
  const auto &      elements = instruction.elements;
  const std::size_t bytes = GetSizeInBytes(instruction.type);
  warp.ForEachActiveLane([&](int lane) {
    auto * const place = warp.FindMemory(instruction.address, lane, bytes * elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i)
    {
      const auto * const value = warp.GetRow<unsigned char>(elements[i]) + lane * std::size_t{ elements[i].bytes };
      std::memcpy(place + i * bytes, value, bytes);
    }
  });
}

// --- atom, red

template <typename T, auto VOperation>
void
DoAtomically(Warp & warp, const Instruction & instruction)
{
  const auto & sources = instruction.sources;
  const T *    first = warp.GetRow<const T>(sources[0]);
  const T *    last = warp.GetRow<const T>(sources.back());
  warp.ForEachActiveLane([&](int lane) {
    auto * const place = reinterpret_cast<T *>(warp.FindMemory(instruction.address, lane, sizeof(T)));
    const T      before = *place;
    *place = static_cast<T>(VOperation(before, first[lane], last[lane]));
    if (!instruction.elements.empty() && instruction.elements[0].place != Operand::Nowhere)
    {
      warp.GetRow<T>(instruction.elements[0])[lane] = before;
    }
  });
}

template <typename T>
const NamedHandlers &
GetAtomicHandlers()
{
  static const NamedHandlers handlers = [] {
    NamedHandlers made{ { "add", &DoAtomically<T, [](T a, T b, T) { return a + b; }> },
                        { "min", &DoAtomically<T, [](T a, T b, T) { return std::min(a, b); }> },
                        { "max", &DoAtomically<T, [](T a, T b, T) { return std::max(a, b); }> },
                        { "exch", &DoAtomically<T, [](T, T b, T) { return b; }> },
                        { "cas", &DoAtomically<T, [](T a, T b, T c) { return a == b ? c : a; }> } };
    if constexpr (std::is_integral_v<T>)
    {
      made["and"] = &DoAtomically<T, [](T a, T b, T) { return a & b; }>;
      made["or"] = &DoAtomically<T, [](T a, T b, T) { return a | b; }>;
      made["xor"] = &DoAtomically<T, [](T a, T b, T) { return a ^ b; }>;
      made["inc"] = &DoAtomically<T, [](T a, T b, T) { return (a >= b ? 0 : a + 1); }>;
      made["dec"] = &DoAtomically<T, [](T a, T b, T) { return (a == 0 || a > b ? b : a - 1); }>;
    }
    return made;
  }();
  return handlers;
}

Handler
FindAtomic(const Opcode & opcode)
{
  for (const char * const name : { "add", "min", "max", "exch", "cas", "and", "or", "xor", "inc", "dec" })
  {
    if (opcode.Has(name))
    {
      return WithType(opcode.GetType(), [&](auto tag) -> Handler {
        return FindNamed(GetAtomicHandlers<typename decltype(tag)::ValueType>(), name);
      });
    }
  }
  return nullptr;
}

// --- cp.async

void
StartCopy(Warp & warp, const Instruction & instruction)
{
  const std::size_t bytes = instruction.option;
  warp.ForEachActiveLane([&](int lane) {
    std::size_t bytesToRead = bytes;
    if (!instruction.sources.empty())
    {
      bytesToRead = std::min<std::size_t>(bytes, warp.GetRow<const std::uint32_t>(instruction.sources[0])[lane]);
    }
    auto * const       to = warp.FindMemory(instruction.address, lane, bytes);
    const auto * const from = bytesToRead == 0 ? nullptr : warp.FindMemory(instruction.from, lane, bytesToRead);
    std::memset(to, 0xa5, bytes);
    warp.openCopies[lane].push_back({ to, from, bytes, bytesToRead });
  });
}

void
CommitCopies(Warp & warp, const Instruction &)
{
  warp.ForEachActiveLane(
    [&](int lane) { warp.committedCopies[lane].push_back(std::exchange(warp.openCopies[lane], {})); });
}

/** Until at most as many groups as the option says are on their way. */
void
WaitForCopies(Warp & warp, const Instruction & instruction)
{
  warp.ForEachActiveLane([&](int lane) {
    auto & committed = warp.committedCopies[lane];
    while (committed.size() > static_cast<std::size_t>(instruction.option))
    {
      EndCopies(committed.front());
      committed.pop_front();
    }
  });
}

void
WaitForAllCopies(Warp & warp, const Instruction & instruction)
{
  CommitCopies(warp, instruction);
  WaitForCopies(warp, instruction);
}

// --- addresses: generic ones are those of the host

void
MakeGeneric(Warp & warp, const Instruction & instruction)
{
  const auto & source = instruction.sources[0];
  warp.ForEachActiveLane([&](int lane) {
    const std::uint64_t address = source.bytes == 4 ? warp.GetRow<const std::uint32_t>(source)[lane]
                                                    : warp.GetRow<const std::uint64_t>(source)[lane];
    warp.GetRow<std::uint64_t>(instruction.destination)[lane] =
      reinterpret_cast<std::uint64_t>(warp.FindShared(address, 0));
  });
}

void
MakeShared(Warp & warp, const Instruction & instruction)
{
  const auto & destination = instruction.destination;
  const auto   begin = reinterpret_cast<std::uint64_t>(warp.block->shared.data());
  const auto   dynamic = reinterpret_cast<std::uint64_t>(warp.FindShared(DynamicShared, 0));
  warp.ForEachActiveLane([&](int lane) {
    const std::uint64_t address = warp.GetRow<const std::uint64_t>(instruction.sources[0])[lane];
    const std::uint64_t shared = address >= dynamic ? address - dynamic + DynamicShared : address - begin;
    std::memcpy(warp.GetRow<char>(destination) + lane * destination.bytes, &shared, destination.bytes);
  });
}

void
MakeGenericOfParameter(Warp & warp, const Instruction & instruction)
{
  const auto begin = warp.function->isEntry ? reinterpret_cast<std::uint64_t>(warp.launch->parameters.data()) : 0;
  warp.ForEachActiveLane([&](int lane) {
    warp.GetRow<std::uint64_t>(instruction.destination)[lane] =
      begin + warp.GetRow<const std::uint64_t>(instruction.sources[0])[lane];
  });
}

/** mapa: the same place in another block of the cluster. */
void
MakeAddressInCluster(Warp & warp, const Instruction & instruction)
{
  const auto begin = reinterpret_cast<std::uint64_t>(warp.block->shared.data());
  warp.ForEachActiveLane([&](int lane) {
    const auto   rank = warp.GetRow<const std::uint32_t>(instruction.sources[1])[lane];
    const auto & shared = warp.block->cluster->at(rank)->shared;
    warp.GetRow<std::uint64_t>(instruction.destination)[lane] =
      warp.GetRow<const std::uint64_t>(instruction.sources[0])[lane] - begin +
      reinterpret_cast<std::uint64_t>(shared.data());
  });
}
} // namespace

void
EndCopies(const std::vector<AsyncCopy> & copies)
{
  for (const auto & copy : copies)
  {
    std::memset(copy.to, 0, copy.bytes);
    std::copy_n(static_cast<const char *>(copy.from), copy.bytesToRead, static_cast<char *>(copy.to));
  }
}

Handler
FindMemoryHandler(const Opcode & opcode, Instruction & instruction)
{
  Handler found = nullptr;
  if (opcode.name == "cp")
  {
    found = opcode.Has("wait_group")     ? &WaitForCopies
            : opcode.Has("wait_all")     ? &WaitForAllCopies
            : opcode.Has("commit_group") ? &CommitCopies
                                         : &StartCopy;
  }
  else if (opcode.name == "st")
  {
    found = &Store;
  }
  else if (opcode.name == "atom" || opcode.name == "red")
  {
    found = FindAtomic(opcode);
  }
  else
  {
    const auto & elements = instruction.elements;
    const auto   bytes = GetSizeInBytes(instruction.type);
    const bool   isOne = elements.size() == 1 && elements[0].place != Operand::Nowhere && elements[0].bytes == bytes;
    found = !isOne ? &Load : bytes == 4 ? &LoadOne<std::uint32_t> : bytes == 8 ? &LoadOne<std::uint64_t> : &Load;
  }
  if (found == nullptr)
  {
    throw Fault("no handler");
  }
  return found;
}

Handler
FindAddressHandler(const Opcode & opcode, Instruction &)
{
  if (opcode.name == "isspacep")
  {
    throw Fault("no handler");
  }
  if (opcode.name == "mapa")
  {
    return &MakeAddressInCluster;
  }
  if (opcode.HasPrefix("shared"))
  {
    return opcode.Has("to") ? &MakeShared : &MakeGeneric;
  }
  if (opcode.HasPrefix("param"))
  {
    return &MakeGenericOfParameter;
  }
  return &MapRows<std::uint64_t, [](std::uint64_t address) { return address; }, std::uint64_t>;
}
} // namespace itk::DeviceTesting::ptx
