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
#ifndef Reduce_cuh
#define Reduce_cuh

#include "Kernels/VectorWalk.cuh"
#include "itkDeviceBuffer.h"
#include <cub/block/block_reduce.cuh>

namespace itk::device::kernels
{
/** Of a fixed number, so that sums of floating-point numbers do not depend on the device. */
constexpr int ReduceBlocks = 1024;

/** Least and greatest pixel. NaNs are passed over; of -0 and +0 either may be the one that is found. */
template <typename TPixel>
struct Extrema
{
  TPixel minimum;
  TPixel maximum;

  __device__ static Extrema
  Begin()
  {
    return { Largest<TPixel>, Lowest<TPixel> };
  }

  __device__ void
  Add(TPixel pixel)
  {
    minimum = pixel < minimum ? pixel : minimum;
    maximum = pixel > maximum ? pixel : maximum;
  }

  template <int VWidth>
  __device__ void
  AddVector(const TPixel (&pixels)[VWidth])
  {
    if constexpr (std::is_same_v<TPixel, std::uint8_t> && VWidth == 16)
    {
      // Two pixels of a register at once.
      std::uint32_t words[4];
      std::memcpy(words, pixels, sizeof(words));
      std::uint32_t least = 0xffffffff;
      std::uint32_t most = 0;
#pragma unroll
      for (const std::uint32_t word : words)
      {
        const std::uint32_t even = word & 0x00ff00ff;
        const std::uint32_t odd = __byte_perm(word, 0, 0x4341);
        least = __vminu2(least, __vminu2(even, odd));
        most = __vmaxu2(most, __vmaxu2(even, odd));
      }
      this->Add(static_cast<TPixel>(min(least & 0xffff, least >> 16)));
      this->Add(static_cast<TPixel>(max(most & 0xffff, most >> 16)));
    }
    else
    {
#pragma unroll
      for (const TPixel pixel : pixels)
      {
        this->Add(pixel);
      }
    }
  }

  __device__ void
  Merge(const Extrema & other)
  {
    minimum = other.minimum < minimum ? other.minimum : minimum;
    maximum = other.maximum > maximum ? other.maximum : maximum;
  }
};

/** Extrema, and sums of the pixels and their squares: exact for integers, but for the squares of 32-bit ones. */
template <typename TPixel>
struct Moments
{
  static constexpr bool IsSmallInteger = std::is_integral_v<TPixel> && sizeof(TPixel) < 4;

  Extrema<TPixel>                                                      extrema;
  std::conditional_t<std::is_integral_v<TPixel>, std::int64_t, double> sum;
  std::conditional_t<IsSmallInteger, std::uint64_t, double>            sumOfSquares;

  __device__ static Moments
  Begin()
  {
    return { Extrema<TPixel>::Begin(), 0, 0 };
  }

  __device__ void
  Add(TPixel pixel)
  {
    extrema.Add(pixel);
    sum += pixel;
    if constexpr (IsSmallInteger)
    {
      sumOfSquares += static_cast<std::uint32_t>(pixel) * static_cast<std::uint32_t>(pixel);
    }
    else
    {
      sumOfSquares += static_cast<double>(pixel) * static_cast<double>(pixel);
    }
  }

  template <int VWidth>
  __device__ void
  AddVector(const TPixel (&pixels)[VWidth])
  {
    if constexpr (std::is_same_v<TPixel, std::uint8_t> && VWidth == 16)
    {
      // Four products at once.
      std::uint32_t words[4];
      std::memcpy(words, pixels, sizeof(words));
      std::uint32_t vectorsSum = 0;
      std::uint32_t vectorsSumOfSquares = 0;
#pragma unroll
      for (const std::uint32_t word : words)
      {
        vectorsSum = __dp4a(word, 0x01010101u, vectorsSum);
        vectorsSumOfSquares = __dp4a(word, word, vectorsSumOfSquares);
      }
      extrema.AddVector(pixels);
      sum += vectorsSum;
      sumOfSquares += vectorsSumOfSquares;
    }
    else if constexpr (IsSmallInteger)
    {
      std::int32_t  vectorsSum = 0;
      std::uint64_t vectorsSumOfSquares = 0;
#pragma unroll
      for (const TPixel pixel : pixels)
      {
        const auto square = static_cast<std::uint32_t>(pixel) * static_cast<std::uint32_t>(pixel);
        vectorsSum += pixel;
        vectorsSumOfSquares += square;
      }
      extrema.AddVector(pixels);
      sum += vectorsSum;
      sumOfSquares += vectorsSumOfSquares;
    }
    else
    {
#pragma unroll
      for (const TPixel pixel : pixels)
      {
        this->Add(pixel);
      }
    }
  }

