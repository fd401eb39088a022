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
#ifndef itkCudaMeanImageFilter_hxx
#define itkCudaMeanImageFilter_hxx

namespace itk
{
template <typename TInputImage, typename TOutputImage>
bool
CudaMeanImageFilter<TInputImage, TOutputImage>::HasKernel() const
{
  const auto & radius = this->GetRadius();
  return KernelExists && *std::max_element(radius.begin(), radius.end()) <= device::LargestMeanRadius;
}

template <typename TInputImage, typename TOutputImage>
void
CudaMeanImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    std::size_t radius[Dimension];
    std::copy_n(this->GetRadius().begin(), Dimension, radius);
    // The rounding of sums of floats depends on where the image begins.
    std::optional<typename TInputImage::SizeType> reach;
    if (std::is_integral_v<InputPixelType>)
    {
      reach = this->GetRadius();
    }
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      reach,
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchMean<InputPixelType, OutputPixelType, Dimension>(input, output, offset, radius, onStream);
      });
  }
}
} // namespace itk

#endif
