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
#include "ComputePolygonMask.h"
#include "itkMultiThreaderBase.h"
#include <algorithm>

namespace itk::device
{
void
ComputePolygonMask(const PolygonsView & polygons, const ImageView<std::uint8_t, 2> & mask, MultiThreaderBase * threader)
{
  const auto width = static_cast<std::int32_t>(mask.size[0]);
  const auto height = static_cast<std::int32_t>(mask.size[1]);
  threader->ParallelizeArray(
    0,
    mask.size[1],
    [&](SizeValueType y) { std::fill_n(mask.data + y * mask.stride[1], mask.size[0], std::uint8_t{ 0 }); },
    nullptr);
  for (std::int32_t p = 0; p < polygons.numberOfPolygons; ++p)
  {
    const LabelledPolygon & polygon = polygons.polygons[p];
    for (std::int32_t i = 0; i < polygon.numberOfNodes; ++i)
    {
      const EdgeCrossings edge(polygons.GetNode(polygon, i), polygons.GetNextNode(polygon, i));
      const std::int32_t  end = std::min(edge.GetEndRow(), height);
      edge.ForEachRow(std::max(edge.GetFirstRow(), 0), end, 1, [&](std::int32_t row, std::int32_t column) {
        if (column < width)
        {
          mask.data[static_cast<std::size_t>(row) * mask.stride[1] + std::max(column, 0)] ^= polygon.label;
        }
      });
    }
  }
  threader->ParallelizeArray(
    0,
    mask.size[1],
    [&](SizeValueType y) {
      std::uint8_t * const labels = mask.data + y * mask.stride[1];
      for (std::size_t x = 1; x < mask.size[0]; ++x)
      {
        labels[x] ^= labels[x - 1];
      }
    },
    nullptr);
}
} // namespace itk::device
