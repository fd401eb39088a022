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
#ifndef MeanReader_cuh
#define MeanReader_cuh

#include "Kernels/Border.cuh"
#include "Kernels/KeepInRegister.cuh"
#include <cstdint>
#include <type_traits>

namespace itk::device::mean
{
/** A block's threads, each of which has so many columns of the block's strip, Threads apart. */
constexpr int Threads = 256;
constexpr int Columns = 2;
constexpr int StripWidth = Columns * Threads;

__device__ __forceinline__ int
GetColumn(int i)
{
  return static_cast<int>(threadIdx.x) + Threads * i;
}

/** The rows of an image, counted from one of them on. */
struct RowRange
{
  int first;
  int last;

  template <typename TPass>
  __device__ __forceinline__
  RowRange(const TPass & pass, std::ptrdiff_t y)
    : first(-static_cast<int>(min(y, Far)))
    , last(static_cast<int>(min(pass.inputSize[1] - 1 - y, Far)))
  {}

  __device__ __forceinline__ int
  Clamp(int row) const
  {
    return min(max(row, first), last);
  }

private:
  /** Farther than any segment and window reach. */
  static constexpr std::ptrdiff_t Far = 0x3fffffff;
};

/** Reads the pixels of a thread's columns. Rows and columns beyond the image are the nearest in it. */
template <typename TInput>
class ColumnReader
{
public:
  struct Row
  {
    TInput pixel[Columns];
  };

  /** The strip's first column is the input's column `x`, and `used` columns are wanted, which are `across` pixels
   * apart. Rows are counted from the input's row `y` on. */
  template <typename TPass>
  __device__ __forceinline__
  ColumnReader(const TPass &  pass,
               std::ptrdiff_t layer,
               std::ptrdiff_t x,
               std::ptrdiff_t y,
               int            used,
               std::ptrdiff_t across = 1)
    : m_Stride(pass.inputStride)
    , m_Rows(pass, y)
    , m_IsPlain(across == 1 && x >= 0 && x + StripWidth <= pass.inputSize[0] && used > StripWidth - Threads)
  {
    const TInput * const pixels = pass.input + layer * pass.inputLayerStride + y * m_Stride;
#pragma unroll
    for (int c = 0; c < Columns; ++c)
    {
      m_Has[c] = GetColumn(c) < used;
      // Else the compiler computes it anew wherever it is used.
      m_Column[c] = kernels::MakeOpaque(pixels + kernels::NearestIndex(x + GetColumn(c), pass.inputSize[0]) * across);
    }
  }

  /** Reads the rows `y + first` to `y + VRows - 1`; VIsLast if nothing else will, so that the L2 cache may forget them. */
  template <bool VIsLast, int VRows>
  __device__ __forceinline__ void
  Read(int y, int first, Row (&rows)[VRows]) const
  {
    const bool isInside = y >= m_Rows.first && y + VRows - 1 <= m_Rows.last;
    if (isInside && m_IsPlain)
    {
      const TInput * pixel = m_Column[0] + y * m_Stride;
#pragma unroll
      for (int i = 0; i < VRows; ++i, pixel += m_Stride)
      {
#pragma unroll
        for (int c = 0; c < Columns; ++c)
        {
          if (i >= first)
          {
            rows[i].pixel[c] = VIsLast ? __ldcs(pixel + Threads * c) : __ldg(pixel + Threads * c);
          }
        }
      }
      return;
    }
#pragma unroll
    for (int c = 0; c < Columns; ++c)
    {
      if (m_Has[c])
      {
        if (isInside)
        {
          const TInput * pixel = m_Column[c] + y * m_Stride;
#pragma unroll
          for (int i = 0; i < VRows; ++i, pixel += m_Stride)
          {
            if (i >= first)
            {
              rows[i].pixel[c] = __ldg(pixel);
            }
          }
        }
        else
        {
#pragma unroll
          for (int i = 0; i < VRows; ++i)
          {
            if (i >= first)
            {
              rows[i].pixel[c] = __ldg(m_Column[c] + m_Rows.Clamp(y + i) * m_Stride);
            }
          }
        }
      }
    }
  }

private:
  const std::ptrdiff_t & m_Stride;
  RowRange               m_Rows;
  bool                   m_IsPlain; // neighbouring columns, all of them in the image
  bool                   m_Has[Columns];
  const TInput *         m_Column[Columns];
};
} // namespace itk::device::mean

#endif
