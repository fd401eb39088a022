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
#ifndef BilateralLookup_h
#define BilateralLookup_h

#include "BilateralCore.h"
#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>

/** \file
 * Which lookups say the same as ComparedLookup for every distance that two pixels of a type can have. */
namespace itk::device::bilateral
{
/** The greatest distance of pixels below another one; of integers, too, where doubles are further apart than these. */
template <typename TPixel>
double
GetDistanceBelow(double distance)
{
  const double below = std::nextafter(distance, 0.0);
  return std::is_integral_v<TPixel> ? std::min(below, std::ceil(distance) - 1) : below;
}

template <typename TPixel>
double
GetDistanceAbove(double distance)
{
  const double above = std::nextafter(distance, std::numeric_limits<double>::infinity());
  return std::is_integral_v<TPixel> ? std::max(above, std::floor(distance) + 1) : above;
}

/** The least distance of pixels for which isReached(distance) is true, which is so for all above. `guess` is near it. */
template <typename TPixel, typename TIsReached>
double
FindLeastDistance(double guess, const TIsReached & isReached)
{
  double distance = std::is_integral_v<TPixel> ? std::floor(guess) : guess;
  while (distance > 0 && isReached(GetDistanceBelow<TPixel>(distance)))
  {
    distance = GetDistanceBelow<TPixel>(distance);
  }
  while (!isReached(distance))
  {
    distance = GetDistanceAbove<TPixel>(distance);
  }
  return distance;
}

/** ComparedLookup of `samples` for distances below `limit`. */
inline ComparedLookup
MakeComparedLookup(std::size_t samples, double limit)
{
  return { static_cast<double>(samples) / limit, limit, FirstKey + static_cast<std::uint32_t>(samples) };
}

/** The least distance that ComparedLookup gives sample `number`, from 1 on, or for the number behind the last, `far`. */
template <typename TPixel>
double
FindDistanceOfSample(const ComparedLookup & lookup, std::uint32_t number)
{
  return FindLeastDistance<TPixel>(number / lookup.scale,
                                   [&](double distance) { return lookup(distance) >= FirstKey + number; });
}

/** RoundedLookup, where it is equal. The limit is positive and finite. */
template <typename TPixel>
std::optional<RoundedLookup>
FindRoundedLookup(const ComparedLookup & compared)
{
  const RoundedLookup rounded{ compared.scale, compared.far };
  const double        limit = FindDistanceOfSample<TPixel>(compared, compared.far - FirstKey);
  const bool isEqual = rounded(limit) == compared.far && rounded(GetDistanceBelow<TPixel>(limit)) < compared.far;
  return isEqual ? std::optional(rounded) : std::nullopt;
}

/** An ExactLookup that is equal, if one is found. The limit is positive and finite. */
template <typename TPixel>
std::optional<ExactLookup>
FindExactLookup(const ComparedLookup & compared)
{
  constexpr int mostTries = 8;
  ExactLookup   exact{ compared.scale, compared.far };
  for (int i = 0; i < mostTries; ++i, exact.scale = std::nextafter(exact.scale, std::numeric_limits<double>::max()))
  {
    bool isEqual = true;
    for (std::uint32_t number = 1; isEqual && FirstKey + number <= compared.far; ++number)
    {
      const double distance = FindDistanceOfSample<TPixel>(compared, number);
      isEqual = exact(distance) >= FirstKey + number && exact(GetDistanceBelow<TPixel>(distance)) < FirstKey + number;
    }
    if (isEqual)
    {
      return exact;
    }
  }
  return std::nullopt;
}
} // namespace itk::device::bilateral

#endif
