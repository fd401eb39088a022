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
#ifndef itkCudaMinimumMaximumImageFilter_h
#define itkCudaMinimumMaximumImageFilter_h

#include "itkCudaMinimumMaximumLaunch.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceImageSink.h"
#include "itkDeviceTransfer.h"
#include "itkMinimumMaximumImageFilter.h"

namespace itk
{
/** \class CudaMinimumMaximumImageFilter
 * \brief MinimumMaximumImageFilter on a CUDA device: the least and the greatest pixel.
 *
 * Update() waits for the results, which are the parent's; NaNs, in which the parent depends on their places, are passed
 * over, and of zeros of both signs either may be the one that is found.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, 2D and 3D. Others run the parent.
 *
 * \sa DeviceImageSink MinimumMaximumImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage>
class ITK_TEMPLATE_EXPORT CudaMinimumMaximumImageFilter : public DeviceImageSink<MinimumMaximumImageFilter<TInputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMinimumMaximumImageFilter);

  using Self = CudaMinimumMaximumImageFilter;
  using Superclass = DeviceImageSink<MinimumMaximumImageFilter<TInputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMinimumMaximumImageFilter);

protected:
  CudaMinimumMaximumImageFilter() = default;
  ~CudaMinimumMaximumImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  BeginOnDevice() override
  {
    m_Extrema = { NumericTraits<PixelType>::max(), NumericTraits<PixelType>::NonpositiveMin() };
  }

  void
  AddPiece(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const TInputImage * const image = this->GetInput();
      const auto                region = image->GetRequestedRegion();
      const auto                input = this->ViewRegion(image, region, stream);
      const device::Buffer      result(sizeof(m_Extrema), stream);
      ExtremaType               piece;
      device::LaunchMinimumMaximum(
        input, typename Superclass::Extent(region).size, result.template As<ExtremaType>(), stream);
      device::Download(&piece, result.GetData(), sizeof(piece), stream);
      m_Extrema.minimum = std::min(m_Extrema.minimum, piece.minimum);
      m_Extrema.maximum = std::max(m_Extrema.maximum, piece.maximum);
    }
  }

  void
  FinishOnDevice() override
  {
    this->SetMinimum(m_Extrema.minimum);
    this->SetMaximum(m_Extrema.maximum);
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::HasCuda && (Dimension == 2 || Dimension == 3) && device::IsPointwisePixel<PixelType>;

  using ExtremaType = device::PixelExtrema<PixelType>;

  ExtremaType m_Extrema{};
};
} // namespace itk

#endif
