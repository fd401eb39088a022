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
#ifndef UnalignedRow_cuh
#define UnalignedRow_cuh

#include <cstdint>

/** \file
 * Reads from and writes to any address in aligned words. */
namespace itk::device::kernels
{
/** Words at any address, read in aligned ones, so that up to 3 bytes before them and 4 behind are read, too. They are shifted
 * into place when they are asked for, lest reading waits for them. */
template <int VWords>
class UnalignedWords
{
public:
  __device__ __forceinline__ void
  Read(const void * from)
  {
    const auto address = reinterpret_cast<std::uintptr_t>(from);
    m_Bits = 8 * static_cast<unsigned int>(address & 3);
    const auto * const source = reinterpret_cast<const std::uint32_t *>(address & ~std::uintptr_t{ 3 });
#pragma unroll
    for (int i = 0; i <= VWords; ++i)
    {
      m_Words[i] = __ldg(source + i);
    }
  }

  __device__ __forceinline__ std::uint32_t
                             operator[](int i) const
  {
    return __funnelshift_r(m_Words[i], m_Words[i + 1], m_Bits);
  }

private:
  std::uint32_t m_Words[VWords + 1];
  unsigned int  m_Bits;
};

/** The bytes of `word` up to the next aligned one. `to` is not aligned. */
__device__ __forceinline__ void
WriteBeforeWord(void * to, std::uint32_t word)
{
  const auto         address = reinterpret_cast<std::uintptr_t>(to);
  const unsigned int bytes = static_cast<unsigned int>(address & 3);
  // Up to an even address a byte, from there on two.
  if (bytes % 2 != 0)
  {
    *static_cast<std::uint8_t *>(to) = static_cast<std::uint8_t>(word);
  }
  if (bytes <= 2)
  {
    *reinterpret_cast<std::uint16_t *>(address - bytes + 2) = static_cast<std::uint16_t>(word >> (16 - 8 * bytes));
  }
}

/** The last `bytes` bytes of `word`, fewer than 4, from `last` on. */
__device__ __forceinline__ void
WriteAfterWord(std::uint32_t * last, unsigned int bytes, std::uint32_t word)
{
  if (bytes >= 2)
  {
    *reinterpret_cast<std::uint16_t *>(last) = static_cast<std::uint16_t>(word >> (32 - 8 * bytes));
  }
  if (bytes % 2 != 0)
  {
    reinterpret_cast<std::uint8_t *>(last)[bytes - 1] = static_cast<std::uint8_t>(word >> 24);
  }
}

/** Writes words. */
template <int VWords>
__device__ __forceinline__ void
WriteUnaligned(void * to, const std::uint32_t (&words)[VWords])
{
  const auto         address = reinterpret_cast<std::uintptr_t>(to);
  const unsigned int bytes = static_cast<unsigned int>(address & 3);
  auto * const       output = reinterpret_cast<std::uint32_t *>(address - bytes);
  if (bytes == 0)
  {
    output[0] = words[0];
  }
  else
  {
    WriteBeforeWord(to, words[0]);
    WriteAfterWord(output + VWords, bytes, words[VWords - 1]);
  }
#pragma unroll
  for (int i = 1; i < VWords; ++i)
  {
    output[i] = __funnelshift_l(words[i - 1], words[i], 8 * bytes);
  }
}

/** Writes the words of a thread. Those of a warp's threads, of which `lanes` are here, follow one another: each writes what
 * the one before it has in its first word. */
template <int VWords>
__device__ __forceinline__ void
WriteUnaligned(void * to, const std::uint32_t (&words)[VWords], unsigned int lanes)
{
  const auto         address = reinterpret_cast<std::uintptr_t>(to);
  const unsigned int bytes = static_cast<unsigned int>(address & 3);
  auto * const       output = reinterpret_cast<std::uint32_t *>(address - bytes);
  const unsigned int before = __shfl_up_sync(lanes, words[VWords - 1], 1);
  const unsigned int lane = threadIdx.x % 32;
  const bool         isFirst = lane == 0 || (lanes >> (lane - 1) & 1) == 0;
  const bool         isLast = lane == 31 || (lanes >> (lane + 1) & 1) == 0;
  if (!isFirst || bytes == 0)
  {
    output[0] = __funnelshift_l(before, words[0], 8 * bytes);
  }
  else
  {
    WriteBeforeWord(to, words[0]);
  }
#pragma unroll
  for (int i = 1; i < VWords; ++i)
  {
    output[i] = __funnelshift_l(words[i - 1], words[i], 8 * bytes);
  }
  if (isLast)
  {
    WriteAfterWord(output + VWords, bytes, words[VWords - 1]);
  }
}
} // namespace itk::device::kernels

#endif
