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
#ifndef MorphologySmallBox_cuh
#define MorphologySmallBox_cuh

#include "Kernels/VectorRow.cuh"
#include "MorphologyWord.cuh"

namespace itk::device::morphology
{
using kernels::VectorRow;

/** Moves a row to words and back whose lanes are half of 16 bytes apart, so that the neighbours of a word's pixels are the
 * words before and after it. */
template <typename TPixel>
struct VectorLanes;

/** Pixels are the high bytes of their lanes; what is in the low ones cannot change the order. */
template <>
struct VectorLanes<std::uint8_t>
{
  static constexpr int Words = 8;

  template <int VRadius>
  static __device__ __forceinline__ void
  Unpack(const VectorRow<std::uint8_t, VRadius> & row, std::uint32_t (&words)[Words + 2 * VRadius])
  {
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      words[VRadius + i] = Pair(row.words[1], row.words[3], i);
      words[VRadius + 4 + i] = Pair(row.words[2], row.words[4], i);
    }
#pragma unroll
    for (int i = 0; i < VRadius; ++i)
    {
      words[i] = Pair(row.words[0], row.words[2], 4 - VRadius + i);
      words[VRadius + 8 + i] = Pair(row.words[3], row.words[5], i);
    }
  }

  static __device__ __forceinline__ uint4
  Pack(const std::uint32_t (&words)[Words])
  {
    std::uint32_t pairs[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      pairs[i] = __byte_perm(words[2 * i], words[2 * i + 1], 0x7351);
    }
    return make_uint4(__byte_perm(pairs[0], pairs[1], 0x5410),
                      __byte_perm(pairs[2], pairs[3], 0x5410),
                      __byte_perm(pairs[0], pairs[1], 0x7632),
                      __byte_perm(pairs[2], pairs[3], 0x7632));
  }

private:
  static __device__ __forceinline__ std::uint32_t
                                    Pair(std::uint32_t low, std::uint32_t high, int byte)
  {
    return __byte_perm(low, high, 0x4000 + 0x1010 * byte);
  }
};

template <>
struct VectorLanes<std::uint16_t>
{
  static constexpr int Words = 4;

  template <int VRadius>
  static __device__ __forceinline__ void
  Unpack(const VectorRow<std::uint16_t, VRadius> & row, std::uint32_t (&words)[Words + 2 * VRadius])
  {
#pragma unroll
    for (int i = 0; i < 2; ++i)
    {
      words[VRadius + i] = Pair(row.words[1], row.words[3], i);
      words[VRadius + 2 + i] = Pair(row.words[2], row.words[4], i);
    }
#pragma unroll
    for (int i = 0; i < VRadius; ++i)
    {
      words[i] = Pair(row.words[0], row.words[2], 2 - VRadius + i);
      words[VRadius + 4 + i] = Pair(row.words[3], row.words[5], i);
    }
  }

  static __device__ __forceinline__ uint4
  Pack(const std::uint32_t (&words)[Words])
  {
    return make_uint4(Pair(words[0], words[1], 0),
                      Pair(words[2], words[3], 0),
                      Pair(words[0], words[1], 1),
                      Pair(words[2], words[3], 1));
  }

private:
  static __device__ __forceinline__ std::uint32_t
                                    Pair(std::uint32_t low, std::uint32_t high, int half)
  {
    return __byte_perm(low, high, half == 0 ? 0x5410 : 0x7632);
  }
};

template <>
struct VectorLanes<float>
{
  static constexpr int Words = 4;

  template <int VRadius>
  static __device__ __forceinline__ void
  Unpack(const VectorRow<float, VRadius> & row, float (&words)[Words + 2 * VRadius])
  {
#pragma unroll
    for (int i = 0; i < Words + 2 * VRadius; ++i)
    {
      words[i] = __uint_as_float(row.words[i]);
    }
  }

