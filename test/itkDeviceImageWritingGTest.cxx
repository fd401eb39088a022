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
#include "itkAddPixelAccessor.h"
#include "itkDeviceImage.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkImageAdaptor.h"
#include "itkImageBufferRange.h"
#include "itkImageLinearIteratorWithIndex.h"
#include "itkImageRandomIteratorWithIndex.h"
#include "itkImageRegionExclusionIteratorWithIndex.h"
#include "itkImageRegionIterator.h"
#include "itkImageRegionIteratorWithIndex.h"
#include "itkImageRegionRange.h"
#include "itkImageRegionReverseIterator.h"
#include "itkImageScanlineIterator.h"
#include "itkImageSliceIteratorWithIndex.h"
#include "itkLineIterator.h"
#include "itkNeighborhoodIterator.h"
#include "itkReflectiveImageRegionIterator.h"
#include "itkShapedImageNeighborhoodRange.h"
#include "itkShapedNeighborhoodIterator.h"
#include <thread>
#include <vector>

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::TestedRegion;
using itk::DeviceTesting::TransferCounter;

namespace
{
const PlainImage::IndexType  somewhere{ { 2, 9 } };
const PlainImage::RegionType pixel(somewhere, { { 1, 1 } });
constexpr float              written = 77;

/** An image that a filter has read on the device, so that it is current on both sides. */
class ReadImage
{
public:
  ReadImage() { this->ReadOnDevice(); }

  TestedImage *
  Get() const
  {
    return m_Image;
  }

  /** What a filter that runs anew, over an image that need not be modified, finds at `index`. */
  float
  ReadOnDevice(const TestedImage::IndexType & index = somewhere) const
  {
    const auto median = MakeDeviceMedian<TestedImage>(m_Image, { { 0, 0 } });
    median->Update();
    return static_cast<const TestedImage *>(median->GetOutput())->GetPixel(index);
  }

private:
  TestedImage::Pointer m_Image{ MakeRandomImage<TestedImage>(TestedRegion, 1) };
};

/** `write` writes at `somewhere`, and the device sees it by itself. */
template <typename TWrite>
void
ExpectSeen(const char * access, const TWrite & write)
{
  SCOPED_TRACE(access);
  const ReadImage image;
  write(image.Get());
  const TransferCounter counter;
  EXPECT_EQ(image.ReadOnDevice(), written);
  EXPECT_EQ(counter.GetUploads(), 1u);
}

void
ExpectToNeedModified(const ReadImage & image)
{
  EXPECT_EQ(static_cast<const TestedImage *>(image.Get())->GetPixel(somewhere), written);
  EXPECT_NE(image.ReadOnDevice(), written) << "so it need not be said that Modified() is needed";
  image.Get()->Modified();
  EXPECT_EQ(image.ReadOnDevice(), written);
}

/** `write` writes at `somewhere`, and the device sees it after Modified() only. */
template <typename TWrite>
void
ExpectSeenOnceModified(const char * access, const TWrite & write)
{
  SCOPED_TRACE(access);
  const ReadImage image;
  write(image.Get());
  ExpectToNeedModified(image);
}

/** `get` gets what the device reads the pixels behind, and `write` then writes with it. */
template <typename TGet, typename TWrite>
void
ExpectSeenOnceModified(const char * access, const TGet & get, const TWrite & write)
{
  SCOPED_TRACE(access);
  const ReadImage image;
  auto            kept = get(image.Get());
  image.ReadOnDevice();
  write(kept);
  ExpectToNeedModified(image);
}

/** Of iterators that walk to the pixel. */
template <typename TIterator>
void
SetWhereTheIndexIs(TIterator iterator)
{
  while (iterator.GetIndex() != somewhere)
  {
    ++iterator;
  }
  iterator.Set(written);
}
} // namespace

