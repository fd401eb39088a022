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

// What the lanes of a warp do together; those that are active are all that take part.
namespace itk::DeviceTesting::ptx
{
namespace
{
using Value = std::uint32_t;

/** Of shfl, whose third source has the highest lane of a segment, and from bit 8 on the bits of a lane that are its
 * segment's number. */
struct Segment
{
  Segment(int lane, Value packed)
    : first(lane & static_cast<int>(packed >> 8 & 31))
    , last(first | (static_cast<int>(packed & 31) & ~static_cast<int>(packed >> 8 & 31)))
    , places(~static_cast<int>(packed >> 8 & 31))
  {}

  int first;
  int last;
  int places;
};

/** `VFind(lane, offset, segment)` is from which lane, and whether that is in the segment. */
template <auto VFind>
void
Shuffle(Warp & warp, const Instruction & instruction)
{
  const Value * const value = warp.GetRow<const Value>(instruction.sources[0]);
  const Value * const offset = warp.GetRow<const Value>(instruction.sources[1]);
  const Value * const packed = warp.GetRow<const Value>(instruction.sources[2]);
  Value               taken[Lanes];
  LaneMask            areInside = 0;
  warp.ForEachActiveLane([&](int lane) {
    const auto [from, isInside] = VFind(lane, static_cast<int>(offset[lane] & 31), Segment(lane, packed[lane]));
    // From a lane that takes no part comes rubbish.
    taken[lane] = !isInside ? value[lane] : warp.IsActive(from) ? value[from] : 0xa5a5a5a5;
    areInside |= LaneMask{ isInside } << lane;
  });
  Value * const result = warp.GetRow<Value>(instruction.destination);
  warp.ForEachActiveLane([&](int lane) { result[lane] = taken[lane]; });
  if (instruction.secondDestination.place != Operand::Nowhere)
  {
    warp.SetPredicate(instruction.secondDestination, areInside);
  }
}

const NamedHandlers Shuffles{ { "up", &Shuffle<[](int lane, int offset, const Segment & segment) {
                                  return std::pair(lane - offset, lane - offset >= segment.last);
                                }> },
                              { "down", &Shuffle<[](int lane, int offset, const Segment & segment) {
                                  return std::pair(lane + offset, lane + offset <= segment.last);
                                }> },
                              { "bfly", &Shuffle<[](int lane, int offset, const Segment & segment) {
                                  return std::pair(lane ^ offset, (lane ^ offset) <= segment.last);
                                }> },
                              { "idx", &Shuffle<[](int, int offset, const Segment & segment) {
                                  const int from = segment.first | (offset & segment.places);
                                  return std::pair(from, from <= segment.last);
                                }> } };

template <auto VDecide>
void
Vote(Warp & warp, const Instruction & instruction)
{
  const LaneMask predicate = warp.GetPredicate(instruction.sources[0]);
  const LaneMask votes = (instruction.isLastSourceNegated ? ~predicate : predicate) & warp.active;
  warp.SetPredicate(instruction.destination, VDecide(votes, warp.active) ? ~LaneMask{ 0 } : 0);
}

void
VoteByBallot(Warp & warp, const Instruction & instruction)
{
  const LaneMask predicate = warp.GetPredicate(instruction.sources[0]);
  const LaneMask votes = (instruction.isLastSourceNegated ? ~predicate : predicate) & warp.active;
  warp.ForEachActiveLane([&](int lane) { warp.GetRow<LaneMask>(instruction.destination)[lane] = votes; });
}

const NamedHandlers Votes{ { "ballot", &VoteByBallot },
                           { "any", &Vote<[](LaneMask votes, LaneMask) { return votes != 0; }> },
                           { "all", &Vote<[](LaneMask votes, LaneMask all) { return votes == all; }> },
                           { "uni", &Vote<[](LaneMask votes, LaneMask all) { return votes == 0 || votes == all; }> } };

template <typename T>
LaneMask
FindSame(const Warp & warp, const T * value, int as)
{
  LaneMask same = 0;
  warp.ForEachActiveLane([&](int lane) { same |= LaneMask{ value[lane] == value[as] } << lane; });
  return same;
}

template <typename T>
void
MatchAny(Warp & warp, const Instruction & instruction)
{
  const T * const value = warp.GetRow<const T>(instruction.sources[0]);
  warp.ForEachActiveLane(
    [&](int lane) { warp.GetRow<LaneMask>(instruction.destination)[lane] = FindSame(warp, value, lane); });
}

template <typename T>
void
MatchAll(Warp & warp, const Instruction & instruction)
{
  const T * const value = warp.GetRow<const T>(instruction.sources[0]);
  const bool      areSame = FindSame(warp, value, std::countr_zero(warp.active)) == warp.active;
  warp.ForEachActiveLane(
    [&](int lane) { warp.GetRow<LaneMask>(instruction.destination)[lane] = areSame ? warp.active : 0; });
  if (instruction.secondDestination.place != Operand::Nowhere)
  {
    warp.SetPredicate(instruction.secondDestination, areSame ? ~LaneMask{ 0 } : 0);
  }
}

template <typename T, auto VOperation>
void
Reduce(Warp & warp, const Instruction & instruction)
{
  const T * const value = warp.GetRow<const T>(instruction.sources[0]);
  const int       first = std::countr_zero(warp.active);
  T               sum = value[first];
  warp.ForEachActiveLane([&](int lane) { sum = lane == first ? sum : static_cast<T>(VOperation(sum, value[lane])); });
  warp.ForEachActiveLane([&](int lane) { warp.GetRow<T>(instruction.destination)[lane] = sum; });
}

template <typename T>
const NamedHandlers &
GetReductions()
{
  using Bits = std::make_unsigned_t<T>;
  static const NamedHandlers handlers{
    { "add", &Reduce<T, [](T a, T b) { return static_cast<Bits>(a) + static_cast<Bits>(b); }> },
    { "min", &Reduce<T, [](T a, T b) { return std::min(a, b); }> },
    { "max", &Reduce<T, [](T a, T b) { return std::max(a, b); }> },
    { "and", &Reduce<T, [](T a, T b) { return a & b; }> },
    { "or", &Reduce<T, [](T a, T b) { return a | b; }> },
    { "xor", &Reduce<T, [](T a, T b) { return a ^ b; }> }
  };
  return handlers;
}

void
Elect(Warp & warp, const Instruction & instruction)
{
  const int first = std::countr_zero(warp.active);
  if (instruction.destination.place != Operand::Nowhere)
  {
    warp.ForEachActiveLane([&](int lane) { warp.GetRow<Value>(instruction.destination)[lane] = first; });
  }
  warp.SetPredicate(instruction.secondDestination, LaneMask{ 1 } << first);
}

Handler
FindByModifier(const NamedHandlers & handlers, const Opcode & opcode)
{
  const auto found =
    std::find_if(handlers.begin(), handlers.end(), [&](const auto & one) { return opcode.Has(one.first.c_str()); });
  if (found == handlers.end())
  {
    throw Fault("no handler");
  }
  return found->second;
}
} // namespace

Handler
FindTogether(const Opcode & opcode)
{
  if (opcode.name == "bar")
  {
    return [](Warp &, const Instruction &) {};
  }
  if (opcode.name == "shfl")
  {
    return FindByModifier(Shuffles, opcode);
  }
  if (opcode.name == "vote")
  {
    return FindByModifier(Votes, opcode);
  }
  if (opcode.name == "elect")
  {
    return &Elect;
  }
  if (opcode.name == "redux")
  {
    return FindByModifier(opcode.Has("s32") ? GetReductions<std::int32_t>() : GetReductions<Value>(), opcode);
  }
  const bool isWide = opcode.Has("b64");
  return opcode.Has("any") ? (isWide ? &MatchAny<std::uint64_t> : &MatchAny<Value>)
                           : (isWide ? &MatchAll<std::uint64_t> : &MatchAll<Value>);
}
} // namespace itk::DeviceTesting::ptx
