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
#ifndef itkParentComparisonInput_h
#define itkParentComparisonInput_h

#include "itkCastImageFilter.h"
#include "itkDeviceImage.h"
#include "itkDeviceTestingPixels.h"

namespace itk::DeviceTesting
{
/** \class ParentComparisonInput
 * \brief An input of a filter and of its parent, of the same pixels. */
template <typename TTestedImage>
class ParentComparisonInput
{
public:
  using PixelType = typename TTestedImage::PixelType;
  static constexpr unsigned int Dimension = TTestedImage::ImageDimension;
  using TestedImage = TTestedImage;
  using PlainImage = Image<PixelType, Dimension>;
  using RegionType = ImageRegion<Dimension>;
  using TestedCast = CastImageFilter<TestedImage, TestedImage>;
  using PlainCast = CastImageFilter<PlainImage, PlainImage>;

  enum class Residence
  {
    Host,
    HostAndDevice,
    Device,
    Pipeline // a CPU filter makes what is requested
  };
  static constexpr bool IsDeviceImage = std::is_same_v<TestedImage, DeviceImage<PixelType, Dimension>>;

  /** `geometry`, if any, is that of another input. */
  void
  Make(const RegionType & region, const ImageBase<Dimension> * geometry, Random & random, const PixelPicker & picker)
  {
    m_Before = MakeImage<PlainImage>(region, random, [&](Random & r) { return picker.template Pick<PixelType>(r); });
    if (geometry != nullptr)
    {
      m_Before->SetSpacing(geometry->GetSpacing());
      m_Before->SetOrigin(geometry->GetOrigin());
      m_Before->SetDirection(geometry->GetDirection());
    }
    m_Tested = Copy<TestedImage>(m_Before.GetPointer());
    m_Plain = Copy<PlainImage>(m_Before.GetPointer());
    m_TestedCast = nullptr;
    m_PlainCast = nullptr;
    switch (static_cast<Residence>(Pick(random, 0, 3)))
    {
      case Residence::Pipeline:
        m_TestedCast = TestedCast::New();
        m_TestedCast->InPlaceOff();
        m_TestedCast->SetInput(m_Tested);
        m_PlainCast = PlainCast::New();
        m_PlainCast->InPlaceOff();
        m_PlainCast->SetInput(m_Plain);
        break;
      case Residence::Device:
        this->Place(true);
        break;
      case Residence::HostAndDevice:
        this->Place(false);
        break;
      default:
        break;
    }
  }

  void
  Rewrite(Random & random, const PixelPicker & picker)
  {
    const auto number = m_Before->GetBufferedRegion().GetNumberOfPixels();
    std::generate_n(m_Before->GetBufferPointer(), number, [&] { return picker.template Pick<PixelType>(random); });
    std::copy_n(m_Before->GetBufferPointer(), number, m_Tested->GetBufferPointer());
    std::copy_n(m_Before->GetBufferPointer(), number, m_Plain->GetBufferPointer());
    m_Tested->Modified();
    m_Plain->Modified();
  }

  TestedImage *
  GetTested() const
  {
    return m_TestedCast ? m_TestedCast->GetOutput() : m_Tested.GetPointer();
  }

  PlainImage *
  GetPlain() const
  {
    return m_PlainCast ? m_PlainCast->GetOutput() : m_Plain.GetPointer();
  }

  const PlainImage *
  GetBefore() const
  {
    return m_Before;
  }

  /** Whether the device has the current pixels of the image that the filter takes. */
  bool
  IsOnDevice() const
  {
    if constexpr (IsDeviceImage)
    {
      return this->GetTested()->GetPixelContainer()->IsDeviceCurrent();
    }
    return false;
  }

  /** Of an input that was taken in place, nothing is left. */
  ::testing::AssertionResult
  IsUntouched(bool mayBeTaken) const
  {
    const bool isTaken = m_Tested->GetBufferedRegion().GetNumberOfPixels() == 0;
    return isTaken && mayBeTaken ? ::testing::AssertionSuccess()
                                 : AreSame<PixelType, Dimension>(m_Tested.GetPointer(), m_Before.GetPointer());
  }

private:
  /** Brings the pixels to the device, if there is one. */
  void
  Place(bool onDeviceAlone)
  {
    if constexpr (IsDeviceImage)
    {
      if (device::Runtime::IsAvailable())
      {
        const auto   stream = device::Stream::OfThisThread(device::Runtime::GetCurrentDevice());
        auto * const container = m_Tested->GetPixelContainer();
        if (onDeviceAlone)
        {
          container->GetDevicePointerForWriting(stream);
          container->WrittenOnDevice(stream);
        }
        else
        {
          container->GetDevicePointer(stream);
          container->ReadOnDevice(stream);
        }
      }
    }
  }

  typename PlainImage::Pointer  m_Before;
  typename PlainImage::Pointer  m_Plain;
  typename PlainCast::Pointer   m_PlainCast;
  typename TestedImage::Pointer m_Tested;
  typename TestedCast::Pointer  m_TestedCast;
};
} // namespace itk::DeviceTesting

#endif
