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
#include "RegionSnake/RegionSumsLaunch.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceSupports.h"
#include "itkPolygonRegionForTesting.h"
#include <limits>

using itk::device::Buffer;
using itk::device::CumulatedImagesSummary;
using itk::device::CumulatedImagesView;
using itk::device::ImageView;
using itk::device::LabelledPolygon;
using itk::device::PolygonsView;
using itk::device::Stream;
using itk::DeviceTesting::CumulatedImage;
using itk::DeviceTesting::GetNumberOfRounds;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickPixel;
using itk::DeviceTesting::PickPolygon;
using itk::DeviceTesting::PolygonList;
using itk::DeviceTesting::PolygonNode;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RegionSums;

namespace
{
template <typename T>
Buffer
Upload(const std::vector<T> & values, const Stream & stream)
{
  Buffer buffer(std::max<std::size_t>(1, values.size()) * sizeof(T), stream);
  if (!values.empty())
  {
    itk::device::Upload(buffer.GetData(), values.data(), values.size() * sizeof(T), stream);
  }
  return buffer;
}

template <typename T>
std::vector<T>
Download(const void * device, std::size_t size, const Stream & stream)
{
  std::vector<T> values(size);
  itk::device::Download(values.data(), device, size * sizeof(T), stream);
  return values;
}

// A build without CUDA has no launchers, and its tests skip.
template <typename TPixel>
void
LaunchImages(const ImageView<const TPixel, 2> & input, const CumulatedImagesView & output, const Stream & stream)
{
  if constexpr (itk::device::HasCuda)
  {
    itk::device::LaunchCumulatedImages<TPixel>(input, output, stream);
  }
}

void
LaunchSums(const CumulatedImagesView & images, const PolygonsView & polygons, RegionSums * sums, const Stream & stream)
{
  if constexpr (itk::device::HasCuda)
  {
    itk::device::LaunchPolygonSums(images, polygons, sums, stream);
  }
}

void
LaunchMask(const PolygonsView & polygons, const ImageView<std::uint8_t, 2> & mask, const Stream & stream)
{
  if constexpr (itk::device::HasCuda)
  {
    itk::device::LaunchPolygonMask(polygons, mask, stream);
  }
}

/** Polygons in device memory. */
struct DevicePolygons
{
  Buffer       nodes;
  Buffer       polygons;
  PolygonsView view;

  DevicePolygons(const PolygonList & list, const Stream & stream)
    : nodes(Upload(list.nodes, stream))
    , polygons(Upload(list.polygons, stream))
    , view{ nodes.As<PolygonNode>(), polygons.As<LabelledPolygon>(), list.GetView().numberOfPolygons }
  {}
};

/** The cumulated images of an image, made on the device. */
template <typename TPixel>
struct DeviceCumulatedImages
{
  Buffer              pixels;
  Buffer              memory;
  CumulatedImagesView view;

  DeviceCumulatedImages(const CumulatedImage<TPixel> & image, const Stream & stream)
    : pixels(Upload(image.pixels, stream))
    , memory(image.layout.GetSizeInBytes(), stream)
    , view(image.layout.MakeView(memory.GetData()))
  {
    auto input = itk::device::MakeImageView(pixels.template As<const TPixel>(), image.size);
    input.stride[1] = image.stride;
    LaunchImages<TPixel>(input, view, stream);
  }
};

template <typename TPixel>
void
ExpectTheHostsImages(const CumulatedImage<TPixel> & image, const Stream & stream)
{
  const DeviceCumulatedImages<TPixel> actual(image, stream);
  const auto summary = Download<CumulatedImagesSummary>(actual.view.summary, 1, stream).front();
  EXPECT_EQ(summary.scale.offset, image.view.summary->scale.offset);
  EXPECT_EQ(summary.scale.scale, image.view.summary->scale.scale);
  EXPECT_EQ(summary.total, image.view.summary->total);

  const auto expectSame = [&](const auto * device, const auto * host) {
    using ElementType = std::decay_t<decltype(*host)>;
    const auto values = Download<ElementType>(device, image.view.stride * image.size[1], stream);
    for (std::size_t y = 0; y < image.size[1]; ++y)
    {
      const auto * const row = host + y * image.view.stride;
      ASSERT_TRUE(std::equal(row, row + image.size[0] + 1, values.data() + y * image.view.stride)) << "row " << y;
    }
  };
  expectSame(actual.view.squares, image.view.squares);
  if (image.view.sums32 != nullptr)
  {
    expectSame(actual.view.sums32, image.view.sums32);
  }
  else
  {
    expectSame(actual.view.sums64, image.view.sums64);
  }
}
} // namespace

