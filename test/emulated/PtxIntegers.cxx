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
#include <limits>

namespace itk::DeviceTesting::ptx
{
namespace
{
template <typename T>
using DoubledType =
  std::conditional_t<sizeof(T) == 2,
                     std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                     std::conditional_t<sizeof(T) == 4,
                                        std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                                        std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>>;

template <typename T>
T
ClampTo(DoubledType<T> value)
{
  using Limits = std::numeric_limits<T>;
  return static_cast<T>(std::clamp<DoubledType<T>>(value, Limits::lowest(), Limits::max()));
}

/** bfe */
template <typename T>
T
ExtractBits(T value, std::uint32_t position, std::uint32_t length)
{
  using Bits = std::make_unsigned_t<T>;
  constexpr std::uint32_t number = 8 * sizeof(T);
  position &= 0xff;
  length &= 0xff;
  const auto bits = static_cast<Bits>(value);
  const auto ones = [](std::uint32_t n) { return n >= number ? ~Bits{ 0 } : static_cast<Bits>((Bits{ 1 } << n) - 1); };
  auto       result = static_cast<Bits>(position >= number ? 0 : bits >> position & ones(length));
  if (std::is_signed_v<T> && length > 0)
  {
    const std::uint32_t sign = std::min(position + length - 1, number - 1);
    if ((bits >> sign & 1) != 0)
    {
      result |= static_cast<Bits>(~ones(position >= number ? 0 : std::min(length, number - position)));
    }
  }
  return static_cast<T>(result);
}

/** bfi */
template <typename T>
T
InsertBits(T from, T to, std::uint32_t position, std::uint32_t length)
{
  constexpr std::uint32_t number = 8 * sizeof(T);
  position &= 0xff;
  length &= 0xff;
  if (position >= number || length == 0)
  {
    return to;
  }
  const T ones = (length >= number ? ~T{ 0 } : (T{ 1 } << length) - 1) << position;
  return (to & ~ones) | (from << position & ones);
}

template <typename T>
T
ReverseBits(T value)
{
  T reversed = 0;
  for (std::size_t i = 0; i < 8 * sizeof(T); ++i)
  {
    reversed |= (value >> i & 1) << (8 * sizeof(T) - 1 - i);
  }
  return reversed;
}

// Of bits, without overflow.

template <typename T>
T
Negate(T value)
{
  using Bits = std::make_unsigned_t<T>;
  return static_cast<T>(Bits{ 0 } - static_cast<Bits>(value));
}

template <typename T>
T
AddBits(T a, T b)
{
  using Bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Bits>(a) + static_cast<Bits>(b));
}

template <typename T>
T
Multiply(T a, T b)
{
  return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

template <typename T>
T
MultiplyHigh(T a, T b)
{
  using Wide = DoubledType<T>;
  return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> 8 * sizeof(T));
}

template <typename T>
T
Divide(T a, T b)
{
  return b == 0 ? static_cast<T>(-1) : std::is_signed_v<T> && b == static_cast<T>(-1) ? Negate(a) : a / b;
}

template <typename T>
T
GetRemainder(T a, T b)
{
  return b == 0 ? a : std::is_signed_v<T> && b == static_cast<T>(-1) ? 0 : a % b;
}

template <typename T>
T
ShiftLeft(T value, std::uint32_t amount)
{
  return amount >= 8 * sizeof(T) ? 0 : static_cast<T>(static_cast<std::make_unsigned_t<T>>(value) << amount);
}

template <typename T>
T
ShiftRight(T value, std::uint32_t amount)
{
  return amount >= 8 * sizeof(T) ? (value < 0 ? -1 : 0) : static_cast<T>(value >> amount);
}

/** bfind.shiftamt: by how much the highest bit that is not the sign is to be shifted to be the first; -1 if there is none. */
template <typename T>
int
CountBitsBefore(T value)
{
  const auto bits = static_cast<std::make_unsigned_t<T>>(value < 0 ? ~value : value);
  return bits == 0 ? -1 : std::countl_zero(bits);
}

/** bfind: the place of that bit. */
template <typename T>
int
FindHighestBit(T value)
{
  const int before = CountBitsBefore(value);
  return before < 0 ? -1 : static_cast<int>(8 * sizeof(T)) - 1 - before;
}

template <typename T>
const NamedHandlers &
GetHandlers()
{
  using Bits = std::make_unsigned_t<T>;
  using Wide = DoubledType<T>;
  using Amount = std::uint32_t;

  static const NamedHandlers handlers{ { "add", Binary<T, AddBits<T>> },
                                       { "add.sat", Binary<T, [](T a, T b) { return ClampTo<T>(Wide{ a } + b); }> },
                                       { "sub", Binary<T, [](T a, T b) { return AddBits(a, Negate(b)); }> },
                                       { "sub.sat", Binary<T, [](T a, T b) { return ClampTo<T>(Wide{ a } - b); }> },
                                       { "mul", Binary<T, Multiply<T>> },
                                       { "mul.hi", Binary<T, MultiplyHigh<T>> },
                                       { "mad", Ternary<T, [](T a, T b, T c) { return AddBits(Multiply(a, b), c); }> },
                                       { "mad.hi",
                                         Ternary<T, [](T a, T b, T c) { return AddBits(MultiplyHigh(a, b), c); }> },
                                       { "div", Binary<T, Divide<T>> },
                                       { "rem", Binary<T, GetRemainder<T>> },
                                       { "abs", Unary<T, [](T a) { return a < 0 ? Negate(a) : a; }> },
                                       { "neg", Unary<T, Negate<T>> },
                                       { "min", Binary<T, [](T a, T b) { return std::min(a, b); }> },
                                       { "max", Binary<T, [](T a, T b) { return std::max(a, b); }> },
                                       { "min3", Ternary<T, [](T a, T b, T c) { return std::min({ a, b, c }); }> },
                                       { "max3", Ternary<T, [](T a, T b, T c) { return std::max({ a, b, c }); }> },
                                       { "sad", Ternary<T, [](T a, T b, T c) { return c + (a < b ? b - a : a - b); }> },
                                       { "and", Binary<T, [](T a, T b) { return a & b; }> },
                                       { "or", Binary<T, [](T a, T b) { return a | b; }> },
                                       { "xor", Binary<T, [](T a, T b) { return a ^ b; }> },
                                       { "not", Unary<T, [](T a) { return ~a; }> },
                                       { "shl", &MapRows<T, ShiftLeft<T>, T, Amount> },
                                       { "shr", &MapRows<T, ShiftRight<T>, T, Amount> },
                                       { "bfe", &MapRows<T, ExtractBits<T>, T, Amount, Amount> },
                                       { "bfi", &MapRows<Bits, InsertBits<Bits>, Bits, Bits, Amount, Amount> },
                                       { "brev", Unary<Bits, ReverseBits<Bits>> },
                                       { "popc", &MapRows<Amount, [](Bits a) { return std::popcount(a); }, Bits> },
                                       { "clz", &MapRows<Amount, [](Bits a) { return std::countl_zero(a); }, Bits> },
                                       { "bfind", &MapRows<Amount, FindHighestBit<T>, T> },
                                       { "bfind.shiftamt", &MapRows<Amount, CountBitsBefore<T>, T> } };
  return handlers;
}

template <typename T>
const NamedHandlers &
GetWideHandlers()
{
  using Wide = DoubledType<T>;
  static const NamedHandlers handlers{
    { "mul", &MapRows<Wide, [](T a, T b) { return static_cast<Wide>(a) * static_cast<Wide>(b); }, T, T> },
    { "mad",
      &MapRows<Wide,
               [](T a, T b, Wide c) {
                 using Bits = std::make_unsigned_t<Wide>;
                 return static_cast<Bits>(static_cast<Wide>(a) * static_cast<Wide>(b)) + static_cast<Bits>(c);
               },
               T,
               T,
               Wide> }
  };
  return handlers;
}

/** Of the halves of 32 bits. */
template <typename T, auto VOperation>
std::uint32_t
MapHalves(std::uint32_t a, std::uint32_t b)
{
  const auto half = [&](int shift) {
    return std::uint32_t{ static_cast<std::uint16_t>(
      VOperation(static_cast<T>(a >> shift), static_cast<T>(b >> shift))) };
  };
  return half(16) << 16 | half(0);
}

template <typename T>
const NamedHandlers &
GetHandlersOfHalves()
{
  using Pair = std::uint32_t;
  static const NamedHandlers handlers{
    { "add", Binary<Pair, MapHalves<T, [](T a, T b) { return a + b; }>> },
    { "min", Binary<Pair, MapHalves<T, [](T a, T b) { return std::min(a, b); }>> },
    { "max", Binary<Pair, MapHalves<T, [](T a, T b) { return std::max(a, b); }>> },
    { "min.relu", Binary<Pair, MapHalves<T, [](T a, T b) { return std::max<T>(std::min(a, b), 0); }>> }
  };
  return handlers;
}

/** dp4a, dp2a: c, and the products of `VNumber` parts of `a` and bytes of `b`. */
template <int VNumber>
std::uint32_t
AddProducts(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
  constexpr int bits = 32 / VNumber;
  for (int i = 0; i < VNumber; ++i)
  {
    c += (a >> i * bits & ((1u << bits) - 1)) * (b >> i * 8 & 0xff);
  }
  return c;
}

const NamedHandlers ProductHandlers{ { "dp4a", Ternary<std::uint32_t, AddProducts<4>> },
                                     { "dp2a", Ternary<std::uint32_t, AddProducts<2>> } };
} // namespace

