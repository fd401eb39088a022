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
/** What a kernel works on: the bit patterns of the pixels, and where the output's first pixel is in the input. Without
 * layers there is one image, and a kernel keeps the registers that layers take. */
template <typename TBits, bool VHasLayers = true>
struct Images
{
  ImageView<const TBits, 2> input;
  ImageView<TBits, 2>       output;
  std::ptrdiff_t            offset[2];
  std::ptrdiff_t            distance[2]; // from the input and the output of a layer of blocks to those of the next
  unsigned int              blocksPerRow;
  unsigned int              alignment; // in bytes, of the first pixel of every row of the output; at most 16
  unsigned int              firstLayer;
  int                       padding; // pixels by which the window is shorter than what the kernel is made for

  /** Of pixels of another size. */
  template <typename TOther, bool VOtherHasLayers = true>
  __host__ __device__ __forceinline__ Images<TOther, VOtherHasLayers>
                                      As() const
  {
    return { { reinterpret_cast<const TOther *>(input.data),
               { input.size[0], input.size[1] },
               { input.stride[0], input.stride[1] } },
             { reinterpret_cast<TOther *>(output.data),
               { output.size[0], output.size[1] },
               { output.stride[0], output.stride[1] } },
             { offset[0], offset[1] },
             { distance[0], distance[1] },
             blocksPerRow,
             alignment,
             firstLayer,
             padding };
  }

  /** The first pixel of the block's layer. */
  __device__ __forceinline__ const TBits *
  GetInput() const
  {
    return input.data + this->GetLayer() * distance[0];
  }
  __device__ __forceinline__ TBits *
  GetOutput() const
  {
    return output.data + this->GetLayer() * distance[1];
  }

  __device__ __forceinline__ std::ptrdiff_t
                             GetLayer() const
  {
    return VHasLayers ? std::ptrdiff_t{ firstLayer } + blockIdx.y : 0;
  }
};

/** The medians that one lane of a thread's words makes, and how far the second lane, if any, is from the first. */
template <int VColumns, int VRows, bool VLanesAlongX>
struct LaneTile
{
  static constexpr int Columns = VColumns;
  static constexpr int Rows = VRows;
  static constexpr int LaneX = VLanesAlongX ? VColumns : 0;
  static constexpr int LaneY = VLanesAlongX ? 0 : VRows;

  /** Of all lanes. */
  template <typename TOrder>
  static constexpr int Width = VColumns + LaneX * (TOrder::Lanes - 1);
  template <typename TOrder>
  static constexpr int Height = VRows + LaneY * (TOrder::Lanes - 1);
};

using SquareTile = LaneTile<4, 4, false>;

/** Reads `word[column][row]` from pixel (x, y) of the output on, y being that of row 1: row 0 is not used, as in
 * TileAxis. Pixels outside of the input take the nearest of it. */
template <typename TOrder, typename TTile, int VColumns, int VEnd, typename TBits, bool VHasLayers>
__device__ __forceinline__ void
LoadWords(const Images<TBits, VHasLayers> & images,
          std::ptrdiff_t                    x,
          std::ptrdiff_t                    y,
          typename TOrder::Word (&word)[VColumns][VEnd])
{
  constexpr int        laneX = TTile::LaneX * (TOrder::Lanes - 1);
  constexpr int        laneY = TTile::LaneY * (TOrder::Lanes - 1);
  constexpr int        columns = VColumns + laneX;
  constexpr int        rows = VEnd - 1 + laneY;
  const std::ptrdiff_t width = images.input.size[0];
  const std::ptrdiff_t height = images.input.size[1];
  const std::ptrdiff_t stride = images.input.stride[1];
  unsigned int         pixel[columns][rows];
  const auto           pack = [&word, &pixel]() {
#pragma unroll
    for (int i = 0; i < VColumns; ++i)
    {
#pragma unroll
      for (int j = 1; j < VEnd; ++j)
      {
        word[i][j] = TOrder::Pack(pixel[i][j - 1], pixel[i + laneX][j - 1 + laneY]);
      }
    }
  };
  x += images.offset[0];
  y += images.offset[1];
  if (x >= 0 && x + columns <= width && y >= 0 && y + rows <= height)
  {
    const TBits * row = images.GetInput() + y * stride + x;
#pragma unroll
    for (int j = 0; j < rows; ++j, row += stride)
    {
#pragma unroll
      for (int i = 0; i < columns; ++i)
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
      const TBits * row = images.GetInput() + min(max(y + j, std::ptrdiff_t{ 0 }), height - 1) * stride;
#pragma unroll
      for (int i = 0; i < columns; ++i)
      {
        pixel[i][j] = row[min(max(x + i, std::ptrdiff_t{ 0 }), width - 1)];
      }
    }
    pack();
  }
}

