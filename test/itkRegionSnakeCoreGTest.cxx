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
#include "RegionSnake/RegionSnakeCells.h"
#include "itkRegionSnakeForTesting.h"
#include "RegionSnake/RegionSnakeMove.h"

using itk::device::ChainSums;
using itk::device::NoiseLaw;
using itk::device::RegionCriterion;
using itk::device::SnakeBackground;
using itk::device::SnakeChain;
using itk::device::SnakeContour;
using itk::device::SnakeMove;
using itk::device::SnakeMoveKind;
using itk::device::SnakeStep;
using itk::device::SnakeView;
using itk::DeviceTesting::CumulatedImage;
using itk::DeviceTesting::GetSeed;
using itk::DeviceTesting::IsSimple;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickSimplePolygon;
using itk::DeviceTesting::Polygon;
using itk::DeviceTesting::PolygonNode;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RegionSums;

namespace
{
/** The sums of given pixels. */
RegionSums
Sum(const std::vector<int> & pixels)
{
  RegionSums sums{};
  for (const int pixel : pixels)
  {
    sums += RegionSums{ 1, pixel, static_cast<std::uint64_t>(pixel) * static_cast<std::uint64_t>(pixel) };
  }
  return sums;
}

RegionCriterion
MakeCriterion(NoiseLaw law, double parameter = 1)
{
  return { law, parameter, { 0, 1 } };
}

constexpr NoiseLaw allLaws[] = { NoiseLaw::Gaussian,  NoiseLaw::GaussianOfKnownSigma,
                                 NoiseLaw::Gamma,     NoiseLaw::Poisson,
                                 NoiseLaw::Bernoulli, NoiseLaw::Rayleigh };

/** Polygons as contours that can be moved. */
struct Contours
{
  std::vector<PolygonNode>  nodes;
  std::vector<RegionSums>   edges;
  std::vector<std::int32_t> contourOf;
  std::vector<SnakeContour> contours;

  explicit Contours(const std::vector<Polygon> & polygons, const itk::device::CumulatedImagesView * images = nullptr)
  {
    for (const Polygon & polygon : polygons)
    {
      SnakeContour contour{
        static_cast<std::int32_t>(nodes.size()), static_cast<std::int32_t>(polygon.size()), RegionSums{}, 0
      };
      for (std::size_t i = 0; i < polygon.size(); ++i)
      {
        nodes.push_back(polygon[i]);
        contourOf.push_back(static_cast<std::int32_t>(contours.size()));
        edges.push_back(images != nullptr
                          ? itk::device::EdgeSums(*images, polygon[i], polygon[(i + 1) % polygon.size()])
                          : RegionSums{});
        contour.edges += edges.back();
      }
      contours.push_back(contour);
    }
  }

  SnakeView
  GetView()
  {
    return { nodes.data(),
             edges.data(),
             contourOf.data(),
             contours.data(),
             static_cast<std::int32_t>(nodes.size()),
             static_cast<std::int32_t>(contours.size()) };
  }
};

SnakeMove
PickMove(Random & random, std::size_t numberOfNodes, std::int32_t element)
{
  const PolygonNode node{ static_cast<std::int32_t>(Pick(random, 0, 30)),
                          static_cast<std::int32_t>(Pick(random, 0, 30)) };
  if (!itk::device::IsNode(element))
  {
    return { SnakeMoveKind::Insert, node };
  }
  return { numberOfNodes > 3 && Pick(random, 0, 2) == 0 ? SnakeMoveKind::Remove : SnakeMoveKind::Move, node };
}

/** The polygon after moves of some of its elements. */
Polygon
Move(const Polygon & polygon, const std::vector<std::pair<std::int32_t, SnakeMove>> & moves)
{
  Polygon moved;
  for (std::size_t i = 0; i < polygon.size(); ++i)
  {
    PolygonNode node = polygon[i];
    bool        stays = true;
    Polygon     after;
    for (const auto & [element, move] : moves)
    {
      if (static_cast<std::size_t>(element) == 2 * i)
      {
        stays = move.kind != SnakeMoveKind::Remove;
        node = move.node;
      }
      else if (static_cast<std::size_t>(element) == 2 * i + 1)
      {
        after = { move.node };
      }
    }
    if (stays)
    {
      moved.push_back(node);
    }
    moved.insert(moved.end(), after.begin(), after.end());
  }
  return moved;
}

bool
IsAllowed(const SnakeView & snake, std::int32_t element, const SnakeChain & chain)
{
  bool meets = IsDegenerate(chain);
  for (std::int32_t j = 0; j < snake.numberOfNodes; ++j)
  {
    meets = meets || ChainMeetsEdge(snake, element, chain, j);
  }
  return !meets;
}
} // namespace

