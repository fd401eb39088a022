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
#ifndef itkDeviceImage_hxx
#define itkDeviceImage_hxx

#include "itkDeviceConsumer.h"

namespace itk
{
template <typename TPixel, unsigned int VImageDimension>
DeviceImage<TPixel, VImageDimension>::DeviceImage()
{
  this->Superclass::SetPixelContainer(PixelContainer::New());
}

template <typename TPixel, unsigned int VImageDimension>
auto
DeviceImage<TPixel, VImageDimension>::GetContainer() const -> PixelContainer *
{
  auto * const               self = const_cast<Self *>(this);
  HostPixelContainer * const base = self->Superclass::GetPixelContainer();
  PixelContainer *           container = m_Container;
  if (container != base)
  {
    container = dynamic_cast<PixelContainer *>(base);
    if (container == nullptr)
    {
      // Set by the base class's SetPixelContainer, which is not virtual.
      const PixelContainerPointer over = PixelContainer::Over(base);
      self->Superclass::SetPixelContainer(over);
      container = over;
    }
    m_Container = container;
  }
  return container;
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::Allocate(bool initializePixels)
{
  this->ComputeOffsetTable();
  const auto numberOfPixels = static_cast<SizeValueType>(this->GetOffsetTable()[VImageDimension]);
  this->GetPixelContainer()->Reserve(numberOfPixels, initializePixels);
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::Initialize()
{
  // As Image does: not the container but its handle is reset, since other images may share the container.
  this->Superclass::Superclass::Initialize();
  const auto modifiedTime = this->GetTimeStamp();
  this->Superclass::SetPixelContainer(PixelContainer::New());
  this->SetTimeStamp(modifiedTime);
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::FillBuffer(const TPixel & value)
{
  PixelContainer * const container = this->GetPixelContainer();
  const SizeValueType    numberOfPixels = this->GetBufferedRegion().GetNumberOfPixels();
  container->Reserve(numberOfPixels);
  std::fill_n(container->GetBufferPointer(), numberOfPixels, value);
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::SetPixelContainer(HostPixelContainer * container)
{
  this->Superclass::SetPixelContainer(PixelContainer::Over(container));
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::Graft(const DataObject * data)
{
  this->Superclass::Graft(data);
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::Graft(const Superclass * image)
{
  {
    const GeometryChange change(this);
    this->Superclass::Graft(image);
  }
  if (image != nullptr && dynamic_cast<const Self *>(image) == nullptr)
  {
    // A plain image may have written the pixels of a container that it shares with a DeviceImage.
    this->GetPixelContainer()->HostMayHaveBeenWritten();
  }
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::SharePixels(const Self * image)
{
  const GeometryChange change(this);
  this->Superclass::SetPixelContainer(image->GetContainer());
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::UpdateOutputInformation()
{
  const GeometryChange change(this);
  this->Superclass::UpdateOutputInformation();
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::UpdateOutputData()
{
  const bool wantedOnDevice = device::DeviceConsumer::Take(this);
  this->Superclass::UpdateOutputData();
  if (!wantedOnDevice)
  {
    this->GetPixelContainer()->MakeHostCurrent();
  }
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::Update()
{
  const device::DeviceConsumer consumer(this);
  this->Superclass::Update();
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::DataHasBeenGenerated()
{
  if (m_PixelsAreKnown.exchange(false))
  {
    const GeometryChange change(this);
    this->Superclass::DataHasBeenGenerated();
    return;
  }
  // A filter of another kind wrote on the host.
  this->GetPixelContainer()->HostMayHaveBeenWritten();
  this->Superclass::DataHasBeenGenerated();
}

template <typename TPixel, unsigned int VImageDimension>
void
DeviceImage<TPixel, VImageDimension>::Modified() const
{
  this->Superclass::Modified();
  // The base class's SetPixelContainer ends here; the new container may be at the old one's address.
  m_Container = nullptr;
  if (m_NumberOfGeometryChanges == 0)
  {
    this->GetContainer()->HostMayHaveBeenWritten();
  }
}
} // namespace itk

#endif
