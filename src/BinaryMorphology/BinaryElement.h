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
#ifndef BinaryElement_h
#define BinaryElement_h

#include "itkCudaGrayscaleMorphologyLaunch.h"
#include <algorithm>

namespace itk::device::binary
{
/** The largest |e|^2 of the offsets e of an element that are on, if all others are longer; else -1, also for boxes and of a
 * radius that is too large. */
inline int
FindBallSquare(const FlatElement & element, int dimension, std::size_t largestRadius)
{
  const auto & radius = element.radius;
  const bool   isBox = std::all_of(element.isOn.begin(), element.isOn.end(), [](bool isOn) { return isOn; });
  if (isBox || radius[0] != radius[1] || (dimension == 3 && radius[0] != radius[2]) || radius[0] > largestRadius)
  {
    return -1;
  }
  const int   side[3]{ static_cast<int>(radius[0]), static_cast<int>(radius[1]), static_cast<int>(radius[2]) };
  int         longest = -1;
  int         shortest = 0x7fffffff;
  std::size_t pixel = 0;
  for (int z = -side[2]; z <= side[2]; ++z)
  {
    for (int y = -side[1]; y <= side[1]; ++y)
    {
      for (int x = -side[0]; x <= side[0]; ++x)
      {
        const int square = x * x + y * y + z * z;
        if (element.isOn[pixel++])
        {
          longest = std::max(longest, square);
        }
        else
        {
          shortest = std::min(shortest, square);
        }
      }
    }
  }
  // A thread's squares end at those of the radius.
  return longest < shortest && longest < (side[0] + 1) * (side[0] + 1) ? longest : -1;
}
} // namespace itk::device::binary

#endif
