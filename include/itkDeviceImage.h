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
#ifndef itkDeviceImage_h
#define itkDeviceImage_h

#include "itkDeviceNeighborhoodAccessorFunctor.h"
#include "itkDevicePixelAccessor.h"
#include "itkDevicePixelAccessorFunctor.h"
#include "itkDevicePixelContainer.h"
#include "itkDeviceResident.h"
#include "itkImage.h"

namespace itk
{
/** \class DeviceImage
 * \brief An itk::Image whose pixels may live on a CUDA device.
 *
 * Use it wherever an itk::Image is used. The pixels are in a DevicePixelContainer, which moves them between host and
 * device when they are needed on a side where they are not current:
 *
 * - a filter of this module leaves its output on the device alone; filters in a row transfer nothing between them;
 * - a CPU filter, a writer or an iterator finds the pixels on the host, downloaded when it asks for them;
 * - GetPixel, SetPixel, operator[], GetBufferPointer and iterators bring the pixels to the host and wait for them. The
 *   non-const ones count as writing, and cause an upload when the device needs the pixels again: read through a const
 *   image where that matters. Iterators and ranges count as writing when they set a pixel, those over neighbourhoods
 *   (even the const ones) also when they are made.
 * - Allocate() gives host memory and does not keep what was on the device.
 *
 * Pointers, references and iterators may be kept until the image is computed anew. ITK lets these ways of writing pass
 * unnoticed; call Modified() after them, else the device may go on with the old pixels:
 *
 * - through a pointer or reference that is kept while the device reads the pixels;
 * - through Value() of an iterator, operator[] of a neighbourhood iterator, or an iterator over an ImageAdaptor;
 * - through an object of static type itk::Image: GetPixel, SetPixel, operator[], FillBuffer, GetPixelContainer, and
 *   iterators and ranges over it.
 *
 * The host memory that the last ones reach is current after a CPU filter has pulled the image, and after any access
 * named above.
 *
 * \sa DevicePixelContainer DeviceImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TPixel, unsigned int VImageDimension = 2>
class ITK_TEMPLATE_EXPORT DeviceImage
  : public Image<TPixel, VImageDimension>
  , public device::DeviceResident
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceImage);

  using Self = DeviceImage;
  using Superclass = Image<TPixel, VImageDimension>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ConstWeakPointer = WeakPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(DeviceImage);

  static constexpr unsigned int ImageDimension = VImageDimension;

  using typename Superclass::IndexType;
  using typename Superclass::PixelType;
  using HostPixelContainer = typename Superclass::PixelContainer;
  using PixelContainer = DevicePixelContainer<SizeValueType, TPixel>;
  using PixelContainerPointer = typename PixelContainer::Pointer;
  using PixelContainerConstPointer = typename PixelContainer::ConstPointer;
  using AccessorType = DevicePixelAccessor<PixelContainer>;
  using AccessorFunctorType = DevicePixelAccessorFunctor<Self>;
  using NeighborhoodAccessorFunctorType = DeviceNeighborhoodAccessorFunctor<Self>;

  template <typename UPixelType, unsigned int VUImageDimension = VImageDimension>
  struct Rebind
  {
    using Type = DeviceImage<UPixelType, VUImageDimension>;
  };

  template <typename UPixelType, unsigned int VUImageDimension = VImageDimension>
  using RebindImageType = DeviceImage<UPixelType, VUImageDimension>;

  void
  Allocate(bool initializePixels = false) override;

  void
  Initialize() override;

  /** Sets all pixels on the host. */
  void
  FillBuffer(const TPixel & value);

  void
  SetPixel(const IndexType & index, const TPixel & value)
  {
    this->GetBufferPointer()[this->ComputeOffset(index)] = value;
  }

  const TPixel &
  GetPixel(const IndexType & index) const
  {
    return this->GetBufferPointer()[this->ComputeOffset(index)];
  }

  TPixel &
  GetPixel(const IndexType & index)
  {
    return this->GetBufferPointer()[this->ComputeOffset(index)];
  }

  TPixel &
  operator[](const IndexType & index)
  {
    return this->GetPixel(index);
  }
  const TPixel &
  operator[](const IndexType & index) const
  {
    return this->GetPixel(index);
  }

  TPixel *
  GetBufferPointer() override
  {
    return this->GetPixelContainer()->GetBufferPointer();
  }

  const TPixel *
  GetBufferPointer() const override
  {
    return this->GetPixelContainer()->GetBufferPointer();
  }

  PixelContainer *
  GetPixelContainer()
  {
    return this->GetContainer();
  }

  const PixelContainer *
  GetPixelContainer() const
  {
    return this->GetContainer();
  }

  AccessorType
  GetPixelAccessor() const
  {
    return AccessorType(this->GetContainer());
  }

  NeighborhoodAccessorFunctorType
  GetNeighborhoodAccessor() const
  {
    return NeighborhoodAccessorFunctorType(this->GetContainer());
  }

  /** Takes any container; one that is no DevicePixelContainer is shared through DevicePixelContainer::Over. */
  void
  SetPixelContainer(HostPixelContainer * container);

  int
  GetDevice() const override
  {
    return this->GetPixelContainer()->GetDevice();
  }

  void
  MakeHostCurrent() const override
  {
    this->GetPixelContainer()->MakeHostCurrent();
  }

  void
  PixelsAreKnown() override
  {
    m_PixelsAreKnown = true;
  }

  /** Takes the pixels of `image`, wherever they are, without a copy, and nothing else of it. */
  void
  SharePixels(const Self * image);

  using Superclass::Graft;
  void
  Graft(const DataObject * data) override;
  void
  Graft(const Superclass * image) override;

  void
  UpdateOutputInformation() override;

  /** Brings the pixels up to date, and to the host too unless the consumer that pulls wants them on the device. */
  void
  UpdateOutputData() override;

  /** Brings the pixels up to date, and leaves them where they are. */
  void
  Update() override;

  void
  DataHasBeenGenerated() override;

  /** Also tells that the pixels may have been written on the host. */
  void
  Modified() const override;

protected:
  DeviceImage();
  ~DeviceImage() override = default;

private:
  PixelContainer *
  GetContainer() const;

  /** While it lives, Modified() concerns the geometry and not the pixels. */
  class GeometryChange
  {
  public:
    explicit GeometryChange(Self * image)
      : m_Image(image)
    {
      ++m_Image->m_NumberOfGeometryChanges;
    }
    ~GeometryChange() { --m_Image->m_NumberOfGeometryChanges; }
    ITK_DISALLOW_COPY_AND_MOVE(GeometryChange);

  private:
    Self * m_Image;
  };

  std::atomic<int>  m_NumberOfGeometryChanges{ 0 };
  std::atomic<bool> m_PixelsAreKnown{ false };

  // The base class's container, cast once instead of at each pixel.
  mutable std::atomic<PixelContainer *> m_Container{ nullptr };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceImage.hxx"
#endif

#endif