  __device__ void
  Merge(const Moments & other)
  {
    extrema.Merge(other.extrema);
    sum += other.sum;
    sumOfSquares += other.sumOfSquares;
  }
};

template <typename TAccumulator>
__device__ TAccumulator
ReduceBlock(const TAccumulator & value)
{
  using BlockReduce = cub::BlockReduce<TAccumulator, PointwiseThreads>;
  __shared__ typename BlockReduce::TempStorage storage;
  return BlockReduce(storage).Reduce(value, [](TAccumulator a, const TAccumulator & b) {
    a.Merge(b);
    return a;
  });
}

template <int VWidth, int VCount, typename TAccumulator, typename TPixel>
__global__ void
__launch_bounds__(PointwiseThreads)
  ReduceKernel(PointwiseRows rows, PointwiseInput<TPixel> input, TAccumulator * accumulators)
{
  TAccumulator accumulator = TAccumulator::Begin();
  ForEachVectorOfRows<VWidth, VCount>(
    rows,
    [&](const auto & values) {
#pragma unroll
      for (const auto & vector : values.vectors)
      {
        accumulator.AddVector(vector);
      }
    },
    input);
  const TAccumulator total = ReduceBlock(accumulator);
  if (threadIdx.x == 0)
  {
    accumulators[blockIdx.x] = total;
  }
}

template <typename TAccumulator, typename TFinish>
__global__ void
__launch_bounds__(PointwiseThreads) FinishReduction(const TAccumulator * accumulators, TFinish finish)
{
  TAccumulator accumulator = accumulators[threadIdx.x];
#pragma unroll
  for (int i = PointwiseThreads; i < ReduceBlocks; i += PointwiseThreads)
  {
    accumulator.Merge(accumulators[i + threadIdx.x]);
  }
  const TAccumulator total = ReduceBlock(accumulator);
  if (threadIdx.x == 0)
  {
    finish(total);
  }
}

/** Enqueues finish(accumulator), in one thread on the device, with what TAccumulator makes of all pixels of an image of
 * `size`. Their order is fixed: two runs, on whatever devices, give the same bits. Reads each pixel once, bound by memory. */
template <typename TAccumulator, typename TPixel, typename TFinish>
void
Reduce(PointwiseInput<TPixel> input, const std::size_t (&size)[3], const TFinish & finish, const Stream & stream)
{
  constexpr int       width = 16 / sizeof(TPixel);
  std::size_t         lengths[3]{ size[0], size[1], size[2] };
  const PointwiseRows rows = JoinAxes(lengths, input);
  const Buffer        accumulators(ReduceBlocks * sizeof(TAccumulator), stream);
  const auto          kernel = IsAligned(input, rows, width) ? ReduceKernel<width, 4, TAccumulator, TPixel>
                                                             : ReduceKernel<1, 8, TAccumulator, TPixel>;
  auto * const        data = accumulators.As<TAccumulator>();
  Launch("ReduceKernel", kernel, { ReduceBlocks, PointwiseThreads }, stream, rows, input, data);
  Launch("FinishReduction", FinishReduction<TAccumulator, TFinish>, { 1, PointwiseThreads }, stream, data, finish);
}
} // namespace itk::device::kernels

#endif
