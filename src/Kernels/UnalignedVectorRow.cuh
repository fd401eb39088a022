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
#ifndef UnalignedVectorRow_cuh
#define UnalignedVectorRow_cuh

#include "Kernels/VectorRow.cuh"

namespace itk::device::kernels
{
/** As VectorReader, of rows that begin anywhere: it reads words of memory, which GetRow shifts into place when the row is
 * needed, lest it waits for those that are read ahead. There the border is chosen, too. */
template <typename TPixel, int VRadius, typename TBorder>
class UnalignedVectorReader
{
public:
  using Row = VectorRow<TPixel, VRadius>;

  /** What is read ahead. */
  struct Loaded
  {
    static constexpr int Words = Row::Words + (sizeof(TPixel) < 4 ? 1 : 0);

    std::uint32_t words[Words];
    unsigned int  shift; // in bits
  };

  template <typename TOutput>
  __device__ __forceinline__
  UnalignedVectorReader(const Pass<TPixel, TOutput> & pass,
                        std::ptrdiff_t                layer,
                        std::ptrdiff_t                x,
                        const TBorder &               border)
    : m_Pixels(pass.input + layer * pass.inputLayerStride)
    , m_Stride(pass.inputStride)
    , m_Size(pass.inputSize)
    , m_Column(x + pass.offset[0] - Row::SidePixels)
    , m_Border(border)
  {
    constexpr int margin = (Loaded::Words - Row::Words) * Row::PixelsOfWord;
    const bool    isEdge = m_Column < margin || m_Column + Row::Words * Row::PixelsOfWord + margin > m_Size[0];
    m_IsEdge = __ballot_sync(__activemask(), isEdge) != 0;
  }

  __device__ __forceinline__ void
  Read(std::ptrdiff_t y, Loaded & row) const
  {
    if constexpr (!IsNearest)
    {
      if (y < 0 || y >= m_Size[1])
      {
        row.shift = 0;
#pragma unroll
        for (std::uint32_t & word : row.words)
        {
          word = Repeat(m_Border.value);
        }
        return;
      }
    }
    const std::ptrdiff_t nearest = NearestIndex(y, m_Size[1]);
    const TPixel * const pixels = m_Pixels + nearest * m_Stride;
    const auto           address = reinterpret_cast<std::uintptr_t>(pixels + m_Column);
    const std::uintptr_t first = address & ~std::uintptr_t{ 3 };
    row.shift = 8 * static_cast<unsigned int>(address - first);
    if (!m_IsEdge)
    {
#pragma unroll
      for (int i = 0; i < Loaded::Words; ++i)
      {
        row.words[i] = __ldg(reinterpret_cast<const std::uint32_t *>(first) + i);
      }
      return;
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(pixels);
    const auto end = reinterpret_cast<std::uintptr_t>(pixels + m_Size[0]);
    // Bytes beside the first and the last row, and padding, may be no one's.
    const bool isBetween = nearest > 0 && nearest + 1 < m_Size[1] && m_Stride == m_Size[0];
#pragma unroll
    for (int i = 0; i < Loaded::Words; ++i)
    {
      const std::uintptr_t word = first + 4 * i;
      const bool           isInside = word >= begin && word + 4 <= end;
      const bool           isPartly = !isInside && word + 4 > begin && word < end;
      row.words[i] = 0;
      if (isInside || (isPartly && isBetween))
      {
        row.words[i] = __ldg(reinterpret_cast<const std::uint32_t *>(word));
      }
      if (isPartly && !isBetween)
      {
        row.words[i] = ReadBytes(word, begin, end);
      }
    }
  }

  __device__ __forceinline__ Row
  GetRow(const Loaded & loaded) const
  {
    Row row;
#pragma unroll
    for (int i = 0; i < Row::Words; ++i)
    {
      row.words[i] = Loaded::Words > Row::Words
                       ? __funnelshift_r(loaded.words[i], loaded.words[Loaded::Words - Row::Words + i], loaded.shift)
                       : loaded.words[i];
    }
    if (m_IsEdge)
    {
      this->SetBorder(row);
    }
    return row;
  }

private:
  static constexpr bool IsNearest = std::is_same_v<TBorder, NearestBorder>;
  static constexpr int  PixelBits = 8 * sizeof(TPixel);

  /** A word of equal pixels. */
  static __device__ __forceinline__ std::uint32_t
                                    Repeat(TPixel pixel)
  {
    if constexpr (sizeof(TPixel) == 4)
    {
      return __float_as_uint(pixel);
    }
    else
    {
      return static_cast<std::make_unsigned_t<TPixel>>(pixel) * (sizeof(TPixel) == 1 ? 0x01010101u : 0x10001u);
    }
  }

  /** Those of a word's bytes that are in a row. */
  static __device__ __forceinline__ std::uint32_t
                                    ReadBytes(std::uintptr_t word, std::uintptr_t begin, std::uintptr_t end)
  {
    std::uint32_t bytes = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      if (word + i >= begin && word + i < end)
      {
        bytes |= std::uint32_t{ __ldg(reinterpret_cast<const std::uint8_t *>(word + i)) } << (8 * i);
      }
    }
    return bytes;
  }

  /** The lowest pixels of a word. */
  static __device__ __forceinline__ std::uint32_t
                                    MaskPixels(int count)
  {
    return count >= Row::PixelsOfWord ? ~0u : (1u << (PixelBits * max(count, 0))) - 1;
  }

  __device__ __forceinline__ void
  SetBorder(Row & row) const
  {
    // Columns from that of the row's first word on, as far as an int has them.
    constexpr std::ptrdiff_t most = 1 << 20;
    const int                begin = static_cast<int>(min(max(-m_Column, -most), most));
    const int                end = static_cast<int>(min(max(m_Size[0] - m_Column, -most), most));
    std::uint32_t            left;
    std::uint32_t            right;
    if constexpr (IsNearest)
    {
      left = 0;
      right = 0;
#pragma unroll
      for (int i = 0; i < Row::Words; ++i)
      {
        const int column = i * Row::PixelsOfWord;
        if (begin >= column && begin < column + Row::PixelsOfWord)
        {
          left = row.words[i] >> (PixelBits * (begin - column));
        }
        if (end > column && end <= column + Row::PixelsOfWord)
        {
          right = row.words[i] >> (PixelBits * (end - 1 - column));
        }
      }
      left = Repeat(static_cast<TPixel>(left));
      right = Repeat(static_cast<TPixel>(right));
    }
    else
    {
      left = Repeat(m_Border.value);
      right = left;
    }
#pragma unroll
    for (int i = 0; i < Row::Words; ++i)
    {
      const std::uint32_t before = MaskPixels(begin - i * Row::PixelsOfWord);
      const std::uint32_t upTo = MaskPixels(end - i * Row::PixelsOfWord);
      row.words[i] = (row.words[i] & upTo & ~before) | (left & before) | (right & ~upTo);
    }
  }

  const TPixel *         m_Pixels;
  const std::ptrdiff_t & m_Stride;
  const std::ptrdiff_t (&m_Size)[2];
  std::ptrdiff_t m_Column; // of the row's first word
  TBorder        m_Border;
  bool           m_IsEdge; // of any of the warp's threads
};

/** The reader of rows that are aligned or not. */
template <bool VIsAligned, typename TPixel, int VRadius, typename TBorder>
using ReaderOfVectors = std::
  conditional_t<VIsAligned, VectorReader<TPixel, VRadius, TBorder>, UnalignedVectorReader<TPixel, VRadius, TBorder>>;
} // namespace itk::device::kernels

#endif
