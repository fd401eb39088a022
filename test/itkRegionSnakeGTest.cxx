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
#include "RegionSnake/RegionSnakeContours.h"
#include "itkRegionSnakeForTesting.h"

using itk::MultiThreaderBase;
using itk::device::NoiseLaw;
using itk::device::PolygonNodes;
using itk::device::RegionSnakeModel;
using itk::device::RegionSnakeResult;
using itk::device::RegionSnakeRound;
using itk::device::RegionSnakeSettings;
using itk::DeviceTesting::CumulatedImage;
using itk::DeviceTesting::Describe;
using itk::DeviceTesting::GetSeed;
using itk::DeviceTesting::IsSimple;
using itk::DeviceTesting::MakeSnakeSettings;
using itk::DeviceTesting::NoisyTarget;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::Polygon;
using itk::DeviceTesting::PolygonList;
using itk::DeviceTesting::PolygonNode;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RegionSums;
using itk::DeviceTesting::TargetShape;

namespace
{
constexpr RegionSnakeModel bothModels[] = { RegionSnakeModel::Published, RegionSnakeModel::MinimumDescriptionLength };

template <typename TPixel>
RegionSnakeResult
Converge(const CumulatedImage<TPixel> & image,
         const RegionSnakeSettings &    settings,
         std::vector<PolygonNodes>      start = {})
{
  const auto threader = MultiThreaderBase::New();
  if (start.empty())
  {
    start = { itk::device::FindRegionSnakeStart(image.view, settings, threader) };
  }
  return itk::device::ConvergeRegionSnake(image.view, settings, start, threader);
}

std::vector<std::uint8_t>
MakeMask(const std::vector<PolygonNodes> & polygons, std::size_t width, std::size_t height)
{
  PolygonList list;
  for (std::size_t p = 0; p < polygons.size(); ++p)
  {
    list.Add(polygons[p], static_cast<std::uint8_t>(p + 1));
  }
  std::vector<std::uint8_t> mask(width * height);
  const auto                threader = MultiThreaderBase::New();
  itk::device::ComputePolygonMask(list.GetView(), { mask.data(), { width, height }, { 1, width } }, threader);
  return mask;
}

/** Whether sums, background and criterion are what the polygons make them, and no polygon meets itself or another. */
template <typename TPixel>
void
ExpectConsistent(const CumulatedImage<TPixel> & image,
                 const RegionSnakeSettings &    settings,
                 const RegionSnakeResult &      result)
{
  const itk::device::RegionCriterion criterion{ settings.law, settings.lawParameter, image.view.summary->scale };
  const auto                         mask = MakeMask(result.polygons, image.size[0], image.size[1]);
  std::vector<RegionSums>            regions(result.polygons.size() + 1);
  for (std::size_t i = 0; i < mask.size(); ++i)
  {
    regions[mask[i]] += image.GetTerm(i % image.size[0], i / image.size[0]);
  }
  double expected = criterion.GetCost(regions[0]);
  EXPECT_EQ(result.background, regions[0]);
  std::size_t numberOfNodes = 0;
  for (std::size_t p = 0; p < result.polygons.size(); ++p)
  {
    EXPECT_EQ(result.regions[p], regions[p + 1]);
    expected += criterion.GetCost(regions[p + 1]);
    numberOfNodes += result.polygons[p].size();
  }
  if (settings.model == RegionSnakeModel::MinimumDescriptionLength)
  {
    expected += settings.nodeCost * static_cast<double>(regions[0].count > 0 ? numberOfNodes : numberOfNodes - 4);
  }
  EXPECT_NEAR(result.criterion, expected, 1e-9 * std::abs(expected));
  EXPECT_EQ(itk::device::DescribeFault(result.polygons), "");
}

const PolygonNodes awayFromTheTarget{ { 3, 3 }, { 16, 3 }, { 16, 16 }, { 3, 16 } };
} // namespace

