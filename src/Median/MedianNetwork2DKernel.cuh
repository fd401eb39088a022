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

namespace itk::device::median2d
{
using kernels::DivideUp;
using median::PixelTraits;

/** A thread finds a tile of 4 x 4 medians (two tiles, one above the other, if a word holds two pixels). For windows so
 * small that sharing sorted columns between threads gains nothing. */
template <typename TOrder, int VRadius, typename TBits>
__global__ void __launch_bounds__(128, 4) MedianRegisterKernel(const Images<TBits> images)
{
  using Word = typename TOrder::Word;
  using Geometry = TileGeometry<VRadius>;
  const unsigned int   blockRow = blockIdx.x / images.blocksPerRow;
  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x - blockRow * images.blocksPerRow } * 128 + threadIdx.x * 4;
  const std::ptrdiff_t y = (std::ptrdiff_t{ blockRow } * 4 + threadIdx.y) * (4 * TOrder::Lanes);
  if (x >= static_cast<std::ptrdiff_t>(images.output.size[0]) ||
      y >= static_cast<std::ptrdiff_t>(images.output.size[1]))
  {
    return;
  }
  Word pixel[Geometry::End - 1][Geometry::End];
  LoadWords<TOrder>(images, x - VRadius, y - VRadius, pixel);
  Word result[4][4];
  ComputeTile<TOrder, VRadius, true>(RegisterSource<TOrder, VRadius>(pixel),
                                     [&result](int half, int verticalHalf, const Word(&medians)[2][2]) {
#pragma unroll
                                       for (int i = 0; i < 4; ++i)
                                       {
                                         result[2 * verticalHalf + i / 2][2 * half + i % 2] = medians[i / 2][i % 2];
                                       }
                                     });
  const TileWriter<TOrder, 4, TBits> writer(images, x, y);
#pragma unroll
  for (int j = 0; j < 4; ++j)
  {
    writer.Write(0, j, result[j]);
  }
}

/** As MedianRegisterKernel, but a block is a row of tiles that share their sorted columns in shared memory. */
template <typename TOrder, int VRadius, int VThreads, typename TBits>
__global__ void
__launch_bounds__(VThreads) MedianSharedKernel(const Images<TBits> images)
{
  using Word = typename TOrder::Word;
  using Geometry = TileGeometry<VRadius>;
  using Source = SharedSource<TOrder, VRadius, VThreads>;
  extern __shared__ int memory[];
  const unsigned int    blockRow = blockIdx.x / images.blocksPerRow;
  const unsigned int    blockColumn = blockIdx.x - blockRow * images.blocksPerRow;
  const std::ptrdiff_t  x = std::ptrdiff_t{ blockColumn } * (4 * Source::Tiles) + threadIdx.x * 4;
  const std::ptrdiff_t  y = std::ptrdiff_t{ blockRow } * (4 * TOrder::Lanes);
  const Source          source(reinterpret_cast<Word *>(memory) + threadIdx.x);
  {
    Word pixel[4][Geometry::End];
    LoadWords<TOrder>(images, x - VRadius - 1, y - VRadius, pixel);
    source.Fill(pixel);
  }
  __syncthreads();
  if (threadIdx.x >= Source::Tiles || x >= static_cast<std::ptrdiff_t>(images.output.size[0]))
  {
    return;
  }
  const TileWriter<TOrder, 2, TBits> writer(images, x, y);
  ComputeTile<TOrder, VRadius, false>(source, [&writer](int half, int verticalHalf, const Word(&medians)[2][2]) {
    writer.Write(2 * half, 2 * verticalHalf, medians[0]);
    writer.Write(2 * half, 2 * verticalHalf + 1, medians[1]);
  });
}

/** The alignment, in bytes, of pixel `first` of every row of `image`; 16 if it is more. */
template <typename TPixel>
unsigned int
GetAlignment(const ImageView<TPixel, 2> & image, std::size_t first)
{
  const std::size_t stride = image.size[1] == 1 ? 0 : image.stride[1] * sizeof(TPixel);
  const std::size_t bits = reinterpret_cast<std::uintptr_t>(image.data + first) | stride | 16;
  return static_cast<unsigned int>(bits & (~bits + 1));
}

template <typename TPixel>
Images<typename PixelTraits<TPixel>::Bits>
MakeImages(const ImageView<const TPixel, 2> & input,
           const ImageView<TPixel, 2> &       output,
           const std::size_t (&offset)[2])
{
  using Bits = typename PixelTraits<TPixel>::Bits;
  Images<Bits> images{};
  images.input.data = reinterpret_cast<const Bits *>(input.data);
  images.output.data = reinterpret_cast<Bits *>(output.data);
  for (int axis = 0; axis < 2; ++axis)
  {
    images.input.size[axis] = input.size[axis];
    images.input.stride[axis] = input.stride[axis];
    images.output.size[axis] = output.size[axis];
    images.output.stride[axis] = output.stride[axis];
    images.offset[axis] = static_cast<std::ptrdiff_t>(offset[axis]);
  }
  images.alignment = GetAlignment(output, 0);
  return images;
}

/** The grid is one-dimensional, as the height of an image may exceed what the other axes of a grid allow. */
template <int VRadius, typename TPixel>
void
LaunchMedianRegisterKernel(const ImageView<const TPixel, 2> & input,
                           const ImageView<TPixel, 2> &       output,
                           const std::size_t (&offset)[2],
                           const Stream & stream)
{
  using Order = typename PixelTraits<TPixel>::Order;
  auto images = MakeImages(input, output, offset);
  images.blocksPerRow = static_cast<unsigned int>(DivideUp(output.size[0], 128));
  const std::size_t blocks = images.blocksPerRow * DivideUp(output.size[1], 16 * Order::Lanes);
  kernels::Launch("MedianRegisterKernel",
                  MedianRegisterKernel<Order, VRadius, typename PixelTraits<TPixel>::Bits>,
                  { static_cast<std::ptrdiff_t>(blocks), dim3(32, 4) },
                  stream,
                  images);
}

template <int VRadius, typename TPixel>
void
LaunchMedianSharedKernel(const ImageView<const TPixel, 2> & input,
                         const ImageView<TPixel, 2> &       output,
                         const std::size_t (&offset)[2],
                         const Stream & stream)
{
  using Order = typename PixelTraits<TPixel>::Order;
  constexpr int threads = 64; // the shared memory of a block then fits every architecture
  using Source = SharedSource<Order, VRadius, threads>;
  constexpr int bytes = threads * Source::Words * sizeof(typename Order::Word);
  auto          images = MakeImages(input, output, offset);
  images.blocksPerRow = static_cast<unsigned int>(DivideUp(output.size[0], 4 * Source::Tiles));
  const std::size_t blocks = images.blocksPerRow * DivideUp(output.size[1], 4 * Order::Lanes);
  const auto        kernel = MedianSharedKernel<Order, VRadius, threads, typename PixelTraits<TPixel>::Bits>;
  kernels::AllowSharedMemory(kernel, bytes);
  kernels::Launch(
    "MedianSharedKernel", kernel, { static_cast<std::ptrdiff_t>(blocks), threads, bytes }, stream, images);
}
} // namespace itk::device::median2d

#endif
