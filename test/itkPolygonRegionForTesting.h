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
#ifndef itkPolygonRegionForTesting_h
#define itkPolygonRegionForTesting_h

#include "RegionSnake/ComputeCumulatedImages.h"
#include "RegionSnake/ComputePolygonMask.h"
#include "RegionSnake/SegmentIntersection.h"
#include "itkDeviceTesting.h"
#include "itkMultiThreaderBase.h"
#include <cmath>

namespace itk::device
{
/** What GoogleTest shows of sums that differ. */
inline void
PrintTo(const RegionSums & sums, std::ostream * stream)
{
  *stream << '(' << sums.count << ", " << sums.sum << ", " << sums.squares << ')';
}
} // namespace itk::device

namespace itk::DeviceTesting
{
using device::PolygonNode;
using device::RegionSums;
using Polygon = std::vector<PolygonNode>;

/** To start threads for a few rows would take longer than the rows. */
inline MultiThreaderBase::Pointer
MakeThreader(std::size_t rows)
{
  const auto threader = MultiThreaderBase::New();
  threader->SetNumberOfWorkUnits(rows < 64 ? 1 : 3);
  return threader;
}

/** An image in host memory whose rows may lie further apart than they are long, with its cumulated images. */
template <typename TPixel>
struct CumulatedImage
{
  std::size_t                   size[2];
  std::size_t                   stride;
  std::vector<TPixel>           pixels;
  device::CumulatedImagesLayout layout;
  std::vector<std::max_align_t> memory;
  device::CumulatedImagesView   view;
  MultiThreaderBase::Pointer    threader{ MakeThreader(size[1]) };

  template <typename TPick>
  CumulatedImage(std::size_t width, std::size_t height, std::size_t padding, const TPick & pick)
    : size{ width, height }
    , stride(width + padding)
    , pixels(stride * height)
    , layout(
        device::MakeCumulatedImagesLayout<TPixel>(static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)))
    , memory(layout.GetSizeInBytes() / sizeof(std::max_align_t) + 1)
    , view(layout.MakeView(memory.data()))
  {
    std::generate(pixels.begin(), pixels.end(), pick);
    device::ComputeCumulatedImages<TPixel>(GetView(), view, threader);
  }

  device::ImageView<const TPixel, 2>
  GetView() const
  {
    return { pixels.data(), { size[0], size[1] }, { 1, stride } };
  }

  TPixel
  GetPixel(std::size_t x, std::size_t y) const
  {
    return pixels[y * stride + x];
  }

  /** What one pixel adds to a sum. */
  RegionSums
  GetTerm(std::size_t x, std::size_t y) const
  {
    const std::int64_t code = device::PixelEncoder<TPixel>(view.summary->scale)(GetPixel(x, y));
    return { 1, code, static_cast<std::uint64_t>(code * code) };
  }
};

/** How often a polygon winds around the centre of a pixel, clockwise as the image is shown. The centre is compared with
 * each edge by the sign of an area. */
inline int
GetWindingNumber(const Polygon & polygon, std::int64_t x, std::int64_t y)
{
  int winding = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
  {
    const PolygonNode & a = polygon[i];
    const PolygonNode & b = polygon[(i + 1) % polygon.size()];
    if ((a.y <= y) == (b.y <= y))
    {
      continue;
    }
    // Clockwise, the edges left of a pixel go up.
    const int          sign = a.y < b.y ? -1 : 1;
    const std::int64_t area = (std::int64_t{ b.x } - a.x) * (2 * y + 1 - 2 * std::int64_t{ a.y }) -
                              (std::int64_t{ b.y } - a.y) * (2 * x + 1 - 2 * std::int64_t{ a.x });
    winding += sign * area >= 0 ? sign : 0;
  }
  return winding;
}

