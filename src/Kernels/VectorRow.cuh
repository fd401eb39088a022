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
#ifndef VectorRow_cuh
#define VectorRow_cuh

#include "Kernels/Strip.cuh"
#include "Kernels/UnalignedRow.cuh"
#include <cstdint>

/** \file
 * For windows so small that the instructions which move pixels count: a thread takes 16 bytes of some rows, and of each row
 * that it reads what a window takes on either side. */
namespace itk::device::kernels
{
/** 16 bytes of a row and what is read on either side, in words of memory; 4, 8 or 16 bytes. */
template <typename TPixel, int VRadius>
struct VectorRow
{
  static constexpr int SideBytes = VRadius * sizeof(TPixel);
  static constexpr int SideWords = SideBytes <= 4 ? 1 : SideBytes <= 8 ? 2 : 4;
  static constexpr int PixelsOfWord = 4 / sizeof(TPixel);
  static constexpr int Pixels = 4 * PixelsOfWord;
  static constexpr int SidePixels = SideWords * PixelsOfWord;
  static constexpr int Words = 4 + 2 * SideWords;
  static_assert(SideBytes <= 16);

  std::uint32_t words[Words];
};

/** Beyond the image is the nearest pixel. */
struct NearestBorder
{
  template <typename TPixel>
  __device__ __forceinline__ TPixel
  Get(const TPixel * row, std::ptrdiff_t column, std::ptrdiff_t size) const
  {
    return __ldg(row + NearestIndex(column, size));
  }
};

/** Beyond the image is one value. */
template <typename TValue>
struct ConstantBorder
{
  TValue value;

  template <typename TPixel>
  __device__ __forceinline__ TPixel
  Get(const TPixel * row, std::ptrdiff_t column, std::ptrdiff_t size) const
  {
    return row != nullptr && column >= 0 && column < size ? __ldg(row + column) : value;
  }
};

/** Reads the rows of a pass's input around the 16 bytes from column x of the output on, which are aligned. */
template <typename TPixel, int VRadius, typename TBorder>
class VectorReader
{
public:
  using Row = VectorRow<TPixel, VRadius>;

  /** What is read ahead. */
  using Loaded = Row;

  template <typename TOutput>
  __device__ __forceinline__
  VectorReader(const Pass<TPixel, TOutput> & pass, std::ptrdiff_t layer, std::ptrdiff_t x, const TBorder & border)
    : m_Pixels(pass.input + layer * pass.inputLayerStride)
    , m_Stride(pass.inputStride)
    , m_Size(pass.inputSize)
    , m_Column(x + pass.offset[0])
    , m_Border(border)
    , m_IsInside(m_Column >= 0 && m_Column + Row::Pixels <= m_Size[0])
    , m_IsLeftInside(m_IsInside && m_Column >= Row::SidePixels)
    , m_IsRightInside(m_IsInside && m_Column + Row::Pixels + Row::SidePixels <= m_Size[0])
  {}

  __device__ __forceinline__ void
  Read(std::ptrdiff_t y, Row & row) const
  {
    const bool           isBeyond = y < 0 || y >= m_Size[1];
    const TPixel * const pixels = m_Pixels + NearestIndex(y, m_Size[1]) * m_Stride;
    if (isBeyond && !std::is_same_v<TBorder, NearestBorder>)
    {
      this->ReadSingly<0, 4 + 2 * Row::SideWords>(nullptr, row);
      return;
    }
    this->ReadWords<0, Row::SideWords>(pixels, m_IsLeftInside, row);
    this->ReadWords<Row::SideWords, 4>(pixels, m_IsInside, row);
    this->ReadWords<Row::SideWords + 4, Row::SideWords>(pixels, m_IsRightInside, row);
  }

  __device__ __forceinline__ Row
  GetRow(const Loaded & loaded) const
  {
    return loaded;
  }

private:
  template <int VFirst, int VCount>
  __device__ __forceinline__ void
  ReadWords(const TPixel * pixels, bool areInside, Row & row) const
  {
    if (!areInside)
    {
      this->ReadSingly<VFirst, VCount>(pixels, row);
      return;
    }
    const TPixel * const first = pixels + m_Column + (VFirst - Row::SideWords) * Row::PixelsOfWord;
    if constexpr (VCount == 1)
    {
      row.words[VFirst] = __ldg(reinterpret_cast<const std::uint32_t *>(first));
    }
    else if constexpr (VCount == 2)
    {
      const uint2 words = __ldg(reinterpret_cast<const uint2 *>(first));
      row.words[VFirst] = words.x;
      row.words[VFirst + 1] = words.y;
    }
    else
    {
      const uint4 words = __ldg(reinterpret_cast<const uint4 *>(first));
      row.words[VFirst] = words.x;
      row.words[VFirst + 1] = words.y;
      row.words[VFirst + 2] = words.z;
      row.words[VFirst + 3] = words.w;
    }
  }

