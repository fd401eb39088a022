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
#ifndef MedianNetwork2DKernel_cuh
#define MedianNetwork2DKernel_cuh

#include "MedianNetwork2D.cuh"
#include "MedianNetwork2DImages.cuh"
#include "MedianOrder.cuh"
#include "MedianNetwork2DSharedSource.cuh"
#include "Kernels/Grid.cuh"
#include <algorithm>

namespace itk::device::median2d
{
using kernels::DivideUp;
using median::PixelTraits;

/** A thread finds a tile of 4 x 4 medians (two tiles, one above the other, if a word holds two pixels). For windows so
 * small that sharing sorted columns between threads gains nothing. */
template <typename TOrder, int VRadius, typename TBits, bool VHasLayers>
__global__ void __launch_bounds__(128, 4) MedianRegisterKernel(const Images<TBits, VHasLayers> planes)
{
  using Word = typename TOrder::Word;
  using Geometry = TileGeometry<VRadius, VRadius>;
  const unsigned int   blockRow = blockIdx.x / planes.blocksPerRow;
  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x - blockRow * planes.blocksPerRow } * 128 + threadIdx.x * 4;
  const std::ptrdiff_t y = (std::ptrdiff_t{ blockRow } * 4 + threadIdx.y) * (4 * TOrder::Lanes);
  if (x >= static_cast<std::ptrdiff_t>(planes.output.size[0]) ||
      y >= static_cast<std::ptrdiff_t>(planes.output.size[1]))
  {
    return;
  }
  Word pixel[Geometry::X::End - 1][Geometry::Y::End];
  LoadWords<TOrder, SquareTile>(planes, x - VRadius, y - VRadius, pixel);
  Word result[4][4];
  ComputeTile<TOrder, Geometry, true>(RegisterSource<TOrder, Geometry>(pixel),
                                      [&result](int half, int verticalHalf, const Word(&medians)[2][2]) {
#pragma unroll
                                        for (int i = 0; i < 4; ++i)
                                        {
                                          result[2 * verticalHalf + i / 2][2 * half + i % 2] = medians[i / 2][i % 2];
                                        }
                                      });
  const TileWriter<TOrder, SquareTile, 4, TBits> writer(planes, x, y);
#pragma unroll
  for (int j = 0; j < 4; ++j)
  {
    writer.Write(0, j, result[j]);
  }
}

/** How a kernel reads and writes the pixels of Images. */
template <typename TOrder, typename TBits>
class TileOfImages
{
public:
  using Word = typename TOrder::Word;

  __device__ __forceinline__
  TileOfImages(const Images<TBits> & planes, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_Planes(planes)
    , m_X(x)
    , m_Y(y)
  {}

  /** `pixel[column][y]`, y as in TileGeometry, from the column before the window of the tile's first median on. */
  template <typename TGeometry>
  __device__ __forceinline__ void
  Load(Word (&pixel)[4][TGeometry::Y::End]) const
  {
    const std::ptrdiff_t x = m_X - TGeometry::X::Side / 2 - 1;
    const std::ptrdiff_t y = m_Y - TGeometry::Y::Side / 2;
    // Squares are seldom padded, and then faster without; other windows often are.
    if (TGeometry::X::Side == TGeometry::Y::Side && m_Planes.padding == 0)
    {
      LoadWords<TOrder, SquareTile>(m_Planes, x, y, pixel);
    }
    else
    {
      LoadShiftedRows<TOrder, SquareTile, TGeometry::Y::CoreBegin - 1>(
        m_Planes, x, y + m_Planes.padding / 2, m_Planes.padding, pixel);
    }
  }

  __device__ __forceinline__ auto
  GetWriter() const
  {
    return TileWriter<TOrder, SquareTile, 2, TBits>(m_Planes, m_X, m_Y);
  }

private:
  Images<TBits>  m_Planes;
  std::ptrdiff_t m_X;
  std::ptrdiff_t m_Y;
};

/** As MedianRegisterKernel, but a block is a row of tiles that share their sorted columns in shared memory. TTile is
 * TileOfImages or the like. */
template <typename TOrder, typename TGeometry, int VThreads, typename TTile, typename TImages>
__global__ void
__launch_bounds__(VThreads) MedianSharedKernel(const TImages planes)
{
  using Word = typename TOrder::Word;
  using Y = typename TGeometry::Y;
  using Source = SharedSource<TOrder, TGeometry, VThreads>;
  extern __shared__ int memory[];
  const unsigned int    blockRow = blockIdx.x / planes.blocksPerRow;
  const unsigned int    blockColumn = blockIdx.x - blockRow * planes.blocksPerRow;
  const std::ptrdiff_t  x = std::ptrdiff_t{ blockColumn } * (4 * Source::Tiles) + threadIdx.x * 4;
  const std::ptrdiff_t  y = std::ptrdiff_t{ blockRow } * (4 * TOrder::Lanes);
  const Source          source(reinterpret_cast<Word *>(memory) + threadIdx.x);
  const TTile           tile(planes, x, y);
  {
    Word pixel[4][Y::End];
    tile.template Load<TGeometry>(pixel);
    if (planes.padding != 0)
    {
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
#pragma unroll
        for (int j = 0; j < Y::Core; ++j)
        {
          pixel[i][Y::CoreBegin + j] = Pad<TOrder>(pixel[i][Y::CoreBegin + j], j, planes.padding);
        }
      }
    }
    source.Fill(pixel);
  }
  __syncthreads();
  if (threadIdx.x >= Source::Tiles || x >= static_cast<std::ptrdiff_t>(planes.output.size[0]))
  {
    return;
  }
  const auto writer = tile.GetWriter();
  ComputeTile<TOrder, TGeometry, false>(source, [&writer](int half, int verticalHalf, const Word(&medians)[2][2]) {
    writer.Write(2 * half, 2 * verticalHalf, medians[0]);
    writer.Write(2 * half, 2 * verticalHalf + 1, medians[1]);
  });
}

