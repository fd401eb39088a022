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
#ifndef itkCudaSobelEdgeDetectionImageFilter_hxx
#define itkCudaSobelEdgeDetectionImageFilter_hxx

#include "itkCudaSobelLaunch.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaSobelEdgeDetectionImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const TInputImage * const           input = this->GetInput();
    TOutputImage * const                magnitude = this->GetOutput();
    const auto                          inputView = this->ViewInput(input, stream);
    const auto                          magnitudeView = this->ViewOutput(magnitude, stream);
    device::ImageView<float, Dimension> directionView{};
    if (TOutputImage * const direction = this->GetDirectionOutput())
    {
      directionView = this->ViewOutput(direction, stream);
    }
    std::size_t offset[Dimension];
    this->ComputeOffset(input, magnitude, offset);
    device::LaunchSobel<InputPixelType, Dimension>(inputView, magnitudeView, directionView, offset, stream);
  }
}
} // namespace itk

#endif
