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
#ifndef MorphologyBoxColumn_cuh
#define MorphologyBoxColumn_cuh

#include "MorphologyBoxRow.cuh"

namespace itk::device::morphology
{
/** Maxima along columns, of windows of 2 VRadius + 1 rows, which it is given one below the other; registers hold them. */
template <typename TLanes, int VRadius, int VRows>
class ColumnMaximum
{
public:
  using Word = typename TLanes::Word;

  __device__ __forceinline__
  ColumnMaximum(void *, int)
  {}

  /** Replaces some rows by the maxima of the windows of which they are the last. */
  __device__ __forceinline__ void
  Apply(Word (&rows)[VRows][4])
  {
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      Word line[VRows + 2 * VRadius];
      Word maxima[VRows];
#pragma unroll
      for (int row = 0; row < VRows + 2 * VRadius; ++row)
      {
        line[row] = row < 2 * VRadius ? m_Above[row][i] : rows[row - 2 * VRadius][i];
      }
      SlideMaximum<TLanes, VRadius>(line, maxima);
#pragma unroll
      for (int row = 0; row < VRows; ++row)
      {
        rows[row][i] = maxima[row];
      }
#pragma unroll
      for (int row = 0; row < 2 * VRadius; ++row)
      {
        m_Above[row][i] = line[VRows + row];
      }
    }
  }

private:
  Word m_Above[2 * VRadius][4]{};
};

/** The same by van Herk (1992) and Gil, Werman (1993): a window is the end of a block of as many rows, whose maxima
 * shared memory holds, and the beginning of the next. */
template <typename TLanes, int VRows>
class ColumnMaximum<TLanes, AnyRadius, VRows>
{
public:
  using Word = typename TLanes::Word;

  struct alignas(16) Chunk
  {
    Word words[4];
  };

  __device__ __forceinline__
  ColumnMaximum(void * memory, int radius)
    : m_Block(static_cast<Chunk *>(memory) + threadIdx.x)
    , m_Length(2 * radius + 1)
  {
    // What comes out before the first block is full has no meaning, but is read.
    for (int i = 0; i < m_Length; ++i)
    {
      m_Block[i * Threads] = {};
    }
  }

  __device__ __forceinline__ void
  Apply(Word (&rows)[VRows][4])
  {
    if (m_Position > 0 && m_Position + VRows < m_Length)
    {
      this->ApplyWithin(rows);
      return;
    }
#pragma unroll
    for (int row = 0; row < VRows; ++row)
    {
      this->Apply(rows[row]);
    }
  }

private:
  /** Rows of which none begins or ends a block; the ends are read all at once. */
  __device__ __forceinline__ void
  ApplyWithin(Word (&rows)[VRows][4])
  {
    Chunk * const block = m_Block + m_Position * Threads;
    Chunk         ends[VRows];
#pragma unroll
    for (int row = 0; row < VRows; ++row)
    {
      ends[row] = block[(row + 1) * Threads];
    }
#pragma unroll
    for (int row = 0; row < VRows; ++row)
    {
      Chunk current;
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
        current.words[i] = rows[row][i];
        m_Beginning.words[i] = TLanes::Max(m_Beginning.words[i], rows[row][i]);
        rows[row][i] = TLanes::Max(m_Beginning.words[i], ends[row].words[i]);
      }
      block[row * Threads] = current;
    }
    m_Position += VRows;
  }

  static __device__ __forceinline__ void
  Max(Word (&a)[4], const Word (&b)[4])
  {
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      a[i] = TLanes::Max(a[i], b[i]);
    }
  }

  __device__ __forceinline__ void
  Apply(Word (&row)[4])
  {
    Chunk current;
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      current.words[i] = row[i];
    }
    if (m_Position > 0)
    {
      Max(m_Beginning.words, current.words);
    }
    else
    {
      m_Beginning = current;
    }
    m_Block[m_Position * Threads] = current;
    ++m_Position;
    current = m_Beginning;
    if (m_Position < m_Length)
    {
      Max(current.words, m_Block[m_Position * Threads].words);
    }
    else
    {
      this->EndBlock();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      row[i] = current.words[i];
    }
  }

  __device__ __forceinline__ void
  EndBlock()
  {
    Chunk end = m_Block[(m_Length - 1) * Threads];
#pragma unroll 4
    for (int i = m_Length - 2; i > 0; --i)
    {
      Max(end.words, m_Block[i * Threads].words);
      m_Block[i * Threads] = end;
    }
    m_Position = 0;
  }

  Chunk * m_Block;
  int     m_Length;
  int     m_Position{ 0 };
  Chunk   m_Beginning{};
};

/** What a radius of AnyRadius needs of shared memory. */
__host__ __device__ constexpr std::size_t
         CountColumnBytes(int radius)
{
  return std::size_t{ 16 } * Threads * (2 * radius + 1);
}
} // namespace itk::device::morphology

#endif
