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
#ifndef MedianNetwork2D3x3_cuh
#define MedianNetwork2D3x3_cuh

#include "MedianNetwork2DKernel.cuh"
#include "MedianNetwork2DRow.cuh"
#include <algorithm>
#include <type_traits>

namespace itk::device::median2d
{
/** Rows that a thread of MedianVectorKernel filters. */
constexpr int Rows3x3 = 8;

/** Rows that it reads ahead, and blocks on a multiprocessor for which registers are spared: measured best. */
template <typename TPixel, int VAlignment>
constexpr int RowsAhead3x3 = sizeof(TPixel) == 1 || VAlignment < 16 ? 2 : 1;
template <typename TPixel>
constexpr int Blocks3x3 = sizeof(TPixel) == 1 ? 5 : 6;

/** a + b of words, as a product with `one`, which is 1, but not known to the compiler: additions would take the pipe of the
 * minima and maxima, which is the busiest. */
__device__ __forceinline__ unsigned int
Add(unsigned int a, unsigned int b, unsigned int one)
{
  unsigned int sum;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(one), "r"(b));
  return sum;
}

/** The middle one of three words: what is left of their sum without the smallest and the largest. What the sums carry from
 * lane to lane is taken back. */
template <typename TOrder, typename TWord>
__device__ __forceinline__ TWord
Middle(TWord a, TWord b, TWord c, unsigned int one)
{
  const unsigned int all = Add(c, Add(a, b, one), one);
  const unsigned int ends = Add(TOrder::Minimum(a, b, c), TOrder::Maximum(a, b, c), one);
  return static_cast<TWord>(Add(ends, all, 0u - one));
}

/** The medians of a row from the words of the row, of the one above and of the one below: the median of a window is
 * the median of three: the largest of its columns' smallest pixels, the median of their middles, the smallest of their
 * largest. */
template <typename TOrder, int VWords, typename TWord>
__device__ __forceinline__ void
Median3x3(const TWord (&above)[VWords + 2],
          const TWord (&row)[VWords + 2],
          const TWord (&below)[VWords + 2],
          unsigned int one,
          TWord (&result)[VWords])
{
  TWord low[VWords + 2];
  TWord middle[VWords + 2];
  TWord high[VWords + 2];
#pragma unroll
  for (int i = 0; i < VWords + 2; ++i)
  {
    low[i] = TOrder::Minimum(above[i], row[i], below[i]);
    high[i] = TOrder::Maximum(above[i], row[i], below[i]);
    middle[i] = Middle<TOrder>(above[i], row[i], below[i], one);
  }
#pragma unroll
  for (int i = 0; i < VWords; ++i)
  {
    const TWord a = TOrder::Maximum(low[i], low[i + 1], low[i + 2]);
    const TWord c = TOrder::Minimum(high[i], high[i + 1], high[i + 2]);
    // Two neighbours share the order of the two middles that they have in common.
    const int   shared = i / 2 * 2 + 1;
    const TWord smaller = TOrder::Minimum(middle[shared], middle[shared + 1]);
    const TWord larger = TOrder::Maximum(middle[shared], middle[shared + 1]);
    const TWord b = TOrder::Maximum(smaller, TOrder::Minimum(larger, middle[i % 2 == 0 ? i : i + 2]));
    result[i] = Middle<TOrder>(a, b, c, one);
  }
}

/** The medians of windows of VWidth x VHeight pixels, each 1 or 3, of a row. */
template <typename TOrder, int VWidth, int VHeight, int VWords, typename TWord>
__device__ __forceinline__ void
MedianOfRows(const TWord (&above)[VWords + 2],
             const TWord (&row)[VWords + 2],
             const TWord (&below)[VWords + 2],
             unsigned int one,
             TWord (&result)[VWords])
{
  if constexpr (VWidth == 3 && VHeight == 3)
  {
    Median3x3<TOrder, VWords>(above, row, below, one, result);
  }
  else
  {
#pragma unroll
    for (int i = 0; i < VWords; ++i)
    {
      const TWord before = VWidth == 3 ? row[i] : above[i + 1];
      const TWord after = VWidth == 3 ? row[i + 2] : below[i + 1];
      result[i] = Middle<TOrder>(before, row[i + 1], after, one);
    }
  }
}

/** Filters `rows` rows of 16 bytes; VAlignment and VIsWarp as for ReadRow and WriteRow; VAlignment is 1 if all that
 * UnalignedRowOfBits reads is in the image. Unless it is 0, `rows` is Rows3x3. */
