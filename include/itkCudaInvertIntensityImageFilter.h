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
#ifndef itkCudaInvertIntensityImageFilter_h
#define itkCudaInvertIntensityImageFilter_h

#include "itkInvertIntensityImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchInvertIntensity(const PointwiseImages<TOutput, TInput> & images, TInput maximum, const Stream & stream);
}

/** \class CudaInvertIntensityImageFilter
 * \brief InvertIntensityImageFilter on a CUDA device: Maximum minus the pixel.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter InvertIntensityImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaInvertIntensityImageFilter
  : public DevicePointwiseImageFilter<InvertIntensityImageFilter<TInputImage, TOutputImage>,
                                      device::HasUsualPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaInvertIntensityImageFilter);

  using Self = CudaInvertIntensityImageFilter;
  using Superclass = DevicePointwiseImageFilter<InvertIntensityImageFilter<TInputImage, TOutputImage>,
                                                device::HasUsualPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaInvertIntensityImageFilter);

protected:
  CudaInvertIntensityImageFilter() = default;
  ~CudaInvertIntensityImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchInvertIntensity(
        images,
        static_cast<typename TInputImage::PixelType>(static_cast<typename TOutputImage::PixelType>(this->GetMaximum())),
        stream);
    }
  }
};
} // namespace itk

#endif
