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
#ifndef ConvolutionRounding_h
#define ConvolutionRounding_h

#include <cmath>

namespace itk::device::convolution
{
/** How integers are made of sums in double that may be at some distance from the parent's. */
struct Rounding
{
  /** Sums are rounded to so many bits behind the point. */
  static constexpr int FractionBits = 16;
  /** So much that one output in 128 is in doubt. */
  static constexpr double MostDistance = 0x1p-8 - 0x1p-16;

  /** The distance is at most MostDistance. */
  Rounding(double distanceOfSums, bool areSumsPositive)
    : distance(distanceOfSums)
    , isPositive(areSumsPositive)
  {
    // And half a unit, as the fraction is rounded, up perhaps.
    const double half = std::ceil(std::ldexp(distance, FractionBits) + 0.5);
    toFraction = std::ldexp(1.5, 52 - FractionBits) + std::ldexp(half, -FractionBits);
    doubtful = static_cast<unsigned int>(2.0 * half) + 1;
  }

  // What makes a sum's last bits count 2^-FractionBits, with half of `doubtful` added.
  double toFraction;
  // How many fractions may be in doubt, from 0 on.
  unsigned int doubtful;
  // From the parent's sums, which is more than the largest one; 0 if all are the same.
  double distance;
  // Whether no sum is negative.
  bool isPositive;
};
} // namespace itk::device::convolution

#endif
