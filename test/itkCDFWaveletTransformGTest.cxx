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
#include "itkCDFWaveletTransformImageFilter.h"
#include "itkTransformTesting.h"
#include <cmath>
#include <limits>

using namespace itk::DeviceTesting;

namespace
{
using Enums = itk::CDFWaveletTransformImageFilterEnums;
using Wavelet = Enums::Wavelet;
using Direction = Enums::Direction;

template <typename TReal, unsigned int VDimension>
using Transform = itk::CDFWaveletTransformImageFilter<itk::Image<TReal, VDimension>>;

const std::vector<itk::SizeValueType> Sides{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 31, 32, 33, 41 };

/** Element i of a line that is mirrored at its outermost elements. */
template <typename TValue>
TValue
At(const std::vector<TValue> & line, std::ptrdiff_t i)
{
  const auto last = static_cast<std::ptrdiff_t>(line.size()) - 1;
  return line[i < 0 ? -i : i > last ? 2 * last - i : i];
}

/** Elements of even index, then those of odd index. */
template <typename TValue>
std::vector<TValue>
Split(const std::vector<TValue> & line)
{
  std::vector<TValue> split;
  for (const std::size_t parity : { 0, 1 })
  {
    for (std::size_t i = parity; i < line.size(); i += 2)
    {
      split.push_back(line[i]);
    }
  }
  return split;
}

/** The lifting steps in place, odd elements first, as the papers have them. */
std::vector<double>
Lift(Wavelet wavelet, std::vector<double> line)
{
  if (line.size() == 1)
  {
    return line;
  }
  const bool                is53 = wavelet == Wavelet::CDF53;
  const std::vector<double> steps =
    is53 ? std::vector<double>{ -0.5, 0.25 }
         : std::vector<double>{ -1.586134342059924, -0.052980118572961, 0.882911075530934, 0.443506852043971 };
  for (std::size_t step = 0; step < steps.size(); ++step)
  {
    for (std::size_t i = 1 - step % 2; i < line.size(); i += 2)
    {
      const auto at = static_cast<std::ptrdiff_t>(i);
      line[i] += steps[step] * (At(line, at - 1) + At(line, at + 1));
    }
  }
  const double scale = is53 ? std::sqrt(2.0) : 1.149604398860241;
  for (std::size_t i = 0; i < line.size(); ++i)
  {
    line[i] *= i % 2 == 0 ? scale : 1 / scale;
  }
  return Split(line);
}

/** ISO/IEC 15444-1, equations F-9 and F-10. */
std::vector<std::int32_t>
LiftReversibly(const std::vector<std::int32_t> & line)
{
  std::vector<double> values(line.begin(), line.end());
  if (line.size() > 1)
  {
    for (std::size_t i = 1; i < values.size(); i += 2)
    {
      const auto at = static_cast<std::ptrdiff_t>(i);
      values[i] -= std::floor((At(values, at - 1) + At(values, at + 1)) / 2);
    }
    for (std::size_t i = 0; i < values.size(); i += 2)
    {
      const auto at = static_cast<std::ptrdiff_t>(i);
      values[i] += std::floor((At(values, at - 1) + At(values, at + 1) + 2) / 4);
    }
  }
  values = Split(values);
  return { values.begin(), values.end() };
}

/** Levels of a transform of lines, by the definition of the layout. */
template <typename TImage, typename TLift>
void
TransformByLines(TImage * image, unsigned int levels, const TLift & lift)
{
  auto block = image->GetBufferedRegion();
  for (unsigned int level = 0; level < levels; ++level)
  {
    for (unsigned int axis = TImage::ImageDimension; axis-- > 0;)
    {
      ChangeLines(image, axis, block, lift);
    }
    for (unsigned int axis = 0; axis < TImage::ImageDimension; ++axis)
    {
      block.SetSize(axis, (block.GetSize(axis) + 1) / 2);
    }
  }
}

template <typename TRegion>
unsigned int
GetAllLevels(const TRegion & region)
{
  unsigned int             levels = 0;
  itk::SizeValueType       side = 1;
  const itk::SizeValueType longest = *std::max_element(region.GetSize().begin(), region.GetSize().end());
  for (; side < longest; side *= 2)
  {
    ++levels;
  }
  return levels;
}

template <typename TFilter>
typename TFilter::OutputImageType::Pointer
RunTransform(const typename TFilter::InputImageType * image, Wavelet wavelet, unsigned int levels, Direction direction)
{
  const auto filter = TFilter::New();
  filter->SetWavelet(wavelet);
  filter->SetNumberOfLevels(levels);
  filter->SetDirection(direction);
  return Filter(filter.GetPointer(), image);
}

template <typename TPixel>
typename itk::Image<TPixel, 2>::Pointer
MakeRow(const std::vector<TPixel> & pixels)
{
  const auto image = itk::Image<TPixel, 2>::New();
  image->SetRegions(itk::Size<2>{ { pixels.size(), 1 } });
  image->Allocate();
  std::copy(pixels.begin(), pixels.end(), image->GetBufferPointer());
  return image;
}

template <typename TPixel>
void
ExpectRow(const std::vector<TPixel> & pixels, Wavelet wavelet, const std::vector<TPixel> & expected, double tolerance)
{
  const auto actual = RunTransform<Transform<TPixel, 2>>(MakeRow(pixels), wavelet, 1, Direction::Forward);
  EXPECT_TRUE(AreWithin(actual.GetPointer(), MakeRow(expected).GetPointer(), tolerance)) << wavelet;
}

template <typename T>
class CDFWaveletTransformOf : public ::testing::Test
{};

template <typename TReal, unsigned int VDimension>
struct Case
{
  using Image = itk::Image<TReal, VDimension>;
  using Filter = Transform<TReal, VDimension>;
};

using Cases = ::testing::Types<Case<float, 2>, Case<double, 2>, Case<float, 3>, Case<double, 3>>;
TYPED_TEST_SUITE(CDFWaveletTransformOf, Cases);
} // namespace

