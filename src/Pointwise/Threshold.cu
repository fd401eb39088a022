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
struct Threshold
{
  TOutput lower;
  TOutput upper;
  TOutput outside;

  __device__ TOutput
  operator()(TInput pixel) const
  {
    return lower <= pixel && pixel <= upper ? pixel : outside;
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchThreshold(const PointwiseImages<TOutput, TInput> & images,
                TOutput                                  lower,
                TOutput                                  upper,
                TOutput                                  outside,
                const Stream &                           stream)
{
  kernels::RunPointwise(Threshold<TOutput, TInput>{ lower, upper, outside }, images, stream);
}

#define ITK_INSTANTIATE(type) \
  template void LaunchThreshold(const PointwiseImages<type, type> &, type, type, type, const Stream &);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
