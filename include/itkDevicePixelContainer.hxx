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
#ifndef itkDevicePixelContainer_hxx
#define itkDevicePixelContainer_hxx

#include "itkDeviceHostMemory.h"
#include "itkDeviceTransfer.h"
#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

namespace itk
{
template <typename TElementIdentifier, typename TElement>
DevicePixelContainer<TElementIdentifier, TElement>::~DevicePixelContainer()
{
  try
  {
    this->FreeDeviceMemoryLocked();
  }
  catch (const ExceptionObject &)
  {
    // The device is lost, and its memory with it.
  }
  // That of the superclass calls its own, which would delete the memory of another kind.
  this->Self::DeallocateManagedMemory();
}

template <typename TElementIdentifier, typename TElement>
TElement *
DevicePixelContainer<TElementIdentifier, TElement>::AllocateElements(ElementIdentifier size,
                                                                     bool              useDefaultConstructor) const
{
  if constexpr (std::is_trivially_default_constructible_v<TElement> && std::is_trivially_destructible_v<TElement>)
  {
    using Content = device::HostMemory::Content;
    if (static_cast<std::size_t>(size) <= std::numeric_limits<std::size_t>::max() / sizeof(TElement))
    {
      void * const memory = device::HostMemory::Allocate(static_cast<std::size_t>(size) * sizeof(TElement),
                                                         useDefaultConstructor ? Content::Zero : Content::Any);
      if (memory != nullptr)
      {
        return static_cast<TElement *>(memory);
      }
    }
  }
  return this->Superclass::AllocateElements(size, useDefaultConstructor);
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::DeallocateManagedMemory()
{
  const bool mayBeBlock =
    static_cast<std::size_t>(this->Capacity()) * sizeof(TElement) >= device::HostMemory::SmallestBlock;
  if (mayBeBlock && this->GetContainerManageMemory() && device::HostMemory::Free(this->GetHostMemory()))
  {
    this->Superclass::SetImportPointer(nullptr);
  }
  this->Superclass::DeallocateManagedMemory();
}

template <typename TElementIdentifier, typename TElement>
auto
DevicePixelContainer<TElementIdentifier, TElement>::Over(Superclass * container) -> Pointer
{
  if (auto * const self = dynamic_cast<Self *>(container))
  {
    return self;
  }
  const Pointer result = Self::New();
  result->Superclass::SetImportPointer(container->GetBufferPointer(), container->Size(), false);
  result->m_HostMemoryOwner = container;
  return result;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::Reserve(ElementIdentifier size, bool useDefaultConstructor)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  if (!m_HostCurrent && this->GetHostMemory() == nullptr)
  {
    this->SetSize(0);
  }
  this->Superclass::Reserve(size, useDefaultConstructor);
  m_HostCurrent = true;
  m_DeviceCurrent = false;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::Squeeze()
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->MakeHostCurrentLocked();
  this->Superclass::Squeeze();
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::Initialize()
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->FreeDeviceMemoryLocked();
  this->Superclass::Initialize();
  this->SetSize(0);
  m_HostMemoryOwner = nullptr;
  m_HostCurrent = true;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::SetImportPointer(TElement *        pointer,
                                                                     ElementIdentifier size,
                                                                     bool              letContainerManageMemory)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->FreeDeviceMemoryLocked();
  this->Superclass::SetImportPointer(pointer, size, letContainerManageMemory);
  m_HostMemoryOwner = nullptr;
  m_HostCurrent = true;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::MakeHostCurrent() const
{
  if (!m_HostCurrent)
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    this->MakeHostCurrentLocked();
  }
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::LeaveDevice()
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->MakeHostCurrentLocked();
  m_DeviceCurrent = false;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::HostMayHaveBeenWritten()
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  if (m_HostCurrent)
  {
    m_DeviceCurrent = false;
  }
}

template <typename TElementIdentifier, typename TElement>
const TElement *
DevicePixelContainer<TElementIdentifier, TElement>::GetDevicePointer(const device::Stream & stream) const
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  if (this->Size() == 0)
  {
    return nullptr;
  }
  if (m_DeviceCurrent && m_DeviceBuffer.GetStream().GetDevice() != stream.GetDevice())
  {
    this->MakeHostCurrentLocked();
    m_DeviceCurrent = false;
  }
  if (!m_DeviceCurrent)
  {
    const std::size_t bytes = this->GetSizeInBytes();
    if (m_DeviceBuffer.GetSizeInBytes() == bytes && m_DeviceBuffer.GetStream().GetDevice() == stream.GetDevice())
    {
      this->WaitForOtherUsesLocked(stream);
    }
    else
    {
      this->FreeDeviceMemoryLocked();
      m_DeviceBuffer = device::Buffer(bytes, stream);
    }
    device::Upload(m_DeviceBuffer.GetData(), this->GetHostMemory(), bytes, stream);
    ++m_NumberOfUploads;
    m_Reads.clear();
    m_LastWrite = Use{ stream, device::Event::Record(stream) };
    m_DeviceCurrent = true;
  }
  else if (m_LastWrite && !(m_LastWrite->stream == stream))
  {
    m_LastWrite->event.MakeWait(stream);
  }
  return m_DeviceBuffer.template As<TElement>();
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::ReadOnDevice(const device::Stream & stream) const
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  const auto                        sameStream = [&](const Use & use) { return use.stream == stream; };
  m_Reads.erase(std::remove_if(m_Reads.begin(), m_Reads.end(), sameStream), m_Reads.end());
  m_Reads.push_back({ stream, device::Event::Record(stream) });
}

template <typename TElementIdentifier, typename TElement>
TElement *
DevicePixelContainer<TElementIdentifier, TElement>::AllocateOnDevice(ElementIdentifier      size,
                                                                     const device::Stream & stream)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->EmptyLocked(size);
  m_DeviceBuffer = device::Buffer(static_cast<std::size_t>(size) * sizeof(TElement), stream);
  this->SetSize(size);
  return m_DeviceBuffer.template As<TElement>();
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::ImportOnDevice(TElement *                    pointer,
                                                                   ElementIdentifier             size,
                                                                   const device::Stream &        stream,
                                                                   const std::shared_ptr<void> & owner)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->EmptyLocked(size);
  const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(TElement);
  m_DeviceBuffer = device::Buffer::Borrow(pointer, bytes, stream, owner);
  this->SetSize(size);
  this->WrittenOnDeviceLocked(stream);
}

