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
#ifndef itkCudaCannyEdgeDetectionImageFilter_hxx
#define itkCudaCannyEdgeDetectionImageFilter_hxx

#include "itkCudaCannyLaunch.h"
#include "itkCudaDiscreteGaussianImageFilter.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage, typename TParentFilter>
void
CudaCannyEdgeDetectionImageFilter<TInputImage, TOutputImage, TParentFilter>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  if (auto * const input = const_cast<TInputImage *>(this->GetInput()))
  {
    input->SetRequestedRegionToLargestPossibleRegion();
  }
}

template <typename TInputImage, typename TOutputImage, typename TParentFilter>
void
CudaCannyEdgeDetectionImageFilter<TInputImage, TOutputImage, TParentFilter>::EnlargeOutputRequestedRegion(
  DataObject * output)
{
  Superclass::EnlargeOutputRequestedRegion(output);
  output->SetRequestedRegionToLargestPossibleRegion();
}

template <typename TInputImage, typename TOutputImage, typename TParentFilter>
void
CudaCannyEdgeDetectionImageFilter<TInputImage, TOutputImage, TParentFilter>::EnqueueOnDevice(
  const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    using SmoothedImageType = DeviceImage<float, Dimension>;
    using GaussianFilterType = CudaDiscreteGaussianImageFilter<TInputImage, SmoothedImageType>;

    const auto input = TInputImage::New();
    input->Graft(const_cast<TInputImage *>(this->GetInput()));
    const auto gaussian = GaussianFilterType::New();
    gaussian->SetInput(input);
    gaussian->SetVariance(this->GetVariance());
    gaussian->SetMaximumError(this->GetMaximumError());
    gaussian->SetUseDevice(GaussianFilterType::UseDeviceEnum::Always);
    gaussian->SetStream(stream);
    gaussian->Update();

    const SmoothedImageType * const     smoothed = gaussian->GetOutput();
    const auto                          smoothedView = this->ViewInput(smoothed, stream);
    const auto                          outputView = this->ViewOutput(this->GetOutput(), stream);
    device::ImageView<float, Dimension> work{};
    // Nobody else sees the smoothed image: it may be overwritten.
    work.data = const_cast<float *>(smoothedView.data);
    std::copy_n(smoothedView.size, Dimension, work.size);
    std::copy_n(smoothedView.stride, Dimension, work.stride);
    device::LaunchCanny<Dimension>(work, outputView, this->GetLowerThreshold(), this->GetUpperThreshold(), stream);
  }
}
} // namespace itk

#endif
