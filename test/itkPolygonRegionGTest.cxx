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
#include "itkPolygonRegionForTesting.h"
#include <limits>

using itk::DeviceTesting::CumulatedImage;
using itk::DeviceTesting::Describe;
using itk::DeviceTesting::GetNumberOfRounds;
using itk::DeviceTesting::GetWindingNumber;
using itk::DeviceTesting::IsSimple;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickPixel;
using itk::DeviceTesting::PickPolygon;
using itk::DeviceTesting::PickSimplePolygon;
using itk::DeviceTesting::Polygon;
using itk::DeviceTesting::PolygonList;
using itk::DeviceTesting::PolygonNode;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RegionSums;
using itk::DeviceTesting::SumByBruteForce;
using itk::device::EdgeCrossings;
using itk::device::EdgeSums;
using itk::device::OfRegion;

namespace
{
template <typename TPixel>
CumulatedImage<TPixel>
MakeRandomImage(std::size_t width, std::size_t height, Random & random)
{
  return CumulatedImage<TPixel>(width, height, Pick(random, 0, 3), [&] { return PickPixel<TPixel>(random); });
}

template <typename TPixel>
RegionSums
SumPolygon(const CumulatedImage<TPixel> & image, const Polygon & polygon)
{
  return itk::device::PolygonSums(image.view, polygon.data(), polygon.size());
}

std::vector<std::uint8_t>
MakeMask(const PolygonList & polygons, std::size_t width, std::size_t height)
{
  std::vector<std::uint8_t>                     mask(width * height, 99);
  const itk::device::ImageView<std::uint8_t, 2> view{ mask.data(), { width, height }, { 1, width } };
  itk::device::ComputePolygonMask(polygons.GetView(), view, itk::DeviceTesting::MakeThreader(height));
  return mask;
}
} // namespace

TEST(PolygonRegion, RectangleHoldsItsWidthTimesItsHeight)
{
  Random     random(1);
  const auto image = MakeRandomImage<std::uint8_t>(7, 5, random);
  EXPECT_EQ(SumPolygon(image, { { 0, 0 }, { 7, 0 }, { 7, 5 }, { 0, 5 } }), image.view.summary->total);
  EXPECT_EQ(SumPolygon(image, { { 3, 2 }, { 4, 2 }, { 4, 3 }, { 3, 3 } }), image.GetTerm(3, 2));
  EXPECT_EQ(SumPolygon(image, { { 3, 2 }, { 3, 3 }, { 4, 3 }, { 4, 2 } }), image.GetTerm(3, 2));
  EXPECT_EQ(SumPolygon(image, { { -9, -9 }, { 90, -9 }, { 90, 90 }, { -9, 90 } }), image.view.summary->total);
  EXPECT_EQ(SumPolygon(image, { { 8, 0 }, { 9, 0 }, { 9, 5 }, { 8, 5 } }), RegionSums{});
  EXPECT_EQ(SumPolygon(image, { { 0, -3 }, { 7, -3 }, { 7, 0 }, { 0, 0 } }), RegionSums{});
}

TEST(PolygonRegion, CentreOnAnEdgeBelongsToTheRight)
{
  Random     random(1);
  const auto image = MakeRandomImage<std::uint8_t>(3, 3, random);
  // The diagonal passes through the centres of three pixels.
  EXPECT_EQ(SumPolygon(image, { { 0, 0 }, { 3, 0 }, { 3, 3 } }).count, 6);
  EXPECT_EQ(SumPolygon(image, { { 0, 0 }, { 3, 3 }, { 0, 3 } }).count, 3);
  EXPECT_EQ(SumPolygon(image, { { 3, 0 }, { 0, 3 }, { 0, 0 } }).count, 3);
  EXPECT_EQ(SumPolygon(image, { { 3, 0 }, { 3, 3 }, { 0, 3 } }).count, 6);
}

