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
#ifndef itkPyDeviceImage_hxx
#define itkPyDeviceImage_hxx

#include <algorithm>
#include <type_traits>
#include <utility>

namespace itk
{
/** Pixels on loan to a consumer, until it calls the deleter. */
template <typename TImage>
struct PyDeviceImage<TImage>::Lent
{
  typename Container::Pointer                  container;
  std::array<std::int64_t, ImageDimension + 1> shape;
  std::array<std::int64_t, ImageDimension + 1> strides;

  template <typename TManaged>
  static PyObject *
  MakeCapsule(std::unique_ptr<Lent> lent, const dlpack::DLTensor & tensor, bool isCopy)
  {
    auto managed = std::make_unique<TManaged>();
    managed->dl_tensor = tensor;
    managed->dl_tensor.shape = lent->shape.data();
    managed->dl_tensor.strides = lent->strides.data();
    managed->deleter = [](TManaged * returned) {
      delete static_cast<Lent *>(returned->manager_ctx);
      delete returned;
    };
    const char * name = PyDLPack::Unversioned;
    if constexpr (std::is_same_v<TManaged, dlpack::DLManagedTensorVersioned>)
    {
      managed->version = { 1, 0 };
      managed->flags = isCopy ? dlpack::DLPACK_FLAG_BITMASK_IS_COPIED : 0;
      name = PyDLPack::Versioned;
    }
    managed->manager_ctx = lent.release();
    return PyDLPack::MakeCapsule(managed.release(), name);
  }
};

/** Host memory of another library. */
template <typename TImage>
class PyDeviceImage<TImage>::Borrowed : public ImportImageContainer<SizeValueType, PixelType>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(Borrowed);

  using Self = Borrowed;
  using Pointer = SmartPointer<Self>;
  itkFactorylessNewMacro(Self);

  std::shared_ptr<void> m_Owner;

protected:
  Borrowed() = default;
};

template <typename TImage>
PyObject *
PyDeviceImage<TImage>::_ToDLPack(ImageType * image, int device, long stream, bool copy, bool versioned)
{
  auto lent = std::make_unique<Lent>();
  lent->container = GetContainer(image);
  dlpack::DLTensor tensor{};
  tensor.dtype = GetDataType();
  {
    const PyWithoutGIL withoutGIL;
    if (copy)
    {
      const Container * const source = lent->container;
      const PixelType * const pixels = source->GetBufferPointer();
      lent->container = Container::New();
      lent->container->Reserve(source->Size());
      std::copy_n(pixels, source->Size(), lent->container->GetBufferPointer());
    }
    if (device < 0)
    {
      tensor.device = { dlpack::kDLCPU, 0 };
      tensor.data = lent->container->GetBufferPointer();
    }
    else
    {
      tensor.device = { dlpack::kDLCUDA, device };
      tensor.data = GetDevicePointer(lent->container, device, GetStream(stream, device));
    }
  }

  const auto   size = image->GetBufferedRegion().GetSize();
  std::int64_t stride = 1;
  if constexpr (NumberOfComponents > 1)
  {
    lent->shape[ImageDimension] = NumberOfComponents;
    lent->strides[ImageDimension] = 1;
    stride = NumberOfComponents;
  }
  for (unsigned int axis = 0; axis < ImageDimension; ++axis)
  {
    lent->shape[ImageDimension - 1 - axis] = static_cast<std::int64_t>(size[axis]);
    lent->strides[ImageDimension - 1 - axis] = stride;
    stride *= static_cast<std::int64_t>(size[axis]);
  }
  tensor.ndim = ImageDimension + (NumberOfComponents > 1 ? 1 : 0);

  return versioned ? Lent::template MakeCapsule<dlpack::DLManagedTensorVersioned>(std::move(lent), tensor, copy)
                   : Lent::template MakeCapsule<dlpack::DLManagedTensor>(std::move(lent), tensor, copy);
}

template <typename TImage>
auto
PyDeviceImage<TImage>::_FromDLPack(PyObject * capsule, long stream) -> const ImagePointer
{
  const dlpack::DLTensor & tensor = PyDLPack::GetTensor(capsule);
  const auto               size = GetSize(tensor);
  const dlpack::DLDevice   where = tensor.device;
  auto * const pixels = reinterpret_cast<PixelType *>(static_cast<unsigned char *>(tensor.data) + tensor.byte_offset);
  if (reinterpret_cast<std::uintptr_t>(pixels) % alignof(ComponentType) != 0)
  {
    itkGenericExceptionMacro("the array does not begin at a multiple of its elements' size: pass a copy");
  }

  const ImagePointer image = ImageType::New();
  image->SetRegions(size);
  const SizeValueType numberOfPixels = image->GetBufferedRegion().GetNumberOfPixels();
  switch (where.device_type)
  {
    case dlpack::kDLCPU:
    case dlpack::kDLCUDAHost:
    {
      const typename Borrowed::Pointer container = Borrowed::New();
      container->m_Owner = PyDLPack::Take(capsule);
      container->SetImportPointer(pixels, numberOfPixels, false);
      image->SetPixelContainer(container);
      return image;
    }
    case dlpack::kDLCUDA:
    case dlpack::kDLCUDAManaged:
    {
      if (where.device_id < 0 || where.device_id >= device::Runtime::GetNumberOfDevices())
      {
        itkGenericExceptionMacro("the array is on CUDA device "
                                 << where.device_id << ": " << device::Runtime::GetNumberOfDevices()
                                 << " can be used here. " << device::Runtime::GetUnavailableReason());
      }
      image->GetPixelContainer()->ImportOnDevice(
        pixels, numberOfPixels, GetStream(stream, where.device_id), PyDLPack::Take(capsule));
      return image;
    }
    default:
      itkGenericExceptionMacro("the array is on a device of DLPack's type " << where.device_type
                                                                            << ": neither the host nor CUDA");
  }
}

