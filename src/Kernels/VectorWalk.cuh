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
#ifndef VectorWalk_cuh
#define VectorWalk_cuh

#include "Kernels/Pointwise.cuh"

namespace itk::device::kernels
{
/** Calls visit(values...) with the PointwiseValues of each input, which lie at the same pixels, for what this block of the
 * grid, of any number of blocks of PointwiseThreads, has of the rows. */
template <int VWidth, int VCount, typename TVisit, typename... TPixels>
__device__ void
ForEachVectorOfRows(const PointwiseRows & rows, const TVisit & visit, const PointwiseInput<TPixels> &... inputs)
{
  constexpr std::size_t step = std::size_t{ PointwiseThreads } * VWidth;
  const std::size_t     tilesOfRow = DivideUp(rows.length, step * VCount);
  for (std::size_t tile = blockIdx.x; tile < tilesOfRow * rows.rows * rows.slices; tile += gridDim.x)
  {
    // A division of 64 bits takes as long as a tile.
    const std::size_t line = rows.rows * rows.slices == 1 ? 0 : tile / tilesOfRow;
    const std::size_t row = line == 0 ? 0 : line % rows.rows;
    const std::size_t slice = line == 0 ? 0 : line / rows.rows;
    const auto        visitAt = [&](std::size_t position, auto width, auto count) {
      visit(PointwiseValues<decltype(width)::value, decltype(count)::value, TPixels>(
        inputs, slice * inputs.stride[2] + row * inputs.stride[1] + position, step)...);
    };
    ForEachVectorOfTile<VWidth, VCount>(
      (tile - line * tilesOfRow) * step * VCount,
      rows.length,
      [&](std::size_t position, auto count) { visitAt(position, std::integral_constant<int, VWidth>(), count); },
      [&](std::size_t position) {
        visitAt(position, std::integral_constant<int, 1>(), std::integral_constant<int, 1>());
      });
  }
}

/** How many blocks ForEachVectorOfRows can use. */
template <int VWidth, int VCount>
std::ptrdiff_t
CountTiles(const PointwiseRows & rows)
{
  constexpr std::size_t tile = std::size_t{ PointwiseThreads } * VWidth * VCount;
  return static_cast<std::ptrdiff_t>(DivideUp(rows.length, tile) * rows.rows * rows.slices);
}
} // namespace itk::device::kernels

#endif