TEST(RegionSnake, ResultsAreConsistentForAllLawsModelsAndStarts)
{
  for (const NoiseLaw law : { NoiseLaw::Gaussian,
                              NoiseLaw::GaussianOfKnownSigma,
                              NoiseLaw::Gamma,
                              NoiseLaw::Poisson,
                              NoiseLaw::Bernoulli,
                              NoiseLaw::Rayleigh })
  {
    const NoisyTarget<std::uint16_t> noisy(TargetShape::Disc, 128, law, GetSeed(1));
    for (const RegionSnakeModel model : bothModels)
    {
      const RegionSnakeSettings settings = MakeSnakeSettings(law, model, 128);
      const RegionSnakeResult   found = Converge(noisy.image, settings);
      ExpectConsistent(noisy.image, settings, found);
      EXPECT_TRUE(found.hasConverged);
      EXPECT_GT(itk::DeviceTesting::GetOverlap(MakeMask(found.polygons, 128, 128).begin(), noisy.target), 0.93)
        << static_cast<int>(law) << ", model " << static_cast<int>(model);
      ExpectConsistent(noisy.image, settings, Converge(noisy.image, settings, { awayFromTheTarget }));
    }
  }
}

TEST(RegionSnake, FloatImagesConvergeAsTheirIntegersDo)
{
  const NoisyTarget<std::uint16_t> integers(TargetShape::Letter, 160, NoiseLaw::Gaussian, GetSeed(2));
  std::size_t                      i = 0;
  const CumulatedImage<float>      floats(160, 160, 5, [&] {
    const std::size_t at = i++;
    return at % 165 < 160 ? static_cast<float>(integers.image.pixels[at / 165 * 160 + at % 165]) / 64 : 0.0f;
  });
  const auto settings = MakeSnakeSettings(NoiseLaw::Gaussian, RegionSnakeModel::MinimumDescriptionLength, 160);
  const RegionSnakeResult result = Converge(floats, settings);
  ExpectConsistent(floats, settings, result);
  // A 64th of the value is a linear function of the same codes, which changes no difference of costs.
  const RegionSnakeResult expected = Converge(integers.image, settings);
  EXPECT_EQ(result.polygons, expected.polygons);
  EXPECT_NEAR(result.GetMean(result.regions[0]) * 64, expected.GetMean(expected.regions[0]), 1e-6);
  EXPECT_NEAR(result.GetVariance(result.regions[0]) * 4096, expected.GetVariance(expected.regions[0]), 1e-3);
}

TEST(RegionSnake, TheNumberOfThreadsDoesNotMatter)
{
  const NoisyTarget<std::uint16_t> noisy(TargetShape::Star, 512, NoiseLaw::Gaussian, GetSeed(3));
  const auto settings = MakeSnakeSettings(NoiseLaw::Gaussian, RegionSnakeModel::MinimumDescriptionLength, 512);
  const RegionSnakeResult expected = Converge(noisy.image, settings);
  const auto              threader = MultiThreaderBase::New();
  threader->SetMaximumNumberOfThreads(1);
  threader->SetNumberOfWorkUnits(1);
  const auto one = itk::device::ConvergeRegionSnake(
    noisy.image.view, settings, { itk::device::FindRegionSnakeStart(noisy.image.view, settings, threader) }, threader);
  EXPECT_EQ(one.polygons, expected.polygons);
  EXPECT_EQ(one.criterion, expected.criterion);
}

