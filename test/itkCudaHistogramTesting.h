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
#ifndef itkCudaHistogramTesting_h
#define itkCudaHistogramTesting_h

#include "itkDeviceImage.h"
#include "itkDeviceTestingComparison.h"
#include "itkDeviceTestingPixels.h"

namespace itk::DeviceTesting
{
/** A random image of one of the distributions that histograms meet, a single value among them; or else `usual`: two modes, an
 * exponential or a uniform one over the whole range of integers, or up to 1000. */
template <typename TImage>
typename TImage::Pointer
MakeImageOfDistribution(const typename TImage::RegionType & region, Random & random, bool isUsual = false)
{
  using PixelType = typename TImage::PixelType;
  using Limits = std::numeric_limits<PixelType>;
  const unsigned int distribution = isUsual ? Pick(random, 0, 3) * 2 + 2 : Pick(random, 0, 8);
  // Of integers often the whole range, of floats any magnitude.
  const double limit = std::is_integral_v<PixelType> ? static_cast<double>(Limits::max()) : isUsual ? 1000.0 : 1e20;
  const double scale = isUsual || Pick(random, 0, 1) == 0
                         ? limit
                         : std::min(limit, std::pow(10.0, 0.5 * Pick(random, 0, 12) - (limit > 1e19 ? 4 : 0)));
  const double base = isUsual || Pick(random, 0, 1) == 0 ? 0.0 : (Limits::is_signed ? -0.5 : 0.3) * scale;
  const auto   toPixel = [&](double value) {
    const double scaled = base + value * scale;
    return static_cast<PixelType>(
      std::min(std::max(scaled, static_cast<double>(Limits::lowest())), static_cast<double>(Limits::max())));
  };
  const auto pickUnit = [](Random & r) { return std::uniform_real_distribution<>(0.0, 1.0)(r); };
  const auto pickNormal = [](Random & r, double mean, double sigma) {
    return std::normal_distribution<>(mean, sigma)(r);
  };
  const double first = pickUnit(random);
  const double second = pickUnit(random);
  return MakeImage<TImage>(region, random, [&](Random & r) {
    switch (distribution)
    {
      case 0:
        return toPixel(first);
      case 1:
        return toPixel(random() % 2 == 0 ? first : second);
      case 2:
      case 3:
        return toPixel(random() % 3 == 0 ? pickNormal(r, 0.2, 0.05) : pickNormal(r, 0.7, 0.1));
      case 4:
        return toPixel(-0.1 * std::log(1.0 - pickUnit(r)));
      case 5:
        // Mostly the lowest.
        return toPixel(random() % 4 > 0 ? 0.0 : pickUnit(r));
      case 7:
        return toPixel(Pick(r, 0, 9) / 10.0);
      default:
        return toPixel(pickUnit(r));
    }
  });
}

template <typename TImage>
double
GetLargestMagnitudeOf(const TImage * image)
{
  double             largest = 0;
  const auto * const pixels = image->GetBufferPointer();
  for (SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    largest = std::max(largest, std::abs(static_cast<double>(pixels[i])));
  }
  return largest;
}

/** Of an image of the region of `image`, in part not 255 and in part 0. */
template <typename TMask, typename TImage>
typename TMask::Pointer
MakeMaskOf(const TImage * image, Random & random)
{
  const unsigned int kind = Pick(random, 0, 5);
  const auto         mask = MakeImage<TMask>(image->GetLargestPossibleRegion(), random, [&](Random & r) {
    const unsigned int values[]{ 255, 0, 1, 255 };
    const auto         picked = values[Pick(r, 0, 3)];
    return static_cast<typename TMask::PixelType>(kind == 0 ? 0 : kind == 1 ? 255 : picked);
  });
  mask->SetOrigin(image->GetOrigin());
  mask->SetSpacing(image->GetSpacing());
  mask->SetDirection(image->GetDirection());
  return mask;
}
} // namespace itk::DeviceTesting

#endif
