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
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

namespace itk::DeviceTesting::ptx
{
namespace
{
// Bits of an instruction's option.
constexpr int Nearest = 0;
constexpr int TowardsZero = 1;
constexpr int Down = 2;
constexpr int Up = 3;
constexpr int Roundings = 3;
constexpr int ToIntegral = 4;
constexpr int Saturated = 8;
constexpr int Flushed = 16;

int
ReadOption(const Opcode & opcode)
{
  int option = TowardsZero;
  for (const auto & [names, rounding] : { std::pair(std::pair("rn", "rni"), Nearest),
                                          { { "rz", "rzi" }, TowardsZero },
                                          { { "rm", "rmi" }, Down },
                                          { { "rp", "rpi" }, Up } })
  {
    if (opcode.Has(names.first) || opcode.Has(names.second))
    {
      option = rounding | (opcode.Has(names.second) ? ToIntegral : 0);
    }
  }
  return option | (opcode.Has("sat") ? Saturated : 0) | (opcode.Has("ftz") ? Flushed : 0);
}

double
RoundToIntegral(double value, int option)
{
  switch (option & Roundings)
  {
    case Nearest:
      return std::nearbyint(value);
    case TowardsZero:
      return std::trunc(value);
    case Down:
      return std::floor(value);
    default:
      return std::ceil(value);
  }
}

template <typename T>
T
Flush(T value, int option)
{
  const bool isFlushed = std::is_same_v<T, float> && (option & Flushed) != 0;
  return isFlushed && std::fabs(value) < std::numeric_limits<float>::min() ? std::copysign(T{ 0 }, value) : value;
}

/** Out of range is the type's limit, and NaN is 0, or the highest bit of 64. */
template <typename TResult>
TResult
ToInteger(double value, int option)
{
  using Limits = std::numeric_limits<TResult>;
  const double rounded = RoundToIntegral(value, option);
  if (rounded != rounded)
  {
    return sizeof(TResult) == 8 ? static_cast<TResult>(std::uint64_t{ 1 } << 63) : 0;
  }
  if (rounded <= static_cast<double>(Limits::lowest()))
  {
    return Limits::lowest();
  }
  return rounded >= static_cast<double>(Limits::max()) ? Limits::max() : static_cast<TResult>(rounded);
}

template <typename TResult, typename TSource>
TResult
RoundTo(TSource value, int option)
{
  constexpr bool isExact = std::is_floating_point_v<TSource> && sizeof(TResult) >= sizeof(TSource);
  if (isExact || (option & Roundings) == Nearest)
  {
    return static_cast<TResult>(value);
  }
  constexpr int modes[]{ FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD };
  const int     before = std::fegetround();
  std::fesetround(modes[option & Roundings]);
  volatile TSource       source = value;
  volatile const TResult result = static_cast<TResult>(source);
  std::fesetround(before);
  return result;
}

template <typename TResult, typename TSource>
TResult
ConvertValue(TSource value, int option)
{
  if constexpr (std::is_floating_point_v<TSource> && std::is_integral_v<TResult>)
  {
    return ToInteger<TResult>(Flush(value, option), option);
  }
  else if constexpr (std::is_floating_point_v<TResult>)
  {
    TResult result{};
    if constexpr (std::is_floating_point_v<TSource>)
    {
      value = Flush(value, option);
      if ((option & ToIntegral) != 0)
      {
        value = static_cast<TSource>(RoundToIntegral(value, option));
      }
    }
    result = Flush(RoundTo<TResult>(value, option), option);
    if ((option & Saturated) != 0)
    {
      result = result > 0 ? std::min(result, TResult{ 1 }) : TResult{ 0 };
    }
    return result;
  }
  else
  {
    if ((option & Saturated) != 0)
    {
      using Limits = std::numeric_limits<TResult>;
      return static_cast<TResult>(std::min<__int128>(std::max<__int128>(value, Limits::lowest()), Limits::max()));
    }
    return static_cast<TResult>(value);
  }
}

/** Registers may be wider than what is converted: a result is widened by its sign. */
template <typename TResult, typename TSource>
void
Convert(Warp & warp, const Instruction & instruction)
{
  const auto & source = instruction.sources[0];
  const auto & destination = instruction.destination;
  warp.ForEachActiveLane([&](int lane) {
    TSource value{};
    std::memcpy(&value, warp.GetRow<char>(source) + lane * source.bytes, sizeof(value));
    const auto result = ConvertValue<TResult>(value, instruction.option);
    char *     place = warp.GetRow<char>(destination) + lane * destination.bytes;
    if constexpr (std::is_integral_v<TResult>)
    {
      const auto wide = static_cast<std::int64_t>(result);
      std::memcpy(place, &wide, destination.bytes);
    }
    else
    {
      std::memcpy(place, &result, sizeof(result));
    }
  });
}
} // namespace

Handler
FindConversion(const Opcode & opcode, Instruction & instruction)
{
  if (opcode.types.size() != 2 || opcode.Has("pack"))
  {
    throw Fault("no handler");
  }
  instruction.option = ReadOption(opcode);
  const bool isPlain = (instruction.option & Saturated) == 0;
  return WithType(opcode.types[0], [&](auto resultTag) -> Handler {
    using Result = typename decltype(resultTag)::ValueType;
    return WithType(opcode.types[1], [&](auto sourceTag) -> Handler {
      using Source = typename decltype(sourceTag)::ValueType;
      if constexpr (std::is_integral_v<Source>)
      {
        const bool isToNearest = std::is_integral_v<Result> || (instruction.option & Roundings) == Nearest;
        if (isPlain && isToNearest && instruction.destination.bytes == sizeof(Result) &&
            instruction.sources[0].bytes == sizeof(Source))
        {
          return &MapRows<Result, [](Source value) { return value; }, Source>;
        }
      }
      return &Convert<Result, Source>;
    });
  });
}
} // namespace itk::DeviceTesting::ptx
