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
#ifndef itkCudaBinomialBlurLaunch_h
#define itkCudaBinomialBlurLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues so many binomial blurs of all axes, in double, and returns without waiting.
 *
 * Bit for bit itk::BinomialBlurImageFilter's: along each axis a pixel becomes the mean of it and the next one, and then
 * of that and the one before.
 *
 * | TInput | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, at whose ends the image ends
 * \param repetitions 1 or more
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for one image of doubles, or two where there are more than two passes
 */
template <typename TInput, unsigned int VDimension>
void
LaunchBinomialBlur(const ImageView<const TInput, VDimension> & input,
                   const ImageView<float, VDimension> &        output,
                   const std::size_t (&offset)[VDimension],
                   unsigned int   repetitions,
                   const Stream & stream);
} // namespace itk::device

#endif
