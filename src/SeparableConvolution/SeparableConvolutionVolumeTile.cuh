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
#ifndef SeparableConvolutionVolumeTile_cuh
#define SeparableConvolutionVolumeTile_cuh

#include "Kernels/Border.cuh"
#include "Kernels/Prefetch.cuh"
#include "Kernels/VolumeWalk.cuh"
#include "SeparableConvolutionWalk.cuh"
#include <cuda_pipeline.h>

/** \file
 * A block's part of a layer in shared memory, and the copies that fill it. */
namespace itk::device::separable
{
/** The columns and rows that a block makes. */
template <int VColumns, int VRows>
struct TileShape
{
  static constexpr int Columns = VColumns;
  static constexpr int Rows = VRows;
};

/** What a block has in shared memory of two successive layers: voxels, and then their sums along rows. */
template <typename TInput, int VRadius, typename TShape>
struct VolumeTile
{
  static constexpr int Columns = TShape::Columns;
  static constexpr int Rows = TShape::Rows;
  static constexpr int Threads = Rows * Columns / 8;
  static constexpr int RowsOfThread = Rows * Columns / Threads;
  static constexpr int InputRows = Rows + 2 * VRadius;
  static constexpr int Margin = DivideUp(VRadius, QuadColumns); // quads on each side
  static constexpr int Quads = Columns / QuadColumns;

  /** Where the block's own columns begin in a line: each 128 bytes of it are copies of as many aligned ones, or copies would
   * be requested quad by quad. Of four times 128 bytes the compiler would make up addresses from bits, anew in every turn. */
  static constexpr int FirstQuad = 128 / sizeof(QuadWords<TInput>);
  static constexpr int LineParts = DivideUp(Quads, FirstQuad) + 2;
  static constexpr int LineQuads = (sizeof(TInput) == 4 && LineParts == 4 ? 5 : LineParts) * FirstQuad;
  static_assert(Margin <= FirstQuad);

  /** Every other group of quads, or line, has its neighbours exchanged, lest threads that take two quads each meet in a bank. */
  template <typename TPixel>
  __device__ static constexpr int
  GetPlace(int quad, int row)
  {
    constexpr int groupBit = sizeof(TPixel) == 2 ? 4 : 3;
    return quad ^ (sizeof(TPixel) == 1 ? row & 1 : quad >> groupBit & 1);
  }

  QuadWords<TInput> voxels[2][InputRows][LineQuads];
  QuadWords<float>  sums[2][InputRows][Quads];
};

/** Copies to shared memory are of at least 4 bytes, so those of float may fill quads beyond the image with the nearest voxel.
 * Of integers such quads are not copied. */
template <typename TInput>
inline constexpr bool FillsQuads = sizeof(TInput) == 4;

/** Starts the copies of a block's part of a layer to shared memory. As many threads as a row has quads copy some rows, of each of
 * which a thread has a quad, and some of them another one, of those on both sides. */
template <typename TInput, int VRadius, typename TShape>
class LayerCopier
{
public:
  using Tile = VolumeTile<TInput, VRadius, TShape>;

  /** `layer` is the first one. */
  __device__ __forceinline__
  LayerCopier(const Task<TInput, float> & task, const TInput * layer, std::ptrdiff_t x, std::ptrdiff_t y, Tile & tile)
  {
    const int    quad = threadIdx.x % Tile::Quads;
    const int    row = threadIdx.x / Tile::Quads;
    const int    side = quad < Tile::Margin ? quad - Tile::Margin : Tile::Quads + quad - Tile::Margin;
    const Column own(task, x, quad, true);
    const Column other(task, x, side, quad < 2 * Tile::Margin);
    m_IsOwnCopied = own.isCopied;
    m_IsSideCopied = other.isCopied;
    m_IsOwnFilled = own.isFilled;
    m_IsSideFilled = other.isFilled;
    m_Fills = __any_sync(~0u, own.isFilled || other.isFilled);
    m_ToSide = other.column - own.column;
    m_Own = GetAddress(tile, row, quad);
    m_Side = GetAddress(tile, row, side);
#pragma unroll
    for (int i = 0; i < ThreadRows; ++i)
    {
      m_Source[i] =
        layer + own.column + NearestIndex(y - VRadius + row + i * RowsAtOnce, task.inputSize[1]) * task.inputStride[1];
    }
    m_HasLast = row + (ThreadRows - 1) * RowsAtOnce < Tile::InputRows;
    if constexpr (Prefetches)
    {
      const std::ptrdiff_t lineRow = y - VRadius + static_cast<int>(threadIdx.x) / LinesOfRow;
      const std::ptrdiff_t column = x + static_cast<int>(threadIdx.x) % LinesOfRow * PixelsOfLine;
      if (threadIdx.x < Tile::InputRows * LinesOfRow && column < task.inputSize[0])
      {
        const TInput * const line = layer + column + NearestIndex(lineRow, task.inputSize[1]) * task.inputStride[1];
        m_ToNextLine = line + task.inputStride[2] - m_Source[0];
      }
    }
  }

