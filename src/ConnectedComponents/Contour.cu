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
#include "itkCudaContourLaunch.h"
#include "Kernels/AlmostEqual.h"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include <cstdint>

namespace itk::device
{
namespace
{
/** Whether a pixel that has this neighbour is at a contour, if it can be. */
template <typename TPixel>
__device__ bool
IsApart(const BinaryContour<TPixel> & contour, TPixel, TPixel neighbor)
{
  return !kernels::AreAlmostEqual(neighbor, contour.foreground);
}

template <typename TPixel>
__device__ bool
IsApart(const LabelContour<TPixel> &, TPixel label, TPixel neighbor)
{
  return neighbor != label;
}

/** What becomes of a pixel. */
template <typename TPixel>
__device__ TPixel
Finish(const BinaryContour<TPixel> & contour, TPixel pixel, bool isAtContour)
{
  return !kernels::AreAlmostEqual(pixel, contour.foreground) ? pixel
         : isAtContour                                       ? contour.foreground
                                                             : contour.background;
}

template <typename TPixel>
__device__ TPixel
Finish(const LabelContour<TPixel> & contour, TPixel label, bool isAtContour)
{
  return isAtContour && label != contour.background ? label : contour.background;
}

constexpr int ContourThreads = 128;
constexpr int ContourRowsPerThread = 8;

/** A thread takes some rows of a column. Reads pixels through the L1 cache once for each neighbour: bound by that. */
template <bool VIsFullyConnected, typename TContour, typename TPixel>
__global__ void
__launch_bounds__(ContourThreads)
  FindContours(PointwiseInput<TPixel> input, PointwiseOutput<TPixel> output, TContour contour, dim3 blocks)
{
  const std::int64_t x = std::int64_t{ blockIdx.x % blocks.x } * ContourThreads + threadIdx.x;
  const std::int64_t firstY = std::int64_t{ blockIdx.x / blocks.x } * ContourRowsPerThread;
  const std::int64_t z = blockIdx.y;
  const std::int64_t width = output.size[0];
  const std::int64_t height = output.size[1];
  const std::int64_t depth = output.size[2];
  if (x >= width)
  {
    return;
  }
#pragma unroll
  for (std::int64_t y = firstY; y < firstY + ContourRowsPerThread; ++y)
  {
    if (y >= height)
    {
      return;
    }
    const TPixel * const center = input.pixels + x + y * input.stride[1] + z * input.stride[2];
    const TPixel         pixel = *center;
    bool                 isAtContour = false;
#pragma unroll
    for (int dz = -1; dz <= 1; ++dz)
    {
#pragma unroll
      for (int dy = -1; dy <= 1; ++dy)
      {
#pragma unroll
        for (int dx = -1; dx <= 1; ++dx)
        {
          const bool isNeighbor = VIsFullyConnected || dx * dx + dy * dy + dz * dz == 1;
          if (isNeighbor && x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height && z + dz >= 0 &&
              z + dz < depth)
          {
            isAtContour |= IsApart(contour,
                                   pixel,
                                   center[dx + dy * static_cast<std::int64_t>(input.stride[1]) +
                                          dz * static_cast<std::int64_t>(input.stride[2])]);
          }
        }
      }
    }
    output.pixels[x + y * output.stride[1] + z * output.stride[2]] = Finish(contour, pixel, isAtContour);
  }
}
} // namespace

template <typename TContour>
void
LaunchContour(const PointwiseInput<typename TContour::PixelType> &  input,
              const PointwiseOutput<typename TContour::PixelType> & output,
              const TContour &                                      contour,
              bool                                                  isFullyConnected,
              const Stream &                                        stream)
{
  using PixelType = typename TContour::PixelType;
  const dim3 blocks(static_cast<unsigned int>(kernels::DivideUp(output.size[0], ContourThreads)),
                    static_cast<unsigned int>(kernels::DivideUp(output.size[1], ContourRowsPerThread)));
  const auto kernel =
    isFullyConnected ? FindContours<true, TContour, PixelType> : FindContours<false, TContour, PixelType>;
  kernels::Launch("FindContours",
                  kernel,
                  { dim3(blocks.x * blocks.y, static_cast<unsigned int>(output.size[2])), ContourThreads },
                  stream,
                  input,
                  output,
                  contour,
                  blocks);
}

#define ITK_INSTANTIATE(contour, pixel) \
  template void LaunchContour(          \
    const PointwiseInput<pixel> &, const PointwiseOutput<pixel> &, const contour<pixel> &, bool, const Stream &);
#define ITK_INSTANTIATE_BINARY(pixel) ITK_INSTANTIATE(BinaryContour, pixel)
#define ITK_INSTANTIATE_LABEL(pixel) ITK_INSTANTIATE(LabelContour, pixel)
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE_BINARY)
ITK_FOR_EACH_INTEGER_TYPE(ITK_INSTANTIATE_LABEL)
} // namespace itk::device
