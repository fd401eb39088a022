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
#ifndef MorphologySmallBox_cuh
#define MorphologySmallBox_cuh

#include "Kernels/Strip.cuh"
#include "MorphologyWord.cuh"

namespace itk::device::morphology
{
/** 16 bytes of a row and what a window takes on either side, in words of memory. */
template <typename TPixel, int VRadius>
struct VectorRow
{
  static constexpr int PixelsOfWord = 4 / sizeof(TPixel);
  static constexpr int Pixels = 4 * PixelsOfWord;
  static constexpr int SideWords = (VRadius + PixelsOfWord - 1) / PixelsOfWord;
  static constexpr int SidePixels = SideWords * PixelsOfWord;

  std::uint32_t words[4 + 2 * SideWords];
};

/** Moves a row to words and back whose lanes are half of 16 bytes apart, so that the neighbours of a word's pixels are the
 * words before and after it. */
template <typename TPixel>
struct VectorLanes;

/** Pixels are the high bytes of their lanes; what is in the low ones cannot change the order. */
template <>
struct VectorLanes<std::uint8_t>
{
  static constexpr int Words = 8;

  template <int VRadius>
  static __device__ __forceinline__ void
  Unpack(const VectorRow<std::uint8_t, VRadius> & row, std::uint32_t (&words)[Words + 2 * VRadius])
  {
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      words[VRadius + i] = Pair(row.words[1], row.words[3], i);
      words[VRadius + 4 + i] = Pair(row.words[2], row.words[4], i);
    }
#pragma unroll
    for (int i = 0; i < VRadius; ++i)
    {
      words[i] = Pair(row.words[0], row.words[2], 4 - VRadius + i);
      words[VRadius + 8 + i] = Pair(row.words[3], row.words[5], i);
    }
  }

  static __device__ __forceinline__ uint4
  Pack(const std::uint32_t (&words)[Words])
  {
    std::uint32_t pairs[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      pairs[i] = __byte_perm(words[2 * i], words[2 * i + 1], 0x7351);
    }
    return make_uint4(__byte_perm(pairs[0], pairs[1], 0x5410),
                      __byte_perm(pairs[2], pairs[3], 0x5410),
                      __byte_perm(pairs[0], pairs[1], 0x7632),
                      __byte_perm(pairs[2], pairs[3], 0x7632));
  }

private:
  static __device__ __forceinline__ std::uint32_t
                                    Pair(std::uint32_t low, std::uint32_t high, int byte)
  {
    return __byte_perm(low, high, 0x4000 + 0x1010 * byte);
  }
};

template <>
struct VectorLanes<std::uint16_t>
{
  static constexpr int Words = 4;

  template <int VRadius>
  static __device__ __forceinline__ void
  Unpack(const VectorRow<std::uint16_t, VRadius> & row, std::uint32_t (&words)[Words + 2 * VRadius])
  {
#pragma unroll
    for (int i = 0; i < 2; ++i)
    {
      words[VRadius + i] = Pair(row.words[1], row.words[3], i);
      words[VRadius + 2 + i] = Pair(row.words[2], row.words[4], i);
    }
#pragma unroll
    for (int i = 0; i < VRadius; ++i)
    {
      words[i] = Pair(row.words[0], row.words[2], 2 - VRadius + i);
      words[VRadius + 4 + i] = Pair(row.words[3], row.words[5], i);
    }
  }

  static __device__ __forceinline__ uint4
  Pack(const std::uint32_t (&words)[Words])
  {
    return make_uint4(Pair(words[0], words[1], 0),
                      Pair(words[2], words[3], 0),
                      Pair(words[0], words[1], 1),
                      Pair(words[2], words[3], 1));
  }

private:
  static __device__ __forceinline__ std::uint32_t
                                    Pair(std::uint32_t low, std::uint32_t high, int half)
  {
    return __byte_perm(low, high, half == 0 ? 0x5410 : 0x7632);
  }
};

template <>
struct VectorLanes<float>
{
  static constexpr int Words = 4;

  template <int VRadius>
  static __device__ __forceinline__ void
  Unpack(const VectorRow<float, VRadius> & row, float (&words)[Words + 2 * VRadius])
  {
#pragma unroll
    for (int i = 0; i < Words + 2 * VRadius; ++i)
    {
      words[i] = __uint_as_float(row.words[i]);
    }
  }

  static __device__ __forceinline__ uint4
  Pack(const float (&words)[Words])
  {
    return make_uint4(
      __float_as_uint(words[0]), __float_as_uint(words[1]), __float_as_uint(words[2]), __float_as_uint(words[3]));
  }
};

/** Reads the rows of a pass's input around the 16 bytes from an output column on; beyond the image is the boundary. */
template <typename TPixel, int VRadius>
class VectorReader
{
public:
  using Row = VectorRow<TPixel, VRadius>;

