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
#include "itkImage.h"
#include "SmoothingRecursiveGaussian/RecursiveGaussianCore.h"
#include "itkRecursiveGaussianImageFilter.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace itk::device;

namespace
{
using Line = std::vector<float>;

/** A whole line, by the functions that the kernels call. */
template <bool VKept = false>
Line
Filter(const Line & line, double sigma, int order = 0, double scale = 1)
{
  using Deviations = RecursiveGaussianDeviations<float *, VKept>;
  constexpr int           chunk = RecursiveGaussianChunk;
  constexpr int           sections = RecursiveGaussian::NumberOfSections;
  const RecursiveGaussian gaussian = MakeRecursiveGaussian(sigma, order, scale);
  const int               length = static_cast<int>(line.size());
  const int               chunks = (length + chunk - 1) / chunk;

  struct States
  {
    RecursiveGaussianState<float> causal[sections];
    RecursiveGaussianState<float> anticausal[sections];
  };
  std::vector<States> states(chunks);
  Line                pixels = line;
  pixels.resize(chunks * chunk, line.back());
  for (int i = 0; i < chunks; ++i)
  {
    SumChunk(gaussian, Deviations(&pixels[i * chunk]), states[i].causal, states[i].anticausal);
  }
  for (int k = 0; k < sections; ++k)
  {
    const RecursiveGaussianSection & section = gaussian.sections[k];
    const auto                       pass = [&](RecursiveGaussianState<double> & carry, auto & entering, int i) {
      const auto sum = entering;
      entering = RelativeTo(section, carry, pixels[i * chunk]);
      carry = AfterChunks(section.acrossChunk, carry, OfChunk(section, sum, pixels[i * chunk]));
    };
    auto causal = AtRest(section, line.front());
    auto anticausal = AtRest(section, line.back());
    for (int i = 0; i < chunks; ++i)
    {
      pass(causal, states[i].causal[k], i);
      pass(anticausal, states[chunks - 1 - i].anticausal[k], chunks - 1 - i);
    }
  }
  for (int i = 0; i < chunks; ++i)
  {
    float            results[chunk];
    float * const    first = &pixels[i * chunk];
    const Deviations deviations(first);
    FilterCausally(gaussian, deviations, states[i].causal, results);
    FilterAnticausally(
      gaussian, deviations, states[i].anticausal, results, [first](int j, float result) { first[j] = result; });
  }
  pixels.resize(length);
  return pixels;
}

Line
FilterByTheParent(const Line & line, double sigma, int order = 0)
{
  using ImageType = itk::Image<float, 2>;
  const auto image = ImageType::New();
  image->SetRegions(itk::Size<2>{ { line.size(), 1 } });
  image->Allocate();
  std::copy(line.begin(), line.end(), image->GetBufferPointer());
  const auto filter = itk::RecursiveGaussianImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->SetDirection(0);
  filter->SetSigma(sigma);
  filter->SetOrder(static_cast<itk::GaussianOrderEnum>(order));
  filter->Update();
  const float * const pixels = filter->GetOutput()->GetBufferPointer();
  return Line(pixels, pixels + line.size());
}

Line
MakeRandomLine(std::size_t length, float lowest, float highest)
{
  std::mt19937                          random(1);
  std::uniform_real_distribution<float> distribution(lowest, highest);
  Line                                  line(length);
  std::generate(line.begin(), line.end(), [&] { return distribution(random); });
  return line;
}
} // namespace

// Some 20 rounding errors of 2^-24 of the range, of a chunk: over a line they do not add up. The parent's rounding to
// float adds half a unit in the last place, as does the last rounding here.
TEST(RecursiveGaussianCore, FiltersLinesLikeTheParent)
{
  for (const std::size_t length : { 4, 5, 31, 32, 33, 64, 100, 1000, 16384 })
  {
    for (const double sigma : { 0.01, 0.1, 0.5, 0.66168, 0.7, 1.0, 2.0, 5.0, 20.0, 50.0, 100.0, 300.0 })
    {
      Line step(length, 10.0f);
      std::fill(step.begin() + length / 2, step.end(), 100.0f);
      for (const Line & line : { MakeRandomLine(length, 0, 255), step })
      {
        const Line   actual = Filter(line, sigma);
        const Line   expected = FilterByTheParent(line, sigma);
        const auto   ends = std::minmax_element(line.begin(), line.end());
        const double range = *ends.second - *ends.first;
        for (std::size_t i = 0; i < length; ++i)
        {
          ASSERT_NEAR(actual[i], expected[i], 1e-6 * range + 2e-7 * *ends.second)
            << "pixel " << i << " of " << length << ", sigma " << sigma;
        }
      }
    }
  }
}

