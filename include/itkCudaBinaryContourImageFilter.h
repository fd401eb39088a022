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
#ifndef itkCudaBinaryContourImageFilter_h
#define itkCudaBinaryContourImageFilter_h

#include "itkBinaryContourImageFilter.h"
#include "itkDeviceContourImageFilter.h"

namespace itk
{
/** \class CudaBinaryContourImageFilter
 * \brief BinaryContourImageFilter on a CUDA device: keeps of objects the pixels at their border.
 *
 * The parent's pixels, bit for bit: of pixels of ForegroundValue, which is the greatest number of the type unless set,
 * those stay that have a neighbour of another value in the image, and the others become BackgroundValue, the least number
 * unless set; other pixels stay as they are. The image's border is no contour. FullyConnected takes diagonal neighbours,
 * too, which makes contours thicker. Floats of up to 4 units in the last place from ForegroundValue, or 0.1 epsilon, count as
 * it, and become it. Does not wait. Not in place.
 *
 * On the device: uint8, int16, uint16, int32, uint32, float, input and output the same; 2D and 3D. Others run the parent.
 *
 * \sa DeviceImageFilter BinaryContourImageFilter CudaLabelContourImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaBinaryContourImageFilter
  : public DeviceContourImageFilter<BinaryContourImageFilter<TInputImage, TOutputImage>,
                                    device::BinaryContour<typename TInputImage::PixelType>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBinaryContourImageFilter);

  using Self = CudaBinaryContourImageFilter;
  using Superclass = DeviceContourImageFilter<BinaryContourImageFilter<TInputImage, TOutputImage>,
                                              device::BinaryContour<typename TInputImage::PixelType>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBinaryContourImageFilter);

protected:
  CudaBinaryContourImageFilter() = default;
  ~CudaBinaryContourImageFilter() override = default;

  device::BinaryContour<typename TInputImage::PixelType>
  GetContour() const override
  {
    return { this->GetForegroundValue(), static_cast<typename TInputImage::PixelType>(this->GetBackgroundValue()) };
  }
};
} // namespace itk

#endif
