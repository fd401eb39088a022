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
#ifndef SeparableConvolutionWalk_cuh
#define SeparableConvolutionWalk_cuh

#include "Kernels/Strip.cuh"
#include <algorithm>

namespace itk::device::separable
{
using namespace kernels;

template <int VRadius>
struct Coefficients
{
  static constexpr int MostRadius = VRadius;

  __host__ __device__ static constexpr int
  GetRadius()
  {
    return VRadius;
  }

  float value[2 * VRadius + 1];
};

/** Of a radius of at most VMostRadius, the last one first. */
template <int VMostRadius>
struct ShortCoefficients
{
  static constexpr int MostRadius = VMostRadius;

  __host__ __device__ int
  GetRadius() const
  {
    return radius;
  }

  float value[2 * VMostRadius + 1];
  int   radius;
};

/** The unfinished sums of 2 VRadius successive outputs, in each of VColumns columns.
 *
 * A FIR filter in transposed form: an input value is added to every sum that it is part of when it comes by, and the
 * shift of the sums is the destination of the multiply-add, so that it costs nothing. Of shorter kernels the first sums
 * stay zero, which is what the others begin with. */
template <int VRadius, int VColumns>
class ColumnSums
{
public:
  __device__ __forceinline__
  ColumnSums()
  {
#pragma unroll
    for (auto & sums : m_Sum)
    {
#pragma unroll
      for (float & sum : sums)
      {
        sum = 0.0f;
      }
    }
  }

  /** Takes the next row of inputs; returns in their place the outputs VRadius rows before. */
  __device__ __forceinline__ void
  Push(float (&value)[VColumns], const Coefficients<VRadius> & column)
  {
#pragma unroll
    for (int i = 0; i < VColumns; ++i)
    {
      const float v = value[i];
      value[i] = fmaf(column.value[2 * VRadius], v, m_Sum[0][i]);
#pragma unroll
      for (int k = 0; k < 2 * VRadius - 1; ++k)
      {
        m_Sum[k][i] = fmaf(column.value[2 * VRadius - 1 - k], v, m_Sum[k + 1][i]);
      }
      m_Sum[2 * VRadius - 1][i] = column.value[0] * v;
    }
  }

  __device__ __forceinline__ void
  Push(float (&value)[VColumns], const ShortCoefficients<VRadius> & column)
  {
    float result[VColumns];
#pragma unroll
    for (int k = 0; k <= 2 * VRadius; ++k)
    {
      if (k > 2 * column.radius)
      {
        break;
      }
#pragma unroll
      for (int i = 0; i < VColumns; ++i)
      {
        const float before = k < 2 * VRadius ? m_Sum[k][i] : 0.0f;
        (k == 0 ? result[i] : m_Sum[k - 1][i]) = fmaf(column.value[k], value[i], before);
      }
    }
#pragma unroll
    for (int i = 0; i < VColumns; ++i)
    {
      value[i] = result[i];
    }
  }

private:
  float m_Sum[2 * VRadius][VColumns];
};

/** Blocks of 128 threads that a multiprocessor should have registers for. */
constexpr int
GetBlocksPerMultiprocessor(int radius)
{
  return radius <= 7 ? 4 : radius <= 12 ? 3 : 2;
}

/** Rows and columns at once. A row, and the pixels to its left and right that its windows need, passes through the
 * warp's own shared memory; sums along columns stay in registers. */
template <typename TInput, int VRadius, typename TColumn>
__global__ void
__launch_bounds__(StripThreads, GetBlocksPerMultiprocessor(std::max(VRadius, TColumn::MostRadius)))
  SeparableConvolutionRectangleKernel(const Pass<TInput>          pass,
                                      const Division              division,
                                      const Coefficients<VRadius> row,
                                      const TColumn               column)
{
  constexpr int     quads = DivideUp(4 + 2 * VRadius, 4);
  constexpr int     width = StripWidth + 2 * VRadius;
  __shared__ float4 memory[StripWarps][2][RowsAhead][31 + quads];

  const auto position = GetStripPosition(pass, division);
  if (position.x >= pass.outputSize[0])
  {
    return;
  }
  const int                                margin = 2 * column.GetRadius();
  StripReader<TInput, DivideUp(width, 32)> reader(pass, position, VRadius, column.GetRadius(), width);
  StripWriter                              writer(pass, position, margin);
  ColumnSums<TColumn::MostRadius, 4>       sums;
  const int                                rows = position.rows + margin;
  int                                      buffer = 0;
  reader.Load();
  for (int begin = 0; begin < rows; begin += RowsAhead, buffer ^= 1)
  {
    const auto & shared = memory[position.warp][buffer];
    reader.Store(memory[position.warp][buffer]);
    if (begin + RowsAhead < rows)
    {
      reader.Load();
    }
    // The other buffer was last read before the previous of these barriers.
    __syncwarp();
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j, writer.NextRow())
    {
      float value[4 * quads];
#pragma unroll
      for (int i = 0; i < quads; ++i)
      {
        const float4 quad = shared[j][position.lane + i];
        value[4 * i] = quad.x;
        value[4 * i + 1] = quad.y;
        value[4 * i + 2] = quad.z;
        value[4 * i + 3] = quad.w;
      }
      float result[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
        result[i] = row.value[0] * value[i];
#pragma unroll
        for (int k = 1; k <= 2 * VRadius; ++k)
        {
          result[i] = fmaf(row.value[k], value[i + k], result[i]);
        }
      }
      sums.Push(result, column);
      if (begin + j >= margin && begin + j < rows)
      {
        writer.Write(result);
      }
    }
  }
}

/** Columns alone. */
template <int VRadius>
__global__ void
__launch_bounds__(StripThreads, GetBlocksPerMultiprocessor(VRadius))
  SeparableConvolutionColumnKernel(const Pass<float> pass, const Division division, const Coefficients<VRadius> column)
{
  const auto           position = GetStripPosition(pass, division);
  const std::ptrdiff_t x = position.x + position.lane;
  const std::ptrdiff_t y = position.y;
  const std::ptrdiff_t left = pass.outputSize[0] - x;
  if (left <= 0)
  {
    return;
  }
  const int columns = static_cast<int>(min(DivideUp(left, 32), std::ptrdiff_t{ 4 }));
  const int rows = position.rows + 2 * VRadius;

  RowPointer<float> row(pass, position.layer, pass.offset[0] + x, y + pass.offset[1] - VRadius);
  float             ahead[RowsAhead][4];
  const auto        load = [&] {
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j, row.Next())
    {
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
        if (i < columns)
        {
          ahead[j][i] = row[32 * i];
        }
      }
    }
  };

  float * output = pass.output + position.layer * pass.outputLayerStride + (y - 2 * VRadius) * pass.outputStride + x;
  ColumnSums<VRadius, 4> sums;
  load();
  for (int begin = 0; begin < rows; begin += RowsAhead)
  {
    float result[RowsAhead][4];
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j)
    {
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
        result[j][i] = ahead[j][i];
      }
    }
    if (begin + RowsAhead < rows)
    {
      load();
    }
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j, output += pass.outputStride)
    {
      sums.Push(result[j], column);
      if (begin + j >= 2 * VRadius && begin + j < rows)
      {
#pragma unroll
        for (int i = 0; i < 4; ++i)
        {
          if (i < columns)
          {
            output[32 * i] = result[j][i];
          }
        }
      }
    }
  }
}
} // namespace itk::device::separable

#endif
