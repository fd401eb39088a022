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
#include "itkCudaMedianTesting.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include "itkStreamingImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
using TestedImage = itk::DeviceImage<uint8_t, 2>;
using PlainImage = itk::Image<uint8_t, 2>;
using Median = itk::CudaMedianImageFilter<TestedImage, TestedImage>;

TestedImage::Pointer
Read(const std::string & name)
{
  const auto reader = itk::ImageFileReader<TestedImage>::New();
  reader->SetFileName(FindDataFolder() / name);
  reader->Update();
  return reader->GetOutput();
}

/** `image` with pixel (x, y) at change(x, y). */
template <typename TChange>
PlainImage::Pointer
Rearrange(const PlainImage * image, const itk::Size<2> & size, const TChange & change)
{
  const auto result = PlainImage::New();
  result->SetRegions(size);
  result->Allocate();
  const auto whole = image->GetBufferedRegion();
  for (itk::IndexValueType y = 0; y < static_cast<itk::IndexValueType>(whole.GetSize(1)); ++y)
  {
    for (itk::IndexValueType x = 0; x < static_cast<itk::IndexValueType>(whole.GetSize(0)); ++x)
    {
      result->SetPixel(change(x, y), image->GetPixel({ { x, y } }));
    }
  }
  return result;
}

PlainImage::Pointer
Filter(const PlainImage * image, const itk::Size<2> & radius)
{
  const auto median = itk::CudaMedianImageFilter<PlainImage, PlainImage>::New();
  median->SetInput(image);
  median->SetRadius(radius);
  median->Update();
  return median->GetOutput();
}

constexpr itk::Size<2> size{ { 67, 45 } };
constexpr itk::Size<2> radii[]{ { { 1, 1 } }, { { 2, 2 } }, { { 5, 5 } }, { { 1, 3 } }, { { 9, 9 } } };
} // namespace

TEST(CudaMedian, FiltersRealImagesAsTheParentDoes)
{
  for (const char * const name : { "cameraman.png", "boat.png" })
  {
    const auto image = Read(name);
    for (const auto & radius : { itk::Size<2>{ { 1, 1 } }, itk::Size<2>{ { 3, 3 } }, itk::Size<2>{ { 2, 1 } } })
    {
      EXPECT_TRUE(EqualsTheParent<uint8_t>(image.GetPointer(), radius)) << name;
    }
  }
}

TEST(CudaMedian, FiltersAFlippedImageToTheFlippedResult)
{
  const auto image = MakeRandomImage<PlainImage>(size, 1);
  const auto flip = [](auto x, auto y) { return itk::Index<2>{ { 66 - x, 44 - y } }; };
  for (const auto & radius : radii)
  {
    const auto expected = Rearrange(Filter(image, radius), size, flip);
    EXPECT_TRUE(
      HaveSamePixels<uint8_t>(Filter(Rearrange(image, size, flip), radius).GetPointer(), expected.GetPointer()))
      << radius;
  }
}

TEST(CudaMedian, FiltersATransposedImageToTheTransposedResult)
{
  const auto             image = MakeRandomImage<PlainImage>(size, 1);
  constexpr itk::Size<2> transposedSize{ { 45, 67 } };
  const auto             transpose = [](auto x, auto y) { return itk::Index<2>{ { y, x } }; };
  for (const auto & radius : radii)
  {
    const auto expected = Rearrange(Filter(image, radius), transposedSize, transpose);
    const auto actual = Filter(Rearrange(image, transposedSize, transpose), { { radius[1], radius[0] } });
    EXPECT_TRUE(HaveSamePixels<uint8_t>(actual.GetPointer(), expected.GetPointer())) << radius;
  }
}

TEST(CudaMedian, IsTheSameInTwoRunsAndLeavesItsInput)
{
  const auto image = Read("cameraman.png");
  const auto copy = Copy<PlainImage>(static_cast<const PlainImage *>(image));
  for (const auto & radius : radii)
  {
    const auto first = Filter(image, radius);
    const auto second = Filter(image, radius);
    EXPECT_TRUE(AreSame<uint8_t>(first.GetPointer(), second.GetPointer())) << radius;
    EXPECT_TRUE(AreSame<uint8_t>(image.GetPointer(), copy.GetPointer())) << radius;
  }
}

TEST(CudaMedian, FiltersInPiecesAsTheWhole)
{
  const auto image = Read("cameraman.png");
  for (const auto & radius : radii)
  {
    const auto median = Median::New();
    median->SetInput(image);
    median->SetRadius(radius);
    const auto streaming = itk::StreamingImageFilter<TestedImage, TestedImage>::New();
    streaming->SetInput(median->GetOutput());
    streaming->SetNumberOfStreamDivisions(7);
    streaming->Update();
    EXPECT_TRUE(AreSame<uint8_t>(streaming->GetOutput(), Filter(image, radius).GetPointer())) << radius;
  }
}

TEST(CudaMedian, FiltersMoreThanTwoToThe31Pixels)
{
  if (!IsSwitchedOn("CUDAIMAGEFILTERS_LARGE"))
  {
    GTEST_SKIP() << "This takes 10 GB of memory: CUDAIMAGEFILTERS_LARGE=1 switches it on.";
  }
  ITK_REQUIRE_DEVICE();
  const unsigned int seed = GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  const auto image = TestedImage::New();
  image->SetRegions(itk::Size<2>{ { 50000, 45000 } });
  image->Allocate();
  std::uint64_t   state = seed;
  uint8_t * const pixels = image->GetBufferPointer();
  std::generate_n(pixels, image->GetBufferedRegion().GetNumberOfPixels(), [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint8_t>(state >> 56);
  });
  for (const itk::Size<2> radius : { itk::Size<2>{ { 1, 1 } }, itk::Size<2>{ { 7, 7 } }, itk::Size<2>{ { 10, 10 } } })
  {
    const auto median = Median::New();
    median->SetInput(image);
    median->SetRadius(radius);
    median->Update();
    const TestedImage * const output = median->GetOutput();
    for (unsigned int sample = 0; sample < 20000; ++sample)
    {
      // Half of the samples are in the last rows, whose linear index is beyond 2^31.
      const itk::IndexValueType x = random() % 50000;
      const itk::IndexValueType y = sample % 2 == 0 ? random() % 45000 : 44999 - random() % 20;
      auto                      window = GetWindow<uint8_t, 2>(image, { { x, y } }, radius);
      std::nth_element(window.begin(), window.begin() + window.size() / 2, window.end());
      ASSERT_EQ(output->GetPixel({ { x, y } }), window[window.size() / 2]) << x << ' ' << y << ' ' << radius;
    }
  }
}
