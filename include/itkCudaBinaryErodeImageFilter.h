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
#ifndef itkCudaBinaryErodeImageFilter_h
#define itkCudaBinaryErodeImageFilter_h

#include "itkBinaryErodeImageFilter.h"
#include "itkDeviceBinaryMorphologyImageFilter.h"

namespace itk
{
/** \class CudaBinaryErodeImageFilter
 * \brief BinaryErodeImageFilter on a CUDA device.
 *
 * Pixels become ForegroundValue where the element, painted there, covers no other pixel, and foreground BackgroundValue
 * elsewhere; pixels beyond the image are foreground if BoundaryToForeground, as it is unless set.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type | uint8, int16, uint16, float, output and input the same | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | element | any with a pixel that is on | the parent, on the CPU |
 *
 * The result is the parent's, bit for bit. Balls of a radius of up to 170 pixels take distances, at a cost that grows with
 * the radius; boxes and other elements are as those of grayscale morphology. Update() does not wait for the device.
 *
 * \sa DeviceBinaryMorphologyImageFilter BinaryErodeImageFilter device::LaunchBinaryMorphology
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TKernel>
class ITK_TEMPLATE_EXPORT CudaBinaryErodeImageFilter
  : public DeviceBinaryMorphologyImageFilter<BinaryErodeImageFilter<TInputImage, TOutputImage, TKernel>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBinaryErodeImageFilter);

  using Self = CudaBinaryErodeImageFilter;
  using Superclass = DeviceBinaryMorphologyImageFilter<BinaryErodeImageFilter<TInputImage, TOutputImage, TKernel>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBinaryErodeImageFilter);

protected:
  CudaBinaryErodeImageFilter() = default;
  ~CudaBinaryErodeImageFilter() override = default;

  device::BinaryOperation
  GetOperation() const override
  {
    return device::BinaryOperation::Erode;
  }

  device::BinarySettings<typename TInputImage::PixelType>
  GetSettings() const override
  {
    return device::GetBinarySettings(*this);
  }
};
} // namespace itk

#endif
