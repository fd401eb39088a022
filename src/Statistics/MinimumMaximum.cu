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
#include "Kernels/Instantiate.h"
#include "Kernels/Reduce.cuh"
#include "itkCudaMinimumMaximumLaunch.h"

namespace itk::device
{
namespace
{
template <typename TPixel>
struct StoreExtrema
{
  PixelExtrema<TPixel> * result;

  __device__ void
  operator()(const kernels::Extrema<TPixel> & extrema) const
  {
    *result = { extrema.minimum, extrema.maximum };
  }
};

/** The least position at which a block has met each extremum; blocks go on where it may yet be less. */
template <typename TPixel>
__global__ void
__launch_bounds__(kernels::PointwiseThreads) FindExtremaKernel(kernels::PointwiseRows       rows,
                                                               PointwiseInput<TPixel>       image,
                                                               const PixelExtrema<TPixel> * extrema,
                                                               unsigned long long *         positions)
{
  const TPixel       minimum = extrema->minimum;
  const TPixel       maximum = extrema->maximum;
  const std::size_t  pixels = rows.length * rows.rows * rows.slices;
  const std::size_t  step = std::size_t{ kernels::PointwiseThreads } * gridDim.x;
  const bool         hasMinimum = minimum < kernels::Largest<TPixel>;
  const bool         hasMaximum = maximum > kernels::Lowest<TPixel>;
  unsigned long long foundMinimum = hasMinimum ? ExtremaPositions::NoPixel : 0;
  unsigned long long foundMaximum = hasMaximum ? ExtremaPositions::NoPixel : 0;
  for (std::size_t i = std::size_t{ blockIdx.x } * kernels::PointwiseThreads + threadIdx.x; i < pixels; i += step)
  {
    // Others may write them meanwhile.
    const bool mayBeMinimum = i < foundMinimum && i < *static_cast<volatile unsigned long long *>(positions);
    const bool mayBeMaximum = i < foundMaximum && i < *static_cast<volatile unsigned long long *>(positions + 1);
    if (!mayBeMinimum && !mayBeMaximum)
    {
      break;
    }
    const std::size_t line = rows.rows * rows.slices == 1 ? 0 : i / rows.length;
    const std::size_t row = line == 0 ? 0 : line % rows.rows;
    const std::size_t slice = line == 0 ? 0 : line / rows.rows;
    const TPixel      pixel = image.pixels[slice * image.stride[2] + row * image.stride[1] + (i - line * rows.length)];
    if (mayBeMinimum && pixel == minimum)
    {
      foundMinimum = i;
      atomicMin(positions, foundMinimum);
    }
    if (mayBeMaximum && pixel == maximum)
    {
      foundMaximum = i;
      atomicMin(positions + 1, foundMaximum);
    }
  }
}
} // namespace

/** Reads each pixel once: bound by memory. */
template <typename TPixel>
void
LaunchMinimumMaximum(const PointwiseInput<TPixel> & image,
                     const std::size_t (&size)[3],
                     PixelExtrema<TPixel> * result,
                     const Stream &         stream)
{
  kernels::Reduce<kernels::Extrema<TPixel>>(image, size, StoreExtrema<TPixel>{ result }, stream);
}

/** Reads each pixel once, and again, one by one, those before the later of the two extrema. */
template <typename TPixel>
void
LaunchMinimumMaximumPositions(const PointwiseInput<TPixel> & image,
                              const std::size_t (&size)[3],
                              PixelExtrema<TPixel> * result,
                              ExtremaPositions *     positions,
                              const Stream &         stream)
{
  static_assert(sizeof(*positions) == 2 * sizeof(unsigned long long));
  LaunchMinimumMaximum(image, size, result, stream);
  Check(cudaMemsetAsync(positions, 0xff, sizeof(*positions), stream.GetHandle()), "cudaMemsetAsync");
  auto                         input = image;
  std::size_t                  lengths[3]{ size[0], size[1], size[2] };
  const kernels::PointwiseRows rows = kernels::JoinAxes(lengths, input);
  const auto                   pixels = static_cast<std::ptrdiff_t>(rows.length * rows.rows * rows.slices);
  const auto                   kernel = FindExtremaKernel<TPixel>;
  const auto blocks = std::min(kernels::CountResidentBlocks(kernel, kernels::PointwiseThreads, 0, stream),
                               kernels::DivideUp<std::ptrdiff_t>(pixels, kernels::PointwiseThreads));
  kernels::Launch("FindExtremaKernel",
                  kernel,
                  { blocks, kernels::PointwiseThreads },
                  stream,
                  rows,
                  input,
                  static_cast<const PixelExtrema<TPixel> *>(result),
                  reinterpret_cast<unsigned long long *>(positions));
}

#define ITK_INSTANTIATE(type)                                                                     \
  template void LaunchMinimumMaximum(                                                             \
    const PointwiseInput<type> &, const std::size_t(&)[3], PixelExtrema<type> *, const Stream &); \
  template void LaunchMinimumMaximumPositions(                                                    \
    const PointwiseInput<type> &, const std::size_t(&)[3], PixelExtrema<type> *, ExtremaPositions *, const Stream &);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
