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
#ifndef itkSliceAxes_h
#define itkSliceAxes_h

#include <array>

namespace itk::device
{
/** The axes within the slices across `sliceAxis`, the faster one first. */
template <unsigned int VDimension>
std::array<unsigned int, 2>
GetAxesOfSlice(unsigned int sliceAxis)
{
  if constexpr (VDimension == 3)
  {
    return { { sliceAxis == 0 ? 1u : 0u, sliceAxis == 2 ? 1u : 2u } };
  }
  else
  {
    return { { 0, 1 } };
  }
}
} // namespace itk::device

#endif
