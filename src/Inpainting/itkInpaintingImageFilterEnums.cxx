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
#include "itkInpaintingImageFilterEnums.h"
#include <ostream>

namespace itk
{
std::ostream &
operator<<(std::ostream & os, InpaintingImageFilterEnums::Transform value)
{
  switch (value)
  {
    case InpaintingImageFilterEnums::Transform::Windows:
      return os << "itk::InpaintingImageFilterEnums::Transform::Windows";
    case InpaintingImageFilterEnums::Transform::Cosine:
      return os << "itk::InpaintingImageFilterEnums::Transform::Cosine";
    case InpaintingImageFilterEnums::Transform::Wavelet:
      return os << "itk::InpaintingImageFilterEnums::Transform::Wavelet";
    case InpaintingImageFilterEnums::Transform::Morphological:
      return os << "itk::InpaintingImageFilterEnums::Transform::Morphological";
  }
  return os << "INVALID VALUE FOR itk::InpaintingImageFilterEnums::Transform";
}

std::ostream &
operator<<(std::ostream & os, InpaintingImageFilterEnums::Schedule value)
{
  switch (value)
  {
    case InpaintingImageFilterEnums::Schedule::Exponential:
      return os << "itk::InpaintingImageFilterEnums::Schedule::Exponential";
    case InpaintingImageFilterEnums::Schedule::Linear:
      return os << "itk::InpaintingImageFilterEnums::Schedule::Linear";
  }
  return os << "INVALID VALUE FOR itk::InpaintingImageFilterEnums::Schedule";
}
} // namespace itk
