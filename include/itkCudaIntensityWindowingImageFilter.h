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
#ifndef itkCudaIntensityWindowingImageFilter_h
#define itkCudaIntensityWindowingImageFilter_h

#include "itkIntensityWindowingImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchIntensityWindowing(const PointwiseImages<TOutput, TInput> & images,
                         double                                   scale,
                         double                                   shift,
                         TInput                                   windowMinimum,
                         TInput                                   windowMaximum,
                         TOutput                                  minimum,
                         TOutput                                  maximum,
                         const Stream &                           stream);
}

/** \class CudaIntensityWindowingImageFilter
 * \brief IntensityWindowingImageFilter on a CUDA device: a window of intensities, scaled linearly to the output's range.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter IntensityWindowingImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaIntensityWindowingImageFilter
  : public DevicePointwiseImageFilter<IntensityWindowingImageFilter<TInputImage, TOutputImage>,
                                      device::HasUsualPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaIntensityWindowingImageFilter);

  using Self = CudaIntensityWindowingImageFilter;
  using Superclass = DevicePointwiseImageFilter<IntensityWindowingImageFilter<TInputImage, TOutputImage>,
                                                device::HasUsualPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaIntensityWindowingImageFilter);

protected:
  CudaIntensityWindowingImageFilter() = default;
  ~CudaIntensityWindowingImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchIntensityWindowing(images,
                                       this->GetScale(),
                                       this->GetShift(),
                                       this->GetWindowMinimum(),
                                       this->GetWindowMaximum(),
                                       this->GetOutputMinimum(),
                                       this->GetOutputMaximum(),
                                       stream);
    }
  }
};
} // namespace itk

#endif
