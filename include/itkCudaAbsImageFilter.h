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
#ifndef itkCudaAbsImageFilter_h
#define itkCudaAbsImageFilter_h

#include "itkAbsImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchAbs(const PointwiseImages<TOutput, TInput> & images, const Stream & stream);
}

/** \class CudaAbsImageFilter
 * \brief AbsImageFilter on a CUDA device: the absolute value.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter AbsImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaAbsImageFilter
  : public DevicePointwiseImageFilter<AbsImageFilter<TInputImage, TOutputImage>,
                                      device::HasUsualPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaAbsImageFilter);

  using Self = CudaAbsImageFilter;
  using Superclass = DevicePointwiseImageFilter<AbsImageFilter<TInputImage, TOutputImage>,
                                                device::HasUsualPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaAbsImageFilter);

protected:
  CudaAbsImageFilter() = default;
  ~CudaAbsImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchAbs(images, stream);
    }
  }
};
} // namespace itk

#endif
