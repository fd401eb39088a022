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
#ifndef MeanCore_h
#define MeanCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace itk::device
{
/** \class MeanDivision
 * \brief Divides sums of pixels by the number of pixels of a window, with the result of itk::MeanImageFilter.
 *
 * That filter divides two doubles and casts the quotient to the output type, integers by truncation. The number of
 * pixels is odd.
 *
 * \ingroup CudaImageFilters
 */
template <typename TSum>
class MeanDivision;

/** Sums in double: the correctly rounded quotient, for any finite sum whose quotient is a normal number and for fewer
 * than 2^50 pixels, then cast. Infinities and NaN stay what they are.
 *
 * Let n be the number of pixels, a = sum / n, u the unit in the last place of a, and q = sum r with r the rounded 1 / n.
 * Then |a - q| < 1.5 u, and sum - q n is a multiple of u below 1.5 n u, so it is exact. Adding its product with r to q
 * gives a within 1.5 u 2^-53 before the last rounding. As n is an odd integer, a is at least u / 2n away from the middle
 * of two doubles, and is rounded the right way. */
template <>
class MeanDivision<double>
{
public:
  explicit MeanDivision(std::uint64_t pixels)
    : m_Pixels(static_cast<double>(pixels))
    , m_Reciprocal(1.0 / m_Pixels)
  {}

  /** Sets mean[i] to sum[i] divided by the number of pixels. */
  template <typename TOutput, int VCount>
  ITK_HOST_DEVICE void
  Divide(const double (&sum)[VCount], TOutput (&mean)[VCount]) const
  {
    TOutput total = 0;
    for (int i = 0; i < VCount; ++i)
    {
      const double quotient = sum[i] * m_Reciprocal;
      mean[i] = static_cast<TOutput>(std::fma(std::fma(-quotient, m_Pixels, sum[i]), m_Reciprocal, quotient));
      total += mean[i];
    }
    // An infinity has no remainder, and made NaN.
    if (total != total)
    {
      for (int i = 0; i < VCount; ++i)
      {
        mean[i] = mean[i] == mean[i] ? mean[i] : static_cast<TOutput>(sum[i]);
      }
    }
  }

private:
  double m_Pixels;
  double m_Reciprocal;
};

/** Sums in 32 bits, of integer pixels to be divided to integers.
 *
 * With s = floor(log2 n) and M = floor(2^(32+s) / n) + 1, e = M n - 2^(32+s) is at most n, and floor(sum M / 2^(32+s))
 * is floor(sum / n) as long as sum e < 2^(32+s). */
template <>
class MeanDivision<std::uint32_t>
{
public:
  /** `Fits(pixels, largestSum)` is true. */
  explicit MeanDivision(std::uint64_t pixels)
  {
    while (pixels >> (m_Shift + 1) != 0)
    {
      ++m_Shift;
    }
    m_Multiplier = static_cast<std::uint32_t>((std::uint64_t{ 1 } << (32 + m_Shift)) / pixels + 1);
  }

  /** Whether sums of up to `largestSum` can be divided so. */
  static bool
  Fits(std::uint64_t pixels, std::uint64_t largestSum)
  {
    if (pixels < 3 || pixels > 0xffffffffu || largestSum > 0x7fffffffu)
    {
      return false;
    }
    const MeanDivision  division(pixels);
    const std::uint64_t power = std::uint64_t{ 1 } << (32 + division.m_Shift);
    return largestSum <= (power - 1) / (division.m_Multiplier * pixels - power);
  }

  template <typename TOutput, int VCount>
  ITK_HOST_DEVICE void
  Divide(const std::uint32_t (&sum)[VCount], TOutput (&mean)[VCount]) const
  {
    for (int i = 0; i < VCount; ++i)
    {
      mean[i] = static_cast<TOutput>(this->Divide(sum[i]));
    }
  }

  ITK_HOST_DEVICE std::uint32_t
                  Divide(std::uint32_t sum) const
  {
    return static_cast<std::uint32_t>((std::uint64_t{ sum } * m_Multiplier) >> 32) >> m_Shift;
  }

private:
  std::uint32_t m_Multiplier;
  std::uint32_t m_Shift{ 0 };
};

template <>
class MeanDivision<std::int32_t>
{
public:
  explicit MeanDivision(std::uint64_t pixels)
    : m_OfMagnitudes(pixels)
  {}

  static bool
  Fits(std::uint64_t pixels, std::uint64_t largestMagnitude)
  {
    return MeanDivision<std::uint32_t>::Fits(pixels, largestMagnitude);
  }

  template <typename TOutput, int VCount>
  ITK_HOST_DEVICE void
  Divide(const std::int32_t (&sum)[VCount], TOutput (&mean)[VCount]) const
  {
    for (int i = 0; i < VCount; ++i)
    {
      const std::uint32_t bits = sum[i];
      const std::uint32_t magnitude = m_OfMagnitudes.Divide(sum[i] < 0 ? 0u - bits : bits);
      mean[i] = static_cast<TOutput>(sum[i] < 0 ? 0u - magnitude : magnitude);
    }
  }

private:
  MeanDivision<std::uint32_t> m_OfMagnitudes;
};
} // namespace itk::device

#endif
