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
#ifndef PolygonsView_h
#define PolygonsView_h

#include "PolygonRegionCore.h"

namespace itk::device
{
/** \struct LabelledPolygon
 * \brief Where a polygon's nodes are in an array of nodes, and its label.
 *
 * \ingroup CudaImageFilters
 */
struct LabelledPolygon
{
  std::int32_t firstNode;
  std::int32_t numberOfNodes; // the last is joined to the first
  std::uint8_t label;
};

/** \struct PolygonsView
 * \brief Non-owning view of polygons; the memory is all on the host or all on one device.
 *
 * \ingroup CudaImageFilters
 */
struct PolygonsView
{
  const PolygonNode *     nodes;
  const LabelledPolygon * polygons;
  std::int32_t            numberOfPolygons;

  ITK_HOST_DEVICE const PolygonNode &
  GetNode(const LabelledPolygon & polygon, std::int32_t i) const
  {
    return nodes[polygon.firstNode + i];
  }

  /** The node after node i, which after the last is the first. */
  ITK_HOST_DEVICE const PolygonNode &
  GetNextNode(const LabelledPolygon & polygon, std::int32_t i) const
  {
    return nodes[polygon.firstNode + (i + 1 < polygon.numberOfNodes ? i + 1 : 0)];
  }
};
} // namespace itk::device

#endif
