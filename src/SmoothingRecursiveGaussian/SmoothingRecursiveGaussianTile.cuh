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
#ifndef SmoothingRecursiveGaussianTile_cuh
#define SmoothingRecursiveGaussianTile_cuh

#include "SmoothingRecursiveGaussianPass.cuh"
#include <cstdint>
#include <cuda_pipeline.h>
#include <type_traits>

namespace itk::device::recursive
{
constexpr int WarpSize = 32;
constexpr int Sections = RecursiveGaussian::NumberOfSections;
constexpr int MostWarps = 32; // of a block

/** Four neighbours in a row, read at once. Writing them at once was slower on an H200. */
template <typename TPixel>
struct alignas(4 * sizeof(TPixel)) Quad
{
  TPixel pixels[4];
};

/** Shared memory of a warp. Row i of the tile is a row of the image. The padding keeps quads aligned, and access along
 * both axes free of bank conflicts, of quads along rows. It has the states of the last section and way: with 16 warps' memory
 * a block leaves room for another, or fits at all. */
struct alignas(16) WarpMemory
{
  static constexpr int Pitch = WarpSize + sizeof(Carry) / sizeof(float);
  float                tile[RecursiveGaussianChunk][Pitch];
  Carry                states[Carries::Ways * Sections - 1][WarpSize];

  __device__ __forceinline__ Carry &
  GetState(int way, int section, int line)
  {
    const int number = way * Sections + section;
    return number < Carries::Ways * Sections - 1 ? states[number][line]
                                                 : *reinterpret_cast<Carry *>(tile[line] + WarpSize);
  }
};
static_assert(RecursiveGaussianChunk == WarpSize);

/** A thread's chunk in the tile. */
template <bool VRows>
class Chunk
{
public:
  __device__ __forceinline__
  Chunk(WarpMemory & memory, int line)
    : m_First(VRows ? static_cast<float *>(__builtin_assume_aligned(memory.tile[line], 16)) : &memory.tile[0][line])
  {}

  __device__ __forceinline__ float &
  operator[](int i) const
  {
    return m_First[VRows ? i : i * WarpMemory::Pitch];
  }

private:
  float * m_First;
};

/** Where a warp works. */
struct Position
{
  std::ptrdiff_t layer;
  std::ptrdiff_t segment;
  std::ptrdiff_t line;   // of the layer, the first of 32
  std::ptrdiff_t row;    // of the tile, beyond the image in chunks that only fill up a segment
  std::ptrdiff_t column; // likewise
};

/** Of this thread's warp, in a block whose first chunk is that of `segment`. */
template <bool VRows>
__device__ __forceinline__ Position
MakePosition(const Division & division, std::ptrdiff_t layer, std::ptrdiff_t segment, std::ptrdiff_t group)
{
  const std::ptrdiff_t alongLine = (segment * division.chunks + threadIdx.y) * RecursiveGaussianChunk;
  Position             position{};
  position.layer = layer;
  position.segment = segment;
  position.line = group * WarpSize;
  position.row = VRows ? position.line : alongLine;
  position.column = VRows ? alongLine : position.line;
  return position;
}

/** Calls `function(i, row, column)` for every quad of a tile that is this thread's, the i-th of them. */
template <typename TFunction>
__device__ __forceinline__ void
ForEachQuad(const TFunction & function)
{
  constexpr int quadsOfRow = WarpSize / 4;
#pragma unroll
  for (int i = 0; i < RecursiveGaussianChunk * quadsOfRow / WarpSize; ++i)
  {
    function(i, static_cast<int>(i * 4 + threadIdx.x / quadsOfRow), static_cast<int>(threadIdx.x % quadsOfRow * 4));
  }
}

template <typename TInput, typename TOutput>
__device__ __forceinline__ bool
IsInside(const Pass<TInput, TOutput> & pass, const Position & position)
{
  return position.row + WarpSize <= pass.size[1] && position.column + WarpSize <= pass.size[0];
}

/** Beyond the image its last row and column are repeated. */
template <typename TInput, typename TOutput>
__device__ __forceinline__ void
LoadTile(const Pass<TInput, TOutput> & pass, const Division & division, const Position & position, WarpMemory & memory)
{
  const TInput * const layer = pass.input + position.layer * pass.inputLayerStride;
  if (division.readsQuads && IsInside(pass, position))
  {
    const TInput * const first = layer + position.row * pass.inputStride + position.column;
    if constexpr (std::is_same_v<TInput, float>)
    {
      if (division.copiesQuads)
      {
        ForEachQuad([&](int, int row, int column) {
          __pipeline_memcpy_async(
            &memory.tile[row][column], first + row * pass.inputStride + column, sizeof(Quad<float>));
        });
        __pipeline_commit();
        __pipeline_wait_prior(0);
        return;
      }
    }
    Quad<TInput> quads[RecursiveGaussianChunk / 4];
    ForEachQuad([&](int i, int row, int column) {
      quads[i] = *reinterpret_cast<const Quad<TInput> *>(first + row * pass.inputStride + column);
    });
    ForEachQuad([&](int i, int row, int column) {
      Quad<float> quad;
#pragma unroll
      for (int j = 0; j < 4; ++j)
      {
        quad.pixels[j] = static_cast<float>(quads[i].pixels[j]);
      }
      *reinterpret_cast<Quad<float> *>(&memory.tile[row][column]) = quad;
    });
    return;
  }
  const std::ptrdiff_t row = min(position.row, pass.size[1] - 1);
  const std::ptrdiff_t column = min(position.column + threadIdx.x, pass.size[0] - 1);
  const TInput *       pixel = layer + row * pass.inputStride + column;
  const int            rowsAhead = static_cast<int>(min(pass.size[1] - 1 - row, std::ptrdiff_t{ WarpSize - 1 }));
  TInput               pixels[RecursiveGaussianChunk];
#pragma unroll
  for (int i = 0; i < RecursiveGaussianChunk; ++i)
  {
    pixels[i] = *pixel;
    pixel += i < rowsAhead ? pass.inputStride : 0;
  }
#pragma unroll
  for (int i = 0; i < RecursiveGaussianChunk; ++i)
  {
    memory.tile[i][threadIdx.x] = static_cast<float>(pixels[i]);
  }
}

/** Integers are truncated as by the parent's cast. */
template <typename TOutput>
__device__ __forceinline__ TOutput
ToOutput(float value)
{
  if constexpr (std::is_same_v<TOutput, float>)
  {
    return value;
  }
  else
  {
    return static_cast<TOutput>(static_cast<int>(value));
  }
}

/** Writes column threadIdx.x of the tile, from its first row on or from its last. */
template <typename TOutput>
class ColumnWriter
{
public:
  template <typename TInput>
  __device__ __forceinline__
  ColumnWriter(const Pass<TInput, TOutput> & pass, const Position & position, bool fromLast)
    : m_BytesToNext((fromLast ? -pass.outputStride : pass.outputStride) * std::ptrdiff_t{ sizeof(TOutput) })
    , m_Rows(position.column + threadIdx.x < pass.size[0]
               ? static_cast<int>(min(pass.size[1] - position.row, std::ptrdiff_t{ RecursiveGaussianChunk }))
               : 0)
  {
    const std::ptrdiff_t row = position.row + (fromLast ? RecursiveGaussianChunk - 1 : 0);
    m_Pixel = reinterpret_cast<char *>(pass.output + position.layer * pass.outputLayerStride + row * pass.outputStride +
                                       position.column + threadIdx.x);
  }

