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
#ifndef itkInpaintingImageFilterEnums_h
#define itkInpaintingImageFilterEnums_h

#include "CudaImageFiltersExport.h"
#include <cstdint>
#include <iosfwd>

namespace itk
{
/** \class InpaintingImageFilterEnums
 * \brief Enumerations of InpaintingImageFilter, outside of the template.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT InpaintingImageFilterEnums
{
public:
  /** \class Transform
   * \ingroup CudaImageFilters
   * In which the image is taken to have few large coefficients: see InpaintingImageFilter. */
  enum class Transform : std::uint8_t
  {
    Windows,
    Cosine,
    Wavelet,
    Morphological
  };

  /** \class Schedule
   * \ingroup CudaImageFilters
   * How the threshold falls from iteration to iteration: by the same factor, or by the same difference. */
  enum class Schedule : std::uint8_t
  {
    Exponential,
    Linear
  };
};

CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, InpaintingImageFilterEnums::Transform value);
CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, InpaintingImageFilterEnums::Schedule value);
} // namespace itk

#endif