TEST(DeviceImage, SeesWhatIsWrittenByItsMembers)
{
  ITK_REQUIRE_DEVICE();
  ExpectSeen("SetPixel", [](TestedImage * image) { image->SetPixel(somewhere, written); });
  ExpectSeen("GetPixel", [](TestedImage * image) { image->GetPixel(somewhere) = written; });
  ExpectSeen("operator[]", [](TestedImage * image) { (*image)[somewhere] = written; });
  ExpectSeen("FillBuffer", [](TestedImage * image) { image->FillBuffer(written); });
  ExpectSeen("GetBufferPointer",
             [](TestedImage * image) { image->GetBufferPointer()[image->ComputeOffset(somewhere)] = written; });
  ExpectSeen("the base's GetBufferPointer",
             [](PlainImage * image) { image->GetBufferPointer()[image->ComputeOffset(somewhere)] = written; });
  ExpectSeen("GetPixelContainer",
             [](TestedImage * image) { (*image->GetPixelContainer())[image->ComputeOffset(somewhere)] = written; });
}

TEST(DeviceImage, SeesWhatIsSetByIterators)
{
  ITK_REQUIRE_DEVICE();
  ExpectSeen("ImageIterator", [](TestedImage * image) { itk::ImageIterator<TestedImage>(image, pixel).Set(written); });
  ExpectSeen("ImageRegionIterator",
             [](TestedImage * image) { itk::ImageRegionIterator<TestedImage>(image, pixel).Set(written); });
  ExpectSeen("a copy of an ImageRegionIterator", [](TestedImage * image) {
    const itk::ImageRegionIterator<TestedImage> iterator(image, pixel);
    itk::ImageRegionIterator<TestedImage>       copy;
    copy = iterator;
    copy.Set(written);
  });
  ExpectSeen("ImageScanlineIterator",
             [](TestedImage * image) { itk::ImageScanlineIterator<TestedImage>(image, pixel).Set(written); });
  ExpectSeen("ImageRegionIteratorWithIndex",
             [](TestedImage * image) { itk::ImageRegionIteratorWithIndex<TestedImage>(image, pixel).Set(written); });
  ExpectSeen("ImageRegionReverseIterator", [](TestedImage * image) {
    itk::ImageRegionReverseIterator<TestedImage> iterator(image, pixel);
    iterator.GoToBegin();
    iterator.Set(written);
  });
  ExpectSeen("ImageLinearIteratorWithIndex",
             [](TestedImage * image) { itk::ImageLinearIteratorWithIndex<TestedImage>(image, pixel).Set(written); });
  ExpectSeen("ImageSliceIteratorWithIndex", [](TestedImage * image) {
    itk::ImageSliceIteratorWithIndex<TestedImage> iterator(image, pixel);
    iterator.SetFirstDirection(0);
    iterator.SetSecondDirection(1);
    iterator.GoToBegin();
    iterator.Set(written);
  });
  ExpectSeen("ImageRandomIteratorWithIndex", [](TestedImage * image) {
    itk::ImageRandomIteratorWithIndex<TestedImage> iterator(image, pixel);
    iterator.SetNumberOfSamples(1);
    iterator.GoToBegin();
    iterator.Set(written);
  });
  ExpectSeen("ImageRegionExclusionIteratorWithIndex", [](TestedImage * image) {
    itk::ImageRegionExclusionIteratorWithIndex<TestedImage> iterator(image, TestedRegion);
    iterator.SetExclusionRegion({ { { -3, 5 } }, { { 2, 2 } } });
    iterator.GoToBegin();
    SetWhereTheIndexIs(iterator);
  });
  ExpectSeen("ReflectiveImageRegionIterator", [](TestedImage * image) {
    itk::ReflectiveImageRegionIterator<TestedImage> iterator(image, TestedRegion);
    iterator.GoToBegin();
    SetWhereTheIndexIs(iterator);
  });
  ExpectSeen("LineIterator",
             [](TestedImage * image) { itk::LineIterator<TestedImage>(image, somewhere, { { 5, 9 } }).Set(written); });
}

