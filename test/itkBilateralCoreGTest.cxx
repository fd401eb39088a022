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
#include "Bilateral/BilateralLookup.h"
#include "Kernels/Border.cuh"
#include "itkBilateralTesting.h"
#include "itkCudaBilateralTables.h"
#include "itkDeviceTestingComparison.h"
#include <algorithm>

using namespace itk::device;
using namespace itk::device::bilateral;
using namespace itk::DeviceTesting;

namespace
{
/** Sums as the kernel of tiles makes them: every pixel of the window counts, far ones with a weight of 0. */
template <typename TPixel, typename TGetPixel, typename TLookup>
TPixel
FilterWindowOfTile(const TGetPixel & getPixel,
                   const std::ptrdiff_t (&radius)[3],
                   const double *              domain,
                   const std::vector<double> & range,
                   const TLookup &             lookup)
{
  const double center = GetCenter(getPixel(radius[0], radius[1], radius[2]));
  WeightedSum  sum;
  for (std::ptrdiff_t z = 0; z <= 2 * radius[2]; ++z)
  {
    for (std::ptrdiff_t y = 0; y <= 2 * radius[1]; ++y)
    {
      for (std::ptrdiff_t x = 0; x <= 2 * radius[0]; ++x)
      {
        const double pixel = GetNeighbor(getPixel(x, y, z));
        sum.Add(pixel, *domain++ * range[lookup(std::fabs(pixel - center)) - FirstKey]);
      }
    }
  }
  return sum.GetMean<TPixel>();
}

/** Calls take(lookup) with each of the lookups that may serve for pixels of a type. */
template <typename TPixel, typename TTake>
void
ForEachLookup(const ComparedLookup & compared, const TTake & take)
{
  take(compared);
  if (const auto rounded = FindRoundedLookup<TPixel>(compared))
  {
    take(*rounded);
  }
  if (const auto exact = FindExactLookup<TPixel>(compared))
  {
    take(*exact);
  }
}

/** An image by the functions that the kernels call, in each of the ways in which they do. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsPixelsOfCore(Random & random, unsigned int longestSide, unsigned int largestRadius)
{
  using ImageType = itk::Image<TPixel, VDimension>;
  const auto image = MakeBilateralImage<ImageType>(PickRegion<VDimension>(random, longestSide), random);
  const auto parent = itk::BilateralImageFilter<ImageType, ImageType>::New();
  parent->SetInput(image);
  SetRandomBilateral(parent.GetPointer(), random, largestRadius);
  parent->Update();
  const auto tables = MakeBilateralTables<ImageType, ImageType>(*parent);
  const auto compared = MakeComparedLookup(tables.range.size(), tables.distanceLimit);
  auto       range = tables.range;
  range.push_back(0);

  std::ptrdiff_t radius[3]{};
  std::ptrdiff_t size[3]{ 1, 1, 1 };
  std::copy_n(tables.radius, VDimension, radius);
  std::copy_n(image->GetBufferedRegion().GetSize().begin(), VDimension, size);
  const auto     result = Copy<ImageType>(image.GetPointer());
  const TPixel * pixels = image->GetBufferPointer();
  const auto     filter = [&](const auto & filterWindow) {
    for (std::ptrdiff_t i = 0; i < size[0] * size[1] * size[2]; ++i)
    {
      const std::ptrdiff_t corner[3]{ i % size[0] - radius[0],
                                      i / size[0] % size[1] - radius[1],
                                      i / size[0] / size[1] - radius[2] };
      result->GetBufferPointer()[i] = filterWindow([&](std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z) {
        return pixels[kernels::NearestIndex(corner[0] + x, size[0]) +
                      size[0] * (kernels::NearestIndex(corner[1] + y, size[1]) +
                                 size[1] * kernels::NearestIndex(corner[2] + z, size[2]))];
      });
    }
    EXPECT_TRUE(AreWithinUlps(result.GetPointer(), parent->GetOutput(), 0))
      << "range sigma " << parent->GetRangeSigma() << ", " << range.size() << " samples, " << tables.domain.size()
      << " weights";
  };
  filter([&](const auto & getPixel) {
    const auto get = [&](auto... at) { return static_cast<double>(getPixel(at...)); };
    return FilterWindow<TPixel>(get, radius, tables.domain.data(), tables.range.data(), compared);
  });
  ForEachLookup<TPixel>(compared, [&](const auto & lookup) {
    filter([&](const auto & getPixel) {
      return FilterWindowOfTile<TPixel>(getPixel, radius, tables.domain.data(), range, lookup);
    });
  });
}

/** Whether a lookup is that of the parent for random distances, for those around each sample's first one, and for those that
 * are no number. */
template <typename TPixel, typename TLookup>
void
ExpectTheParentsSamples(const ComparedLookup & compared, const TLookup & lookup, Random & random)
{
  const auto expect = [&](double distance) {
    ASSERT_EQ(lookup(distance), compared(distance)) << distance << " of " << compared.limit;
  };
  std::uniform_real_distribution<double> uniform(0, 1.1 * compared.limit);
  for (int i = 0; i < 1000; ++i)
  {
    const double distance = uniform(random);
    expect(std::is_integral_v<TPixel> ? std::floor(distance) : distance);
  }
  for (std::uint32_t sample = 1; sample <= compared.far - FirstKey; ++sample)
  {
    const double first = FindDistanceOfSample<TPixel>(compared, sample);
    const double below = GetDistanceBelow<TPixel>(first);
    expect(first);
    expect(below);
    ASSERT_GE(compared(first), FirstKey + sample);
    ASSERT_LT(compared(below), FirstKey + sample);
  }
  for (const double distance :
       { 0.0, 1e15, FarPixel, HUGE_VAL, std::numeric_limits<double>::quiet_NaN(), compared.limit * (1 << 20) })
  {
    expect(distance);
  }
}
} // namespace

