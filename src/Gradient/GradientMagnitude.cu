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
#include "itkCudaGradientMagnitudeLaunch.h"
#include "Kernels/Instantiate.h"
#include "GradientMagnitudeStencil.cuh"
#include "GradientMagnitudeVolume.cuh"

namespace itk::device
{
/** Bound by memory; of integer outputs, few pixels need square roots of doubles. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchGradientMagnitude(const ImageView<const TInput, VDimension> & input,
                        const ImageView<TOutput, VDimension> &      output,
                        const std::size_t (&offset)[VDimension],
                        const double (&scale)[VDimension],
                        const Stream & stream)
{
  if constexpr (VDimension == 3)
  {
    const GradientMagnitudeFunction<TOutput, 3> function(scale);
    if (gradient::LaunchGradientMagnitudeOfVolume(kernels::MakeTask(input, output, offset), function, stream))
    {
      return;
    }
  }
  kernels::RunStencil(
    gradient::GradientMagnitudeStencil<TOutput, VDimension>(scale), input, { output }, offset, stream);
}

#define ITK_INSTANTIATE(input, output, dimension)                                                            \
  template void LaunchGradientMagnitude<input, output, dimension>(const ImageView<const input, dimension> &, \
                                                                  const ImageView<output, dimension> &,      \
                                                                  const std::size_t(&)[dimension],           \
                                                                  const double(&)[dimension],                \
                                                                  const Stream &);
ITK_FOR_EACH_IMAGE_TO_ITSELF_OR_FLOAT(ITK_INSTANTIATE)
} // namespace itk::device