template <typename TImage>
unsigned long
PyDeviceImage<TImage>::_GetDeviceAddress(ImageType * image, int device)
{
  const PyWithoutGIL withoutGIL;
  return reinterpret_cast<std::uintptr_t>(
    GetDevicePointer(GetContainer(image), device, device::Stream::OfThisThread(device)));
}

template <typename TImage>
void
PyDeviceImage<TImage>::_WrittenOnDevice(ImageType * image, long stream)
{
  Container * const container = GetContainer(image);
  const int         device = container->GetDevice();
  if (device < 0)
  {
    itkGenericExceptionMacro("the pixels are not on a device");
  }
  container->WrittenOnDevice(GetStream(stream, device));
}

template <typename TImage>
PyObject *
PyDeviceImage<TImage>::_GetBytes(ImageType * image, bool toWrite)
{
  Container * const container = GetContainer(image);
  const PixelType * pixels = nullptr;
  {
    const PyWithoutGIL withoutGIL;
    pixels = std::as_const(*container).GetBufferPointer();
    if (toWrite)
    {
      container->WriteOnHost();
    }
  }
  const auto bytes = static_cast<Py_ssize_t>(container->Size() * sizeof(PixelType));
  return PyMemoryView_FromMemory(
    const_cast<char *>(reinterpret_cast<const char *>(pixels)), bytes, toWrite ? PyBUF_WRITE : PyBUF_READ);
}

template <typename TImage>
device::Stream
PyDeviceImage<TImage>::GetStream(long stream, int device)
{
  return stream > 0 ? device::Stream::Borrow(reinterpret_cast<CUstream_st *>(stream), device)
                    : device::Stream::OfThisThread(device);
}

template <typename TImage>
auto
PyDeviceImage<TImage>::GetDevicePointer(Container * container, int device, const device::Stream & stream)
  -> ComponentType *
{
  // Memory of the container's belongs to a stream of this module, which the consumer's need not outlive.
  const device::Stream own = device::Stream::OfThisThread(device);
  container->GetDevicePointer(own);
  container->ReadOnDevice(own);
  PixelType * const pixels = container->GetDevicePointerForWriting(stream);
  container->WrittenOnDevice(stream);
  return reinterpret_cast<ComponentType *>(pixels);
}

template <typename TImage>
auto
PyDeviceImage<TImage>::GetContainer(ImageType * image) -> Container *
{
  if (image == nullptr)
  {
    itkGenericExceptionMacro("no image");
  }
  Container * const container = image->GetPixelContainer();
  if (container->Size() != image->GetBufferedRegion().GetNumberOfPixels())
  {
    itkGenericExceptionMacro("the image has " << container->Size() << " pixels in memory, and a buffered region of "
                                              << image->GetBufferedRegion().GetNumberOfPixels());
  }
  return container;
}

template <typename TImage>
dlpack::DLDataType
PyDeviceImage<TImage>::GetDataType()
{
  const auto code = std::is_floating_point_v<ComponentType> ? dlpack::kDLFloat
                    : std::is_signed_v<ComponentType>       ? dlpack::kDLInt
                                                            : dlpack::kDLUInt;
  return { code, static_cast<std::uint8_t>(8 * sizeof(ComponentType)), 1 };
}

template <typename TImage>
auto
PyDeviceImage<TImage>::GetSize(const dlpack::DLTensor & tensor) -> typename TImage::SizeType
{
  const dlpack::DLDataType type = GetDataType();
  if (tensor.dtype.code != type.code || tensor.dtype.bits != type.bits || tensor.dtype.lanes != 1)
  {
    itkGenericExceptionMacro("the array's elements are not of the image's type");
  }
  constexpr int axes = ImageDimension + (NumberOfComponents > 1 ? 1 : 0);
  if (tensor.ndim != axes || (NumberOfComponents > 1 && tensor.shape[ImageDimension] != NumberOfComponents))
  {
    itkGenericExceptionMacro("the image needs an array of " << axes << " axes, the last of them of its components");
  }
  std::int64_t stride = 1;
  for (int axis = axes - 1; axis >= 0; --axis)
  {
    if (tensor.strides != nullptr && tensor.shape[axis] > 1 && tensor.strides[axis] != stride)
    {
      itkGenericExceptionMacro("the array is not in C order without gaps (axis "
                               << axis << " has a stride of " << tensor.strides[axis] << " elements, not " << stride
                               << "): pass a contiguous copy");
    }
    stride *= tensor.shape[axis];
  }
  typename TImage::SizeType size;
  for (unsigned int axis = 0; axis < ImageDimension; ++axis)
  {
    size[axis] = static_cast<SizeValueType>(tensor.shape[ImageDimension - 1 - axis]);
  }
  return size;
}
} // namespace itk

#endif
