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
template <typename TOutput, typename TInput1, typename TInput2>
struct SquaredDifference
{
  __device__ TOutput
  operator()(TInput1 a, TInput2 b) const
  {
    if constexpr (sizeof(TInput1) == 1 && sizeof(TInput2) == 1)
    {
      const int difference = a - b;
      return static_cast<TOutput>(difference * difference);
    }
    else
    {
      const double difference = kernels::ToDouble(a) - kernels::ToDouble(b);
      return kernels::CastLikeX86<TOutput>(difference * difference);
    }
  }
};
} // namespace

template <typename TOutput, typename TInput1, typename TInput2>
void
LaunchSquaredDifference(const PointwiseImages<TOutput, TInput1, TInput2> & images, const Stream & stream)
{
  kernels::RunPointwise(SquaredDifference<TOutput, TInput1, TInput2>{}, images, stream);
}

#define ITK_INSTANTIATE(output, input1, input2) \
  template void LaunchSquaredDifference(const PointwiseImages<output, input1, input2> &, const Stream &);
ITK_FOR_EACH_USUAL_TRIPLE(ITK_INSTANTIATE)
} // namespace itk::device
