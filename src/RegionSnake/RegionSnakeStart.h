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
#ifndef RegionSnakeStart_h
#define RegionSnakeStart_h

#include "RegionSnake.h"

namespace itk::device
{
/** The contour that a convergence without a given one begins with, on the host; waits until it is done.
 *
 * Published: the best rectangle by likelihood, first among those from the top to the bottom of the image whose sides are
 * on columns 8 k, then among those with that left and right whose other sides are on rows 8 t. (G. Perrot, "Parallelisation
 * d'algorithmes de debruitage et de segmentation d'images sur GPU", thesis, 2013, 6.3.4.)
 *
 * MinimumDescriptionLength: the outline of cells of RegionSnakeCells.h.
 *
 * \param images host memory
 * \param settings whose law and model count
 * \param threader whose threads evaluate the rectangles */
CudaImageFilters_EXPORT PolygonNodes
FindRegionSnakeStart(const CumulatedImagesView & images,
                     const RegionSnakeSettings & settings,
                     MultiThreaderBase *         threader);

/** Whether what converged without a given contour is a better result than what did from a given one: its criterion is
 * smaller, or what the other has for the target is more like its background than like its target. */
CudaImageFilters_EXPORT bool
IsRestartBetter(const RegionSnakeSettings & settings, const RegionSnakeResult & given, const RegionSnakeResult & found);
} // namespace itk::device

#endif
