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
#ifndef itkDeviceFFT_h
#define itkDeviceFFT_h

#include "CudaImageFiltersExport.h"
#include <string>

namespace itk::device
{
/** Why cuFFT cannot be used, or an empty string. It is looked for when this or a transform first needs it: the file that
 * the environment variable ITK_CUDA_IMAGE_FILTERS_CUFFT names, or else libcufft.so of CUDA 11 to 13 where the system
 * finds it or in /usr/local/cuda/lib64. What is named with a path is loaded only if the path is absolute and nobody but
 * root and the user of the process may write to the file and the folders that lead to it. The variable counts for nothing in
 * a process with rights that its user has not. */
CudaImageFilters_EXPORT const std::string &
                              GetFFTUnavailableReason();
} // namespace itk::device

#endif
