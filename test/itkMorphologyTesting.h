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
#ifndef itkMorphologyTesting_h
#define itkMorphologyTesting_h

#include "itkCudaFilterTesting.h"
#include "itkFlatStructuringElement.h"

namespace itk::DeviceTesting
{
/** A box, a ball, a cross or any other element, with radii of up to `mostRadius`. */
template <unsigned int VDimension>
FlatStructuringElement<VDimension>
PickElement(Random & random, unsigned int mostRadius)
{
  using ElementType = FlatStructuringElement<VDimension>;
  Size<VDimension> radius;
  for (auto & side : radius)
  {
    side = Pick(random, 0, mostRadius);
  }
  switch (Pick(random, 0, 3))
  {
    case 0:
      return ElementType::Box(radius);
    case 1:
      return ElementType::Ball(radius);
    case 2:
      return ElementType::Cross(radius);
    default:
    {
      ElementType element;
      element.SetRadius(radius);
      for (auto & pixel : element.GetBufferReference())
      {
        pixel = Pick(random, 0, 3) == 0;
      }
      element[Pick(random, 0, static_cast<unsigned int>(element.Size() - 1))] = true;
      return element;
    }
  }
}
} // namespace itk::DeviceTesting

#endif
