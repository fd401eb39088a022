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
#ifndef MedianOrder_cuh
#define MedianOrder_cuh

#include <cstdint>

namespace itk::device::median
{
/** How pixels of a type are ordered by the integer instructions of the GPU.
 *
 * A Word holds Lanes pixels. Minimum and Maximum work on each lane; Pack makes a word of bit patterns as they are in
 * memory (zero-extended), Unpack gives that of one lane. No word is below Lowest or above Highest.
 */
struct PackedUnsignedOrder
{
  using Word = unsigned int;
  static constexpr int  Lanes = 2;
  static constexpr Word Lowest = 0;
  static constexpr Word Highest = 0xffffffff;

  static __device__ __forceinline__ Word
  Minimum(Word a, Word b)
  {
    return __vminu2(a, b);
  }
  static __device__ __forceinline__ Word
  Maximum(Word a, Word b)
  {
    return __vmaxu2(a, b);
  }
  static __device__ __forceinline__ Word
  Minimum(Word a, Word b, Word c)
  {
    return __vimin3_u16x2(a, b, c);
  }
  static __device__ __forceinline__ Word
  Maximum(Word a, Word b, Word c)
  {
    return __vimax3_u16x2(a, b, c);
  }
  static __device__ __forceinline__ Word
  Pack(unsigned int low, unsigned int high)
  {
    return __byte_perm(low, high, 0x5410);
  }
  static __device__ __forceinline__ unsigned int
  Unpack(Word word, int lane)
  {
    return lane == 0 ? word & 0xffff : word >> 16;
  }
};

struct PackedSignedOrder
{
  using Word = unsigned int;
  static constexpr int  Lanes = 2;
  static constexpr Word Lowest = 0x80008000;
  static constexpr Word Highest = 0x7fff7fff;

  static __device__ __forceinline__ Word
  Minimum(Word a, Word b)
  {
    return __vmins2(a, b);
  }
  static __device__ __forceinline__ Word
  Maximum(Word a, Word b)
  {
    return __vmaxs2(a, b);
  }
  static __device__ __forceinline__ Word
  Minimum(Word a, Word b, Word c)
  {
    return __vimin3_s16x2(a, b, c);
  }
  static __device__ __forceinline__ Word
  Maximum(Word a, Word b, Word c)
  {
    return __vimax3_s16x2(a, b, c);
  }
  static __device__ __forceinline__ Word
  Pack(unsigned int low, unsigned int high)
  {
    return PackedUnsignedOrder::Pack(low, high);
  }
  static __device__ __forceinline__ unsigned int
  Unpack(Word word, int lane)
  {
    return PackedUnsignedOrder::Unpack(word, lane);
  }
};

/** Negative floats have their magnitude bits flipped: then all floats are in the order of signed integers, as MedianKey
 * orders them. */
struct FloatOrder
{
  using Word = int;
  static constexpr int  Lanes = 1;
  static constexpr Word Lowest = -0x7fffffff - 1;
  static constexpr Word Highest = 0x7fffffff;

  static __device__ __forceinline__ Word
  Minimum(Word a, Word b)
  {
    return min(a, b);
  }
  static __device__ __forceinline__ Word
  Maximum(Word a, Word b)
  {
    return max(a, b);
  }
  static __device__ __forceinline__ Word
  Minimum(Word a, Word b, Word c)
  {
    return __vimin3_s32(a, b, c);
  }
  static __device__ __forceinline__ Word
  Maximum(Word a, Word b, Word c)
  {
    return __vimax3_s32(a, b, c);
  }
  static __device__ __forceinline__ Word
  Pack(unsigned int bits, unsigned int)
  {
    const int word = static_cast<int>(bits);
    return word ^ ((word >> 31) & 0x7fffffff);
  }
  static __device__ __forceinline__ unsigned int
  Unpack(Word word, int)
  {
    return static_cast<unsigned int>(word ^ ((word >> 31) & 0x7fffffff));
  }
};

/** The unsigned integer of a pixel's size, and the order of the pixel type. */
template <typename TPixel>
struct PixelTraits;

template <>
struct PixelTraits<std::uint8_t>
{
  using Bits = std::uint8_t;
  using Order = PackedUnsignedOrder;
};

template <>
struct PixelTraits<std::uint16_t>
{
  using Bits = std::uint16_t;
  using Order = PackedUnsignedOrder;
};

template <>
struct PixelTraits<std::int16_t>
{
  using Bits = std::uint16_t;
  using Order = PackedSignedOrder;
};

template <>
struct PixelTraits<float>
{
  using Bits = std::uint32_t;
  using Order = FloatOrder;
};
} // namespace itk::device::median

#endif
