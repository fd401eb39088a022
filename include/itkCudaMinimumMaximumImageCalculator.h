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
#ifndef itkCudaMinimumMaximumImageCalculator_h
#define itkCudaMinimumMaximumImageCalculator_h

#include "itkCudaMinimumMaximumLaunch.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceFallback.h"
#include "itkDeviceImage.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkDeviceTransfer.h"
#include "itkMinimumMaximumImageCalculator.h"

namespace itk
{
/** \class CudaMinimumMaximumImageCalculator
 * \brief MinimumMaximumImageCalculator on a CUDA device: the least and the greatest pixel, and the first index of each.
 *
 * Each Compute function waits for its results, which are the parent's. As with the parent, nothing is found of images
 * that have but NaNs, or but the greatest (least) number of their type, and the index stays what it was. The Compute
 * functions and SetRegion() are not virtual: call them of this class.
 *
 * On the device: DeviceImage of uint8, int16, uint16, int32, uint32 and float, 2D and 3D. Others, and regions that are
 * empty or not in the buffer, are the parent's.
 *
 * \sa CudaMinimumMaximumImageFilter MinimumMaximumImageCalculator
 * \ingroup CudaImageFilters
 */
template <typename TInputImage>
class ITK_TEMPLATE_EXPORT CudaMinimumMaximumImageCalculator : public MinimumMaximumImageCalculator<TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMinimumMaximumImageCalculator);

  using Self = CudaMinimumMaximumImageCalculator;
  using Superclass = MinimumMaximumImageCalculator<TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using UseDeviceEnum = DeviceImageFilterEnums::UseDevice;
  using typename Superclass::ImageType;
  using typename Superclass::PixelType;
  using typename Superclass::RegionType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMinimumMaximumImageCalculator);

  /** Where to run; Auto by default. */
  itkSetEnumMacro(UseDevice, UseDeviceEnum);
  itkGetConstMacro(UseDevice, UseDeviceEnum);

  /** Whether the last computation ran on the device. */
  itkGetConstMacro(RanOnDevice, bool);

  void
  SetImage(const ImageType * image) override
  {
    m_DeviceImage = image;
    Superclass::SetImage(image);
  }

  /** The region to search; the image's requested region unless set. */
  void
  SetRegion(const RegionType & region)
  {
    m_DeviceRegion = region;
    Superclass::SetRegion(region);
  }

  /** \exception ExceptionObject UseDevice is Always, and no device works or there is no kernel; the parent's exceptions */
  void
  Compute()
  {
    this->Find([this] { Superclass::Compute(); }, true, true);
  }

  void
  ComputeMinimum()
  {
    this->Find([this] { Superclass::ComputeMinimum(); }, true, false);
  }

  void
  ComputeMaximum()
  {
    this->Find([this] { Superclass::ComputeMaximum(); }, false, true);
  }