  __device__ __forceinline__
  VectorReader(const kernels::Pass<TPixel, TPixel> & pass, std::ptrdiff_t layer, std::ptrdiff_t x, TPixel boundary)
    : m_Pass(pass)
    , m_Column(x + pass.offset[0])
    , m_Pixels(pass.input + layer * pass.inputLayerStride + m_Column)
    , m_Boundary(boundary)
    , m_IsInside(m_Column >= 0 && m_Column + Row::Pixels <= pass.inputSize[0])
    , m_IsLeftInside(m_IsInside && m_Column >= Row::SidePixels)
    , m_IsRightInside(m_IsInside && m_Column + Row::Pixels + Row::SidePixels <= pass.inputSize[0])
  {}

  __device__ __forceinline__ void
  Read(std::ptrdiff_t y, Row & row) const
  {
    if (y < 0 || y >= m_Pass.inputSize[1])
    {
#pragma unroll
      for (std::uint32_t & word : row.words)
      {
        word = Join([this](int) { return m_Boundary; });
      }
      return;
    }
    const TPixel * const pixels = m_Pixels + y * m_Pass.inputStride;
    if (m_IsInside)
    {
      const uint4 vector = __ldg(reinterpret_cast<const uint4 *>(pixels));
      row.words[Row::SideWords] = vector.x;
      row.words[Row::SideWords + 1] = vector.y;
      row.words[Row::SideWords + 2] = vector.z;
      row.words[Row::SideWords + 3] = vector.w;
    }
    else
    {
      this->ReadWords<Row::SideWords, 4>(pixels, false, row);
    }
    this->ReadWords<0, Row::SideWords>(pixels, m_IsLeftInside, row);
    this->ReadWords<Row::SideWords + 4, Row::SideWords>(pixels, m_IsRightInside, row);
  }

private:
  template <typename TGetPixel>
  static __device__ __forceinline__ std::uint32_t
                                    Join(const TGetPixel & getPixel)
  {
    if constexpr (sizeof(TPixel) == 4)
    {
      return __float_as_uint(getPixel(0));
    }
    else
    {
      std::uint32_t word = 0;
#pragma unroll
      for (int i = 0; i < Row::PixelsOfWord; ++i)
      {
        word |= static_cast<std::uint32_t>(getPixel(i)) << (8 * sizeof(TPixel) * i);
      }
      return word;
    }
  }

  template <int VFirst, int VCount>
  __device__ __forceinline__ void
  ReadWords(const TPixel * pixels, bool areInside, Row & row) const
  {
#pragma unroll
    for (int i = 0; i < VCount; ++i)
    {
      const int first = (VFirst + i - Row::SideWords) * Row::PixelsOfWord;
      row.words[VFirst + i] =
        areInside ? __ldg(reinterpret_cast<const std::uint32_t *>(pixels + first)) : Join([&](int j) {
          const std::ptrdiff_t column = m_Column + first + j;
          return column >= 0 && column < m_Pass.inputSize[0] ? pixels[first + j] : m_Boundary;
        });
    }
  }

  const kernels::Pass<TPixel, TPixel> & m_Pass;
  std::ptrdiff_t                        m_Column;
  const TPixel *                        m_Pixels;
  TPixel                                m_Boundary;
  bool                                  m_IsInside;
  bool                                  m_IsLeftInside;
  bool                                  m_IsRightInside;
};

/** Threads of a block, one below the other, rows of each, and rows that it reads ahead. */
constexpr int SmallBoxThreads = 4;
constexpr int SmallBoxRowsAhead = 2;
template <int VRadius>
constexpr int SmallBoxRows = 8;

/** Maxima over squares of a radius of 1 or 2: a thread finds 16 bytes of a few rows, and keeps the maxima along the rows
 * that the next ones share with it. Vectors must be aligned in the input and in the output. */
