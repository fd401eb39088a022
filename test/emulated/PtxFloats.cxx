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
#include <limits>

namespace itk::DeviceTesting::ptx
{
namespace
{
/** As the modifier .ftz has it: what is not normal is zero. */
float
Flush(float value)
{
  return std::fabs(value) < std::numeric_limits<float>::min() ? std::copysign(0.0f, value) : value;
}

template <typename T>
T
ClampToOne(T value)
{
  return value > 0 ? std::min(value, T{ 1 }) : T{ 0 };
}

template <typename T>
T
GetMinimum(T a, T b)
{
  if (a != a || b != b)
  {
    return a != a ? b : a;
  }
  return a == b ? (std::signbit(a) ? a : b) : std::min(a, b);
}

template <typename T>
T
GetMaximum(T a, T b)
{
  return -GetMinimum(-a, -b);
}

/** As the modifier .NaN has it. */
template <typename T>
T
GetMinimumOrNaN(T a, T b)
{
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<T>::quiet_NaN() : GetMinimum(a, b);
}

enum class Variant
{
  Plain,
  Flushed,
  Saturated,
  FlushedAndSaturated
};

template <typename T, Variant VVariant, auto VOperation, typename... TSources>
constexpr Handler Of =
  &MapRows<T,
           [](TSources... sources) {
             constexpr bool isFlushed =
               std::is_same_v<T, float> && (VVariant == Variant::Flushed || VVariant == Variant::FlushedAndSaturated);
             T result;
             if constexpr (isFlushed)
             {
               result = Flush(VOperation(Flush(sources)...));
             }
             else
             {
               result = VOperation(sources...);
             }
             if constexpr (VVariant == Variant::Saturated || VVariant == Variant::FlushedAndSaturated)
             {
               result = ClampToOne(result);
             }
             return result;
           },
           TSources...>;

template <typename T, Variant VVariant>
const NamedHandlers &
GetHandlers()
{
  // What is "approx" on a GPU is here the nearest to the result in double.
  static const NamedHandlers handlers{
    { "add", Of<T, VVariant, [](T a, T b) { return a + b; }, T, T> },
    { "sub", Of<T, VVariant, [](T a, T b) { return a - b; }, T, T> },
    { "mul", Of<T, VVariant, [](T a, T b) { return a * b; }, T, T> },
    { "div", Of<T, VVariant, [](T a, T b) { return a / b; }, T, T> },
    { "fma", Of<T, VVariant, [](T a, T b, T c) { return std::fma(a, b, c); }, T, T, T> },
    { "mad", Of<T, VVariant, [](T a, T b, T c) { return std::fma(a, b, c); }, T, T, T> },
    { "min", Of<T, VVariant, GetMinimum<T>, T, T> },
    { "max", Of<T, VVariant, GetMaximum<T>, T, T> },
    { "min.NaN", Of<T, VVariant, GetMinimumOrNaN<T>, T, T> },
    { "max.NaN", Of<T, VVariant, [](T a, T b) { return -GetMinimumOrNaN(-a, -b); }, T, T> },
    { "min3", Of<T, VVariant, [](T a, T b, T c) { return GetMinimum(GetMinimum(a, b), c); }, T, T, T> },
    { "max3", Of<T, VVariant, [](T a, T b, T c) { return GetMaximum(GetMaximum(a, b), c); }, T, T, T> },
    { "abs", Of<T, VVariant, [](T a) { return std::fabs(a); }, T> },
    { "neg", Of<T, VVariant, [](T a) { return -a; }, T> },
    { "copysign", Of<T, VVariant, [](T a, T b) { return std::copysign(b, a); }, T, T> },
    { "sqrt", Of<T, VVariant, [](T a) { return std::sqrt(a); }, T> },
    { "rcp", Of<T, VVariant, [](T a) { return 1 / a; }, T> },
    { "rsqrt", Of<T, VVariant, [](T a) { return static_cast<T>(1 / std::sqrt(static_cast<double>(a))); }, T> },
    { "ex2", Of<T, VVariant, [](T a) { return static_cast<T>(std::exp2(static_cast<double>(a))); }, T> },
    { "lg2", Of<T, VVariant, [](T a) { return static_cast<T>(std::log2(static_cast<double>(a))); }, T> },
    { "sin", Of<T, VVariant, [](T a) { return static_cast<T>(std::sin(static_cast<double>(a))); }, T> },
    { "cos", Of<T, VVariant, [](T a) { return static_cast<T>(std::cos(static_cast<double>(a))); }, T> },
    { "tanh", Of<T, VVariant, [](T a) { return static_cast<T>(std::tanh(static_cast<double>(a))); }, T> }
  };
  return handlers;
}

template <typename T, int VRounding, auto VOperation, typename... TSources>
T
Rounded(TSources... sources)
{
  const int before = std::fegetround();
  std::fesetround(VRounding);
  // The compiler must compute neither earlier nor later.
  const auto hide = [](T value) {
    volatile T hidden = value;
    return T{ hidden };
  };
  volatile const T result = VOperation(hide(sources)...);
  std::fesetround(before);
  return result;
}

/** With another rounding than to the nearest. */
template <typename T, int VRounding>
const NamedHandlers &
GetRoundedHandlers()
{
  static const NamedHandlers handlers{
    { "add", Binary<T, Rounded<T, VRounding, [](T a, T b) { return a + b; }, T, T>> },
    { "sub", Binary<T, Rounded<T, VRounding, [](T a, T b) { return a - b; }, T, T>> },
    { "mul", Binary<T, Rounded<T, VRounding, [](T a, T b) { return a * b; }, T, T>> },
    { "div", Binary<T, Rounded<T, VRounding, [](T a, T b) { return a / b; }, T, T>> },
    { "fma", Ternary<T, Rounded<T, VRounding, [](T a, T b, T c) { return std::fma(a, b, c); }, T, T, T>> },
    { "sqrt", Unary<T, Rounded<T, VRounding, [](T a) { return std::sqrt(a); }, T>> },
    { "rcp", Unary<T, Rounded<T, VRounding, [](T a) { return 1 / a; }, T>> }
  };
  return handlers;
}

template <typename T>
Handler
Find(const Opcode & opcode, const std::string & name)
{
  if (opcode.Has("rz"))
  {
    return FindNamed(GetRoundedHandlers<T, FE_TOWARDZERO>(), name);
  }
  if (opcode.Has("rm"))
  {
    return FindNamed(GetRoundedHandlers<T, FE_DOWNWARD>(), name);
  }
  if (opcode.Has("rp"))
  {
    return FindNamed(GetRoundedHandlers<T, FE_UPWARD>(), name);
  }
  const bool isFlushed = opcode.Has("ftz");
  if (opcode.Has("sat"))
  {
    return FindNamed(isFlushed ? GetHandlers<T, Variant::FlushedAndSaturated>() : GetHandlers<T, Variant::Saturated>(),
                     name);
  }
  return FindNamed(isFlushed ? GetHandlers<T, Variant::Flushed>() : GetHandlers<T, Variant::Plain>(), name);
}
} // namespace

Handler
FindFloatHandler(const Opcode & opcode, const Instruction & instruction)
{
  const bool    isOfThree = instruction.sources.size() == 3 && (opcode.name == "min" || opcode.name == "max");
  const auto    name = opcode.name + (isOfThree ? "3" : "") + (opcode.Has("NaN") ? ".NaN" : "");
  const Handler found = opcode.GetType() == Type::F32 ? Find<float>(opcode, name) : Find<double>(opcode, name);
  if (found == nullptr)
  {
    throw Fault("no handler");
  }
  return found;
}
} // namespace itk::DeviceTesting::ptx
