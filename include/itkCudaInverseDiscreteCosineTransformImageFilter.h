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
#ifndef itkCudaInverseDiscreteCosineTransformImageFilter_h
#define itkCudaInverseDiscreteCosineTransformImageFilter_h

#include "itkCudaDiscreteCosineTransformLaunch.h"
#include "itkDeviceFFT.h"
#include "itkDeviceImageTransformFilter.h"
#include "itkInverseDiscreteCosineTransformImageFilter.h"

namespace itk
{
/** \class CudaInverseDiscreteCosineTransformImageFilter
 * \brief InverseDiscreteCosineTransformImageFilter on a CUDA device: the orthonormal cosine transform of type III.
 *
 * On the device, where cuFFT is found (see device::GetFFTUnavailableReason()): uint8, int16, uint16, int32, uint32 and
 * float to float, 1D to 3D; others run the parent.
 *
 * **How near the parent**, which works in double: the Fourier transform, the factors around it and their sums are of
 * float. The root mean square of the difference is below 1e-6 of that of the coefficients, whatever the size, and the
 * largest difference below 1e-5 of the largest coefficient.
 *
 * Memory beside the images: one more image, and what cuFFT takes. Update() waits the first time for a size.
 *
 * \sa DeviceImageFilter InverseDiscreteCosineTransformImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaInverseDiscreteCosineTransformImageFilter
  : public DeviceImageTransformFilter<InverseDiscreteCosineTransformImageFilter<TInputImage, TOutputImage>, float>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaInverseDiscreteCosineTransformImageFilter);

  using Self = CudaInverseDiscreteCosineTransformImageFilter;
  using Superclass =
    DeviceImageTransformFilter<InverseDiscreteCosineTransformImageFilter<TInputImage, TOutputImage>, float>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaInverseDiscreteCosineTransformImageFilter);

protected:
  CudaInverseDiscreteCosineTransformImageFilter() = default;
  ~CudaInverseDiscreteCosineTransformImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return Superclass::HasKernel() && device::GetFFTUnavailableReason().empty();
  }

  void
  Launch(const typename Superclass::SourceType & input,
         const typename Superclass::TargetType & output,
         const device::Stream &                  stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchInverseDiscreteCosineTransform(input, output, stream);
    }
  }
};
} // namespace itk

#endif
