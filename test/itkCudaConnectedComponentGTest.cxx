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
#include "itkCudaConnectedComponentImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TInput, typename TOutput, unsigned int VDimension>
void
ExpectTheParentsLabels(Random & random)
{
  using Device = Types<TInput, TOutput, VDimension>;
  using Filter = itk::CudaConnectedComponentImageFilter<typename Device::InputImage, typename Device::OutputImage>;
  using Parent =
    itk::ConnectedComponentImageFilter<typename Device::PlainInputImage, typename Device::PlainOutputImage>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const auto region = PickComponentsRegion<VDimension>(random);
    const auto input = MakeBinaryImage<typename Device::PlainInputImage>(region, random, 3);
    const auto mask = MakeBinaryImage<typename Device::PlainInputImage>(region, random, 1);
    mask->CopyInformation(input);
    const auto deviceMask = Copy<typename Device::InputImage>(mask.GetPointer());
    const bool isFullyConnected = Pick(random, 0, 1) == 1;
    const bool hasMask = Pick(random, 0, 3) == 0;
    const auto background = static_cast<TOutput>(Pick(random, 0, 2) == 0 ? Pick(random, 0, 40) : 0);
    const auto filters = ExpectTheParentsPixels<Filter, Parent>(input.GetPointer(), [&](auto * filter) {
      filter->SetFullyConnected(isFullyConnected);
      filter->SetBackgroundValue(background);
      if (hasMask)
      {
        using MaskType = typename std::remove_pointer_t<decltype(filter)>::MaskImageType;
        if constexpr (std::is_same_v<MaskType, typename Device::InputImage>)
        {
          filter->SetMaskImage(deviceMask);
        }
        else
        {
          filter->SetMaskImage(mask);
        }
      }
    });
    EXPECT_EQ(filters.first->GetObjectCount(), filters.second->GetObjectCount());
  }
}

using Image2D = itk::DeviceImage<std::uint8_t, 2>;

template <typename TLabelImage>
auto
MakeFilterOfDots(itk::SizeValueType number)
{
  using Filter = itk::CudaConnectedComponentImageFilter<Image2D, TLabelImage>;
  const auto image = Image2D::New();
  image->SetRegions(MakeRegion<2>({ { 2 * number, 2 } }));
  image->Allocate();
  for (itk::SizeValueType i = 0; i < 4 * number; ++i)
  {
    image->GetBufferPointer()[i] = i < 2 * number && i % 2 == 0;
  }
  const auto filter = Filter::New();
  filter->SetInput(image);
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  return filter;
}
} // namespace

TEST(CudaConnectedComponent, GivesTheParentsLabels)
{
  ITK_REQUIRE_DEVICE();
  Random random(GetSeed(1));
  ExpectTheParentsLabels<std::uint8_t, std::uint32_t, 2>(random);
  ExpectTheParentsLabels<std::uint8_t, std::uint32_t, 3>(random);
  ExpectTheParentsLabels<std::int16_t, std::int32_t, 2>(random);
  ExpectTheParentsLabels<std::uint16_t, std::uint16_t, 3>(random);
  ExpectTheParentsLabels<float, std::uint32_t, 3>(random);
}

TEST(CudaConnectedComponent, CountsNaNsAndNoNegativeZeros)
{
  ITK_REQUIRE_DEVICE();
  using Device = Types<float, std::int16_t, 2>;
  using Filter = itk::CudaConnectedComponentImageFilter<Device::InputImage, Device::OutputImage>;
  using Parent = itk::ConnectedComponentImageFilter<Device::PlainInputImage, Device::PlainOutputImage>;
  Random     random(GetSeed(1));
  const auto input = MakeImage<Device::PlainInputImage>(MakeRegion<2>({ { 60, 50 } }), random, [](Random & generator) {
    const float values[]{ 0.0f, -0.0f, std::numeric_limits<float>::quiet_NaN(), -1.0f, 0.0f };
    return values[Pick(generator, 0, 4)];
  });
  ExpectTheParentsPixels<Filter, Parent>(input.GetPointer(), [](auto * filter) { filter->SetBackgroundValue(-3); });
}

