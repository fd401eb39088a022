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
#ifndef SeparableConvolutionAnyLength_cuh
#define SeparableConvolutionAnyLength_cuh

#include "Kernels/Strip.cuh"

namespace itk::device::separable
{
using namespace kernels;

/** Part of a 1-D kernel of any length: the coefficients that belong to the pixels `first`, `first + 1`, ... from the
 * output's own. A kernel that is longer than one part takes several launches, which accumulate. */
template <int VCapacity>
struct KernelPart
{
  float          value[VCapacity];
  int            size;
  bool           accumulates;
  std::ptrdiff_t first;
};

constexpr int RowPartCapacity = 65;
constexpr int ColumnPartCapacity = 512;

/** Along axis 0. Four rows at a time share what it takes to read a coefficient. */
template <typename TInput>
__global__ void
__launch_bounds__(StripThreads, 4) SeparableConvolutionAnyRowKernel(const Pass<TInput>                pass,
                                                                    const Division                    division,
                                                                    const KernelPart<RowPartCapacity> part)
{
  constexpr int     widest = StripWidth + RowPartCapacity - 1;
  __shared__ float4 memory[StripWarps][2][RowsAhead][widest / 4 + 1];

  const auto position = GetStripPosition(pass, division);
  if (position.x >= pass.outputSize[0])
  {
    return;
  }
  StripReader<TInput, DivideUp(widest, 32)> reader(pass, position, -part.first, 0, StripWidth + part.size - 1);
  StripWriter                               writer(pass, position, 0);
  const int                                 quads = (part.size + 6) / 4;
  int                                       buffer = 0;
  reader.Load();
  for (int begin = 0; begin < position.rows; begin += RowsAhead, buffer ^= 1)
  {
    const auto & shared = memory[position.warp][buffer];
    reader.Store(memory[position.warp][buffer]);
    if (begin + RowsAhead < position.rows)
    {
      reader.Load();
    }
    // The other buffer was last read before the previous of these barriers.
    __syncwarp();
    float      sum[RowsAhead][4]{};
    const auto add = [&](int quad, const auto & hasCoefficient) {
      float coefficient[7];
#pragma unroll
      for (int i = 0; i < 7; ++i)
      {
        coefficient[i] = hasCoefficient(4 * quad + i - 3) ? part.value[4 * quad + i - 3] : 0.0f;
      }
#pragma unroll
      for (int j = 0; j < RowsAhead; ++j)
      {
        const float4 values = shared[j][position.lane + quad];
        const float  value[4] = { values.x, values.y, values.z, values.w };
#pragma unroll
        for (int k = 0; k < 4; ++k)
        {
#pragma unroll
          for (int i = 0; i < 4; ++i)
          {
            // No product with a zero instead: the value may be infinite.
            if (hasCoefficient(4 * quad + k - i))
            {
              sum[j][i] = fmaf(coefficient[k - i + 3], value[k], sum[j][i]);
            }
          }
        }
      }
    };
    for (int quad = 0; quad < quads; ++quad)
    {
      if (quad > 0 && 4 * quad + 3 < part.size)
      {
        add(quad, [](int) { return true; });
      }
      else
      {
        add(quad, [&part](int i) { return i >= 0 && i < part.size; });
      }
    }
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j, writer.NextRow())
    {
      if (begin + j < position.rows)
      {
        if (part.accumulates)
        {
          float before[4];
          writer.Read(before);
#pragma unroll
          for (int i = 0; i < 4; ++i)
          {
            sum[j][i] += before[i];
          }
        }
        writer.Write(sum[j]);
      }
    }
  }
}

constexpr int ColumnOutputs = 16;
constexpr int ColumnsPerThread = 2;
constexpr int ColumnGroups = 4;
constexpr int ColumnThreads = 32 * ColumnGroups;
constexpr int ColumnStrip = 32 * ColumnsPerThread;

/** Along another axis: a thread makes ColumnOutputs successive outputs of a column and reads each input once; what
 * neighbours along the column read again comes from the level 1 cache. */
template <typename TPass>
__global__ void
__launch_bounds__(ColumnThreads, 6) SeparableConvolutionAnyColumnKernel(const TPass                          pass,
                                                                        const Division                       division,
                                                                        const KernelPart<ColumnPartCapacity> part)
{
  const auto           position = GetBlockPosition(division);
  const int            group = threadIdx.x / 32;
  const std::ptrdiff_t x = position.strip * ColumnStrip + threadIdx.x % 32;
  const std::ptrdiff_t y = position.segment * division.segmentLength + group * ColumnOutputs;
  if (x >= pass.outputSize[0] || y >= pass.outputSize[1])
  {
    return;
  }
  const bool has[ColumnsPerThread] = { true, x + 32 < pass.outputSize[0] };
  const int  rows = static_cast<int>(min(pass.outputSize[1] - y, std::ptrdiff_t{ ColumnOutputs }));
  float *    output = pass.output + position.layer * pass.outputLayerStride + y * pass.outputStride + x;

  float             sum[ColumnsPerThread][ColumnOutputs]{};
  RowPointer<float> row(pass, position.layer, pass.offset[0] + x, y + pass.offset[1] + part.first);
  // Adds the next input, of index j from the first, to those sums from `begin` to `end` that `hasCoefficient` says.
  const auto add = [&](int j, int begin, int end, const auto & hasCoefficient) {
    float value[ColumnsPerThread];
#pragma unroll
    for (int c = 0; c < ColumnsPerThread; ++c)
    {
      value[c] = has[c] ? row[32 * c] : 0.0f;
    }
    row.Next();
#pragma unroll
    for (int i = 0; i < ColumnOutputs; ++i)
    {
      if (i >= begin && i < end && hasCoefficient(j - i))
      {
#pragma unroll
        for (int c = 0; c < ColumnsPerThread; ++c)
        {
          sum[c][i] = fmaf(part.value[j - i], value[c], sum[c][i]);
        }
      }
    }
  };
  const auto always = [](int) { return true; };
  if (part.size >= ColumnOutputs)
  {
#pragma unroll
    for (int j = 0; j < ColumnOutputs - 1; ++j)
    {
      add(j, 0, j + 1, always);
    }
#pragma unroll 8
    for (int j = ColumnOutputs - 1; j < part.size; ++j)
    {
      add(j, 0, ColumnOutputs, always);
    }
#pragma unroll
    for (int j = 0; j < ColumnOutputs - 1; ++j)
    {
      add(part.size + j, j + 1, ColumnOutputs, always);
    }
  }
  else
  {
    for (int j = 0; j < part.size + ColumnOutputs - 1; ++j)
    {
      add(j, 0, ColumnOutputs, [&part](int i) { return i >= 0 && i < part.size; });
    }
  }
#pragma unroll
  for (int i = 0; i < ColumnOutputs; ++i, output += pass.outputStride)
  {
#pragma unroll
    for (int c = 0; c < ColumnsPerThread; ++c)
    {
      if (i < rows && has[c])
      {
        output[32 * c] = part.accumulates ? output[32 * c] + sum[c][i] : sum[c][i];
      }
    }
  }
}
} // namespace itk::device::separable

#endif
