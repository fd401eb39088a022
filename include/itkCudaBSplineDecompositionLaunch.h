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
#ifndef itkCudaBSplineDecompositionLaunch_h
#define itkCudaBSplineDecompositionLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"

namespace itk::device
{
/** The coefficients of the cubic B-spline through the pixels of `input`, which is mirrored at its outermost pixels: axis
 * after axis a causal and an anticausal recursion in double, from axis 0 on; what each axis makes is rounded to the
 * output's type. Axes of one pixel are left as they are.
 *
 * uint8, int16, uint16 and float to float or double; 2D and 3D. Takes memory for one more output. Enqueues on `stream`;
 * does not wait. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchBSplineDecomposition(const ImageView<const TInput, VDimension> & input,
                           const ImageView<TOutput, VDimension> &      output,
                           const Stream &                              stream);
} // namespace itk::device

#endif
