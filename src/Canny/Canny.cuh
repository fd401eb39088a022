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
#ifndef Canny_cuh
#define Canny_cuh

#include "itkDeviceStream.h"
#include <cstddef>
#include <cstdint>

namespace itk::device
{
/** 32 pixels in a row, the first in the lowest bit. */
struct alignas(8) CannyWord
{
  /** Pixels that belong to an edge if the edge has a strong pixel: the strong ones too. */
  std::uint32_t weak;
  std::uint32_t strong;
};

/** What the kernels share. Row number y + z size[1] of the image is in words `row * wordsPerRow` and the following. */
struct CannyTask
{
  const float * smoothed;
  std::size_t   size[3];
  CannyWord *   words;
  std::size_t   wordsPerRow;
  float         lowerThreshold;
  float         upperThreshold;
};

/** Gives each pixel of `task.smoothed` its bits in `task.words`. */
template <unsigned int VDimension>
void
LaunchCannyClassification(const CannyTask & task, const Stream & stream);

/** Writes 1 where a weak pixel is linked to a strong one, else 0.
 *
 * \param labels working space: one value a pixel. There are fewer pixels than TLabel's largest value. */
template <unsigned int VDimension, typename TLabel>
void
LaunchCannyLinking(const CannyTask & task,
                   TLabel *          labels,
                   float *           output,
                   const std::size_t (&outputStride)[3],
                   const Stream & stream);
} // namespace itk::device

#endif
