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
#ifndef Cast_h
#define Cast_h

#include "itkDeviceMacro.h"
#include <cstdint>
#include <type_traits>

namespace itk::device::kernels
{
#ifdef __CUDACC__
/** The magnitude of a number, truncated, if that is less than 2^32; else its low bits, or for NaN none. By a sum, of which
 * the device makes four times as many as conversions. */
inline __device__ int
TruncateMagnitude(double value)
{
  return __double2loint(__dadd_rz(fabs(value), 4503599627370496.0));
}
#endif

/** static_cast as x86-64 does it where C++ leaves it undefined, on host and device alike. Integers of 8, 16 and 32 bits,
 * float and double in and out. A floating-point number becomes
 * - an integer of 8 or 16 bits, or int32: truncated to int32, or -2^31 where that cannot hold it or it is NaN; then the low
 *   bits, so that 300 is 44 as uint8 and 3e9 is 0;
 * - uint32: truncated to int64, or -2^63; then the low bits.
 * An integer keeps its low bits in a smaller type. To float it rounds to nearest. */
template <typename TOutput, typename TInput>
ITK_HOST_DEVICE TOutput
CastLikeX86(TInput value)
{
  static_assert(std::is_arithmetic_v<TInput> && std::is_arithmetic_v<TOutput> && !std::is_same_v<TOutput, bool>);
  if constexpr (std::is_floating_point_v<TInput> && std::is_integral_v<TOutput>)
  {
    static_assert(sizeof(TOutput) <= 4);
    using Wide = std::conditional_t<std::is_unsigned_v<TOutput> && sizeof(TOutput) == 4, std::int64_t, std::int32_t>;
    constexpr auto least = static_cast<Wide>(std::uint64_t{ 1 } << (8 * sizeof(Wide) - 1));
    constexpr auto limit = -static_cast<TInput>(least);
#ifdef __CUDA_ARCH__
    if constexpr (std::is_same_v<TInput, double> && std::is_same_v<Wide, std::int32_t>)
    {
      // The sign and the range by the upper word, as comparisons of doubles take half of the bound.
      const int  high = __double2hiint(value);
      const int  magnitude = TruncateMagnitude(value);
      const auto truncated = static_cast<std::int32_t>(high < 0 ? -magnitude : magnitude);
      return static_cast<TOutput>((high & 0x7fffffff) < 0x41e00000 ? truncated : least);
    }
    // The device's conversion saturates, which is right below the range.
    return static_cast<TOutput>(value < limit ? static_cast<Wide>(value) : least);
#else
    // A double between -2^31 - 1 and -2^31 is truncated to -2^31, as the others below are.
    return static_cast<TOutput>(value >= -limit && value < limit ? static_cast<Wide>(value) : least);
#endif
  }
  else
  {
    return static_cast<TOutput>(value);
  }
}

/** A number as double, exactly; on the device an integer by a sum, of which it makes four times as many as conversions. */
template <typename TNumber>
ITK_HOST_DEVICE double
ToDouble(TNumber number)
{
#ifdef __CUDA_ARCH__
  if constexpr (std::is_integral_v<TNumber> && std::is_unsigned_v<TNumber>)
  {
    return __hiloint2double(0x43300000, static_cast<int>(number)) - 0x1p52;
  }
  else if constexpr (std::is_integral_v<TNumber>)
  {
    return __hiloint2double(0x43300000, static_cast<int>(0x80000000u ^ static_cast<unsigned int>(number))) -
           (0x1p52 + 0x1p31);
  }
#endif
  return static_cast<double>(number);
}
} // namespace itk::device::kernels

#endif
