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
#ifndef IsolineDenoisingOnHost_h
#define IsolineDenoisingOnHost_h

#include "CudaImageFiltersExport.h"
#include "itkDeviceImageView.h"
#include "IsolineDenoisingCore.h"
#include <array>
#include <cstddef>
#include <functional>

namespace itk::device
{
/** Calls function(begin, end) for parts of [0, rows) that make up the whole, in any order and on any threads, and
 * returns when all are done. */
using IsolineRowRunner =
  std::function<void(std::size_t rows, const std::function<void(std::size_t begin, std::size_t end)> & function)>;

/** One slice to denoise: axes 0 and 1 are those of the image, axis 2 is the channel, 1 or 3 of them. Beyond the input
 * the image is mirrored at its outermost pixels. */
struct IsolineHostTask
{
  ImageView<const float, 3> input;
  ImageView<float, 3>       output;
  std::size_t               offset[2];  // position of output's first pixel in input
  float                     noiseLevel; // above 0
};

/** The model with limited deviation: PI-LD. */
CudaImageFilters_EXPORT void
DenoiseByLimitedDeviation(const IsolineHostTask &   task,
                          const IsolineParameters & parameters,
                          const IsolineRowRunner &  run);

/** The model with precomputed directions: PI-PD, with the detector of low slopes if `isHybrid`. */
CudaImageFilters_EXPORT void
DenoiseByPrecomputedDirections(const IsolineHostTask &   task,
                               const IsolineParameters & parameters,
                               bool                      isHybrid,
                               const IsolineRowRunner &  run);

/** The model Tubes (IsolineTubeCore.h). `position` is that of input's first pixel in the image: cells are counted
 * from the image's first pixel. */
CudaImageFilters_EXPORT void
DenoiseByTubes(const IsolineHostTask & task, const std::array<std::size_t, 2> & position, const IsolineRowRunner & run);

/** The model TubesAndGroups (IsolineGroupCore.h). `position` as above. */
CudaImageFilters_EXPORT void
DenoiseByTubesAndGroups(const IsolineHostTask &            task,
                        const std::array<std::size_t, 2> & position,
                        const IsolineRowRunner &           run);

/** The reduction of staircases (IsolineStaircaseCore.h). `denoised.input` is a model's result over the output grown
 * by IsolineStaircaseReach and cropped to the image; `noisy.input` is the model's input. Both have the same output and
 * noise level. */
CudaImageFilters_EXPORT void
ReduceIsolineStaircase(const IsolineHostTask & denoised, const IsolineHostTask & noisy, const IsolineRowRunner & run);
} // namespace itk::device

#endif
