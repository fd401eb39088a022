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
#include "itkRescaleIntensityResult.h"
#include "Kernels/AlmostEqual.h"
#include "Kernels/Instantiate.h"
#include "Kernels/Reduce.cuh"

namespace itk::device
{
namespace
{
template <typename TOutput, typename TInput>
struct ComputeScaleAndShift
{
  double                           outputMinimum;
  double                           outputMaximum;
  RescaleIntensityResult<TInput> * result;

  __device__ void
  operator()(const kernels::Extrema<TInput> & extrema) const
  {
    const auto minimum = static_cast<double>(extrema.minimum);
    const auto maximum = static_cast<double>(extrema.maximum);
    double     scale = 0.0;
    if (!kernels::AreAlmostEqual(extrema.minimum, extrema.maximum))
    {
      scale = (outputMaximum - outputMinimum) / (maximum - minimum);
    }
    else if (!kernels::AreAlmostEqual(extrema.maximum, TInput{ 0 }))
    {
      scale = (outputMaximum - outputMinimum) / maximum;
    }
    // What lies behind its members is read, too.
    memset(result, 0, sizeof(*result));
    *result = { scale, outputMinimum - minimum * scale, extrema.minimum, extrema.maximum };
  }
};

template <typename TOutput, typename TInput>
struct RescaleIntensity
{
  static constexpr bool IsCostly = true;
  static constexpr bool IsBackward = true;

  TOutput                                minimum;
  TOutput                                maximum;
  const RescaleIntensityResult<TInput> * result;
  double                                 scale;
  double                                 shift;

  __device__ void
  Prepare()
  {
    scale = result->scale;
    shift = result->shift;
  }

  __device__ TOutput
  operator()(TInput pixel) const
  {
    const auto value = kernels::CastLikeX86<TOutput>(kernels::ToDouble(pixel) * scale + shift);
    const auto most = value > maximum ? maximum : value;
    return most < minimum ? minimum : most;
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchRescaleIntensity(const PointwiseImages<TOutput, TInput> & images,
                       TOutput                                  minimum,
                       TOutput                                  maximum,
                       RescaleIntensityResult<TInput> *         result,
                       const Stream &                           stream)
{
  const ComputeScaleAndShift<TOutput, TInput> finish{ static_cast<double>(minimum),
                                                      static_cast<double>(maximum),
                                                      result };
  kernels::Reduce<kernels::Extrema<TInput>>(std::get<0>(images.inputs), images.output.size, finish, stream);
  kernels::RunPointwise(RescaleIntensity<TOutput, TInput>{ minimum, maximum, result, 0, 0 }, images, stream);
}

#define ITK_INSTANTIATE(output, input)  \
  template void LaunchRescaleIntensity( \
    const PointwiseImages<output, input> &, output, output, RescaleIntensityResult<input> *, const Stream &);
ITK_FOR_EACH_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
