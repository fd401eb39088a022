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
#ifndef MorphologyBoxRow_cuh
#define MorphologyBoxRow_cuh

#include "MorphologyWord.cuh"

namespace itk::device::morphology
{
/** Threads of a block, each of which has four columns, a chunk. */
constexpr int Threads = 128;

/** A radius that is a kernel's parameter rather than the template's. */
constexpr int AnyRadius = -1;

/** Chunks on either side that a window reaches into. */
__host__ __device__ constexpr int
CountMarginChunks(int radius)
{
  return (radius + 3) / 4;
}

/** Whether lanes of a warp hand each other what a window takes of the neighbouring chunks. */
__host__ __device__ constexpr bool
IsOfWarp(int radius)
{
  return radius != AnyRadius;
}

/** Threads that share a strip of columns. */
__host__ __device__ constexpr int
CountStripThreads(int radius)
{
  return IsOfWarp(radius) ? 32 : Threads;
}

/** Maxima along rows, of windows of 2 VRadius + 1 columns. Beyond the strip is the boundary. */
template <typename TLanes, int VRadius, int VRows>
class RowMaximum
{
public:
  using Word = typename TLanes::Word;

  __device__ __forceinline__
  RowMaximum(Word *, int, Word boundary)
    : m_Boundary(boundary)
  {}

  /** Replaces the pixels of a chunk in each of some rows; all threads of the warp must call it. */
  __device__ __forceinline__ void
  Apply(Word (*rows)[4])
  {
#pragma unroll
    for (int row = 0; row < VRows; ++row)
    {
      Word line[4 + 2 * VRadius];
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
        line[VRadius + i] = rows[row][i];
      }
#pragma unroll
      for (int i = 0; i < VRadius; ++i)
      {
        const Word left = __shfl_up_sync(~0u, rows[row][4 - VRadius + i], 1);
        const Word right = __shfl_down_sync(~0u, rows[row][i], 1);
        line[i] = threadIdx.x % 32 == 0 ? m_Boundary : left;
        line[VRadius + 4 + i] = threadIdx.x % 32 == 31 ? m_Boundary : right;
      }
      SlideMaximum<TLanes, VRadius>(line, rows[row]);
    }
  }

private:
  Word m_Boundary;
};

/** The same of a radius of 4 and more: a window is the end of a chunk, whole chunks, and the beginning of another (van
 * Herk 1992; Gil, Werman 1993, but of chunks that are shorter than the window). Shared memory has them in planes of columns
 * that are the same modulo 4, so that neighbouring chunks differ in their bank: the chunks' ends are planes 0 to 3, and so
 * whole ones plane 0; their beginnings are planes 4 to 6. */
template <typename TLanes, int VRows>
class RowMaximum<TLanes, AnyRadius, VRows>
{
public:
  using Word = typename TLanes::Word;
  static constexpr int Planes = 7;

  static constexpr int
  CountWords(int radius)
  {
    return VRows * Planes * (Threads + 2 * CountMarginChunks(radius));
  }

  __device__ __forceinline__
  RowMaximum(Word * memory, int radius, Word boundary)
    : m_Radius(radius)
    , m_Pitch(Threads + 2 * CountMarginChunks(radius))
    , m_Memory(memory + CountMarginChunks(radius) + threadIdx.x)
  {
    const int margin = CountMarginChunks(m_Radius);
    for (int i = threadIdx.x; i < VRows * Planes * 2 * margin; i += Threads)
    {
      const int column = i % (2 * margin);
      memory[i / (2 * margin) * m_Pitch + (column < margin ? column : Threads + column)] = boundary;
    }
  }

  /** All threads of the block must call it. */
  __device__ __forceinline__ void
  Apply(Word (*rows)[4])
  {
    __syncthreads();
#pragma unroll
    for (int row = 0; row < VRows; ++row)
    {
      this->Put(row, rows[row]);
    }
    __syncthreads();
    const int left = (3 - m_Radius) >> 2;
    const int right = m_Radius >> 2;
    Word      middle[VRows];
#pragma unroll
    for (int row = 0; row < VRows; ++row)
    {
      middle[row] = this->At(row, 0, left + 1);
    }
#pragma unroll 4
    for (int chunk = left + 2; chunk < right; ++chunk)
    {
#pragma unroll
      for (int row = 0; row < VRows; ++row)
      {
        middle[row] = TLanes::Max(middle[row], this->At(row, 0, chunk));
      }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      const int first = i - m_Radius;
      const int last = i + m_Radius;
#pragma unroll
      for (int row = 0; row < VRows; ++row)
      {
        Word value = TLanes::Max(middle[row], this->At(row, first & 3, first >> 2));
        value = TLanes::Max(value, this->At(row, (last & 3) == 3 ? 0 : 4 + (last & 3), last >> 2));
        value = first >> 2 == left ? value : TLanes::Max(value, this->At(row, 0, left));
        rows[row][i] = last >> 2 == right ? value : TLanes::Max(value, this->At(row, 0, right));
      }
    }
  }

private:
  __device__ __forceinline__ Word &
  At(int row, int plane, int chunk)
  {
    return m_Memory[(row * Planes + plane) * m_Pitch + chunk];
  }

  __device__ __forceinline__ void
  Put(int row, const Word (&words)[4])
  {
    Word end = words[3];
    Word begin = words[0];
    this->At(row, 3, 0) = end;
    this->At(row, 4, 0) = begin;
#pragma unroll
    for (int i = 1; i < 4; ++i)
    {
      end = TLanes::Max(end, words[3 - i]);
      this->At(row, 3 - i, 0) = end;
      if (i < 3)
      {
        begin = TLanes::Max(begin, words[i]);
        this->At(row, 4 + i, 0) = begin;
      }
    }
  }

  int    m_Radius;
  int    m_Pitch;
  Word * m_Memory;
};
} // namespace itk::device::morphology

#endif