TEST(DeviceImage, SeesWhatIsSetInNeighborhoodsAndRanges)
{
  ITK_REQUIRE_DEVICE();
  using NeighborhoodIterator = itk::NeighborhoodIterator<TestedImage>;
  ExpectSeen("NeighborhoodIterator::SetCenterPixel",
             [](TestedImage * image) { NeighborhoodIterator({ { 1, 1 } }, image, pixel).SetCenterPixel(written); });
  ExpectSeen("NeighborhoodIterator::SetPixel",
             [](TestedImage * image) { NeighborhoodIterator({ { 1, 1 } }, image, pixel).SetPixel(4, written); });
  ExpectSeen("NeighborhoodIterator::SetNeighborhood", [](TestedImage * image) {
    NeighborhoodIterator iterator({ { 1, 1 } }, image, pixel);
    auto                 neighborhood = iterator.GetNeighborhood();
    neighborhood[4] = written;
    iterator.SetNeighborhood(neighborhood);
  });
  ExpectSeen("ShapedNeighborhoodIterator", [](TestedImage * image) {
    itk::ShapedNeighborhoodIterator<TestedImage> iterator({ { 1, 1 } }, image, pixel);
    iterator.ActivateOffset({ { 0, 0 } });
    iterator.GoToBegin();
    iterator.Begin().Set(written);
  });
  ExpectSeen("ShapedImageNeighborhoodRange", [](TestedImage * image) {
    const std::vector<itk::Offset<2>> offsets{ { { 0, 0 } } };

    itk::ShapedImageNeighborhoodRange<TestedImage> range(*image, somewhere, offsets);
    *range.begin() = written;
  });
  ExpectSeen("ImageBufferRange",
             [](TestedImage * image) { itk::MakeImageBufferRange(image)[image->ComputeOffset(somewhere)] = written; });
  ExpectSeen("ImageRegionRange",
             [](TestedImage * image) { *itk::ImageRegionRange<TestedImage>(*image, pixel).begin() = written; });
}

TEST(DeviceImage, SeesWhatIsSetByAnIteratorThatIsKept)
{
  ITK_REQUIRE_DEVICE();
  const ReadImage                              image;
  itk::ImageRegionIterator<TestedImage>        iterator(image.Get(), pixel);
  const itk::NeighborhoodIterator<TestedImage> center({ { 0, 0 } }, image.Get(), pixel);
  itk::NeighborhoodIterator<TestedImage>       neighborhood = center;
  const itk::ImageBufferRange<TestedImage>     range(*image.Get());
  for (int round = 0; round < 3; ++round)
  {
    iterator.Set(static_cast<float>(3 * round));
    EXPECT_EQ(image.ReadOnDevice(), 3 * round);
    neighborhood.SetCenterPixel(static_cast<float>(3 * round + 1));
    EXPECT_EQ(image.ReadOnDevice(), 3 * round + 1);
    for (auto && value : range)
    {
      value = static_cast<float>(3 * round + 2);
    }
    EXPECT_EQ(image.ReadOnDevice(), 3 * round + 2);
  }
}

TEST(DeviceImage, SeesWhatThreadsSetByIteratorsOfTheirOwn)
{
  ITK_REQUIRE_DEVICE();
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(100); ++round)
  {
    const ReadImage          image;
    std::vector<std::thread> threads;
    for (unsigned int row = 0; row < TestedRegion.GetSize(1); ++row)
    {
      threads.emplace_back([&image, row] {
        auto region = TestedRegion;
        region.SetIndex(1, TestedRegion.GetIndex(1) + row);
        region.SetSize(1, 1);
        for (itk::ImageRegionIterator<TestedImage> iterator(image.Get(), region); !iterator.IsAtEnd(); ++iterator)
        {
          iterator.Set(static_cast<float>(row));
        }
      });
    }
    for (auto & thread : threads)
    {
      thread.join();
    }
    const auto median = MakeDeviceMedian<TestedImage>(image.Get(), { { 0, 0 } });
    median->Update();
    for (itk::ImageRegionConstIterator<TestedImage> iterator(median->GetOutput(), TestedRegion); !iterator.IsAtEnd();
         ++iterator)
    {
      ASSERT_EQ(iterator.Get(), iterator.GetIndex()[1] - TestedRegion.GetIndex(1));
    }
  }
}

TEST(DeviceImage, MayBeGivenOtherPixelsWhileAnIteratorWritesTheOldOnes)
{
  ITK_REQUIRE_DEVICE();
  const ReadImage                       image;
  const ReadImage                       sharing;
  const auto                            plain = MakeRandomImage<PlainImage>(TestedRegion, 1);
  itk::ImageRegionIterator<TestedImage> iterator(image.Get(), pixel);
  sharing.Get()->Graft(image.Get());
  image.Get()->SetPixelContainer(plain->GetPixelContainer());
  const float other = image.ReadOnDevice();
  iterator.Set(written);
  EXPECT_EQ(sharing.ReadOnDevice(), written);
  const TransferCounter counter;
  EXPECT_EQ(image.ReadOnDevice(), other);
  EXPECT_EQ(counter.GetUploads(), 0u);

  // Now nobody but the iterator has a container over the plain image's pixels.
  iterator = itk::ImageRegionIterator<TestedImage>(image.Get(), pixel);
  image.Get()->Initialize();
  iterator.Set(written);
  EXPECT_EQ(plain->GetPixel(somewhere), written);
}

