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
#ifndef itkCudaVotingBinaryLaunch_h
#define itkCudaVotingBinaryLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** What becomes of a pixel, by the number of pixels of the foreground in its window; the first that is true. Others stay. */
template <typename TPixel>
struct VotingRule
{
  TPixel        foreground;
  TPixel        background;
  std::uint32_t birthThreshold;    ///< Background with as many, or more, becomes foreground.
  std::uint32_t survivalThreshold; ///< Foreground with fewer becomes background.
};

/** Enqueues the vote on `stream` and returns without waiting.
 *
 * For every index p of `output`, the window is the box of (2 radius[i] + 1) pixels a side centred at p + offset. Indices
 * outside `input` take the nearest pixel of `input` (zero-flux Neumann), so the radius may exceed the image. Pixels that
 * the rule does not change are those of `input`. The cost hardly depends on the radius.
 *
 * | TPixel | std::uint8_t, std::int16_t, std::uint16_t |
 * | VDimension | 2, 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param radius in pixels, one per axis; a window has less than 2^32 pixels
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for 2 bits a pixel of the input, and in 3D for 2 or 4 bytes a pixel
 */
template <typename TPixel, unsigned int VDimension>
void
LaunchVotingBinary(const ImageView<const TPixel, VDimension> & input,
                   const ImageView<TPixel, VDimension> &       output,
                   const std::size_t (&offset)[VDimension],
                   const std::size_t (&radius)[VDimension],
                   const VotingRule<TPixel> & rule,
                   const Stream &             stream);
} // namespace itk::device

#endif
