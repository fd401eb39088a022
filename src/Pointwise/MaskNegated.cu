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
template <typename TOutput, typename TInput, typename TMask>
struct MaskNegated
{
  TMask   maskingValue;
  TOutput outside;

  __device__ TOutput
  operator()(TInput pixel, TMask mask) const
  {
    return mask != maskingValue ? outside : pixel;
  }
};
} // namespace

template <typename TOutput, typename TInput, typename TMask>
void
LaunchMaskNegated(const PointwiseImages<TOutput, TInput, TMask> & images,
                  TMask                                           maskingValue,
                  TOutput                                         outside,
                  const Stream &                                  stream)
{
  kernels::RunPointwise(MaskNegated<TOutput, TInput, TMask>{ maskingValue, outside }, images, stream);
}

#define ITK_INSTANTIATE(output, input, mask) \
  template void LaunchMaskNegated(const PointwiseImages<output, input, mask> &, mask, output, const Stream &);
ITK_FOR_EACH_MASKED(ITK_INSTANTIATE)
} // namespace itk::device
