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
#include "itkCDFWaveletTransformImageFilterEnums.h"
#include <ostream>

namespace itk
{
std::ostream &
operator<<(std::ostream & os, CDFWaveletTransformImageFilterEnums::Wavelet value)
{
  switch (value)
  {
    case CDFWaveletTransformImageFilterEnums::Wavelet::CDF53:
      return os << "itk::CDFWaveletTransformImageFilterEnums::Wavelet::CDF53";
    case CDFWaveletTransformImageFilterEnums::Wavelet::CDF97:
      return os << "itk::CDFWaveletTransformImageFilterEnums::Wavelet::CDF97";
  }
  return os << "INVALID VALUE FOR itk::CDFWaveletTransformImageFilterEnums::Wavelet";
}

std::ostream &
operator<<(std::ostream & os, CDFWaveletTransformImageFilterEnums::Direction value)
{
  switch (value)
  {
    case CDFWaveletTransformImageFilterEnums::Direction::Forward:
      return os << "itk::CDFWaveletTransformImageFilterEnums::Direction::Forward";
    case CDFWaveletTransformImageFilterEnums::Direction::Inverse:
      return os << "itk::CDFWaveletTransformImageFilterEnums::Direction::Inverse";
  }
  return os << "INVALID VALUE FOR itk::CDFWaveletTransformImageFilterEnums::Direction";
}
} // namespace itk
