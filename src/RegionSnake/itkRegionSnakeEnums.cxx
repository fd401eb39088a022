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
#include "itkRegionSnakeEnums.h"
#include <ostream>

namespace itk
{
std::ostream &
operator<<(std::ostream & os, PolygonalRegionSnakeImageFilterEnums::NoiseLaw value)
{
  switch (value)
  {
    case PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Gaussian:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Gaussian";
    case PolygonalRegionSnakeImageFilterEnums::NoiseLaw::GaussianOfKnownSigma:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::NoiseLaw::GaussianOfKnownSigma";
    case PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Gamma:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Gamma";
    case PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Poisson:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Poisson";
    case PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Bernoulli:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Bernoulli";
    case PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Rayleigh:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::NoiseLaw::Rayleigh";
  }
  return os << "INVALID VALUE FOR itk::PolygonalRegionSnakeImageFilterEnums::NoiseLaw";
}

std::ostream &
operator<<(std::ostream & os, PolygonalRegionSnakeImageFilterEnums::Model value)
{
  switch (value)
  {
    case PolygonalRegionSnakeImageFilterEnums::Model::Published:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::Model::Published";
    case PolygonalRegionSnakeImageFilterEnums::Model::MinimumDescriptionLength:
      return os << "itk::PolygonalRegionSnakeImageFilterEnums::Model::MinimumDescriptionLength";
  }
  return os << "INVALID VALUE FOR itk::PolygonalRegionSnakeImageFilterEnums::Model";
}
} // namespace itk