TEST(RegionSnake, EveryRoundIsObserved)
{
  const NoisyTarget<std::uint8_t> noisy(TargetShape::Star, 96, NoiseLaw::Gaussian, GetSeed(4));
  const auto                      threader = MultiThreaderBase::New();
  for (const RegionSnakeModel model : bothModels)
  {
    const auto                    settings = MakeSnakeSettings(NoiseLaw::Gaussian, model, 96);
    std::vector<RegionSnakeRound> rounds;
    std::vector<PolygonNodes>     last;
    const auto                    result =
      itk::device::ConvergeRegionSnake(noisy.image.view,
                                       settings,
                                       { awayFromTheTarget },
                                       threader,
                                       [&](const RegionSnakeRound & round, const std::vector<PolygonNodes> & polygons) {
                                         rounds.push_back(round);
                                         last = polygons;
                                         EXPECT_EQ(static_cast<std::size_t>(round.numberOfNodes), polygons[0].size());
                                         EXPECT_TRUE(IsSimple(polygons[0])) << Describe(polygons[0]);
                                       });
    ASSERT_EQ(rounds.size(), static_cast<std::size_t>(result.numberOfRounds));
    EXPECT_EQ(last, result.polygons);
    EXPECT_EQ(rounds.back().criterion, result.criterion);
    for (std::size_t i = 1; i < rounds.size(); ++i)
    {
      // Splitting adds nodes; all else lowers the criterion.
      if (!rounds[i].isSplit)
      {
        EXPECT_TRUE(rounds[i].numberOfMoves > 0 ? rounds[i].criterion < rounds[i - 1].criterion
                                                : rounds[i].criterion == rounds[i - 1].criterion)
          << "round " << i;
      }
    }
  }
}

TEST(RegionSnake, StopsAtTheMaximumNumberOfRounds)
{
  const NoisyTarget<std::uint8_t> noisy(TargetShape::Disc, 96, NoiseLaw::Gaussian, GetSeed(5));
  for (const RegionSnakeModel model : bothModels)
  {
    auto settings = MakeSnakeSettings(NoiseLaw::Gaussian, model, 96);
    settings.maximumNumberOfRounds = 3;
    const RegionSnakeResult result = Converge(noisy.image, settings);
    EXPECT_EQ(result.numberOfRounds, 3);
    EXPECT_FALSE(result.hasConverged);
    ExpectConsistent(noisy.image, settings, result);
  }
}

TEST(RegionSnake, NodesNeverExceedTheirMaximum)
{
  const NoisyTarget<std::uint8_t> noisy(TargetShape::Star, 128, NoiseLaw::Gaussian, GetSeed(6));
  for (const RegionSnakeModel model : bothModels)
  {
    auto settings = MakeSnakeSettings(NoiseLaw::Gaussian, model, 128);
    settings.minimumLength = 2;
    settings.maximumNumberOfNodes = 20;
    const auto threader = MultiThreaderBase::New();
    itk::device::ConvergeRegionSnake(
      noisy.image.view,
      settings,
      { awayFromTheTarget },
      threader,
      [](const RegionSnakeRound & round, const std::vector<PolygonNodes> &) { EXPECT_LE(round.numberOfNodes, 20); });
  }
}

TEST(RegionSnake, SeveralContoursNeverOverlap)
{
  Random random(GetSeed(7));
  for (const RegionSnakeModel model : bothModels)
  {
    // Four discs, and a contour near each.
    std::vector<std::uint8_t> target(160 * 160);
    for (std::size_t i = 0; i < target.size(); ++i)
    {
      const double x = static_cast<double>(i % 160 % 80) + 0.5;
      const double y = static_cast<double>(i / 160 % 80) + 0.5;
      target[i] = std::hypot(x - 40, y - 40) < 26;
    }
    const auto  pixels = itk::DeviceTesting::AddNoise<std::uint16_t>(target, NoiseLaw::Gaussian, random());
    std::size_t i = 0;
    const CumulatedImage<std::uint16_t> image(160, 160, 0, [&] { return pixels[i++]; });
    std::vector<PolygonNodes>           start;
    for (const std::int32_t y : { 0, 80 })
    {
      for (const std::int32_t x : { 0, 80 })
      {
        start.push_back({ { x + 2, y + 5 }, { x + 50, y + 4 }, { x + 30, y + 70 } });
      }
    }
    auto settings = MakeSnakeSettings(NoiseLaw::Gaussian, model, 160);
    settings.firstDistance = 10;
    const RegionSnakeResult result = Converge(image, settings, start);
    ASSERT_EQ(result.polygons.size(), 4u);
    ExpectConsistent(image, settings, result);
    EXPECT_GT(itk::DeviceTesting::GetOverlap(MakeMask(result.polygons, 160, 160).begin(), target), 0.93);
  }
}

