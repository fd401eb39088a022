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
#ifndef itkDeviceCheck_h
#define itkDeviceCheck_h

#include "CudaImageFiltersExport.h"

namespace itk::device
{
/** Throws device::Error, with the CUDA error's name and `call`, unless `cudaError` is cudaSuccess (0); cudaGetLastError()
 * then knows nothing of it any more.
 * Plain C++, so that a .cu file can say it: `Check(cudaGetLastError(), "MedianKernel")` after every launch. */
CudaImageFilters_EXPORT void
Check(int cudaError, const char * call);
} // namespace itk::device

#endif
