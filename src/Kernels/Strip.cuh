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
#ifndef Strip_cuh
#define Strip_cuh

#include "Kernels/Border.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Passes.cuh"

namespace itk::device::kernels
{
/** How the blocks divide a pass: a block takes a strip of columns, and a segment of `segmentLength` of its rows. */
struct Division
{
  unsigned int   strips;
  unsigned int   segments;
  std::ptrdiff_t segmentLength;
};

/** Strips as wide as a block, `width`, and segments for at most `waves` full waves of blocks, so that few
 * multiprocessors idle at the end; but no segments so short that reading the rows around them twice would cost much.
 * `threads` are those of a block. */
template <typename TKernel>
Division
DivideWalk(const std::ptrdiff_t (&size)[2],
           std::ptrdiff_t layers,
           std::ptrdiff_t width,
           TKernel        kernel,
           int            threads,
           const Stream & stream,
           std::ptrdiff_t waves = 4)
{
  constexpr std::ptrdiff_t shortest = 32;
  constexpr std::ptrdiff_t longest = 1024;
  const std::ptrdiff_t     strips = DivideUp(size[0], width);
  const std::ptrdiff_t     segments = waves * CountResidentBlocks(kernel, threads, 0, stream) / (strips * layers);
  const std::ptrdiff_t     length =
    std::clamp(DivideUp(size[1], std::max(segments, std::ptrdiff_t{ 1 })), shortest, longest);
  Division division{};
  division.strips = static_cast<unsigned int>(strips);
  division.segments = static_cast<unsigned int>(DivideUp(size[1], length));
  division.segmentLength = length;
  return division;
}

/** Calls `launch(part, blocks)` for as many layers of a pass, or of a task, at a time as a grid has room for. */
template <typename TPass, typename TLaunch>
void
ForEachGrid(const TPass & pass, std::ptrdiff_t layers, const Division & division, const TLaunch & launch)
{
  const std::ptrdiff_t blocks = std::ptrdiff_t{ division.strips } * division.segments;
  ForEachGrid(layers, blocks, [&](std::ptrdiff_t first, std::ptrdiff_t count) {
    launch(GetLayers(pass, first, count), blocks * count);
  });
}

/** Where the work of a block begins. */
struct BlockPosition
{
  std::ptrdiff_t strip;
  std::ptrdiff_t segment;
  std::ptrdiff_t layer;
};

__device__ __forceinline__ BlockPosition
GetBlockPosition(const Division & division)
{
  const unsigned int row = blockIdx.x / division.strips;
  return { blockIdx.x - row * division.strips, row % division.segments, row / division.segments };
}

/** Points to the rows y, y + 1, ... of a pass's input, clamped to the image: row by row, and in 32-bit arithmetic,
 * which saves the registers that decide how many blocks a multiprocessor holds. */
template <typename TInput>
class RowPointer
{
public:
  template <typename TOutput>
  __device__ __forceinline__
  RowPointer(const Pass<TInput, TOutput> & pass, std::ptrdiff_t layer, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_Pixels(pass.input + layer * pass.inputLayerStride + NearestIndex(y, pass.inputSize[1]) * pass.inputStride + x)
    , m_Stride(pass.inputStride)
    , m_FirstMove(static_cast<int>(max(-y, std::ptrdiff_t{ 0 })))
    , m_LastMove(static_cast<int>(min(pass.inputSize[1] - 1 - y, std::ptrdiff_t{ 0x7fffffff })))
  {}

  __device__ __forceinline__ TInput
  operator[](int i) const
  {
    return m_Pixels[i];
  }

  __device__ __forceinline__ void
  Next()
  {
    m_Pixels += m_Row >= m_FirstMove && m_Row < m_LastMove ? m_Stride : 0;
    ++m_Row;
  }

private:
  const TInput *         m_Pixels;
  const std::ptrdiff_t & m_Stride;
  int                    m_Row{ 0 };
  int                    m_FirstMove;
  int                    m_LastMove;
};

/** Warps that a block has at most where each takes a strip, side by side. */
constexpr int StripWarps = 4;
constexpr int StripThreads = 32 * StripWarps;

/** How many warps a block is to have: few are to have no strip, as where an image is narrow. */
inline unsigned int
CountStripWarps(std::ptrdiff_t strips)
{
  unsigned int warps = StripWarps;
  while (warps > 1 && 16 * (DivideUp(strips, warps) * warps - strips) > strips)
  {
    --warps;
  }
  return warps;
}

/** The columns of a strip that a warp walks down. */
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
  return { (block.strip * (blockDim.x / 32) + warp) * StripWidth,
           y,
           block.layer,
           static_cast<int>(min(division.segmentLength, pass.outputSize[1] - y)),
           static_cast<int>(threadIdx.x % 32),
           warp };
}

/** Launches `kernel(part of the task, division, parameters...)`, whose warps take strips of a pass, which may be the task. */
template <typename TTask, typename TPass, typename TKernel, typename... TParameters>
void
LaunchOnStrips(const char *   name,
               TKernel        kernel,
               const TTask &  task,
               const TPass &  pass,
               const Stream & stream,
               const TParameters &... parameters)
{
  const unsigned int warps = CountStripWarps(DivideUp(pass.outputSize[0], StripWidth));
  const unsigned int threads = 32 * warps;
  const Division     division =
    DivideWalk(pass.outputSize, pass.layers, warps * StripWidth, kernel, static_cast<int>(threads), stream);
  ForEachGrid(task, pass.layers, division, [&](const auto & part, std::ptrdiff_t blocks) {
    Launch(name, kernel, { blocks, threads }, stream, part, division, parameters...);
  });
}

/** Reads a strip's input, VRowsAhead rows at a time, into registers and from there into the warp's shared memory. */
template <typename TInput, int VLoads, int VRowsAhead = RowsAhead>
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
            NearestIndex(position.x + pass.offset[0] - left, pass.inputSize[0]),
            position.y + pass.offset[1] - above)
    , m_Lane(position.lane)
    , m_Width(width)
  {
    const std::ptrdiff_t x = position.x + pass.offset[0] - left;
    const std::ptrdiff_t first = NearestIndex(x, pass.inputSize[0]);
#pragma unroll
    for (int i = 0; i < VLoads; ++i)
    {
      m_Offset[i] = static_cast<int>(NearestIndex(x + m_Lane + 32 * i, pass.inputSize[0]) - first);
    }
  }

  __device__ __forceinline__ void
  Load()
  {
#pragma unroll
    for (int j = 0; j < VRowsAhead; ++j, m_Row.Next())
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
  Store(float4 (&rows)[VRowsAhead][VQuads]) const
  {
#pragma unroll
    for (int j = 0; j < VRowsAhead; ++j)
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
  TInput             m_Ahead[VRowsAhead][VLoads];
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
} // namespace itk::device::kernels

#endif