TYPED_TEST(CDFWaveletTransformOf, AnySizeIsThatByTheLiftingSteps)
{
  using Image = typename TypeParam::Image;
  using Pixel = typename Image::PixelType;
  using Reference = itk::Image<double, Image::ImageDimension>;
  for (const auto & region : ListRegions<Image::ImageDimension>(Sides))
  {
    const auto image = MakeRandomImage<Image>(region, 1);
    for (const auto wavelet : { Wavelet::CDF53, Wavelet::CDF97 })
    {
      for (const unsigned int levels : { std::min(1u, GetAllLevels(region)), GetAllLevels(region) })
      {
        const auto expected = Copy<Reference>(image.GetPointer());
        TransformByLines(expected.GetPointer(), levels, [wavelet](const auto & line) { return Lift(wavelet, line); });
        const auto actual = RunTransform<typename TypeParam::Filter>(image, wavelet, levels, Direction::Forward);
        // A few roundings an axis and level, each of half a unit of values below the norm.
        const double tolerance = 4 * Image::ImageDimension * (levels + 1) * std::numeric_limits<Pixel>::epsilon() *
                                 std::sqrt(GetEnergy(expected.GetPointer()) + 1e-300);
        EXPECT_TRUE(AreWithin(Copy<Reference>(actual.GetPointer()).GetPointer(), expected.GetPointer(), tolerance))
          << wavelet << ", " << levels << " levels, " << region;
      }
    }
  }
}

TYPED_TEST(CDFWaveletTransformOf, AnySizeHasAnInverse)
{
  using Image = typename TypeParam::Image;
  for (const auto & region : ListRegions<Image::ImageDimension>(Sides))
  {
    const auto image = MakeRandomImage<Image>(region, 2);
    for (const auto wavelet : { Wavelet::CDF53, Wavelet::CDF97 })
    {
      for (unsigned int levels = 0; levels <= GetAllLevels(region); ++levels)
      {
        using Filter = typename TypeParam::Filter;
        const auto coefficients = RunTransform<Filter>(image, wavelet, levels, Direction::Forward);
        const auto back = RunTransform<Filter>(coefficients, wavelet, levels, Direction::Inverse);
        // 1e-5 of the range, which is 2500.
        EXPECT_TRUE(AreWithin(back.GetPointer(), image.GetPointer(), 2500 * 1e-5)) << wavelet << ", " << region;
      }
    }
  }
}

TEST(CDFWaveletTransform, GivesTheValuesWorkedByHand)
{
  const std::vector<double> row{ 1, 4, 2, 8, 5, 7, 3, 6 };
  ExpectRow<double>(
    row, Wavelet::CDF53, { 3.181981, 5.303301, 9.722718, 6.363961, 1.767767, 3.181981, 2.121320, 2.121320 }, 1e-6);
  ExpectRow<double>(
    row, Wavelet::CDF97, { 3.426117, 5.497283, 9.284233, 6.486395, 1.863165, 3.191811, 1.927704, 2.298097 }, 1e-6);
  ExpectRow<std::int32_t>({ 1, 4, 2, 8, 5, 7, 3, 6 }, Wavelet::CDF53, { 3, 4, 7, 5, 3, 5, 3, 3 }, 0);
  ExpectRow<std::int32_t>({ 10, 3, 0, -5, 2 }, Wavelet::CDF53, { 9, -2, -1, -2, -6 }, 0);
}