template <typename TPixel, int VRadius>
__global__ void __launch_bounds__(32 * SmallBoxThreads)
  SmallBoxKernel(const __grid_constant__ kernels::Pass<TPixel, TPixel> pass,
                 const Order<TPixel>                                   order,
                 const kernels::Division                               division)
{
  using TheLanes = Lanes<TPixel>;
  using Word = typename TheLanes::Word;
  using Row = VectorRow<TPixel, VRadius>;
  constexpr int words = VectorLanes<TPixel>::Words;
  constexpr int rows = SmallBoxRows<VRadius>;

  const auto           block = kernels::GetBlockPosition(division);
  const std::ptrdiff_t x = (block.strip * 32 + threadIdx.x) * Row::Pixels;
  const std::ptrdiff_t y = block.segment * division.segmentLength + threadIdx.y * rows;
  if (x >= pass.outputSize[0] || y >= pass.outputSize[1])
  {
    return;
  }
  const int columns = static_cast<int>(min(pass.outputSize[0] - x, std::ptrdiff_t{ Row::Pixels }));
  const int rowsLeft = static_cast<int>(min(pass.outputSize[1] - y, std::ptrdiff_t{ rows }));

  const VectorReader<TPixel, VRadius> reader(pass, block.layer, x, order.boundary);
  const std::uint32_t  flip = order.flip * (sizeof(TPixel) == 1 ? 0x01010101u : sizeof(TPixel) == 2 ? 0x10001u : 1u);
  TPixel *             output = pass.output + block.layer * pass.outputLayerStride + y * pass.outputStride + x;
  const std::ptrdiff_t inputRow = y + pass.offset[1] - VRadius;

  Row ahead[SmallBoxRowsAhead];
#pragma unroll
  for (int j = 0; j < SmallBoxRowsAhead; ++j)
  {
    reader.Read(inputRow + j, ahead[j]);
  }
  Word alongRows[rows + 2 * VRadius][words];
#pragma unroll
  for (int j = 0; j < rows + 2 * VRadius; ++j)
  {
    Row row = ahead[j % SmallBoxRowsAhead];
    if (j + SmallBoxRowsAhead < rows + 2 * VRadius)
    {
      reader.Read(inputRow + j + SmallBoxRowsAhead, ahead[j % SmallBoxRowsAhead]);
    }
#pragma unroll
    for (std::uint32_t & word : row.words)
    {
      word ^= flip;
    }
    Word line[words + 2 * VRadius];
    VectorLanes<TPixel>::Unpack(row, line);
    SlideMaximum<TheLanes, VRadius>(line, alongRows[j]);
    if (j >= 2 * VRadius && j - 2 * VRadius < rowsLeft)
    {
      Word maxima[words];
#pragma unroll
      for (int i = 0; i < words; ++i)
      {
        Word column[2 * VRadius + 1];
        Word maximum[1];
#pragma unroll
        for (int k = 0; k < 2 * VRadius + 1; ++k)
        {
          column[k] = alongRows[j - 2 * VRadius + k][i];
        }
        SlideMaximum<TheLanes, VRadius>(column, maximum);
        maxima[i] = TheLanes::AtLeast(maximum[0], order.initial);
      }
      uint4 vector = VectorLanes<TPixel>::Pack(maxima);
      vector = make_uint4(vector.x ^ flip, vector.y ^ flip, vector.z ^ flip, vector.w ^ flip);
      if (columns == Row::Pixels)
      {
        *reinterpret_cast<uint4 *>(output) = vector;
      }
      else
      {
        TPixel pixels[Row::Pixels];
        memcpy(pixels, &vector, sizeof(vector));
#pragma unroll
        for (int i = 0; i < Row::Pixels; ++i)
        {
          if (i < columns)
          {
            output[i] = pixels[i];
          }
        }
      }
      output += pass.outputStride;
    }
  }
}

/** Whether 16 bytes from a column of a row on are an aligned vector in the input where they are in the output. */
template <typename TPixel>
bool
AreVectorsAligned(const kernels::Pass<TPixel, TPixel> & pass)
{
  const auto pointers =
    reinterpret_cast<std::size_t>(pass.input + pass.offset[0]) | reinterpret_cast<std::size_t>(pass.output);
  const auto strides = pass.inputStride | pass.outputStride | pass.inputLayerStride | pass.outputLayerStride;
  return (pointers | strides * sizeof(TPixel)) % sizeof(uint4) == 0;
}

template <typename TPixel, int VRadius>
void
LaunchSmallBoxKernel(const kernels::Pass<TPixel, TPixel> & pass, const Order<TPixel> & order, const Stream & stream)
{
  constexpr std::ptrdiff_t width = 32 * VectorRow<TPixel, VRadius>::Pixels;
  constexpr std::ptrdiff_t length = SmallBoxThreads * SmallBoxRows<VRadius>;
  kernels::Division        division{};
  division.strips = static_cast<unsigned int>(kernels::DivideUp(pass.outputSize[0], width));
  division.segments = static_cast<unsigned int>(kernels::DivideUp(pass.outputSize[1], length));
  division.segmentLength = length;
  kernels::ForEachGrid(pass, pass.layers, division, [&](const auto & part, std::ptrdiff_t blocks) {
    kernels::Launch("SmallBoxKernel",
                    SmallBoxKernel<TPixel, VRadius>,
                    { blocks, dim3(32, SmallBoxThreads) },
                    stream,
                    part,
                    order,
                    division);
  });
}
} // namespace itk::device::morphology

#endif
