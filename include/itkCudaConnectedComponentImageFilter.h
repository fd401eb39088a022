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
#ifndef itkCudaConnectedComponentImageFilter_h
#define itkCudaConnectedComponentImageFilter_h

#include "itkConnectedComponentImageFilter.h"
#include "itkDeviceComponentsImageFilter.h"

namespace itk
{
/** \class CudaConnectedComponentImageFilter
 * \brief ConnectedComponentImageFilter on a CUDA device: labels the components of the pixels that are not zero.
 *
 * Labels are the parent's, bit for bit: in the raster order of the components' first pixels, from 1 on, or from 0 on
 * without BackgroundValue if that is another. FullyConnected takes diagonal neighbours, too; pixels at which MaskImage is
 * zero are background. Update() waits for the number of objects. See device::ConnectedComponents for how.
 *
 * On the device: pixels and masks of uint8, int16, uint16, int32, uint32 and float to labels of uint8, int16, uint16, int32
 * and uint32; 2D and 3D; up to 2^33 pixels. Others run the parent.
 *
 * \exception ExceptionObject there are more objects than the greatest number of the output's type
 *
 * \sa DeviceImageFilter ConnectedComponentImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TMaskImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaConnectedComponentImageFilter
  : public DeviceComponentsImageFilter<ConnectedComponentImageFilter<TInputImage, TOutputImage, TMaskImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaConnectedComponentImageFilter);

  using Self = CudaConnectedComponentImageFilter;
  using Superclass = DeviceComponentsImageFilter<ConnectedComponentImageFilter<TInputImage, TOutputImage, TMaskImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::LabelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaConnectedComponentImageFilter);

  /** Of the last Update(). */
  const LabelType &
  GetObjectCount() const override
  {
    return this->GetRanOnDevice() ? m_ObjectCountOnDevice : Superclass::GetObjectCount();
  }

protected:
  CudaConnectedComponentImageFilter() = default;
  ~CudaConnectedComponentImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists && this->HasFewEnoughPixels();
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      auto * const                output = this->GetOutput();
      const auto                  region = output->GetRequestedRegion();
      device::ConnectedComponents components(typename Superclass::Extent(region).size, Superclass::Dimension, stream);
      components.Restrict(this->ViewRegion(this->GetInput(), region, stream), typename TInputImage::PixelType{}, false);
      if (const auto * const mask = this->GetMaskImage())
      {
        components.Restrict(this->ViewRegion(mask, region, stream), typename TMaskImage::PixelType{}, false);
      }
      components.Connect(this->GetFullyConnected());
      constexpr auto most = std::numeric_limits<typename TOutputImage::PixelType>::max();
      if (components.GetNumberOfComponents() > static_cast<std::uint64_t>(most))
      {
        itkExceptionMacro(<< "Number of objects (" << components.GetNumberOfComponents()
                          << ") greater than maximum of output pixel type (" << +most << ").");
      }
      m_ObjectCountOnDevice = components.GetNumberOfComponents();
      components.WriteLabels(this->ViewWholeOutput(output, stream), this->GetBackgroundValue());
    }
  }

private:
  static constexpr bool KernelExists =
    Superclass::DimensionExists && TInputImage::ImageDimension == Superclass::Dimension &&
    TMaskImage::ImageDimension == Superclass::Dimension && device::IsPointwisePixel<typename TInputImage::PixelType> &&
    device::IsPointwisePixel<typename TMaskImage::PixelType> &&
    Superclass::template IsLabel<typename TOutputImage::PixelType>;

  LabelType m_ObjectCountOnDevice{ 0 };
};
} // namespace itk

#endif
