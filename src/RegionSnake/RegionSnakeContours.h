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
#ifndef RegionSnakeContours_h
#define RegionSnakeContours_h

#include "itkDeviceImageView.h"
#include "RegionSnake.h"
#include <string>

namespace itk::device
{
/** Brings nodes that are given by a user into an image of this size, each to the nearest place in it, and drops those that
 * change nothing or lead back the way they came. */
CudaImageFilters_EXPORT PolygonNodes
FitToImage(const PolygonNodes & polygon, std::int32_t width, std::int32_t height);

/** Why ConvergeRegionSnake cannot begin with some polygons, in words for the user; empty if it can. */
CudaImageFilters_EXPORT std::string
                        DescribeFault(const std::vector<PolygonNodes> & polygons);

/** \struct LabelledNodes
 * \brief The outline of a label.
 *
 * \ingroup CudaImageFilters
 */
struct LabelledNodes
{
  std::uint8_t label;
  PolygonNodes nodes;
};

/** The outlines of the labels of an image, without holes, in the order of the labels; 0 is no label. Of each label, the
 * largest piece counts that is connected by the sides of pixels; pixels that touch another label are left out before, and
 * pixels where a piece touches itself at a corner are added. An outline keeps within a pixel of that if it stays simple. */
CudaImageFilters_EXPORT std::vector<LabelledNodes>
                        TraceLabels(const ImageView<const std::uint8_t, 2> & labels);
} // namespace itk::device

#endif
