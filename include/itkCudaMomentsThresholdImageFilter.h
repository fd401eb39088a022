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
#ifndef itkCudaMomentsThresholdImageFilter_h
#define itkCudaMomentsThresholdImageFilter_h

#include "itkMomentsThresholdImageFilter.h"
#include "itkDeviceHistogramThresholdImageFilter.h"

namespace itk
{
/** \class CudaMomentsThresholdImageFilter
 * \brief MomentsThresholdImageFilter on a CUDA device: Tsai's threshold that preserves moments, of the image's
 * histogram.
 *
 * \sa DeviceHistogramThresholdImageFilter MomentsThresholdImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TMaskImage = TOutputImage>
class ITK_TEMPLATE_EXPORT CudaMomentsThresholdImageFilter
  : public DeviceHistogramThresholdImageFilter<MomentsThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMomentsThresholdImageFilter);

  using Self = CudaMomentsThresholdImageFilter;
  using Superclass =
    DeviceHistogramThresholdImageFilter<MomentsThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMomentsThresholdImageFilter);

protected:
  CudaMomentsThresholdImageFilter() = default;
  ~CudaMomentsThresholdImageFilter() override = default;
};
} // namespace itk

#endif
