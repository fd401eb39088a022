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
#ifndef itkCudaRenyiEntropyThresholdImageFilter_h
#define itkCudaRenyiEntropyThresholdImageFilter_h

#include "itkRenyiEntropyThresholdImageFilter.h"
#include "itkDeviceHistogramThresholdImageFilter.h"

namespace itk
{
/** \class CudaRenyiEntropyThresholdImageFilter
 * \brief RenyiEntropyThresholdImageFilter on a CUDA device: the threshold of Renyi's entropy, of the image's histogram.
 *
 * Throws if all pixels are in the first bin of the histogram: the parent, which runs where there is no device, then reads
 * outside of its arrays.
 *
 * \sa DeviceHistogramThresholdImageFilter RenyiEntropyThresholdImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TMaskImage = TOutputImage>
class ITK_TEMPLATE_EXPORT CudaRenyiEntropyThresholdImageFilter
  : public DeviceHistogramThresholdImageFilter<RenyiEntropyThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaRenyiEntropyThresholdImageFilter);

  using Self = CudaRenyiEntropyThresholdImageFilter;
  using Superclass =
    DeviceHistogramThresholdImageFilter<RenyiEntropyThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaRenyiEntropyThresholdImageFilter);

  using typename Superclass::HistogramType;

protected:
  CudaRenyiEntropyThresholdImageFilter() = default;
  ~CudaRenyiEntropyThresholdImageFilter() override = default;

  void
  CheckHistogram(const HistogramType & histogram) const override
  {
    if (histogram.GetSize(0) > 1 && histogram.GetTotalFrequency() > 0 &&
        histogram.GetFrequency(0, 0) == histogram.GetTotalFrequency())
    {
      itkExceptionMacro(<< "All pixels are in the first bin of the histogram.");
    }
  }
};
} // namespace itk

#endif
