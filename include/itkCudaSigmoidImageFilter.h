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
#ifndef itkCudaSigmoidImageFilter_h
#define itkCudaSigmoidImageFilter_h

#include "itkSigmoidImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchSigmoid(const PointwiseImages<TOutput, TInput> & images,
              double                                   alpha,
              double                                   beta,
              TOutput                                  minimum,
              TOutput                                  maximum,
              const Stream &                           stream);
}

/** \class CudaSigmoidImageFilter
 * \brief SigmoidImageFilter on a CUDA device: a sigmoid of the pixel.
 *
 * The result of type float is at most one unit in the last place from that of the parent; an integer result differs by
 * 1 where the parent's value before truncation is within a rounding of double of an integer.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter SigmoidImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaSigmoidImageFilter
  : public DevicePointwiseImageFilter<SigmoidImageFilter<TInputImage, TOutputImage>,
                                      device::HasUsualPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaSigmoidImageFilter);

  using Self = CudaSigmoidImageFilter;
  using Superclass = DevicePointwiseImageFilter<SigmoidImageFilter<TInputImage, TOutputImage>,
                                                device::HasUsualPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaSigmoidImageFilter);

protected:
  CudaSigmoidImageFilter() = default;
  ~CudaSigmoidImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchSigmoid(
        images, this->GetAlpha(), this->GetBeta(), this->GetOutputMinimum(), this->GetOutputMaximum(), stream);
    }
  }
};
} // namespace itk

#endif
