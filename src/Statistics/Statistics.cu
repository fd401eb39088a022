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
#include "itkCudaStatisticsLaunch.h"
#include "Kernels/Instantiate.h"
#include "Kernels/Reduce.cuh"

namespace itk::device
{
namespace
{
template <typename TPixel>
struct StoreStatistics
{
  PixelStatistics<TPixel> * result;

  __device__ void
  operator()(const kernels::Moments<TPixel> & moments) const
  {
    *result = { moments.extrema.minimum,
                moments.extrema.maximum,
                static_cast<double>(moments.sum),
                static_cast<double>(moments.sumOfSquares) };
  }
};
} // namespace

/** Reads each pixel once: bound by memory. */
template <typename TPixel>
void
LaunchStatistics(const PointwiseInput<TPixel> & image,
                 const std::size_t (&size)[3],
                 PixelStatistics<TPixel> * result,
                 const Stream &            stream)
{
  // What lies between its members is read, too.
  Check(cudaMemsetAsync(result, 0, sizeof(*result), stream.GetHandle()), "cudaMemsetAsync");
  kernels::Reduce<kernels::Moments<TPixel>>(image, size, StoreStatistics<TPixel>{ result }, stream);
}

#define ITK_INSTANTIATE(type)     \
  template void LaunchStatistics( \
    const PointwiseInput<type> &, const std::size_t(&)[3], PixelStatistics<type> *, const Stream &);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
