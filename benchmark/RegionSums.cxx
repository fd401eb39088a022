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
#include "Benchmark.h"
#include "BenchmarkPixels.h"
#include "RegionSnake/RegionSumsLaunch.h"
#include "itkDeviceSupports.h"
#include <cmath>

namespace
{
using namespace itk::device;

template <typename TPixel>
void
RegisterCumulatedImages(std::int32_t side)
{
  const auto        layout = MakeCumulatedImagesLayout<TPixel>(side, side);
  const std::size_t pixels = static_cast<std::size_t>(side) * side;
  const std::size_t reads = std::is_floating_point_v<TPixel> ? 2 : 1; // float is read once more for its scale
  const std::string name = std::string("CumulatedImages/2D/") + PixelName<TPixel> + '/' + std::to_string(side);
  Register(name, pixels, reads * pixels * sizeof(TPixel) + layout.GetSizeInBytes(), [=](benchmark::State &) {
    const Stream      stream = Stream::OfThisThread(0);
    ImageRing<TPixel> images(pixels, GetNumberOfTurns(2 * pixels * sizeof(TPixel)), stream);
    const Buffer      memory(layout.GetSizeInBytes(), stream);
    std::size_t       turn = 0;
    images.Fill(pixels, GetRandomPixels<TPixel>(), 0, stream);
    return MedianTimeOnDevice(stream, [&] {
      const std::size_t    size[] = { static_cast<std::size_t>(side), static_cast<std::size_t>(side) };
      const TPixel * const image = images.Get(++turn);
      LaunchCumulatedImages<TPixel>(MakeImageView(image, size), layout.MakeView(memory.GetData()), stream);
    });
  });
}

/** A star of `numberOfNodes` nodes, as large as the image. */
std::vector<PolygonNode>
MakeStar(std::int32_t side, std::int32_t numberOfNodes)
{
  std::vector<PolygonNode> nodes;
  for (std::int32_t i = 0; i < numberOfNodes; ++i)
  {
    const double angle = 2 * 3.14159265358979 * i / numberOfNodes;
    const double radius = side * (0.4 + 0.1 * std::sin(20 * angle));
    nodes.push_back({ static_cast<std::int32_t>(side / 2 + radius * std::cos(angle)),
                      static_cast<std::int32_t>(side / 2 + radius * std::sin(angle)) });
  }
  return nodes;
}

/** A template, so that a build without CUDA needs no launcher. */
template <typename TLabel>
void
RegisterPolygonMask(std::int32_t side, std::int32_t numberOfNodes)
{
  const std::size_t pixels = static_cast<std::size_t>(side) * side;
  const std::string name = "PolygonMask/" + std::to_string(numberOfNodes) + '/' + std::to_string(side);
  Register(name, pixels, pixels * sizeof(TLabel), [=](benchmark::State &) {
    const Stream          stream = Stream::OfThisThread(0);
    const auto            star = MakeStar(side, numberOfNodes);
    const LabelledPolygon polygon{ 0, numberOfNodes, 1 };
    const Buffer          nodes(star.size() * sizeof(PolygonNode), stream);
    const Buffer          polygons(sizeof(polygon), stream);
    const Buffer          mask(pixels, stream);
    Upload(nodes.GetData(), star.data(), star.size() * sizeof(PolygonNode), stream);
    Upload(polygons.GetData(), &polygon, sizeof(polygon), stream);
    return MedianTimeOnDevice(stream, [&] {
      const std::size_t size[] = { static_cast<std::size_t>(side), static_cast<std::size_t>(side) };
      LaunchPolygonMask(
        { nodes.As<PolygonNode>(), polygons.As<LabelledPolygon>(), 1 }, MakeImageView(mask.As<TLabel>(), size), stream);
    });
  });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (HasCuda)
  {
    RegisterCumulatedImages<std::uint8_t>(12288);
    RegisterCumulatedImages<std::int16_t>(12288);
    RegisterCumulatedImages<std::uint16_t>(12288);
    RegisterCumulatedImages<float>(12288);
    RegisterPolygonMask<std::uint8_t>(12288, 100);
    RegisterPolygonMask<std::uint8_t>(12288, 1000);
    RegisterPolygonMask<std::uint8_t>(12288, 10000);
  }
});
} // namespace