template <typename TPixel, int VWidth, int VHeight, int VAlignment, bool VIsWarp>
__device__ __forceinline__ void
FilterRows(const Images<typename PixelTraits<TPixel>::Bits> & images,
           std::ptrdiff_t                                     x,
           std::ptrdiff_t                                     y,
           int                                                rows,
           WarpExchange &                                     exchange)
{
  using Bits = typename PixelTraits<TPixel>::Bits;
  using Order = typename PixelTraits<TPixel>::Order;
  using Word = typename Order::Word;
  constexpr int        words = 16 / sizeof(Bits) / Order::Lanes;
  constexpr int        unroll = VAlignment == 0 ? 1 : Rows3x3 + 2;
  constexpr int        rowsAhead = VAlignment == 0 ? 1 : RowsAhead3x3<TPixel, VAlignment>;
  const std::ptrdiff_t inputX = x + images.offset[0];
  const std::ptrdiff_t inputY = y + images.offset[1];
  const std::ptrdiff_t inputStride = images.input.stride[1];
  const auto           inputWidth = static_cast<std::ptrdiff_t>(images.input.size[0]);
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(images.output.size[0]) - x;
  // Rows are counted from the one above the first median on.
  const int first = inputY == 0 ? 1 : 0;
  const int last =
    static_cast<int>(min(static_cast<std::ptrdiff_t>(images.input.size[1]) - inputY, std::ptrdiff_t{ rows } + 1));
  const Bits *       input = images.GetInput() + (inputY - 1 + first) * inputStride;
  Bits *             output = images.GetOutput() + y * images.output.stride[1] + x;
  const unsigned int one = blockDim.z;

  using Loaded = std::conditional_t<VAlignment == 1, UnalignedRowOfBits<Bits>, RowOfBits>;
  Loaded     ahead[rowsAhead];
  const auto read = [&](int j) {
    if constexpr (VAlignment == 1)
    {
      ahead[j % rowsAhead].Read(input + inputX);
    }
    else
    {
      ahead[j % rowsAhead] = ReadRow<VAlignment>(input, inputX, inputWidth);
    }
    input += j >= first && j < last ? inputStride : 0;
  };
#pragma unroll
  for (int j = 0; j < rowsAhead; ++j)
  {
    read(j);
  }
  Word above[words + 2]{};
  Word row[words + 2]{};
#pragma unroll unroll
  for (int j = 0; j < rows + 2; ++j)
  {
    Word      below[words + 2];
    RowOfBits bits;
    if constexpr (VAlignment == 1)
    {
      bits = ahead[j % rowsAhead].Get(inputX == 0, inputX + std::ptrdiff_t{ 16 / sizeof(Bits) } == inputWidth);
    }
    else
    {
      bits = ahead[j % rowsAhead];
    }
    RowOfWords<TPixel>::Unpack(bits.left, bits.pixels, bits.right, below);
    if (j + rowsAhead < rows + 2)
    {
      read(j + rowsAhead);
    }
    if (j >= 2)
    {
      Word result[words];
      MedianOfRows<Order, VWidth, VHeight, words>(above, row, below, one, result);
      WriteRow<VAlignment, VIsWarp>(output, RowOfWords<TPixel>::Pack(result), count, exchange);
      output += images.output.stride[1];
    }
#pragma unroll
    for (int i = 0; i < words + 2; ++i)
    {
      above[i] = row[i];
      row[i] = below[i];
    }
  }
}

/** Whether all is in the image that FilterRows() reads for the 16 bytes from pixel x of the output's rows on: UnalignedRowOfBits
 * reads up to 8 bytes before them and 4 behind, which may be those of the rows before and behind. */
template <typename TBits>
__device__ __forceinline__ bool
CanReadVector(const Images<TBits> & images, std::ptrdiff_t x, std::ptrdiff_t y)
{
  constexpr std::ptrdiff_t pixelsBefore = 8 / sizeof(TBits);
  constexpr std::ptrdiff_t pixelsBehind = 4 / sizeof(TBits);
  const std::ptrdiff_t     inputX = x + images.offset[0];
  const std::ptrdiff_t     inputY = y + images.offset[1];
  const auto               width = static_cast<std::ptrdiff_t>(images.input.size[0]);
  const auto               height = static_cast<std::ptrdiff_t>(images.input.size[1]);
  return images.alignment >= 4 ||
         ((inputX >= pixelsBefore || inputY > 1) &&
          (inputX + std::ptrdiff_t{ 16 / sizeof(TBits) } + pixelsBehind <= width || inputY + Rows3x3 + 1 < height));
}