protected:
  CudaMinimumMaximumImageCalculator() = default;
  ~CudaMinimumMaximumImageCalculator() override = default;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = device::HasCuda && (Dimension == 2 || Dimension == 3) &&
                                       device::IsPointwisePixel<PixelType> &&
                                       std::is_base_of_v<device::DeviceResident, TInputImage>;

  struct ResultType
  {
    device::PixelExtrema<PixelType> extrema;
    device::ExtremaPositions        positions;
  };

  template <typename TParent>
  void
  Find(const TParent & runParent, bool wantsMinimum, bool wantsMaximum)
  {
    const bool mayRun = KernelExists && device::Runtime::IsAvailable();
    if (m_UseDevice == UseDeviceEnum::Always && !mayRun)
    {
      itkExceptionMacro(<< "UseDevice is Always, but no device works, or there is no kernel for this image.");
    }
    const bool isChosen =
      m_UseDevice == UseDeviceEnum::Always ||
      (m_UseDevice == UseDeviceEnum::Auto && !device::HostScope::IsActive() && !device::Runtime::IsOffByEnvironment());
    m_RanOnDevice = false;
    if constexpr (KernelExists)
    {
      const RegionType region = m_DeviceRegion  ? *m_DeviceRegion
                                : m_DeviceImage ? m_DeviceImage->GetRequestedRegion()
                                                : RegionType();
      if (mayRun && isChosen && region.GetNumberOfPixels() > 0 && m_DeviceImage->GetBufferedRegion().IsInside(region))
      {
        const auto result = this->RunOnDevice(region);
        m_RanOnDevice = true;
        if (wantsMinimum)
        {
          this->TellParent(
            region, result.extrema.minimum, result.positions.minimum, [this] { Superclass::ComputeMinimum(); });
        }
        if (wantsMaximum)
        {
          this->TellParent(
            region, result.extrema.maximum, result.positions.maximum, [this] { Superclass::ComputeMaximum(); });
        }
        return;
      }
    }
    runParent();
  }

  ResultType
  RunOnDevice(const RegionType & region) const
  {
    const auto * const   container = m_DeviceImage->GetPixelContainer();
    const int            resident = m_DeviceImage->GetDevice();
    const device::Stream stream =
      device::Stream::OfThisThread(resident >= 0 ? resident : device::Runtime::GetCurrentDevice());
    const device::DeviceGuard         guard(stream.GetDevice());
    device::PointwiseInput<PixelType> input;
    std::size_t                       size[3]{ 1, 1, 1 };
    std::size_t                       stride = 1;
    input.pixels = container->GetDevicePointer(stream);
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      const auto & buffered = m_DeviceImage->GetBufferedRegion();
      size[axis] = region.GetSize(axis);
      input.stride[axis] = stride;
      input.pixels += static_cast<std::size_t>(region.GetIndex(axis) - buffered.GetIndex(axis)) * stride;
      stride *= buffered.GetSize(axis);
    }
    const device::Buffer extrema(sizeof(ResultType::extrema), stream);
    const device::Buffer positions(sizeof(ResultType::positions), stream);
    device::LaunchMinimumMaximumPositions(input,
                                          size,
                                          extrema.template As<device::PixelExtrema<PixelType>>(),
                                          positions.template As<device::ExtremaPositions>(),
                                          stream);
    container->ReadOnDevice(stream);
    ResultType result;
    device::Download(&result.extrema, extrema.GetData(), sizeof(result.extrema), stream);
    device::Download(&result.positions, positions.GetData(), sizeof(result.positions), stream);
    return result;
  }

  /** Lets the parent, whose results are its own, find the extremum of an image of one pixel. */
  template <typename TCompute>
  void
  TellParent(const RegionType & region, PixelType extremum, std::uint64_t position, const TCompute & compute)
  {
    RegionType one;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      const std::uint64_t place = position == device::ExtremaPositions::NoPixel ? 0 : position;
      one.SetIndex(axis, region.GetIndex(axis) + static_cast<IndexValueType>(place % region.GetSize(axis)));
      one.SetSize(axis, 1);
      position = position == device::ExtremaPositions::NoPixel ? position : position / region.GetSize(axis);
    }
    const auto image = TInputImage::New();
    image->SetRegions(one);
    image->Allocate();
    image->FillBuffer(extremum);
    Superclass::SetImage(image);
    if (m_DeviceRegion)
    {
      Superclass::SetRegion(one);
    }
    compute();
    Superclass::SetImage(m_DeviceImage);
    if (m_DeviceRegion)
    {
      Superclass::SetRegion(*m_DeviceRegion);
    }
  }

  UseDeviceEnum                    m_UseDevice{ UseDeviceEnum::Auto };
  bool                             m_RanOnDevice{ false };
  typename ImageType::ConstPointer m_DeviceImage;
  std::optional<RegionType>        m_DeviceRegion;
};
} // namespace itk

#endif
