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
#ifndef ConvolutionSumError_h
#define ConvolutionSumError_h

#include "ConvolutionCoefficients.h"
#include "ConvolutionTask.cuh"
#include <algorithm>
#include <cmath>
#include <limits>

namespace itk::device::convolution
{
/** How far float sums may be from the parent's, which are in double. */
struct SumBound
{
  SumError error;
  // What the coefficients are to be multiplied by.
  double scale{ 1.0 };
  // The largest distance between the two that `error` says the parent's sum is between.
  double largest{ 0.0 };
};

/** What no sum of pixels times the coefficients exceeds in magnitude. */
template <typename TInput>
double
GetLargestSum(const Coefficients & coefficients)
{
  using Limits = std::numeric_limits<TInput>;
  return coefficients.GetSumOfMagnitudes() * std::max<double>(Limits::max(), -static_cast<double>(Limits::lowest()));
}

/** Whether int32 holds every sum, so that a float sum can tell what the parent's is cast to. */
template <typename TInput>
bool
FitInt32(const Coefficients & coefficients)
{
  return GetLargestSum<TInput>(coefficients) < 0x1p31;
}

/** If every term passes `roundings` roundings.
 *
 * u = 2^-24, S the sum of the magnitudes of a sum's terms. Rounding a coefficient to float adds at most u times the
 * magnitude of its term, and so does each rounding on a term's way, to first order; over all terms (roundings + 1) u S.
 * Making the lower limit of the upper one are two or three more. Terms of second order, and the parent's own error,
 * which is 2^29 times smaller, are less than 1 %.
 *
 * S is at most the sum of the coefficients' magnitudes times the largest pixel's. If the sums are of the coefficients
 * themselves, and not of what replaces them: S is the sum itself where no term is negative, and the caller scales the
 * coefficients to make the error a relative one; and there is no error where float holds all sums exactly, and int32
 * too. */
template <typename TInput>
SumBound
FindSumBound(const Coefficients & coefficients, int roundings, bool areOfCoefficients)
{
  using Limits = std::numeric_limits<TInput>;
  const double largestPixel = std::max<double>(Limits::max(), -static_cast<double>(Limits::lowest()));
  const double largestSum = GetLargestSum<TInput>(coefficients);
  const bool   isPositive = std::is_unsigned_v<TInput> && coefficients.AreNotNegative();
  const double relative = 1.01 * (roundings + 4) * std::ldexp(1.0, -24);

  SumBound bound;
  bound.error.areSmall = isPositive && largestSum < 4e6;
  if (areOfCoefficients && std::is_integral_v<TInput> && FitInt32<TInput>(coefficients) &&
      coefficients.GiveExactSums(largestPixel, std::numeric_limits<float>::digits))
  {
    return bound;
  }
  bound.largest = 2.0 * relative * largestSum;
  if (areOfCoefficients && isPositive)
  {
    bound.scale = 1.0 + relative;
    bound.error.factor = static_cast<float>(1.0 - 2.0 * relative);
  }
  else
  {
    bound.error.increase = static_cast<float>(relative * largestSum);
  }
  return bound;
}
} // namespace itk::device::convolution

#endif
