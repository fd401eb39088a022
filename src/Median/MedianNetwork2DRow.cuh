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
#ifndef MedianNetwork2DRow_cuh
#define MedianNetwork2DRow_cuh

#include "Kernels/UnalignedRow.cuh"
#include "MedianOrder.cuh"

namespace itk::device::median2d
{
using median::FloatOrder;
using median::PixelTraits;

/** Moves 16 bytes of a row, and the pixel at either side, to words and back. The two lanes of a word are half the
 * pixels apart, so that the neighbours of a word's pixels are the words before and after it.
 *
 * 8-bit pixels are the high byte of their lane; what is in the low byte cannot change their order.
 */
template <typename TPixel>
struct RowOfWords;

template <>
struct RowOfWords<std::uint8_t>
{
  /** word[i] holds the pixels i - 1 and i + 7. */
  static __device__ __forceinline__ void
  Unpack(unsigned int left, const uint4 & pixels, unsigned int right, unsigned int (&word)[10])
  {
    word[0] = __byte_perm(left, pixels.y, 0x7000);
    word[1] = __byte_perm(pixels.x, pixels.z, 0x4000);
    word[2] = __byte_perm(pixels.x, pixels.z, 0x5010);
    word[3] = __byte_perm(pixels.x, pixels.z, 0x6020);
    word[4] = __byte_perm(pixels.x, pixels.z, 0x7030);
    word[5] = __byte_perm(pixels.y, pixels.w, 0x4000);
    word[6] = __byte_perm(pixels.y, pixels.w, 0x5010);
    word[7] = __byte_perm(pixels.y, pixels.w, 0x6020);
    word[8] = __byte_perm(pixels.y, pixels.w, 0x7030);
    word[9] = __byte_perm(pixels.z, right, 0x4000);
  }

  static __device__ __forceinline__ uint4
  Pack(const unsigned int (&word)[8])
  {
    const unsigned int a = __byte_perm(word[0], word[1], 0x7351);
    const unsigned int b = __byte_perm(word[2], word[3], 0x7351);
    const unsigned int c = __byte_perm(word[4], word[5], 0x7351);
    const unsigned int d = __byte_perm(word[6], word[7], 0x7351);
    return make_uint4(
      __byte_perm(a, b, 0x5410), __byte_perm(c, d, 0x5410), __byte_perm(a, b, 0x7632), __byte_perm(c, d, 0x7632));
  }
};

template <>
struct RowOfWords<std::uint16_t>
{
  /** word[i] holds the pixels i - 1 and i + 3. */
  static __device__ __forceinline__ void
  Unpack(unsigned int left, const uint4 & pixels, unsigned int right, unsigned int (&word)[6])
  {
    word[0] = __byte_perm(left, pixels.y, 0x7610);
    word[1] = __byte_perm(pixels.x, pixels.z, 0x5410);
    word[2] = __byte_perm(pixels.x, pixels.z, 0x7632);
    word[3] = __byte_perm(pixels.y, pixels.w, 0x5410);
    word[4] = __byte_perm(pixels.y, pixels.w, 0x7632);
    word[5] = __byte_perm(pixels.z, right, 0x5410);
  }

  static __device__ __forceinline__ uint4
  Pack(const unsigned int (&word)[4])
  {
    return make_uint4(__byte_perm(word[0], word[1], 0x5410),
                      __byte_perm(word[2], word[3], 0x5410),
                      __byte_perm(word[0], word[1], 0x7632),
                      __byte_perm(word[2], word[3], 0x7632));
  }
};

template <>
struct RowOfWords<std::int16_t> : RowOfWords<std::uint16_t>
{};

template <>
struct RowOfWords<float>
{
  static __device__ __forceinline__ void
  Unpack(unsigned int left, const uint4 & pixels, unsigned int right, int (&word)[6])
  {
    word[0] = FloatOrder::Pack(left, 0);
    word[1] = FloatOrder::Pack(pixels.x, 0);
    word[2] = FloatOrder::Pack(pixels.y, 0);
    word[3] = FloatOrder::Pack(pixels.z, 0);
    word[4] = FloatOrder::Pack(pixels.w, 0);
    word[5] = FloatOrder::Pack(right, 0);
  }

  static __device__ __forceinline__ uint4
  Pack(const int (&word)[4])
  {
    return make_uint4(FloatOrder::Unpack(word[0], 0),
                      FloatOrder::Unpack(word[1], 0),
                      FloatOrder::Unpack(word[2], 0),
                      FloatOrder::Unpack(word[3], 0));
  }
};

/** 16 bytes of a row and the pixel at either side. */
struct RowOfBits
{
  uint4        pixels;
  unsigned int left;
  unsigned int right;
};

/** The unsigned integer of VBytes bytes. */
template <int VBytes>
struct UnsignedOfBytes;

template <>
struct UnsignedOfBytes<1>
{
  using Type = std::uint8_t;
};
template <>
struct UnsignedOfBytes<2>
{
  using Type = std::uint16_t;
};
template <>
struct UnsignedOfBytes<4>
{
  using Type = std::uint32_t;
};
template <>
struct UnsignedOfBytes<16>
{
  using Type = uint4;
};

/** 16 bytes, in the pieces in which they are moved. */
template <int VBytes>
union Pieces
{
  typename UnsignedOfBytes<VBytes>::Type piece[16 / VBytes];
  uint4                                  vector;
};

/** RowOfBits at any address, read in aligned words, up to seven bytes before the 16 and four behind. They are shifted into
 * place when they are asked for, lest reading waits for them. */
template <typename TBits>
class UnalignedRowOfBits
{
public:
  __device__ __forceinline__ void
  Read(const TBits * from)
  {
    const auto         address = reinterpret_cast<std::uintptr_t>(from);
    const auto * const words = reinterpret_cast<const unsigned int *>(address & ~std::uintptr_t{ 3 }) - 1;
    m_Shift = 8 * static_cast<unsigned int>(address & 3);
#pragma unroll
    for (int i = 0; i < 6; ++i)
    {
      m_Words[i] = __ldg(words + i);
    }
  }