/** A thread finds 16 bytes of Rows3x3 rows of medians: from row to row it keeps what it has read. */
template <typename TPixel, int VWidth, int VHeight>
__global__ void __launch_bounds__(128, Blocks3x3<TPixel>)
  MedianVectorKernel(const Images<typename PixelTraits<TPixel>::Bits> images)
{
  __shared__ WarpExchange  exchanges[4];
  WarpExchange &           exchange = exchanges[threadIdx.y];
  constexpr int            size = 16 / sizeof(TPixel);
  const unsigned int       blockRow = blockIdx.x / images.blocksPerRow;
  const unsigned int       blockColumn = blockIdx.x - blockRow * images.blocksPerRow;
  const std::ptrdiff_t     y = (std::ptrdiff_t{ blockRow } * 4 + threadIdx.y) * Rows3x3;
  const std::ptrdiff_t     width = images.output.size[0];
  const std::ptrdiff_t     height = images.output.size[1];
  constexpr std::ptrdiff_t warpPixels = 32 * size;
  std::ptrdiff_t           warpX = blockColumn * warpPixels;
  const bool               canShift = images.alignment < 4 || width * std::ptrdiff_t{ sizeof(TPixel) } % 4 == 0;
  if (images.alignment < 16 && canShift && width >= warpPixels)
  {
    // The last warp of a row ends with it, as what is less than 16 bytes is filtered pixel by pixel.
    warpX = min(warpX, width - warpPixels);
  }
  const std::ptrdiff_t x = warpX + threadIdx.x * size;
  const bool           hasRows = y + Rows3x3 <= height;
  if (images.alignment == 16)
  {
    if (x + size <= width && hasRows)
    {
      FilterRows<TPixel, VWidth, VHeight, 16, true>(images, x, y, Rows3x3, exchange);
      return;
    }
  }
  else if (__all_sync(~0u, x + size <= width && hasRows && CanReadVector(images, x, y)))
  {
    if (images.alignment >= 4)
    {
      FilterRows<TPixel, VWidth, VHeight, 4, true>(images, x, y, Rows3x3, exchange);
      return;
    }
    if constexpr (sizeof(TPixel) < 4)
    {
      FilterRows<TPixel, VWidth, VHeight, 1, true>(images, x, y, Rows3x3, exchange);
      return;
    }
  }
  if (x >= width || y >= height)
  {
    return;
  }
  if (images.alignment < 16 && hasRows && width >= size)
  {
    // Likewise the last thread of a row that is shorter than a warp.
    const std::ptrdiff_t wholeX = canShift ? min(x, width - size) : x;
    if (wholeX + size <= width && CanReadVector(images, wholeX, y))
    {
      if (images.alignment >= 4)
      {
        FilterRows<TPixel, VWidth, VHeight, 4, false>(images, wholeX, y, Rows3x3, exchange);
        return;
      }
      if constexpr (sizeof(TPixel) < 4)
      {
        FilterRows<TPixel, VWidth, VHeight, 1, false>(images, wholeX, y, Rows3x3, exchange);
        return;
      }
    }
  }
  FilterRows<TPixel, VWidth, VHeight, 0, false>(
    images, x, y, static_cast<int>(min(height - y, std::ptrdiff_t{ Rows3x3 })), exchange);
}

template <int VWidth, int VHeight, typename TPixel>
void
LaunchMedianVectorKernel(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  using Bits = typename PixelTraits<TPixel>::Bits;
  auto               images = MakeImages(planes);
  const unsigned int inputAlignment = GetAlignment(planes.input, planes.offset[0], planes.inputDistance, planes.count);
  images.alignment = std::min(images.alignment, inputAlignment);
  images.blocksPerRow = static_cast<unsigned int>(DivideUp(planes.output.size[0], 32 * 16 / sizeof(TPixel)));
  const std::size_t blocks = images.blocksPerRow * DivideUp(planes.output.size[1], 4 * Rows3x3);
  LaunchOnPlanes<Images<Bits>>("MedianVectorKernel",
                               MedianVectorKernel<TPixel, VWidth, VHeight>,
                               images,
                               planes.count,
                               { static_cast<std::ptrdiff_t>(blocks), dim3(32, 4) },
                               stream);
}
} // namespace itk::device::median2d

#endif
