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
#include <cfloat>

namespace itk::device
{
namespace
{
/** With a relative error of 2^-23, in one instruction. */
__device__ float
Reciprocal(float value)
{
  float result;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
}

template <typename TOutput, typename TInput1, typename TInput2>
struct Divide
{
  __device__ TOutput
  operator()(TInput1 a, TInput2 b) const
  {
    // What ITK takes for zero.
    constexpr auto zero = static_cast<float>(0.1 * FLT_EPSILON);
    if constexpr (sizeof(TInput1) == 1 && sizeof(TInput2) == 1)
    {
      // The quotient of a + 1/2 is at least 1/510 away from any integer, more than the reciprocal makes it wrong. Sums make
      // and truncate floats, as the device makes four times as many of them as conversions.
      const float numerator = __int_as_float(0x4b000000 | a) - 8388607.5f;
      const float denominator = __int_as_float(0x4b000000 | b) - 8388608.0f;
      const int   quotient = __float_as_int(__fmaf_rz(numerator, Reciprocal(denominator), 8388608.0f)) & 0xff;
      return b == 0 ? kernels::Largest<TOutput> : static_cast<TOutput>(quotient);
    }
    else if constexpr (std::is_integral_v<TInput2>)
    {
      return b == 0 ? kernels::Largest<TOutput> : kernels::CastLikeX86<TOutput>(a / b);
    }
    else
    {
      return fabsf(b) <= zero ? kernels::Largest<TOutput> : kernels::CastLikeX86<TOutput>(a / b);
    }
  }
};
} // namespace

template <typename TOutput, typename TInput1, typename TInput2>
void
LaunchDivide(const PointwiseImages<TOutput, TInput1, TInput2> & images, const Stream & stream)
{
  kernels::RunPointwise(Divide<TOutput, TInput1, TInput2>{}, images, stream);
}

#define ITK_INSTANTIATE(output, input1, input2) \
  template void LaunchDivide(const PointwiseImages<output, input1, input2> &, const Stream &);
ITK_FOR_EACH_USUAL_TRIPLE(ITK_INSTANTIATE)
} // namespace itk::device
