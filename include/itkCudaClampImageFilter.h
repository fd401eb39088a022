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
#ifndef itkCudaClampImageFilter_h
#define itkCudaClampImageFilter_h

#include "itkClampImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchClamp(const PointwiseImages<TOutput, TInput> & images, TOutput lower, TOutput upper, const Stream & stream);
}

/** \class CudaClampImageFilter
 * \brief ClampImageFilter on a CUDA device: the pixel, or the bound that it passes.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, each to each of them;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter ClampImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaClampImageFilter
  : public DevicePointwiseImageFilter<ClampImageFilter<TInputImage, TOutputImage>,
                                      device::HasEveryPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaClampImageFilter);

  using Self = CudaClampImageFilter;
  using Superclass = DevicePointwiseImageFilter<ClampImageFilter<TInputImage, TOutputImage>,
                                                device::HasEveryPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaClampImageFilter);

protected:
  CudaClampImageFilter() = default;
  ~CudaClampImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchClamp(images, this->GetLowerBound(), this->GetUpperBound(), stream);
    }
  }
};
} // namespace itk

#endif