  /** Has the level 2 cache read the layer after the one that is copied, if that is faster. */
  __device__ __forceinline__ void
  PrefetchNext() const
  {
    if constexpr (Prefetches)
    {
      if (m_ToNextLine != 0)
      {
        PrefetchLine(m_Source[0] + m_ToNextLine);
      }
    }
  }

  /** Of the layer `step` pixels after the one before. */
  __device__ __forceinline__ void
  Start(std::ptrdiff_t step, int buffer)
  {
    constexpr unsigned int size = sizeof(QuadWords<TInput>);
    const unsigned int     own = m_Own + buffer * sizeof(Tile::voxels[0]);
    const unsigned int     side = m_Side + buffer * sizeof(Tile::voxels[0]);
    const TInput *         sideSource[ThreadRows];
#pragma unroll
    for (int i = 0; i < ThreadRows; ++i)
    {
      m_Source[i] += step;
      sideSource[i] = m_Source[i] + m_ToSide;
    }
#pragma unroll
    for (int i = 0; i < ThreadRows; ++i)
    {
      Copy<size>(own + i * RowBytes, m_Source[i], m_IsOwnCopied && Has(i));
      Copy<size>(side + i * RowBytes, sideSource[i], m_IsSideCopied && Has(i));
    }
    if constexpr (FillsQuads<TInput>)
    {
      if (m_Fills)
      {
#pragma unroll
        for (int i = 0; i < ThreadRows; ++i)
        {
#pragma unroll
          for (unsigned int j = 0; j < size; j += sizeof(TInput))
          {
            Copy<sizeof(TInput)>(own + i * RowBytes + j, m_Source[i], m_IsOwnFilled && Has(i));
            Copy<sizeof(TInput)>(side + i * RowBytes + j, sideSource[i], m_IsSideFilled && Has(i));
          }
        }
      }
    }
    __pipeline_commit();
  }

private:
  static constexpr int RowsAtOnce = Tile::Threads / Tile::Quads;
  static constexpr int ThreadRows = DivideUp(Tile::InputRows, RowsAtOnce);
  static constexpr int RowBytes = RowsAtOnce * sizeof(Tile::voxels[0][0]); // from one of a thread's rows to the next

  /** Whether the thread has its i-th row. */
  __device__ bool
  Has(int i) const
  {
    return Tile::InputRows % RowsAtOnce == 0 || i < ThreadRows - 1 || m_HasLast;
  }

  /** Quads of rows. `quad` is counted from the tile's own first one. */
  struct Column
  {
    __device__ __forceinline__
    Column(const Task<TInput, float> & task, std::ptrdiff_t x, int quad, bool exists)
    {
      const std::ptrdiff_t first = x + quad * QuadColumns;
      const std::ptrdiff_t size = task.inputSize[0];
      const bool           isInside = first >= 0 && first < size;
      isCopied = exists && isInside;
      isFilled = FillsQuads<TInput> && exists && !isInside && first < size + Tile::Margin * QuadColumns;
      column = static_cast<int>(NearestIndex(first, size));
    }

    bool isCopied;
    bool isFilled;
    int  column;
  };

  __device__ __forceinline__ static unsigned int
  GetAddress(Tile & tile, int row, int quad)
  {
    const int place = Tile::template GetPlace<TInput>(Tile::FirstQuad + quad, row);
    return static_cast<unsigned int>(__cvta_generic_to_shared(&tile.voxels[0][row][place]));
  }

  /** As __pipeline_memcpy_async(), to an address in shared memory, which that would find anew each time. */
  template <int VBytes>
  __device__ __forceinline__ static void
  Copy(unsigned int target, const TInput * source, bool isCopied)
  {
    if (isCopied)
    {
#if __CUDA_ARCH__ < 800
      __pipeline_memcpy_async(__cvta_shared_to_generic(target), source, VBytes);
#else
      if constexpr (VBytes == 16)
      {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(target), "l"(source) : "memory");
      }
      else
      {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" : : "r"(target), "l"(source), "n"(VBytes) : "memory");
      }
#endif
    }
  }

  /** Of float and 7 coefficients, 394 Gvoxel/s rather than 379 on an H200; of more, or of int16, fewer. */
  static constexpr bool Prefetches = std::is_same_v<TInput, float> && VRadius <= 3;
  static constexpr int  PixelsOfLine = LineBytes / sizeof(TInput);
  static constexpr int  LinesOfRow = Tile::Columns / PixelsOfLine;

  const TInput * m_Source[ThreadRows];
  int            m_ToSide;
  unsigned int   m_Own;
  unsigned int   m_Side;
  bool           m_IsOwnCopied;
  bool           m_IsSideCopied;
  bool           m_IsOwnFilled;
  bool           m_IsSideFilled;
  bool           m_Fills; // any lane of the warp
  bool           m_HasLast;
  std::ptrdiff_t m_ToNextLine{ 0 }; // from m_Source[0] to a line of the next layer, if the thread has one
};
} // namespace itk::device::separable

#endif
