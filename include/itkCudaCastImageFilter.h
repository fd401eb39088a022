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
#ifndef itkCudaCastImageFilter_h
#define itkCudaCastImageFilter_h

#include "itkCastImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchCast(const PointwiseImages<TOutput, TInput> & images, const Stream & stream);
}

/** \class CudaCastImageFilter
 * \brief CastImageFilter on a CUDA device: each pixel in another type.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, each to each of them; 2D and 3D. Others run
 * the parent.
 *
 * \sa DevicePointwiseImageFilter CastImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaCastImageFilter
  : public DevicePointwiseImageFilter<CastImageFilter<TInputImage, TOutputImage>,
                                      device::HasEveryPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCastImageFilter);

  using Self = CudaCastImageFilter;
  using Superclass = DevicePointwiseImageFilter<CastImageFilter<TInputImage, TOutputImage>,
                                                device::HasEveryPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaCastImageFilter);

protected:
  CudaCastImageFilter() = default;
  ~CudaCastImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchCast(images, stream);
    }
  }
};
} // namespace itk

#endif