TEST(PolygonRegion, CrossingIsTheFirstPixelNotLeftOfTheEdge)
{
  Random        random(1);
  std::uint64_t rows = 0;
  for (unsigned int round = 0; round < 30000; ++round)
  {
    constexpr std::int32_t largest[] = { 3, 10, 40, 100000, itk::device::MaximumNodeCoordinate };
    const std::int32_t     side = largest[round % 5];
    const PolygonNode      a = itk::DeviceTesting::PickNode(random, -side, side, side);
    const PolygonNode      b = itk::DeviceTesting::PickNode(random, -side, side, side);
    const EdgeCrossings    edge(a, b);
    ASSERT_EQ(edge.GetFirstRow(), std::min(a.y, b.y));
    ASSERT_EQ(edge.GetEndRow(), std::max(a.y, b.y));
    if (a.y == b.y)
    {
      continue;
    }
    const auto isLeft = [&](std::int64_t x, std::int64_t y) {
      const PolygonNode & top = a.y < b.y ? a : b;
      const PolygonNode & bottom = a.y < b.y ? b : a;
      return (2 * (x - top.x) + 1) * (std::int64_t{ bottom.y } - top.y) <
             (2 * (y - top.y) + 1) * (std::int64_t{ bottom.x } - top.x);
    };
    const auto height = static_cast<unsigned int>(edge.GetEndRow() - edge.GetFirstRow());
    const auto step = static_cast<std::int32_t>(Pick(random, 1, 40));
    const auto first = edge.GetFirstRow() + static_cast<std::int32_t>(Pick(random, 0, height - 1));
    const auto end = std::min<std::int64_t>(edge.GetEndRow(), std::int64_t{ first } + 40 * step);
    edge.ForEachRow(first, static_cast<std::int32_t>(end), step, [&](std::int32_t row, std::int32_t column) {
      ASSERT_EQ(edge.GetColumn(row), column);
      ASSERT_FALSE(isLeft(column, row)) << Describe({ a, b }) << row;
      ASSERT_TRUE(isLeft(column - 1, row)) << Describe({ a, b }) << row;
      ASSERT_EQ((row - first) % step, 0);
      ++rows;
    });
  }
  EXPECT_GT(rows, 300000u);
}

template <typename TPixel>
class PolygonSums : public ::testing::Test
{};

using TestedPixels = ::testing::Types<std::uint8_t, std::int16_t, std::uint16_t, float>;
TYPED_TEST_SUITE(PolygonSums, TestedPixels, );

TYPED_TEST(PolygonSums, AreThoseOfBruteForceForSimplePolygons)
{
  const unsigned int seed = itk::DeviceTesting::GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < GetNumberOfRounds(4000); ++round)
  {
    const std::int32_t width = static_cast<std::int32_t>(Pick(random, 3, 40));
    const std::int32_t height = static_cast<std::int32_t>(Pick(random, 3, 40));
    const auto         image = MakeRandomImage<TypeParam>(width, height, random);
    const Polygon      polygon = PickSimplePolygon(random, Pick(random, 3, 12), width, height);
    const RegionSums   sums = SumPolygon(image, polygon);
    ASSERT_EQ(sums, OfRegion(SumByBruteForce(image, polygon))) << Describe(polygon);
    ASSERT_EQ(SumPolygon(image, Polygon(polygon.rbegin(), polygon.rend())), sums) << Describe(polygon);

    RegionSums edges{};
    for (std::size_t i = 0; i < polygon.size(); ++i)
    {
      for (std::int32_t lane = 0; lane < 32; ++lane)
      {
        edges += EdgeSums(image.view, polygon[i], polygon[(i + 1) % polygon.size()], lane, 32);
      }
    }
    ASSERT_EQ(OfRegion(edges), sums) << Describe(polygon);
  }
}