template <typename TPixel>
class CudaRegionSums : public itk::DeviceTesting::DeviceTest
{};

using TestedPixels = ::testing::Types<std::uint8_t, std::int16_t, std::uint16_t, float>;
TYPED_TEST_SUITE(CudaRegionSums, TestedPixels, );

TYPED_TEST(CudaRegionSums, CumulatedImagesAreThoseOfTheHostForEverySize)
{
  const Stream stream = Stream::OfThisThread(0);
  Random       random(1);
  for (const std::size_t width : { 1, 2, 3, 4, 5, 31, 33, 127, 128, 129, 511, 512, 4095, 4096, 4097, 9001 })
  {
    for (const std::size_t height : { 1, 2, 37 })
    {
      // Rows that begin at every alignment, and rows that are all aligned.
      for (const std::size_t padding : { std::size_t{ 3 }, (8 - width % 8) % 8 })
      {
        SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + ", " + std::to_string(padding));
        ExpectTheHostsImages(
          CumulatedImage<TypeParam>(width, height, padding, [&] { return PickPixel<TypeParam>(random); }), stream);
      }
    }
  }
}

TYPED_TEST(CudaRegionSums, CumulatedImagesOfTheLargestPixelsAreThoseOfTheHost)
{
  const Stream stream = Stream::OfThisThread(0);
  for (const std::size_t width : { 65537, 65538 })
  {
    ExpectTheHostsImages(CumulatedImage<TypeParam>(width, 2, 0, [&] { return std::numeric_limits<TypeParam>::max(); }),
                         stream);
  }
}

TYPED_TEST(CudaRegionSums, SumsOverPolygonsAreThoseOfTheHost)
{
  const Stream       stream = Stream::OfThisThread(0);
  const unsigned int seed = itk::DeviceTesting::GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (const std::int32_t side : { 1, 2, 7, 40, 300, 1000 })
  {
    const auto image = CumulatedImage<TypeParam>(side, side, 1, [&] { return PickPixel<TypeParam>(random); });
    const DeviceCumulatedImages<TypeParam> images(image, stream);
    PolygonList                            polygons;
    for (unsigned int i = 0; i < GetNumberOfRounds(1000); ++i)
    {
      const auto margin = static_cast<std::int32_t>(Pick(random, 0, 30));
      polygons.Add(PickPolygon(random, Pick(random, 0, 40), -margin, side + margin, side + margin), 1);
    }
    polygons.Add({ { -itk::device::MaximumNodeCoordinate, -7 },
                   { itk::device::MaximumNodeCoordinate, 3 },
                   { side / 2, itk::device::MaximumNodeCoordinate } },
                 1);
    const DevicePolygons devicePolygons(polygons, stream);
    const Buffer         buffer(polygons.polygons.size() * sizeof(RegionSums), stream);
    LaunchSums(images.view, devicePolygons.view, buffer.As<RegionSums>(), stream);
    const auto sums = Download<RegionSums>(buffer.GetData(), polygons.polygons.size(), stream);
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
      const LabelledPolygon & polygon = polygons.polygons[i];
      ASSERT_EQ(sums[i],
                itk::device::PolygonSums(image.view, polygons.nodes.data() + polygon.firstNode, polygon.numberOfNodes))
        << "polygon " << i << " on " << side;
    }
  }
}

