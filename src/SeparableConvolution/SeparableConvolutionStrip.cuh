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
#ifndef SeparableConvolutionStrip_cuh
#define SeparableConvolutionStrip_cuh

#include "SeparableConvolutionPass.cuh"

namespace itk::device::separable
{
/** A warp walks down a strip of 128 columns, and a block of four warps down four strips side by side. */
constexpr int StripThreads = 128;
constexpr int StripWarps = StripThreads / 32;
constexpr int StripWidth = 128;

/** Rows that are read from memory while as many are worked on. */
constexpr int RowsAhead = 4;

/** Where a warp's part of the output begins, and how many rows it has. */
struct StripPosition
{
  std::ptrdiff_t x;
  std::ptrdiff_t y;
  std::ptrdiff_t layer;
  int            rows;
  int            lane;
  int            warp;
};

template <typename TPass>
__device__ __forceinline__ StripPosition
GetStripPosition(const TPass & pass, const Division & division)
{
  const auto           block = GetBlockPosition(division);
  const int            warp = threadIdx.x / 32;
  const std::ptrdiff_t y = block.segment * division.segmentLength;
  return { (block.strip * StripWarps + warp) * StripWidth,
           y,
           block.layer,
           static_cast<int>(min(division.segmentLength, pass.outputSize[1] - y)),
           static_cast<int>(threadIdx.x % 32),
           warp };
}

/** Reads a strip's input, RowsAhead rows at a time, into registers and from there into the warp's shared memory. */
template <typename TInput, int VLoads>
class StripReader
{
public:
  /** Rows begin `left` pixels to the left of, and `above` pixels above, the output's first and have `width` pixels. */
  template <typename TOutput>
  __device__ __forceinline__
  StripReader(const Pass<TInput, TOutput> & pass,
              const StripPosition &         position,
              std::ptrdiff_t                left,
              std::ptrdiff_t                above,
              int                           width)
    : m_Row(pass,
            position.layer,
            Clamp(position.x + pass.offset[0] - left, pass.inputSize[0]),
            position.y + pass.offset[1] - above)
    , m_Lane(position.lane)
    , m_Width(width)
  {
    const std::ptrdiff_t x = position.x + pass.offset[0] - left;
    const std::ptrdiff_t first = Clamp(x, pass.inputSize[0]);
#pragma unroll
    for (int i = 0; i < VLoads; ++i)
    {
      m_Offset[i] = static_cast<int>(Clamp(x + m_Lane + 32 * i, pass.inputSize[0]) - first);
    }
  }

  __device__ __forceinline__ void
  Load()
  {
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j, m_Row.Next())
    {
#pragma unroll
      for (int i = 0; i < VLoads; ++i)
      {
        if (m_Lane + 32 * i < m_Width)
        {
          m_Ahead[j][i] = m_Row[m_Offset[i]];
        }
      }
    }
  }

  template <int VQuads>
  __device__ __forceinline__ void
  Store(float4 (&rows)[RowsAhead][VQuads]) const
  {
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j)
    {
#pragma unroll
      for (int i = 0; i < VLoads; ++i)
      {
        if (m_Lane + 32 * i < m_Width)
        {
          reinterpret_cast<float *>(rows[j])[m_Lane + 32 * i] = m_Ahead[j][i];
        }
      }
    }
  }

private:
  RowPointer<TInput> m_Row;
  int                m_Lane;
  int                m_Width;
  int                m_Offset[VLoads];
  TInput             m_Ahead[RowsAhead][VLoads];
};

/** Writes four neighbouring pixels a thread, from `above` rows above the strip's first on. */
template <typename TOutput>
class StripWriter
{
public:
  template <typename TInput>
  __device__ __forceinline__
  StripWriter(const Pass<TInput, TOutput> & pass, const StripPosition & position, int above)
    : m_Stride(pass.outputStride)
  {
    const std::ptrdiff_t x = position.x + 4 * position.lane;
    m_Columns = static_cast<int>(min(pass.outputSize[0] - x, std::ptrdiff_t{ 4 }));
    m_Output = pass.output + position.layer * pass.outputLayerStride + (position.y - above) * m_Stride + x;
    m_IsAligned =
      m_Columns == 4 && (reinterpret_cast<std::size_t>(m_Output) | (m_Stride * sizeof(TOutput))) % sizeof(Quad) == 0;
  }

  __device__ __forceinline__ void
  NextRow()
  {
    m_Output += m_Stride;
  }

  __device__ __forceinline__ void
  Read(TOutput (&value)[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      value[i] = i < m_Columns ? m_Output[i] : TOutput{};
    }
  }

  __device__ __forceinline__ void
  Write(const TOutput (&value)[4]) const
  {
    if (m_IsAligned)
    {
      *reinterpret_cast<Quad *>(m_Output) = { { value[0], value[1], value[2], value[3] } };
      return;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      if (i < m_Columns)
      {
        m_Output[i] = value[i];
      }
    }
  }

private:
  struct alignas(4 * sizeof(TOutput)) Quad
  {
    TOutput value[4];
  };

  TOutput *      m_Output;
  std::ptrdiff_t m_Stride;
  int            m_Columns;
  bool           m_IsAligned;
};
} // namespace itk::device::separable

#endif
