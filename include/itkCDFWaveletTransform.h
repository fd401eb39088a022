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
#ifndef itkCDFWaveletTransform_h
#define itkCDFWaveletTransform_h

#include "itkCDFWaveletTransformImageFilterEnums.h"
#include "itkDeviceImageView.h"
#include "itkParallelRunner.h"

namespace itk::device
{
/** How many levels there are until every side of the lowest block is 1. */
CudaImageFilters_EXPORT unsigned int
GetNumberOfCDFWaveletLevels(const std::size_t (&size)[3]);

/** The wavelet transform of so many levels along all axes, in place, of float, double or std::int32_t. Integers are
 * transformed reversibly, modulo 2^32, and by CDF53 alone. */
template <typename TPixel>
CudaImageFilters_EXPORT void
ForwardCDFWaveletTransform(const ImageView<TPixel, 3> &                 pixels,
                           CDFWaveletTransformImageFilterEnums::Wavelet wavelet,
                           unsigned int                                 levels,
                           const ParallelRunner &                       run);

/** Its inverse. */
template <typename TPixel>
CudaImageFilters_EXPORT void
InverseCDFWaveletTransform(const ImageView<TPixel, 3> &                 pixels,
                           CDFWaveletTransformImageFilterEnums::Wavelet wavelet,
                           unsigned int                                 levels,
                           const ParallelRunner &                       run);
} // namespace itk::device

#endif