/** The sums over an image, each pixel as often as the polygon winds clockwise around it. */
template <typename TPixel>
RegionSums
SumByBruteForce(const CumulatedImage<TPixel> & image, const Polygon & polygon)
{
  RegionSums sums{};
  for (std::size_t y = 0; y < image.size[1]; ++y)
  {
    for (std::size_t x = 0; x < image.size[0]; ++x)
    {
      const int winding = GetWindingNumber(polygon, static_cast<int>(x), static_cast<int>(y));
      for (int i = 0; i < std::abs(winding); ++i)
      {
        sums += winding > 0 ? image.GetTerm(x, y) : -image.GetTerm(x, y);
      }
    }
  }
  return sums;
}

inline std::string
Describe(const Polygon & polygon)
{
  std::ostringstream stream;
  for (const PolygonNode & node : polygon)
  {
    stream << '(' << node.x << ", " << node.y << ") ";
  }
  return stream.str();
}

/** Whether no two edges have more in common than the node that joins them. */
inline bool
IsSimple(const Polygon & polygon)
{
  const std::size_t n = polygon.size();
  const auto        node = [&](std::size_t i) { return polygon[i % n]; };
  for (std::size_t i = 0; i < n; ++i)
  {
    if (device::AdjacentEdgesOverlap(node(i), node(i + 1), node(i + 2)))
    {
      return false;
    }
    for (std::size_t j = i + 2; j < n && j + 1 < i + n; ++j)
    {
      if (device::SegmentsMeet(node(i), node(i + 1), node(j), node(j + 1)))
      {
        return false;
      }
    }
  }
  return n > 2;
}

inline PolygonNode
PickNode(Random & random, std::int32_t lowest, std::int32_t width, std::int32_t height)
{
  const auto pick = [&](std::int32_t highest) {
    return lowest + static_cast<std::int32_t>(Pick(random, 0, static_cast<unsigned int>(highest - lowest)));
  };
  const std::int32_t x = pick(width);
  return { x, pick(height) };
}

/** Any nodes, as they come. */
inline Polygon
PickPolygon(Random & random, std::size_t numberOfNodes, std::int32_t lowest, std::int32_t width, std::int32_t height)
{
  Polygon polygon(numberOfNodes);
  std::generate(polygon.begin(), polygon.end(), [&] { return PickNode(random, lowest, width, height); });
  return polygon;
}

/** Reverses parts of a polygon until no edges cross, which shortens it and so comes to an end. The result is mostly
 * concave; its edges may still touch. */
inline void
Untangle(Polygon & polygon)
{
  const std::size_t n = polygon.size();
  for (bool changes = true; changes;)
  {
    changes = false;
    for (std::size_t i = 0; i + 2 < n; ++i)
    {
      for (std::size_t j = i + 2; j < n; ++j)
      {
        if (device::SegmentsCross(polygon[i], polygon[i + 1], polygon[j], polygon[(j + 1) % n]))
        {
          std::reverse(polygon.begin() + i + 1, polygon.begin() + j + 1);
          changes = true;
        }
      }
    }
  }
}

/** A polygon whose edges do not meet. */
inline Polygon
PickSimplePolygon(Random & random, std::size_t numberOfNodes, std::int32_t width, std::int32_t height)
{
  for (;;)
  {
    Polygon polygon = PickPolygon(random, numberOfNodes, 0, width, height);
    Untangle(polygon);
    if (IsSimple(polygon))
    {
      return polygon;
    }
  }
}

/** Whole polygons in one array of nodes, as the device takes them. */
struct PolygonList
{
  std::vector<PolygonNode>             nodes;
  std::vector<device::LabelledPolygon> polygons;

  void
  Add(const Polygon & polygon, std::uint8_t label)
  {
    polygons.push_back({ static_cast<std::int32_t>(nodes.size()), static_cast<std::int32_t>(polygon.size()), label });
    nodes.insert(nodes.end(), polygon.begin(), polygon.end());
  }

  device::PolygonsView
  GetView() const
  {
    return { nodes.data(), polygons.data(), static_cast<std::int32_t>(polygons.size()) };
  }
};
} // namespace itk::DeviceTesting

#endif