/** The alignment, in bytes, of pixel `first` of every row of all planes; 16 if it is more. */
template <typename TPixel>
unsigned int
GetAlignment(const ImageView<TPixel, 2> & image, std::size_t first, std::ptrdiff_t distance, std::ptrdiff_t count)
{
  const std::size_t stride = image.size[1] == 1 ? 0 : image.stride[1] * sizeof(TPixel);
  const std::size_t step = count == 1 ? 0 : distance * sizeof(TPixel);
  const std::size_t bits = reinterpret_cast<std::uintptr_t>(image.data + first) | stride | step | 16;
  return static_cast<unsigned int>(bits & (~bits + 1));
}

/** For a kernel made for windows of `side` pixels along `axis`. */
template <typename TPixel>
Images<typename PixelTraits<TPixel>::Bits>
MakeImages(const MedianPlanes<TPixel> & planes, int axis = 0, std::size_t side = 0)
{
  using Bits = typename PixelTraits<TPixel>::Bits;
  Images<Bits> images{};
  images.input.data = reinterpret_cast<const Bits *>(planes.input.data);
  images.output.data = reinterpret_cast<Bits *>(planes.output.data);
  for (int i = 0; i < 2; ++i)
  {
    images.input.size[i] = planes.input.size[i];
    images.input.stride[i] = planes.input.stride[i];
    images.output.size[i] = planes.output.size[i];
    images.output.stride[i] = planes.output.stride[i];
    images.offset[i] = static_cast<std::ptrdiff_t>(planes.offset[i]);
  }
  images.distance[0] = planes.inputDistance;
  images.distance[1] = planes.outputDistance;
  images.alignment = GetAlignment(planes.output, 0, planes.outputDistance, planes.count);
  images.padding = side == 0 ? 0 : static_cast<int>(side - (2 * planes.radius[axis] + 1));
  return images;
}

/** Blocks of axis 0 of `grid` are those of a plane, as its height may exceed what the other axes of a grid allow. */
template <typename TImages>
void
LaunchOnPlanes(const char * name,
               void (*kernel)(TImages),
               TImages        images,
               std::ptrdiff_t count,
               kernels::Grid  grid,
               const Stream & stream)
{
  for (std::ptrdiff_t first = 0; first < count; first += kernels::MostLayers)
  {
    images.firstLayer = static_cast<unsigned int>(first);
    grid.blocks.y = static_cast<unsigned int>(std::min(count - first, kernels::MostLayers));
    kernels::Launch(name, kernel, grid, stream, images);
  }
}

template <int VRadius, typename TPixel>
void
LaunchMedianRegisterKernel(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  using Order = typename PixelTraits<TPixel>::Order;
  using Bits = typename PixelTraits<TPixel>::Bits;
  auto images = MakeImages(planes);
  images.blocksPerRow = static_cast<unsigned int>(DivideUp(planes.output.size[0], 128));
  const std::size_t   blocks = images.blocksPerRow * DivideUp(planes.output.size[1], 16 * Order::Lanes);
  const kernels::Grid grid(static_cast<std::ptrdiff_t>(blocks), dim3(32, 4));
  if (planes.count == 1)
  {
    const auto kernel = MedianRegisterKernel<Order, VRadius, Bits, false>;
    kernels::Launch("MedianRegisterKernel", kernel, grid, stream, images.template As<Bits, false>());
  }
  else
  {
    const auto kernel = MedianRegisterKernel<Order, VRadius, Bits, true>;
    LaunchOnPlanes<Images<Bits>>("MedianRegisterKernel", kernel, images, planes.count, grid, stream);
  }
}

/** `images` is of planes of the size of planes.output. */
template <typename TOrder, typename TGeometry, typename TTile, typename TImages>
void
LaunchMedianSharedKernel(TImages images, std::ptrdiff_t count, const Stream & stream)
{
  constexpr int threads = 64; // the shared memory of a block then fits every architecture
  using Source = SharedSource<TOrder, TGeometry, threads>;
  constexpr int bytes = threads * Source::Words * sizeof(typename TOrder::Word);
  images.blocksPerRow = static_cast<unsigned int>(DivideUp(images.output.size[0], 4 * Source::Tiles));
  const std::size_t blocks = images.blocksPerRow * DivideUp(images.output.size[1], 4 * TOrder::Lanes);
  const auto        kernel = MedianSharedKernel<TOrder, TGeometry, threads, TTile, TImages>;
  kernels::AllowSharedMemory(kernel, bytes);
  LaunchOnPlanes<TImages>(
    "MedianSharedKernel", kernel, images, count, { static_cast<std::ptrdiff_t>(blocks), threads, bytes }, stream);
}

/** Windows of 2 VRadius + 1 pixels in a row, and of that or, by an even number, fewer rows. */
template <int VRadius, typename TPixel>
void
LaunchMedianSquare(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  using Order = typename PixelTraits<TPixel>::Order;
  using Tile = TileOfImages<Order, typename PixelTraits<TPixel>::Bits>;
  LaunchMedianSharedKernel<Order, TileGeometry<VRadius, VRadius>, Tile>(
    MakeImages(planes, 1, 2 * VRadius + 1), planes.count, stream);
}
} // namespace itk::device::median2d

#endif
