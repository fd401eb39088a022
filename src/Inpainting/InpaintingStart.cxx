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
#include "InpaintingStart.h"
#include "InpaintingCore.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace itk::device
{
namespace
{
/** The smallest threshold in parts of the range of the known pixels, if there is no noise. */
constexpr double LeastThresholdOfWindows = 10.0 / 255.0;
constexpr double LeastThresholdOfImages = 5.0 / 255.0;
constexpr double LeastThresholdOfNoise = 3.0;

/** The largest threshold of windows in parts of the largest coefficient. */
constexpr double MostThresholdOfWindows = 0.25;

template <typename TFunction>
void
ForEachIndex(const std::size_t (&size)[3], const TFunction & function)
{
  std::size_t pixel = 0;
  for (std::size_t z = 0; z < size[2]; ++z)
  {
    for (std::size_t y = 0; y < size[1]; ++y)
    {
      for (std::size_t x = 0; x < size[0]; ++x, ++pixel)
      {
        function(pixel, { x, y, z });
      }
    }
  }
}
} // namespace

void
FillFromCoarserImages(const ImageView<float, 3> & pixels, const std::uint8_t * known)
{
  const std::size_t count = pixels.size[0] * pixels.size[1] * pixels.size[2];
  if (std::count(known, known + count, 0) == 0)
  {
    return;
  }
  std::size_t size[3];
  std::transform(pixels.size, pixels.size + 3, size, [](std::size_t side) { return (side + 1) / 2; });
  std::vector<float>        means(size[0] * size[1] * size[2], 0.0f);
  std::vector<float>        counts(means.size(), 0.0f);
  std::vector<std::uint8_t> isKnown(means.size());
  const auto                coarse = MakeImageView<float, 3>(means.data(), size);
  ForEachIndex(pixels.size, [&](std::size_t pixel, const std::size_t(&index)[3]) {
    if (known[pixel] != 0)
    {
      const std::size_t to = index[0] / 2 + index[1] / 2 * coarse.stride[1] + index[2] / 2 * coarse.stride[2];
      means[to] += pixels.data[pixel];
      counts[to] += 1;
    }
  });
  for (std::size_t i = 0; i < means.size(); ++i)
  {
    isKnown[i] = counts[i] > 0 ? 1 : 0;
    means[i] /= std::max(counts[i], 1.0f);
  }
  FillFromCoarserImages(coarse, isKnown.data());
  ForEachIndex(pixels.size, [&](std::size_t pixel, const std::size_t(&index)[3]) {
    if (known[pixel] == 0)
    {
      pixels.data[pixel] = InterpolateInpainting(coarse, index);
    }
  });
}

double
GetInpaintingRange(float least, float most)
{
  return most > least ? static_cast<double>(most) - least : std::fabs(most);
}

void
SetInpaintingThresholds(InpaintingSettings & settings, double range, float largest)
{
  using Transform = InpaintingImageFilterEnums::Transform;
  if (settings.maximumThreshold < 0)
  {
    settings.maximumThreshold = settings.transform == Transform::Windows ? MostThresholdOfWindows * largest : largest;
  }
  if (settings.minimumThreshold < 0)
  {
    const bool ofImages = settings.transform == Transform::Cosine || settings.transform == Transform::Wavelet;
    settings.minimumThreshold = settings.noiseLevel > 0
                                  ? LeastThresholdOfNoise * settings.noiseLevel
                                  : range * (ofImages ? LeastThresholdOfImages : LeastThresholdOfWindows);
  }
}

unsigned int
GetNumberOfInpaintingLevels(const InpaintingSettings & settings, unsigned int most)
{
  constexpr unsigned int usual = 5;
  return settings.numberOfLevels > 0 ? settings.numberOfLevels : settings.cycleSpinning ? std::min(usual, most) : most;
}
} // namespace itk::device
