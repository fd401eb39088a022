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
#ifndef itkPyWithoutGIL_h
#define itkPyWithoutGIL_h

// Python.h defines these without looking.
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#include <Python.h>

#include "itkMacro.h"

namespace itk
{
/** While it lives, the calling thread does without Python's global interpreter lock, and other threads of Python run. */
class PyWithoutGIL
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(PyWithoutGIL);

  PyWithoutGIL()
    : m_State(PyEval_SaveThread())
  {}
  ~PyWithoutGIL() { PyEval_RestoreThread(m_State); }

private:
  PyThreadState * m_State;
};
} // namespace itk

#endif
