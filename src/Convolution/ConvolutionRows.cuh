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
#ifndef ConvolutionRows_cuh
#define ConvolutionRows_cuh

#include "ConvolutionTask.cuh"
#include "Kernels/Strip.cuh"
#include <type_traits>

namespace itk::device::convolution
{
using kernels::DivideUp;

/** What a warp reads of a row: for each lane the window of VColumns outputs side by side, of radius VRadius; in words of
 * four bytes, as many to the left as hold VRadius pixels. */
template <typename TInput, int VColumns, int VRadius>
struct RowLayout
{
  static constexpr int PixelsPerWord = 4 / sizeof(TInput);
  static constexpr int Halo = DivideUp(VRadius, PixelsPerWord) * PixelsPerWord;
  static constexpr int Words = (32 * VColumns + 2 * Halo) / PixelsPerWord;
  static constexpr int WordsPerLane = VColumns / PixelsPerWord;
  // What a lane reads, from its first word on, in vectors of WordsPerLane words.
  static constexpr int WindowWords = DivideUp(Halo + VColumns + VRadius, VColumns) * WordsPerLane;
  static constexpr int Capacity = 31 * WordsPerLane + WindowWords > Words ? 31 * WordsPerLane + WindowWords : Words;
  using Vector =
    std::conditional_t<WordsPerLane == 4, uint4, std::conditional_t<WordsPerLane == 2, uint2, unsigned int>>;
  static_assert(sizeof(Vector) == 4 * WordsPerLane);

  struct alignas(16) Row
  {
    unsigned int word[DivideUp(Capacity, 4) * 4];
  };
};

/** Reads the same VRows rows of VDepth layers at a time, and then the rows after them, into registers and from there
 * into the warp's shared memory: words that are inside of the image as they are, and the pixels around it one by one,
 * of which a lane has at most one a row. */
template <typename TInput, typename TOutput, int VColumns, int VRadius, int VRows, int VDepth>
class RowReader
{
public:
  using Layout = RowLayout<TInput, VColumns, VRadius>;
  using Rows = typename Layout::Row[VDepth][VRows];

  /** From the first row that the windows of the outputs from (x, y) on, of a layer, need. */
  __device__ __forceinline__
  RowReader(const Task<TInput, TOutput> & task, int x, int y, std::ptrdiff_t layer)
    : m_Task(task)
    , m_Stride(task.inputStride[1] * sizeof(TInput))
    , m_Height(static_cast<int>(task.inputSize[1]))
    , m_Lane(threadIdx.x % 32)
    , m_NextRow(y + static_cast<int>(task.offset[1]) - VRadius)
  {
    if (task.border == ConvolutionBorder::Periodic)
    {
      m_NextRow = kernels::MapIndex(task.border, m_NextRow, m_Height);
    }
    m_RowOffset = kernels::MapIndex(ConvolutionBorder::ZeroFluxNeumann, m_NextRow, m_Height) * m_Stride;
    const int first = x + static_cast<int>(task.offset[0]) - Layout::Halo;
    auto      bits = static_cast<unsigned int>(m_Stride);
#pragma unroll
    for (int k = 0; k < VDepth; ++k)
    {
      const std::ptrdiff_t z =
        VDepth == 1 ? layer + task.offset[2]
                    : kernels::MapIndex(task.border, layer + task.offset[2] + k - VDepth / 2, task.inputSize[2]);
      m_MissingLayers |= (z < 0) << k;
      // For what is not there another layer is read, and replaced.
      m_Layer[k] = reinterpret_cast<std::size_t>(task.input + (z < 0 ? 0 : z) * task.inputStride[2] + first);
      bits |= static_cast<unsigned int>(m_Layer[k]);
    }
    m_IsAligned = sizeof(TInput) == 4 || bits % 4 == 0;
    this->FindEdges(first);
  }

  /** The next rows, into registers. */
  __device__ __forceinline__ void
  Load()
  {
    m_FirstRow = m_NextRow;
    if (!m_HasEdge && m_IsAligned)
    {
      this->LoadWords<false, true>();
    }
    else if (!m_HasEdge)
    {
      this->LoadWords<false, false>();
    }
    else if (m_IsAligned)
    {
      this->LoadWords<true, true>();
    }
    else
    {
      this->LoadWords<true, false>();
    }
  }

