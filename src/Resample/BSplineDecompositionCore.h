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
#ifndef BSplineDecompositionCore_h
#define BSplineDecompositionCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstddef>

/** \file
 * The arithmetic of itk::BSplineDecompositionImageFilter for order 3, operation by operation, in segments of a line. */
namespace itk::device::resample
{
/** What a line's recursions take, for lines of `length` pixels. */
struct BSplineLine
{
  /** Pixels before and behind a segment over which a recursion forgets where it began: pole^32 is 5e-19. */
  static constexpr int Margin = 32;
  static constexpr int PixelsOfSegment = 64;
  static constexpr int PixelsOfWindow = PixelsOfSegment + 2 * Margin;
  /** Of the first pixel's sum over the line, whose further terms are below 1e-10, ITK's tolerance. */
  static constexpr int Horizon = 18;

  std::ptrdiff_t length;
  double         pole;
  double         gain;
  double         inversePole;
  double         lastPower; // of the pole, for the last pixel of a line of up to Horizon pixels
  double         lastGain;

  BSplineLine() = default;

  explicit BSplineLine(std::ptrdiff_t pixels)
    : length(pixels)
    , pole(std::sqrt(3.0) - 2.0)
    , gain(1.0 * (1.0 - pole) * (1.0 - 1.0 / pole))
    , inversePole(1.0 / pole)
    , lastPower(std::pow(pole, static_cast<double>(pixels - 1)))
    , lastGain(pole / (pole * pole - 1.0))
  {}

  /** Makes coefficients of the pixels sample(first), ... of a line, up to `end`, in place; right for those that are Margin
   * away from both, or where both are the ends of the line. `sample(i)` is a double &. */
  template <typename TSample>
  ITK_HOST_DEVICE void
  Filter(std::ptrdiff_t first, std::ptrdiff_t end, const TSample & sample) const
  {
    const int count = static_cast<int>(end - first);
    if (length == 1)
    {
      return;
    }
    double state = first == 0 ? SumAtFirst(sample) : sample(0) * gain;
    sample(0) = state;
    for (int i = 1; i < count; ++i)
    {
      state = sample(i) * gain + pole * state;
      sample(i) = state;
    }
    if (count > 1)
    {
      state = lastGain * (pole * sample(count - 2) + sample(count - 1));
      sample(count - 1) = state;
    }
    for (int i = count - 2; i >= 0; --i)
    {
      state = pole * (state - sample(i));
      sample(i) = state;
    }
  }

private:
  template <typename TSample>
  ITK_HOST_DEVICE double
  SumAtFirst(const TSample & sample) const
  {
    double power = pole;
    double sum = sample(0) * gain;
    if (length > Horizon)
    {
      for (int i = 1; i < Horizon; ++i)
      {
        sum += power * (sample(i) * gain);
        power *= pole;
      }
      return sum;
    }
    const int last = static_cast<int>(length) - 1;
    double    backward = lastPower;
    sum += backward * (sample(last) * gain);
    backward *= backward * inversePole;
    for (int i = 1; i < last; ++i)
    {
      sum += (power + backward) * (sample(i) * gain);
      power *= pole;
      backward *= inversePole;
    }
    return sum / (1.0 - power * power);
  }
};
} // namespace itk::device::resample

#endif
