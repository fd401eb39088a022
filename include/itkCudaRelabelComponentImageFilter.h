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
#ifndef itkCudaRelabelComponentImageFilter_h
#define itkCudaRelabelComponentImageFilter_h

#include "itkCudaRelabelComponentLaunch.h"
#include "itkDeviceComponentsImageFilter.h"
#include "itkRelabelComponentImageFilter.h"

namespace itk
{
/** \class CudaRelabelComponentImageFilter
 * \brief RelabelComponentImageFilter on a CUDA device: numbers labels from 1 on, by size.
 *
 * Labels, sizes and numbers of objects are the parent's, bit for bit: the larger first, of the same size the smaller label;
 * in the order of the labels without SortByObjectSize; those of fewer pixels than MinimumObjectSize become 0. Update()
 * waits for the numbers of objects, and what tells sizes for these. Sizes in physical units are those in pixels times the pixel's volume in float, as the parent's.
 *
 * What tells the sizes is not virtual in the parent: call it of this class, not of a pointer to the parent's.
 *
 * On the device: uint8, int16, uint16, int32 and uint32 to the same type; uint16, int32 and uint32 to uint8; int32 and
 * uint32 to uint16; 2D and 3D. Others run the parent.
 *
 * \exception ExceptionObject there are more objects than the greatest number of the output's type
 *
 * \sa DeviceImageFilter RelabelComponentImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaRelabelComponentImageFilter
  : public DeviceComponentsImageFilter<RelabelComponentImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaRelabelComponentImageFilter);

  using Self = CudaRelabelComponentImageFilter;
  using Superclass = DeviceComponentsImageFilter<RelabelComponentImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::LabelType;
  using typename Superclass::ObjectSizeInPhysicalUnitsContainerType;
  using typename Superclass::ObjectSizeInPixelsContainerType;
  using typename Superclass::ObjectSizeType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaRelabelComponentImageFilter);

  // Of the last Update(), as of the parent.

  SizeValueType
  GetNumberOfObjects() const override
  {
    return this->GetRanOnDevice() ? m_Number : Superclass::GetNumberOfObjects();
  }

  SizeValueType
  GetOriginalNumberOfObjects() const override
  {
    return this->GetRanOnDevice() ? m_OriginalNumber : Superclass::GetOriginalNumberOfObjects();
  }

  const ObjectSizeInPixelsContainerType &
  GetSizeOfObjectsInPixels() const
  {
    if (!this->GetRanOnDevice())
    {
      return Superclass::GetSizeOfObjectsInPixels();
    }
    this->DownloadSizes();
    return m_Sizes;
  }

  const ObjectSizeInPhysicalUnitsContainerType &
  GetSizeOfObjectsInPhysicalUnits() const
  {
    if (!this->GetRanOnDevice())
    {
      return Superclass::GetSizeOfObjectsInPhysicalUnits();
    }
    this->DownloadSizes();
    return m_PhysicalSizes;
  }

  /** 0 if there is no such object. */
  ObjectSizeType
  GetSizeOfObjectInPixels(LabelType object) const
  {
    return GetOfObject(this->GetSizeOfObjectsInPixels(), object);
  }

  /** 0 if there is no such object. */
  float
  GetSizeOfObjectInPhysicalUnits(LabelType object) const
  {
    return GetOfObject(this->GetSizeOfObjectsInPhysicalUnits(), object);
  }

protected:
  CudaRelabelComponentImageFilter() = default;
  ~CudaRelabelComponentImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  bool
  MayWriteWhereItReads() const override
  {
    return true;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const auto * const input = this->GetInput();
      auto * const       output = this->GetOutput();
      const auto         whole = input->GetRequestedRegion();
      device::LabelOrder order(this->ViewRegion(input, whole, stream),
                               typename Superclass::Extent(whole).size,
                               this->GetSortByObjectSize(),
                               this->GetMinimumObjectSize(),
                               stream);
      if (order.GetNumber() > static_cast<std::uint64_t>(std::numeric_limits<OutputPixelType>::max()))
      {
        itkExceptionMacro("Output voxel range exceeded for relabeling.  Too many objects of sufficient size found!");
      }
      m_OriginalNumber = order.GetOriginalNumber();
      m_Number = order.GetNumber();
      m_Sizes.clear();
      m_PhysicalSizes.clear();
      m_SizesOnDevice = order.TakeSizes();
      m_PixelSize = 1.0f;
      for (unsigned int axis = 0; axis < Superclass::Dimension; ++axis)
      {
        m_PixelSize *= input->GetSpacing()[axis];
      }

      const auto                                          region = output->GetRequestedRegion();
      device::PointwiseImages<OutputPixelType, LabelType> images;
      std::get<0>(images.inputs) = this->ViewRegion(input, region, stream);
      images.output = this->ViewWholeOutput(output, stream);
      order.Apply(images);
    }
  }

private:
  using OutputPixelType = typename TOutputImage::PixelType;

  template <typename TOutput, typename TLabel>
  static constexpr bool HasPair =
    std::is_same_v<TOutput, TLabel> ||
    (std::is_same_v<TOutput, std::uint8_t> && (std::is_same_v<TLabel, std::uint16_t> || sizeof(TLabel) == 4)) ||
    (std::is_same_v<TOutput, std::uint16_t> && sizeof(TLabel) == 4);

  static constexpr bool KernelExists = Superclass::DimensionExists &&
                                       TInputImage::ImageDimension == Superclass::Dimension &&
                                       Superclass::template IsLabel<LabelType> && HasPair<OutputPixelType, LabelType>;

  template <typename TSizes>
  static auto
  GetOfObject(const TSizes & sizes, LabelType object)
  {
    return object > 0 && static_cast<std::size_t>(object) <= sizes.size() ? sizes[object - 1] : 0;
  }

  void
  DownloadSizes() const
  {
    if (m_Sizes.size() < m_Number)
    {
      std::vector<std::uint64_t> sizes(m_Number);
      device::Download(
        sizes.data(), m_SizesOnDevice.GetData(), m_SizesOnDevice.GetSizeInBytes(), m_SizesOnDevice.GetStream());
      m_Sizes.assign(sizes.begin(), sizes.end());
      m_PhysicalSizes.resize(m_Number);
      std::transform(m_Sizes.begin(), m_Sizes.end(), m_PhysicalSizes.begin(), [this](ObjectSizeType size) {
        return size * m_PixelSize;
      });
    }
  }

  SizeValueType  m_OriginalNumber{ 0 };
  SizeValueType  m_Number{ 0 };
  float          m_PixelSize{ 1.0f };
  device::Buffer m_SizesOnDevice;
  // Empty until somebody asks.
  mutable ObjectSizeInPixelsContainerType        m_Sizes;
  mutable ObjectSizeInPhysicalUnitsContainerType m_PhysicalSizes;
};
} // namespace itk

#endif
