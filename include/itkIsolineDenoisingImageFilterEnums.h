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
#ifndef itkIsolineDenoisingImageFilterEnums_h
#define itkIsolineDenoisingImageFilterEnums_h

#include "CudaImageFiltersExport.h"
#include <cstdint>
#include <iosfwd>

namespace itk
{
/** \class IsolineDenoisingImageFilterEnums
 * \brief Enumerations of IsolineDenoisingImageFilter, outside of the template.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT IsolineDenoisingImageFilterEnums
{
public:
  /** \class Model
   * \ingroup CudaImageFilters
   * How the line of a pixel is found: see IsolineDenoisingImageFilter. */
  enum class Model : std::uint8_t
  {
    LimitedDeviation,
    PrecomputedDirections,
    Hybrid,
    Tubes,
    TubesAndGroups
  };

  /** \class NoiseModel
   * \ingroup CudaImageFilters
   * Gaussian: white, of the same variance everywhere. Poisson: of counts. Speckle: of an intensity in coherent light,
   * the true value times a Gamma variable of mean 1. */
  enum class NoiseModel : std::uint8_t
  {
    Gaussian,
    Poisson,
    Speckle
  };
};

CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, IsolineDenoisingImageFilterEnums::Model value);
CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, IsolineDenoisingImageFilterEnums::NoiseModel value);
} // namespace itk

#endif