TYPED_TEST(PolygonSums, CountPixelsAsOftenAsThePolygonWindsAroundThem)
{
  const unsigned int seed = itk::DeviceTesting::GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < GetNumberOfRounds(4000); ++round)
  {
    const std::int32_t width = static_cast<std::int32_t>(Pick(random, 1, 20));
    const std::int32_t height = static_cast<std::int32_t>(Pick(random, 1, 20));
    const auto         image = MakeRandomImage<TypeParam>(width, height, random);
    const auto         margin = static_cast<std::int32_t>(Pick(random, 0, 15));
    const Polygon      polygon = PickPolygon(random, Pick(random, 1, 8), -margin, width + margin, height + margin);
    RegionSums         sums{};
    for (std::size_t i = 0; i < polygon.size(); ++i)
    {
      sums += EdgeSums(image.view, polygon[i], polygon[(i + 1) % polygon.size()]);
    }
    ASSERT_EQ(sums, SumByBruteForce(image, polygon)) << Describe(polygon);
  }
}

TYPED_TEST(PolygonSums, AreZeroForPolygonsWithoutArea)
{
  Random random(1);
  for (unsigned int round = 0; round < GetNumberOfRounds(300); ++round)
  {
    const auto image = MakeRandomImage<TypeParam>(20, 20, random);
    Polygon    polygon = PickPolygon(random, Pick(random, 0, 6), -3, 23, 23);
    const auto back = polygon;
    polygon.insert(polygon.end(), back.rbegin(), back.rend());
    ASSERT_EQ(SumPolygon(image, polygon), RegionSums{}) << Describe(polygon);
  }
}

TYPED_TEST(PolygonSums, OfRectanglesAreThoseOfTheirPolygons)
{
  Random random(1);
  for (unsigned int round = 0; round < GetNumberOfRounds(300); ++round)
  {
    const auto        image = MakeRandomImage<TypeParam>(Pick(random, 1, 30), Pick(random, 1, 30), random);
    const PolygonNode a = itk::DeviceTesting::PickNode(random, -5, 35, 35);
    const PolygonNode b = itk::DeviceTesting::PickNode(random, -5, 35, 35);
    const PolygonNode begin{ std::min(a.x, b.x), std::min(a.y, b.y) };
    const PolygonNode end{ std::max(a.x, b.x), std::max(a.y, b.y) };
    const Polygon     polygon{ begin, { end.x, begin.y }, end, { begin.x, end.y } };
    RegionSums        sums{};
    for (std::int32_t lane = 0; lane < 7; ++lane)
    {
      sums += itk::device::RectangleSums(image.view, begin, end, lane, 7);
    }
    ASSERT_EQ(sums, SumByBruteForce(image, polygon)) << Describe(polygon);
    ASSERT_EQ(itk::device::RectangleSums(image.view, begin, end), sums) << Describe(polygon);
  }
}

TYPED_TEST(PolygonSums, OfAWholeImageAreItsTotal)
{
  Random random(1);
  for (const std::size_t width : { 1, 2, 3, 4, 5, 31, 32, 33, 257 })
  {
    for (const std::size_t height : { 1, 2, 33 })
    {
      const auto       image = MakeRandomImage<TypeParam>(width, height, random);
      const RegionSums total = image.view.summary->total;
      EXPECT_EQ(total.count, static_cast<std::int64_t>(width * height));
      EXPECT_EQ(itk::device::RectangleSums(image.view, { 0, 0 }, { image.view.width, image.view.height }), total);
      EXPECT_EQ(SumByBruteForce(image, { { 0, 0 }, { 300, 0 }, { 300, 300 }, { 0, 300 } }), total);
    }
  }
}

TYPED_TEST(PolygonSums, OfRowsLongerThan32BitsAreExact)
{
  Random            random(1);
  const std::size_t width = 70001;
  const auto        image = CumulatedImage<TypeParam>(width, 2, 0, [&] {
    return std::is_integral_v<TypeParam> ? std::numeric_limits<TypeParam>::max() : PickPixel<TypeParam>(random);
  });
  EXPECT_EQ(image.view.sums32 != nullptr, sizeof(TypeParam) == 1);
  EXPECT_EQ(image.view.sums64 != nullptr, sizeof(TypeParam) > 1);
  RegionSums sums{};
  for (std::size_t x = 0; x < width; ++x)
  {
    sums += image.GetTerm(x, 0);
    sums += image.GetTerm(x, 1);
  }
  EXPECT_EQ(image.view.summary->total, sums);
  EXPECT_EQ(SumPolygon(image, { { 0, 0 }, { 70001, 0 }, { 70001, 2 }, { 0, 2 } }), sums);
}

