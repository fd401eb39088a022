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

namespace itk::device
{
namespace
{
template <typename TOutput, typename TInput>
struct Sigmoid
{
  static constexpr bool IsCostly = true;
  static constexpr bool IsTranscendental = true;

  double  alpha;
  double  beta;
  TOutput minimum;
  TOutput maximum;
  double  inverseOfAlpha;
  bool    isAlphaOrdinary; // so that neither it nor quotients by it overflow

  __device__ TOutput
  operator()(TInput pixel) const
  {
    const double x = this->DivideByAlpha(kernels::ToDouble(pixel) - beta);
    // Beyond, e is 0 in float, and the reciprocal below would be none.
    const double e = Invert(1.0 + exp(x < -690.0 ? 690.0 : -x));
    return kernels::CastLikeX86<TOutput>((maximum - minimum) * e + minimum);
  }

private:
  /** Rounded correctly, as a division is (Markstein, IBM J. Res. Dev. 34, 1990), in three operations. */
  __device__ double
  DivideByAlpha(double value) const
  {
    if (!isAlphaOrdinary)
    {
      return value / alpha;
    }
    const double quotient = value * inverseOfAlpha;
    return isinf(quotient) ? quotient : __fma_rn(__fma_rn(-quotient, alpha, value), inverseOfAlpha, quotient);
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
    Sigmoid<TOutput, TInput>{ alpha, beta, minimum, maximum, 1 / alpha, isAlphaOrdinary }, images, stream);
}

#define ITK_INSTANTIATE(output, input) \
  template void LaunchSigmoid(const PointwiseImages<output, input> &, double, double, output, output, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
