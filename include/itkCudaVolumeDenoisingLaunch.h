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
#ifndef itkCudaVolumeDenoisingLaunch_h
#define itkCudaVolumeDenoisingLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include "itkVolumeDenoiser.h"

namespace itk::device
{
/** Enqueues the filter on `stream` and returns without waiting.
 *
 * The input is mirrored at its outermost voxels; so either it ends where the image does, or it reaches at least
 * VolumeDenoisingReach around the output. The result is that of DenoiseVolume on the host, bit for bit, rounded to the
 * nearest for integers. Takes 16 bytes for each voxel of the input.
 *
 * | TPixel | std::uint8_t, std::int16_t, std::uint16_t, float |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0 nor beyond 2^30
 * \param output no size is 0
 * \param offset position of output's first voxel in `input`; output lies inside input
 * \param settings valid ones, or a noise level that is no IsVolumeNoise(): then the pixels are copied
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for intermediate volumes
 */
template <typename TPixel>
void
LaunchVolumeDenoising(const ImageView<const TPixel, 3> & input,
                      const ImageView<TPixel, 3> &       output,
                      const std::size_t (&offset)[3],
                      const VolumeDenoisingSettings & settings,
                      const Stream &                  stream);
} // namespace itk::device

#endif
