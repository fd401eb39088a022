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
#ifndef ConvolutionWriter_cuh
#define ConvolutionWriter_cuh

#include "ConvolutionTask.cuh"
#include "Kernels/UnalignedRow.cuh"
#include <cuda_pipeline_primitives.h>
#include <type_traits>

namespace itk::device::convolution
{
/** The low bytes of VColumns integers, side by side. */
template <typename TOutput, int VColumns>
__device__ __forceinline__ void
Pack(const int (&value)[VColumns], unsigned int (&words)[VColumns * sizeof(TOutput) / 4])
{
#pragma unroll
  for (int i = 0; i < VColumns; i += 4 / static_cast<int>(sizeof(TOutput)))
  {
    if constexpr (sizeof(TOutput) == 1)
    {
      words[i / 4] = __byte_perm(
        __byte_perm(value[i], value[i + 1], 0x0040), __byte_perm(value[i + 2], value[i + 3], 0x0040), 0x5410);
    }
    else
    {
      words[i / 2] = __byte_perm(value[i], value[i + 1], 0x5410);
    }
  }
}

/** The integers that 2^-VExponent times the values, which are from 0 to 2^22 or else of any size, are rounded towards zero
 * to. */
template <bool VAreSmall, int VExponent, int VColumns>
__device__ __forceinline__ void
Truncate(const float (&value)[VColumns], int (&integer)[VColumns])
{
  constexpr float large = GetPowerOfTwo(23 + VExponent);
  constexpr float scale = GetPowerOfTwo(-VExponent);
#pragma unroll
  for (int i = 0; i < VColumns; ++i)
  {
    // The low bits of a mantissa, at full rate, instead of a conversion at a quarter of it.
    integer[i] = VAreSmall ? __float_as_int(__fadd_rz(fabsf(value[i]), large)) : __float2int_rz(scale * value[i]);
  }
}

/** A warp's list, in shared memory, of outputs that a float sum leaves in doubt: it is so near to an integer that the
 * parent's sum may be cast to another one, or it is not finite. They are computed anew when there are enough of them
 * for all threads of the warp. An entry is for up to 16 neighbouring outputs of a thread: 2^21 times the row, plus 2^16
 * times the lane, plus a bit an output. */
struct Doubts
{
  /** Rows that may be written between two calls of Writer::Resolve. */
  static constexpr int Rows = 4;
  std::uint32_t        entry[31 + 32 * Rows];
};

/** Writes a warp's part of the output, VColumns neighbouring pixels of a row a thread, row by row. Integers are made of
 * sums as task.error says. VChecksFloat: a float that is not finite is computed anew. Integers are made of values that are
 * 2^VExponent times the sums. */
template <typename TInput, typename TOutput, int VColumns, bool VChecksFloat = false, int VExponent = 0>
class Writer
{
public:
  static constexpr bool  IsInteger = std::is_integral_v<TOutput>;
  static constexpr bool  HasDoubts = IsInteger || VChecksFloat;
  static constexpr float Scale = GetPowerOfTwo(VExponent);
  struct NoDoubts
  {};
  using DoubtsType = std::conditional_t<HasDoubts, Doubts, NoDoubts>;

  /** The warp's part begins at (x, y) of a layer and ends before column `end`; the first call of Write is for row
   * `firstRow` of it. */
  __device__ __forceinline__
  Writer(const Task<TInput, TOutput> & task,
         DoubtsType &                  doubts,
         int                           x,
         int                           y,
         std::ptrdiff_t                layer,
         int                           firstRow,
         int                           end)
    : m_Task(task)
    , m_Doubts(doubts)
    , m_Layer(layer)
    , m_X(x)
    , m_Y(y)
    , m_Row(firstRow)
  {
    const int column = x + VColumns * static_cast<int>(threadIdx.x % 32);
    m_Columns = end - column;
    m_Output =
      task.output + layer * task.outputStride[2] + (std::ptrdiff_t{ y } + firstRow) * task.outputStride[1] + column;
    const std::size_t bytes = reinterpret_cast<std::size_t>(m_Output) | (task.outputStride[1] * sizeof(TOutput));
    m_IsWhole = m_Columns >= VColumns && bytes % sizeof(Vector) == 0;
  }

