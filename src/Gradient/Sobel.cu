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
#include "itkCudaSobelLaunch.h"
#include "Kernels/Instantiate.h"
#include "SobelStencil.cuh"
#include "SobelVolume.cuh"

namespace itk::device
{
/** 2D: bound by memory, 4 bytes written for each pixel and what it has read. Volumes: of magnitudes alone, by instruction
 * issue and memory alike; with directions, by instruction issue, as each layer is read three times. */
template <typename TInput, unsigned int VDimension>
void
LaunchSobel(const ImageView<const TInput, VDimension> & input,
            const ImageView<float, VDimension> &        magnitude,
            const ImageView<float, VDimension> &        direction,
            const std::size_t (&offset)[VDimension],
            const Stream & stream)
{
  if (direction.data == nullptr)
  {
    if constexpr (VDimension == 3)
    {
      if (gradient::LaunchSobelOfVolume(kernels::MakeTask(input, magnitude, offset), stream))
      {
        return;
      }
    }
    kernels::RunStencil(gradient::SobelStencil<VDimension, false>(), input, { magnitude }, offset, stream);
  }
  else
  {
    kernels::RunStencil(gradient::SobelStencil<VDimension, true>(), input, { magnitude, direction }, offset, stream);
  }
}

#define ITK_INSTANTIATE(pixel, dimension)                                                \
  template void LaunchSobel<pixel, dimension>(const ImageView<const pixel, dimension> &, \
                                              const ImageView<float, dimension> &,       \
                                              const ImageView<float, dimension> &,       \
                                              const std::size_t(&)[dimension],           \
                                              const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
