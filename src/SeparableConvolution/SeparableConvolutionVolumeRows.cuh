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
#ifndef SeparableConvolutionVolumeRows_cuh
#define SeparableConvolutionVolumeRows_cuh

#include "SeparableConvolutionVolumeTile.cuh"
#include <cstdint>
#include <cstring>
#include <type_traits>

/** \file
 * Sums along the rows of a block's part of a layer. */
namespace itk::device::separable
{
/** Integers by way of 32 bits, which the compiler would spare itself: converting those takes a quarter of the time. But of 16 bits
 * every other one is converted as it is, in one instruction instead of two: of 512^3 voxels a Gaussian of sigma 2 makes 351
 * Gvoxel/s on an H200, rather than 343, and if all were, 336. */
template <typename TInput>
__device__ __forceinline__ Quad<float>
                           ConvertQuad(const QuadWords<TInput> & words)
{
  if constexpr (std::is_same_v<TInput, float>)
  {
    return UnpackQuad<float>(words);
  }
  else
  {
    constexpr int size = sizeof(TInput);
    std::uint32_t word[size];
    std::memcpy(word, &words, sizeof(word));
    Quad<float> result;
#pragma unroll
    for (int i = 0; i < QuadColumns; ++i)
    {
      if (size == 2 && i % 2 != 0)
      {
        std::uint16_t low;
        std::uint16_t high;
        asm("mov.b32 {%0, %1}, %2;" : "=h"(low), "=h"(high) : "r"(word[i / 2]));
        result.pixel[i] = static_cast<float>(static_cast<TInput>(high));
        continue;
      }
      // The bytes of pixel i, and those above: the fourth, which is 0, or copies of its sign.
      const int first = i * size % 4;
      const int above = std::is_signed_v<TInput> ? 8 + first + size - 1 : 4;
      const int selector = above << 12 | above << 8 | (size == 2 ? first + 1 : above) << 4 | first;
      std::conditional_t<std::is_signed_v<TInput>, std::int32_t, std::uint32_t> value;
      asm("prmt.b32 %0, %1, 0, %2;" : "=r"(value) : "r"(word[i * size / 4]), "r"(selector));
      result.pixel[i] = static_cast<float>(value);
    }
    return result;
  }
}

/** What a thread takes of a line at once: a quad of float, or two of integers. */
template <typename TInput>
struct alignas((FillsQuads<TInput> ? 1 : 2) * sizeof(QuadWords<TInput>)) LinePart
{
  static constexpr int Quads = FillsQuads<TInput> ? 1 : 2;

  QuadWords<TInput> quad[Quads];
};

/** Sums along rows: a thread makes eight of a row. `firstColumn` is the tile's own first one in the input. */
template <typename TInput, int VRadius, typename TShape>
__device__ __forceinline__ void
SumRows(VolumeTile<TInput, VRadius, TShape> & tile,
        int                                   buffer,
        int                                   firstColumn,
        int                                   inputColumns,
        const Coefficients<VRadius> &         kernel)
{
  using Tile = VolumeTile<TInput, VRadius, TShape>;
  using Part = LinePart<TInput>;
  constexpr int sums = 2 * QuadColumns;
  constexpr int margin = DivideUp(Tile::Margin, Part::Quads) * Part::Quads; // quads that are read on each side
  constexpr int values = sums + 2 * margin * QuadColumns;
  constexpr int pairs = Tile::Columns / sums;
  constexpr int rows = Tile::Threads / pairs;
  // Four neighbouring lanes are in a row, and the next four in the next one.
  const int pair = threadIdx.x % 4 + threadIdx.x / 8 % (pairs / 4) * 4;
  const int firstRow = threadIdx.x / 4 % 2 + threadIdx.x / 8 / (pairs / 4) * 2;
#pragma unroll
  for (int begin = 0; begin < Tile::InputRows; begin += rows)
  {
    const int row = begin + firstRow;
    if (begin + rows > Tile::InputRows && row >= Tile::InputRows)
    {
      break;
    }
    const auto * const first =
      reinterpret_cast<const Part *>(&tile.voxels[buffer][row][Tile::FirstQuad - margin + 2 * pair]);
    float value[values];
#pragma unroll
    for (int i = 0; i < values / QuadColumns; ++i)
    {
      const auto quad = ConvertQuad<TInput>(first[i / Part::Quads].quad[i % Part::Quads]);
#pragma unroll
      for (int j = 0; j < QuadColumns; ++j)
      {
        value[i * QuadColumns + j] = quad.pixel[j];
      }
    }
    if constexpr (!FillsQuads<TInput>)
    {
      // Beyond the image, where whole quads are, is the nearest voxel.
      constexpr int needed = Tile::Margin * QuadColumns;
      if (firstColumn < needed || firstColumn + Tile::Columns + needed > inputColumns)
      {
        const int firstInside = margin - firstColumn / QuadColumns - 2 * pair;
        const int endInside = margin + (inputColumns - firstColumn) / QuadColumns - 2 * pair;
#pragma unroll
        for (int i = margin - 1; i >= margin - Tile::Margin; --i)
        {
#pragma unroll
          for (int j = 0; j < QuadColumns; ++j)
          {
            float & v = value[i * QuadColumns + j];
            v = i < firstInside ? value[(i + 1) * QuadColumns] : v;
          }
        }
#pragma unroll
        for (int i = margin + 1; i < margin + 2 + Tile::Margin; ++i)
        {
#pragma unroll
          for (int j = 0; j < QuadColumns; ++j)
          {
            float & v = value[i * QuadColumns + j];
            v = i >= endInside ? value[i * QuadColumns - 1] : v;
          }
        }
      }
    }
    Quad<float> sum[2];
#pragma unroll
    for (int i = 0; i < sums; ++i)
    {
      constexpr int from = margin * QuadColumns - VRadius;
      float         s = kernel.value[0] * value[from + i];
#pragma unroll
      for (int k = 1; k <= 2 * VRadius; ++k)
      {
        s = fmaf(kernel.value[k], value[from + i + k], s);
      }
      sum[i / QuadColumns].pixel[i % QuadColumns] = s;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
    {
      tile.sums[buffer][row][2 * pair + i] = PackQuad(sum[i]);
    }
  }
}
} // namespace itk::device::separable

#endif
