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
#include "Kernels/PixelTypes.h"
#include "itkShiftScaleCounters.h"

namespace itk::device
{
namespace
{
/** Counts, besides, the pixels that are clamped. */
template <typename TOutput, typename TInput>
struct CountingShiftScale : ShiftScale<TOutput, TInput>
{
  using Superclass = ShiftScale<TOutput, TInput>;

  unsigned long long * counts;
  unsigned int         underflows;
  unsigned int         overflows;

  __device__ TOutput
  operator()(TInput pixel)
  {
    const double value = this->Compute(pixel);
    underflows += Superclass::IsUnderflow(value);
    overflows += Superclass::IsOverflow(value);
    return Superclass::Clamp(value);
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
  Check(cudaMemsetAsync(counts, 0, 2 * ShiftScaleCounters * sizeof(*counts), stream.GetHandle()), "cudaMemsetAsync");
  kernels::RunPointwise(CountingShiftScale<TOutput, TInput>{ { shift, scale }, counts, 0, 0 }, images, stream);
}

#define ITK_INSTANTIATE(output, input) \
  template void LaunchShiftScale(      \
    const PointwiseImages<output, input> &, double, double, unsigned long long *, const Stream &);
ITK_FOR_EACH_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
