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
#ifndef itkCDFWaveletTransformImageFilterEnums_h
#define itkCDFWaveletTransformImageFilterEnums_h

#include "CudaImageFiltersExport.h"
#include <cstdint>
#include <iosfwd>

namespace itk
{
/** \class CDFWaveletTransformImageFilterEnums
 * \brief Enumerations of CDFWaveletTransformImageFilter, outside of the template.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT CDFWaveletTransformImageFilterEnums
{
public:
  /** \class Wavelet
   * \ingroup CudaImageFilters
   * The lengths of the analysis filters: CDF53 has 5 and 3 coefficients, CDF97 9 and 7. */
  enum class Wavelet : std::uint8_t
  {
    CDF53,
    CDF97
  };

  /** \class Direction
   * \ingroup CudaImageFilters
   * Forward: from pixels to coefficients. */
  enum class Direction : std::uint8_t
  {
    Forward,
    Inverse
  };
};

CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, CDFWaveletTransformImageFilterEnums::Wavelet value);
CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, CDFWaveletTransformImageFilterEnums::Direction value);
} // namespace itk

#endif
