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
#ifndef itkDevicePixelContainer_h
#define itkDevicePixelContainer_h

#include "itkDeviceBuffer.h"
#include "itkDeviceEvent.h"
#include "itkDeviceCompatibility.h"
#include "itkImportImageContainer.h"
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

namespace itk
{
/** \class DevicePixelContainer
 * \brief Pixels that may be in host memory, in device memory, or in both.
 *
 * The container knows which side is current: host, device or both. Reading one side makes it current and leaves the
 * other current; writing one side makes the other stale. Memory of either side is allocated when it is first needed.
 * Since the state belongs to the container, it survives Image::Graft, SetPixelContainer and in-place filters.
 *
 * Every host accessor of ImportImageContainer is hidden by one that brings the host side up to date first: the
 * non-const ones count as writing, the const ones as reading. Code that holds an ImportImageContainer (the static
 * type) reaches the host memory as it is; DeviceImage sees to it that this is current whenever a CPU filter runs.
 *
 * Work on the device is asynchronous. The container remembers the event of the last device write, so that another
 * stream or thread waits for that event and not for the device, and the reads on other streams, so that the memory is
 * not given back before them. Only host access blocks.
 *
 * Host memory of 1 MiB or more is that of device::HostMemory; who takes it over by ContainerManageMemoryOff() keeps it for
 * good.
 *
 * All members may be called from several threads; as with any ITK object, one writer excludes all others.
 *
 * \sa DeviceImage
 * \ingroup CudaImageFilters
 */
template <typename TElementIdentifier, typename TElement>
class ITK_TEMPLATE_EXPORT DevicePixelContainer : public ImportImageContainer<TElementIdentifier, TElement>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DevicePixelContainer);

  using Self = DevicePixelContainer;
  using Superclass = ImportImageContainer<TElementIdentifier, TElement>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ElementIdentifier = TElementIdentifier;
  using Element = TElement;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(DevicePixelContainer);

  /** `container` itself if it is a DevicePixelContainer, else a new one over the same host memory, which it keeps
   * alive; what is written through either is seen by both. */
  static Pointer
  Over(Superclass * container);

  /** Host memory for reading; waits for a download if only the device side is current. */
  const TElement *
  GetBufferPointer() const
  {
    this->MakeHostCurrent();
    return this->GetHostMemory();
  }

  /** Host memory for reading and writing; the device side becomes stale. */
  TElement *
  GetBufferPointer()
  {
    this->WriteOnHost();
    return this->GetHostMemory();
  }

  const TElement *
  GetImportPointer() const
  {
    return this->GetBufferPointer();
  }

  TElement *
  GetImportPointer()
  {
    return this->GetBufferPointer();
  }

  TElement &
  operator[](const ElementIdentifier id)
  {
    return this->GetBufferPointer()[id];
  }
  const TElement &
  operator[](const ElementIdentifier id) const
  {
    return this->GetBufferPointer()[id];
  }

  /** Makes room for `size` elements on the host and the host side the only current one; nothing is downloaded, so
   * elements that were current on the device alone become undefined. */
  void
  Reserve(ElementIdentifier size, bool useDefaultConstructor = false);

  void
  Squeeze();

  /** Frees both sides. */
  void
  Initialize();

  void
  SetImportPointer(TElement * pointer, ElementIdentifier size, bool letContainerManageMemory = false);

  /** Brings the host side up to date: a download if only the device side is current, else nothing. */
  void
  MakeHostCurrent() const;

  /** Declares that the host side was or will be written: brings it up to date, and makes the device side stale. */
  void
  WriteOnHost()
  {
    // One side at least is always current.
    if (m_DeviceCurrent)
    {
      this->LeaveDevice();
    }
  }

  /** As WriteOnHost() if the host side is current; leaves a container that is current on the device alone as it is. */
  void
  HostMayHaveBeenWritten();

  /** Device memory for reading by work that is enqueued on `stream` afterwards; enqueues an upload if the device side
   * is stale. Does not wait for the device. To be followed by ReadOnDevice(stream) when that work is enqueued.
   * \exception device::MemoryError no device memory is left */
  const TElement *
  GetDevicePointer(const device::Stream & stream) const;

  /** All reading of the device memory on `stream` is enqueued. */
  void
  ReadOnDevice(const device::Stream & stream) const;

  /** Device memory for `size` elements, to be written by work that is enqueued on `stream` afterwards; no host memory
   * is allocated, and what the container held is lost. To be followed by WrittenOnDevice(stream).
   * \exception device::MemoryError no device memory is left; the container is then empty */
  TElement *
  AllocateOnDevice(ElementIdentifier size, const device::Stream & stream);

  /** Device memory of another library, holding `size` elements for work that is enqueued on `stream` afterwards, in
   * place of what the container held. `owner` keeps it alive and is let go when the container no longer uses it, after
   * waiting for the last use; what is written through either is seen by both. */
  void
  ImportOnDevice(TElement *                    pointer,
                 ElementIdentifier             size,
                 const device::Stream &        stream,
                 const std::shared_ptr<void> & owner);

  /** As GetDevicePointer(), for work on `stream` that writes, or reads and writes. To be followed by
   * WrittenOnDevice(stream). */
  TElement *
  GetDevicePointerForWriting(const device::Stream & stream);

  /** All writing of the device memory on `stream` is enqueued: the device side is the only current one. */
  void
  WrittenOnDevice(const device::Stream & stream);

  bool
  IsHostCurrent() const
  {
    return m_HostCurrent;
  }

  bool
  IsDeviceCurrent() const
  {
    return m_DeviceCurrent;
  }

  /** The device that holds the pixels, or -1 where IsDeviceCurrent() is false. */
  int
  GetDevice() const;

  /** Transfers made by this container since it was created. */
  SizeValueType
  GetNumberOfUploads() const
  {
    return m_NumberOfUploads;
  }

  SizeValueType
  GetNumberOfDownloads() const
  {
    return m_NumberOfDownloads;
  }

