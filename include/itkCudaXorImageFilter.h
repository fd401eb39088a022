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
#ifndef itkCudaXorImageFilter_h
#define itkCudaXorImageFilter_h

#include "itkXorImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput1, typename TInput2>
void
LaunchXor(const PointwiseImages<TOutput, TInput1, TInput2> & images, const Stream & stream);
}

/** \class CudaXorImageFilter
 * \brief XorImageFilter on a CUDA device: the bitwise xor of two images, or of an image and a constant.
 *
 * On the device: uint8, int16, uint16, int32 and uint32, all images of one type;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter XorImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage1, typename TInputImage2 = TInputImage1, typename TOutputImage = TInputImage1>
class ITK_TEMPLATE_EXPORT CudaXorImageFilter
  : public DevicePointwiseImageFilter<XorImageFilter<TInputImage1, TInputImage2, TOutputImage>,
                                      device::HasOneIntegerType,
                                      TOutputImage,
                                      TInputImage1,
                                      TInputImage2>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaXorImageFilter);

  using Self = CudaXorImageFilter;
  using Superclass = DevicePointwiseImageFilter<XorImageFilter<TInputImage1, TInputImage2, TOutputImage>,
                                                device::HasOneIntegerType,
                                                TOutputImage,
                                                TInputImage1,
                                                TInputImage2>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaXorImageFilter);

protected:
  CudaXorImageFilter() = default;
  ~CudaXorImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchXor(images, stream);
    }
  }
};
} // namespace itk

#endif
