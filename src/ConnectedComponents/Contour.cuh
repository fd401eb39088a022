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
#ifndef Contour_cuh
#define Contour_cuh

#include "Kernels/Grid.cuh"
#include "itkDevicePointwiseImages.h"
#include <cstdint>

namespace itk::device::components
{
constexpr int ContourThreads = 128;
constexpr int ContourRowsPerThread = 8;

/** A thread takes some rows of a column. A pixel is at a contour if rule.IsApart() from it a neighbour in the image; it
 * becomes rule.Finish(pixel, isAtContour). */
template <bool VIsFullyConnected, typename TPixel, typename TRule>
__global__ void
__launch_bounds__(ContourThreads)
  FindContours(PointwiseInput<TPixel> input, PointwiseOutput<TPixel> output, TRule rule, dim3 blocks)
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
            isAtContour |= rule.IsApart(pixel,
                                        center[dx + dy * static_cast<std::int64_t>(input.stride[1]) +
                                               dz * static_cast<std::int64_t>(input.stride[2])]);
          }
        }
      }
    }
    output.pixels[x + y * output.stride[1] + z * output.stride[2]] = rule.Finish(pixel, isAtContour);
  }
}

/** Reads pixels through the L1 cache once for each neighbour: bound by that. */
template <typename TPixel, typename TRule>
void
LaunchContours(const PointwiseInput<TPixel> &  input,
               const PointwiseOutput<TPixel> & output,
               bool                            isFullyConnected,
               const TRule &                   rule,
               const Stream &                  stream)
{
  const dim3 blocks(static_cast<unsigned int>(kernels::DivideUp(output.size[0], ContourThreads)),
                    static_cast<unsigned int>(kernels::DivideUp(output.size[1], ContourRowsPerThread)));
  const auto kernel = isFullyConnected ? FindContours<true, TPixel, TRule> : FindContours<false, TPixel, TRule>;
  kernels::Launch("FindContours",
                  kernel,
                  { dim3(blocks.x * blocks.y, static_cast<unsigned int>(output.size[2])), ContourThreads },
                  stream,
                  input,
                  output,
                  rule,
                  blocks);
}
} // namespace itk::device::components

#endif