TEST(RegionSnake, ThePublishedStartIsTheBestRectangleInEachOfTwoSearches)
{
  Random random(GetSeed(8));
  for (int round = 0; round < 5; ++round)
  {
    const auto                         width = Pick(random, 20, 70);
    const auto                         height = Pick(random, 20, 70);
    const CumulatedImage<std::uint8_t> image(
      width, height, 0, [&] { return itk::DeviceTesting::PickPixel<std::uint8_t>(random); });
    const auto settings = MakeSnakeSettings(NoiseLaw::Gaussian, RegionSnakeModel::Published, 64);
    const itk::device::RegionCriterion criterion{ NoiseLaw::Gaussian, 1, { 0, 1 } };
    const auto                         getCost = [&](const PolygonNode & begin, const PolygonNode & end) {
      const RegionSums region = itk::device::RectangleSums(image.view, begin, end);
      return criterion.GetCost(region) + criterion.GetCost(image.view.summary->total - region);
    };
    const auto search = [](std::int32_t length, const auto & cost) {
      std::pair<std::int32_t, std::int32_t> best{ 0, 0 };
      double                                least = cost(0, 0);
      for (std::int32_t begin = 0; begin <= length / 8; ++begin)
      {
        for (std::int32_t end = begin + 1; end <= length / 8; ++end)
        {
          if (cost(8 * begin, 8 * end) < least)
          {
            least = cost(8 * begin, 8 * end);
            best = { 8 * begin, 8 * end };
          }
        }
      }
      return best.first == best.second ? std::pair{ 0, length } : best;
    };
    const auto w = static_cast<std::int32_t>(width);
    const auto h = static_cast<std::int32_t>(height);
    const auto [left, right] = search(w, [&](std::int32_t a, std::int32_t b) { return getCost({ a, 0 }, { b, h }); });
    const auto [top, bottom] =
      search(h, [&, l = left, r = right](std::int32_t a, std::int32_t b) { return getCost({ l, a }, { r, b }); });
    const auto threader = MultiThreaderBase::New();
    EXPECT_EQ(itk::device::FindRegionSnakeStart(image.view, settings, threader),
              (Polygon{ { left, top }, { right, top }, { right, bottom }, { left, bottom } }));
  }
}

TEST(RegionSnake, StartsAreSimplePolygonsInAnyImage)
{
  Random     random(GetSeed(9));
  const auto threader = MultiThreaderBase::New();
  for (int round = 0; round < 60; ++round)
  {
    const auto                         width = Pick(random, 1, round < 30 ? 9 : 90);
    const auto                         height = Pick(random, 1, round < 30 ? 9 : 90);
    const unsigned int                 most = round % 3 == 0 ? 0 : 255;
    const CumulatedImage<std::uint8_t> image(
      width, height, 0, [&] { return static_cast<std::uint8_t>(Pick(random, 0, most)); });
    for (const RegionSnakeModel model : bothModels)
    {
      const auto settings = MakeSnakeSettings(NoiseLaw::Gaussian, model, 8);
      const auto start = itk::device::FindRegionSnakeStart(image.view, settings, threader);
      ASSERT_TRUE(IsSimple(start)) << Describe(start);
      if (most == 0)
      {
        const auto w = static_cast<std::int32_t>(width);
        const auto h = static_cast<std::int32_t>(height);
        EXPECT_EQ(start, (Polygon{ { 0, 0 }, { w, 0 }, { w, h }, { 0, h } }));
      }
      ExpectConsistent(image, settings, Converge(image, settings, { start }));
    }
  }
}