  /** What Load() read, into shared memory. */
  __device__ __forceinline__ void
  Store(Rows & rows) const
  {
#pragma unroll
    for (int k = 0; k < VDepth; ++k)
    {
#pragma unroll
      for (int j = 0; j < VRows; ++j)
      {
#pragma unroll
        for (int i = 0; i < Loads; ++i)
        {
          if (this->HasWord(i))
          {
            rows[k][j].word[m_Lane + 32 * i] = m_Ahead[k][j][i];
          }
        }
      }
    }
    if (m_HasEdge)
    {
      __syncwarp();
      if (m_EdgePixel >= 0)
      {
#pragma unroll
        for (int k = 0; k < VDepth; ++k)
        {
#pragma unroll
          for (int j = 0; j < VRows; ++j)
          {
            reinterpret_cast<TInput *>(rows[k][j].word)[m_EdgePixel] = m_AheadAtEdge[k][j];
          }
        }
      }
    }
    if (m_Task.border == ConvolutionBorder::Constant &&
        (m_MissingLayers != 0 || m_FirstRow < 0 || m_FirstRow > m_Height - VRows))
    {
      __syncwarp();
      this->StoreConstantRows(rows);
    }
  }

private:
  static constexpr int Loads = DivideUp(Layout::Words, 32);

  /** Finds which words are inside of the image, and the lane's pixel among those of other words: the first half of the
   * lanes take pixels before the first word inside, backwards, the second half those behind the last one. */
  __device__ __forceinline__ void
  FindEdges(int first)
  {
    constexpr int pixels = Layout::PixelsPerWord;
    const int     width = static_cast<int>(m_Task.inputSize[0]);
    m_FirstWord = first < 0 ? DivideUp<std::ptrdiff_t>(-first, pixels) : 0;
    // A word that is not aligned is taken from two.
    m_WordsEnd = (width - first - (m_IsAligned ? 0 : pixels)) >> (pixels == 4 ? 2 : pixels == 2 ? 1 : 0);
    m_HasEdge = first < 0 || m_WordsEnd < Layout::Words;
    const int  pixel = m_Lane < 16 ? m_FirstWord * pixels - 1 - m_Lane : m_WordsEnd * pixels + m_Lane - 16;
    const int  x = first + pixel;
    const bool isNeeded = pixel >= 0 && pixel < Layout::Words * pixels && x < width + VRadius;
    const int  column = kernels::MapIndex(m_Task.border, x, width);
    m_EdgePixel = isNeeded ? pixel : -1;
    m_EdgeIsConstant = column < 0;
    m_EdgeOffset = (max(column, 0) - first) * static_cast<int>(sizeof(TInput));
  }

  __device__ __forceinline__ bool
  HasWord(int i) const
  {
    return 32 * (i + 1) <= Layout::Words || m_Lane + 32 * i < Layout::Words;
  }

  template <bool VHasEdge, bool VIsAligned>
  __device__ __forceinline__ void
  LoadWords()
  {
#pragma unroll
    for (int j = 0; j < VRows; ++j, this->Advance())
    {
#pragma unroll
      for (int k = 0; k < VDepth; ++k)
      {
        const std::size_t          address = m_Layer[k] + m_RowOffset;
        const unsigned int         rest = VIsAligned ? 0 : static_cast<unsigned int>(address) % 4;
        const unsigned int * const words = reinterpret_cast<const unsigned int *>(address - rest) + m_Lane;
#pragma unroll
        for (int i = 0; i < Loads; ++i)
        {
          const int word = m_Lane + 32 * i;
          if (this->HasWord(i) && (!VHasEdge || (word >= m_FirstWord && word < m_WordsEnd)))
          {
            m_Ahead[k][j][i] = __ldg(words + 32 * i);
            if constexpr (!VIsAligned)
            {
              m_Ahead[k][j][i] = __funnelshift_r(m_Ahead[k][j][i], __ldg(words + 32 * i + 1), 8 * rest);
            }
          }
        }
        if constexpr (VHasEdge)
        {
          const TInput pixel = __ldg(reinterpret_cast<const TInput *>(address + m_EdgeOffset));
          m_AheadAtEdge[k][j] = m_EdgeIsConstant ? m_Task.constant : pixel;
        }
      }
    }
  }

  /** To the row after m_NextRow, clamped to the image or wrapped around. */
  __device__ __forceinline__ void
  Advance()
  {
    ++m_NextRow;
    if (m_NextRow > 0 && m_NextRow < m_Height)
    {
      m_RowOffset += m_Stride;
    }
    else if (m_NextRow == m_Height && m_Task.border == ConvolutionBorder::Periodic)
    {
      m_NextRow = 0;
      m_RowOffset = 0;
    }
  }

