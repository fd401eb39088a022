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
#include "Kernels/Pointwise.cuh"

namespace itk::device
{
namespace
{
template <typename TOutput, typename TInput>
struct Sqrt
{
  static constexpr bool IsCostly = true;

  __device__ TOutput
  operator()(TInput pixel) const
  {
    // Rounded to float, a square root of double is that of float; truncated, that of an integer of 16 bits, too.
    if constexpr (sizeof(TInput) <= 2 || (std::is_same_v<TInput, float> && std::is_same_v<TOutput, float>))
    {
      return kernels::CastLikeX86<TOutput>(__fsqrt_rn(static_cast<float>(pixel)));
    }
    else
    {
      return kernels::CastLikeX86<TOutput>(sqrt(kernels::ToDouble(pixel)));
    }
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchSqrt(const PointwiseImages<TOutput, TInput> & images, const Stream & stream)
{
  kernels::RunPointwise(Sqrt<TOutput, TInput>{}, images, stream);
}

#define ITK_INSTANTIATE(output, input) template void LaunchSqrt(const PointwiseImages<output, input> &, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
