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
#ifndef itkCudaSeparableConvolutionImageFilter_hxx
#define itkCudaSeparableConvolutionImageFilter_hxx

#include "itkCudaSeparableConvolutionLaunch.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaSeparableConvolutionImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    device::SeparableKernel<Dimension> kernel;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      const auto & coefficients = this->GetOperator(axis);
      kernel.coefficients[axis].assign(coefficients.Begin(), coefficients.End());
    }

    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      this->GetRadius(),
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchSeparableConvolution<InputPixelType, Dimension>(input, output, offset, kernel, onStream);
      });
  }
}
} // namespace itk

#endif
