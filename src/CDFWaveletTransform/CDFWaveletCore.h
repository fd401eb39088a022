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
#ifndef CDFWaveletCore_h
#define CDFWaveletCore_h

#include "itkDeviceMacro.h"
#include <cstddef>
#include <cstdint>

/** The lifting steps of the wavelets 5/3 and 9/7, which host and device share: I. Daubechies and W. Sweldens, Factoring
 * wavelet transforms into lifting steps, Journal of Fourier Analysis and Applications 4(3), 1998; for integers as in
 * ISO/IEC 15444-1 (JPEG 2000), annex F. */
namespace itk::device
{
/** How many of the elements of a line are low coefficients, those of even index. */
ITK_HOST_DEVICE inline std::size_t
GetNumberOfLows(std::size_t length)
{
  return (length + 1) / 2;
}

/** The low coefficient to the right of a high one: at the end it is mirrored. */
ITK_HOST_DEVICE inline std::size_t
GetLowToTheRight(std::size_t high, std::size_t lows)
{
  return high + 1 < lows ? high + 1 : lows - 1;
}

/** The high coefficient to the left of a low one, and the one to its right: at the ends they are mirrored. */
ITK_HOST_DEVICE inline std::size_t
GetHighToTheLeft(std::size_t low)
{
  return low > 0 ? low - 1 : 0;
}

ITK_HOST_DEVICE inline std::size_t
GetHighToTheRight(std::size_t low, std::size_t highs)
{
  return low < highs ? low : highs - 1;
}

/** The steps of a wavelet on real numbers: predict and update by turns, then lows times `scale`, highs over it. */
template <typename TReal>
struct CDFWaveletSteps
{
  int   count;
  TReal coefficient[4];
  TReal scale;

  ITK_HOST_DEVICE TReal
  Lift(int step, TReal value, TReal left, TReal right) const
  {
    return value + coefficient[step] * (left + right);
  }

  ITK_HOST_DEVICE TReal
  Unlift(int step, TReal value, TReal left, TReal right) const
  {
    return value - coefficient[step] * (left + right);
  }
};

template <typename TReal>
constexpr CDFWaveletSteps<TReal> CDF53Steps{ 2, { TReal(-0.5), TReal(0.25) }, TReal(1.4142135623730951) };

template <typename TReal>
constexpr CDFWaveletSteps<TReal> CDF97Steps{
  4,
  { TReal(-1.586134342059924), TReal(-0.052980118572961), TReal(0.882911075530934), TReal(0.443506852043971) },
  TReal(1.149604398860241)
};

/** The reversible 5/3, modulo 2^32, without scales. */
struct ReversibleCDF53Steps
{
  int          count;
  std::int32_t scale;

  /** By how much a step changes a value: rounded downwards. */
  ITK_HOST_DEVICE static std::uint32_t
  GetChange(int step, std::int32_t left, std::int32_t right)
  {
    const std::int64_t sum = static_cast<std::int64_t>(left) + right;
    const std::int64_t half = (sum - (sum & 1)) / 2;
    const std::int64_t quarter = (sum + 2 - ((sum + 2) & 3)) / 4;
    return static_cast<std::uint32_t>(step == 0 ? -half : quarter);
  }

  ITK_HOST_DEVICE std::int32_t
                  Lift(int step, std::int32_t value, std::int32_t left, std::int32_t right) const
  {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value) + GetChange(step, left, right));
  }

  ITK_HOST_DEVICE std::int32_t
                  Unlift(int step, std::int32_t value, std::int32_t left, std::int32_t right) const
  {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value) - GetChange(step, left, right));
  }
};
} // namespace itk::device

#endif
