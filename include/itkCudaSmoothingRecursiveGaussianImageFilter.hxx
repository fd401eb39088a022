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
#ifndef itkCudaSmoothingRecursiveGaussianImageFilter_hxx
#define itkCudaSmoothingRecursiveGaussianImageFilter_hxx

#include "itkCudaSmoothingRecursiveGaussianLaunch.h"
#include "itkRecursiveGaussianAxis.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaSmoothingRecursiveGaussianImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  this->Superclass::VerifyPreconditions();
  for (const double sigma : this->GetSigmaArray())
  {
    if (!(sigma > 0))
    {
      itkExceptionMacro(<< "Sigma must be greater than zero, and is " << this->GetSigmaArray() << '.');
    }
  }
}

template <typename TInputImage, typename TOutputImage>
void
CudaSmoothingRecursiveGaussianImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    VerifyRecursiveGaussianAxes(this->GetInput());
    const auto spacing = this->GetInput()->GetSpacing();
    double     sigma[Dimension];
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      sigma[axis] = this->GetSigmaArray()[axis] / std::abs(spacing[axis]);
    }

    this->EnqueueStencil(
      this->GetInput(), this->GetOutput(), stream, [&](const auto & input, const auto & output, const auto & offset) {
        device::LaunchSmoothingRecursiveGaussian<InputPixelType, OutputPixelType, Dimension>(
          this->Crop(input, offset, output.size), output, sigma, stream);
      });
  }
}
} // namespace itk

#endif