  static __device__ __forceinline__ uint4
  Pack(const float (&words)[Words])
  {
    return make_uint4(
      __float_as_uint(words[0]), __float_as_uint(words[1]), __float_as_uint(words[2]), __float_as_uint(words[3]));
  }
};

/** Rows that a thread reads ahead. */
constexpr int SmallBoxRowsAhead = 2;

/** Maxima over squares of a radius of 1 or 2: a thread keeps the maxima along its rows that the next ones share with them.
 * Vectors must be aligned. */
template <typename TPixel, int VRadius>
__global__ void __launch_bounds__(32 * kernels::VectorThreads)
  SmallBoxKernel(const __grid_constant__ kernels::Pass<TPixel, TPixel> pass,
                 const kernels::Division                               division,
                 const Order<TPixel>                                   order)
{
  using TheLanes = Lanes<TPixel>;
  using Word = typename TheLanes::Word;
  using Row = VectorRow<TPixel, VRadius>;
  constexpr int words = VectorLanes<TPixel>::Words;
  constexpr int inputRows = kernels::RowsOfVectorThread + 2 * VRadius;

  const auto position = kernels::GetVectorPosition<Row::Pixels>(pass, division);
  if (position.rows == 0)
  {
    return;
  }
  const kernels::VectorReader<TPixel, VRadius, kernels::ConstantBorder<TPixel>> reader(
    pass, position.layer, position.x, { order.boundary });
  const std::uint32_t flip = order.flip * (sizeof(TPixel) == 1 ? 0x01010101u : sizeof(TPixel) == 2 ? 0x10001u : 1u);
  TPixel * output = pass.output + position.layer * pass.outputLayerStride + position.y * pass.outputStride + position.x;
  const std::ptrdiff_t inputRow = position.y + pass.offset[1] - VRadius;

  Row ahead[SmallBoxRowsAhead];
#pragma unroll
  for (int j = 0; j < SmallBoxRowsAhead; ++j)
  {
    reader.Read(inputRow + j, ahead[j]);
  }
  Word alongRows[inputRows][words];
#pragma unroll
  for (int j = 0; j < inputRows; ++j)
  {
    Row row = ahead[j % SmallBoxRowsAhead];
    if (j + SmallBoxRowsAhead < inputRows)
    {
      reader.Read(inputRow + j + SmallBoxRowsAhead, ahead[j % SmallBoxRowsAhead]);
    }
#pragma unroll
    for (std::uint32_t & word : row.words)
    {
      word ^= flip;
    }
    Word line[words + 2 * VRadius];
    VectorLanes<TPixel>::Unpack(row, line);
    SlideMaximum<TheLanes, VRadius>(line, alongRows[j]);
    if (j >= 2 * VRadius && j - 2 * VRadius < position.rows)
    {
      Word maxima[words];
#pragma unroll
      for (int i = 0; i < words; ++i)
      {
        Word column[2 * VRadius + 1];
        Word maximum[1];
#pragma unroll
        for (int k = 0; k < 2 * VRadius + 1; ++k)
        {
          column[k] = alongRows[j - 2 * VRadius + k][i];
        }
        SlideMaximum<TheLanes, VRadius>(column, maximum);
        maxima[i] = TheLanes::AtLeast(maximum[0], order.initial);
      }
      const uint4 vector = VectorLanes<TPixel>::Pack(maxima);
      kernels::WriteVector(
        output, make_uint4(vector.x ^ flip, vector.y ^ flip, vector.z ^ flip, vector.w ^ flip), position.columns);
      output += pass.outputStride;
    }
  }
}

template <typename TPixel, int VRadius>
void
LaunchSmallBoxKernel(const kernels::Pass<TPixel, TPixel> & pass, const Order<TPixel> & order, const Stream & stream)
{
  kernels::LaunchOnVectors("SmallBoxKernel", SmallBoxKernel<TPixel, VRadius>, pass, stream, order);
}
} // namespace itk::device::morphology

#endif
