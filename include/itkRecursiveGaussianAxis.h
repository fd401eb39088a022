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
#ifndef itkRecursiveGaussianAxis_h
#define itkRecursiveGaussianAxis_h

#include "itkImageBase.h"
#include <cmath>

namespace itk
{
/** Whether a recursive Gaussian can be filtered along an axis of an image. The parents ask when they have their input's pixels.
 *
 * \exception ExceptionObject the image has less than 4 pixels along `axis`, or a spacing below 1e-8 */
template <unsigned int VDimension>
void
VerifyRecursiveGaussianAxis(const ImageBase<VDimension> * image, unsigned int axis)
{
  if (image->GetLargestPossibleRegion().GetSize(axis) < 4)
  {
    itkGenericExceptionMacro(<< "The number of pixels along dimension " << axis
                             << " is less than 4. This filter requires a minimum of four pixels along the dimension to "
                                "be processed.");
  }
  if (std::abs(image->GetSpacing()[axis]) < 1e-8)
  {
    itkGenericExceptionMacro(<< "The spacing " << image->GetSpacing() << " is suspiciously small.");
  }
}
/** VerifyRecursiveGaussianAxis() of all axes. */
template <unsigned int VDimension>
void
VerifyRecursiveGaussianAxes(const ImageBase<VDimension> * image)
{
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    VerifyRecursiveGaussianAxis(image, axis);
  }
}
} // namespace itk

#endif
