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

/** Coefficients in fixed point: coefficient i is about 2^-exponent values[i], and values have so many digits of a signed byte
 * each. Sums of values times pixels, to which 2^15 is added if they are signed, are rounded down to 2^-fractionBits: with their
 * sign they fit 32 bits. They begin with `start`, so that they are less than 2^fractionBits times the parent's sum, by less
 * than 1 + fractionsInDoubt; or if that is 0, they are the same. */
struct FixedPoint
{
  int                       digits;
  int                       exponent;
  int                       fractionBits;
  std::vector<std::int64_t> values;
  std::uint32_t             start;
  double                    fractionsInDoubt; // of 2^fractionBits
};

/** Of coefficients for pixels of a type, which are tried first. */
template <typename TPixel>
constexpr int FewestDigits = sizeof(TPixel) + 1;

/** A product of a digit and a pixel's byte belongs to a power of 256: there are so many. The smallest may be left out. */
template <typename TPixel>
constexpr int
CountPowers(int digits)
{
  return digits + static_cast<int>(sizeof(TPixel)) - 1;
}
template <typename TPixel>
constexpr int
CountPowersLeftOut(int digits)
{
  return sizeof(TPixel) == 2 && digits > FewestDigits<TPixel> ? 1 : 0;
}

/** A sum has a part for each power of 256. By how many bits the second greatest one is shifted to the left; others by multiples
 * of 8 more or less. It is to be from 0 to 8: then the two greatest are shifted to the left, and others to the right. */
template <typename TPixel>
constexpr int
GetLeftShift(int digits, int exponent, int fractionBits)
{
  return 8 * (CountPowers<TPixel>(digits) - 2) - exponent + fractionBits;
}

/** The widest kernel that LaunchFixedPoint takes, and the tallest, whose input rows shared memory holds. */
constexpr int WidestFixedPoint = 37;
constexpr int TallestFixedPoint = 63;

/** The fixed point of fewest digits in which about one output in 512 at most is in doubt, or with a digit more one in 64, for
 * pixels; none if there is no such one, or LaunchFixedPoint does not take the kernel. */
template <typename TPixel>
std::optional<FixedPoint>
FindFixedPoint(const Coefficients & coefficients);

/** Sums of integers on the tensor cores, exact in fixed point; outputs that these leave in doubt are computed as the parent
 * does, with `task.coefficients`. Of small kernels bound by instructions and what they wait for, in about equal parts in
 * products, in rounding and in reading; registers hold 16 to 24 warps, which fill three of five places to issue one. Of large
 * kernels bound by the tensor cores: at 31 x 31 each has a product of 16 x 32 and 32 x 8 bytes every 10 cycles. */
template <typename TPixel>
void
LaunchFixedPoint(const Task<TPixel, TPixel> & task,
                 const Coefficients &         coefficients,
                 const FixedPoint &           fixedPoint,
                 const Stream &               stream);
} // namespace itk::device::convolution

#endif
