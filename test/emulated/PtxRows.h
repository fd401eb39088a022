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
#ifndef PtxRows_h
#define PtxRows_h

#include "PtxWarp.h"
#include <map>
#include <type_traits>

// Handlers that do the same in each lane.
namespace itk::DeviceTesting::ptx
{
template <typename TResult, auto VOperation, typename... TSources, std::size_t... VNumbers>
void
MapRows(Warp & warp, const Instruction & instruction, std::index_sequence<VNumbers...>)
{
  auto * const result = warp.GetRow<TResult>(instruction.destination);
  const auto   source = std::tuple(warp.GetRow<const TSources>(instruction.sources[VNumbers])...);
  if (warp.active == ~LaneMask{ 0 })
  {
#pragma GCC ivdep
    for (int lane = 0; lane < Lanes; ++lane)
    {
      result[lane] = static_cast<TResult>(VOperation(std::get<VNumbers>(source)[lane]...));
    }
    return;
  }
  warp.ForEachActiveLane(
    [&](int lane) { result[lane] = static_cast<TResult>(VOperation(std::get<VNumbers>(source)[lane]...)); });
}

template <typename TResult, auto VOperation, typename... TSources>
void
MapRows(Warp & warp, const Instruction & instruction)
{
  MapRows<TResult, VOperation, TSources...>(warp, instruction, std::index_sequence_for<TSources...>{});
}

template <typename T, auto VOperation>
constexpr Handler Unary = &MapRows<T, VOperation, T>;
template <typename T, auto VOperation>
constexpr Handler Binary = &MapRows<T, VOperation, T, T>;
template <typename T, auto VOperation>
constexpr Handler Ternary = &MapRows<T, VOperation, T, T, T>;

using NamedHandlers = std::map<std::string, Handler>;

/** nullptr if there is none. */
inline Handler
FindNamed(const NamedHandlers & handlers, const std::string & name)
{
  const auto found = handlers.find(name);
  return found == handlers.end() ? nullptr : found->second;
}

template <typename T>
struct Tag
{
  using ValueType = T;
};

/** Calls call(Tag<T>()) for the type in C++; bits are unsigned. */
template <typename TCall>
Handler
WithType(Type type, const TCall & call)
{
  switch (type)
  {
    case Type::B8:
    case Type::U8:
      return call(Tag<std::uint8_t>());
    case Type::S8:
      return call(Tag<std::int8_t>());
    case Type::B16:
    case Type::U16:
      return call(Tag<std::uint16_t>());
    case Type::S16:
      return call(Tag<std::int16_t>());
    case Type::S32:
      return call(Tag<std::int32_t>());
    case Type::B64:
    case Type::U64:
      return call(Tag<std::uint64_t>());
    case Type::S64:
      return call(Tag<std::int64_t>());
    case Type::F32:
      return call(Tag<float>());
    case Type::F64:
      return call(Tag<double>());
    case Type::B128:
      throw Fault("128 bits");
    default:
      return call(Tag<std::uint32_t>());
  }
}
} // namespace itk::DeviceTesting::ptx

#endif
