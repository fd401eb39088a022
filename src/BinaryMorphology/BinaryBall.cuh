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
#ifndef BinaryBall_cuh
#define BinaryBall_cuh

#include "BinaryFinish.cuh"
#include "itkDeviceBuffer.h"
#include <algorithm>
#include <cstdint>

namespace itk::device::binary
{
/** The offsets e with |e|^2 up to `square`, of up to `radius` along each axis. */
struct Ball
{
  int radius;
  int square;
};

/** Sums of two squares then fit in 16 bits. */
constexpr std::ptrdiff_t LargestBallRadius = 170;

/** From which pixels a distance counts: those that are foreground, or those that are not. */
template <typename TPixel>
struct Sites
{
  Volume<const TPixel> image;
  TPixel               foreground;
  bool                 areForeground;
  bool                 areBeyond; // the pixels beyond the image

  __device__ __forceinline__ bool
  operator()(const TPixel * row, std::ptrdiff_t x) const
  {
    return x < 0 || x >= image.size[0] ? areBeyond : (row[x] == foreground) == areForeground;
  }
};

/** Squared distances along axes that are done, or Ball::square + 1 if they are longer; rows have an even number. */
using Squares = Volume<std::uint16_t>;

constexpr int RowThreads = 128;
constexpr int WordsOfRow = 32;
constexpr int MostWords = WordsOfRow + 2 * (LargestBallRadius / 32 + 1);

/** To the nearest site along a row. A warp looks at 1024 pixels, as bits, and as many more as the radius. */
template <typename TPixel>
__global__ void
__launch_bounds__(RowThreads)
  RowSquaresKernel(const Sites<TPixel> sites, const Squares squares, const Ball ball, std::ptrdiff_t parts)
{
  __shared__ unsigned int shared[RowThreads / 32][MostWords];

  const int            lane = threadIdx.x % 32;
  const int            warp = threadIdx.x / 32;
  unsigned int * const words = shared[warp];
  const std::ptrdiff_t rows = squares.size[1] * squares.size[2];
  const std::ptrdiff_t part = std::ptrdiff_t{ blockIdx.x } * (RowThreads / 32) + warp;
  if (part >= parts * rows)
  {
    return;
  }
  const std::ptrdiff_t row = part / parts;
  const std::ptrdiff_t z = row / squares.size[1];
  const std::ptrdiff_t y = row - z * squares.size[1];
  const std::ptrdiff_t begin = (part - row * parts) * 32 * WordsOfRow;
  const auto &         image = sites.image;
  const TPixel * const pixels = image.data + (z + squares.begin[2] - image.begin[2]) * image.stride[2] +
                                (y + squares.begin[1] - image.begin[1]) * image.stride[1];
  const std::ptrdiff_t first = squares.begin[0] - image.begin[0] + begin;
  const int            margin = ball.radius / 32 + 1;
  const int            width = static_cast<int>(min(squares.size[0] - begin, std::ptrdiff_t{ 32 * WordsOfRow }));
  const int            inRow = DivideUp(width, 32);
  for (int word = 0; word < inRow + 2 * margin; ++word)
  {
    const unsigned int bits = __ballot_sync(~0u, sites(pixels, first + 32 * (word - margin) + lane));
    if (lane == 0)
    {
      words[word] = bits;
    }
  }
  __syncwarp();
  for (int word = 0; word < inRow; ++word)
  {
    const int    here = word + margin;
    unsigned int bits = words[here] << (31 - lane);
    int          left = __clz(bits);
    if (bits == 0)
    {
      left = lane + 1;
      int other = here;
      while (--other > here - margin && words[other] == 0)
      {
        left += 32;
      }
      left += __clz(words[other]);
    }
    bits = words[here] >> lane;
    int right = __ffs(bits) - 1;
    if (bits == 0)
    {
      right = 32 - lane;
      int other = here;
      while (++other < here + margin && words[other] == 0)
      {
        right += 32;
      }
      right += words[other] == 0 ? 32 : __ffs(words[other]) - 1;
    }
    const int            distance = min(left, right);
    const std::ptrdiff_t x = begin + 32 * word + lane;
    if (x < squares.stride[1]) // with the last pair's second, if that is beyond the image
    {
      squares.data[row * squares.stride[1] + x] = static_cast<std::uint16_t>(min(distance * distance, ball.square + 1));
    }
  }
}

/** Outputs along an axis that a thread makes, of two neighbouring columns each. */
constexpr int OutputsOfThread = 8;

/** The least of square + d^2 along axis `axis` over the distances d; `finish(pixel, square)` gets it for each of `result`'s
 * pixels. Rows beyond `squares` hold `beyond`. */
template <typename TFinish>
__global__ void __launch_bounds__(256) AxisSquaresKernel(const __grid_constant__ Squares squares,
                                                         const __grid_constant__ Squares result,
                                                         const Ball                      ball,
                                                         const int                       axis,
                                                         const std::uint16_t             beyond,
                                                         const __grid_constant__ TFinish finish)
{
  const std::ptrdiff_t x = 2 * (std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x);
  if (x >= result.size[0])
  {
    return;
  }
  const int            other = 3 - axis;
  const std::ptrdiff_t groups = DivideUp(result.size[axis], OutputsOfThread);
  for (std::ptrdiff_t task = std::ptrdiff_t{ blockIdx.y } * blockDim.y + threadIdx.y;
       task < groups * result.size[other];
       task += std::ptrdiff_t{ gridDim.y } * blockDim.y)
  {
    const std::ptrdiff_t  layer = task / groups;
    const std::ptrdiff_t  first = OutputsOfThread * (task - layer * groups);
    const std::uint16_t * source =
      squares.data + x + (layer + result.begin[other] - squares.begin[other]) * squares.stride[other];
    const int            rows = OutputsOfThread * DivideUp(OutputsOfThread + 2 * ball.radius, OutputsOfThread);
    const std::ptrdiff_t begin = first + result.begin[axis] - squares.begin[axis] - ball.radius;

    std::uint32_t least[OutputsOfThread];
    std::uint32_t distances[OutputsOfThread]; // squared, in both halves, from an input row to the outputs
#pragma unroll
    for (int i = 0; i < OutputsOfThread; ++i)
    {
      const int distance = -ball.radius - 1 - i;
      least[i] = (ball.square + 1) * 0x10001u;
      distances[i] = distance * distance * 0x10001u;
    }
    for (int group = 0; group < rows; group += OutputsOfThread)
    {
      std::uint32_t values[OutputsOfThread];
#pragma unroll
      for (int j = 0; j < OutputsOfThread; ++j)
      {
        const std::ptrdiff_t row = begin + group + j;
        values[j] = beyond * 0x10001u;
        if (row >= 0 && row < squares.size[axis])
        {
          values[j] = __ldg(reinterpret_cast<const std::uint32_t *>(source + row * squares.stride[axis]));
        }
      }
#pragma unroll
      for (int j = 0; j < OutputsOfThread; ++j)
      {
#pragma unroll
        for (int i = OutputsOfThread - 1; i > 0; --i)
        {
          distances[i] = distances[i - 1];
        }
        const int distance = group + j - ball.radius;
        distances[0] = distance * distance * 0x10001u;
#pragma unroll
        for (int i = 0; i < OutputsOfThread; ++i)
        {
          least[i] = __viaddmin_u16x2(values[j], distances[i], least[i]);
        }
      }
    }
#pragma unroll
    for (int i = 0; i < OutputsOfThread; ++i)
    {
      if (first + i < result.size[axis])
      {
        finish(x, axis == 1 ? first + i : layer, axis == 1 ? layer : first + i, least[i]);
      }
    }
  }
}

/** Keeps squares for the next axis. */
struct KeepSquares
{
  Squares squares;

