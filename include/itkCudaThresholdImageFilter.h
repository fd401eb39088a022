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
#ifndef itkCudaThresholdImageFilter_h
#define itkCudaThresholdImageFilter_h

#include "itkThresholdImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchThreshold(const PointwiseImages<TOutput, TInput> & images,
                TOutput                                  lower,
                TOutput                                  upper,
                TOutput                                  outside,
                const Stream &                           stream);
}

/** \class CudaThresholdImageFilter
 * \brief ThresholdImageFilter on a CUDA device: OutsideValue where the pixel is outside of two thresholds.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, all images of one type;
 * 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter ThresholdImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TImage>
class ITK_TEMPLATE_EXPORT CudaThresholdImageFilter
  : public DevicePointwiseImageFilter<ThresholdImageFilter<TImage>, device::HasOneType, TImage, TImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaThresholdImageFilter);

  using Self = CudaThresholdImageFilter;
  using Superclass = DevicePointwiseImageFilter<ThresholdImageFilter<TImage>, device::HasOneType, TImage, TImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaThresholdImageFilter);

protected:
  CudaThresholdImageFilter() = default;
  ~CudaThresholdImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchThreshold(images, this->GetLower(), this->GetUpper(), this->GetOutsideValue(), stream);
    }
  }
};
} // namespace itk

#endif
