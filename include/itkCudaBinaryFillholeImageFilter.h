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
#ifndef itkCudaBinaryFillholeImageFilter_h
#define itkCudaBinaryFillholeImageFilter_h

#include "itkBinaryFillholeImageFilter.h"
#include "itkDeviceComponentsImageFilter.h"

namespace itk
{
/** \class CudaBinaryFillholeImageFilter
 * \brief BinaryFillholeImageFilter on a CUDA device: makes foreground what of the background does not reach the border.
 *
 * The parent's pixels, bit for bit. Of the components of pixels other than ForegroundValue, fully connected ones if
 * FullyConnected, those without a pixel at the image's border become ForegroundValue; other pixels stay as they are.
 * Update() waits for the components, but not for the pixels. See device::ConnectedComponents for how.
 *
 * On the device: uint8, int16, uint16, int32, uint32; 2D and 3D; up to 2^33 pixels. Others run the parent.
 *
 * \sa DeviceImageFilter BinaryFillholeImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage>
class ITK_TEMPLATE_EXPORT CudaBinaryFillholeImageFilter
  : public DeviceComponentsImageFilter<BinaryFillholeImageFilter<TInputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBinaryFillholeImageFilter);

  using Self = CudaBinaryFillholeImageFilter;
  using Superclass = DeviceComponentsImageFilter<BinaryFillholeImageFilter<TInputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBinaryFillholeImageFilter);

protected:
  CudaBinaryFillholeImageFilter() = default;
  ~CudaBinaryFillholeImageFilter() override = default;

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
      const auto                  foreground = this->GetForegroundValue();
      const auto                  input = this->ViewRegion(this->GetInput(), region, stream);
      device::ConnectedComponents background(typename Superclass::Extent(region).size, Superclass::Dimension, stream);
      background.Restrict(input, foreground, false);
      background.Connect(this->GetFullyConnected());
      background.Replace(input, this->ViewWholeOutput(output, stream), background.FindInnerOnes(), foreground);
    }
  }

private:
  static constexpr bool KernelExists =
    Superclass::DimensionExists && Superclass::template IsLabel<typename TInputImage::PixelType>;
};
} // namespace itk

#endif
