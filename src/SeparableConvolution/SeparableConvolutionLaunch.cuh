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
#ifndef SeparableConvolutionLaunch_cuh
#define SeparableConvolutionLaunch_cuh

#include "SeparableConvolutionAnyLength.cuh"
#include "SeparableConvolutionWalk.cuh"
#include <type_traits>
#include <vector>

namespace itk::device::separable
{
/** Strips as wide as a block, `width`, and segments for at most `waves` full waves of blocks, so that few multiprocessors idle at
 * the end; but no segments so short that reading the rows around them twice would cost much. */
template <typename TKernel>
Division
DivideWalk(const std::ptrdiff_t (&size)[2],
           std::ptrdiff_t layers,
           std::ptrdiff_t width,
           TKernel        kernel,
           const Stream & stream,
           std::ptrdiff_t waves = 4)
{
  constexpr std::ptrdiff_t shortest = 32;
  constexpr std::ptrdiff_t longest = 1024;
  int                      multiprocessors = 0;
  int                      blocks = 0; // of one multiprocessor
  Check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, stream.GetDevice()),
        "cudaDeviceGetAttribute");
  Check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, StripThreads, 0),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  const std::ptrdiff_t strips = DivideUp(size[0], width);
  const std::ptrdiff_t segments = waves * multiprocessors * blocks / (strips * layers);
  const std::ptrdiff_t length =
    std::clamp(DivideUp(size[1], std::max(segments, std::ptrdiff_t{ 1 })), shortest, longest);
  Division division{};
  division.strips = static_cast<unsigned int>(strips);
  division.segments = static_cast<unsigned int>(DivideUp(size[1], length));
  division.segmentLength = length;
  return division;
}

/** `launch(part, blocks)` for as many layers at a time as a grid may have blocks for. */
template <typename TInput, typename TLaunch>
void
ForEachGrid(const Pass<TInput> & pass, const Division & division, const TLaunch & launch)
{
  constexpr std::ptrdiff_t mostBlocks = 0x7fffffff;
  const std::ptrdiff_t     blocks = std::ptrdiff_t{ division.strips } * division.segments;
  const std::ptrdiff_t     most = mostBlocks / blocks;
  for (std::ptrdiff_t layer = 0; layer < pass.layers; layer += most)
  {
    Pass<TInput> part = pass;
    part.input += layer * pass.inputLayerStride;
    part.output += layer * pass.outputLayerStride;
    part.layers = std::min(most, pass.layers - layer);
    launch(part, static_cast<unsigned int>(blocks * part.layers));
  }
}

/** Calls `function(std::integral_constant<int, radius>)`, for a radius of 1 to VLargest. */
template <int VLargest, typename TFunction>
void
WithRadius(std::size_t radius, const TFunction & function)
{
  if constexpr (VLargest > 1)
  {
    if (radius < VLargest)
    {
      WithRadius<VLargest - 1>(radius, function);
      return;
    }
  }
  function(std::integral_constant<int, VLargest>());
}

template <int VRadius>
Coefficients<VRadius>
MakeCoefficients(const std::vector<float> & values)
{
  Coefficients<VRadius> coefficients{};
  std::copy_n(values.begin(), 2 * VRadius + 1, coefficients.value);
  return coefficients;
}

/** `launch(part)` for every part of a kernel of any length. */
template <int VCapacity, typename TLaunch>
void
ForEachPart(const std::vector<float> & coefficients, const TLaunch & launch)
{
  for (std::size_t begin = 0; begin < coefficients.size(); begin += VCapacity)
  {
    KernelPart<VCapacity> part{};
    part.size = static_cast<int>(std::min<std::size_t>(VCapacity, coefficients.size() - begin));
    part.accumulates = begin > 0;
    part.first = static_cast<std::ptrdiff_t>(begin) - static_cast<std::ptrdiff_t>(coefficients.size() / 2);
    std::copy_n(coefficients.begin() + begin, part.size, part.value);
    launch(part);
  }
}
} // namespace itk::device::separable

#endif
