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
#ifndef itkPyDeviceArgument_h
#define itkPyDeviceArgument_h

// Python.h defines these without looking.
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#include <Python.h>

#include "itkDeviceImage.h"
#include <memory>

namespace itk
{
/** The pixels of a plain image, which live as long as this and the array that the image in Python may be a view of. */
template <typename TPixel>
class PyLentPixels : public ImportImageContainer<SizeValueType, TPixel>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(PyLentPixels);

  using Self = PyLentPixels;
  using Superclass = ImportImageContainer<SizeValueType, TPixel>;
  using Pointer = SmartPointer<Self>;
  itkFactorylessNewMacro(Self);

  void
  Borrow(Superclass * pixels, PyObject * image)
  {
    m_Pixels = pixels;
    Py_INCREF(image);
    m_Image = std::shared_ptr<PyObject>(image, [](PyObject * released) {
      const PyGILState_STATE state = PyGILState_Ensure();
      Py_DECREF(released);
      PyGILState_Release(state);
    });
    this->SetImportPointer(pixels->GetBufferPointer(), pixels->Size(), false);
  }

protected:
  PyLentPixels() = default;
  ~PyLentPixels() override = default;

private:
  typename Superclass::Pointer m_Pixels;
  std::shared_ptr<PyObject>    m_Image;
};

/** A DeviceImage of the pixels and the geometry of `image`, which is `object` in Python and is updated. Its name tells
 * the functions of Python that their results are to be plain, too. Null, and an exception is set, if that fails. */
template <typename TDeviceImage>
typename TDeviceImage::Pointer
MakePyDeviceArgument(typename TDeviceImage::Superclass * image, PyObject * object)
{
  try
  {
    image->Update(); // With the GIL, which an itk.PyImageFilter before it takes for granted.
    const auto pixels = PyLentPixels<typename TDeviceImage::PixelType>::New();
    pixels->Borrow(image->GetPixelContainer(), object);
    const auto argument = TDeviceImage::New();
    argument->Graft(image);
    argument->SetPixelContainer(pixels);
    argument->SetObjectName("itk.Image");
    return argument;
  }
  catch (const std::exception & error)
  {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
}
} // namespace itk

#endif
