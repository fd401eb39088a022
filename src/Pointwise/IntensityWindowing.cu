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

namespace itk::device
{
namespace
{
template <typename TOutput, typename TInput>
struct IntensityWindowing
{
  static constexpr bool IsCostly = true;

  double  scale;
  double  shift;
  TInput  windowMinimum;
  TInput  windowMaximum;
  TOutput minimum;
  TOutput maximum;

  __device__ TOutput
  operator()(TInput pixel) const
  {
    const auto inside = kernels::CastLikeX86<TOutput>(kernels::ToDouble(pixel) * scale + shift);
    return pixel < windowMinimum ? minimum : pixel > windowMaximum ? maximum : inside;
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchIntensityWindowing(const PointwiseImages<TOutput, TInput> & images,
                         double                                   scale,
                         double                                   shift,
                         TInput                                   windowMinimum,
                         TInput                                   windowMaximum,
                         TOutput                                  minimum,
                         TOutput                                  maximum,
                         const Stream &                           stream)
{
  kernels::RunPointwise(
    IntensityWindowing<TOutput, TInput>{ scale, shift, windowMinimum, windowMaximum, minimum, maximum },
    images,
    stream);
}

#define ITK_INSTANTIATE(output, input)    \
  template void LaunchIntensityWindowing( \
    const PointwiseImages<output, input> &, double, double, input, input, output, output, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
