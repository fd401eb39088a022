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
#ifndef MeanColumn_cuh
#define MeanColumn_cuh

#include "MeanReader.cuh"
#include "MeanWindow.cuh"

namespace itk::device::mean
{
/** The sums over windows along the columns of a thread, for 8 rows after the other. VIsLast if other threads need none of these
 * columns. */
template <bool VIsLast, typename TInput, typename TSum, typename TWindow>
class ColumnSums
{
public:
  /** The windows of the first row end with the input's row `y`. `ring` has room for window.groups x StripWidth
   * sums, and `kept`, unless it is null, for 2 * window.radius x StripWidth pixels, which then are read once. */
  __device__ __forceinline__
  ColumnSums(const ColumnReader<TInput> & reader, const TWindow & window, TSum * ring, int y, TInput * kept = nullptr)
    : m_Reader(reader)
    , m_Window(window)
    , m_Ring(ring + threadIdx.x)
    , m_Kept(kept == nullptr ? nullptr : kept + threadIdx.x)
    , m_Y(y)
  {
    if constexpr (!TWindow::IsSmall)
    {
      if (m_Kept != nullptr)
      {
        for (int row = -2 * window.radius; row < 0; row += GroupSize)
        {
          m_Reader.template Read<false>(y + row, 0, m_Tail);
#pragma unroll
          for (int i = 0; i < GroupSize; ++i)
          {
#pragma unroll
            for (int c = 0; c < Columns; ++c)
            {
              if (row + i < 0)
              {
                GetKept(row + i + 2 * window.radius, c) = m_Tail[i].pixel[c];
              }
            }
          }
        }
      }
      int row = y - window.groups * GroupSize - window.rest;
      for (int i = 0; i < window.groups; ++i, row += GroupSize)
      {
        m_Reader.template Read<false>(row, 0, m_Tail);
#pragma unroll
        for (int c = 0; c < Columns; ++c)
        {
          TSum total{};
#pragma unroll
          for (int k = 0; k < GroupSize; ++k)
          {
            total += m_Tail[k].pixel[c];
          }
          GetGroup(i, c) = total;
        }
      }
      m_Reader.template Read<false>(y - GroupSize, 0, m_Tail);
#pragma unroll
      for (int c = 0; c < Columns; ++c)
      {
        TSum tail[GroupSize];
        TSum before;
        GetTail(c, tail);
        SplitGroup(tail, window.rest, before, m_Carry[c]);
      }
      Turn();
    }
    Load();
  }

  /** Reads what the next 8 rows need. */
  __device__ __forceinline__ void
  Load()
  {
    if constexpr (TWindow::IsSmall)
    {
      m_Reader.template Read<VIsLast>(m_Y - HeadSize, HeadSize - 2 * m_Window.radius, m_Head);
    }
    else if (m_Kept == nullptr)
    {
      m_Reader.template Read<VIsLast>(m_Y - 2 * m_Window.radius, 0, m_Head);
    }
    m_Reader.template Read<false>(m_Y, 0, m_Tail);
    m_Y += GroupSize;
    if constexpr (!TWindow::IsSmall)
    {
      if (m_Window.groups > 0)
      {
#pragma unroll
        for (int c = 0; c < Columns; ++c)
        {
          m_Front[c] = GetGroup(m_Count, c);
        }
      }
    }
  }

