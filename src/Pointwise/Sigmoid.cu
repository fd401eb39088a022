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
#include "Kernels/Instantiate.h"
#include "Kernels/Pointwise.cuh"
#include <cmath>
#include <math_constants.h>

namespace itk::device
{
namespace
{
// Upper words of doubles, by which they are compared, as to compare them takes the time of their operations.
constexpr unsigned int SignBit = 0x80000000;
constexpr unsigned int Infinity = 0x7ff00000;
constexpr unsigned int MostExponent = 0x40859000; // 690

/** e^x in double, within 2 units in the last place, of numbers up to MostExponent in magnitude: 2^k 2^(j / 64) e^r for the nearest
 * 64th of a power of 2 (Tang, ACM TOMS 15, 1989). In 10 operations on doubles: CUDA's takes 18. A number that is none stays
 * one. */
class TabulatedExp
{
public:
  /** For all threads of a block. */
  __device__ void
  Prepare()
  {
    static_assert(kernels::PointwiseThreads >= Cells);
    __shared__ double powers[Cells];
    if (threadIdx.x < Cells)
    {
      powers[threadIdx.x] = exp2(static_cast<double>(threadIdx.x) / Cells);
    }
    __syncthreads();
    m_Powers = powers;
  }

  __device__ double
  operator()(double x) const
  {
    constexpr double toRounded = 6755399441055744.0; // 1.5 * 2^52: the lower bits of a sum are an integer
    const double     shifted = __fma_rn(x, Cells / CUDART_LN2, toRounded);
    const double     rounded = shifted - toRounded;
    double           r = __fma_rn(rounded, -CUDART_LN2_HI / Cells, x);
    r = __fma_rn(rounded, -CUDART_LN2_LO / Cells, r);
    double series = __fma_rn(r, 1.0 / 120, 1.0 / 24);
    series = __fma_rn(series, r, 1.0 / 6);
    series = __fma_rn(series, r, 1.0 / 2);
    series = __fma_rn(r * r, series, r);
    const int    number = __double2loint(shifted);
    const double cell = m_Powers[number & (Cells - 1)];
    const double power = __fma_rn(cell, series, cell);
    const int    k = (__double2hiint(x) & ~SignBit) > Infinity ? 0 : number >> 6;
    return __hiloint2double(__double2hiint(power) + (k << 20), __double2loint(power));
  }

private:
  static constexpr int Cells = 64;

  const double * m_Powers{ nullptr };
};

template <typename TOutput, typename TInput>
struct Sigmoid
{
  static constexpr bool IsCostly = true;
  static constexpr bool IsTranscendental = true;
  static constexpr int  TilesOfBlock = sizeof(TInput) == 1 ? 1 : 4;

  double  minusAlpha;
  double  beta;
  TOutput minimum;
  TOutput maximum;
  double  inverse;         // of minusAlpha
  bool    isAlphaOrdinary; // so that neither it nor quotients by it overflow

  TabulatedExp exponential{};

  __device__ void
  Prepare()
  {
    exponential.Prepare();
  }

  __device__ TOutput
  operator()(TInput pixel) const
  {
    const double e = Invert(1.0 + exponential(GetExponent(kernels::ToDouble(pixel) - beta)));
    return kernels::CastLikeX86<TOutput>((maximum - minimum) * e + minimum);
  }

private:
  /** -value / alpha, rounded correctly, as a division is (Markstein, IBM J. Res. Dev. 34, 1990), in three operations; up to
   * MostExponent, from where on the sigmoid is 0 in float, or 1. */
  __device__ double
  GetExponent(double value) const
  {
    double quotient;
    double exponent;
    if (isAlphaOrdinary)
    {
      quotient = value * inverse;
      exponent = __fma_rn(__fma_rn(-quotient, minusAlpha, value), inverse, quotient);
    }
    else
    {
      quotient = value / minusAlpha;
      exponent = quotient;
    }
    const auto high = static_cast<unsigned int>(__double2hiint(quotient));
    return (high & ~SignBit) - MostExponent <= Infinity - MostExponent
             ? __hiloint2double(static_cast<int>((high & SignBit) | MostExponent), 0)
             : exponent;
  }

  /** Of a number between 1 and 1e300, within 2^-52. */
  __device__ static double
  Invert(double value)
  {
    double inverse;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(value));
    const double error = __fma_rn(-value, inverse, 1.0);
    return __fma_rn(inverse, __fma_rn(error, error, error), inverse);
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchSigmoid(const PointwiseImages<TOutput, TInput> & images,
              double                                   alpha,
              double                                   beta,
              TOutput                                  minimum,
              TOutput                                  maximum,
              const Stream &                           stream)
{
  const bool isAlphaOrdinary = std::abs(alpha) > 1e-100 && std::abs(alpha) < 1e100 && std::abs(beta) < 1e100;
  kernels::RunPointwise(
    Sigmoid<TOutput, TInput>{ -alpha, beta, minimum, maximum, -1 / alpha, isAlphaOrdinary }, images, stream);
}

#define ITK_INSTANTIATE(output, input) \
  template void LaunchSigmoid(const PointwiseImages<output, input> &, double, double, output, output, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
