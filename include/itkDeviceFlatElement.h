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
#ifndef itkDeviceFlatElement_h
#define itkDeviceFlatElement_h

#include "itkCudaGrayscaleMorphologyLaunch.h"
#include "itkFlatStructuringElement.h"

namespace itk::device
{
/** What kernels take of a Neighborhood: the pixels that are not 0. Axes beyond VDimension have a radius of 0. */
template <typename TPixel, unsigned int VDimension, typename TAllocator>
FlatElement
MakeFlatElement(const Neighborhood<TPixel, VDimension, TAllocator> & kernel)
{
  static_assert(VDimension <= 3);
  FlatElement element{};
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    element.radius[axis] = kernel.GetRadius(axis);
  }
  for (auto pixel = kernel.Begin(); pixel != kernel.End(); ++pixel)
  {
    element.isOn.push_back(static_cast<bool>(*pixel));
  }
  return element;
}

/** Requests the pixels around too, as far as the image reaches. */
template <typename TImage>
void
PadRequestedRegion(TImage * image, const typename TImage::SizeType & radius)
{
  auto region = image->GetRequestedRegion();
  region.PadByRadius(radius);
  region.Crop(image->GetLargestPossibleRegion());
  image->SetRequestedRegion(region);
}
} // namespace itk::device

#endif
