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
#include "Pointwise/ShiftScale.cuh"
#include "Kernels/Instantiate.h"
#include "itkShiftScaleCounters.h"

namespace itk::device
{
namespace
{
template <typename T>
constexpr int BitsOf = 8 * sizeof(T);

/** What an overflow adds, and an underflow 1, to what is counted of a tile, of which a thread has fewer pixels. */
constexpr unsigned int OneOverflow = 128;

/** Counts, besides, the pixels that are clamped. */
template <typename TOutput, typename TInput>
struct CountingShiftScale : ShiftScale<TOutput, TInput>
{
  using Superclass = ShiftScale<TOutput, TInput>;

  /** For 8-bit pixels: of each the result, and in the bits above it what is added to `clamped`. */
  static constexpr bool IsTabulated = sizeof(TInput) == 1 && sizeof(TOutput) <= 2;
  using Entry = std::conditional_t<sizeof(TOutput) == 1, std::uint16_t, std::uint32_t>;
  static constexpr int TilesOfBlock = IsTabulated ? 2 : 1;

  unsigned long long * counts;
  unsigned int         underflows{ 0 };
  unsigned int         overflows{ 0 };
  unsigned int         clamped{ 0 }; // what is counted of a tile
  const Entry *        entries{ nullptr };

  __device__ void
  Prepare()
  {
    if constexpr (IsTabulated)
    {
      static_assert(kernels::PointwiseThreads == 256);
      __shared__ Entry table[kernels::PointwiseThreads];
      const double     value = this->Compute(static_cast<TInput>(threadIdx.x));
      const auto       result = static_cast<std::make_unsigned_t<TOutput>>(Superclass::Clamp(value));
      const auto       added = Superclass::IsUnderflow(value) + Superclass::IsOverflow(value) * OneOverflow;
      table[threadIdx.x] = static_cast<Entry>(result | added << BitsOf<TOutput>);
      __syncthreads();
      entries = table;
    }
  }

  __device__ TOutput
  operator()(TInput pixel)
  {
    if constexpr (IsTabulated)
    {
      const unsigned int entry = entries[pixel];
      clamped += entry >> BitsOf<TOutput>;
      return static_cast<TOutput>(entry);
    }
    else
    {
      const double value = this->Compute(pixel);
      underflows += Superclass::IsUnderflow(value);
      overflows += Superclass::IsOverflow(value);
      return Superclass::Clamp(value);
    }
  }

  __device__ void
  EndTile()
  {
    if constexpr (IsTabulated)
    {
      underflows += clamped % OneOverflow;
      overflows += clamped / OneOverflow;
      clamped = 0;
    }
  }

  __device__ void
  Finish() const
  {
    // Not all to one address, for which they would wait.
    unsigned long long * const own = counts + blockIdx.x % ShiftScaleCounters * 2;
    AddOfWarp(own, underflows);
    AddOfWarp(own + 1, overflows);
  }

  __device__ static void
  AddOfWarp(unsigned long long * count, unsigned int value)
  {
    if (__any_sync(~0u, value != 0))
    {
      for (int distance = 16; distance > 0; distance /= 2)
      {
        value += __shfl_down_sync(~0u, value, distance);
      }
      if (threadIdx.x % 32 == 0)
      {
        atomicAdd(count, value);
      }
    }
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchShiftScale(const PointwiseImages<TOutput, TInput> & images,
                 double                                   shift,
                 double                                   scale,
                 unsigned long long *                     counts,
                 const Stream &                           stream)
{
  if (counts != nullptr)
  {
    Check(cudaMemsetAsync(counts, 0, 2 * ShiftScaleCounters * sizeof(*counts), stream.GetHandle()), "cudaMemsetAsync");
  }
  kernels::RunPointwise(CountingShiftScale<TOutput, TInput>{ { shift, scale }, counts }, images, stream);
}

#define ITK_INSTANTIATE(output, input) \
  template void LaunchShiftScale(      \
    const PointwiseImages<output, input> &, double, double, unsigned long long *, const Stream &);
ITK_FOR_EACH_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
