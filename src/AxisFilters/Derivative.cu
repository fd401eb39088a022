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
#include "AxisFilter.cuh"
#include "Kernels/Instantiate.h"
#include "itkCudaDerivativeLaunch.h"

namespace itk::device
{
namespace
{
/** The parent's inner product, in its order. */
struct InnerProduct
{
  DerivativeOfAxis derivative;

  template <typename TInput>
  __device__ __forceinline__ double
  operator()(const kernels::AxisNeighbors<TInput> & pixels) const
  {
    double sum = 0;
    for (int i = -derivative.radius; i <= derivative.radius; ++i)
    {
      sum += derivative.coefficients[i + derivative.radius] * pixels[i];
    }
    return sum;
  }
};
} // namespace

/** Reads each pixel from memory once, and from the first cache once for each coefficient. */
template <typename TInput, unsigned int VDimension>
void
LaunchDerivative(const ImageView<const TInput, VDimension> & input,
                 const ImageView<float, VDimension> &        output,
                 const std::size_t (&offset)[VDimension],
                 const DerivativeOfAxis & derivative,
                 const Stream &           stream)
{
  kernels::RunAxisFilter(kernels::MakeTask(input, output, offset), derivative.axis, InnerProduct{ derivative }, stream);
}

#define ITK_INSTANTIATE(input, dimension)                                                     \
  template void LaunchDerivative<input, dimension>(const ImageView<const input, dimension> &, \
                                                   const ImageView<float, dimension> &,       \
                                                   const std::size_t(&)[dimension],           \
                                                   const DerivativeOfAxis &,                  \
                                                   const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
