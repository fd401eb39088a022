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
#ifndef itkDeviceTestingComparison_h
#define itkDeviceTestingComparison_h

#include "itkImage.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <type_traits>

namespace itk::DeviceTesting
{
template <unsigned int VDimension>
::testing::AssertionResult
HaveSameGeometry(const ImageBase<VDimension> * actual, const ImageBase<VDimension> * expected)
{
  if (actual->GetLargestPossibleRegion() != expected->GetLargestPossibleRegion() ||
      actual->GetSpacing() != expected->GetSpacing() || actual->GetOrigin() != expected->GetOrigin() ||
      actual->GetDirection() != expected->GetDirection())
  {
    return ::testing::AssertionFailure() << "geometries differ: " << *actual << " instead of " << *expected;
  }
  return ::testing::AssertionSuccess();
}

/** Whether both images have the same buffered region, and getExcess(actual, expected) is 0 for every pair of pixels: by
 * how much they differ more than they may. The message names the pixel where it is largest. */
template <typename TPixel, unsigned int VDimension, typename TGetExcess>
::testing::AssertionResult
ComparePixels(const Image<TPixel, VDimension> * actual,
              const Image<TPixel, VDimension> * expected,
              const TGetExcess &                getExcess)
{
  const auto region = expected->GetBufferedRegion();
  if (actual->GetBufferedRegion() != region)
  {
    return ::testing::AssertionFailure() << "buffered regions differ: " << actual->GetBufferedRegion() << "instead of "
                                         << region;
  }
  const TPixel * const actualPixels = actual->GetBufferPointer();
  const TPixel * const expectedPixels = expected->GetBufferPointer();
  SizeValueType        different = 0;
  SizeValueType        worst = 0;
  double               worstExcess = 0;
  for (SizeValueType pixel = 0; pixel < region.GetNumberOfPixels(); ++pixel)
  {
    const double excess = getExcess(actualPixels[pixel], expectedPixels[pixel]);
    different += excess == 0 ? 0 : 1;
    if (excess > worstExcess)
    {
      worst = pixel;
      worstExcess = excess;
    }
  }
  if (different == 0)
  {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << different << " of " << region.GetNumberOfPixels()
                                       << " pixels differ, the one at " << expected->ComputeIndex(worst) << " of "
                                       << region.GetSize() << " most: " << +actualPixels[worst] << " instead of "
                                       << +expectedPixels[worst];
}

/** How many numbers of their type two pixels are apart: integers by their difference, floats by units in the last
 * place, -0 and +0 by one, any two NaNs by nothing, a NaN and a number by infinity. */
template <typename TPixel>
double
CountUlps(TPixel a, TPixel b)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    static_assert(sizeof(TPixel) == sizeof(std::int32_t) || sizeof(TPixel) == sizeof(std::int64_t));
    if (std::isnan(a) || std::isnan(b))
    {
      return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<double>::infinity();
    }
    const auto getRank = [](TPixel value) {
      std::conditional_t<sizeof(TPixel) == sizeof(std::int32_t), std::int32_t, std::int64_t> bits;
      std::memcpy(&bits, &value, sizeof(bits));
      return bits >= 0 ? bits : std::numeric_limits<decltype(bits)>::min() - bits - 1;
    };
    return std::abs(static_cast<double>(getRank(a)) - static_cast<double>(getRank(b)));
  }
  else
  {
    return std::abs(static_cast<double>(a) - static_cast<double>(b));
  }
}

/** Whether no pixel is further than `ulps` of CountUlps from the expected one. */
template <typename TPixel, unsigned int VDimension>
::testing::AssertionResult
AreWithinUlps(const Image<TPixel, VDimension> * actual, const Image<TPixel, VDimension> * expected, double ulps)
{
  return ComparePixels(actual, expected, [ulps](TPixel a, TPixel b) {
    const double apart = CountUlps(a, b);
    return apart > ulps ? apart : 0;
  });
}

/** Whether both images have the same buffered region, and every pixel the same bits. */
template <typename TPixel, unsigned int VDimension>
::testing::AssertionResult
HaveSamePixels(const Image<TPixel, VDimension> * actual, const Image<TPixel, VDimension> * expected)
{
  return ComparePixels(actual, expected, [](TPixel a, TPixel b) -> double {
    return std::memcmp(&a, &b, sizeof(TPixel)) == 0 ? 0 : std::max(CountUlps(a, b), 1.0);
  });
}

template <typename TPixel, unsigned int VDimension>
::testing::AssertionResult
AreSame(const Image<TPixel, VDimension> * actual, const Image<TPixel, VDimension> * expected)
{
  const auto geometry = HaveSameGeometry<VDimension>(actual, expected);
  return geometry ? HaveSamePixels(actual, expected) : geometry;
}

/** Whether the geometry is the same and every pixel within `tolerance`: not so where either is a NaN. */
template <unsigned int VDimension>
::testing::AssertionResult
AreNear(const Image<float, VDimension> * actual, const Image<float, VDimension> * expected, double tolerance)
{
  const auto geometry = HaveSameGeometry<VDimension>(actual, expected);
  if (!geometry)
  {
    return geometry;
  }
  const auto result = ComparePixels(actual, expected, [tolerance](float a, float b) {
    const double difference = std::abs(static_cast<double>(a) - static_cast<double>(b));
    return difference <= tolerance ? 0 : std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
  });
  return result ? result : ::testing::AssertionFailure() << result.message() << ", with a tolerance of " << tolerance;
}
} // namespace itk::DeviceTesting

#endif
