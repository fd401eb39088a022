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
#ifndef itkCudaMaskNegatedImageFilter_h
#define itkCudaMaskNegatedImageFilter_h

#include "itkMaskNegatedImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput, typename TMask>
void
LaunchMaskNegated(const PointwiseImages<TOutput, TInput, TMask> & images,
                  TMask                                           maskingValue,
                  TOutput                                         outside,
                  const Stream &                                  stream);
}

/** \class CudaMaskNegatedImageFilter
 * \brief MaskNegatedImageFilter on a CUDA device: the pixel where the mask is MaskingValue, OutsideValue elsewhere.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, to the same type, by masks of that type, uint8 or uint16;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter MaskNegatedImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TMaskImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaMaskNegatedImageFilter
  : public DevicePointwiseImageFilter<MaskNegatedImageFilter<TInputImage, TMaskImage, TOutputImage>,
                                      device::HasMasked,
                                      TOutputImage,
                                      TInputImage,
                                      TMaskImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMaskNegatedImageFilter);

  using Self = CudaMaskNegatedImageFilter;
  using Superclass = DevicePointwiseImageFilter<MaskNegatedImageFilter<TInputImage, TMaskImage, TOutputImage>,
                                                device::HasMasked,
                                                TOutputImage,
                                                TInputImage,
                                                TMaskImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMaskNegatedImageFilter);

protected:
  CudaMaskNegatedImageFilter() = default;
  ~CudaMaskNegatedImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchMaskNegated(images, this->GetMaskingValue(), this->GetOutsideValue(), stream);
    }
  }
};
} // namespace itk

#endif
