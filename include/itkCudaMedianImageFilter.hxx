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
#ifndef itkCudaMedianImageFilter_hxx
#define itkCudaMedianImageFilter_hxx

#include "itkCudaMedianLaunch.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaMedianImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    std::size_t radius[TInputImage::ImageDimension];
    std::copy_n(this->GetRadius().begin(), TInputImage::ImageDimension, radius);
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      this->GetRadius(),
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchMedian<InputPixelType, TInputImage::ImageDimension>(input, output, offset, radius, onStream);
      });
  }
}
} // namespace itk

#endif
