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
#include "Kernels/PixelTypes.h"
#include "Kernels/Pointwise.cuh"

namespace itk::device
{
namespace
{
template <typename TOutput, typename TInput>
struct Sigmoid
{
  static constexpr bool IsCostly = true;

  double  alpha;
  double  beta;
  TOutput minimum;
  TOutput maximum;

  __device__ TOutput
  operator()(TInput pixel) const
  {
    const double x = (kernels::ToDouble(pixel) - beta) / alpha;
    const double e = 1.0 / (1.0 + exp(-x));
    return kernels::CastLikeX86<TOutput>((maximum - minimum) * e + minimum);
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
  kernels::RunPointwise(Sigmoid<TOutput, TInput>{ alpha, beta, minimum, maximum }, images, stream);
}

#define ITK_INSTANTIATE(output, input) \
  template void LaunchSigmoid(const PointwiseImages<output, input> &, double, double, output, output, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
