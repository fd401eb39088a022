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
#ifndef itkVolumeDenoisingImageFilterEnums_h
#define itkVolumeDenoisingImageFilterEnums_h

#include "CudaImageFiltersExport.h"
#include <cstdint>
#include <iosfwd>

namespace itk
{
/** \class VolumeDenoisingImageFilterEnums
 * \brief Enumerations of VolumeDenoisingImageFilter, outside of the template.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT VolumeDenoisingImageFilterEnums
{
public:
  /** \class NoiseModel
   * \ingroup CudaImageFilters
   * Gaussian: white, of the same variance everywhere. Rician: the magnitude of a complex number, each part of which has
   * such noise of standard deviation NoiseLevel. */
  enum class NoiseModel : std::uint8_t
  {
    Gaussian,
    Rician
  };
};

CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, VolumeDenoisingImageFilterEnums::NoiseModel value);
} // namespace itk

#endif
