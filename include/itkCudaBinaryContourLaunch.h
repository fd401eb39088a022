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
#ifndef itkCudaBinaryContourLaunch_h
#define itkCudaBinaryContourLaunch_h

#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues the copy of an image whose pixels of `foreground` become `background` unless they have a neighbour in the image
 * that is not `foreground`, and returns without waiting. Neighbours have a common face, or if they are fully connected a
 * common corner. Floats are foreground as itk::Math::AlmostEquals has it.
 *
 * TPixel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 *
 * \param input an image of the output's size, in device memory of stream.GetDevice(), not overlapping `output`
 * \param output no size is 0
 * \exception device::Error a launch failed */
template <typename TPixel>
void
LaunchBinaryContour(const PointwiseInput<TPixel> &  input,
                    const PointwiseOutput<TPixel> & output,
                    bool                            isFullyConnected,
                    TPixel                          foreground,
                    TPixel                          background,
                    const Stream &                  stream);
} // namespace itk::device

#endif
