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
#include "Kernels/VolumeWalk.cuh"
#include "SeparableConvolutionBarrier.cuh"
#include "SeparableConvolutionWalk.cuh"
#include <algorithm>
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

/** Copies to shared memory are of at least 4 bytes, so those of float may fill quads beyond the image with the nearest voxel.
 * Of integers such quads are not copied. */
template <typename TInput>
inline constexpr bool FillsQuads = sizeof(TInput) == 4;

/** What LineCopier copies are multiples of. */
constexpr int CopiedBytes = 16;

/** What a block has in shared memory of two successive layers: voxels, and then their sums along rows. */
template <typename TInput, int VRadius, typename TShape>
struct VolumeTile
{
  static constexpr int Columns = TShape::Columns;
  static constexpr int Rows = TShape::Rows;
  static constexpr int Threads = Rows * Columns / 8;
  static constexpr int RowsOfThread = Rows * Columns / Threads;
  static constexpr int InputRows = Rows + 2 * VRadius;
  static constexpr int Margin = DivideUp(VRadius, QuadColumns); // quads that are needed on each side
  static constexpr int Quads = Columns / QuadColumns;

  static constexpr int QuadBytes = sizeof(QuadWords<TInput>);
  /** Quads on each side, of whole copies. */
  static constexpr int FirstQuad = std::max(Margin, CopiedBytes / QuadBytes);
  static constexpr int LineBytes = (Quads + 2 * FirstQuad) * QuadBytes;
  /** Four lanes take eight neighbouring voxels each, and four others those of the next line; so they meet in no bank: of float
   * those 16 bytes at a time, of integers all at once. */
  static constexpr int PaddedBytes =
    FillsQuads<TInput> ? LineBytes | CopiedBytes : DivideUp(LineBytes - 64, 128) * 128 + 64;

  alignas(CopiedBytes) QuadWords<TInput> voxels[2][InputRows][PaddedBytes / QuadBytes];
  alignas(CopiedBytes) QuadWords<float> sums[2][InputRows][Quads | 1];
  MemoryBarrier areCopied[2];
  MemoryBarrier areSummed;
};

/** As __pipeline_memcpy_async(), to an address in shared memory, which that would find anew each time. */
template <int VBytes, typename TPixel>
__device__ __forceinline__ void
Copy(unsigned int target, const TPixel * source, bool isCopied)
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

/** Starts the copies of a block's part of a layer to shared memory. As many threads as a row has quads copy some rows, of each of
 * which a thread has a quad, and some of them another one, of those on both sides. */
template <typename TInput, int VRadius, typename TShape>
class QuadCopier
{
public:
  using Tile = VolumeTile<TInput, VRadius, TShape>;

  static constexpr bool LeavesRegisters = false;

  /** `layer` is the first one. */
  __device__ __forceinline__
  QuadCopier(const Task<TInput, float> & task, const TInput * layer, std::ptrdiff_t x, std::ptrdiff_t y, Tile & tile)
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

  /** Copies the first layer. */
  __device__ __forceinline__ void
  StartFirst()
  {
    this->Start(0, 0);
    this->Meet(0);
  }

  /** What was copied is there when threads have met. */
  __device__ __forceinline__ void
  Wait(int) const
  {}

  __device__ __forceinline__ void
  Arrive() const
  {}

  /** Returns when all threads have come here, and their copies have ended. */
  __device__ __forceinline__ void
  Meet(int) const
  {
    __pipeline_wait_prior(0);
    __syncthreads();
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
    return static_cast<unsigned int>(__cvta_generic_to_shared(&tile.voxels[0][row][Tile::FirstQuad + quad]));
  }

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
};

/** Likewise, of lines of whole aligned 16 bytes, with a copy for each row. */
template <typename TInput, int VRadius, typename TShape>
class LineCopier
{
public:
  using Tile = VolumeTile<TInput, VRadius, TShape>;

  static constexpr bool LeavesRegisters = true;

