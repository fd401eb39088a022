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
#ifndef ComputePolygonMask_h
#define ComputePolygonMask_h

#include "CudaImageFiltersExport.h"
#include "PolygonsView.h"
#include "itkDeviceImageView.h"

namespace itk
{
class MultiThreaderBase;
}

namespace itk::device
{
/** Fills `mask` with the labels of the polygons that hold each pixel, and 0 elsewhere, on the host; waits until it is
 * done.
 *
 * Where an edge crosses a row, the polygon's label is combined with the pixel by exclusive or; then every pixel is
 * combined with the one before it. So a pixel gets the exclusive or of the labels of all polygons that wind around it
 * an odd number of times: of one polygon its label, of two with the same label 0, which makes a hole. */
CudaImageFilters_EXPORT void
ComputePolygonMask(const PolygonsView &               polygons,
                   const ImageView<std::uint8_t, 2> & mask,
                   MultiThreaderBase *                threader);
} // namespace itk::device

#endif
