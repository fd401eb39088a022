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
#ifndef KernelSeparation_h
#define KernelSeparation_h

#include "CudaImageFiltersExport.h"
#include <cstddef>
#include <vector>

namespace itk::device
{
/** Finds 1-D kernels, one an axis, whose outer product a kernel is: whether the kernel is of rank 1, in every unfolding.
 *
 * That is so if the product's differences from the kernel add up to at most 2^-22 of the sum of the coefficients'
 * magnitudes. A product that was rounded to float differs from the exact one by at most 2^-24 of it; the alternating
 * least squares by which the factors are found add about as much. With the next singular value as large as that, no
 * other result of a convolution could be told from rounding.
 *
 * \param size coefficients per axis; none is 0
 * \param coefficients axis 0 fastest
 * \return one vector an axis; none if the kernel is not of rank 1, is all zero or not all finite
 */
CudaImageFilters_EXPORT std::vector<std::vector<double>>
                        SeparateKernel(const std::vector<std::size_t> & size, const std::vector<double> & coefficients);
} // namespace itk::device

#endif
