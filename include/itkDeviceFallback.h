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

/** \class HostScope
 * \brief While it lives, filters with UseDevice Auto run on the CPU in this thread.
 *
 * For what a parent makes inside, which CudaImageFiltersFactory may have made a filter of this module.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT HostScope
{
public:
  HostScope();
  ~HostScope();
  HostScope(const HostScope &) = delete;
  HostScope &
  operator=(const HostScope &) = delete;

  /** Whether one lives in this thread. */
  static bool
  IsActive();
};
} // namespace itk::device

#endif
