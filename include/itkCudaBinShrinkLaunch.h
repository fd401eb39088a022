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
#ifndef itkCudaBinShrinkLaunch_h
#define itkCudaBinShrinkLaunch_h

#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"

namespace itk::device
{
/** Enqueues the means of blocks of `factors` pixels: output pixel i is that of the block whose first pixel is at i factors
 * of the input. uint8, int16, uint16, int32, uint32, float. Does not wait.
 * \exception device::Error a launch failed */
template <typename TPixel>
void
LaunchBinShrink(const PointwiseInput<TPixel> &  input,
                const PointwiseOutput<TPixel> & output,
                const std::size_t (&factors)[3],
                const Stream & stream);
} // namespace itk::device

#endif