TEST(RegionSnakeCore, ComputesLogarithmsWithinTwoUnitsInTheLastPlace)
{
  Random                                 random(GetSeed(1));
  std::uniform_real_distribution<double> wide(-700, 700);
  std::uniform_real_distribution<double> near(-0.1, 0.1);
  for (int i = 0; i < 200000; ++i)
  {
    const double      x = std::exp((i % 2 == 0 ? wide : near)(random));
    const long double expected = std::log(static_cast<long double>(x));
    EXPECT_NEAR(itk::device::NaturalLogarithm(x),
                static_cast<double>(expected),
                static_cast<double>(std::abs(expected)) * std::ldexp(1.0, -51));
  }
  EXPECT_EQ(itk::device::NaturalLogarithm(1.0), 0.0);
}

TEST(RegionSnakeCore, CostsAreThoseOfTheTable)
{
  const RegionSums region = Sum({ 2, 4, 4, 6, 9 }); // mean 5, variance 5.6, mean square 30.6
  EXPECT_NEAR(MakeCriterion(NoiseLaw::Gaussian).GetCost(region), 2.5 * std::log(5.6), 1e-12);
  EXPECT_NEAR(MakeCriterion(NoiseLaw::GaussianOfKnownSigma, 2).GetCost(region), 28.0 / 8, 1e-12);
  EXPECT_NEAR(MakeCriterion(NoiseLaw::Gamma, 3).GetCost(region), 15 * std::log(5.0), 1e-12);
  EXPECT_NEAR(MakeCriterion(NoiseLaw::Poisson).GetCost(region), -25 * std::log(5.0), 1e-12);
  EXPECT_NEAR(MakeCriterion(NoiseLaw::Rayleigh).GetCost(region), 5 * std::log(30.6), 1e-12);
  EXPECT_NEAR(MakeCriterion(NoiseLaw::Bernoulli).GetCost(Sum({ 0, 0, 0, 1 })),
              -4 * (0.25 * std::log(0.25) + 0.75 * std::log(0.75)),
              1e-12);
}

TEST(RegionSnakeCore, CostsAreFiniteWhereAMeanOrAVarianceVanishes)
{
  for (const NoiseLaw law : allLaws)
  {
    const RegionCriterion criterion = MakeCriterion(law);
    EXPECT_EQ(criterion.GetCost(RegionSums{}), 0.0);
    for (const auto & pixels : { std::vector<int>{ 0, 0, 0 }, std::vector<int>{ 7 }, std::vector<int>{ 1, 1 } })
    {
      EXPECT_TRUE(std::isfinite(criterion.GetCost(Sum(pixels)))) << static_cast<int>(law);
      EXPECT_TRUE(std::isfinite(criterion.GetCostUnder(Sum({ 0, 5 }), criterion.GetEstimate(Sum(pixels)))))
        << static_cast<int>(law);
    }
    const RegionCriterion shifted{ law, 1, { -100, 1 } };
    EXPECT_TRUE(std::isfinite(shifted.GetCost(Sum({ 0, 5, 7 })))) << static_cast<int>(law);
  }
}

TEST(RegionSnakeCore, NoParametersSuitARegionBetterThanItsOwn)
{
  const RegionSums zerosAndOnes = Sum({ 0, 0, 1, 1, 1 });
  const RegionSums mostlyOnes = Sum({ 0, 1, 1, 1, 1 });
  for (const NoiseLaw law : allLaws)
  {
    const RegionCriterion criterion = MakeCriterion(law);
    const auto            estimate = criterion.GetEstimate(zerosAndOnes);
    EXPECT_LT(criterion.GetCostUnder(zerosAndOnes, estimate),
              criterion.GetCostUnder(zerosAndOnes, criterion.GetEstimate(mostlyOnes)));
    // The terms that GetCost leaves out depend on nothing but the number of pixels and their sum.
    const double own = criterion.GetCostUnder(zerosAndOnes, estimate) - criterion.GetCost(zerosAndOnes);
    const double both =
      criterion.GetCostUnder(zerosAndOnes + zerosAndOnes, estimate) - criterion.GetCost(zerosAndOnes + zerosAndOnes);
    EXPECT_NEAR(both, 2 * own, 1e-9) << static_cast<int>(law);
  }
}

