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
#include <algorithm>
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

/** Mean and standard deviation of Rice's law for a true value of so many noise levels, by Kummer's series of the mean. */
struct RicianMoments
{
  explicit RicianMoments(double snr)
  {
    const double half = snr * snr / 2;
    double       term = 1;
    double       sum = 1;
    for (int k = 0; term > 1e-12 * sum; ++k)
    {
      term *= half * (1.5 + k) / ((k + 1.0) * (k + 1.0));
      sum += term;
    }
    mean = std::sqrt(std::acos(-1.0) / 2) * std::exp(-half) * sum;
    deviation = std::sqrt(2 + 2 * half - mean * mean);
  }

  double mean;
  double deviation;
};

/** The noise level from mean and standard deviation of `voxels` dark magnitudes: the inversion of Koay and Basser, Analytically
 * exact correction scheme for signal extraction from noisy magnitude MR signals, Journal of Magnetic Resonance 179, 2006. */
double
InvertRicianMoments(double mean, double deviation, std::size_t voxels)
{
  double least = 0;
  double largest = 5;
  // Where the true value is below the noise level, the ratio is that of Rayleigh's law but for 4 %. Of the estimated one 5
  // in the root of the number are 3 standard errors.
  const RicianMoments rayleigh(0);
  const RicianMoments faint(1);
  const double        byChance = 1 + 5 / std::sqrt(static_cast<double>(voxels));
  const double        ratio = std::max(faint.mean / faint.deviation, byChance * rayleigh.mean / rayleigh.deviation);
  if (!(mean > ratio * deviation))
  {
    return deviation / rayleigh.deviation;
  }
  for (int i = 0; i < 40; ++i)
  {
    const double        snr = (least + largest) / 2;
    const RicianMoments moments(snr);
    (mean * moments.deviation > deviation * moments.mean ? least : largest) = snr;
  }
  return deviation / RicianMoments(least).deviation;
}

/** The noise level of a volume that is nowhere much above it, from what AppendNoiseMagnitudes() and AppendMeans() say of
 * slices of width x height; 0 if every mean is. */
float
EstimateLevelOfDarkVolume(const std::vector<float> & magnitudes,
                          const std::vector<float> & means,
                          std::size_t                width,
                          std::size_t                height)
{
  // Voxels are ranked by windows that share no voxel with their own, lest their noise choose them.
  constexpr std::size_t step = 3;
  struct Candidate
  {
    float       brightness;
    std::size_t index;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < means.size(); ++i)
  {
    const std::size_t x = i % width;
    const std::size_t y = i / width % height;
    float             brightness = 0;
    for (const std::size_t other : { x >= step ? i - step : i + step, x + step < width ? i + step : i - step })
    {
      brightness += width >= 2 * step ? means[other] : 0;
    }
    for (const std::size_t other :
         { y >= step ? i - step * width : i + step * width, y + step < height ? i + step * width : i - step * width })
    {
      brightness += height >= 2 * step ? means[other] : 0;
    }
    if (means[i] > 0)
    {
      candidates.push_back({ brightness, i });
    }
  }
  if (candidates.empty())
  {
    return 0;
  }
  // The brightest tenth, or more, lest chance decide.
  constexpr std::size_t enough = 4096;
  const std::size_t     bright = std::max(candidates.size() / 10, std::min(candidates.size(), enough));
  const auto            brightEnd = candidates.begin() + static_cast<std::ptrdiff_t>(bright);
  std::nth_element(candidates.begin(), brightEnd - 1, candidates.end(), [](const Candidate & a, const Candidate & b) {
    return a.brightness > b.brightness || (a.brightness == b.brightness && a.index < b.index);
  });
  std::vector<float> brightMagnitudes;
  std::vector<float> brightMeans;
  for (auto candidate = candidates.begin(); candidate != brightEnd; ++candidate)
  {
    brightMagnitudes.push_back(magnitudes[candidate->index]);
    brightMeans.push_back(means[candidate->index]);
  }
  const auto middle = brightMeans.begin() + static_cast<std::ptrdiff_t>(brightMeans.size() / 2);
  std::nth_element(brightMeans.begin(), middle, brightMeans.end());
  return static_cast<float>(InvertRicianMoments(*middle, EstimateNoiseLevel(brightMagnitudes), brightMeans.size()));
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
  float              level = EstimateNoiseLevel(chosen);
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
      return EstimateLevelOfDarkVolume(magnitudes, means, size[0] - 2, size[1] - 2);
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
