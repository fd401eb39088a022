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
#include "itkDeviceFilterExecution.h"
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
  void
  SetUseDevice(UseDeviceEnum value)
  {
    if (m_Execution.useDevice != value)
    {
      m_Execution.useDevice = value;
      this->Modified();
    }
  }
  UseDeviceEnum
  GetUseDevice() const
  {
    return m_Execution.useDevice;
  }

  /** Whether the last computation ran on the device. */
  bool
  GetRanOnDevice() const
  {
    return m_Execution.GetRanOnDevice();
  }

  void
  SetImage(const ImageType * image) override
  {
    m_DeviceImage = image;
    m_Process->SetImage(image);
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

  /** What FilterExecution, which is of filters, takes the calculator for: one with the image as its input. */
  class Process : public ProcessObject
  {
  public:
    ITK_DISALLOW_COPY_AND_MOVE(Process);

    using Self = Process;
    using Pointer = SmartPointer<Self>;

    itkNewMacro(Self);

    /** The name that exceptions show: the calculator's. */
    const char *
    GetNameOfClass() const override
    {
      return "CudaMinimumMaximumImageCalculator";
    }

    void
    SetImage(const ImageType * image)
    {
      this->SetNthInput(0, const_cast<ImageType *>(image));
    }

  protected:
    Process() = default;
    ~Process() override = default;
  };

  struct ResultType
  {
    device::PixelExtrema<PixelType> extrema;
    device::ExtremaPositions        positions;
  };

  template <typename TParent>
  void
  Find(const TParent & runParent, bool wantsMinimum, bool wantsMaximum)
  {
    m_Execution.VerifyUseDevice(KernelExists);
    m_Execution.Begin(false);
    if constexpr (KernelExists)
    {
      const RegionType region = m_DeviceRegion  ? *m_DeviceRegion
                                : m_DeviceImage ? m_DeviceImage->GetRequestedRegion()
                                                : RegionType();
      if (m_Execution.WillRun(true) && region.GetNumberOfPixels() > 0 &&
          m_DeviceImage->GetBufferedRegion().IsInside(region))
      {
        const auto result = this->RunOnDevice(region);
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
  RunOnDevice(const RegionType & region)
  {
    ResultType result;
    m_Execution.Run([&](const device::Stream & stream) {
      const auto                        view = m_Execution.ViewInput(m_DeviceImage.GetPointer(), stream);
      device::PointwiseInput<PixelType> input;
      std::size_t                       size[3]{ 1, 1, 1 };
      input.pixels = view.data;
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        const auto begin = region.GetIndex(axis) - m_DeviceImage->GetBufferedRegion().GetIndex(axis);
        size[axis] = region.GetSize(axis);
        input.stride[axis] = view.stride[axis];
        input.pixels += static_cast<std::size_t>(begin) * view.stride[axis];
      }
      const device::Buffer extrema(sizeof(ResultType::extrema), stream);
      const device::Buffer positions(sizeof(ResultType::positions), stream);
      device::LaunchMinimumMaximumPositions(input,
                                            size,
                                            extrema.template As<device::PixelExtrema<PixelType>>(),
                                            positions.template As<device::ExtremaPositions>(),
                                            stream);
      device::Download(&result.extrema, extrema.GetData(), sizeof(result.extrema), stream);
      device::Download(&result.positions, positions.GetData(), sizeof(result.positions), stream);
    });
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

  typename Process::Pointer        m_Process{ Process::New() };
  device::FilterExecution          m_Execution{ *m_Process };
  typename ImageType::ConstPointer m_DeviceImage;
  std::optional<RegionType>        m_DeviceRegion;
};
} // namespace itk

#endif
