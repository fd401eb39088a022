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
#ifndef itkPyUseDevice_h
#define itkPyUseDevice_h

// Python.h defines these without looking.
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#include <Python.h>

#include "itkDeviceFilterExecution.h"

namespace itk
{
/** Sets `value` to what `object` names, "Auto", "Always" or "Never", or is the number of. Otherwise false, and Python has a
 * ValueError. */
inline bool
GetPyUseDevice(PyObject * object, DeviceImageFilterEnums::UseDevice & value)
{
  static constexpr const char * names[] = { "Auto", "Always", "Never" };
  const long                    number = PyLong_Check(object) && !PyBool_Check(object) ? PyLong_AsLong(object) : -1;
  for (const auto each : { DeviceImageFilterEnums::UseDevice::Auto,
                           DeviceImageFilterEnums::UseDevice::Always,
                           DeviceImageFilterEnums::UseDevice::Never })
  {
    const auto i = static_cast<long>(each);
    if (number == i || (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, names[i]) == 0))
    {
      value = each;
      return true;
    }
  }
  PyErr_Format(PyExc_ValueError, "use_device is %R: it has to be 'Auto', 'Always' or 'Never'", object);
  return false;
}
} // namespace itk

#endif
