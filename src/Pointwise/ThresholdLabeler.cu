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
#include "itkThresholdLabels.h"

namespace itk::device
{
namespace
{
/** The number of thresholds that are less than the pixel, and the offset, as TOutput adds; of a NaN, all of them. */
template <typename TOutput, typename TInput>
struct ThresholdLabeler
{
  static constexpr bool IsCostly = true;

  ThresholdLabels<TInput> thresholds;
  TOutput                 offset;

  __device__ TOutput
  operator()(TInput pixel) const
  {
    int label = thresholds.least;
    for (int i = thresholds.least; i < thresholds.number; ++i)
    {
      label += pixel <= thresholds.thresholds[i] ? 0 : 1;
    }
    return static_cast<TOutput>(static_cast<TOutput>(label) + offset);
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchThresholdLabeler(const PointwiseImages<TOutput, TInput> & images,
                       const ThresholdLabels<TInput> &          thresholds,
                       TOutput                                  labelOffset,
                       const Stream &                           stream)
{
  kernels::RunPointwise(ThresholdLabeler<TOutput, TInput>{ thresholds, labelOffset }, images, stream);
}

#define ITK_INSTANTIATE(output, input)  \
  template void LaunchThresholdLabeler( \
    const PointwiseImages<output, input> &, const ThresholdLabels<input> &, output, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
