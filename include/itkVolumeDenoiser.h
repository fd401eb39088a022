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
#ifndef itkVolumeDenoiser_h
#define itkVolumeDenoiser_h

#include "itkVolumeDenoisingImageFilterEnums.h"
#include <cstddef>
#include <functional>

namespace itk::device
{
/** \struct VolumeDenoisingSettings
 * \brief The parameters of VolumeDenoisingImageFilter, where they are documented.
 *
 * IsVolumeNoise(noiseLevel) holds.
 *
 * \ingroup CudaImageFilters
 */
struct VolumeDenoisingSettings
{
  VolumeDenoisingImageFilterEnums::NoiseModel noiseModel;
  float                                       noiseLevel;
};

/** Whether noise of this standard deviation can be removed: of less the square is no normal number in float. */
inline bool
IsVolumeNoise(float noiseLevel)
{
  return noiseLevel >= 1e-18f;
}

/** How far from a voxel, along each axis, lie voxels that its result depends on. */
inline constexpr std::size_t VolumeDenoisingReach = 11;

/** Calls function(0) to function(parts - 1), in any order and on any threads, and returns when all are done. */
using VolumePartRunner = std::function<void(std::size_t parts, const std::function<void(std::size_t part)> & function)>;

/** Denoises a volume on the host as VolumeDenoisingImageFilter says, and returns when it is done.
 *
 * \param input voxels, axis 0 fastest, without gaps
 * \param size in voxels, none 0
 * \param settings valid ones
 * \param run what runs parts
 * \param output as many voxels, not overlapping input */
CudaImageFilters_EXPORT void
DenoiseVolume(const float * input,
              const std::size_t (&size)[3],
              const VolumeDenoisingSettings & settings,
              const VolumePartRunner &        run,
              float *                         output);

/** Estimates the noise level of a volume of magnitudes as VolumeDenoisingImageFilter says, on one thread.
 *
 * \param voxels axis 0 fastest, without gaps
 * \param size in voxels, none 0; where axis 0 or 1 has fewer than 3, the estimate is 0 */
CudaImageFilters_EXPORT float
EstimateRicianNoiseLevel(const float * voxels, const std::size_t (&size)[3]);
} // namespace itk::device

#endif
