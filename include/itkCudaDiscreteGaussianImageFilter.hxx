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
#ifndef itkCudaDiscreteGaussianImageFilter_hxx
#define itkCudaDiscreteGaussianImageFilter_hxx

#include "itkCudaSeparableConvolutionLaunch.h"
#include "itkGaussianOperator.h"
#include "itkZeroFluxNeumannBoundaryCondition.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
bool
CudaDiscreteGaussianImageFilter<TInputImage, TOutputImage>::HasKernel() const
{
  using InputConditionType = typename Superclass::InputDefaultBoundaryConditionType;
  using RealConditionType = typename Superclass::RealDefaultBoundaryConditionType;
  return KernelExists && dynamic_cast<const InputConditionType *>(this->GetInputBoundaryCondition()) != nullptr &&
         dynamic_cast<const RealConditionType *>(this->GetRealBoundaryCondition()) != nullptr;
}

template <typename TInputImage, typename TOutputImage>
void
CudaDiscreteGaussianImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const auto                         imageSpacing = this->GetInput()->GetSpacing();
    device::SeparableKernel<Dimension> kernel;
    typename TInputImage::SizeType     reach{};
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      if (axis >= this->GetFilterDimensionality())
      {
        kernel.coefficients[axis] = { 1.0f };
        continue;
      }
      const double spacing = this->GetUseImageSpacing() ? static_cast<double>(imageSpacing[axis]) : 1.0;
      GaussianOperator<typename Superclass::RealOutputPixelValueType, Dimension> gaussian;
      gaussian.SetDirection(axis);
      gaussian.SetVariance(this->GetVariance()[axis] / (spacing * spacing));
      gaussian.SetMaximumError(this->GetMaximumError()[axis]);
      gaussian.SetMaximumKernelWidth(this->GetMaximumKernelWidth());
      gaussian.CreateDirectional();
      kernel.coefficients[axis].assign(gaussian.Begin(), gaussian.End());
      reach[axis] = gaussian.GetRadius(axis);
    }

    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      reach,
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchSeparableConvolution<InputPixelType, Dimension>(input, output, offset, kernel, onStream);
      });
  }
}
} // namespace itk

#endif