TEST(RegionSnake, LabelsAreTracedAroundTheirLargestPieces)
{
  Random random(GetSeed(12));
  for (int round = 0; round < 40; ++round)
  {
    const std::size_t         size[]{ Pick(random, 5, 60), Pick(random, 5, 60) };
    std::vector<std::uint8_t> labels(size[0] * size[1]);
    for (unsigned int spot = Pick(random, 1, 12); spot > 0; --spot)
    {
      const double x = Pick(random, 0, 60);
      const double y = Pick(random, 0, 60);
      const double radius = Pick(random, 1, 12);
      for (std::size_t i = 0; i < labels.size(); ++i)
      {
        if (std::hypot(static_cast<double>(i % size[0]) - x, static_cast<double>(i / size[0]) - y) < radius)
        {
          labels[i] = static_cast<std::uint8_t>(Pick(random, 0, 20) == 0 ? 0 : 1 + spot % 4);
        }
      }
    }
    const auto outlines =
      itk::device::TraceLabels(itk::device::MakeImageView<const std::uint8_t, 2>(labels.data(), size));
    std::vector<PolygonNodes> polygons;
    for (const auto & outline : outlines)
    {
      ASSERT_TRUE(IsSimple(outline.nodes)) << Describe(outline.nodes);
      polygons.push_back(outline.nodes);
      EXPECT_GE(std::count(labels.begin(), labels.end(), outline.label), 1);
    }
  }
}

TEST(RegionSnake, ALabelOfOneRectangleIsTracedExactly)
{
  std::vector<std::uint8_t> labels(20 * 10);
  for (std::size_t y = 3; y < 8; ++y)
  {
    std::fill_n(labels.begin() + static_cast<std::ptrdiff_t>(20 * y) + 4, 9, std::uint8_t{ 7 });
  }
  labels[0] = 7;
  labels[20 * 5 + 8] = 0; // a hole
  const std::size_t size[]{ 20, 10 };
  const auto        outlines =
    itk::device::TraceLabels(itk::device::MakeImageView<const std::uint8_t, 2>(labels.data(), size));
  ASSERT_EQ(outlines.size(), 1u);
  EXPECT_EQ(outlines[0].label, 7);
  EXPECT_EQ(itk::device::FitToImage(outlines[0].nodes, 20, 10), (Polygon{ { 13, 3 }, { 13, 8 }, { 4, 8 }, { 4, 3 } }));
}

TEST(RegionSnake, FaultsOfInitialContoursAreNamed)
{
  using itk::device::DescribeFault;
  using itk::device::FitToImage;
  const PolygonNodes square{ { 2, 2 }, { 8, 2 }, { 8, 8 }, { 2, 8 } };
  EXPECT_EQ(DescribeFault({}), "");
  EXPECT_EQ(DescribeFault({ square }), "");
  EXPECT_NE(DescribeFault({ { { 2, 2 }, { 8, 8 }, { 8, 2 }, { 2, 8 } } }).find("itself"), std::string::npos);
  EXPECT_NE(DescribeFault({ { { 2, 2 }, { 8, 2 } } }).find("fewer than 3"), std::string::npos);
  EXPECT_NE(DescribeFault({ square, { { 8, 8 }, { 9, 12 }, { 7, 12 } } }).find("cross or touch"), std::string::npos);
  EXPECT_NE(DescribeFault({ square, { { 4, 4 }, { 6, 4 }, { 5, 6 } } }).find("0 surrounds contour 1"),
            std::string::npos);
  EXPECT_EQ(FitToImage({ { -5, -5 }, { 30, -5 }, { 30, 30 }, { -5, 30 } }, 10, 12),
            (PolygonNodes{ { 0, 0 }, { 10, 0 }, { 10, 12 }, { 0, 12 } }));
  EXPECT_LT(FitToImage({ { -5, 3 }, { -4, 8 }, { -9, 9 } }, 10, 12).size(), 3u);
  EXPECT_EQ(FitToImage({ { 2, 2 }, { 5, 2 }, { 8, 2 }, { 8, 8 }, { 8, 8 }, { 2, 8 } }, 10, 12), square);
}
