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
#ifndef RegionSnake_h
#define RegionSnake_h

#include "CudaImageFiltersExport.h"
#include "PolygonsView.h"
#include "RegionSnakeSchedule.h"
#include <functional>
#include <iosfwd>
#include <vector>

namespace itk
{
class MultiThreaderBase;
}

namespace itk::device
{
using PolygonNodes = std::vector<PolygonNode>;

/** \struct RegionSnakeRound
 * \brief What one round of a convergence has come to.
 *
 * \ingroup CudaImageFilters
 */
struct RegionSnakeRound
{
  double       criterion;
  std::int32_t numberOfNodes; // of all contours
  std::int32_t numberOfMoves;
  std::int32_t distance;
  bool         isSplit;
};

/** \struct RegionSnakeResult
 * \brief The contours that a convergence ends with.
 *
 * \ingroup CudaImageFilters
 */
struct RegionSnakeResult
{
  std::vector<PolygonNodes> polygons;
  std::vector<RegionSums>   regions; // of the polygons
  RegionSums                background{};
  PixelScale                scale{}; // of the sums
  double                    criterion{ 0 };
  std::int32_t              numberOfRounds{ 0 };
  bool                      hasConverged{ false };

  /** The mean of a region's pixels, and their variance divided by their number; 0 without pixels. */
  double
  GetMean(const RegionSums & region) const
  {
    return region.count > 0 ? RegionCriterion{ NoiseLaw::Gaussian, 1, scale }.GetMean(region) : 0;
  }
  double
  GetVariance(const RegionSums & region) const
  {
    return region.count > 0 ? RegionCriterion{ NoiseLaw::Gaussian, 1, scale }.GetVariance(region) : 0;
  }
};

/** Called after each round with the polygons as they are then. */
using RegionSnakeObserver = std::function<void(const RegionSnakeRound &, const std::vector<PolygonNodes> &)>;

/** Lets contours converge on the host; waits until it is done. RegionSnakeOnDevice comes to the same nodes.
 *
 * \param images host memory
 * \param settings what to do
 * \param start simple polygons of at least 3 nodes in the image, which have no point in common, none inside another
 * \param threader whose threads try the moves
 * \param observer may be empty */
CudaImageFilters_EXPORT RegionSnakeResult
ConvergeRegionSnake(const CumulatedImagesView &       images,
                    const RegionSnakeSettings &       settings,
                    const std::vector<PolygonNodes> & start,
                    MultiThreaderBase *               threader,
                    const RegionSnakeObserver &       observer = {});
} // namespace itk::device

#endif
