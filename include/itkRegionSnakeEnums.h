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
#ifndef itkRegionSnakeEnums_h
#define itkRegionSnakeEnums_h

#include "CudaImageFiltersExport.h"
#include <cstdint>
#include <iosfwd>

namespace itk
{
/** \class PolygonalRegionSnakeImageFilterEnums
 * \brief Enumerations of PolygonalRegionSnakeImageFilter, outside of the template.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT PolygonalRegionSnakeImageFilterEnums
{
public:
  /** \class NoiseLaw
   * \ingroup CudaImageFilters
   * The law of the pixels of one region; see device::RegionCriterion. */
  enum class NoiseLaw : std::uint8_t
  {
    Gaussian,
    GaussianOfKnownSigma,
    Gamma,
    Poisson,
    Bernoulli,
    Rayleigh
  };

  /** \class Model
   * \ingroup CudaImageFilters
   * How a region snake converges; see device::RegionSnakeSchedule. */
  enum class Model : std::uint8_t
  {
    Published,
    MinimumDescriptionLength
  };
};

CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, PolygonalRegionSnakeImageFilterEnums::NoiseLaw value);
CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, PolygonalRegionSnakeImageFilterEnums::Model value);

namespace device
{
using NoiseLaw = PolygonalRegionSnakeImageFilterEnums::NoiseLaw;
using RegionSnakeModel = PolygonalRegionSnakeImageFilterEnums::Model;
} // namespace device
} // namespace itk

#endif
