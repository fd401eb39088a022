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
#ifndef ConvolutionFixedPoint_h
#define ConvolutionFixedPoint_h

#include "ConvolutionCoefficients.h"
#include "itkDeviceStream.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace itk::device::convolution
{
template <typename TInput, typename TOutput>
struct Task;

/** Coefficients in fixed point: coefficient i is about 2^-exponent values[i], and values have so many digits of a signed
 * byte each. The parent's sum is about 2^-exponent times the sum of pixels times values, and `offset`. */
struct FixedPoint
{
  int                       digits;
  int                       exponent;
  std::vector<std::int64_t> values;
  // Of pixels in the middle of their range, what the values leave of the coefficients.
  std::int64_t offset;
  // What exact sums, with the offset, may be from 2^exponent times the parent's.
  std::int64_t error;
};

/** Of coefficients for pixels of a type, which are tried first; with more of them, exponents may be greater than 31. */
template <typename TPixel>
constexpr int FewestDigits = sizeof(TPixel) + 1;

/** The widest kernel that LaunchFixedPoint takes, and the tallest, whose input rows shared memory holds. */
constexpr int WidestFixedPoint = 37;
constexpr int TallestFixedPoint = 63;

/** The fixed point of fewest digits in which about one output in 512 at most is in doubt, or with a digit more one in 64, for
 * pixels; none if there is no such one, or LaunchFixedPoint does not take the kernel. */
template <typename TPixel>
std::optional<FixedPoint>
FindFixedPoint(const Coefficients & coefficients);

/** Sums of integers on the tensor cores, exact in fixed point; outputs that these leave in doubt are computed as the parent
 * does, with `task.coefficients`. Bound by the latency of a warp's instructions: registers hold 16 to 20 warps, which fill
 * three of five places to issue one. */
template <typename TPixel>
void
LaunchFixedPoint(const Task<TPixel, TPixel> & task,
                 const Coefficients &         coefficients,
                 const FixedPoint &           fixedPoint,
                 const Stream &               stream);
} // namespace itk::device::convolution

#endif
