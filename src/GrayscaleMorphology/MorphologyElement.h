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
#ifndef MorphologyElement_h
#define MorphologyElement_h

#include <cstddef>
#include <vector>

namespace itk::device::morphology
{
/** A structuring element as the maxima of rows of neighbours: of 2^level of them, from two pixels that may be the same. */
struct Run
{
  std::ptrdiff_t row[2]; // along axes 1 and 2, of the offset from the centre
  std::ptrdiff_t first;  // along axis 0
  std::ptrdiff_t second;
  int            level;
};

/** Runs of an element's pixels that are on. Axis 0 is the fastest. */
inline std::vector<Run>
FindRuns(const std::vector<bool> & isOn, const std::ptrdiff_t (&radius)[3])
{
  std::vector<Run> runs;
  std::size_t      pixel = 0;
  for (std::ptrdiff_t z = -radius[2]; z <= radius[2]; ++z)
  {
    for (std::ptrdiff_t y = -radius[1]; y <= radius[1]; ++y)
    {
      std::ptrdiff_t length = 0;
      for (std::ptrdiff_t x = -radius[0]; x <= radius[0] + 1; ++x)
      {
        if (x <= radius[0] && isOn[pixel++])
        {
          ++length;
        }
        else if (length > 0)
        {
          int level = 0;
          while (std::ptrdiff_t{ 2 } << level <= length)
          {
            ++level;
          }
          runs.push_back({ { y, z }, x - length, x - (std::ptrdiff_t{ 1 } << level), level });
          length = 0;
        }
      }
    }
  }
  return runs;
}
} // namespace itk::device::morphology

#endif
