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
#ifndef ShiftScale_cuh
#define ShiftScale_cuh

#include "Kernels/Pointwise.cuh"

namespace itk::device
{
/** (pixel + shift) scale in double, clamped to the output's range before it is cast. */
template <typename TOutput, typename TInput>
struct ShiftScale
{
  double shift;
  double scale;

  __device__ double
  Compute(TInput pixel) const
  {
    return (kernels::ToDouble(pixel) + shift) * scale;
  }

  __device__ static bool
  IsUnderflow(double value)
  {
    return value < static_cast<double>(kernels::Lowest<TOutput>);
  }

  __device__ static bool
  IsOverflow(double value)
  {
    return value > static_cast<double>(kernels::Largest<TOutput>);
  }

  __device__ static TOutput
  Clamp(double value)
  {
    // By selections: branches, as which the compiler takes nested expressions, cost more than a cast.
    TOutput result = CastClamped(value);
    result = IsUnderflow(value) ? kernels::Lowest<TOutput> : result;
    return IsOverflow(value) ? kernels::Largest<TOutput> : result;
  }

private:
  /** What is between the output's extrema, or NaN, of which the low bits are 0; else anything. */
  __device__ static TOutput
  CastClamped(double value)
  {
    if constexpr (std::is_unsigned_v<TOutput> && sizeof(TOutput) < 4)
    {
      return static_cast<TOutput>(kernels::TruncateMagnitude(value));
    }
    else
    {
      return kernels::CastLikeX86<TOutput>(value);
    }
  }
};
} // namespace itk::device

#endif
