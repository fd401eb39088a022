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
#include "itkCudaCopyTesting.h"
#include "itkCudaPasteImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
/** An image of any region, a part of it, and a place for it in or partly in the filter's input; or a constant there. The
 * source has the first axes of the input, or others. */
template <unsigned int VSourceDimension>
struct PasteAnything
{
  template <typename TFilter>
  void
  operator()(TFilter * filter, Random & random) const
  {
    using SourceType = typename TFilter::SourceImageType;
    static_assert(SourceType::ImageDimension == VSourceDimension);
    const auto region = GetInputRegion(filter);
    const auto source = MakeRandomImage<SourceType>(PickRegion<VSourceDimension>(random, 30), random);
    filter->SetSourceRegion(PickPart(random, source->GetBufferedRegion()));
    const bool isConstant = Pick(random, 0, 3) == 0;
    if (isConstant)
    {
      filter->SetSourceImage(nullptr);
      filter->SetConstant(PickPixel<typename SourceType::PixelType>(random));
    }
    else
    {
      filter->SetSourceImage(source);
    }
    auto skipped = filter->GetDestinationSkipAxes();
    std::shuffle(skipped.begin(), skipped.end(), random);
    filter->SetDestinationSkipAxes(skipped);
    auto index = region.GetIndex();
    for (unsigned int axis = 0; axis < index.Dimension; ++axis)
    {
      index[axis] += static_cast<int>(Pick(random, 0, static_cast<unsigned int>(region.GetSize(axis)) + 10)) - 10;
    }
    filter->SetDestinationIndex(index);
    if (!m_InPlace)
    {
      filter->InPlaceOff();
    }
  }

  bool m_InPlace{ false };
};

template <typename TPixel, unsigned int VDimension, unsigned int VSourceDimension>
void
ExpectTheParentsPastes(const ParentComparisonSettings & settings = {})
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using PlainType = itk::Image<TPixel, VDimension>;
  using SourceType = itk::DeviceImage<TPixel, VSourceDimension>;
  using PlainSourceType = itk::Image<TPixel, VSourceDimension>;
  auto further = settings;
  further.furtherUploads = 1; // of the source
  ExpectTheParentsPixels<itk::CudaPasteImageFilter<ImageType, SourceType, ImageType>,
                         itk::PasteImageFilter<PlainType, PlainSourceType, PlainType>>(
    PasteAnything<VSourceDimension>(), 1, further);
}
} // namespace

TEST(CopyPaste, GivesTheParentsPixels)
{
  ExpectTheParentsPastes<uint8_t, 2, 2>(GetLongSides(150));
  ExpectTheParentsPastes<int16_t, 3, 3>();
  ExpectTheParentsPastes<float, 3, 3>();
}

TEST(CopyPaste, GivesTheParentsPixelsOfASourceOfALowerDimension)
{
  ExpectTheParentsPastes<uint8_t, 3, 2>();
  ExpectTheParentsPastes<float, 3, 2>();
}

TEST(CopyPaste, RunsInPlace)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<int16_t, 3>;
  using PlainType = itk::Image<int16_t, 3>;
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random           random(seed);
    PasteAnything<3> paste;
    const auto       image = MakeRandomImage<ImageType>(PickRegion<3>(random, 20), random);
    paste.m_InPlace = true;
    Random same = random;
    // Not in place, where the parent of ITK 5.2 writes beyond the image if some thread has nothing to paste.
    const auto expected = RunOnHost<itk::PasteImageFilter<PlainType>>(image.GetPointer(), [&](auto * filter) {
      Random again = same;
      paste(filter, again);
      filter->InPlaceOff();
    });
    const auto filter = itk::CudaPasteImageFilter<ImageType>::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    filter->InPlaceOn();
    paste(filter.GetPointer(), same);
    const auto         stream = itk::device::Stream::OfThisThread(itk::device::Runtime::GetCurrentDevice());
    const void * const memory = image->GetPixelContainer()->GetDevicePointer(stream);
    image->GetPixelContainer()->ReadOnDevice(stream);
    filter->Update();
    EXPECT_EQ(filter->GetOutput()->GetPixelContainer()->GetDevicePointer(stream), memory);
    filter->GetOutput()->GetPixelContainer()->ReadOnDevice(stream);
    ASSERT_TRUE(AreSame<int16_t>(filter->GetOutput(), expected.GetPointer()));
  }
}

TEST(CopyPaste, NeedsASource)
{
  using ImageType = itk::DeviceImage<uint8_t, 2>;
  const auto filter = itk::CudaPasteImageFilter<ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegion<2>({ { 20, 10 } }), 1));
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
}