TEST(PolygonMask, HasThePixelsInside)
{
  Random random(1);
  for (unsigned int round = 0; round < GetNumberOfRounds(4000); ++round)
  {
    const auto  width = static_cast<std::int32_t>(Pick(random, 1, 40));
    const auto  height = static_cast<std::int32_t>(Pick(random, 1, 40));
    PolygonList polygons;
    for (unsigned int count = Pick(random, 0, 4); count > 0; --count)
    {
      const auto margin = static_cast<std::int32_t>(Pick(random, 0, 9));
      polygons.Add(PickPolygon(random, Pick(random, 1, 9), -margin, width + margin, height + margin),
                   static_cast<std::uint8_t>(random()));
    }
    const auto mask = MakeMask(polygons, width, height);
    for (std::int32_t i = 0; i < width * height; ++i)
    {
      std::uint8_t expected = 0;
      for (const auto & polygon : polygons.polygons)
      {
        const auto    begin = polygons.nodes.begin() + polygon.firstNode;
        const Polygon nodes(begin, begin + polygon.numberOfNodes);
        expected ^= GetWindingNumber(nodes, i % width, i / width) % 2 != 0 ? polygon.label : 0;
      }
      ASSERT_EQ(mask[i], expected) << Describe(polygons.nodes) << "at " << i % width << ", " << i / width;
    }
  }
}

TEST(PolygonMask, IsTiledByPolygonsThatShareEdges)
{
  Random random(1);
  for (unsigned int round = 0; round < GetNumberOfRounds(300); ++round)
  {
    const auto        width = static_cast<std::int32_t>(Pick(random, 2, 60));
    const auto        height = static_cast<std::int32_t>(Pick(random, 2, 60));
    const auto        image = MakeRandomImage<std::uint16_t>(width, height, random);
    const PolygonNode hub{ static_cast<std::int32_t>(Pick(random, 1, width - 1)),
                           static_cast<std::int32_t>(Pick(random, 1, height - 1)) };
    // Once around the border, and a triangle from each step to the hub.
    Polygon border;
    for (const auto & [corner, x, y] : { std::tuple(PolygonNode{ 0, 0 }, 1, 0),
                                         std::tuple(PolygonNode{ width, 0 }, 0, 1),
                                         std::tuple(PolygonNode{ width, height }, -1, 0),
                                         std::tuple(PolygonNode{ 0, height }, 0, -1) })
    {
      const std::int32_t length = x != 0 ? width : height;
      for (std::int32_t at = 0; at < length; at += static_cast<std::int32_t>(Pick(random, 1, length)))
      {
        border.push_back({ corner.x + x * at, corner.y + y * at });
      }
    }
    RegionSums       sums{};
    std::vector<int> covered(width * height);
    for (std::size_t i = 0; i < border.size(); ++i)
    {
      const Polygon triangle{ border[i], border[(i + 1) % border.size()], hub };
      PolygonList   polygons;
      polygons.Add(triangle, 1);
      const auto mask = MakeMask(polygons, width, height);
      std::transform(mask.begin(), mask.end(), covered.begin(), covered.begin(), std::plus<int>());
      sums += SumPolygon(image, triangle);
    }
    ASSERT_EQ(covered, std::vector<int>(width * height, 1)) << Describe(border);
    ASSERT_EQ(sums, image.view.summary->total) << Describe(border);
  }
}