  template <int VFirst, int VCount>
  __device__ __forceinline__ void
  ReadSingly(const TPixel * pixels, Row & row) const
  {
#pragma unroll
    for (int i = VFirst; i < VFirst + VCount; ++i)
    {
      const std::ptrdiff_t column = m_Column + (i - Row::SideWords) * Row::PixelsOfWord;
      if constexpr (sizeof(TPixel) == 4)
      {
        row.words[i] = __float_as_uint(m_Border.Get(pixels, column, m_Size[0]));
      }
      else
      {
        row.words[i] = 0;
#pragma unroll
        for (int j = 0; j < Row::PixelsOfWord; ++j)
        {
          const std::uint32_t pixel = m_Border.Get(pixels, column + j, m_Size[0]);
          row.words[i] |= pixel << (8 * sizeof(TPixel) * j);
        }
      }
    }
  }

  const TPixel *         m_Pixels;
  const std::ptrdiff_t & m_Stride;
  const std::ptrdiff_t (&m_Size)[2];
  std::ptrdiff_t m_Column;
  TBorder        m_Border;
  bool           m_IsInside;
  bool           m_IsLeftInside;
  bool           m_IsRightInside;
};

/** Where a thread's part of the output begins, and what it has of it. */
struct VectorPosition
{
  std::ptrdiff_t x;
  std::ptrdiff_t y;
  std::ptrdiff_t layer;
  int            columns;
  int            rows;
};

/** Threads of a block one below the other; 32 are side by side. */
constexpr int VectorThreads = 4;

/** Without rows for a thread that has none of VRows. */
template <int VPixels, int VRows, typename TPass>
__device__ __forceinline__ VectorPosition
GetVectorPosition(const TPass & pass, const Division & division)
{
  const auto           block = GetBlockPosition(division);
  const std::ptrdiff_t x = (block.strip * 32 + threadIdx.x) * VPixels;
  const std::ptrdiff_t y = block.segment * division.segmentLength + threadIdx.y * VRows;
  const bool           isOutside = x >= pass.outputSize[0] || y >= pass.outputSize[1];
  return { x,
           y,
           block.layer,
           static_cast<int>(min(pass.outputSize[0] - x, std::ptrdiff_t{ VPixels })),
           isOutside ? 0 : static_cast<int>(min(pass.outputSize[1] - y, std::ptrdiff_t{ VRows })) };
}

/** Those of a warp's threads that call this of which `columns` fill the 16 bytes, if WriteVector needs to know. */
template <bool VIsAligned, typename TPixel>
__device__ __forceinline__ unsigned int
GetLanesOfVectors(int columns)
{
  return VIsAligned ? 0 : __ballot_sync(__activemask(), columns == sizeof(uint4) / sizeof(TPixel));
}

/** Writes the first `columns` pixels of 16 bytes; all of them at once. `lanes` are those of GetLanesOfVectors. */
template <bool VIsAligned, typename TPixel>
__device__ __forceinline__ void
WriteVector(TPixel * output, const uint4 & vector, int columns, [[maybe_unused]] unsigned int lanes)
{
  constexpr int       pixels = sizeof(uint4) / sizeof(TPixel);
  const std::uint32_t words[4] = { vector.x, vector.y, vector.z, vector.w };
  if (columns == pixels)
  {
    if constexpr (VIsAligned)
    {
      *reinterpret_cast<uint4 *>(output) = vector;
      return;
    }
    else if constexpr (sizeof(TPixel) < 4)
    {
      WriteUnaligned(output, words, lanes);
      return;
    }
  }
#pragma unroll
  for (int i = 0; i < pixels; ++i)
  {
    if (i < columns)
    {
      const std::uint32_t word = words[i * sizeof(TPixel) / 4];
      if constexpr (sizeof(TPixel) == 4)
      {
        output[i] = __uint_as_float(word);
      }
      else
      {
        output[i] = static_cast<TPixel>(word >> (8 * (i * sizeof(TPixel) % 4)));
      }
    }
  }
}

/** Whether 16 bytes from a column of a row on are an aligned vector in the input where they are in the output. */
template <typename TPixel>
bool
AreVectorsAligned(const Pass<TPixel, TPixel> & pass)
{
  const auto pointers =
    reinterpret_cast<std::size_t>(pass.input + pass.offset[0]) | reinterpret_cast<std::size_t>(pass.output);
  const auto strides = pass.inputStride | pass.outputStride | pass.inputLayerStride | pass.outputLayerStride;
  return (pointers | strides * sizeof(TPixel)) % sizeof(uint4) == 0;
}

/** Launches `kernel(part of the pass, division, parameters...)`, whose threads take 16 bytes of VRows rows. */
template <int VRows, typename TPixel, typename TKernel, typename... TParameters>
void
LaunchOnVectors(const char *                 name,
                TKernel                      kernel,
                const Pass<TPixel, TPixel> & pass,
                const Stream &               stream,
                const TParameters &... parameters)
{
  constexpr std::ptrdiff_t width = 32 * sizeof(uint4) / sizeof(TPixel);
  constexpr std::ptrdiff_t length = VectorThreads * VRows;
  Division                 division{};
  division.strips = static_cast<unsigned int>(DivideUp(pass.outputSize[0], width));
  division.segments = static_cast<unsigned int>(DivideUp(pass.outputSize[1], length));
  division.segmentLength = length;
  ForEachGrid(pass, pass.layers, division, [&](const auto & part, std::ptrdiff_t blocks) {
    Launch(name, kernel, { blocks, dim3(32, VectorThreads) }, stream, part, division, parameters...);
  });
}
} // namespace itk::device::kernels

#endif
