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
#ifndef itkCudaLogImageFilter_h
#define itkCudaLogImageFilter_h

#include "itkLogImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchLog(const PointwiseImages<TOutput, TInput> & images, const Stream & stream);
}

/** \class CudaLogImageFilter
 * \brief LogImageFilter on a CUDA device: the natural logarithm.
 *
 * The result of type float is at most one unit in the last place from that of the parent: exponential and logarithm of
 * double are within one unit of a double on either side, so roundings to float differ where a float boundary lies
 * between the two. An integer result differs where that boundary is an integer, which it is for no integer pixel but
 * exact cases.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter LogImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaLogImageFilter
  : public DevicePointwiseImageFilter<LogImageFilter<TInputImage, TOutputImage>,
                                      device::HasUsualPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaLogImageFilter);

  using Self = CudaLogImageFilter;
  using Superclass = DevicePointwiseImageFilter<LogImageFilter<TInputImage, TOutputImage>,
                                                device::HasUsualPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaLogImageFilter);

protected:
  CudaLogImageFilter() = default;
  ~CudaLogImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchLog(images, stream);
    }
  }
};
} // namespace itk

#endif
