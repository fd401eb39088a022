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
struct Abs
{
  __device__ TOutput
  operator()(TInput pixel) const
  {
    if constexpr (std::is_integral_v<TInput>)
    {
      using Magnitude = std::make_unsigned_t<TInput>;
      return static_cast<TOutput>(static_cast<Magnitude>(pixel >= TInput{ 1 } ? pixel : -pixel));
    }
    else
    {
      return kernels::CastLikeX86<TOutput>(pixel < 0 ? -pixel : pixel);
    }
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchAbs(const PointwiseImages<TOutput, TInput> & images, const Stream & stream)
{
  kernels::RunPointwise(Abs<TOutput, TInput>{}, images, stream);
}

#define ITK_INSTANTIATE(output, input) template void LaunchAbs(const PointwiseImages<output, input> &, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