template <typename TElementIdentifier, typename TElement>
TElement *
DevicePixelContainer<TElementIdentifier, TElement>::GetDevicePointerForWriting(const device::Stream & stream)
{
  this->GetDevicePointer(stream);
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->WaitForOtherUsesLocked(stream);
  return m_DeviceBuffer.template As<TElement>();
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::WrittenOnDevice(const device::Stream & stream)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  this->WrittenOnDeviceLocked(stream);
}

template <typename TElementIdentifier, typename TElement>
int
DevicePixelContainer<TElementIdentifier, TElement>::GetDevice() const
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  return m_DeviceCurrent && m_DeviceBuffer.GetSizeInBytes() > 0 ? m_DeviceBuffer.GetStream().GetDevice() : -1;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::MakeHostCurrentLocked() const
{
  if (m_HostCurrent)
  {
    return;
  }
  if (this->GetHostMemory() == nullptr)
  {
    const_cast<Self *>(this)->Superclass::Reserve(this->Size(), false);
  }
  const device::Stream stream = device::Stream::OfThisThread(m_DeviceBuffer.GetStream().GetDevice());
  if (m_LastWrite && !(m_LastWrite->stream == stream))
  {
    m_LastWrite->event.MakeWait(stream);
  }
  device::Download(this->GetHostMemory(), m_DeviceBuffer.GetData(), this->GetSizeInBytes(), stream);
  ++m_NumberOfDownloads;
  m_HostCurrent = true;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::WrittenOnDeviceLocked(const device::Stream & stream)
{
  m_Reads.clear();
  m_LastWrite = Use{ stream, device::Event::Record(stream) };
  m_DeviceCurrent = true;
  m_HostCurrent = this->Size() == 0;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::EmptyLocked(ElementIdentifier size)
{
  this->FreeDeviceMemoryLocked();
  if (this->Size() != size || m_HostMemoryOwner)
  {
    this->Superclass::Initialize();
    m_HostMemoryOwner = nullptr;
  }
  this->SetSize(0);
  m_HostCurrent = true;
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::WaitForOtherUsesLocked(const device::Stream & stream) const
{
  for (const Use & read : m_Reads)
  {
    if (!(read.stream == stream))
    {
      read.event.MakeWait(stream);
    }
  }
  if (m_LastWrite && !(m_LastWrite->stream == stream))
  {
    m_LastWrite->event.MakeWait(stream);
  }
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::FreeDeviceMemoryLocked() const
{
  m_DeviceCurrent = false;
  if (m_DeviceBuffer.GetSizeInBytes() > 0)
  {
    this->WaitForOtherUsesLocked(m_DeviceBuffer.GetStream());
    m_DeviceBuffer = device::Buffer();
  }
  m_Reads.clear();
  m_LastWrite.reset();
}

template <typename TElementIdentifier, typename TElement>
void
DevicePixelContainer<TElementIdentifier, TElement>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "HostCurrent: " << m_HostCurrent << std::endl;
  os << indent << "DeviceCurrent: " << m_DeviceCurrent << std::endl;
  os << indent << "Device: " << this->GetDevice() << std::endl;
  os << indent << "DeviceBuffer: " << m_DeviceBuffer.GetSizeInBytes() << " bytes" << std::endl;
  os << indent << "NumberOfUploads: " << m_NumberOfUploads << std::endl;
  os << indent << "NumberOfDownloads: " << m_NumberOfDownloads << std::endl;
}
} // namespace itk

#endif
