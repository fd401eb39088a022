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
#ifndef itkCudaMultiplyImageFilter_h
#define itkCudaMultiplyImageFilter_h

#include "itkMultiplyImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput1, typename TInput2>
void
LaunchMultiply(const PointwiseImages<TOutput, TInput1, TInput2> & images, const Stream & stream);
}

/** \class CudaMultiplyImageFilter
 * \brief MultiplyImageFilter on a CUDA device: the product of two images, or of an image and a constant.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float: two images of one type to it or to float, or one of them and
 * one of float to float;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter MultiplyImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage1, typename TInputImage2 = TInputImage1, typename TOutputImage = TInputImage1>
class ITK_TEMPLATE_EXPORT CudaMultiplyImageFilter
  : public DevicePointwiseImageFilter<MultiplyImageFilter<TInputImage1, TInputImage2, TOutputImage>,
                                      device::HasUsualTriple,
                                      TOutputImage,
                                      TInputImage1,
                                      TInputImage2>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMultiplyImageFilter);

  using Self = CudaMultiplyImageFilter;
  using Superclass = DevicePointwiseImageFilter<MultiplyImageFilter<TInputImage1, TInputImage2, TOutputImage>,
                                                device::HasUsualTriple,
                                                TOutputImage,
                                                TInputImage1,
                                                TInputImage2>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMultiplyImageFilter);

protected:
  CudaMultiplyImageFilter() = default;
  ~CudaMultiplyImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchMultiply(images, stream);
    }
  }
};
} // namespace itk

#endif
