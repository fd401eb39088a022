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
#ifndef itkDeviceFallback_h
#define itkDeviceFallback_h

#include "CudaImageFiltersExport.h"
#include <string>

namespace itk::device
{
/** Shows a warning in ITK's output window that `filter` runs on the CPU, and why; once in a process. */
CudaImageFilters_EXPORT void
ReportFirstFallback(const std::string & filter, const std::string & reason);
} // namespace itk::device

#endif
