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
#ifndef itkPyDeviceRuntime_h
#define itkPyDeviceRuntime_h

// Python.h defines these without looking.
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#include <Python.h>

#include "itkDeviceFFT.h"
#include "itkDeviceRuntime.h"

namespace itk
{
/** \class PyDeviceRuntime
 * \brief What device::Runtime tells, for itk.cuda_image_filters_info().
 *
 * \ingroup CudaImageFilters
 */
class PyDeviceRuntime
{
public:
  /** Why there is no device; empty where there is one. */
  static std::string
  _GetUnavailableReason()
  {
    return device::Runtime::GetUnavailableReason();
  }

  static std::string
  _GetDeviceName(int device)
  {
    return device::Runtime::GetDeviceName(device);
  }

  /** Bytes (free, in all) on `device`. */
  static PyObject *
  _GetMemoryInfo(int device)
  {
    std::size_t bytesFree = 0;
    std::size_t bytesTotal = 0;
    device::Runtime::GetMemoryInfo(device, bytesFree, bytesTotal);
    return Py_BuildValue(
      "(KK)", static_cast<unsigned long long>(bytesFree), static_cast<unsigned long long>(bytesTotal));
  }

  /** Why cuFFT cannot be used, or an empty string; looks for it, on the first call. */
  static std::string
  _GetFFTUnavailableReason()
  {
    return device::GetFFTUnavailableReason();
  }
};
} // namespace itk

#endif
