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
#ifndef itkCudaOtsuThresholdImageFilter_h
#define itkCudaOtsuThresholdImageFilter_h

#include "itkOtsuThresholdImageFilter.h"
#include "itkDeviceHistogramThresholdImageFilter.h"

namespace itk
{
/** \class CudaOtsuThresholdImageFilter
 * \brief OtsuThresholdImageFilter on a CUDA device: the threshold of the greatest variance between the classes, of
 * the image's histogram.
 *
 * \sa DeviceHistogramThresholdImageFilter OtsuThresholdImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TMaskImage = TOutputImage>
class ITK_TEMPLATE_EXPORT CudaOtsuThresholdImageFilter
  : public DeviceHistogramThresholdImageFilter<OtsuThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaOtsuThresholdImageFilter);

  using Self = CudaOtsuThresholdImageFilter;
  using Superclass =
    DeviceHistogramThresholdImageFilter<OtsuThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::CalculatorType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaOtsuThresholdImageFilter);

protected:
  CudaOtsuThresholdImageFilter() = default;
  ~CudaOtsuThresholdImageFilter() override = default;

  void
  SetUpCalculator() override
  {
    static_cast<CalculatorType *>(this->GetModifiableCalculator())->SetReturnBinMidpoint(this->GetReturnBinMidpoint());
  }
};
} // namespace itk

#endif
