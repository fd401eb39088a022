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
#ifndef HistogramKernel_cuh
#define HistogramKernel_cuh

#include "Histogram/PixelClassifierCore.h"
#include "Kernels/Reduce.cuh"
#include "Kernels/VectorWalk.cuh"

namespace itk::device
{
/** The values of 8-bit pixels as their classes. */
struct ValueClassifier
{
  __device__ int
  Find(std::uint8_t pixel) const
  {
    return pixel;
  }
};

/** Calls take(pixel) for the pixels that count. */
template <int VWidth, bool VIsMasked, typename TPixel, typename TTake>
__device__ void
ForEachCountedPixel(const kernels::PointwiseRows & rows,
                    const PointwiseInput<TPixel> & image,
                    const HistogramMask &          mask,
                    const TTake &                  take)
{
  const auto visit = [&](const auto & pixels, const auto &... masks) {
#pragma unroll
    for (int i = 0; i < static_cast<int>(std::extent_v<decltype(pixels.vectors), 0>); ++i)
    {
#pragma unroll
      for (int j = 0; j < static_cast<int>(std::extent_v<decltype(pixels.vectors), 1>); ++j)
      {
        if (((masks.vectors[i][j] == mask.value) && ...))
        {
          take(pixels.vectors[i][j]);
        }
      }
    }
  };
  if constexpr (VIsMasked)
  {
    kernels::ForEachVectorOfRows<VWidth, 4>(rows, visit, image, mask.image);
  }
  else
  {
    kernels::ForEachVectorOfRows<VWidth, 4>(rows, visit, image);
  }
}

/** Each block counts in shared memory, where the lanes of a warp have counters of their own as far as there is room for
 * 2^log2OfCopies of each: no two of a bank meet, whatever the image is, and memory is the bound. */
template <int VWidth, bool VIsMasked, typename TPixel, typename TClassifier>
__global__ void
__launch_bounds__(kernels::PointwiseThreads) CountKernel(kernels::PointwiseRows rows,
                                                         PointwiseInput<TPixel> image,
                                                         HistogramMask          mask,
                                                         TClassifier            classifier,
                                                         int                    classes,
                                                         int                    log2OfCopies,
                                                         unsigned long long *   counts)
{
  extern __shared__ std::uint32_t counters[];
  const int                       copies = 1 << log2OfCopies;
  for (int i = threadIdx.x; i < classes << log2OfCopies; i += kernels::PointwiseThreads)
  {
    counters[i] = 0;
  }
  __syncthreads();

  std::uint32_t * const ownCounters = counters + (threadIdx.x & (copies - 1));
  ForEachCountedPixel<VWidth, VIsMasked>(
    rows, image, mask, [&](TPixel pixel) { atomicAdd(ownCounters + (classifier.Find(pixel) << log2OfCopies), 1u); });

  __syncthreads();
  for (int i = threadIdx.x; i < classes; i += kernels::PointwiseThreads)
  {
    std::uint32_t sum = 0;
    for (int copy = 0; copy < copies; ++copy)
    {
      sum += counters[(i << log2OfCopies) + ((copy + threadIdx.x) & (copies - 1))];
    }
    if (sum > 0)
    {
      atomicAdd(counts + i, static_cast<unsigned long long>(sum));
    }
  }
}

template <int VWidth, typename TPixel>
__global__ void
__launch_bounds__(kernels::PointwiseThreads) MaskedExtremaKernel(kernels::PointwiseRows     rows,
                                                                 PointwiseInput<TPixel>     image,
                                                                 HistogramMask              mask,
                                                                 kernels::Extrema<TPixel> * results)
{
  auto extrema = kernels::Extrema<TPixel>::Begin();
  ForEachCountedPixel<VWidth, true>(rows, image, mask, [&](TPixel pixel) { extrema.Add(pixel); });
  const auto total = kernels::ReduceBlock(extrema);
  if (threadIdx.x == 0)
  {
    results[blockIdx.x] = total;
  }
}
} // namespace itk::device

#endif
