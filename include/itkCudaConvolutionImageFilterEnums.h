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
#ifndef itkCudaConvolutionImageFilterEnums_h
#define itkCudaConvolutionImageFilterEnums_h

#include "CudaImageFiltersExport.h"
#include <cstdint>
#include <iosfwd>

namespace itk
{
/** \class CudaConvolutionImageFilterEnums
 * \brief Enumerations of CudaConvolutionImageFilter, outside of the template.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT CudaConvolutionImageFilterEnums
{
public:
  /** \class Method
   * \ingroup CudaImageFilters
   * How a convolution is computed. Automatic: by the fastest of the others. Separable: one axis after the other, for a
   * kernel of rank 1. Direct: sum by sum. FFT: as a product of Fourier transforms, by cuFFT. */
  enum class Method : uint8_t
  {
    Automatic,
    Separable,
    Direct,
    FFT
  };
};

CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, CudaConvolutionImageFilterEnums::Method value);
} // namespace itk

#endif
