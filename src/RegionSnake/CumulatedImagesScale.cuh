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
#ifndef CumulatedImagesScale_cuh
#define CumulatedImagesScale_cuh

#include "CumulatedImagesCore.h"
#include "itkDeviceBuffer.h"
#include "Device/itkDeviceCheck.h"
#include "itkDeviceImageView.h"
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
__global__ void
SetSummary(CumulatedImagesSummary * summary, PixelScale scale)
{
  *summary = CumulatedImagesSummary{ scale, RegionSums{} };
}

/** The block's accumulators, a thread each, merged as PixelStatistics says; the result is that of thread 0. */
__device__ PixelStatistics
MergeInBlock(const PixelStatistics & accumulator)
{
  __shared__ PixelStatistics accumulators[PixelStatistics::NumberOfAccumulators];
  accumulators[threadIdx.x] = accumulator;
  for (int half = PixelStatistics::NumberOfAccumulators / 2; half > 0; half /= 2)
  {
    __syncthreads();
    if (threadIdx.x < half)
    {
      accumulators[threadIdx.x].Add(accumulators[threadIdx.x + half]);
    }
  }
  return accumulators[threadIdx.x];
}

__global__ void
__launch_bounds__(PixelStatistics::NumberOfAccumulators) SumRow(ImageView<const float, 2> input, PixelStatistics * rows)
{
  const float * const row = input.data + blockIdx.x * input.stride[1];
  PixelStatistics     accumulator{};
#pragma unroll 8
  for (std::size_t x = threadIdx.x; x < input.size[0]; x += PixelStatistics::NumberOfAccumulators)
  {
    accumulator.Add(row[x]);
  }
  accumulator = MergeInBlock(accumulator);
  if (threadIdx.x == 0)
  {
    rows[blockIdx.x] = accumulator;
  }
}

__global__ void
__launch_bounds__(PixelStatistics::NumberOfAccumulators)
  SumRows(const PixelStatistics * rows, std::size_t numberOfRows, CumulatedImagesSummary * summary)
{
  PixelStatistics accumulator{};
#pragma unroll 4
  for (std::size_t y = threadIdx.x; y < numberOfRows; y += PixelStatistics::NumberOfAccumulators)
  {
    accumulator.Add(rows[y]);
  }
  accumulator = MergeInBlock(accumulator);
  if (threadIdx.x == 0)
  {
    *summary = CumulatedImagesSummary{ ChooseScale(accumulator), RegionSums{} };
  }
}

/** Reads the image once, 4 bytes a pixel, which is what bounds it. */
inline void
ChooseScaleOnDevice(const ImageView<const float, 2> & input, CumulatedImagesSummary * summary, const Stream & stream)
{
  constexpr unsigned int threads = PixelStatistics::NumberOfAccumulators;
  const std::size_t      height = input.size[1];
  const Buffer           rows(height * sizeof(PixelStatistics), stream);
  SumRow<<<static_cast<unsigned int>(height), threads, 0, stream.GetHandle()>>>(input, rows.As<PixelStatistics>());
  Check(cudaGetLastError(), "SumRow");
  SumRows<<<1, threads, 0, stream.GetHandle()>>>(rows.As<PixelStatistics>(), height, summary);
  Check(cudaGetLastError(), "SumRows");
}
} // namespace
} // namespace itk::device

#endif