  __device__ __forceinline__ void
  NextRow(int rows = 1)
  {
    m_Output += rows * m_Task.outputStride[1];
    m_Row += rows;
  }

  /** So many pixels on, without another row. */
  __device__ __forceinline__ void
  Skip(std::ptrdiff_t pixels)
  {
    m_Output += pixels;
  }

  /** Copies what the output holds where Write will be after so many rows to shared memory. Does not wait: it ends with
   * the next __pipeline_commit() that is waited for. */
  __device__ __forceinline__ void
  CopyAsync(int rows, float (&value)[VColumns]) const
  {
    static_assert(!IsInteger && sizeof(Vector) == sizeof(value));
    const TOutput * const output = m_Output + rows * m_Task.outputStride[1];
    if (m_IsWhole)
    {
      __pipeline_memcpy_async(value, output, sizeof(Vector));
      return;
    }
#pragma unroll
    for (int i = 0; i < VColumns; ++i)
    {
      if (i < m_Columns)
      {
        __pipeline_memcpy_async(&value[i], output + i, sizeof(TOutput));
      }
    }
  }

  __device__ __forceinline__ void
  Write(const float (&value)[VColumns])
  {
    if constexpr (IsInteger)
    {
      if (m_Task.error.areSmall)
      {
        WriteIntegers<true>(value);
      }
      else
      {
        WriteIntegers<false>(value);
      }
    }
    else
    {
      unsigned int words[Words];
      unsigned int doubts = 0;
#pragma unroll
      for (int i = 0; i < VColumns; ++i)
      {
        words[i] = __float_as_uint(value[i]);
        doubts |= (VChecksFloat && !isfinite(value[i])) << i;
      }
      Store(words);
      if constexpr (VChecksFloat)
      {
        Add(doubts);
      }
    }
  }

  /** Writes the low bytes of integers of 16 bits, two of them a word. */
  __device__ __forceinline__ void
  WriteLowBytes(const unsigned int (&pairs)[VColumns / 2]) const
  {
    static_assert(IsInteger);
    if constexpr (sizeof(TOutput) == 2)
    {
      Store(pairs);
    }
    else
    {
      unsigned int words[Words];
#pragma unroll
      for (int i = 0; i < Words; ++i)
      {
        words[i] = __byte_perm(pairs[2 * i], pairs[2 * i + 1], 0x6420);
      }
      Store(words);
    }
  }

  /** Lists what is in doubt: `doubts` has a bit an output of this thread. */
  __device__ __forceinline__ void
  Add(unsigned int doubts)
  {
    const unsigned int lane = threadIdx.x % 32;
    doubts &= m_Columns >= VColumns ? ~0u : (1u << max(m_Columns, 0)) - 1;
    Append(m_Row << 21 | lane << 16 | doubts, doubts != 0);
  }

  /** Whether so many rows more may leave more in doubt than there is room for. */
  __device__ __forceinline__ bool
  MustResolve(int rows = 1) const
  {
    return m_Count > 31 + 32 * (Doubts::Rows - rows);
  }

  /** Computes outputs in doubt, if there are enough for the whole warp or `all` are to be. */
  __device__ __forceinline__ void
  Resolve(bool all)
  {
    this->Resolve(all, [&](int x, int y) { ComputeOutput(m_Task, x, y, m_Layer); });
  }

