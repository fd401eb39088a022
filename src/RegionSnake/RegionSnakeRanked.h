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
#ifndef RegionSnakeRanked_h
#define RegionSnakeRanked_h

#include "RegionSnakeSchedule.h"

namespace itk::device
{
/** Where the sides of the published rectangle may be: on columns and rows so many pixels apart. */
constexpr std::int32_t rectangleStep = 8;

/** A candidate for the start of a contour and what it costs; of equal costs the lower rank counts. */
struct Ranked
{
  double       cost;
  std::int64_t rank;

  ITK_HOST_DEVICE bool
  IsBetter(const Ranked & other) const
  {
    return cost < other.cost || (cost == other.cost && rank < other.rank);
  }
};

/** What a target and the rest of an image of these sums cost. */
ITK_HOST_DEVICE inline double
GetCostOfBoth(const RegionCriterion & criterion, const RegionSums & total, const RegionSums & target)
{
  return criterion.GetCost(target) + criterion.GetCost(total - target);
}

/** Whether a rectangle costs so much less than no target that it pays. */
ITK_HOST_DEVICE inline bool
IsWorthwhile(const CumulatedImagesView & images, const RegionSnakeSettings & settings, const Ranked & rectangle)
{
  const RegionCriterion criterion{ settings.law, settings.lawParameter, images.summary->scale };
  return rectangle.cost <= criterion.GetCost(images.summary->total) - GetLeastGainOfRectangle(settings);
}
} // namespace itk::device

#endif