  __device__ __forceinline__ void
  operator()(std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z, std::uint32_t pair) const
  {
    *reinterpret_cast<std::uint32_t *>(squares.data + z * squares.stride[2] + y * squares.stride[1] + x) = pair;
  }
};

/** Compares them with the ball's: the dilation has a pixel if a site is in it, the erosion if none is. */
template <typename TFinish>
struct CompareSquares
{
  TFinish       finish;
  std::uint32_t square;
  bool          isInIfNear;

  __device__ __forceinline__ void
  operator()(std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z, std::uint32_t pair) const
  {
    finish(x, y, z, ((pair & 0xffff) <= square) == isInIfNear);
    if (x + 1 < finish.result.size[0])
    {
      finish(x + 1, y, z, (pair >> 16 <= square) == isInIfNear);
    }
  }
};

/** Squares of `result`'s pixels, and of those of the image that the axes to come need around them. */
template <typename TPixel, typename TResult>
Squares
MakeSquares(const Volume<const TPixel> & image,
            const Volume<TResult> &      result,
            const std::ptrdiff_t (&radius)[3],
            Buffer &       buffer,
            const Stream & stream)
{
  Squares        squares{};
  std::ptrdiff_t stride = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    std::ptrdiff_t end = result.begin[axis] + result.size[axis];
    squares.begin[axis] = result.begin[axis];
    if (radius[axis] > 0)
    {
      end = std::min(end + radius[axis], image.size[axis]);
      squares.begin[axis] = std::max(result.begin[axis] - radius[axis], std::ptrdiff_t{ 0 });
    }
    squares.size[axis] = end - squares.begin[axis];
    squares.stride[axis] = stride;
    stride *= axis == 0 ? 2 * DivideUp(squares.size[axis], 2) : squares.size[axis];
  }
  buffer = Buffer(stride * sizeof(std::uint16_t), stream);
  squares.data = buffer.As<std::uint16_t>();
  return squares;
}