TEST(CudaPolygonMask, IsThatOfTheHost)
{
  ITK_REQUIRE_DEVICE();
  const Stream       stream = Stream::OfThisThread(0);
  const unsigned int seed = itk::DeviceTesting::GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  for (unsigned int round = 0; round < GetNumberOfRounds(300); ++round)
  {
    const auto        longest = round % 10 == 0 ? 9000u : 600u;
    const std::size_t size[2] = { Pick(random, 1, longest), Pick(random, 1, 9600 / longest * 6) };
    const std::size_t stride = size[0] + Pick(random, 0, 2) * 8 + (round % 3 == 0 ? 3 : 0);
    PolygonList       polygons;
    for (unsigned int count = Pick(random, 0, round % 4 == 0 ? 60 : 4); count > 0; --count)
    {
      const auto margin = static_cast<std::int32_t>(Pick(random, 0, 30));
      polygons.Add(PickPolygon(random,
                               Pick(random, 0, count == 1 ? 700 : 40),
                               -margin,
                               static_cast<std::int32_t>(size[0]) + margin,
                               static_cast<std::int32_t>(size[1]) + margin),
                   static_cast<std::uint8_t>(random()));
    }
    std::vector<std::uint8_t>        expected(stride * size[1], 77);
    const Buffer                     buffer = Upload(expected, stream);
    const DevicePolygons             devicePolygons(polygons, stream);
    const ImageView<std::uint8_t, 2> host{ expected.data(), { size[0], size[1] }, { 1, stride } };
    const ImageView<std::uint8_t, 2> device{ buffer.As<std::uint8_t>(), { size[0], size[1] }, { 1, stride } };
    itk::device::ComputePolygonMask(polygons.GetView(), host, itk::DeviceTesting::MakeThreader(size[1]));
    LaunchMask(devicePolygons.view, device, stream);
    // What lies between the rows is unchanged.
    ASSERT_EQ(Download<std::uint8_t>(buffer.GetData(), expected.size(), stream), expected)
      << size[0] << " x " << size[1] << ", " << polygons.polygons.size() << " polygons";
  }
}

TEST(CudaPolygonMask, AndCumulatedImagesAreThoseOfTheHostBeyond2To31Pixels)
{
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_LARGE"))
  {
    GTEST_SKIP() << "This takes 35 GB of memory: CUDAIMAGEFILTERS_LARGE=1 switches it on.";
  }
  ITK_REQUIRE_DEVICE();
  const Stream               stream = Stream::OfThisThread(0);
  constexpr std::int32_t     width = 50001;
  constexpr std::int32_t     height = 45000;
  constexpr std::size_t      size[2] = { width, height };
  std::vector<std::uint16_t> row(width);
  std::uint32_t              state = 1;
  std::generate(row.begin(), row.end(), [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<std::uint16_t>(state >> 16);
  });
  // Every row is the same but for its first pixel, which says which row it is.
  const Buffer pixels(size[0] * size[1] * sizeof(std::uint16_t), stream);
  for (std::int32_t y = 0; y < height; ++y)
  {
    row[0] = static_cast<std::uint16_t>(y);
    itk::device::Upload(pixels.As<std::uint16_t>() + y * size[0], row.data(), row.size() * sizeof(row[0]), stream);
  }
  const auto                layout = itk::device::MakeCumulatedImagesLayout<std::uint16_t>(width, height);
  const Buffer              memory(layout.GetSizeInBytes(), stream);
  const CumulatedImagesView view = layout.MakeView(memory.GetData());
  LaunchImages(itk::device::MakeImageView(pixels.As<const std::uint16_t>(), size), view, stream);

  PolygonList polygons;
  polygons.Add({ { 0, 0 }, { width, 10 }, { width - 7, height }, { 30000, 20000 } }, 5);
  const DevicePolygons devicePolygons(polygons, stream);
  const Buffer         mask(size[0] * size[1], stream);
  LaunchMask(devicePolygons.view, itk::device::MakeImageView(mask.As<std::uint8_t>(), size), stream);

  for (const std::int32_t y : { 0, 1, 20000, 42949, 42950, 44998, 44999 })
  {
    std::vector<std::uint32_t> sums(width + 1);
    std::vector<std::uint64_t> squares(width + 1);
    row[0] = static_cast<std::uint16_t>(y);
    itk::device::CumulateRow(
      row.data(), row.size(), itk::device::PixelEncoder<std::uint16_t>({}), sums.data(), squares.data());
    EXPECT_EQ(Download<std::uint32_t>(view.sums32 + y * view.stride, sums.size(), stream), sums) << y;
    EXPECT_EQ(Download<std::uint64_t>(view.squares + y * view.stride, squares.size(), stream), squares) << y;

    PolygonList moved = polygons;
    for (PolygonNode & node : moved.nodes)
    {
      node.y -= y;
    }
    std::vector<std::uint8_t> labels(width);
    itk::device::ComputePolygonMask(
      moved.GetView(), { labels.data(), { size[0], 1 }, { 1, size[0] } }, itk::DeviceTesting::MakeThreader(1));
    EXPECT_EQ(Download<std::uint8_t>(mask.As<std::uint8_t>() + y * size[0], labels.size(), stream), labels) << y;
  }
}