TEST(RegionSnakeCore, CostsOfScaledCodesAreThoseOfTheirPixels)
{
  // value = -3 + code / 4
  const RegionCriterion criterion{ NoiseLaw::Rayleigh, 1, { -3, 0.25 } };
  const RegionSums      codes = Sum({ 20, 24, 28 });
  EXPECT_DOUBLE_EQ(criterion.GetMean(codes), 3);
  EXPECT_NEAR(criterion.GetVariance(codes), 2.0 / 3, 1e-12);
  EXPECT_NEAR(criterion.GetCost(codes), 3 * std::log((4 + 9 + 16) / 3.0), 1e-12);
}

TEST(RegionSnakeCore, AMoveIsAllowedIfAndOnlyIfThePolygonStaysSimple)
{
  Random random(GetSeed(2));
  int    allowed = 0;
  int    refused = 0;
  for (int i = 0; i < 4000; ++i)
  {
    const Polygon   polygon = PickSimplePolygon(random, Pick(random, 3, 12), 30, 30);
    Contours        contours({ polygon });
    const auto      element = static_cast<std::int32_t>(Pick(random, 0, 2 * static_cast<unsigned>(polygon.size()) - 1));
    const SnakeMove move = PickMove(random, polygon.size(), element);
    const SnakeChain chain = MakeChain(contours.GetView(), element, move.kind, move.node);
    const bool       isAllowed = IsAllowed(contours.GetView(), element, chain);
    ASSERT_EQ(isAllowed, IsSimple(Move(polygon, { { element, move } })))
      << itk::DeviceTesting::Describe(polygon) << "element " << element << " to (" << move.node.x << ", " << move.node.y
      << "), kind " << static_cast<int>(move.kind);
    ++(isAllowed ? allowed : refused);
  }
  EXPECT_GT(allowed, 500);
  EXPECT_GT(refused, 500);
}

TEST(RegionSnakeCore, AllowedMovesWhoseChainsDoNotMeetLeaveThePolygonSimpleTogether)
{
  Random random(GetSeed(3));
  int    together = 0;
  int    meeting = 0;
  for (int i = 0; i < 60000 && together < 1500; ++i)
  {
    const Polygon polygon = PickSimplePolygon(random, Pick(random, 4, 12), 30, 30);
    Contours      contours({ polygon });
    const auto    snake = contours.GetView();
    const auto    numberOfElements = 2 * static_cast<std::int32_t>(polygon.size());
    const auto    x = static_cast<std::int32_t>(Pick(random, 0, static_cast<unsigned>(numberOfElements) - 1));
    const auto    y = static_cast<std::int32_t>(Pick(random, 0, static_cast<unsigned>(numberOfElements) - 1));
    // As if x had been chosen over all its neighbours.
    const bool isNeighbour = x != y && !itk::device::IsChosen(snake, y, [&](std::int32_t element) {
                               return element == x ? 2.0 : (element == y ? 1.0 : 0.0);
                             });
    if (x == y || isNeighbour)
    {
      continue;
    }
    const SnakeMove  moveOfX = PickMove(random, polygon.size(), x);
    const SnakeMove  moveOfY = PickMove(random, polygon.size(), y);
    const SnakeChain chainOfX = MakeChain(snake, x, moveOfX.kind, moveOfX.node);
    const SnakeChain chainOfY = MakeChain(snake, y, moveOfY.kind, moveOfY.node);
    if (!IsAllowed(snake, x, chainOfX) || !IsAllowed(snake, y, chainOfY))
    {
      continue;
    }
    ASSERT_EQ(ChainsMeet(chainOfX, chainOfY), ChainsMeet(chainOfY, chainOfX));
    if (ChainsMeet(chainOfX, chainOfY))
    {
      ++meeting;
      continue;
    }
    ++together;
    ASSERT_TRUE(IsSimple(Move(polygon, { { x, moveOfX }, { y, moveOfY } })))
      << itk::DeviceTesting::Describe(polygon) << x << " and " << y;
  }
  EXPECT_GE(together, 1000);
  EXPECT_GT(meeting, 20);
}

TEST(RegionSnakeCore, AMoveOverAnotherContourIsSeen)
{
  const Polygon large{ { 0, 0 }, { 10, 0 }, { 10, 10 }, { 0, 10 } };
  const Polygon small{ { 14, 4 }, { 16, 4 }, { 15, 6 } };
  Contours      contours({ large, small });
  const auto    snake = contours.GetView();
  const auto    sweeps = [&](std::int32_t element, SnakeMoveKind kind, const PolygonNode & node) {
    return SweepsOver(snake, element, MakeChain(snake, element, kind, node), 1);
  };
  EXPECT_TRUE(sweeps(3, SnakeMoveKind::Insert, { 40, 5 }));  // the right edge out over it
  EXPECT_FALSE(sweeps(3, SnakeMoveKind::Insert, { 13, 5 })); // not so far
  EXPECT_TRUE(sweeps(2, SnakeMoveKind::Move, { 60, 0 }));    // the upper right corner
  EXPECT_FALSE(sweeps(2, SnakeMoveKind::Move, { 10, -20 }));
  EXPECT_FALSE(sweeps(2, SnakeMoveKind::Remove, {}));
}