protected:
  DevicePixelContainer() = default;
  ~DevicePixelContainer() override;

  /** Memory of 1 MiB or more is that of device::HostMemory. */
  TElement *
  AllocateElements(ElementIdentifier size, bool useDefaultConstructor = false) const override;

  void
  DeallocateManagedMemory() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  struct Use
  {
    device::Stream stream;
    device::Event  event;
  };

  TElement *
  GetHostMemory() const
  {
    return const_cast<Self *>(this)->Superclass::GetBufferPointer();
  }

  std::size_t
  GetSizeInBytes() const
  {
    return static_cast<std::size_t>(this->Size()) * sizeof(TElement);
  }

  /** Makes the host side the only current one. */
  void
  LeaveDevice();
  void
  MakeHostCurrentLocked() const;
  /** No elements, and no memory but the host's if it is large enough for `size` elements and the container's own. */
  void
  EmptyLocked(ElementIdentifier size);
  void
  WrittenOnDeviceLocked(const device::Stream & stream);
  void
  FreeDeviceMemoryLocked() const;
  /** Makes what comes next on `stream` wait for all that other streams do with the device memory. */
  void
  WaitForOtherUsesLocked(const device::Stream & stream) const;

  mutable std::mutex                 m_Mutex;
  mutable std::atomic<bool>          m_HostCurrent{ true };
  mutable std::atomic<bool>          m_DeviceCurrent{ false };
  mutable device::Buffer             m_DeviceBuffer;
  mutable std::vector<Use>           m_Reads;
  mutable std::optional<Use>         m_LastWrite;
  mutable std::atomic<SizeValueType> m_NumberOfUploads{ 0 };
  mutable std::atomic<SizeValueType> m_NumberOfDownloads{ 0 };
  typename Superclass::Pointer       m_HostMemoryOwner;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDevicePixelContainer.hxx"
#endif

#endif
