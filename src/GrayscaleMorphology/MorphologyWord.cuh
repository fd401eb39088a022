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
#ifndef MorphologyWord_cuh
#define MorphologyWord_cuh

#include <cstdint>
#include <cuda_runtime.h>

namespace itk::device::morphology
{
/** An erosion is a dilation of the pixels with `flip`'s bits inverted, which puts them in the opposite order. int16 is
 * uint16 with the sign inverted. */
template <typename TPixel>
struct Order
{
  TPixel        boundary; // beyond the image; not flipped
  TPixel        initial;  // the least result; flipped
  std::uint32_t flip;     // of each pixel
};

/** Neighbouring pixels of 4 bytes, one below the other in a word of pixels that are not neighbours in memory: two rows of
 * 8 or 16 bits, one of float. So a window is slid by whole words. */
template <typename TPixel>
struct Lanes;

/** What pixels of 8 and of 16 bits have in common. */
struct IntegerLanes
{
  using Word = std::uint32_t;
  static constexpr int Count = 2;

  static constexpr bool HasMaxOfThree = true;

  static __device__ __forceinline__ Word
  Max(Word a, Word b)
  {
    return __vmaxu2(a, b);
  }

  static __device__ __forceinline__ Word
  Max(Word a, Word b, Word c)
  {
    return __vimax3_u16x2(a, b, c);
  }

  /** Any result is at least the least number of the type. */
  static __device__ __forceinline__ Word
  AtLeast(Word word, Word)
  {
    return word;
  }
};

template <>
struct Lanes<std::uint8_t> : IntegerLanes
{
  using Quad = std::uint32_t;
  static __device__ __forceinline__ Quad
  Fill(std::uint8_t pixel)
  {
    return pixel * 0x01010101u;
  }

  static __device__ __forceinline__ void
  Set(Quad & quad, int i, std::uint8_t pixel)
  {
    quad = (quad & ~(0xffu << (8 * i))) | (static_cast<Quad>(pixel) << (8 * i));
  }

  static __device__ __forceinline__ std::uint8_t
                                    Get(const Quad & quad, int i)
  {
    return static_cast<std::uint8_t>(quad >> (8 * i));
  }

  static __device__ __forceinline__ void
  Expand(const Quad (&quads)[2], const Order<std::uint8_t> & order, Word (&words)[4])
  {
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      words[i] = (__byte_perm(quads[0], quads[1], 0x0400 + 0x111 * i) & 0x00ff00ffu) ^ (order.flip * 0x10001u);
    }
  }

  static __device__ __forceinline__ void
  Pack(const Word (&words)[4], const Order<std::uint8_t> & order, Quad (&quads)[2])
  {
    const Word left = __byte_perm(words[0], words[1], 0x6240);
    const Word right = __byte_perm(words[2], words[3], 0x6240);
    quads[0] = __byte_perm(left, right, 0x5410) ^ (order.flip * 0x01010101u);
    quads[1] = __byte_perm(left, right, 0x7632) ^ (order.flip * 0x01010101u);
  }
};

template <>
struct Lanes<std::uint16_t> : IntegerLanes
{
  using Quad = uint2;
  static __device__ __forceinline__ Quad
  Fill(std::uint16_t pixel)
  {
    return { pixel * 0x10001u, pixel * 0x10001u };
  }

  static __device__ __forceinline__ void
  Set(Quad & quad, int i, std::uint16_t pixel)
  {
    Word & word = i < 2 ? quad.x : quad.y;
    word = __byte_perm(word, pixel, i % 2 == 0 ? 0x3254 : 0x5410);
  }

  static __device__ __forceinline__ std::uint16_t
                                    Get(const Quad & quad, int i)
  {
    return static_cast<std::uint16_t>((i < 2 ? quad.x : quad.y) >> (16 * (i % 2)));
  }

  static __device__ __forceinline__ void
  Expand(const Quad (&quads)[2], const Order<std::uint16_t> & order, Word (&words)[4])
  {
    const Word flip = order.flip * 0x10001u;
    words[0] = __byte_perm(quads[0].x, quads[1].x, 0x5410) ^ flip;
    words[1] = __byte_perm(quads[0].x, quads[1].x, 0x7632) ^ flip;
    words[2] = __byte_perm(quads[0].y, quads[1].y, 0x5410) ^ flip;
    words[3] = __byte_perm(quads[0].y, quads[1].y, 0x7632) ^ flip;
  }

