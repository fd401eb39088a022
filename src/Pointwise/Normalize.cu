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
#include "Kernels/Reduce.cuh"

namespace itk::device
{
namespace
{
struct Standardization
{
  double shift;
  double scale;
};

/** Shift and scale to mean 0 and variance 1, as StatisticsImageFilter and NormalizeImageFilter compute them. */
template <typename TInput>
struct ComputeStandardization
{
  double            count;
  Standardization * result;

  __device__ void
  operator()(const kernels::Moments<TInput> & moments) const
  {
    const auto   sum = static_cast<double>(moments.sum);
    const double variance = (static_cast<double>(moments.sumOfSquares) - sum * sum / count) / (count - 1);
    *result = { -(sum / count), 1.0 / sqrt(variance) };
  }
};

template <typename TOutput, typename TInput>
struct Normalize : ShiftScale<TOutput, TInput>
{
  static constexpr bool IsCostly = true;

  const Standardization * standardization;

  __device__ void
  Prepare()
  {
    this->shift = standardization->shift;
    this->scale = standardization->scale;
  }

  __device__ TOutput
  operator()(TInput pixel) const
  {
    return this->Clamp(this->Compute(pixel));
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchNormalize(const PointwiseImages<TOutput, TInput> & images,
                const PointwiseInput<TInput> &           whole,
                const std::size_t (&size)[3],
                const Stream & stream)
{
  const Buffer buffer(sizeof(Standardization), stream);
  auto * const standardization = buffer.As<Standardization>();
  const auto   count = static_cast<double>(size[0] * size[1] * size[2]);
  kernels::Reduce<kernels::Moments<TInput>>(
    whole, size, ComputeStandardization<TInput>{ count, standardization }, stream);
  kernels::RunPointwise(Normalize<TOutput, TInput>{ {}, standardization }, images, stream);
}

#define ITK_INSTANTIATE(output, input) \
  template void LaunchNormalize(       \
    const PointwiseImages<output, input> &, const PointwiseInput<input> &, const std::size_t(&)[3], const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