TEST(RegionSnakeCore, GainsAreDifferencesOfTheCriterion)
{
  Random                       random(GetSeed(4));
  CumulatedImage<std::uint8_t> image(30, 30, 0, [&] { return itk::DeviceTesting::PickPixel<std::uint8_t>(random); });
  for (const NoiseLaw law : { NoiseLaw::Gaussian, NoiseLaw::Gamma, NoiseLaw::Poisson })
  {
    const RegionCriterion criterion{ law, 1, image.view.summary->scale };
    const auto            getCost = [&](const RegionSums & region, const RegionSums & background) {
      return criterion.GetCost(region) + criterion.GetCost(background);
    };
    const auto getCriterion = [&](const Polygon & polygon) {
      const RegionSums region = itk::device::PolygonSums(image.view, polygon.data(), polygon.size());
      return getCost(region, image.view.summary->total - region) + 2.5 * static_cast<double>(polygon.size());
    };
    int numberOfGains = 0;
    for (int i = 0; i < 600; ++i)
    {
      const Polygon polygon = PickSimplePolygon(random, Pick(random, 3, 10), 30, 30);
      Contours      contours({ polygon }, &image.view);
      contours.contours[0].cost = criterion.GetCost(contours.contours[0].GetRegion());
      const RegionSums      rest = image.view.summary->total - contours.contours[0].GetRegion();
      const SnakeBackground background{ rest, criterion.GetCost(rest) };
      const auto element = static_cast<std::int32_t>(Pick(random, 0, 2 * static_cast<unsigned>(polygon.size()) - 1));
      const SnakeMove  move = PickMove(random, polygon.size(), element);
      const SnakeChain chain = MakeChain(contours.GetView(), element, move.kind, move.node);
      if (!IsAllowed(contours.GetView(), element, chain))
      {
        continue;
      }
      SnakeStep step{};
      step.nodeCost = 2.5;
      const ChainSums sums{ itk::device::EdgeSums(image.view, chain.first, chain.middle),
                            itk::device::EdgeSums(image.view, chain.middle, chain.last) };
      const double    gain = GetGain(contours.GetView(), background, step, element, chain, sums, getCost);
      const double    expected = getCriterion(polygon) - getCriterion(Move(polygon, { { element, move } }));
      EXPECT_NEAR(gain, expected >= itk::device::MinimumGain ? expected : 0, 1e-7);
      numberOfGains += gain > 0;
    }
    EXPECT_GT(numberOfGains, 50);
  }
}

TEST(RegionSnakeCore, CellsAreTracedClockwiseAroundWhatTheyHold)
{
  Random                      random(GetSeed(5));
  const itk::device::CellGrid grid(64, 48);
  for (int i = 0; i < 200; ++i)
  {
    // A random walk, made to meet itself nowhere.
    std::vector<char> isTarget(grid.GetNumberOfCells());
    std::int32_t      cell = grid.columns * 10 + 10;
    const auto        holds = [&](std::int32_t other) { return isTarget[other] != 0; };
    for (unsigned int step = Pick(random, 1, 200); step > 0; --step)
    {
      isTarget[cell] = 1;
      const std::int32_t column = cell % grid.columns + (step % 2 == 0 ? static_cast<int>(Pick(random, 0, 2)) - 1 : 0);
      const std::int32_t row = cell / grid.columns + (step % 2 == 1 ? static_cast<int>(Pick(random, 0, 2)) - 1 : 0);
      cell = grid.Holds(column, row) ? row * grid.columns + column : cell;
    }
    for (bool changes = true; changes;)
    {
      changes = false;
      for (std::int32_t other = 0; other < grid.GetNumberOfCells(); ++other)
      {
        if (!holds(other) && JoinsAtCorner(grid, other, holds))
        {
          isTarget[other] = 1;
          changes = true;
        }
      }
    }
    const Polygon polygon = TraceCells(grid, holds);
    ASSERT_TRUE(IsSimple(polygon)) << itk::DeviceTesting::Describe(polygon);
    for (std::int32_t other = 0; other < grid.GetNumberOfCells(); ++other)
    {
      const int winding =
        itk::DeviceTesting::GetWindingNumber(polygon, grid.GetX(other % grid.columns), grid.GetY(other / grid.columns));
      // Holes are passed over.
      ASSERT_TRUE(holds(other) ? winding == 1 : winding == 0 || winding == 1);
    }
  }
}