  static __device__ __forceinline__ void
  Pack(const Word (&words)[4], const Order<std::uint16_t> & order, Quad (&quads)[2])
  {
    const Word flip = order.flip * 0x10001u;
    quads[0] = { __byte_perm(words[0], words[1], 0x5410) ^ flip, __byte_perm(words[2], words[3], 0x5410) ^ flip };
    quads[1] = { __byte_perm(words[0], words[1], 0x7632) ^ flip, __byte_perm(words[2], words[3], 0x7632) ^ flip };
  }
};

__device__ __forceinline__ float
Flip(float pixel, std::uint32_t flip)
{
  return __uint_as_float(__float_as_uint(pixel) ^ flip);
}

template <>
struct Lanes<float>
{
  using Word = float;
  using Quad = float4;
  static constexpr int  Count = 1;
  static constexpr bool HasMaxOfThree = false;

  static __device__ __forceinline__ Word
  Max(Word a, Word b)
  {
    return fmaxf(a, b);
  }

  static __device__ __forceinline__ Word
  AtLeast(Word word, float least)
  {
    return fmaxf(word, least);
  }

  static __device__ __forceinline__ Quad
  Fill(float pixel)
  {
    return { pixel, pixel, pixel, pixel };
  }

  static __device__ __forceinline__ void
  Set(Quad & quad, int i, float pixel)
  {
    (i == 0 ? quad.x : i == 1 ? quad.y : i == 2 ? quad.z : quad.w) = pixel;
  }

  static __device__ __forceinline__ float
  Get(const Quad & quad, int i)
  {
    return i == 0 ? quad.x : i == 1 ? quad.y : i == 2 ? quad.z : quad.w;
  }

  static __device__ __forceinline__ void
  Expand(const Quad (&quads)[1], const Order<float> & order, Word (&words)[4])
  {
    words[0] = fmaxf(Flip(quads[0].x, order.flip), order.initial);
    words[1] = fmaxf(Flip(quads[0].y, order.flip), order.initial);
    words[2] = fmaxf(Flip(quads[0].z, order.flip), order.initial);
    words[3] = fmaxf(Flip(quads[0].w, order.flip), order.initial);
  }

  static __device__ __forceinline__ void
  Pack(const Word (&words)[4], const Order<float> & order, Quad (&quads)[1])
  {
    quads[0] = {
      Flip(words[0], order.flip), Flip(words[1], order.flip), Flip(words[2], order.flip), Flip(words[3], order.flip)
    };
  }
};

/** The maxima of each 2 VRadius + 1 neighbours, for a radius of up to 3. */
template <typename TLanes, int VRadius, int VOutputs>
__device__ __forceinline__ void
SlideMaximum(const typename TLanes::Word (&line)[VOutputs + 2 * VRadius], typename TLanes::Word (&maxima)[VOutputs])
{
  using Word = typename TLanes::Word;
  if constexpr (TLanes::HasMaxOfThree)
  {
    Word three[VOutputs + 2 * VRadius - 2];
#pragma unroll
    for (int i = 0; i < VOutputs + 2 * VRadius - 2; ++i)
    {
      three[i] = TLanes::Max(line[i], line[i + 1], line[i + 2]);
    }
#pragma unroll
    for (int i = 0; i < VOutputs; ++i)
    {
      if constexpr (VRadius == 1)
      {
        maxima[i] = three[i];
      }
      else if constexpr (VRadius == 2)
      {
        maxima[i] = TLanes::Max(three[i], line[i + 3], line[i + 4]);
      }
      else
      {
        maxima[i] = TLanes::Max(three[i], three[i + 3], line[i + 6]);
      }
    }
  }
  else
  {
    constexpr int pairs = VOutputs + 2 * VRadius - 1;
    Word          two[pairs];
#pragma unroll
    for (int i = 0; i < pairs; ++i)
    {
      two[i] = TLanes::Max(line[i], line[i + 1]);
    }
    if constexpr (VRadius > 1)
    {
#pragma unroll
      for (int i = 0; i + 2 < pairs; ++i)
      {
        two[i] = TLanes::Max(two[i], two[i + 2]); // four
      }
    }
#pragma unroll
    for (int i = 0; i < VOutputs; ++i)
    {
      maxima[i] = VRadius == 3 ? TLanes::Max(two[i], two[i + 3]) : TLanes::Max(two[i], line[i + 2 * VRadius]);
    }
  }
}
} // namespace itk::device::morphology

#endif
