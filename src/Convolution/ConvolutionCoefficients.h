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
#ifndef ConvolutionCoefficients_h
#define ConvolutionCoefficients_h

#include <cstddef>
#include <vector>

namespace itk::device::convolution
{
/** A kernel of 2 radius + 1 coefficients an axis, always in three dimensions, axis 0 fastest. */
struct Coefficients
{
  int                 radius[3];
  std::vector<double> values;

  double
  GetSumOfMagnitudes() const;

  bool
  AreNotNegative() const;

  /** Whether sums of products with integers of a magnitude of at most `largest` are exact in any order, in a type of so many binary
   * digits: all terms are multiples of one power of 2, and no sum reaches 2^digits times it. */
  bool
  GiveExactSums(double largest, int digits) const;

  /** Whether all coefficients are the same: of as many sums as there are, one is an integer but for its roundings, and in
   * doubt by any method. */
  bool
  IsBox() const;

  /** In the middle of so many squares of a side, with zeros around. */
  Coefficients
  PutIntoSquares(int side, int depth) const;

  /** Whether float holds the magnitude of every coefficient. */
  bool
  FitFloat() const;
};
} // namespace itk::device::convolution

#endif
