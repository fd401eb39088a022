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

#include "SmoothingRecursiveGaussianShape.cuh"
#include <cstdint>
#include <cuda_pipeline.h>
#include <type_traits>

namespace itk::device::recursive
{
/** Four neighbours in a row, read at once. Writing them at once was slower on an H200. */
template <typename TPixel>
struct alignas(4 * sizeof(TPixel)) Quad
{
  TPixel pixels[4];
};

/** Calls `function(i, quadOfTile, quadOfImage)` for every quad of a tile that is this thread's, the i-th of them; `first` is
 * the first pixel of the image that the warp takes. */
template <typename TShape, typename TPixel, typename TFunction>
__device__ __forceinline__ void
ForEachQuad(WarpMemory & memory, const TPixel * first, std::ptrdiff_t stride, const TFunction & function)
{
  constexpr int        size = RecursiveGaussianChunk;
  constexpr int        quadsOfRow = WarpSize / 4;
  constexpr int        rowsAtOnce = WarpSize / quadsOfRow;
  const int            row = threadIdx.x / quadsOfRow;
  const int            column = threadIdx.x % quadsOfRow * 4;
  const std::ptrdiff_t rowOfImage = TShape::OfRows ? row : column / TShape::Lines * size + row;
  const TPixel * const pixel = first + rowOfImage * stride + (TShape::OfRows ? column : column % TShape::Lines);
#pragma unroll
  for (int i = 0; i < size / rowsAtOnce; ++i)
  {
    const int rows = i * rowsAtOnce;
    function(i,
             &memory.tile[rows + row][column],
             TShape::OfRows ? pixel + rows % TShape::Lines * stride + rows / TShape::Lines * size
                            : pixel + rows * stride);
  }
}

/** Rows of the image in a column of the tile, one after the other. */
template <typename TShape>
constexpr int ColumnLength = TShape::OfRows ? TShape::Lines : RecursiveGaussianChunk;

/** Calls `function(first, row, column)` for the parts of column threadIdx.x of the tile that are of one column of the image:
 * `first` is the row of the tile that is `row` of the image. */
template <typename TShape, typename TFunction>
__device__ __forceinline__ void
ForEachColumn(const Position & position, const TFunction & function)
{
  if constexpr (TShape::OfRows)
  {
#pragma unroll
    for (int chunk = 0; chunk < TShape::Chunks; ++chunk)
    {
      function(chunk * TShape::Lines, position.row, position.column + chunk * RecursiveGaussianChunk + threadIdx.x);
    }
  }
  else
  {
    function(0, position.row + TShape::GetChunk() * RecursiveGaussianChunk, position.column + TShape::GetLine());
  }
}

template <typename TShape, typename TInput, typename TOutput>
__device__ __forceinline__ bool
IsInside(const Pass<TInput, TOutput> & pass, const Position & position)
{
  return position.row + TShape::Rows <= pass.size[1] && position.column + TShape::Columns <= pass.size[0];
}

/** Beyond the image its last row and column are repeated. */
template <typename TShape, typename TInput, typename TOutput>
__device__ __forceinline__ void
LoadTile(const Pass<TInput, TOutput> & pass, const Division & division, const Position & position, WarpMemory & memory)
{
  const TInput * const layer = pass.input + position.layer * pass.inputLayerStride;
  if (division.readsQuads && IsInside<TShape>(pass, position))
  {
    const TInput * const first = layer + position.row * pass.inputStride + position.column;
    if constexpr (std::is_same_v<TInput, float> && TShape::OfWholeLines)
    {
      // Of segments that was slower.
      ForEachQuad<TShape>(memory, first, pass.inputStride, [](int, float * ofTile, const float * ofImage) {
        __pipeline_memcpy_async(ofTile, ofImage, sizeof(Quad<float>));
      });
      __pipeline_commit();
      __pipeline_wait_prior(0);
    }
    else
    {
      Quad<TInput> quads[RecursiveGaussianChunk / 4];
      ForEachQuad<TShape>(memory, first, pass.inputStride, [&](int i, float *, const TInput * ofImage) {
        quads[i] = *reinterpret_cast<const Quad<TInput> *>(ofImage);
      });
      ForEachQuad<TShape>(memory, first, pass.inputStride, [&](int i, float * ofTile, const TInput *) {
        Quad<float> quad;
#pragma unroll
        for (int j = 0; j < 4; ++j)
        {
          quad.pixels[j] = static_cast<float>(quads[i].pixels[j]);
        }
        *reinterpret_cast<Quad<float> *>(ofTile) = quad;
      });
    }
    return;
  }
  TInput pixels[RecursiveGaussianChunk];
  ForEachColumn<TShape>(position, [&](int first, std::ptrdiff_t firstRow, std::ptrdiff_t ofImage) {
    constexpr int        rows = ColumnLength<TShape>;
    const std::ptrdiff_t row = min(firstRow, pass.size[1] - 1);
    const TInput *       pixel = layer + row * pass.inputStride + min(ofImage, pass.size[0] - 1);
    const int            rowsAhead = static_cast<int>(min(pass.size[1] - 1 - row, std::ptrdiff_t{ rows - 1 }));
#pragma unroll
    for (int i = 0; i < rows; ++i)
    {
      pixels[first + i] = *pixel;
      pixel += i < rowsAhead ? pass.inputStride : 0;
    }
  });
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

/** Writes `VLength` pixels of a column of the image, from the first on or from the last. */
template <int VLength, typename TOutput>
class ColumnWriter
{
public:
  template <typename TInput>
  __device__ __forceinline__
  ColumnWriter(const Pass<TInput, TOutput> & pass,
               std::ptrdiff_t                layer,
               std::ptrdiff_t                row,
               std::ptrdiff_t                column,
               bool                          fromLast)
    : m_BytesToNext((fromLast ? -pass.outputStride : pass.outputStride) * std::ptrdiff_t{ sizeof(TOutput) })
    , m_Rows(column < pass.size[0] ? static_cast<int>(min(pass.size[1] - row, std::ptrdiff_t{ VLength })) : 0)
  {
    row += fromLast ? VLength - 1 : 0;
    m_Pixel = reinterpret_cast<char *>(pass.output + layer * pass.outputLayerStride + row * pass.outputStride + column);
  }

  /** Whether all are of the image. */
  __device__ __forceinline__ bool
  IsInside() const
  {
    return m_Rows == VLength;
  }

  /** Row by row, of the image alone. */
  __device__ __forceinline__ void
  WriteInside(float value)
  {
    *reinterpret_cast<TOutput *>(m_Pixel) = ToOutput<TOutput>(value);
    m_Pixel += m_BytesToNext;
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

/** Loads a warp's chunks, and their sums into the warp's states. */
template <typename TShape, typename TInput, typename TOutput>
__device__ __forceinline__ void
LoadAndSum(const Pass<TInput, TOutput> & pass,
           const Division &              division,
           const RecursiveGaussian &     gaussian,
           const Position &              position,
           WarpMemory &                  memory)
{
  LoadTile<TShape>(pass, division, position, memory);
  __syncwarp();
  const typename Chunk<TShape>::Deviations deviations{ Chunk<TShape>(memory, threadIdx.x) };
  RecursiveGaussianState<float>            states[Carries::Ways][Sections];
  SumChunk(gaussian, deviations, states[0], states[1]);
#pragma unroll
  for (int i = 0; i < Carries::Ways * Sections; ++i)
  {
    const int way = i / Sections;
    const int k = i % Sections;
    memory.GetState(way, k, threadIdx.x) = OfChunk(gaussian.sections[k], states[way][k], deviations.GetOrigin());
  }
}

/** Filters a warp's chunks, whose states are those that enter them, and writes them. */
template <typename TShape, typename TInput, typename TOutput>
__device__ __forceinline__ void
FilterAndWrite(const Pass<TInput, TOutput> & pass,
               const RecursiveGaussian &     gaussian,
               const Position &              position,
               WarpMemory &                  memory)
{
  const Chunk<TShape>                      pixels(memory, threadIdx.x);
  const typename Chunk<TShape>::Deviations deviations(pixels);
  RecursiveGaussianState<float>            states[Carries::Ways][Sections];
#pragma unroll
  for (int i = 0; i < Carries::Ways * Sections; ++i)
  {
    const int way = i / Sections;
    const int k = i % Sections;
    states[way][k] = RelativeTo(gaussian.sections[k], memory.GetState(way, k, threadIdx.x), deviations.GetOrigin());
  }
  float results[RecursiveGaussianChunk];
  FilterCausally(gaussian, deviations, states[0], results);
  // Else the compiler would hold the pixels in registers until they are needed again.
  __syncwarp();
  if constexpr (TShape::OfRows)
  {
    FilterAnticausally(gaussian, deviations, states[1], results, [&](int i, float result) { pixels[i] = result; });
    __syncwarp();
  }
  ForEachColumn<TShape>(position, [&](int first, std::ptrdiff_t row, std::ptrdiff_t column) {
    constexpr int                 length = ColumnLength<TShape>;
    ColumnWriter<length, TOutput> writer(pass, position.layer, row, column, !TShape::OfRows);
    const bool                    isInside = __all_sync(0xffffffff, writer.IsInside());
    if constexpr (TShape::OfRows)
    {
      if (isInside)
      {
#pragma unroll
        for (int i = 0; i < length; ++i)
        {
          writer.WriteInside(memory.tile[first + i][threadIdx.x]);
        }
      }
      else
      {
#pragma unroll
        for (int i = 0; i < length; ++i)
        {
          writer.Write(i, memory.tile[first + i][threadIdx.x]);
        }
      }
    }
    else if (TShape::Lines == FewLines && isInside)
    {
      FilterAnticausally(
        gaussian, deviations, states[1], results, [&](int, float result) { writer.WriteInside(result); });
    }
    else
    {
      FilterAnticausally(
        gaussian, deviations, states[1], results, [&](int i, float result) { writer.Write(i, result); });
    }
  });
}
} // namespace itk::device::recursive

#endif