template <typename TFinish>
void
LaunchAxisSquares(const Squares & squares,
                  const Squares & result,
                  const Ball &    ball,
                  int             axis,
                  bool            areBeyond,
                  const TFinish & finish,
                  const Stream &  stream)
{
  const dim3           threads(32, 8);
  const std::ptrdiff_t tasks = DivideUp(result.size[axis], OutputsOfThread) * result.size[3 - axis];
  const dim3           blocks(static_cast<unsigned int>(DivideUp(result.size[0], 2 * threads.x)),
                    static_cast<unsigned int>(std::min(DivideUp(tasks, threads.y), kernels::MostLayers)));
  const auto           beyond = static_cast<std::uint16_t>(areBeyond ? 0 : ball.square + 1);
  kernels::Launch("AxisSquaresKernel",
                  AxisSquaresKernel<TFinish>,
                  { blocks, threads },
                  stream,
                  squares,
                  result,
                  ball,
                  axis,
                  beyond,
                  finish);
}

/** One step by a ball; of 2D images, along two axes. The image's first pixel has index 0. */
template <typename TPixel, typename TFinish>
void
LaunchBall(const Sites<TPixel> & sites,
           const TFinish &       finish,
           const Ball &          ball,
           int                   dimension,
           bool                  isErosion,
           const Stream &        stream)
{
  const std::ptrdiff_t radius[3]{ 0, ball.radius, dimension == 3 ? ball.radius : 0 };
  Buffer               rowBuffer;
  const Squares        ofRows = MakeSquares(sites.image, finish.result, radius, rowBuffer, stream);
  const std::ptrdiff_t parts = DivideUp(ofRows.size[0], 32 * WordsOfRow);
  const std::ptrdiff_t blocks = DivideUp(parts * ofRows.size[1] * ofRows.size[2], RowThreads / 32);
  kernels::Launch(
    "RowSquaresKernel", RowSquaresKernel<TPixel>, { blocks, RowThreads }, stream, sites, ofRows, ball, parts);

  Squares target{};
  std::copy_n(finish.result.begin, 3, target.begin);
  std::copy_n(finish.result.size, 3, target.size);
  const CompareSquares<TFinish> compare{ finish, static_cast<std::uint32_t>(ball.square), !isErosion };
  if (dimension == 2)
  {
    LaunchAxisSquares(ofRows, target, ball, 1, sites.areBeyond, compare, stream);
    return;
  }
  const std::ptrdiff_t layers[3]{ 0, 0, ball.radius };
  Buffer               layerBuffer;
  const Squares        ofLayers = MakeSquares(sites.image, finish.result, layers, layerBuffer, stream);
  LaunchAxisSquares(ofRows, ofLayers, ball, 1, sites.areBeyond, KeepSquares{ ofLayers }, stream);
  LaunchAxisSquares(ofLayers, target, ball, 2, sites.areBeyond, compare, stream);
}
} // namespace itk::device::binary

#endif
