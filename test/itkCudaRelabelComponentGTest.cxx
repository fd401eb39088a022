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
#include "itkCudaComponentsTesting.h"
#include "itkCudaLabelContourImageFilter.h"
#include "itkCudaRelabelComponentImageFilter.h"
#include <numeric>

using namespace itk::DeviceTesting;

namespace
{
/** Up to 30 labels of the type, among them 0, in blocks of up to 5 pixels along x. */
template <typename TImage>
typename TImage::Pointer
MakeLabels(const typename TImage::RegionType & region, Random & random, bool areSmall)
{
  using PixelType = typename TImage::PixelType;
  std::vector<PixelType> values(Pick(random, 1, 30));
  for (PixelType & value : values)
  {
    value = areSmall ? static_cast<PixelType>(Pick(random, 0, 40)) : static_cast<PixelType>(random());
  }
  values.push_back(0);
  unsigned int left = 0;
  PixelType    label = 0;
  return MakeImage<TImage>(region, random, [&](Random & generator) {
    if (left == 0)
    {
      left = Pick(generator, 1, 5);
      label = values[generator() % values.size()];
    }
    --left;
    return label;
  });
}

template <typename TInput, typename TOutput, unsigned int VDimension>
void
ExpectTheParentsOrder(Random & random)
{
  using Device = Types<TInput, TOutput, VDimension>;
  using Filter = itk::CudaRelabelComponentImageFilter<typename Device::InputImage, typename Device::OutputImage>;
  using Parent = itk::RelabelComponentImageFilter<typename Device::PlainInputImage, typename Device::PlainOutputImage>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const auto input = MakeLabels<typename Device::PlainInputImage>(
      PickComponentsRegion<VDimension>(random), random, Pick(random, 0, 1) == 0);
    const auto minimum = Pick(random, 0, 2) == 0 ? Pick(random, 0, 100) : 0;
    const bool isSorted = Pick(random, 0, 3) != 0;
    const bool isInPlace = Pick(random, 0, 1) == 0;
    const auto filters = ExpectTheParentsPixels<Filter, Parent>(input.GetPointer(), [&](auto * filter) {
      filter->SetMinimumObjectSize(minimum);
      filter->SetSortByObjectSize(isSorted);
      filter->SetInPlace(isInPlace && std::is_same_v<std::remove_pointer_t<decltype(filter)>, Filter>);
    });
    EXPECT_EQ(filters.first->GetNumberOfObjects(), filters.second->GetNumberOfObjects());
    EXPECT_EQ(filters.first->GetOriginalNumberOfObjects(), filters.second->GetOriginalNumberOfObjects());
    EXPECT_EQ(filters.first->GetSizeOfObjectsInPixels(), filters.second->GetSizeOfObjectsInPixels());
    EXPECT_EQ(filters.first->GetSizeOfObjectsInPhysicalUnits(), filters.second->GetSizeOfObjectsInPhysicalUnits());
    for (const int object : { 0, 1, 2, 100 })
    {
      EXPECT_EQ(filters.first->GetSizeOfObjectInPixels(static_cast<TInput>(object)),
                filters.second->GetSizeOfObjectInPixels(static_cast<TInput>(object)));
    }
  }
}

template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsContours(Random & random)
{
  using Device = Types<TPixel, TPixel, VDimension>;
  using Filter = itk::CudaLabelContourImageFilter<typename Device::InputImage, typename Device::OutputImage>;
  using Parent = itk::LabelContourImageFilter<typename Device::PlainInputImage, typename Device::PlainOutputImage>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const auto region = PickComponentsRegion<VDimension>(random);
    const auto input = Pick(random, 0, 1) == 0
                         ? MakeLabels<typename Device::PlainInputImage>(region, random, true)
                         : MakeBinaryImage<typename Device::PlainInputImage>(region, random, 7, 2);
    const bool isFullyConnected = Pick(random, 0, 1) == 0;
    const auto background = Pick(random, 0, 2);
    ExpectTheParentsPixels<Filter, Parent>(input.GetPointer(), [&](auto * filter) {
      filter->SetFullyConnected(isFullyConnected);
      if (background < 2)
      {
        filter->SetBackgroundValue(static_cast<TPixel>(2 * background));
      }
    });
  }
}
} // namespace

TEST(CudaRelabelComponent, GivesTheParentsLabelsAndSizes)
{
  ITK_REQUIRE_DEVICE();
  Random random(GetSeed(1));
  ExpectTheParentsOrder<std::uint8_t, std::uint8_t, 2>(random);
  ExpectTheParentsOrder<std::int16_t, std::int16_t, 3>(random);
  ExpectTheParentsOrder<std::uint16_t, std::uint8_t, 2>(random);
  ExpectTheParentsOrder<std::uint32_t, std::uint32_t, 3>(random);
  ExpectTheParentsOrder<std::uint32_t, std::uint16_t, 2>(random);
  ExpectTheParentsOrder<std::int32_t, std::int32_t, 2>(random);
}

TEST(CudaRelabelComponent, ThrowsWhereLabelsAreTooMany)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<std::uint16_t, 2>;
  using Filter = itk::CudaRelabelComponentImageFilter<ImageType, itk::DeviceImage<std::uint8_t, 2>>;
  for (const itk::SizeValueType number : { 255, 256 })
  {
    const auto image = ImageType::New();
    image->SetRegions(MakeRegion<2>({ { number, 1 } }));
    image->Allocate();
    std::iota(image->GetBufferPointer(), image->GetBufferPointer() + number, 1000);
    const auto filter = Filter::New();
    filter->SetInput(image);
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    const auto description = CatchDescription([&] { filter->Update(); });
    EXPECT_EQ(description.find("Output voxel range exceeded") != std::string::npos, number == 256) << description;
  }
}

TEST(CudaLabelContour, GivesTheParentsContours)
{
  ITK_REQUIRE_DEVICE();
  Random random(GetSeed(1));
  ExpectTheParentsContours<std::uint8_t, 2>(random);
  ExpectTheParentsContours<std::uint8_t, 3>(random);
  ExpectTheParentsContours<std::int16_t, 2>(random);
  ExpectTheParentsContours<std::uint32_t, 3>(random);
}
