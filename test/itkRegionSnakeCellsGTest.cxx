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
#include "itkRegionSnakeForTesting.h"

using itk::MultiThreaderBase;
using itk::device::NoiseLaw;
using itk::device::PolygonNodes;
using itk::device::RegionSnakeModel;
using namespace itk::DeviceTesting;

namespace
{
constexpr std::size_t side = 256;

std::vector<std::uint8_t>
MakeMask(const PolygonNodes & polygon)
{
  PolygonList list;
  list.Add(polygon, 1);
  std::vector<std::uint8_t> mask(side * side);
  itk::device::ComputePolygonMask(
    list.GetView(), { mask.data(), { side, side }, { 1, side } }, MultiThreaderBase::New());
  return mask;
}

template <typename TIsInside>
std::vector<std::uint8_t>
Rasterize(const TIsInside & isInside)
{
  std::vector<std::uint8_t> mask(side * side);
  for (std::size_t i = 0; i < mask.size(); ++i)
  {
    mask[i] = isInside(static_cast<double>(i % side) + 0.5, static_cast<double>(i / side) + 0.5);
  }
  return mask;
}

/** The first contour in a noisy image of a target. */
PolygonNodes
FindStart(const std::vector<std::uint8_t> & target)
{
  const auto                          pixels = AddNoise<std::uint16_t>(target, NoiseLaw::Poisson, GetSeed(1));
  const CumulatedImage<std::uint16_t> image(side, side, 0, [pixel = pixels.begin()]() mutable { return *pixel++; });
  const auto         settings = MakeSnakeSettings(NoiseLaw::Poisson, RegionSnakeModel::MinimumDescriptionLength, side);
  const PolygonNodes start = itk::device::FindRegionSnakeStart(image.view, settings, MultiThreaderBase::New());
  EXPECT_TRUE(IsSimple(start)) << Describe(start);
  return start;
}
} // namespace

TEST(RegionSnakeCells, PiecesThatTouchAtCornersAreOne)
{
  // Two discs, and between them a stroke whose cells touch at corners.
  const auto target = Rasterize([](double x, double y) {
    return (std::abs(x - y) < 6 && x > 70 && x < 190) || std::hypot(x - 70, y - 70) < 30 ||
           std::hypot(x - 190, y - 190) < 30;
  });
  EXPECT_GT(GetOverlap(MakeMask(FindStart(target)).begin(), target), 0.8);
}

TEST(RegionSnakeCells, TheTargetIsInOnePieceWhereTheRestIsInTwo)
{
  // The best rectangle is in one of the corners beside the band.
  const auto band = MakeTarget(TargetShape::Band, side);
  EXPECT_GT(GetOverlap(MakeMask(FindStart(band)).begin(), band), 0.9);
}

TEST(RegionSnakeCells, HolesArePartOfTheTarget)
{
  const auto disc = Rasterize([](double x, double y) { return std::hypot(x - 128, y - 128) < 100; });
  const auto ring = Rasterize([](double x, double y) {
    const double radius = std::hypot(x - 128, y - 128);
    return radius < 100 && radius > 40;
  });
  EXPECT_GT(GetOverlap(MakeMask(FindStart(ring)).begin(), disc), 0.9);
}
