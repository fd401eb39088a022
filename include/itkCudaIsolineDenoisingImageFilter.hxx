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
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      stream,
      [&](const auto & input, const auto & output, const auto & offsetInImage) {
        device::IsolineVolume<const ComponentType> from{};
        device::IsolineVolume<ComponentType>       to{};
        std::size_t                                offset[3] = { 0, 0, 0 };
        from.data = reinterpret_cast<const ComponentType *>(input.data);
        to.data = reinterpret_cast<ComponentType *>(output.data);
        const auto         inSlice = device::GetAxesOfSlice<Dimension>(this->GetSliceAxis());
        const unsigned int axes[3] = { inSlice[0], inSlice[1], Dimension == 3 ? this->GetSliceAxis() : 2 };
        for (unsigned int i = 0; i < 3; ++i)
        {
          const bool exists = axes[i] < Dimension;
          from.size[i] = exists ? input.size[axes[i]] : 1;
          to.size[i] = exists ? output.size[axes[i]] : 1;
          from.stride[i] = exists ? Channels * input.stride[axes[i]] : 0;
          to.stride[i] = exists ? Channels * output.stride[axes[i]] : 0;
          offset[i] = exists ? offsetInImage[axes[i]] : 0;
        }

        device::LaunchIsolineDenoising<ComponentType, Channels>(
          from, to, offset, this->GetSettings(), this->GetPosition(this->GetInput()->GetBufferedRegion()), stream);
      });
  }
}
} // namespace itk

#endif
