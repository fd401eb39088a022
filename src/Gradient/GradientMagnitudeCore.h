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
#ifndef GradientMagnitudeCore_h
#define GradientMagnitudeCore_h

#include "Kernels/Cast.h"
#include "itkDeviceMacro.h"
#include <cmath>
#include <type_traits>

namespace itk::device
{
/** \class GradientMagnitudeFunction
 * \brief The length of a gradient by central differences, as itk::GradientMagnitudeImageFilter finds it.
 *
 * \ingroup CudaImageFilters
 */
template <typename TOutput, unsigned int VDimension>
class GradientMagnitudeFunction
{
public:
  /** `scale[axis]` is one over the spacing, or 1. */
  explicit GradientMagnitudeFunction(const double (&scale)[VDimension])
  {
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      m_Coefficient[axis] = 0.5 * scale[axis];
      m_FloatCoefficient[axis] = static_cast<float>(m_Coefficient[axis]);
      m_AreHalves = m_AreHalves && m_Coefficient[axis] == 0.5;
    }
  }

  /** `before` and `after` are the pixels next to the one in question, along each axis.
   *
   * Float: in float, with a relative error of at most 5 2^-24 and a few of the smallest float, unless the squares do not
   * fit; then in double. Integers: the parent's, of operations on doubles one by one, and its cast; found in float where
   * that is farther from an integer than it errs. */
  ITK_HOST_DEVICE TOutput
  operator()(const float (&before)[VDimension], const float (&after)[VDimension]) const
  {
    float square = 0;
    bool  isConstant = true;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const float difference = after[axis] - before[axis];
      const float derivative = difference * m_FloatCoefficient[axis];
      square = std::fma(derivative, derivative, square);
      isConstant = isConstant && difference == 0;
    }
    if constexpr (std::is_floating_point_v<TOutput>)
    {
      if (isConstant || (square > 1e-30f && square < 1e38f))
      {
        return std::sqrt(square);
      }
    }
    else
    {
      const float magnitude = std::sqrt(square);
      const float whole = std::trunc(magnitude);
      const float rest = magnitude - whole;
      const float error = magnitude * 0x1p-21f;
      if ((rest > error || whole == 0) && rest < 1 - error)
      {
        return static_cast<TOutput>(static_cast<int>(whole));
      }
      if (m_AreHalves && magnitude < 0x1p17f)
      {
        return static_cast<TOutput>(RootOfQuarter(before, after, static_cast<int>(magnitude + 0.5f)));
      }
    }
    return kernels::CastLikeX86<TOutput>(std::sqrt(SumSquares(before, after)));
  }

private:
  /** Half of the length of the differences, which are integers, truncated; it is `nearest` or one less. No double is
   * rounded over an integer there, as the root of n^2 - 1/4 is n - 1/(8 n). */
  ITK_HOST_DEVICE static int
  RootOfQuarter(const float (&before)[VDimension], const float (&after)[VDimension], int nearest)
  {
    std::int64_t square = 0;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const auto difference = static_cast<int>(after[axis] - before[axis]);
      square += static_cast<std::int64_t>(difference) * difference;
    }
    return static_cast<std::int64_t>(2 * nearest) * (2 * nearest) <= square ? nearest : nearest - 1;
  }

  ITK_HOST_DEVICE double
  SumSquares(const float (&before)[VDimension], const float (&after)[VDimension]) const
  {
    double sum = 0;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const double coefficient = m_Coefficient[axis];
#ifdef __CUDA_ARCH__
      // No fused multiply-adds.
      const double derivative = __dsub_rn(__dmul_rn(coefficient, before[axis]), __dmul_rn(coefficient, after[axis]));
      sum = __dadd_rn(sum, __dmul_rn(derivative, derivative));
#else
      const double derivative = coefficient * before[axis] - coefficient * after[axis];
      sum += derivative * derivative;
#endif
    }
    return sum;
  }

  double m_Coefficient[VDimension];
  float  m_FloatCoefficient[VDimension];
  bool   m_AreHalves{ true };
};
} // namespace itk::device

#endif