Handler
FindIntegerHandler(const Opcode & opcode, const Instruction & instruction)
{
  std::string name = opcode.name;
  if (opcode.Has("cc") || name == "addc" || name == "subc" || name == "madc")
  {
    throw Fault("no handler");
  }
  for (const char * const kind : { "hi", "sat", "shiftamt", "relu" })
  {
    name += opcode.Has(kind) ? std::string(".") + kind : "";
  }
  name += (name == "min" || name == "max") && instruction.sources.size() == 3 ? "3" : "";
  const Type type = opcode.GetType();
  Handler    found = nullptr;
  if (name == "dp4a" || name == "dp2a")
  {
    found = opcode.Has("s32") ? nullptr : FindNamed(ProductHandlers, name);
  }
  else if (type == Type::U16x2 || type == Type::S16x2)
  {
    found =
      FindNamed(type == Type::U16x2 ? GetHandlersOfHalves<std::uint16_t>() : GetHandlersOfHalves<std::int16_t>(), name);
  }
  else
  {
    found = WithType(type, [&](auto tag) -> Handler {
      using T = typename decltype(tag)::ValueType;
      if constexpr (std::is_integral_v<T> && sizeof(T) > 1)
      {
        if constexpr (sizeof(T) < 8)
        {
          if (opcode.Has("wide"))
          {
            return FindNamed(GetWideHandlers<T>(), name);
          }
        }
        return FindNamed(GetHandlers<T>(), name);
      }
      return nullptr;
    });
  }
  if (found == nullptr)
  {
    throw Fault("no handler");
  }
  return found;
}
} // namespace itk::DeviceTesting::ptx
