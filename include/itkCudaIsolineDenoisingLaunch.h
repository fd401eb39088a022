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
#ifndef itkCudaIsolineDenoisingLaunch_h
#define itkCudaIsolineDenoisingLaunch_h

#include "itkDeviceStream.h"
#include "itkIsolineDenoisingSettings.h"
#include <array>
#include <cstddef>
#include <cstdint>

namespace itk::device
{
/** \struct IsolineVolume
 * \brief A stack of slices to denoise, or of denoised ones.
 *
 * Axes 0 and 1 are those of a slice, axis 2 is across them; they may be any axes of an image. Sizes are in pixels,
 * strides in components, and a pixel's components are next to each other.
 *
 * \ingroup CudaImageFilters
 */
template <typename TComponent>
struct IsolineVolume
{
  TComponent * data;
  std::size_t  size[3];
  std::size_t  stride[3];
};

/** Enqueues the filter on `stream` and returns without waiting.
 *
 * Beyond the input the slices are mirrored at their outermost pixels; so either they end where the image does, or they
 * reach at least as far around the output as GetReach(settings). The result is that of IsolineSliceDenoiser on the
 * host, bit for bit.
 *
 * | TComponent, VChannels | std::uint8_t, std::int16_t, std::uint16_t, float: 1; std::uint8_t, float: 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; output lies inside input
 * \param settings valid ones; a noise level to be estimated is so from all of `input`
 * \param position of the input's first pixel in the slices of the image
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for intermediate images
 */
template <typename TComponent, int VChannels>
void
LaunchIsolineDenoising(const IsolineVolume<const TComponent> & input,
                       const IsolineVolume<TComponent> &       output,
                       const std::size_t (&offset)[3],
                       const IsolineDenoisingSettings &   settings,
                       const std::array<std::size_t, 2> & position,
                       const Stream &                     stream);
} // namespace itk::device

#endif
