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
#ifndef itkCudaConvolutionImageFilter_hxx
#define itkCudaConvolutionImageFilter_hxx

#include "itkConstantBoundaryCondition.h"
#include "itkCudaConvolutionLaunch.h"
#include "itkNormalizeToConstantImageFilter.h"
#include "itkPeriodicBoundaryCondition.h"
#include "itkZeroFluxNeumannBoundaryCondition.h"
#include <algorithm>
#include <typeinfo>

namespace itk
{
template <typename TInputImage, typename TKernelImage, typename TOutputImage>
auto
CudaConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>::FindBorder() const -> std::optional<Border>
{
  using device::ConvolutionBorder;
  const auto * const condition = this->GetBoundaryCondition();
  if (condition != nullptr)
  {
    // A class that derives from one of these may do anything.
    const std::type_info & type = typeid(*condition);
    if (type == typeid(ZeroFluxNeumannBoundaryCondition<TInputImage>))
    {
      return Border{ ConvolutionBorder::ZeroFluxNeumann, InputPixelType{} };
    }
    if (type == typeid(ConstantBoundaryCondition<TInputImage>))
    {
      const auto * const constant = static_cast<const ConstantBoundaryCondition<TInputImage> *>(condition);
      return Border{ ConvolutionBorder::Constant, constant->GetConstant() };
    }
    if (type == typeid(PeriodicBoundaryCondition<TInputImage>))
    {
      return Border{ ConvolutionBorder::Periodic, InputPixelType{} };
    }
  }
  return {};
}

template <typename TInputImage, typename TKernelImage, typename TOutputImage>
void
CudaConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  auto * const input = const_cast<TInputImage *>(this->GetInput());
  const auto   border = this->FindBorder();
  if (input == nullptr || !border || border->condition != device::ConvolutionBorder::Periodic)
  {
    return;
  }
  const auto & whole = input->GetLargestPossibleRegion();
  auto         needed = this->GetOutput()->GetRequestedRegion();
  needed.PadByRadius(this->GetKernelRadius(this->GetKernelImage()));
  auto requested = input->GetRequestedRegion();
  for (unsigned int axis = 0; axis < Dimension; ++axis)
  {
    if (needed.GetIndex(axis) < whole.GetIndex(axis) ||
        needed.GetIndex(axis) + static_cast<IndexValueType>(needed.GetSize(axis)) >
          whole.GetIndex(axis) + static_cast<IndexValueType>(whole.GetSize(axis)))
    {
      requested.SetIndex(axis, whole.GetIndex(axis));
      requested.SetSize(axis, whole.GetSize(axis));
    }
  }
  input->SetRequestedRegion(requested);
}

template <typename TInputImage, typename TKernelImage, typename TOutputImage>
std::vector<double>
CudaConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>::MakeCoefficients() const
{
  const TKernelImage * const kernel = this->GetKernelImage();
  const auto                 region = kernel->GetLargestPossibleRegion();
  if (kernel->GetBufferedRegion() != region)
  {
    itkExceptionMacro(<< "The kernel image is not fully buffered.");
  }
  const auto                    numberOfPixels = region.GetNumberOfPixels();
  const KernelPixelType * const pixels = kernel->GetBufferPointer();
  std::vector<double>           values(pixels, pixels + numberOfPixels);
  if (this->GetNormalize())
  {
    // By the parent's own means, for the same bits.
    using HostImageType = Image<KernelPixelType, Dimension>;
    using RealImageType = Image<typename NumericTraits<KernelPixelType>::RealType, Dimension>;
    const auto host = HostImageType::New();
    host->SetRegions(region);
    host->Allocate();
    std::copy_n(pixels, numberOfPixels, host->GetBufferPointer());
    const auto normalizer = NormalizeToConstantImageFilter<HostImageType, RealImageType>::New();
    normalizer->SetConstant(1);
    normalizer->SetNumberOfWorkUnits(this->GetNumberOfWorkUnits());
    normalizer->SetInput(host);
    normalizer->Update();
    std::copy_n(normalizer->GetOutput()->GetBufferPointer(), numberOfPixels, values.begin());
  }
  std::reverse(values.begin(), values.end());

  auto padded = region;
  for (unsigned int axis = 0; axis < Dimension; ++axis)
  {
    if (region.GetSize(axis) % 2 == 0)
    {
      padded.SetIndex(axis, region.GetIndex(axis) - 1);
      padded.SetSize(axis, region.GetSize(axis) + 1);
    }
  }
  // Only to compute with its indices.
  const auto geometry = Image<char, Dimension>::New();
  geometry->SetRegions(padded);
  std::vector<double> coefficients(padded.GetNumberOfPixels());
  for (SizeValueType i = 0; i < numberOfPixels; ++i)
  {
    coefficients[geometry->ComputeOffset(kernel->ComputeIndex(i))] = values[i];
  }
  return coefficients;
}

template <typename TInputImage, typename TKernelImage, typename TOutputImage>
void
CudaConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>::GenerateData()
{
  m_MethodUsed = MethodEnum::Automatic;
  Superclass::GenerateData();
}

template <typename TInputImage, typename TKernelImage, typename TOutputImage>
void
CudaConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    device::ConvolutionKernel<Dimension> kernel;
    kernel.coefficients = this->MakeCoefficients();
    const auto radius = this->GetKernelRadius(this->GetKernelImage());
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      kernel.size[axis] = 2 * radius[axis] + 1;
    }

    const Border border = *this->FindBorder();
    this->EnqueueStencil(
      this->GetInput(), this->GetOutput(), stream, [&](const auto & input, const auto & output, const auto & offset) {
        m_MethodUsed = device::LaunchConvolution<InputPixelType, OutputPixelType, Dimension>(
          input, output, offset, kernel, border.condition, border.constant, m_Method, stream);
      });
    if (m_MethodUsed == MethodEnum::Automatic)
    {
      const bool isSeparable = m_Method == MethodEnum::Separable;
      itkExceptionMacro(<< "Method is " << m_Method << ", but "
                        << (isSeparable ? std::string("the kernel is not of rank 1.")
                            : device::GetFFTUnavailableReason().empty()
                              ? std::string("the kernel is too large, or the output of 16 bits.")
                              : device::GetFFTUnavailableReason()));
    }
  }
}

template <typename TInputImage, typename TKernelImage, typename TOutputImage>
void
CudaConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Method: " << m_Method << std::endl;
  os << indent << "MethodUsed: " << m_MethodUsed << std::endl;
}
} // namespace itk

#endif