  /** At the beginning of a row and at its end, the pixel at the side is the nearest one. */
  __device__ __forceinline__ RowOfBits
  Get(bool isFirst, bool isLast) const
  {
    constexpr int others = 32 - 8 * sizeof(TBits);
    const uint4   pixels = make_uint4(Shift(1), Shift(2), Shift(3), Shift(4));
    return { pixels,
             isFirst ? pixels.x & (~0u >> others) : Shift(0) >> others,
             isLast ? pixels.w >> others : m_Words[5] >> m_Shift };
  }

private:
  __device__ __forceinline__ unsigned int
  Shift(int i) const
  {
    return __funnelshift_r(m_Words[i], m_Words[i + 1], m_Shift);
  }

  unsigned int m_Words[6];
  unsigned int m_Shift;
};

/** Reads the 16 bytes from pixel x of a row on and the pixel at either side; pixels outside of the row take the
 * nearest of it. VAlignment divides the address of pixel x, and only the pixels at the sides may be outside; if it is
 * 0, neither holds. */
template <int VAlignment, typename TBits>
__device__ __forceinline__ RowOfBits
ReadRow(const TBits * row, std::ptrdiff_t x, std::ptrdiff_t width)
{
  row += x;
  constexpr int      size = 16 / sizeof(TBits);
  constexpr int      bytes = VAlignment == 0 ? sizeof(TBits) : VAlignment;
  const int          last = static_cast<int>(min(width - 1 - x, std::ptrdiff_t{ size }));
  const auto * const input = reinterpret_cast<const typename UnsignedOfBytes<bytes>::Type *>(row);
  Pieces<bytes>      pieces;
#pragma unroll
  for (int i = 0; i < 16 / bytes; ++i)
  {
    pieces.piece[i] = __ldg(input + (VAlignment == 0 ? min(i, last) : i));
  }
  return { pieces.vector, __ldg(x > 0 ? row - 1 : row), __ldg(row + last) };
}

/** What the threads of a warp exchange when they write rows that are not aligned. */
using WarpExchange = uint4[32];

/** Writes 16 bytes of each thread of a warp, which follow one another, from any address on. Threads exchange them, so that what a
 * warp writes at once lies side by side. Were each to write its own words, of 4 bytes in 16, the level 2 cache would be what is
 * waited for. */
__device__ __forceinline__ void
WriteUnalignedWarp(void * to, const uint4 & pixels, WarpExchange & exchange)
{
  const unsigned int  bytes = static_cast<unsigned int>(reinterpret_cast<std::uintptr_t>(to)) & 3;
  const unsigned int  lane = threadIdx.x % 32;
  const std::uint32_t words[4] = { pixels.x, pixels.y, pixels.z, pixels.w };
  const std::uint32_t before = __shfl_up_sync(~0u, words[3], 1);
  std::uint32_t       word[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
  {
    word[i] = __funnelshift_l(i == 0 ? before : words[i - 1], words[i], 8 * bytes);
  }
  __syncwarp();
  exchange[lane] = make_uint4(word[0], word[1], word[2], word[3]);
  __syncwarp();
  auto * const       aligned = reinterpret_cast<std::uint32_t *>(static_cast<char *>(to) - bytes);
  auto * const       output = aligned - 3 * static_cast<int>(lane);
  const auto * const source = reinterpret_cast<const std::uint32_t *>(exchange) + lane;
#pragma unroll
  for (int i = 0; i < 4; ++i)
  {
    // The first word is not the warp's alone.
    if (i > 0 || lane > 0 || bytes == 0)
    {
      output[32 * i] = source[32 * i];
    }
  }
  if (bytes != 0)
  {
    if (lane == 0)
    {
      kernels::WriteBeforeWord(to, words[0]);
    }
    if (lane == 31)
    {
      kernels::WriteAfterWord(aligned + 4, bytes, words[3]);
    }
  }
}

/** Writes the first `count` pixels of 16 bytes; all of them, with VAlignment as for ReadRow, or 1, if that is not 0. VIsWarp: all
 * threads of the warp call it, and follow one another. */
template <int VAlignment, bool VIsWarp, typename TBits>
__device__ __forceinline__ void
WriteRow(TBits * row, const uint4 & pixels, std::ptrdiff_t count, [[maybe_unused]] WarpExchange & exchange)
{
  if constexpr (VIsWarp && VAlignment > 0 && VAlignment < 16)
  {
    WriteUnalignedWarp(row, pixels, exchange);
    return;
  }
  if constexpr (VAlignment == 1)
  {
    kernels::WriteUnaligned(row, { pixels.x, pixels.y, pixels.z, pixels.w });
    return;
  }
  if constexpr (VAlignment == 16)
  {
    // Assignments the compiler takes apart into words at times.
    asm volatile(
      "st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(row), "r"(pixels.x), "r"(pixels.y), "r"(pixels.z), "r"(pixels.w)
      : "memory");
    return;
  }
  constexpr int bytes = VAlignment == 0 ? sizeof(TBits) : VAlignment;
  Pieces<bytes> pieces;
  pieces.vector = pixels;
  auto * const output = reinterpret_cast<typename UnsignedOfBytes<bytes>::Type *>(row);
#pragma unroll
  for (int i = 0; i < 16 / bytes; ++i)
  {
    if (VAlignment != 0 || i < count)
    {
      output[i] = pieces.piece[i];
    }
  }
}
} // namespace itk::device::median2d

#endif
