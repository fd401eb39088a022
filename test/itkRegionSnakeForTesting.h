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
#ifndef itkRegionSnakeForTesting_h
#define itkRegionSnakeForTesting_h

#include "itkPolygonRegionForTesting.h"
#include "RegionSnake/RegionSnakeStart.h"
#include <array>

namespace itk::DeviceTesting
{
using device::NoiseLaw;
using device::RegionSnakeModel;
using device::RegionSnakeSettings;

enum class TargetShape
{
  Disc,
  Star,
  Letter,
  Branch,
  Band
};

inline double
GetDistanceFromSegment(double x, double y, const std::array<double, 4> & segment)
{
  const double dx = segment[2] - segment[0];
  const double dy = segment[3] - segment[1];
  const double along = std::clamp(((x - segment[0]) * dx + (y - segment[1]) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(x - segment[0] - along * dx, y - segment[1] - along * dy);
}

/** Shapes in an image of 512 x 512. */
inline bool
IsInShape(TargetShape shape, double x, double y)
{
  switch (shape)
  {
    case TargetShape::Disc:
      return std::hypot(x - 250, y - 262) < 120;
    case TargetShape::Star: // of five points
    {
      constexpr double pi = 3.14159265358979323846;
      const double     sector = std::fmod(std::atan2(y - 262, x - 256) + 0.1 + 4 * pi, 2 * pi / 5) * 5 / pi - 1;
      // The edges are straight lines from the points, 190 from the middle, to the corners between them, 85 from it.
      const double angle = (1 - std::abs(sector)) * pi / 5;
      const double ax = 190;
      const double bx = 85 * std::cos(pi / 5);
      const double by = 85 * std::sin(pi / 5);
      const double radius = std::hypot(x - 256, y - 262);
      const double px = radius * std::cos(angle);
      const double py = radius * std::sin(angle);
      return (bx - ax) * py - by * (px - ax) > 0;
    }
    case TargetShape::Letter: // an E, turned a little
    {
      const double u = (x - 256) * std::cos(0.15) + (y - 256) * std::sin(0.15);
      const double v = std::abs((y - 256) * std::cos(0.15) - (x - 256) * std::sin(0.15));
      return u > -110 && u < 110 && v < 150 && (u < -60 || v < 22 || v > 106);
    }
    case TargetShape::Band: // across the image, which leaves two corners
      return std::abs(x - y) < 160;
    default: // strokes of 14 to 20 pixels
      return GetDistanceFromSegment(x, y, { 250, 430, 262, 280 }) < 10 ||
             GetDistanceFromSegment(x, y, { 262, 280, 150, 110 }) < 8 ||
             GetDistanceFromSegment(x, y, { 262, 280, 380, 140 }) < 8 ||
             GetDistanceFromSegment(x, y, { 206, 195, 230, 90 }) < 7;
  }
}

inline std::vector<std::uint8_t>
MakeTarget(TargetShape shape, std::size_t side)
{
  std::vector<std::uint8_t> target(side * side);
  for (std::size_t i = 0; i < target.size(); ++i)
  {
    const double scale = 512.0 / static_cast<double>(side);
    target[i] =
      IsInShape(shape, (static_cast<double>(i % side) + 0.5) * scale, (static_cast<double>(i / side) + 0.5) * scale);
  }
  return target;
}

/** A pixel of the target or of the background: Gaussian noise at a contrast of one standard deviation, exponential
 * speckle at twice the mean, or counts of 12 in 6. */
inline double
PickNoisyPixel(Random & random, NoiseLaw law, bool isTarget)
{
  switch (law)
  {
    case NoiseLaw::Gamma:
      return std::exponential_distribution<double>(isTarget ? 0.0005 : 0.001)(random);
    case NoiseLaw::Poisson:
      return std::poisson_distribution<int>(isTarget ? 12 : 6)(random);
    case NoiseLaw::Bernoulli:
      return std::bernoulli_distribution(isTarget ? 0.7 : 0.3)(random);
    case NoiseLaw::Rayleigh:
      return std::sqrt(std::exponential_distribution<double>(isTarget ? 1e-6 : 3e-6)(random));
    default:
      return std::normal_distribution<double>(isTarget ? 3400 : 3000, 400)(random);
  }
}

template <typename TPixel>
std::vector<TPixel>
AddNoise(const std::vector<std::uint8_t> & target, NoiseLaw law, unsigned int seed)
{
  Random              random(seed);
  std::vector<TPixel> pixels;
  for (const std::uint8_t isTarget : target)
  {
    const double value = PickNoisyPixel(random, law, isTarget != 0);
    if constexpr (std::is_floating_point_v<TPixel>)
    {
      pixels.push_back(static_cast<TPixel>(value));
    }
    else
    {
      pixels.push_back(static_cast<TPixel>(std::clamp(
        std::rint(value / (sizeof(TPixel) == 1 && law != NoiseLaw::Poisson && law != NoiseLaw::Bernoulli ? 32 : 1)),
        static_cast<double>(std::numeric_limits<TPixel>::min()),
        static_cast<double>(std::numeric_limits<TPixel>::max()))));
    }
  }
  return pixels;
}

/** A noisy target with its cumulated images. */
template <typename TPixel>
struct NoisyTarget
{
  std::vector<std::uint8_t> target;
  CumulatedImage<TPixel>    image;

  NoisyTarget(TargetShape shape, std::size_t side, NoiseLaw law, unsigned int seed)
    : target(MakeTarget(shape, side))
    , image(side, side, 0, [pixels = AddNoise<TPixel>(target, law, seed), i = std::size_t{ 0 }]() mutable {
      return pixels[i++];
    })
  {}
};

/** Intersection over union of what is not 0. */
template <typename TIterator>
double
GetOverlap(TIterator labels, const std::vector<std::uint8_t> & target)
{
  std::size_t both = 0;
  std::size_t any = 0;
  for (const std::uint8_t isTarget : target)
  {
    const bool isLabel = *labels != 0;
    both += isLabel && isTarget != 0;
    any += isLabel || isTarget != 0;
    ++labels;
  }
  return any == 0 ? 1 : static_cast<double>(both) / static_cast<double>(any);
}

inline RegionSnakeSettings
MakeSnakeSettings(NoiseLaw law, RegionSnakeModel model, std::size_t side)
{
  RegionSnakeSettings settings{};
  settings.law = law;
  settings.lawParameter = law == NoiseLaw::GaussianOfKnownSigma ? 400 : 1;
  settings.model = model;
  settings.firstDistance =
    model == RegionSnakeModel::Published ? 32 : std::max(1, static_cast<std::int32_t>(side) / 32);
  settings.minimumLength = 8;
  settings.maximumNumberOfRounds = 10000;
  settings.nodeCost = std::log(static_cast<double>(side * side));
  settings.maximumNumberOfNodes = 8192;
  return settings;
}

/** The algorithm of the paper as it stands there, a node after the other: each moves to the best of its 8 neighbours at a
 * distance whose edges cross no other; until none moves; then long edges are split and the distance is halved; until none
 * is split. */
class SequentialSnake
{
public:
  SequentialSnake(const device::CumulatedImagesView & images, const RegionSnakeSettings & settings, Polygon polygon)
    : m_Images(images)
    , m_Criterion{ settings.law, settings.lawParameter, images.summary->scale }
    , m_Polygon(std::move(polygon))
  {
    std::int32_t distance = settings.firstDistance;
    do
    {
      while (MoveNodes(distance))
      {
      }
      distance = std::max(1, distance / 2);
    } while (SplitEdges(settings.minimumLength));
  }

  const Polygon &
  GetPolygon() const
  {
    return m_Polygon;
  }

  double
  GetCost(const Polygon & polygon) const
  {
    const RegionSums region = device::PolygonSums(m_Images, polygon.data(), polygon.size());
    return m_Criterion.GetCost(region) + m_Criterion.GetCost(m_Images.summary->total - region);
  }

private:
  /** Whether the edges beside node i have nothing in common with others but nodes that join them. */
  static bool
  IsSimpleAt(const Polygon & polygon, std::size_t i)
  {
    const std::size_t n = polygon.size();
    const auto        node = [&](std::size_t k) { return polygon[k % n]; };
    for (std::size_t k = i + n - 2; k <= i + n; ++k)
    {
      if (device::AdjacentEdgesOverlap(node(k), node(k + 1), node(k + 2)))
      {
        return false;
      }
    }
    for (std::size_t edge = i + n - 1; edge <= i + n; ++edge)
    {
      for (std::size_t other = edge + 2; other + 1 < edge + n; ++other)
      {
        if (device::SegmentsMeet(node(edge), node(edge + 1), node(other), node(other + 1)))
        {
          return false;
        }
      }
    }
    return true;
  }

  RegionSums
  GetEdge(std::size_t i) const
  {
    return device::EdgeSums(m_Images, m_Polygon[i % m_Polygon.size()], m_Polygon[(i + 1) % m_Polygon.size()]);
  }

  double
  GetCostOfEdges(const RegionSums & edges) const
  {
    const RegionSums region = device::OfRegion(edges);
    return m_Criterion.GetCost(region) + m_Criterion.GetCost(m_Images.summary->total - region);
  }

  bool
  MoveNodes(std::int32_t distance)
  {
    const std::size_t n = m_Polygon.size();
    bool              moves = false;
    RegionSums        all{};
    for (std::size_t i = 0; i < n; ++i)
    {
      all += GetEdge(i);
    }
    double cost = GetCostOfEdges(all);
    for (std::size_t i = 0; i < n; ++i)
    {
      const PolygonNode from = m_Polygon[i];
      const RegionSums  others = all - GetEdge(i) - GetEdge(i + n - 1);
      PolygonNode       best = from;
      for (std::int32_t y = from.y - distance; y <= from.y + distance; y += distance)
      {
        for (std::int32_t x = from.x - distance; x <= from.x + distance; x += distance)
        {
          if (x < 0 || y < 0 || x > m_Images.width || y > m_Images.height)
          {
            continue;
          }
          m_Polygon[i] = { x, y };
          const RegionSums edges = others + GetEdge(i) + GetEdge(i + n - 1);
          const double     own = GetCostOfEdges(edges);
          if (own < cost && IsSimpleAt(m_Polygon, i))
          {
            cost = own;
            best = m_Polygon[i];
            all = edges;
          }
        }
      }
      moves = moves || best != from;
      m_Polygon[i] = best;
    }
    return moves;
  }

  bool
  SplitEdges(std::int32_t length)
  {
    Polygon split;
    for (std::size_t i = 0; i < m_Polygon.size(); ++i)
    {
      const PolygonNode & a = m_Polygon[i];
      const PolygonNode & b = m_Polygon[(i + 1) % m_Polygon.size()];
      split.push_back(a);
      if (std::hypot(b.x - a.x, b.y - a.y) > length)
      {
        Polygon more = m_Polygon;
        more.insert(more.begin() + static_cast<std::ptrdiff_t>(i) + 1, { (a.x + b.x) / 2, (a.y + b.y) / 2 });
        if (IsSimpleAt(more, i + 1))
        {
          split.push_back(more[i + 1]);
        }
      }
    }
    const bool splits = split.size() > m_Polygon.size();
    if (IsSimple(split))
    {
      m_Polygon = split;
    }
    return splits && m_Polygon.size() == split.size();
  }

  const device::CumulatedImagesView & m_Images;
  device::RegionCriterion             m_Criterion;
  Polygon                             m_Polygon;
};
} // namespace itk::DeviceTesting

#endif
