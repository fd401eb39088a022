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
    // Strips are of one output.
    TOutputImage * const                          image = this->GetDirectionOutput();
    std::optional<typename TInputImage::SizeType> reach;
    if (image == nullptr)
    {
      reach = TInputImage::SizeType::Filled(1);
    }
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      reach,
      stream,
      [&](const auto & input, const auto & magnitude, const auto & offset, const device::Stream & onStream) {
        device::ImageView<float, Dimension> direction{};
        if (image != nullptr)
        {
          direction = this->ViewOutput(image, onStream);
        }
        device::LaunchSobel<InputPixelType, Dimension>(input, magnitude, direction, offset, onStream);
      });
  }
}
} // namespace itk

#endif