  /** Likewise, by compute(x, y). */
  template <typename TCompute>
  __device__ __forceinline__ void
  Resolve(bool all, const TCompute & compute)
  {
    if constexpr (HasDoubts)
    {
      if (m_Count < (all ? 1 : 32))
      {
        return;
      }
      const int lane = threadIdx.x % 32;
#pragma unroll 1
      while (m_Count >= (all ? 1 : 32))
      {
        __syncwarp();
        const int     index = m_Count - 1 - lane;
        std::uint32_t entry = 0;
        if (index >= 0)
        {
          entry = m_Doubts.entry[index];
          const int column = VColumns * (entry >> 16 & 31) + __ffs(entry) - 1;
          compute(m_X + column, m_Y + static_cast<int>(entry >> 21));
          entry &= entry - 1;
        }
        m_Count = max(m_Count - 32, 0);
        __syncwarp();
        // A thread computes one output, lest others wait while it computes a second.
        Append(entry, (entry & 0xffff) != 0);
      }
      __syncwarp();
    }
  }

private:
  static constexpr int Words = VColumns * sizeof(TOutput) / 4;
  using Vector = std::conditional_t<Words >= 4, uint4, std::conditional_t<Words == 2, uint2, unsigned int>>;

  template <bool VAreSmall>
  __device__ __forceinline__ void
  WriteIntegers(const float (&value)[VColumns])
  {
    float least[VColumns];
#pragma unroll
    for (int i = 0; i < VColumns; ++i)
    {
      least[i] = fmaf(m_Task.error.factor, value[i], -2.0f * Scale * m_Task.error.increase);
    }
    int high[VColumns];
    int low[VColumns];
    Truncate<VAreSmall, VExponent>(value, high);
    Truncate<VAreSmall, VExponent>(least, low);
    unsigned int words[Words];
    unsigned int others[Words];
    Pack<TOutput>(high, words);
    Pack<TOutput>(low, others);
    Store(words);
    unsigned int difference = 0;
#pragma unroll
    for (int i = 0; i < Words; ++i)
    {
      difference |= words[i] ^ others[i];
    }
    if (__any_sync(~0u, difference != 0))
    {
      unsigned int doubts = 0;
#pragma unroll
      for (int i = 0; i < VColumns; ++i)
      {
        doubts |= (high[i] != low[i]) << i;
      }
      Add(doubts);
    }
  }

  __device__ __forceinline__ void
  Store(const unsigned int (&words)[Words]) const
  {
    if (m_IsWhole)
    {
      constexpr int perVector = sizeof(Vector) / 4;
#pragma unroll
      for (int i = 0; i < Words / perVector; ++i)
      {
        __stwb(reinterpret_cast<Vector *>(m_Output) + i, reinterpret_cast<const Vector *>(words)[i]);
      }
      return;
    }
    if constexpr (IsInteger && Words == 4)
    {
      const unsigned int lanes = __ballot_sync(__activemask(), m_Columns >= VColumns);
      if (m_Columns >= VColumns)
      {
        kernels::WriteUnaligned(m_Output, words, lanes);
        return;
      }
    }
#pragma unroll
    for (int i = 0; i < VColumns; ++i)
    {
      if (i < m_Columns)
      {
        constexpr int      perWord = 4 / sizeof(TOutput);
        const unsigned int word = words[i / perWord];
        if constexpr (IsInteger)
        {
          __stwb(m_Output + i, static_cast<TOutput>(word >> (8 * sizeof(TOutput) * (i % perWord))));
        }
        else
        {
          __stwb(m_Output + i, __uint_as_float(word));
        }
      }
    }
  }

  /** Adds the entries of threads that have one. */
  __device__ __forceinline__ void
  Append(std::uint32_t entry, bool hasEntry)
  {
    const unsigned int lanes = __ballot_sync(~0u, hasEntry);
    if (hasEntry)
    {
      m_Doubts.entry[m_Count + __popc(lanes & ((1u << threadIdx.x % 32) - 1))] = entry;
    }
    m_Count += __popc(lanes);
  }

  const Task<TInput, TOutput> & m_Task;
  DoubtsType &                  m_Doubts;
  std::ptrdiff_t                m_Layer;
  int                           m_X;
  int                           m_Y;
  int                           m_Row;
  int                           m_Columns;
  int                           m_Count{ 0 };
  TOutput *                     m_Output;
  bool                          m_IsWhole;
};
} // namespace itk::device::convolution

#endif
