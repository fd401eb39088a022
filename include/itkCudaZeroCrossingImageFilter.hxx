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
#ifndef itkCudaZeroCrossingImageFilter_hxx
#define itkCudaZeroCrossingImageFilter_hxx

#include "itkCudaZeroCrossingLaunch.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaZeroCrossingImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  if (auto * const input = const_cast<TInputImage *>(this->GetInput()))
  {
    typename TInputImage::RegionType region = input->GetRequestedRegion();
    region.PadByRadius(1);
    region.Crop(input->GetLargestPossibleRegion());
    input->SetRequestedRegion(region);
  }
}

template <typename TInputImage, typename TOutputImage>
void
CudaZeroCrossingImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      TInputImage::SizeType::Filled(1),
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchZeroCrossing<InputPixelType, OutputPixelType, Dimension>(
          input, output, offset, this->GetForegroundValue(), this->GetBackgroundValue(), onStream);
      });
  }
}
} // namespace itk

#endif
