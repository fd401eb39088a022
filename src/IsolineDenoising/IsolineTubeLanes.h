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
#ifndef IsolineTubeLanes_h
#define IsolineTubeLanes_h

#include "IsolineTubeCore.h"

namespace itk::device::tubes
{
/** Floats that the compiler can keep in vector registers: as many as a block has lines, and as a block has rows. */
struct Lanes
{
  static constexpr int Size = IsolineTubeBlock;
  float                value[Size];
};

template <typename TFunction>
inline Lanes
ForEachLane(const TFunction & function)
{
  Lanes result;
  for (int lane = 0; lane < Lanes::Size; ++lane)
  {
    result.value[lane] = function(lane);
  }
  return result;
}

inline Lanes
operator+(const Lanes & left, const Lanes & right)
{
  return ForEachLane([&](int lane) { return left.value[lane] + right.value[lane]; });
}

inline Lanes
operator-(const Lanes & left, const Lanes & right)
{
  return ForEachLane([&](int lane) { return left.value[lane] - right.value[lane]; });
}

inline Lanes
operator-(const Lanes & lanes)
{
  return ForEachLane([&](int lane) { return -lanes.value[lane]; });
}

inline Lanes
operator*(const Lanes & left, const Lanes & right)
{
  return ForEachLane([&](int lane) { return left.value[lane] * right.value[lane]; });
}

inline Lanes
operator*(const Lanes & lanes, float factor)
{
  return ForEachLane([&](int lane) { return lanes.value[lane] * factor; });
}

} // namespace itk::device::tubes

#endif
