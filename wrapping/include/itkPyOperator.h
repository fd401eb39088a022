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
#ifndef itkPyOperator_h
#define itkPyOperator_h

// Python.h defines these without looking.
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#include <Python.h>

#include "itkMacro.h"
#include <algorithm>
#include <vector>

namespace itk
{
/** Sets the operator along `axis` of a separable convolution from a Python sequence of numbers, odd in length. */
template <typename TFilter>
void
PySetOperator(TFilter * filter, unsigned int axis, PyObject * sequence)
{
  const Py_ssize_t    length = PySequence_Check(sequence) ? PySequence_Size(sequence) : 0;
  std::vector<double> coefficients;
  for (Py_ssize_t i = 0; i < length; ++i)
  {
    PyObject * const number = PySequence_GetItem(sequence, i);
    coefficients.push_back(PyFloat_AsDouble(number));
    Py_DecRef(number);
  }
  if (PyErr_Occurred() != nullptr || length % 2 != 1 || axis >= TFilter::ImageDimension)
  {
    PyErr_Clear();
    itkGenericExceptionMacro("an operator is a sequence of numbers, odd in length, along an axis below "
                             << TFilter::ImageDimension);
  }
  typename TFilter::RadiusType radius;
  radius.Fill(0);
  radius[axis] = coefficients.size() / 2;
  typename TFilter::OperatorType coefficientsAlongAxis;
  coefficientsAlongAxis.SetRadius(radius);
  std::copy(coefficients.begin(), coefficients.end(), coefficientsAlongAxis.Begin());
  filter->SetOperator(axis, coefficientsAlongAxis);
}
} // namespace itk

#endif
