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
#ifndef itkBilateralTesting_h
#define itkBilateralTesting_h

#include "itkDeviceTesting.h"
#include <cmath>
#include <limits>
#include <random>

namespace itk::DeviceTesting
{
/** Sets random parameters of a bilateral filter or of its parent: windows of at most `largestRadius`, some of which the
 * spacing gives, and sigmas of the range that are round, any, tiny, or have samples at equal distances that are no doubles. */
template <typename TFilter>
void
SetRandomBilateral(TFilter * filter, Random & random, unsigned int largestRadius)
{
  constexpr double                       rangeSigmas[]{ 50, 30, 10, 0.1, 17.3, 1000, 1.0 / 3, 3e-5, 12.5 };
  std::uniform_real_distribution<double> uniform(0, 1);
  filter->SetRangeSigma(Pick(random, 0, 2) == 0 ? std::exp2(uniform(random) * 20 - 8)
                                                : rangeSigmas[Pick(random, 0, std::size(rangeSigmas) - 1)]);
  constexpr unsigned long samples[]{ 100, 100, 1, 2, 37, 128, 1000, 3000 };
  filter->SetNumberOfRangeGaussianSamples(samples[Pick(random, 0, std::size(samples) - 1)]);

  const bool                  isAutomatic = Pick(random, 0, 1) == 0;
  typename TFilter::ArrayType sigma;
  typename TFilter::SizeType  radius;
  const auto &                spacing = filter->GetInput()->GetSpacing();
  constexpr double            domainMu = 2.5;
  for (unsigned int axis = 0; axis < TFilter::ImageDimension; ++axis)
  {
    sigma[axis] = (0.02 + 0.98 * uniform(random)) * largestRadius * spacing[axis] / domainMu;
    radius[axis] = Pick(random, 0, largestRadius);
  }
  filter->SetDomainMu(domainMu);
  filter->SetDomainSigma(sigma);
  filter->SetRadius(radius);
  filter->SetAutomaticKernelSize(isAutomatic);
}

/** Random pixels: any, of a range that common sigmas smooth, or two of them with noise; one in fifty of floats is infinite
 * or NaN in a third of the images. */
template <typename TImage>
typename TImage::Pointer
MakeBilateralImage(const typename TImage::RegionType & region, Random & random)
{
  using PixelType = typename TImage::PixelType;
  const unsigned int kind = Pick(random, 0, 3);
  const bool         hasNonFinite = std::is_floating_point_v<PixelType> && Pick(random, 0, 2) == 0;
  return MakeImage<TImage>(region, random, [=](Random & r) {
    if (hasNonFinite && Pick(r, 0, 49) == 0)
    {
      constexpr float infinity = std::numeric_limits<float>::infinity();
      constexpr float values[]{ infinity, -infinity, std::numeric_limits<float>::quiet_NaN() };
      return static_cast<PixelType>(values[Pick(r, 0, 2)]);
    }
    switch (kind)
    {
      case 0:
        return PickPixel<PixelType>(r);
      case 1:
        return static_cast<PixelType>(Pick(r, 0, 255));
      case 2:
        return static_cast<PixelType>(Pick(r, 0, 1) == 0 ? 20 + Pick(r, 0, 10) : 120 + Pick(r, 0, 10));
      default:
        return static_cast<PixelType>(std::uniform_real_distribution<double>(0, 200)(r));
    }
  });
}
} // namespace itk::DeviceTesting

#endif