/** PyWavelets 1.8, dwt(row, "bior4.4" and "bior2.2", "reflect"), whose highs have the other sign. */
TEST(CDFWaveletTransform, IsThatOfPyWavelets)
{
  const std::vector<double> row{ 172, 47, 117, 192, 67, 251, 195, 103, 9, 211, 21, 242 };
  ExpectRow<double>(row,
                    Wavelet::CDF97,
                    { 152.16474905,
                      168.22113282,
                      193.07499305,
                      287.07839101,
                      93.85503125,
                      185.77970663,
                      -81.61945939,
                      86.02058355,
                      84.49823515,
                      -17.19589451,
                      153.73024644,
                      157.24440935 },
                    1e-6);
  ExpectRow<double>(row,
                    Wavelet::CDF53,
                    { 174.30182156,
                      166.34687027,
                      172.53405461,
                      318.55160492,
                      82.37794001,
                      177.13024869,
                      -68.94291117,
                      70.71067812,
                      84.85281374,
                      0.70710678,
                      138.59292911,
                      156.27059864 },
                    1e-6);
}

TEST(CDFWaveletTransform, OfIntegersIsThatOfJPEG2000BitForBit)
{
  using Image = itk::Image<std::int32_t, 2>;
  using Words = itk::Image<std::int16_t, 2>;
  for (const auto & region : ListRegions<2>(Sides))
  {
    const auto words = MakeRandomImage<Words>(region, 4);
    const auto expected = Copy<Image>(words.GetPointer());
    TransformByLines(expected.GetPointer(), GetAllLevels(region), LiftReversibly);
    const auto actual =
      RunTransform<itk::CDFWaveletTransformImageFilter<Words, Image>>(words, Wavelet::CDF53, 0, Direction::Forward);
    EXPECT_TRUE(AreSame<std::int32_t>(actual.GetPointer(), expected.GetPointer())) << region;
  }
}

TEST(CDFWaveletTransform, OfIntegersIsReversedBitForBit)
{
  using Image = itk::Image<std::int32_t, 3>;
  for (const auto & region : ListRegions<3>(Sides))
  {
    const auto image = MakeRandomImage<Image>(region, 5); // sums overflow
    for (unsigned int levels = 0; levels <= GetAllLevels(region); ++levels)
    {
      const auto coefficients =
        RunTransform<Transform<std::int32_t, 3>>(image, Wavelet::CDF53, levels, Direction::Forward);
      const auto back =
        RunTransform<Transform<std::int32_t, 3>>(coefficients, Wavelet::CDF53, levels, Direction::Inverse);
      EXPECT_TRUE(AreSame<std::int32_t>(back.GetPointer(), image.GetPointer())) << region;
    }
  }
}

TEST(CDFWaveletTransform, OfAConstantIsLowAlone)
{
  using Image = itk::Image<float, 3>;
  const auto image = Image::New();
  image->SetRegions(itk::Size<3>{ { 16, 8, 32 } });
  image->Allocate();
  image->FillBuffer(100);
  for (const auto wavelet : { Wavelet::CDF53, Wavelet::CDF97 })
  {
    const auto actual = RunTransform<Transform<float, 3>>(image, wavelet, 3, Direction::Forward);
    // The gain of the lows is the square root of 2 an axis and level.
    const double low = 100 * std::pow(2.0, 4.5);
    for (itk::ImageRegionConstIteratorWithIndex<Image> it(actual, actual->GetBufferedRegion()); !it.IsAtEnd(); ++it)
    {
      const auto index = it.GetIndex();
      ASSERT_NEAR(it.Get(), index[0] < 2 && index[1] < 1 && index[2] < 4 ? low : 0, 1e-6 * low) << wavelet << index;
    }
  }
}

TEST(CDFWaveletTransform, IsOfTheWholeImageByAnyNumberOfThreads)
{
  using Image = itk::Image<float, 3>;
  const auto image = MakeRandomImage<Image>(Image::RegionType({ { 2, -3, 4 } }, { { 40, 37, 33 } }), 3);
  const auto filter = Transform<float, 3>::New();
  ExpectAWholeImageFilter(image.GetPointer(), filter.GetPointer());
}

TEST(CDFWaveletTransform, RefusesWhatItCannotDo)
{
  const auto tooDeep = Transform<float, 2>::New();
  tooDeep->SetInput(MakeRow<float>({ 1, 2, 3, 4, 5 }));
  tooDeep->SetNumberOfLevels(3);
  tooDeep->Update();
  tooDeep->SetNumberOfLevels(4);
  EXPECT_NE(CatchDescription([&] { tooDeep->Update(); }).find("has 3 at most"), std::string::npos);

  const auto ofIntegers = Transform<std::int32_t, 2>::New();
  ofIntegers->SetInput(MakeRow<std::int32_t>({ 1, 2, 3 }));
  ofIntegers->Update();
  ofIntegers->SetWavelet(Wavelet::CDF97);
  EXPECT_NE(CatchDescription([&] { ofIntegers->Update(); }).find("CDF53 alone"), std::string::npos);
}
