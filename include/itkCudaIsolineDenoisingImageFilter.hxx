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
#ifndef itkCudaIsolineDenoisingImageFilter_hxx
#define itkCudaIsolineDenoisingImageFilter_hxx

#include "itkCudaIsolineDenoisingLaunch.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaIsolineDenoisingImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const TInputImage * const input = this->GetInput();
    TOutputImage * const      output = this->GetOutput();
    const auto                inputView = this->ViewInput(input, stream);
    const auto                outputView = this->ViewOutput(output, stream);
    std::size_t               offsetInImage[Dimension];
    this->ComputeOffset(input, output, offsetInImage);

    device::IsolineVolume<const ComponentType> from{};
    device::IsolineVolume<ComponentType>       to{};
    std::size_t                                offset[3] = { 0, 0, 0 };
    from.data = reinterpret_cast<const ComponentType *>(inputView.data);
    to.data = reinterpret_cast<ComponentType *>(outputView.data);
    const auto         inSlice = device::GetAxesOfSlice<Dimension>(this->GetSliceAxis());
    const unsigned int axes[3] = { inSlice[0], inSlice[1], Dimension == 3 ? this->GetSliceAxis() : 2 };
    for (unsigned int i = 0; i < 3; ++i)
    {
      const bool exists = axes[i] < Dimension;
      from.size[i] = exists ? inputView.size[axes[i]] : 1;
      to.size[i] = exists ? outputView.size[axes[i]] : 1;
      from.stride[i] = exists ? Channels * inputView.stride[axes[i]] : 0;
      to.stride[i] = exists ? Channels * outputView.stride[axes[i]] : 0;
      offset[i] = exists ? offsetInImage[axes[i]] : 0;
    }

    device::LaunchIsolineDenoising<ComponentType, Channels>(
      from, to, offset, this->GetSettings(), this->GetPosition(input->GetBufferedRegion()), stream);
  }
}
} // namespace itk

#endif