  /** Row by row; nothing is written outside of the image. */
  __device__ __forceinline__ void
  Write(int row, float value)
  {
    if (row < m_Rows)
    {
      *reinterpret_cast<TOutput *>(m_Pixel) = ToOutput<TOutput>(value);
    }
    m_Pixel += m_BytesToNext;
  }

private:
  char *         m_Pixel; // bytes, because the compiler would multiply an index by the size of a pixel in every row
  std::ptrdiff_t m_BytesToNext;
  int            m_Rows;
};

/** Loads a warp's chunk of 32 lines, and its sums into the warp's states. */
template <bool VRows, typename TInput, typename TOutput>
__device__ __forceinline__ void
LoadAndSum(const Pass<TInput, TOutput> & pass,
           const Division &              division,
           const RecursiveGaussian &     gaussian,
           const Position &              position,
           WarpMemory &                  memory)
{
  LoadTile(pass, division, position, memory);
  __syncwarp();
  const Chunk<VRows>            pixels(memory, threadIdx.x);
  RecursiveGaussianState<float> states[Carries::Ways][Sections];
  SumChunk(gaussian, pixels, states[0], states[1]);
#pragma unroll
  for (int i = 0; i < Carries::Ways * Sections; ++i)
  {
    const int way = i / Sections;
    const int k = i % Sections;
    memory.GetState(way, k, threadIdx.x) = OfChunk(gaussian.sections[k], states[way][k], pixels[0]);
  }
}

/** Filters a warp's chunk of 32 lines, whose states are those that enter it, and writes it. */
template <bool VRows, typename TInput, typename TOutput>
__device__ __forceinline__ void
FilterAndWrite(const Pass<TInput, TOutput> & pass,
               const RecursiveGaussian &     gaussian,
               const Position &              position,
               WarpMemory &                  memory)
{
  const Chunk<VRows>            pixels(memory, threadIdx.x);
  RecursiveGaussianState<float> states[Carries::Ways][Sections];
#pragma unroll
  for (int i = 0; i < Carries::Ways * Sections; ++i)
  {
    const int way = i / Sections;
    const int k = i % Sections;
    states[way][k] = RelativeTo(gaussian.sections[k], memory.GetState(way, k, threadIdx.x), pixels[0]);
  }
  float results[RecursiveGaussianChunk];
  FilterCausally(gaussian, pixels, states[0], results);
  // Else the compiler would hold the pixels in registers until they are needed again.
  __syncwarp();
  ColumnWriter<TOutput> writer(pass, position, !VRows);
  if constexpr (VRows)
  {
    FilterAnticausally(gaussian, pixels, states[1], results, [&](int i, float result) { pixels[i] = result; });
    __syncwarp();
#pragma unroll
    for (int i = 0; i < RecursiveGaussianChunk; ++i)
    {
      writer.Write(i, memory.tile[i][threadIdx.x]);
    }
  }
  else
  {
    FilterAnticausally(gaussian, pixels, states[1], results, [&](int i, float result) { writer.Write(i, result); });
  }
}
} // namespace itk::device::recursive

#endif
