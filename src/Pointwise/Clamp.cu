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
struct Clamp
{
  static constexpr bool IsCostly = true;

  TOutput lower;
  TOutput upper;

  __device__ TOutput
  operator()(TInput pixel) const
  {
    // In double, as the parent, or in integers that come to the same.
    constexpr bool areSmall = sizeof(TInput) < 4 && sizeof(TOutput) < 4;
    constexpr bool areIntegers = std::is_integral_v<TInput> && std::is_integral_v<TOutput>;
    using Wide = std::conditional_t<areSmall, int, std::conditional_t<areIntegers, std::int64_t, double>>;
    const auto value = static_cast<Wide>(pixel);
    if (value < lower)
    {
      return lower;
    }
    return value > upper ? upper : kernels::CastLikeX86<TOutput>(pixel);
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchClamp(const PointwiseImages<TOutput, TInput> & images, TOutput lower, TOutput upper, const Stream & stream)
{
  kernels::RunPointwise(Clamp<TOutput, TInput>{ lower, upper }, images, stream);
}

#define ITK_INSTANTIATE(output, input) \
  template void LaunchClamp(const PointwiseImages<output, input> &, output, output, const Stream &);
ITK_FOR_EACH_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
