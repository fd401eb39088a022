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
#ifndef MedianNetwork2DImages_cuh
#define MedianNetwork2DImages_cuh

#include "itkDeviceImageView.h"
#include <type_traits>

namespace itk::device::median2d
{
/** What a kernel works on: the bit patterns of the pixels, and where the output's first pixel is in the input. */
template <typename TBits>
struct Images
{
  ImageView<const TBits, 2> input;
  ImageView<TBits, 2>       output;
  std::ptrdiff_t            offset[2];
  unsigned int              blocksPerRow;
  unsigned int              alignment; // in bytes, of the first pixel of every row of the output; at most 16
};

/** Reads `word[column][row]` from pixel (x, y) of the output on, y being that of row 1: row 0 is not used, as in
 * TileGeometry. Pixels outside of the input take the nearest of it. The second lane of a word, if any, is four rows
 * below the first. */
template <typename TOrder, int VColumns, int VEnd, typename TBits>
__device__ __forceinline__ void
LoadWords(const Images<TBits> & images,
          std::ptrdiff_t        x,
          std::ptrdiff_t        y,
          typename TOrder::Word (&word)[VColumns][VEnd])
{
  constexpr int        secondLane = 4 * (TOrder::Lanes - 1);
  constexpr int        rows = VEnd - 1 + secondLane;
  const std::ptrdiff_t width = images.input.size[0];
  const std::ptrdiff_t height = images.input.size[1];
  const std::ptrdiff_t stride = images.input.stride[1];
  unsigned int         pixel[VColumns][rows];
  const auto           pack = [&word, &pixel]() {
#pragma unroll
    for (int i = 0; i < VColumns; ++i)
    {
#pragma unroll
      for (int j = 1; j < VEnd; ++j)
      {
        word[i][j] = TOrder::Pack(pixel[i][j - 1], pixel[i][j - 1 + secondLane]);
      }
    }
  };
  x += images.offset[0];
  y += images.offset[1];
  if (x >= 0 && x + VColumns <= width && y >= 0 && y + rows <= height)
  {
    const TBits * row = images.input.data + y * stride + x;
#pragma unroll
    for (int j = 0; j < rows; ++j, row += stride)
    {
#pragma unroll
      for (int i = 0; i < VColumns; ++i)
      {
        pixel[i][j] = row[i];
      }
    }
    pack();
  }
  else
  {
#pragma unroll
    for (int j = 0; j < rows; ++j)
    {
      const TBits * row = images.input.data + min(max(y + j, std::ptrdiff_t{ 0 }), height - 1) * stride;
#pragma unroll
      for (int i = 0; i < VColumns; ++i)
      {
        pixel[i][j] = row[min(max(x + i, std::ptrdiff_t{ 0 }), width - 1)];
      }
    }
    pack();
  }
}

/** One lane of two or four words, packed as in memory. */
template <typename TOrder, typename TBits, int VColumns>
__device__ __forceinline__ auto
PackLane(const typename TOrder::Word (&word)[VColumns], int lane)
{
  if constexpr (TOrder::Lanes == 1 && VColumns == 2)
  {
    return make_uint2(TOrder::Unpack(word[0], 0), TOrder::Unpack(word[1], 0));
  }
  else if constexpr (TOrder::Lanes == 1)
  {
    return make_uint4(
      TOrder::Unpack(word[0], 0), TOrder::Unpack(word[1], 0), TOrder::Unpack(word[2], 0), TOrder::Unpack(word[3], 0));
  }
  else
  {
    const unsigned int select = sizeof(TBits) == 1 ? (lane == 0 ? 0x0040 : 0x0062) : (lane == 0 ? 0x5410 : 0x7632);
    const unsigned int first = __byte_perm(word[0], word[1], select);
    if constexpr (VColumns == 2)
    {
      return static_cast<std::conditional_t<sizeof(TBits) == 1, unsigned short, unsigned int>>(first);
    }
    else
    {
      const unsigned int second = __byte_perm(word[2], word[3], select);
      if constexpr (sizeof(TBits) == 1)
      {
        return __byte_perm(first, second, 0x5410);
      }
      else
      {
        return make_uint2(first, second);
      }
    }
  }
}

/** Writes the medians of a tile (of two, one above the other, if a word has two lanes), VColumns at a time. */
template <typename TOrder, int VColumns, typename TBits>
class TileWriter
{
public:
  __device__ __forceinline__
  TileWriter(const Images<TBits> & images, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_Stride(images.output.stride[1])
    , m_Output(images.output.data + y * m_Stride + x)
    , m_Columns(static_cast<int>(min(static_cast<std::ptrdiff_t>(images.output.size[0]) - x, std::ptrdiff_t{ 4 })))
    , m_Rows(static_cast<int>(min(static_cast<std::ptrdiff_t>(images.output.size[1]) - y, std::ptrdiff_t{ Rows })))
    , m_Whole(images.alignment >= VColumns * sizeof(TBits) && m_Columns == 4 && m_Rows == Rows)
  {}

  /** Writes from column `column` of row `row` of the tile on. */
  __device__ __forceinline__ void
  Write(int column, int row, const typename TOrder::Word (&word)[VColumns]) const
  {
#pragma unroll
    for (int lane = 0; lane < TOrder::Lanes; ++lane)
    {
      const int     y = row + 4 * lane;
      TBits * const output = m_Output + y * m_Stride + column;
      if (m_Whole)
      {
        const auto vector = PackLane<TOrder, TBits>(word, lane);
        *reinterpret_cast<std::remove_const_t<decltype(vector)> *>(output) = vector;
      }
      else if (y < m_Rows)
      {
#pragma unroll
        for (int i = 0; i < VColumns; ++i)
        {
          if (column + i < m_Columns)
          {
            output[i] = static_cast<TBits>(TOrder::Unpack(word[i], lane));
          }
        }
      }
    }
  }

private:
  static constexpr int Rows = 4 * TOrder::Lanes;

  std::ptrdiff_t m_Stride;
  TBits *        m_Output;
  int            m_Columns;
  int            m_Rows;
  bool           m_Whole;
};
} // namespace itk::device::median2d

#endif