TEST(RecursiveGaussianCore, IsNearTheParentWhereThatLosesDigits)
{
  const Line line = MakeRandomLine(16384, 0, 255);
  const Line actual = Filter(line, 1000);
  const Line expected = FilterByTheParent(line, 1000);
  for (std::size_t i = 0; i < line.size(); ++i)
  {
    ASSERT_NEAR(actual[i], expected[i], 1e-4 * 255) << i;
  }
}

TEST(RecursiveGaussianCore, IsTheSameWhetherDeviationsAreKeptOrNot)
{
  for (const std::size_t length : { 4, 31, 32, 33, 1000 })
  {
    for (const int order : { 0, 1, 2 })
    {
      const Line line = MakeRandomLine(length, 0, 255);
      EXPECT_EQ(Filter<true>(line, 3, order), Filter(line, 3, order)) << length;
    }
  }
}

TEST(RecursiveGaussianCore, LeavesConstantsAsTheyAre)
{
  for (const float constant : { 0.0f, 1.0f, 77.0f, -1e-3f, 12345.678f, 1e30f })
  {
    for (const double sigma : { 0.01, 0.5, 0.66168, 3.0, 20.0, 300.0, 3000.0 })
    {
      const Line line(1000, constant);
      EXPECT_EQ(Filter(line, sigma), line) << "sigma " << sigma;
    }
  }
}

TEST(RecursiveGaussianCore, LeavesFlatPartsAsTheyAreFarFromAllOthers)
{
  Line line = MakeRandomLine(1000, 0, 255);
  std::fill(line.begin() + 300, line.begin() + 700, 200.0f);
  const Line result = Filter(line, 5);
  for (int i = 400; i < 600; ++i)
  {
    ASSERT_EQ(result[i], 200.0f) << i;
  }
}

TEST(RecursiveGaussianCore, SpreadsAnImpulseLikeAGaussian)
{
  // The approximation is that close to a Gaussian, its peak being 1.
  constexpr double approximation = 3e-3;
  constexpr double sigma = 10;
  Line             line(301, 0.0f);
  line[150] = 1;
  const Line result = Filter(line, sigma);
  double     sum = 0;
  for (int i = 0; i <= 300; ++i)
  {
    const double distance = i - 150;
    const double gaussian = 0.3989422804 / sigma * std::exp(-distance * distance / (2 * sigma * sigma));
    EXPECT_NEAR(result[i], gaussian, approximation * 0.3989422804 / sigma) << i;
    EXPECT_NEAR(result[i], result[300 - i], 1e-7) << i;
    sum += result[i];
  }
  EXPECT_NEAR(sum, 1, 1e-6);
}

TEST(RecursiveGaussianCore, WithAMinuteSigmaIsTheIdentity)
{
  const Line line = MakeRandomLine(100, 0, 255);
  const Line result = Filter(line, 0.01);
  for (std::size_t i = 0; i < line.size(); ++i)
  {
    EXPECT_NEAR(result[i], line[i], 1e-6 * 255);
  }
}

// In each section's part of the kernel there are some 20 rounding errors of 2^-24 of what it makes of the range: the parts
// cancel one another, the more the smaller sigma is.
TEST(RecursiveGaussianCore, DerivesLinesLikeTheParent)
{
  for (const int order : { 1, 2 })
  {
    for (const std::size_t length : { 4, 5, 31, 32, 33, 64, 100, 1000, 16384 })
    {
      for (const double sigma : { 0.3, 0.5, 0.66168, 0.7, 1.0, 2.0, 5.0, 20.0, 50.0, 100.0, 300.0 })
      {
        Line step(length, 10.0f);
        std::fill(step.begin() + length / 2, step.end(), 100.0f);
        for (const Line & line : { MakeRandomLine(length, 0, 255), step })
        {
          const Line   actual = Filter(line, sigma, order);
          const Line   expected = FilterByTheParent(line, sigma, order);
          const auto   ends = std::minmax_element(line.begin(), line.end());
          const double range = *ends.second - *ends.first;
          const double tolerance = 1e-6 * range * GetWeightOfSections(MakeRecursiveGaussian(sigma, order));
          for (std::size_t i = 0; i < length; ++i)
          {
            ASSERT_NEAR(actual[i], expected[i], tolerance)
              << "pixel " << i << " of " << length << ", sigma " << sigma << ", order " << order;
          }
        }
      }
    }
  }
}

TEST(RecursiveGaussianCore, DerivesPolynomials)
{
  constexpr double scale = 3;
  Line             ramp(400);
  Line             square(400);
  for (int i = 0; i < 400; ++i)
  {
    ramp[i] = static_cast<float>(2 * i);
    square[i] = static_cast<float>(i * i / 2.0);
  }
  const Line ofRamp = Filter(ramp, 4, 1, scale);
  const Line ofSquare = Filter(square, 4, 2, scale);
  EXPECT_NEAR(ofRamp[200], 2 * scale, 1e-4);
  EXPECT_NEAR(ofSquare[200], scale, 1e-2);
  EXPECT_NEAR(Filter(ramp, 4, 2)[200], 0, 1e-4);
}
