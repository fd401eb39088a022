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
#ifndef itkPyDeviceImage_h
#define itkPyDeviceImage_h

#include "itkPyDLPack.h"
#include "itkPyWithoutGIL.h"
#include "itkDeviceImage.h"
#include "itkDefaultConvertPixelTraits.h"
#include <array>

namespace itk
{
/** \class PyDeviceImage
 * \brief A DeviceImage's pixels as arrays of other Python libraries, and the other way round, without a copy.
 *
 * For the Python code of this module, which brings the image up to date first. Arrays are in C order with the axes
 * reversed, as ITK's NumPy views are: z, y, x, component. While pixels are copied or waited for, other threads of Python
 * run.
 *
 * \ingroup CudaImageFilters
 */
template <typename TImage>
class PyDeviceImage
{
public:
  using ImageType = TImage;
  using PixelType = typename TImage::PixelType;
  using ImagePointer = typename TImage::Pointer;
  using ComponentType = typename DefaultConvertPixelTraits<PixelType>::ComponentType;

  static constexpr unsigned int ImageDimension = TImage::ImageDimension;
  static constexpr unsigned int NumberOfComponents = sizeof(PixelType) / sizeof(ComponentType);

  /** A capsule of the pixels on the host (`device` -1) or on `device`; `stream` waits for what writes them, or none
   * does for -1. Counts as writing there. `copy` gives pixels of their own. */
  static PyObject *
  _ToDLPack(ImageType * image, int device, long stream, bool copy, bool versioned);

  /** An image of the pixels of `capsule`, which live on while it uses them, and which work on `stream` writes, or on
   * this thread's for 0. Throws if they have another type or number of axes or are not in C order. */
  static const ImagePointer
  _FromDLPack(PyObject * capsule, long stream);

  /** The address of the pixels on `device`, for work on this thread's stream. Counts as writing there. */
  static unsigned long
  _GetDeviceAddress(ImageType * image, int device);

  /** Tells that what is enqueued on `stream` writes the pixels on the device. */
  static void
  _WrittenOnDevice(ImageType * image, long stream);

  /** A memoryview of the pixels on the host, brought up to date there; one to write makes the device side stale. */
  static PyObject *
  _GetBytes(ImageType * image, bool toWrite);

private:
  using Container = typename TImage::PixelContainer;

  struct Lent;
  class Borrowed;

  static device::Stream
  GetStream(long stream, int device);

  static ComponentType *
  GetDevicePointer(Container * container, int device, const device::Stream & stream);

  static Container *
  GetContainer(ImageType * image);

  static dlpack::DLDataType
  GetDataType();

  static typename TImage::SizeType
  GetSize(const dlpack::DLTensor & tensor);
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkPyDeviceImage.hxx"
#endif

#endif
