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
#include "itkVolumeDenoiser.h"
#include <cmath>
#include <vector>

namespace itk::device
{
namespace
{
/** Appends the mean over 3 x 3 pixels, or 0 if one of them is 0, for each of AppendNoiseMagnitudes(). */
void
AppendMeans(const float * pixels, std::size_t width, std::size_t height, std::vector<float> & means)
{
  for (std::size_t y = 1; y + 1 < height; ++y)
  {
    for (std::size_t x = 1; x + 1 < width; ++x)
    {
      const float * const middle = pixels + y * width + x;
      float               sum = 0;
      bool                hasZero = false;
      for (const float * row : { middle - width, middle, middle + width })
      {
        sum += row[-1] + row[0] + row[1];
        hasZero = hasZero || row[-1] == 0 || row[0] == 0 || row[1] == 0;
      }
      means.push_back(hasZero ? 0 : sum / 9);
    }
  }
}
} // namespace

float
EstimateRicianNoiseLevel(const float * voxels, const std::size_t (&size)[3])
{
  if (size[0] < 3 || size[1] < 3)
  {
    return 0;
  }
  std::vector<float> magnitudes;
  std::vector<float> means;
  magnitudes.reserve((size[0] - 2) * (size[1] - 2) * size[2]);
  means.reserve(magnitudes.capacity());
  for (std::size_t z = 0; z < size[2]; ++z)
  {
    const float * const slice = voxels + z * size[1] * size[0];
    AppendNoiseMagnitudes(slice, size[0], size[1], magnitudes);
    AppendMeans(slice, size[0], size[1], means);
  }
  std::vector<float> chosen = magnitudes;
  const float        ofAll = EstimateNoiseLevel(chosen);
  float              level = ofAll;
  constexpr int      mostIterations = 10;
  for (int i = 0; i < mostIterations; ++i)
  {
    chosen.clear();
    for (std::size_t j = 0; j < means.size(); ++j)
    {
      if (means[j] > 3 * level)
      {
        chosen.push_back(magnitudes[j]);
      }
    }
    if (chosen.size() < magnitudes.size() / 100 || chosen.empty())
    {
      return ofAll / 0.6551f; // the standard deviation of Rayleigh's law, sqrt(2 - pi / 2)
    }
    const float next = EstimateNoiseLevel(chosen);
    const bool  isReached = std::fabs(next - level) <= 1e-3f * next;
    level = next;
    if (isReached)
    {
      break;
    }
  }
  return level;
}
} // namespace itk::device