TEST(DeviceImage, IsReadByIteratorsWithoutBecomingStale)
{
  ITK_REQUIRE_DEVICE();
  const ReadImage       image;
  const TransferCounter counter;
  static_cast<void>(itk::ImageRegionIterator<TestedImage>(image.Get(), TestedRegion).Get());
  for (const float value : itk::MakeImageBufferRange(static_cast<const TestedImage *>(image.Get())))
  {
    static_cast<void>(value);
  }
  image.ReadOnDevice();
  EXPECT_EQ(counter.GetUploads(), 0u);
  EXPECT_EQ(counter.GetDownloads(), 1u) << "of the output";
}

TEST(DeviceImage, SeesOnceModifiedWhatIsWrittenPastItsMembersAndIterators)
{
  ITK_REQUIRE_DEVICE();
  ExpectSeenOnceModified("ImageRegionIterator::Value", [](TestedImage * image) {
    itk::ImageRegionIterator<TestedImage>(image, pixel).Value() = written;
  });
  ExpectSeenOnceModified("the base's SetPixel", [](PlainImage * image) { image->SetPixel(somewhere, written); });
  ExpectSeenOnceModified("the base's GetPixel", [](PlainImage * image) { image->GetPixel(somewhere) = written; });
  ExpectSeenOnceModified("the base's operator[]", [](PlainImage * image) { (*image)[somewhere] = written; });
  ExpectSeenOnceModified("the base's FillBuffer", [](PlainImage * image) { image->FillBuffer(written); });
  ExpectSeenOnceModified("the base's GetPixelContainer", [](PlainImage * image) {
    (*image->GetPixelContainer())[image->ComputeOffset(somewhere)] = written;
  });
  ExpectSeenOnceModified("the base's ImageRegionIterator",
                         [](PlainImage * image) { itk::ImageRegionIterator<PlainImage>(image, pixel).Set(written); });
  ExpectSeenOnceModified("the base's ImageBufferRange", [](PlainImage * image) {
    itk::MakeImageBufferRange(image)[image->ComputeOffset(somewhere)] = written;
  });
}

TEST(DeviceImage, SeesOnceModifiedWhatIsWrittenThroughAKeptPointer)
{
  ITK_REQUIRE_DEVICE();
  const auto writeThrough = [](float * pointer) { *pointer = written; };
  ExpectSeenOnceModified(
    "GetBufferPointer",
    [](TestedImage * image) { return image->GetBufferPointer() + image->ComputeOffset(somewhere); },
    writeThrough);
  ExpectSeenOnceModified("GetPixel", [](TestedImage * image) { return &image->GetPixel(somewhere); }, writeThrough);
  ExpectSeenOnceModified(
    "NeighborhoodIterator::operator[]",
    [](TestedImage * image) { return itk::NeighborhoodIterator<TestedImage>({ { 1, 1 } }, image, pixel); },
    [](auto & iterator) { *iterator[4] = written; });
  ExpectSeenOnceModified(
    "the base's NeighborhoodIterator",
    [](PlainImage * image) { return itk::NeighborhoodIterator<PlainImage>({ { 1, 1 } }, image, pixel); },
    [](auto & iterator) { iterator.SetCenterPixel(written); });
  using Adaptor = itk::ImageAdaptor<TestedImage, itk::Accessor::AddPixelAccessor<float>>;
  const auto adaptor = Adaptor::New();
  ExpectSeenOnceModified(
    "an iterator over an ImageAdaptor",
    [&adaptor](TestedImage * image) {
      adaptor->SetImage(image);
      return itk::ImageRegionIterator<Adaptor>(adaptor, pixel);
    },
    [](auto & iterator) { iterator.Set(written); });
}
