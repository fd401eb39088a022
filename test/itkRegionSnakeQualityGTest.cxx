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
// How much of a noisy target PolygonalRegionSnakeImageFilter finds, of 512 x 512 pixels, as a mean over seeds: 2 of them, or
// 20 with CUDAIMAGEFILTERS_QUALITY=1. Device filters give the same polygons, which other tests check.
#include "itkPolygonalRegionSnakeForTesting.h"
#include <iomanip>

using itk::device::NoiseLaw;
using namespace itk::DeviceTesting;

namespace
{
using Image = itk::Image<std::uint16_t, 2>;
using Filter = itk::PolygonalRegionSnakeImageFilter<Image>;

constexpr std::size_t  side = 512;
constexpr std::int32_t squareBegin = 20; // of the initial contour beside the target, along both axes
constexpr std::int32_t squareEnd = 70;

enum class Start
{
  Automatic,
  BesideTheTarget
};

struct Case
{
  TargetShape shape;
  double      leastOverlap;
  NoiseLaw    law; // at the contrasts of PickNoisyPixel
  Start       start;
  std::string name;
};

std::vector<Case>
MakeCases()
{
  const std::tuple<TargetShape, double, const char *> shapes[] = { { TargetShape::Disc, 0.97, "Disc" },
                                                                   { TargetShape::Star, 0.97, "Star" },
                                                                   { TargetShape::Letter, 0.93, "Letter" },
                                                                   { TargetShape::Branch, 0.93, "Branch" } };
  const std::pair<NoiseLaw, const char *>             laws[] = { { NoiseLaw::Gaussian, "Gaussian" },
                                                                 { NoiseLaw::Gamma, "Gamma" },
                                                                 { NoiseLaw::Poisson, "Poisson" } };
  const std::pair<Start, const char *>                starts[] = { { Start::Automatic, "Automatic" },
                                                                   { Start::BesideTheTarget, "BesideTheTarget" } };
  std::vector<Case>                                   cases;
  for (const auto & [law, lawName] : laws)
  {
    for (const auto & [start, startName] : starts)
    {
      for (const auto & [shape, leastOverlap, shapeName] : shapes)
      {
        cases.push_back({ shape, leastOverlap, law, start, std::string(shapeName) + lawName + startName });
      }
    }
  }
  return cases;
}

std::ostream &
operator<<(std::ostream & os, const Case & parameter)
{
  return os << parameter.name;
}

bool
MeetsTheSquare(const std::vector<std::uint8_t> & target)
{
  for (std::size_t y = squareBegin; y < squareEnd; ++y)
  {
    for (std::size_t x = squareBegin; x < squareEnd; ++x)
    {
      if (target[y * side + x] != 0)
      {
        return true;
      }
    }
  }
  return false;
}

/** The negative logarithms of the likelihood of the target and the background together, without what nodes cost. */
double
GetCostOfTarget(const Image * image, const std::vector<std::uint8_t> & target, NoiseLaw law)
{
  RegionSums regions[2]{};
  for (std::size_t i = 0; i < target.size(); ++i)
  {
    const std::uint64_t value = image->GetBufferPointer()[i];
    regions[target[i]] += RegionSums{ 1, static_cast<std::int64_t>(value), value * value };
  }
  const itk::device::RegionCriterion criterion{ law, 1, { 0, 1 } };
  return criterion.GetCost(regions[0]) + criterion.GetCost(regions[1]);
}

class RegionSnakeQuality : public testing::TestWithParam<Case>
{};
} // namespace

TEST_P(RegionSnakeQuality, FindsTheTarget)
{
  const Case &                    parameter = GetParam();
  const unsigned int              numberOfSeeds = IsSwitchedOn("CUDAIMAGEFILTERS_QUALITY") ? 20 : 2;
  const std::vector<std::uint8_t> target = MakeTarget(parameter.shape, side);
  double                          sum = 0;
  double                          least = 1;
  double                          excess = 0;
  double                          nodes = 0;
  double                          rounds = 0;
  unsigned int                    numberAboveTarget = 0;
  unsigned int                    numberOfRestarts = 0;
  for (unsigned int seed = 0; seed < numberOfSeeds; ++seed)
  {
    const auto filter = Filter::New();
    filter->SetInput(MakeSnakeImage<Image>(AddNoise<std::uint16_t>(target, parameter.law, GetSeed(100) + seed), side));
    filter->SetNoiseLaw(parameter.law);
    if (parameter.start == Start::BesideTheTarget)
    {
      ASSERT_FALSE(MeetsTheSquare(target));
      filter->AddInitialContour(MakeSnakePath({ { squareBegin, squareBegin },
                                                { squareEnd, squareBegin },
                                                { squareEnd, squareEnd },
                                                { squareBegin, squareEnd } }));
    }
    filter->Update();
    EXPECT_TRUE(filter->HasConverged());
    const double overlap = GetOverlap(filter->GetOutput()->GetBufferPointer(), target);
    const double costOfNodes = std::log(static_cast<double>(side * side)) * filter->GetNumberOfNodes();
    const double difference =
      filter->GetCriterion() - costOfNodes - GetCostOfTarget(filter->GetInput(), target, parameter.law);
    sum += overlap;
    least = std::min(least, overlap);
    excess += difference;
    numberAboveTarget += difference > 0;
    numberOfRestarts += filter->GetHasRestarted();
    nodes += filter->GetNumberOfNodes();
    rounds += filter->GetElapsedRounds();
  }
  const double mean = sum / numberOfSeeds;
  std::cout << std::fixed << std::setprecision(4) << parameter.name << ": overlap " << mean << " mean, " << least
            << " least; " << std::setprecision(1) << nodes / numberOfSeeds << " nodes, " << rounds / numberOfSeeds
            << " rounds; " << numberOfRestarts << " restarts; negative logarithm of the likelihood less the target's "
            << excess / numberOfSeeds << ", above 0 in " << numberAboveTarget << " of " << numberOfSeeds << '\n';
  EXPECT_GE(mean, parameter.leastOverlap);
}

INSTANTIATE_TEST_SUITE_P(Targets,
                         RegionSnakeQuality,
                         testing::ValuesIn(MakeCases()),
                         [](const testing::TestParamInfo<Case> & info) { return info.param.name; });
