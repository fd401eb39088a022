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
#ifndef ConvolutionLayers_cuh
#define ConvolutionLayers_cuh

#include "Kernels/Grid.cuh"
#include "Kernels/Strip.cuh"
#include <cstddef>

namespace itk::device::convolution
{
/** Segments, of at most `longest` layers, with which blocks end soonest that walk through the layers of `strips` times `tiles` parts
 * of an image and read `depth` - 1 more for each; `blocks` are resident. */
inline kernels::Division
DivideLayers(std::ptrdiff_t layers,
             std::ptrdiff_t strips,
             std::ptrdiff_t tiles,
             std::ptrdiff_t depth,
             std::ptrdiff_t longest,
             std::ptrdiff_t blocks)
{
  const std::ptrdiff_t columns = strips * tiles;
  std::ptrdiff_t       best = 0;
  std::ptrdiff_t       least = 0;
  for (std::ptrdiff_t segments = kernels::DivideUp(layers, longest); segments <= layers; ++segments)
  {
    const std::ptrdiff_t waves = kernels::DivideUp(columns * segments, blocks);
    const std::ptrdiff_t cost = waves * (kernels::DivideUp(layers, segments) + depth - 1);
    if (best == 0 || cost < least)
    {
      best = segments;
      least = cost;
    }
    if (waves > 8)
    {
      break;
    }
  }
  return { static_cast<unsigned int>(strips), static_cast<unsigned int>(best), kernels::DivideUp(layers, best) };
}
} // namespace itk::device::convolution

#endif