  /** Calls `take(column, sums)` with the sums of the 8 rows, for each of the thread's columns. */
  template <typename TTake>
  __device__ __forceinline__ void
  Get(const TTake & take)
  {
    if constexpr (!TWindow::IsSmall)
    {
      if (m_Kept != nullptr)
      {
        this->ReplaceKept();
      }
    }
#pragma unroll
    for (int c = 0; c < Columns; ++c)
    {
      TSum head[HeadSize];
      TSum tail[GroupSize];
      TSum sum[GroupSize];
#pragma unroll
      for (int i = 0; i < HeadSize; ++i)
      {
        head[i] = m_Head[i].pixel[c];
      }
      GetTail(c, tail);
      if constexpr (TWindow::IsSmall)
      {
        SumSmallWindows(head, tail, m_Window.radius, sum);
      }
      else
      {
        TSum core = m_Carry[c];
        // The group that began with the carry ends among these rows, and the next one begins.
        TSum end;
        SplitGroup(tail, m_Window.rest, end, m_Carry[c]);
        if (m_Window.groups > 0)
        {
          end += core;
          core += m_Front[c] + m_Back[c];
          GetGroup(m_Count, c) = end;
          m_Back[c] += end;
        }
        SumLargeWindows(head, core, tail, sum);
      }
      take(GetColumn(c), sum);
    }
    if constexpr (!TWindow::IsSmall)
    {
      if (++m_Count >= m_Window.groups)
      {
        Turn();
      }
    }
  }

private:
  __device__ __forceinline__ void
  GetTail(int c, TSum (&tail)[GroupSize]) const
  {
#pragma unroll
    for (int i = 0; i < GroupSize; ++i)
    {
      tail[i] = m_Tail[i].pixel[c];
    }
  }

  __device__ __forceinline__ TInput &
  GetKept(int row, int c) const
  {
    return m_Kept[(row * Columns + c) * Threads];
  }

  /** Of the 2 * m_Window.radius rows before the next 8, the first 7 are the head, and the first 8 give up their places. */
  __device__ __forceinline__ void
  ReplaceKept()
  {
    const int size = 2 * m_Window.radius;
#pragma unroll
    for (int i = 0; i < GroupSize; ++i)
    {
      const int row = m_FirstKept + i < size ? m_FirstKept + i : m_FirstKept + i - size;
#pragma unroll
      for (int c = 0; c < Columns; ++c)
      {
        if (i < HeadSize)
        {
          m_Head[i < HeadSize ? i : 0].pixel[c] = GetKept(row, c);
        }
        GetKept(row, c) = m_Tail[i].pixel[c];
      }
    }
    m_FirstKept += GroupSize;
    m_FirstKept -= m_FirstKept < size ? 0 : size;
  }

  /** The core's whole groups are a queue in two stacks: of the older ones, the ring holds the sum of each with all that
   * came after it; the sum of those that came since is m_Back, and they take the places of those that left. */
  __device__ __forceinline__ TSum &
  GetGroup(int i, int c) const
  {
    return m_Ring[(i * Columns + c) * Threads];
  }

  /** All groups become older ones. */
  __device__ __forceinline__ void
  Turn()
  {
    m_Count = 0;
    constexpr int batch = 4;
    TSum          sum[Columns]{};
    for (int last = m_Window.groups - 1; last >= 0; last -= batch)
    {
      TSum group[batch][Columns];
#pragma unroll
      for (int i = 0; i < batch; ++i)
      {
#pragma unroll
        for (int c = 0; c < Columns; ++c)
        {
          group[i][c] = last >= i ? GetGroup(last - i, c) : TSum{};
        }
      }
#pragma unroll
      for (int i = 0; i < batch; ++i)
      {
#pragma unroll
        for (int c = 0; c < Columns; ++c)
        {
          sum[c] += group[i][c];
          if (last >= i)
          {
            GetGroup(last - i, c) = sum[c];
          }
        }
      }
    }
#pragma unroll
    for (TSum & back : m_Back)
    {
      back = 0;
    }
  }

  ColumnReader<TInput>               m_Reader;
  const TWindow &                    m_Window;
  TSum *                             m_Ring;
  TInput *                           m_Kept;
  int                                m_FirstKept{ 0 };
  int                                m_Y;
  int                                m_Count{ 0 };
  TSum                               m_Front[Columns]{};
  TSum                               m_Back[Columns]{};
  TSum                               m_Carry[Columns]{};
  typename ColumnReader<TInput>::Row m_Head[HeadSize]{};
  typename ColumnReader<TInput>::Row m_Tail[GroupSize]{};
};
} // namespace itk::device::mean

#endif
