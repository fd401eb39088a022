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
#include "itkDeviceFallback.h"
#include "itkDeviceResident.h"
#include "itkOutputWindow.h"
#include <mutex>

namespace itk::device
{
namespace
{
thread_local int numberOfHostScopes = 0;
}

HostScope::HostScope() { ++numberOfHostScopes; }

HostScope::~HostScope() { --numberOfHostScopes; }

bool
HostScope::IsActive()
{
  return numberOfHostScopes > 0;
}

DeviceResident::~DeviceResident() = default;

void
ReportFirstFallback(const std::string & filter, const std::string & reason)
{
  static std::once_flag once;
  std::call_once(
    once, [&] { OutputWindowDisplayWarningText(("itk::" + filter + " runs on the CPU: " + reason + ".\n").c_str()); });
}
} // namespace itk::device
