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
#ifndef itkPyDLPack_h
#define itkPyDLPack_h

// Python.h defines these without looking.
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#include <Python.h>

#include "itkDLPack.h"
#include "itkDeviceRuntime.h"
#include "itkDeviceStream.h"
#include <memory>
#include <vector>

namespace itk
{
/** \class PyDLPack
 * \brief What exchanging arrays by DLPack needs and does not depend on an image's type.
 *
 * For the Python code of this module. A capsule is one that `__dlpack__` gave. Streams are numbered as DLPack does: 1
 * is CUDA's legacy default stream, 2 the per-thread one, others are the cudaStream_t.
 *
 * \ingroup CudaImageFilters
 */
class PyDLPack
{
public:
  static int
  _GetNumberOfDevices()
  {
    return device::Runtime::GetNumberOfDevices();
  }

  /** Whether filters use no device unless told otherwise. */
  static bool
  _IsOffByEnvironment()
  {
    return device::Runtime::IsOffByEnvironment();
  }

  static int
  _GetCurrentDevice()
  {
    return device::Runtime::GetCurrentDevice();
  }

  /** The calling thread's stream, on which filters work. */
  static unsigned long
  _GetStreamOfThisThread(int device)
  {
    return reinterpret_cast<std::uintptr_t>(device::Stream::OfThisThread(device).GetHandle());
  }

  /** (type code, bits, shape) of the array in `capsule`. */
  static PyObject *
  _Describe(PyObject * capsule)
  {
    const dlpack::DLTensor & tensor = GetTensor(capsule);
    PyObject * const         shape = PyTuple_New(tensor.ndim);
    for (std::int32_t i = 0; i < tensor.ndim; ++i)
    {
      PyTuple_SetItem(shape, i, PyLong_FromLongLong(tensor.shape[i]));
    }
    return Py_BuildValue("(iiN)", int{ tensor.dtype.code }, int{ tensor.dtype.bits }, shape);
  }

  /** A capsule of an array at `address` of a CUDA device, with a reference to `owner`. `shape`, and `strides` in
   * elements, are tuples; no strides stand for C order. */
  static PyObject *
  _MakeCapsuleOnDevice(PyObject *    owner,
                       unsigned long address,
                       int           device,
                       int           code,
                       int           bits,
                       PyObject *    shape,
                       PyObject *    strides)
  {
    auto foreign = std::make_unique<Foreign>();
    foreign->shape = GetNumbers(shape);
    foreign->strides = GetNumbers(strides);
    dlpack::DLTensor & tensor = foreign->managed.dl_tensor;
    tensor.data = reinterpret_cast<void *>(address);
    tensor.device = { dlpack::kDLCUDA, device };
    tensor.ndim = static_cast<std::int32_t>(foreign->shape.size());
    tensor.dtype = { static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1 };
    tensor.shape = foreign->shape.data();
    tensor.strides = foreign->strides.empty() ? nullptr : foreign->strides.data();
    Py_INCREF(owner);
    foreign->owner = owner;
    foreign->managed.manager_ctx = foreign.get();
    foreign->managed.deleter = [](dlpack::DLManagedTensor * returned) {
      const std::unique_ptr<Foreign> done(static_cast<Foreign *>(returned->manager_ctx));
      const PyGILState_STATE         state = PyGILState_Ensure();
      Py_DECREF(done->owner);
      PyGILState_Release(state);
    };
    return MakeCapsule(&foreign.release()->managed, Unversioned);
  }

  /** The array in `capsule`. Throws if this version of DLPack is unknown. */
  static const dlpack::DLTensor &
  GetTensor(PyObject * capsule)
  {
    if (PyCapsule_IsValid(capsule, Versioned))
    {
      const auto * const managed = Get<dlpack::DLManagedTensorVersioned>(capsule, Versioned);
      if (managed->version.major != 1)
      {
        itkGenericExceptionMacro("DLPack " << managed->version.major << " is not known here, only 1");
      }
      if (managed->flags & dlpack::DLPACK_FLAG_BITMASK_READ_ONLY)
      {
        itkGenericExceptionMacro("the array is read-only: pass a copy");
      }
      return managed->dl_tensor;
    }
    if (PyCapsule_IsValid(capsule, Unversioned))
    {
      return Get<dlpack::DLManagedTensor>(capsule, Unversioned)->dl_tensor;
    }
    itkGenericExceptionMacro("no DLPack capsule, or one that was used already");
  }

  /** Takes the array out of `capsule`: it lives as long as the result. */
  static std::shared_ptr<void>
  Take(PyObject * capsule)
  {
    if (PyCapsule_IsValid(capsule, Versioned))
    {
      return Own(capsule, Get<dlpack::DLManagedTensorVersioned>(capsule, Versioned), "used_dltensor_versioned");
    }
    return Own(capsule, Get<dlpack::DLManagedTensor>(capsule, Unversioned), "used_dltensor");
  }

  /** A capsule whose array a consumer takes out, or that lets the array go with itself. */
  template <typename TManaged>
  static PyObject *
  MakeCapsule(TManaged * managed, const char * name)
  {
    const auto release = [](PyObject * capsule) {
      if (const char * const capsuleName = PyCapsule_GetName(capsule);
          capsuleName == Versioned || capsuleName == Unversioned)
      {
        TManaged * const unused = Get<TManaged>(capsule, capsuleName);
        unused->deleter(unused);
      }
    };
    PyObject * const capsule = PyCapsule_New(managed, name, release);
    if (capsule == nullptr)
    {
      managed->deleter(managed);
    }
    return capsule;
  }

  static constexpr const char Versioned[] = "dltensor_versioned";
  static constexpr const char Unversioned[] = "dltensor";

private:
  struct Foreign
  {
    dlpack::DLManagedTensor   managed{};
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    PyObject *                owner{ nullptr };
  };

  static std::vector<std::int64_t>
  GetNumbers(PyObject * tuple)
  {
    std::vector<std::int64_t> numbers;
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); ++i)
    {
      numbers.push_back(PyLong_AsLongLong(PyTuple_GetItem(tuple, i)));
    }
    return numbers;
  }

  template <typename TManaged>
  static TManaged *
  Get(PyObject * capsule, const char * name)
  {
    return static_cast<TManaged *>(PyCapsule_GetPointer(capsule, name));
  }

  template <typename TManaged>
  static std::shared_ptr<void>
  Own(PyObject * capsule, TManaged * managed, const char * usedName)
  {
    PyCapsule_SetName(capsule, usedName);
    return { managed, [](void * taken) {
              auto * const owned = static_cast<TManaged *>(taken);
              if (owned->deleter != nullptr)
              {
                owned->deleter(owned);
              }
            } };
  }
};
} // namespace itk

#endif