TEST(BilateralCore, SumsWindowsLikeTheParent)
{
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    SCOPED_TRACE(round);
    ExpectTheParentsPixelsOfCore<std::uint8_t, 2>(random, 20, 5);
    ExpectTheParentsPixelsOfCore<std::int16_t, 2>(random, 20, 5);
    ExpectTheParentsPixelsOfCore<std::uint16_t, 3>(random, 8, 2);
    ExpectTheParentsPixelsOfCore<float, 2>(random, 20, 5);
    ExpectTheParentsPixelsOfCore<float, 3>(random, 8, 3);
  }
}

TEST(BilateralCore, LooksUpLikeTheParent)
{
  Random                                 random(GetSeed(1));
  std::uniform_real_distribution<double> exponent(-10, 10);
  for (unsigned int round = 0; round < GetNumberOfRounds(500); ++round)
  {
    const double      sigma = round < 100 ? round + 1 : std::exp2(exponent(random));
    const std::size_t samples = round % 2 == 0 ? 100 : Pick(random, 1, 300);
    const auto        compared = MakeComparedLookup(samples, 4 * sigma);
    SCOPED_TRACE(std::to_string(samples) + " samples, sigma " + std::to_string(sigma));
    ForEachLookup<float>(compared,
                         [&](const auto & lookup) { ExpectTheParentsSamples<float>(compared, lookup, random); });
    ForEachLookup<std::uint16_t>(
      compared, [&](const auto & lookup) { ExpectTheParentsSamples<std::uint16_t>(compared, lookup, random); });
  }
}

/** Floats have an exact lookup where the scale is a power of two, and integers for nearly every whole sigma: for the
 * others, of which 97 is the first, products round up for some distances and down for others. */
TEST(BilateralCore, FindsTheCheapestLookup)
{
  int exact = 0;
  int rounded = 0;
  for (int sigma = 1; sigma <= 1000; ++sigma)
  {
    const auto compared = MakeComparedLookup(100, 4.0 * sigma);
    const bool isExact = FindExactLookup<std::uint16_t>(compared).has_value();
    EXPECT_TRUE(isExact || sigma >= 97) << sigma;
    exact += isExact ? 1 : 0;
    rounded += FindRoundedLookup<float>(compared).has_value() ? 1 : 0;
  }
  EXPECT_EQ(exact, 956);
  EXPECT_EQ(rounded, 908);
  for (const double sigma : { 50.0, 25.0, 100.0, 12.5, 3276800.0 })
  {
    EXPECT_TRUE(FindExactLookup<float>(MakeComparedLookup(100, 4 * sigma))) << sigma;
  }
}

/** Limits beyond which integers are no longer next to each other as doubles, and those of which the scale is nearly none. */
TEST(BilateralCore, FindsLookupsForAnyLimit)
{
  Random random(GetSeed(1));
  for (const double limit : { 1e-300, 1e-9, 1e9, 1e15, 1e17, 3e40, 1e298 })
  {
    const auto compared = MakeComparedLookup(100, limit);
    SCOPED_TRACE(limit);
    ForEachLookup<float>(compared,
                         [&](const auto & lookup) { ExpectTheParentsSamples<float>(compared, lookup, random); });
    ForEachLookup<std::uint16_t>(
      compared, [&](const auto & lookup) { ExpectTheParentsSamples<std::uint16_t>(compared, lookup, random); });
  }
}