/** As LoadWords, but the rows from `VBefore` + 1 on are those `shift` rows above. */
template <typename TOrder, typename TTile, int VBefore, int VColumns, int VEnd, typename TBits>
__device__ __forceinline__ void
LoadShiftedRows(const Images<TBits> & images,
                std::ptrdiff_t        x,
                std::ptrdiff_t        y,
                int                   shift,
                typename TOrder::Word (&word)[VColumns][VEnd])
{
  typename TOrder::Word before[VColumns][VBefore + 1];
  typename TOrder::Word others[VColumns][VEnd - VBefore];
  LoadWords<TOrder, TTile>(images, x, y, before);
  LoadWords<TOrder, TTile>(images, x, y + VBefore - shift, others);
#pragma unroll
  for (int i = 0; i < VColumns; ++i)
  {
#pragma unroll
    for (int j = 1; j < VEnd; ++j)
    {
      word[i][j] = j <= VBefore ? before[i][j <= VBefore ? j : 0] : others[i][j <= VBefore ? 0 : j - VBefore];
    }
  }
}

/** As LoadWords, but the columns from `VBefore` on are those `shift` columns to the left. */
template <typename TOrder, typename TTile, int VBefore, int VColumns, int VEnd, typename TBits>
__device__ __forceinline__ void
LoadShiftedColumns(const Images<TBits> & images,
                   std::ptrdiff_t        x,
                   std::ptrdiff_t        y,
                   int                   shift,
                   typename TOrder::Word (&word)[VColumns][VEnd])
{
  typename TOrder::Word before[VBefore][VEnd];
  typename TOrder::Word others[VColumns - VBefore][VEnd];
  LoadWords<TOrder, TTile>(images, x, y, before);
  LoadWords<TOrder, TTile>(images, x + VBefore - shift, y, others);
#pragma unroll
  for (int i = 0; i < VColumns; ++i)
  {
#pragma unroll
    for (int j = 1; j < VEnd; ++j)
    {
      word[i][j] = i < VBefore ? before[i < VBefore ? i : 0][j] : others[i < VBefore ? 0 : i - VBefore][j];
    }
  }
}

/** What line `line` of those that all windows share becomes, the first `padding` being no part of the windows: half of
 * these is below all pixels, half above. */
template <typename TOrder>
__device__ __forceinline__ typename TOrder::Word
           Pad(typename TOrder::Word word, int line, int padding)
{
  return line < padding ? (2 * line < padding ? TOrder::Lowest : TOrder::Highest) : word;
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

/** Writes the medians of a tile (of two if a word has two lanes), VColumns at a time. */
template <typename TOrder, typename TTile, int VColumns, typename TBits>
class TileWriter
{
public:
  template <bool VHasLayers>
  __device__ __forceinline__
  TileWriter(const Images<TBits, VHasLayers> & images, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_Stride(images.output.stride[1])
    , m_Output(images.GetOutput() + y * m_Stride + x)
    , m_Columns(static_cast<int>(min(static_cast<std::ptrdiff_t>(images.output.size[0]) - x, std::ptrdiff_t{ Width })))
    , m_Rows(static_cast<int>(min(static_cast<std::ptrdiff_t>(images.output.size[1]) - y, std::ptrdiff_t{ Height })))
    , m_Whole(images.alignment >= VColumns * sizeof(TBits) && m_Columns == Width && m_Rows == Height)
  {}

  /** Writes from column `column` of row `row` of the tile on. */
  __device__ __forceinline__ void
  Write(int column, int row, const typename TOrder::Word (&word)[VColumns]) const
  {
#pragma unroll
    for (int lane = 0; lane < TOrder::Lanes; ++lane)
    {
      const int     x = column + TTile::LaneX * lane;
      const int     y = row + TTile::LaneY * lane;
      TBits * const output = m_Output + y * m_Stride + x;
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
          if (x + i < m_Columns)
          {
            output[i] = static_cast<TBits>(TOrder::Unpack(word[i], lane));
          }
        }
      }
    }
  }

private:
  static constexpr int Width = TTile::template Width<TOrder>;
  static constexpr int Height = TTile::template Height<TOrder>;

  std::ptrdiff_t m_Stride;
  TBits *        m_Output;
  int            m_Columns;
  int            m_Rows;
  bool           m_Whole;
};
} // namespace itk::device::median2d

#endif
