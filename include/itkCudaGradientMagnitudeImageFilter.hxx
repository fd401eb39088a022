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
#ifndef itkCudaGradientMagnitudeImageFilter_hxx
#define itkCudaGradientMagnitudeImageFilter_hxx

#include "itkCudaGradientMagnitudeLaunch.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaGradientMagnitudeImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const auto imageSpacing = this->GetInput()->GetSpacing();
    double     scale[Dimension];
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      const double spacing = this->GetUseImageSpacing() ? static_cast<double>(imageSpacing[axis]) : 1.0;
      if (spacing == 0.0)
      {
        itkExceptionMacro(<< "Image spacing cannot be zero.");
      }
      scale[axis] = 1.0 / spacing;
    }

    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      TInputImage::SizeType::Filled(1),
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchGradientMagnitude<InputPixelType, OutputPixelType, Dimension>(
          input, output, offset, scale, onStream);
      });
  }
}
} // namespace itk

#endif
