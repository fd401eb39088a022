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
#ifndef itkDiscreteCosineTransform_h
#define itkDiscreteCosineTransform_h

#include "CudaImageFiltersExport.h"
#include "itkDeviceImageView.h"
#include "itkParallelRunner.h"

namespace itk::device
{
/** The orthonormal cosine transform of type II along all axes, in place, of float or double. Lines are worked on in
 * double: by an FFT where their length has no prime factor but 2, 3 and 5, else by sums, with length / 2
 * multiplications a pixel. */
template <typename TReal>
CudaImageFilters_EXPORT void
ForwardDiscreteCosineTransform(const ImageView<TReal, 3> & pixels, const ParallelRunner & run);

/** Its inverse, the transform of type III. */
template <typename TReal>
CudaImageFilters_EXPORT void
InverseDiscreteCosineTransform(const ImageView<TReal, 3> & pixels, const ParallelRunner & run);
} // namespace itk::device

#endif
