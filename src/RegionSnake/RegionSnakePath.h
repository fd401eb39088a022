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
#ifndef RegionSnakePath_h
#define RegionSnakePath_h

#include "itkImageRegion.h"
#include "itkMath.h"
#include "itkPolyLineParametricPath.h"
#include "RegionSnakeContours.h"
#include <algorithm>
#include <cmath>

namespace itk
{
/** The nodes of a closed path of continuous indices, in an image of this region: the corners of pixels next to the
 * vertices, fitted to the image. A last vertex that is the first one counts once.
 * \exception ExceptionObject a vertex is not finite */
inline device::PolygonNodes
MakePolygonNodes(const PolyLineParametricPath<2> & path, const ImageRegion<2> & region)
{
  device::PolygonNodes nodes;
  const auto &         vertices = *path.GetVertexList();
  for (unsigned int i = 0; i < vertices.Size(); ++i)
  {
    std::int32_t place[2];
    for (unsigned int axis = 0; axis < 2; ++axis)
    {
      const double coordinate = vertices.ElementAt(i)[axis] + 0.5 - static_cast<double>(region.GetIndex(axis));
      if (!std::isfinite(coordinate))
      {
        itkGenericExceptionMacro(<< "Vertex " << i << " of an initial contour is not finite.");
      }
      // Beyond the image, one place is as good as another.
      place[axis] =
        Math::Round<std::int32_t>(std::clamp(coordinate, -1.0, static_cast<double>(device::MaximumNodeCoordinate)));
    }
    nodes.push_back({ place[0], place[1] });
  }
  if (nodes.size() > 1 && nodes.back() == nodes.front())
  {
    nodes.pop_back();
  }
  return device::FitToImage(
    nodes, static_cast<std::int32_t>(region.GetSize(0)), static_cast<std::int32_t>(region.GetSize(1)));
}

/** Makes `path` go along a polygon in an image of this region, and back to its first node. */
inline void
FillPath(const device::PolygonNodes & nodes, const ImageRegion<2> & region, PolyLineParametricPath<2> & path)
{
  path.Initialize();
  for (std::size_t i = 0; i <= nodes.size() && !nodes.empty(); ++i)
  {
    const device::PolygonNode &                    node = nodes[i % nodes.size()];
    PolyLineParametricPath<2>::ContinuousIndexType vertex;
    vertex[0] = static_cast<double>(region.GetIndex(0)) - 0.5 + node.x;
    vertex[1] = static_cast<double>(region.GetIndex(1)) - 0.5 + node.y;
    path.AddVertex(vertex);
  }
}
} // namespace itk

#endif