  __device__ __forceinline__ void
  StoreConstantRows(Rows & rows) const
  {
    unsigned int constant;
    if constexpr (std::is_same_v<TInput, float>)
    {
      constant = __float_as_uint(m_Task.constant);
    }
    else
    {
      constant =
        static_cast<std::make_unsigned_t<TInput>>(m_Task.constant) * (sizeof(TInput) == 1 ? 0x01010101u : 0x00010001u);
    }
#pragma unroll 1
    for (int i = 0; i < VDepth * VRows; ++i)
    {
      const int k = i / VRows;
      const int row = m_FirstRow + i % VRows;
      if ((m_MissingLayers >> k & 1) != 0 || row < 0 || row >= m_Height)
      {
#pragma unroll 1
        for (int word = m_Lane; word < Layout::Words; word += 32)
        {
          rows[k][i % VRows].word[word] = constant;
        }
      }
    }
  }

  const Task<TInput, TOutput> & m_Task;
  std::size_t                   m_Stride; // in bytes, as all offsets
  std::size_t                   m_RowOffset;
  std::size_t                   m_Layer[VDepth];
  int                           m_MissingLayers{ 0 };
  int                           m_Height;
  int                           m_Lane;
  int                           m_NextRow; // that of m_RowOffset
  int                           m_FirstRow{ 0 };
  int                           m_FirstWord;
  int                           m_WordsEnd;
  int                           m_EdgePixel;
  std::ptrdiff_t                m_EdgeOffset;
  bool                          m_EdgeIsConstant;
  bool                          m_HasEdge;
  bool                          m_IsAligned;
  unsigned int                  m_Ahead[VDepth][VRows][Loads];
  TInput                        m_AheadAtEdge[VDepth][VRows];
};

/** Which power of two GetPixel multiplies by. */
template <typename TInput, typename TOutput>
constexpr int PixelExponent =
  std::is_integral_v<TOutput> && std::is_unsigned_v<TInput> ? (sizeof(TInput) == 1 ? -133 : -141) : 0;

/** Pixel `i` of some words, as float. A mantissa takes an integer's bits where it is, which is one instruction at full
 * rate, or two if the pixel is not to be a denormal number; and a conversion is one at a quarter of it. */
template <typename TInput, typename TOutput, int VWords>
__device__ __forceinline__ float
GetPixel(const unsigned int (&words)[VWords], int i)
{
  constexpr bool isDenormal = PixelExponent<TInput, TOutput> != 0;
  if constexpr (std::is_same_v<TInput, float>)
  {
    return __uint_as_float(words[i]);
  }
  else if constexpr (sizeof(TInput) == 1)
  {
    return isDenormal ? __uint_as_float(__byte_perm(words[i / 4], 0, 0x4044 + (i % 4 << 8)))
                      : __uint_as_float(__byte_perm(words[i / 4], 0x4b000000, 0x7440 + i % 4)) - 8388608.0f;
  }
  else if constexpr (std::is_unsigned_v<TInput>)
  {
    return isDenormal
             ? __uint_as_float(__byte_perm(words[i / 2], 0, i % 2 == 0 ? 0x4104 : 0x4324))
             : __uint_as_float(__byte_perm(words[i / 2], 0x4b000000, i % 2 == 0 ? 0x7410 : 0x7432)) - 8388608.0f;
  }
  else
  {
    const unsigned int word = words[i / 2] ^ 0x80008000u;
    return __uint_as_float(__byte_perm(word, 0x4b000000, i % 2 == 0 ? 0x7410 : 0x7432)) - (8388608.0f + 32768.0f);
  }
}

/** The pixels of a lane's windows. */
template <typename TInput, typename TOutput, int VColumns, int VRadius>
__device__ __forceinline__ void
ReadWindow(const typename RowLayout<TInput, VColumns, VRadius>::Row & row,
           int                                                        lane,
           float (&value)[VColumns + 2 * VRadius])
{
  using Layout = RowLayout<TInput, VColumns, VRadius>;
  using Vector = typename Layout::Vector;
  unsigned int words[Layout::WindowWords];
#pragma unroll
  for (int i = 0; i < Layout::WindowWords / Layout::WordsPerLane; ++i)
  {
    reinterpret_cast<Vector *>(words)[i] = reinterpret_cast<const Vector *>(row.word)[lane + i];
  }
#pragma unroll
  for (int i = 0; i < VColumns + 2 * VRadius; ++i)
  {
    value[i] = GetPixel<TInput, TOutput>(words, Layout::Halo - VRadius + i);
  }
}
} // namespace itk::device::convolution

#endif
