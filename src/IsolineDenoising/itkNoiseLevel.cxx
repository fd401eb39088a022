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
#include "itkNoiseLevel.h"
#include "NoiseLevelCore.h"
#include <algorithm>

namespace itk::device
{
void
AppendNoiseMagnitudes(const float * pixels, std::size_t width, std::size_t height, std::vector<float> & magnitudes)
{
  for (std::size_t y = 1; y + 1 < height; ++y)
  {
    for (std::size_t x = 1; x + 1 < width; ++x)
    {
      magnitudes.push_back(GetNoiseMagnitude(pixels + y * width + x, static_cast<std::ptrdiff_t>(width)));
    }
  }
}

float
EstimateNoiseLevel(std::vector<float> & magnitudes)
{
  const auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
  std::nth_element(magnitudes.begin(), middle, magnitudes.end());
  return GetNoiseLevel(*middle);
}
} // namespace itk::device
