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
#ifndef ConvolutionFixedPointProducts_cuh
#define ConvolutionFixedPointProducts_cuh

#include "ConvolutionFixedPointSettings.cuh"
#include "ConvolutionTensorCore.cuh"

// How a warp of ConvolutionFixedPointKernel multiplies rows of its input, in shared memory, by rows of the kernel.
namespace itk::device::convolution
{
/** The bytes of four pixels, those of the same power of 256 in one word. */
__device__ __forceinline__ void
PartBytes(std::uint32_t quad, bool, std::uint32_t (&words)[1])
{
  words[0] = quad;
}

__device__ __forceinline__ void
PartBytes(const uint2 & quad, bool isSigned, std::uint32_t (&words)[2])
{
  words[0] = __byte_perm(quad.x, quad.y, 0x6420);
  words[1] = __byte_perm(quad.x, quad.y, 0x7531) ^ (isSigned ? 0x80808080 : 0);
}

/** The words of FixedPointKernel::digits for a layer of the kernel. */
template <typename TSettings>
constexpr __device__ __host__ int
CountWordsOfLayer(int rowRadius)
{
  return (rowRadius + TSettings::Rows - 1) * TSettings::WordsOfStep * 32;
}

/** Adds what a warp needs of a layer for its outputs of a pass, which begin with the row `place` of the ring, and for a lane
 * with column `first`. Two input rows at a time, which lie beside each other as the ring's number of rows is even, are
 * multiplied by digits of two rows of the kernel, to which `digits` points for this lane: by a pair of it for even rows of
 * outputs, and for odd ones by the last row of the pair before and the first of this. */
template <typename TSettings>
__device__ __forceinline__ void
AddProductsOfRows(const typename TSettings::Pixel * ring,
                  int                               rowsOfRing,
                  int                               place,
                  int                               first,
                  const uint2 *                     digits,
                  int                               rowRadius,
                  int (&sums)[TSettings::Rows][TSettings::Powers][4])
{
  using Pixel = typename TSettings::Pixel;
  using Quad = typename TSettings::Quad;
  constexpr int width = TSettings::InputWidth;
  constexpr int bytes = TSettings::Bytes;
  constexpr int chunks = TSettings::Chunks;
  constexpr int words = TSettings::WordsOfStep;
  constexpr int pairs = TSettings::Rows / 2;

  const Pixel *       lines = ring + place * width + first;
  const Pixel * const endOfRing = ring + rowsOfRing * width;
  const int           steps = rowRadius + pairs;
  std::uint32_t       before[words]{}; // of the earliest pair of rows, what comes before its digits
  digits += (pairs - 1) * words * 32;
#pragma unroll 1
  for (int step = 0; step < steps; ++step)
  {
    std::uint32_t pixels[chunks][bytes][4];
#pragma unroll
    for (int i = 0; i < 4 * chunks; ++i)
    {
      const int     column = QuadOfRow * (4 * (i / 4) + 16 * (i % 2));
      const auto    quad = *reinterpret_cast<const Quad *>(lines + i / 2 % 2 * width + column);
      std::uint32_t parts[bytes];
      PartBytes(quad, std::is_signed_v<Pixel>, parts);
#pragma unroll
      for (int k = 0; k < bytes; ++k)
      {
        pixels[i / 4][k][i % 4] = parts[k];
      }
    }
    // The pair of rows p multiplies by the digits that the first pair did p steps before.
    uint2 digit[pairs][words];
#pragma unroll
    for (int i = 0; i < pairs * words; ++i)
    {
      digit[i / words][i % words] = __ldg(digits + (i % words - i / words * words) * 32);
    }
#pragma unroll
    for (int i = 0; i < pairs * words * bytes; ++i)
    {
      const int pair = i / (words * bytes);
      const int word = i / bytes % words;
      const int k = i % bytes;
      const int power = word / chunks + k - TSettings::LeftOut;
      if (power >= 0)
      {
        const uint2         rows = digit[pair][word];
        const std::uint32_t earlier = pair + 1 < pairs ? digit[(pair + 1) % pairs][word].y : before[word];
        AddProducts(sums[2 * pair][power], pixels[word % chunks][k], rows.x, rows.y);
        AddProducts(sums[2 * pair + 1][power], pixels[word % chunks][k], earlier, rows.x);
      }
    }
#pragma unroll
    for (int i = 0; i < words; ++i)
    {
      before[i] = digit[pairs - 1][i].y;
    }
    digits += words * 32;
    lines += 2 * width;
    lines -= lines < endOfRing ? 0 : rowsOfRing * width;
  }
}
} // namespace itk::device::convolution

#endif