  /** By all threads. */
  __device__ __forceinline__
  LineCopier(const Task<TInput, float> & task, const TInput * layer, std::ptrdiff_t x, std::ptrdiff_t y, Tile & tile)
    : m_AreCopied(tile.areCopied)
    , m_AreSummed(tile.areSummed)
  {
    constexpr int        margin = Tile::FirstQuad * QuadColumns;
    constexpr int        warps = Tile::Threads / 32;
    const std::ptrdiff_t begin = max(x - margin, std::ptrdiff_t{ 0 });
    const std::ptrdiff_t end = min(x + Tile::Columns + margin, task.inputSize[0]);
    // Each warp has as many.
    const int row = threadIdx.x / 32 + threadIdx.x % 32 * warps;
    if constexpr (FillsQuads<TInput>)
    {
      m_QuadsLeft = x < margin;
      m_QuadsRight = end < x + Tile::Columns + margin;
      if constexpr (Tile::Margin > 1)
      {
        static_assert(Tile::Margin == 2);
        m_QuadsLeft += x < margin - QuadColumns;
        m_QuadsRight += end + QuadColumns < x + Tile::Columns + margin;
      }
    }
    if (row < Tile::InputRows)
    {
      m_Bytes = static_cast<unsigned int>(end - begin) * sizeof(TInput);
      m_Source = layer + begin + NearestIndex(y - VRadius + row, task.inputSize[1]) * task.inputStride[1];
      m_Target = static_cast<unsigned int>(__cvta_generic_to_shared(tile.voxels[0][row])) +
                 static_cast<unsigned int>(begin - (x - margin)) * sizeof(TInput);
    }
    if (threadIdx.x == 0)
    {
      for (MemoryBarrier & areCopied : m_AreCopied)
      {
        areCopied.Begin(Tile::InputRows * (HasFilled() ? 2 : 1));
      }
      m_AreSummed.Begin(Tile::Threads);
    }
    __syncthreads();
  }

  /** Starts the copies of the first layer. */
  __device__ __forceinline__ void
  StartFirst()
  {
    this->Start(0, 0);
  }

  __device__ __forceinline__ void
  Start(std::ptrdiff_t step, int buffer)
  {
    if (m_Bytes == 0)
    {
      return;
    }
    m_Source += step;
    MemoryBarrier &    areCopied = m_AreCopied[buffer];
    const unsigned int target = m_Target + buffer * sizeof(Tile::voxels[0]);
    areCopied.ArriveAndCopy(target, m_Source, m_Bytes);
    if constexpr (FillsQuads<TInput>)
    {
      if (HasFilled())
      {
        constexpr int        size = sizeof(TInput);
        const TInput * const last = m_Source + m_Bytes / size - 1;
#pragma unroll
        for (int i = 0; i < Tile::Margin * QuadColumns; ++i)
        {
          Copy<size>(target - (i + 1) * size, m_Source, i / QuadColumns < m_QuadsLeft);
          Copy<size>(target + m_Bytes + i * size, last, i / QuadColumns < m_QuadsRight);
        }
        areCopied.ArriveAfterCopies();
      }
    }
  }

  /** Returns when a layer is there, of which the first is 0. */
  __device__ __forceinline__ void
  Wait(int layer) const
  {
    m_AreCopied[layer & 1].Wait(layer / 2);
  }

  /** Says that the thread has the sums of another layer. */
  __device__ __forceinline__ void
  Arrive()
  {
    m_AreSummed.Arrive();
  }

  /** Returns when all have those of a layer. */
  __device__ __forceinline__ void
  Meet(int layer)
  {
    m_AreSummed.Wait(layer);
  }

private:
  __device__ bool
  HasFilled() const
  {
    return m_QuadsLeft > 0 || m_QuadsRight > 0;
  }

  MemoryBarrier (&m_AreCopied)[2];
  MemoryBarrier & m_AreSummed;
  const TInput *  m_Source{ nullptr };
  unsigned int    m_Target{ 0 };
  unsigned int    m_Bytes{ 0 };     // of a row, if the thread copies one
  int             m_QuadsLeft{ 0 }; // beside those that are copied, to be filled
  int             m_QuadsRight{ 0 };
};
} // namespace itk::device::separable

#endif
