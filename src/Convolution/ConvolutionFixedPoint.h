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
 * byte each. */
struct FixedPoint
{
  int                       digits;
  int                       exponent;
  std::vector<std::int64_t> values;
  // What exact sums of pixels times values may be from 2^exponent times the parent's.
  std::int64_t error;
};

/** The widest kernel that LaunchFixedPoint takes, and the tallest, whose input rows shared memory holds. */
constexpr int WidestFixedPoint = 37;
constexpr int TallestFixedPoint = 63;

/** The fixed point of fewest digits in which about one output in 512 at most is in doubt, or with a digit more one in 64, for
 * pixels whose type has so many bytes; none if there is no such one, or LaunchFixedPoint does not take the kernel. */
std::optional<FixedPoint>
FindFixedPoint(const Coefficients & coefficients, std::size_t bytes);

/** Sums of integers on the tensor cores, exact in fixed point; outputs that these leave in doubt are computed as the parent
 * does, with `task.coefficients`. Bound by the latency of what a warp does between two barriers. */
template <typename TPixel>
void
LaunchFixedPoint(const Task<TPixel, TPixel> & task,
                 const Coefficients &         coefficients,
                 const FixedPoint &           fixedPoint,
                 const Stream &               stream);
} // namespace itk::device::convolution

#endif
