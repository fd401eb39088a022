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
#include "itkIsolineDenoisingImageFilterEnums.h"
#include <ostream>

namespace itk
{
std::ostream &
operator<<(std::ostream & os, IsolineDenoisingImageFilterEnums::Model value)
{
  switch (value)
  {
    case IsolineDenoisingImageFilterEnums::Model::LimitedDeviation:
      return os << "itk::IsolineDenoisingImageFilterEnums::Model::LimitedDeviation";
    case IsolineDenoisingImageFilterEnums::Model::PrecomputedDirections:
      return os << "itk::IsolineDenoisingImageFilterEnums::Model::PrecomputedDirections";
    case IsolineDenoisingImageFilterEnums::Model::Hybrid:
      return os << "itk::IsolineDenoisingImageFilterEnums::Model::Hybrid";
    case IsolineDenoisingImageFilterEnums::Model::Tubes:
      return os << "itk::IsolineDenoisingImageFilterEnums::Model::Tubes";
    case IsolineDenoisingImageFilterEnums::Model::TubesAndGroups:
      return os << "itk::IsolineDenoisingImageFilterEnums::Model::TubesAndGroups";
  }
  return os << "INVALID VALUE FOR itk::IsolineDenoisingImageFilterEnums::Model";
}

std::ostream &
operator<<(std::ostream & os, IsolineDenoisingImageFilterEnums::NoiseModel value)
{
  switch (value)
  {
    case IsolineDenoisingImageFilterEnums::NoiseModel::Gaussian:
      return os << "itk::IsolineDenoisingImageFilterEnums::NoiseModel::Gaussian";
    case IsolineDenoisingImageFilterEnums::NoiseModel::Poisson:
      return os << "itk::IsolineDenoisingImageFilterEnums::NoiseModel::Poisson";
    case IsolineDenoisingImageFilterEnums::NoiseModel::Speckle:
      return os << "itk::IsolineDenoisingImageFilterEnums::NoiseModel::Speckle";
  }
  return os << "INVALID VALUE FOR itk::IsolineDenoisingImageFilterEnums::NoiseModel";
}
} // namespace itk