TEST(SegmentIntersection, IsThatOfExactFractions)
{
  Random   random(1);
  unsigned meet = 0;
  unsigned cross = 0;
  for (unsigned int round = 0; round < 100000; ++round)
  {
    const auto side = static_cast<std::int32_t>(Pick(random, 1, 6));
    // Small numbers, moved and enlarged, so that touching and overlapping come often at any magnitude.
    const std::int64_t scale = round % 2 == 0 ? 1 : itk::device::MaximumNodeCoordinate / 6;
    const auto         pick = [&] { return itk::DeviceTesting::PickNode(random, 0, side, side); };
    const PolygonNode  a = pick(), b = pick(), c = pick(), d = pick();
    const auto         enlarge = [&](const PolygonNode & node) {
      return PolygonNode{ static_cast<std::int32_t>(node.x * scale), static_cast<std::int32_t>(node.y * scale) };
    };
    // a + s (b - a) = c + t (d - c), with s = sn / determinant and t = tn / determinant.
    int determinant = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
    int sn = (c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x);
    int tn = (c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x);
    if (determinant < 0)
    {
      determinant = -determinant;
      sn = -sn;
      tn = -tn;
    }
    bool meets = sn >= 0 && sn <= determinant && tn >= 0 && tn <= determinant;
    bool crosses = sn > 0 && sn < determinant && tn > 0 && tn < determinant;
    if (determinant == 0)
    {
      // Parallel, or one of them a point: they meet if an end of one is on the other.
      const auto isOn = [](const PolygonNode & p, const PolygonNode & q, const PolygonNode & r) {
        for (int k = 0; k <= 12; ++k)
        {
          for (int n = 1; n <= 12; ++n)
          {
            if (k <= n && n * (p.x - q.x) == k * (r.x - q.x) && n * (p.y - q.y) == k * (r.y - q.y))
            {
              return true;
            }
          }
        }
        return false;
      };
      meets = isOn(a, c, d) || isOn(b, c, d) || isOn(c, a, b) || isOn(d, a, b);
      crosses = false;
    }
    const Polygon points{ enlarge(a), enlarge(b), enlarge(c), enlarge(d) };
    ASSERT_EQ(itk::device::SegmentsMeet(points[0], points[1], points[2], points[3]), meets) << Describe(points);
    ASSERT_EQ(itk::device::SegmentsCross(points[0], points[1], points[2], points[3]), crosses) << Describe(points);
    meet += meets;
    cross += crosses;
  }
  EXPECT_GT(meet, 10000u);
  EXPECT_GT(cross, 5000u);
}

TEST(SegmentIntersection, OfAdjacentEdgesIsMoreThanTheirNodeOnlyOnTheWayBack)
{
  using itk::device::AdjacentEdgesOverlap;
  EXPECT_FALSE(AdjacentEdgesOverlap({ 0, 0 }, { 2, 2 }, { 4, 4 }));
  EXPECT_FALSE(AdjacentEdgesOverlap({ 0, 0 }, { 2, 2 }, { 0, 1 }));
  EXPECT_TRUE(AdjacentEdgesOverlap({ 0, 0 }, { 2, 2 }, { 1, 1 }));
  EXPECT_TRUE(AdjacentEdgesOverlap({ 0, 0 }, { 2, 2 }, { 0, 0 }));
  EXPECT_TRUE(AdjacentEdgesOverlap({ 0, 0 }, { 2, 2 }, { -1, -1 }));
  EXPECT_TRUE(AdjacentEdgesOverlap({ 2, 2 }, { 2, 2 }, { 4, 1 }));
  EXPECT_TRUE(AdjacentEdgesOverlap({ 4, 1 }, { 2, 2 }, { 2, 2 }));
}

TEST(SegmentIntersection, TellsSimplePolygons)
{
  EXPECT_TRUE(IsSimple({ { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }));
  EXPECT_FALSE(IsSimple({ { 0, 0 }, { 4, 4 }, { 4, 0 }, { 0, 4 } }));
  EXPECT_FALSE(IsSimple({ { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 0 }, { 0, 4 } }));
  EXPECT_FALSE(IsSimple({ { 0, 0 }, { 4, 0 } }));
}
