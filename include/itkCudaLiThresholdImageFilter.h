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
#ifndef itkCudaLiThresholdImageFilter_h
#define itkCudaLiThresholdImageFilter_h

#include "itkLiThresholdImageFilter.h"
#include "itkDeviceHistogramThresholdImageFilter.h"

namespace itk
{
/** \class CudaLiThresholdImageFilter
 * \brief LiThresholdImageFilter on a CUDA device: Li's iterative threshold of minimum cross entropy, of the image's
 * histogram.
 *
 * Throws if the iteration comes back to a threshold that it has left: the parent, which runs where there is no device, then never
 * ends. It was found where AutoMinimumMaximum is off, which is the default for 8 bits, so that the histogram begins at -0.5.
 *
 * \sa DeviceHistogramThresholdImageFilter LiThresholdImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TMaskImage = TOutputImage>
class ITK_TEMPLATE_EXPORT CudaLiThresholdImageFilter
  : public DeviceHistogramThresholdImageFilter<LiThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaLiThresholdImageFilter);

  using Self = CudaLiThresholdImageFilter;
  using Superclass = DeviceHistogramThresholdImageFilter<LiThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaLiThresholdImageFilter);

  using typename Superclass::HistogramType;

protected:
  CudaLiThresholdImageFilter() = default;
  ~CudaLiThresholdImageFilter() override = default;

  void
  CheckHistogram(const HistogramType & histogram) const override;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaLiThresholdImageFilter.hxx"
#endif

#endif
