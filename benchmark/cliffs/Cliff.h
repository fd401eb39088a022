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
#ifndef Cliff_h
#define Cliff_h

#include "BenchmarkLaunch.h"
#include <vector>

/** A walk goes over thousands of cases, each of which is measured for a fiftieth of a second. */
inline void
MeasureBriefly()
{
  secondsPerMeasurement = 0.02;
}

inline const std::vector<std::size_t> &
GetSides(std::size_t dimension)
{
  // Powers of two, one more, primes, and one less, whose rows begin anywhere.
  static const std::vector<std::size_t> planes{ 512,  513,  1021, 1024, 1025, 2039,  2048,
                                                2049, 4093, 4096, 4097, 8192, 16383, 16384 };
  static const std::vector<std::size_t> volumes{ 64, 65, 127, 128, 129, 251, 256, 257, 511, 512 };
  return dimension == 2 ? planes : volumes;
}

/** All windows whose sides are of `sides`, but for that of one pixel. */
template <std::size_t VDimension>
std::vector<std::array<std::size_t, VDimension>>
MakeRadii(const std::vector<std::size_t> & sides)
{
  std::vector<std::array<std::size_t, VDimension>> radii;
  const std::size_t                                number = GetNumberOfPixels(VDimension, sides.size());
  for (std::size_t i = 0; i < number; ++i)
  {
    std::array<std::size_t, VDimension> radius;
    std::size_t                         rest = i;
    for (std::size_t & r : radius)
    {
      r = sides[rest % sides.size()] / 2;
      rest /= sides.size();
    }
    if (radius != std::array<std::size_t, VDimension>{})
    {
      radii.push_back(radius);
    }
  }
  return radii;
}

/** The windows that a filter of neighbourhoods walks over: those that are long along one axis, and squares or cubes between. */
template <std::size_t VDimension>
std::vector<std::array<std::size_t, VDimension>>
GetWindows()
{
  auto radii = MakeRadii<VDimension>(VDimension == 2 ? std::vector<std::size_t>{ 1, 3, 5, 7, 9, 15, 31 }
                                                     : std::vector<std::size_t>{ 1, 3, 5 });
  for (const std::size_t side :
       VDimension == 2 ? std::vector<std::size_t>{ 11, 13, 17, 19, 21, 25 } : std::vector<std::size_t>{ 7 })
  {
    radii.push_back(MakeCube<VDimension>(side / 2));
  }
  return radii;
}

/** Registers a filter of neighbourhoods over windows, and over sides of the image for two of them.
 * `launch(input, output, radius, stream)` enqueues it. */
template <std::size_t VDimension, typename TInput, typename TOutput, typename TLaunch>
void
WalkOverWindows(const std::string & filter, const TLaunch & launch)
{
  using Radius = std::array<std::size_t, VDimension>;
  const auto add = [&](const Radius & radius, std::size_t side) {
    RegisterLaunch<VDimension, Inputs<TInput>, Outputs<TOutput>>(
      MakeName("Window/" + filter,
               VDimension,
               MakeTypesName(Inputs<TInput>{}, Outputs<TOutput>{}),
               MakeWindowName(radius),
               side),
      side,
      [=](const auto & input, const auto & output, const Stream & stream) { launch(input, output, radius, stream); });
  };
  constexpr std::size_t usual = VDimension == 2 ? 4096 : 256;
  for (const Radius & radius : GetWindows<VDimension>())
  {
    add(radius, usual);
  }
  for (const std::size_t window : { 3, 7 })
  {
    for (const std::size_t side : GetSides(VDimension))
    {
      if (side != usual)
      {
        add(MakeCube<VDimension>(window / 2), side);
      }
    }
  }
}

/** As an array, which launchers take. */
template <std::size_t VDimension>
struct RadiusArray
{
  explicit RadiusArray(const std::array<std::size_t, VDimension> & radius)
  {
    std::copy(radius.begin(), radius.end(), values);
  }

  std::size_t values[VDimension];
};

#endif
