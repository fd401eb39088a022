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
#ifndef itkCudaSeparableConvolutionForTesting_h
#define itkCudaSeparableConvolutionForTesting_h

#include "itkCudaFilterTesting.h"
#include "itkNeighborhood.h"
#include <cmath>

namespace itk::DeviceTesting
{
/** How far a separable convolution on the device may be from the parent's.
 *
 * u = 2^-24, n coefficients in all, D axes. A sum of products by fused multiply-adds has an error of at most its number
 * of terms times u times the sum S of their magnitudes, and a coefficient's rounding to float adds u S: over all axes
 * (n + D) u S, to first order. The parent sums in double, and rounds images between two axes and the output to float:
 * D u S. Terms of second order are less than 1 %. S is at most the largest magnitude in the image, as the magnitudes of
 * the coefficients add up to at most 1 on every axis. With up to 150 coefficients this is less than 1e-5 of it. */
inline double
GetTolerance(SizeValueType numberOfCoefficients, unsigned int dimension, double largestMagnitude)
{
  return 1.01 * (numberOfCoefficients + 2.0 * dimension) * std::ldexp(1.0, -24) * largestMagnitude;
}

/** Any coefficients along `axis` whose magnitudes add up to 1. */
template <unsigned int VDimension>
Neighborhood<double, VDimension>
PickOperator(Random & random, unsigned int axis, SizeValueType length)
{
  Neighborhood<double, VDimension> coefficients;
  Size<VDimension>                 radius{};
  radius[axis] = length;
  coefficients.SetRadius(radius);
  double sum = 0;
  for (double & coefficient : coefficients.GetBufferReference())
  {
    coefficient = static_cast<int>(Pick(random, 0, 2000)) - 1000.5;
    sum += std::abs(coefficient);
  }
  for (double & coefficient : coefficients.GetBufferReference())
  {
    coefficient /= sum;
  }
  return coefficients;
}

} // namespace itk::DeviceTesting

#endif
