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
#ifndef itkCudaNormalizeImageFilter_h
#define itkCudaNormalizeImageFilter_h

#include "itkNormalizeImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchNormalize(const PointwiseImages<TOutput, TInput> & images,
                const PointwiseInput<TInput> &           whole,
                const std::size_t (&size)[3],
                const Stream & stream);
}

/** \class CudaNormalizeImageFilter
 * \brief NormalizeImageFilter on a CUDA device: mean 0 and variance 1.
 *
 * The sums of 8- and 16-bit pixels are exact. Others are sums in double of a fixed order, where the parent compensates
 * its sums and adds them in the order of its threads: of n pixels either is within n 2^-53 / 2^18 of the sum of the
 * absolute values, and a float result within that and one unit in the last place of the parent's.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8; 2D and 3D.
 * Others run the parent.
 *
 * \sa DevicePointwiseImageFilter NormalizeImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaNormalizeImageFilter
  : public DevicePointwiseImageFilter<NormalizeImageFilter<TInputImage, TOutputImage>,
                                      device::HasUsualPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaNormalizeImageFilter);

  using Self = CudaNormalizeImageFilter;
  using Superclass = DevicePointwiseImageFilter<NormalizeImageFilter<TInputImage, TOutputImage>,
                                                device::HasUsualPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaNormalizeImageFilter);

protected:
  CudaNormalizeImageFilter() = default;
  ~CudaNormalizeImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      std::size_t size[3];
      const auto  whole = this->ViewWholeInput(size, stream);
      device::LaunchNormalize(images, whole, size, stream);
    }
  }
};
} // namespace itk

#endif