TEST(CudaConnectedComponent, ConnectsTilesInAllDirections)
{
  ITK_REQUIRE_DEVICE();
  using Device = Types<std::uint8_t, std::uint32_t, 3>;
  using Filter = itk::CudaConnectedComponentImageFilter<Device::InputImage, Device::OutputImage>;
  using Parent = itk::ConnectedComponentImageFilter<Device::PlainInputImage, Device::PlainOutputImage>;
  Random random(GetSeed(1));
  for (const bool isFullyConnected : { false, true })
  {
    for (const unsigned int percent : { 10, 31, 60, 97 })
    {
      const auto input = MakeImage<Device::PlainInputImage>(
        MakeRegion<3>({ { 290, 70, 40 } }), random, [=](Random & generator) { return generator() % 100 < percent; });
      ExpectTheParentsPixels<Filter, Parent>(input.GetPointer(),
                                             [=](auto * filter) { filter->SetFullyConnected(isFullyConnected); });
    }
  }
}

TEST(CudaConnectedComponent, ThrowsWhereLabelsAreTooMany)
{
  ITK_REQUIRE_DEVICE();
  const auto fitting = MakeFilterOfDots<Image2D>(255);
  fitting->Update();
  EXPECT_EQ(fitting->GetObjectCount(), 255u);
  EXPECT_EQ(fitting->GetOutput()->GetPixel({ { 508, 0 } }), 255);
  const auto tooMany = MakeFilterOfDots<Image2D>(256);
  EXPECT_NE(CatchDescription([&] { tooMany->Update(); }).find("Number of objects (256)"), std::string::npos);
  EXPECT_NO_THROW((MakeFilterOfDots<itk::DeviceImage<std::uint16_t, 2>>(256)->Update()));
}

TEST(CudaConnectedComponent, IsTheSameEveryTime)
{
  ITK_REQUIRE_DEVICE();
  Random     random(GetSeed(1));
  const auto input = MakeImage<Image2D>(
    MakeRegion<2>({ { 777, 555 } }), random, [](Random & generator) { return generator() % 100 < 59; });
  ExpectTheSameEveryTimeAndAnUntouchedInput(input.GetPointer(), [&] {
    const auto filter = itk::CudaConnectedComponentImageFilter<Image2D, itk::DeviceImage<std::uint32_t, 2>>::New();
    filter->SetInput(input);
    return filter;
  });
}

TEST(CudaConnectedComponent, LabelsMoreThan2To31Voxels)
{
  ITK_REQUIRE_DEVICE();
  if (!IsSwitchedOn("CUDAIMAGEFILTERS_LARGE"))
  {
    GTEST_SKIP() << "This takes 12 GB of memory: CUDAIMAGEFILTERS_LARGE=1 switches it on.";
  }
  // Columns along z, each 3 x 3 wide.
  using LabelImage = itk::DeviceImage<std::uint32_t, 3>;
  using ImageType = itk::DeviceImage<std::uint8_t, 3>;
  const auto            image = ImageType::New();
  constexpr std::size_t width = 1300;
  constexpr std::size_t depth = 1290;
  image->SetRegions(MakeRegion<3>({ { width, width, depth } }));
  image->Allocate();
  std::vector<std::uint8_t>  slice(width * width);
  std::vector<std::uint32_t> labels(width * width);
  for (std::size_t i = 0; i < slice.size(); ++i)
  {
    slice[i] = i % width % 4 != 3 && i / width % 4 != 3;
    labels[i] = slice[i] * static_cast<std::uint32_t>(i % width / 4 + i / width / 4 * (width / 4) + 1);
  }
  for (std::size_t z = 0; z < depth; ++z)
  {
    std::copy(slice.begin(), slice.end(), image->GetBufferPointer() + z * slice.size());
  }
  const auto filter = itk::CudaConnectedComponentImageFilter<ImageType, LabelImage>::New();
  filter->SetInput(image);
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  filter->Update();
  EXPECT_EQ(filter->GetObjectCount(), width / 4 * width / 4);
  const std::uint32_t * const result = filter->GetOutput()->GetBufferPointer();
  for (std::size_t z = 0; z < depth; ++z)
  {
    ASSERT_TRUE(std::equal(labels.begin(), labels.end(), result + z * labels.size())) << z;
  }
}
