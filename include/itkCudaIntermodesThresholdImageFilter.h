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
#ifndef itkCudaIntermodesThresholdImageFilter_h
#define itkCudaIntermodesThresholdImageFilter_h

#include "itkIntermodesThresholdImageFilter.h"
#include "itkDeviceHistogramThresholdImageFilter.h"

namespace itk
{
/** \class CudaIntermodesThresholdImageFilter
 * \brief IntermodesThresholdImageFilter on a CUDA device: the threshold between two modes, of the image's histogram.
 *
 * \sa DeviceHistogramThresholdImageFilter IntermodesThresholdImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TMaskImage = TOutputImage>
class ITK_TEMPLATE_EXPORT CudaIntermodesThresholdImageFilter
  : public DeviceHistogramThresholdImageFilter<IntermodesThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaIntermodesThresholdImageFilter);

  using Self = CudaIntermodesThresholdImageFilter;
  using Superclass =
    DeviceHistogramThresholdImageFilter<IntermodesThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::CalculatorType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaIntermodesThresholdImageFilter);

protected:
  CudaIntermodesThresholdImageFilter() = default;
  ~CudaIntermodesThresholdImageFilter() override = default;

  void
  SetUpCalculator() override
  {
    auto * const calculator = static_cast<CalculatorType *>(this->GetModifiableCalculator());
    calculator->SetMaximumSmoothingIterations(this->GetMaximumSmoothingIterations());
    calculator->SetUseInterMode(this->GetUseInterMode());
  }
};
} // namespace itk

#endif
