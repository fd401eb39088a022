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
#ifndef itkCudaLabelContourImageFilter_h
#define itkCudaLabelContourImageFilter_h

#include "itkDeviceContourImageFilter.h"
#include "itkLabelContourImageFilter.h"

namespace itk
{
/** \class CudaLabelContourImageFilter
 * \brief LabelContourImageFilter on a CUDA device: keeps the labels of pixels beside another label.
 *
 * The parent's pixels, bit for bit: BackgroundValue, which is the least number of the type unless set, where a pixel is
 * BackgroundValue or all neighbours in the image have its label; else its label. FullyConnected takes diagonal neighbours,
 * too. Does not wait.
 *
 * On the device: uint8, int16, uint16, int32, uint32, input and output the same; 2D and 3D. Others run the parent.
 *
 * \sa DeviceImageFilter LabelContourImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaLabelContourImageFilter
  : public DeviceContourImageFilter<LabelContourImageFilter<TInputImage, TOutputImage>,
                                    device::LabelContour<typename TInputImage::PixelType>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaLabelContourImageFilter);

  using Self = CudaLabelContourImageFilter;
  using Superclass = DeviceContourImageFilter<LabelContourImageFilter<TInputImage, TOutputImage>,
                                              device::LabelContour<typename TInputImage::PixelType>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaLabelContourImageFilter);

protected:
  CudaLabelContourImageFilter() = default;
  ~CudaLabelContourImageFilter() override = default;

  device::LabelContour<typename TInputImage::PixelType>
  GetContour() const override
  {
    return { static_cast<typename TInputImage::PixelType>(this->GetBackgroundValue()) };
  }
};
} // namespace itk

#endif
