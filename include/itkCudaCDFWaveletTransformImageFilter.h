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
#ifndef itkCudaCDFWaveletTransformImageFilter_h
#define itkCudaCDFWaveletTransformImageFilter_h

#include "itkCDFWaveletTransformImageFilter.h"
#include "itkCudaCDFWaveletTransformLaunch.h"
#include "itkDeviceImageTransformFilter.h"

namespace itk
{
/** \class CudaCDFWaveletTransformImageFilter
 * \brief CDFWaveletTransformImageFilter on a CUDA device: the wavelets 5/3 and 9/7, forward or inverse.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float to float or int32, 1D to 3D; others run the parent. The
 * coefficients, and the pixels of the inverse, are the parent's, bit for bit: the same steps in the same order.
 *
 * A level of a plane reads and writes each pixel once, one of a volume twice. Memory beside the images: the levels between
 * take a third of an image in planes, and in volumes one image and a seventh.
 *
 * \sa DeviceImageFilter CDFWaveletTransformImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaCDFWaveletTransformImageFilter
  : public DeviceImageTransformFilter<CDFWaveletTransformImageFilter<TInputImage, TOutputImage>, float, std::int32_t>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCDFWaveletTransformImageFilter);

  using Self = CudaCDFWaveletTransformImageFilter;
  using Superclass =
    DeviceImageTransformFilter<CDFWaveletTransformImageFilter<TInputImage, TOutputImage>, float, std::int32_t>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaCDFWaveletTransformImageFilter);

protected:
  CudaCDFWaveletTransformImageFilter() = default;
  ~CudaCDFWaveletTransformImageFilter() override = default;

  void
  Launch(const typename Superclass::SourceType & input,
         const typename Superclass::TargetType & output,
         const device::Stream &                  stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      const unsigned int levels =
        this->GetNumberOfLevels() > 0 ? this->GetNumberOfLevels() : device::GetNumberOfCDFWaveletLevels(input.size);
      if (this->GetDirection() == CDFWaveletTransformImageFilterEnums::Direction::Forward)
      {
        device::LaunchForwardCDFWaveletTransform(input, output, this->GetWavelet(), levels, stream);
      }
      else
      {
        device::LaunchInverseCDFWaveletTransform(input, output, this->GetWavelet(), levels, stream);
      }
    }
  }
};
} // namespace itk

#endif
