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
#include "itkCudaZeroCrossingImageFilter.h"
#include "itkDeviceTesting.h"
#include "itkStreamingImageFilter.h"
#include "Kernels/ZeroCrossingCore.h"
#include <limits>

using namespace itk::DeviceTesting;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

namespace
{
template <typename TPixel>
TPixel
PickNearZero(Random & random)
{
  using Limits = std::numeric_limits<TPixel>;
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    const TPixel values[]{ -2,
                           -1,
                           -Limits::denorm_min(),
                           -0.0f,
                           0,
                           Limits::denorm_min(),
                           1,
                           2,
                           Limits::quiet_NaN(),
                           Limits::infinity(),
                           -Limits::infinity(),
                           -1,
                           1 };
    return values[Pick(random, 0, std::size(values) - 1)];
  }
  else
  {
    const TPixel values[]{ 0, 1, 2, static_cast<TPixel>(-1), static_cast<TPixel>(-2), Limits::min(), Limits::max() };
    return values[Pick(random, 0, std::size(values) - 1)];
  }
}

template <typename TFilter>
void
SetValues(TFilter * filter)
{
  filter->SetForegroundValue(7);
  filter->SetBackgroundValue(3);
}

/** Whether the filter equals its parent on an image of `region`, all at once and in pieces. */
template <typename TInput, typename TOutput, unsigned int VDimension>
::testing::AssertionResult
EqualsTheParent(const itk::ImageRegion<VDimension> & region, Random & random)
{
  using Input = itk::Image<TInput, VDimension>;
  using Output = itk::Image<TOutput, VDimension>;
  using DeviceInput = itk::DeviceImage<TInput, VDimension>;
  using DeviceOutput = itk::DeviceImage<TOutput, VDimension>;
  using Filter = itk::CudaZeroCrossingImageFilter<DeviceInput, DeviceOutput>;

  const auto input = MakeImage<Input>(region, random, PickNearZero<TInput>);
  const auto parent = itk::ZeroCrossingImageFilter<Input, Output>::New();
  parent->SetInput(input);
  SetValues(parent.GetPointer());
  parent->Update();

  const auto filter = Filter::New();
  filter->SetInput(Copy<DeviceInput>(input.GetPointer()));
  SetValues(filter.GetPointer());
  filter->Update();
  const auto atOnce = AreSame<TOutput, VDimension>(filter->GetOutput(), parent->GetOutput());
  if (!atOnce)
  {
    return atOnce;
  }
  const auto streaming = itk::StreamingImageFilter<DeviceOutput, Output>::New();
  const auto another = Filter::New();
  another->SetInput(filter->GetInput());
  SetValues(another.GetPointer());
  streaming->SetInput(another->GetOutput());
  streaming->SetNumberOfStreamDivisions(3);
  streaming->Update();
  return AreSame<TOutput, VDimension>(streaming->GetOutput(), parent->GetOutput());
}

template <typename TInput, typename TOutput>
void
ExpectTheParentsResult()
{
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    EXPECT_TRUE((EqualsTheParent<TInput, TOutput, 2>(PickRegion<2>(random, 70), random)));
    EXPECT_TRUE((EqualsTheParent<TInput, TOutput, 3>(PickRegion<3>(random, 20), random)));
  }
}
} // namespace

TEST(ZeroCrossingCore, MarksThePixelThatIsCloserToZeroAndTheFirstOfATie)
{
  using itk::device::CrossesZero;
  EXPECT_TRUE(CrossesZero(-1.0f, 2.0f, false));
  EXPECT_FALSE(CrossesZero(2.0f, -1.0f, true));
  EXPECT_TRUE(CrossesZero(-1.0f, 1.0f, true));
  EXPECT_FALSE(CrossesZero(-1.0f, 1.0f, false));
  EXPECT_TRUE(CrossesZero(0.0f, -1.0f, false));
  EXPECT_FALSE(CrossesZero(1.0f, 0.0f, true));
  EXPECT_FALSE(CrossesZero(0.0f, 0.0f, true));
  EXPECT_FALSE(CrossesZero(std::numeric_limits<float>::quiet_NaN(), -1.0f, true));
}

TEST(ZeroCrossingCore, DecidesOfAllNeighboursAsOfEach)
{
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < 100000; ++round)
  {
    const float pixel = PickNearZero<float>(random);
    float       neighbors[6];
    bool        expected = false;
    for (unsigned int i = 0; i < 6; ++i)
    {
      neighbors[i] = PickNearZero<float>(random);
      expected = expected || itk::device::CrossesZero(pixel, neighbors[i], i % 2 != 0);
    }
    ASSERT_EQ(itk::device::IsZeroCrossing(pixel, neighbors), expected) << pixel;
  }
}

TEST(CudaZeroCrossing, EqualsTheParentForFloat)
{
  ExpectTheParentsResult<float, float>();
  ExpectTheParentsResult<float, std::uint8_t>();
}

TEST(CudaZeroCrossing, EqualsTheParentForIntegers)
{
  ExpectTheParentsResult<std::int16_t, std::int16_t>();
  ExpectTheParentsResult<std::int16_t, float>();
  ExpectTheParentsResult<std::uint8_t, std::uint8_t>();
  ExpectTheParentsResult<std::uint16_t, std::uint8_t>();
}

// Enough voxels that blocks walk through 32 or 64 layers, 16 rows each; in pieces there are too few of them.
TEST(CudaZeroCrossing, EqualsTheParentForLargeVolumes)
{
  Random random(GetSeed(1));
  EXPECT_TRUE((EqualsTheParent<float, float, 3>(MakeRegion<3>({ { 4, 1040, 417 } }), random)));
  EXPECT_TRUE((EqualsTheParent<std::uint8_t, float, 3>(MakeRegion<3>({ { 7, 1041, 100 } }), random)));
  if (!IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    EXPECT_TRUE((EqualsTheParent<float, std::uint8_t, 3>(MakeRegion<3>({ { 132, 199, 1090 } }), random)));
    EXPECT_TRUE((EqualsTheParent<std::int16_t, float, 3>(MakeRegion<3>({ { 8, 1041, 897 } }), random)));
    EXPECT_TRUE((EqualsTheParent<std::uint8_t, std::uint8_t, 3>(MakeRegion<3>({ { 4, 1055, 833 } }), random)));
  }
}

TEST(CudaZeroCrossing, RunsTheParentForOtherTypes) { ExpectTheParentsResult<std::int32_t, std::int32_t>(); }

TEST(CudaZeroCrossing, RunsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 3>;
  const auto filter = itk::CudaZeroCrossingImageFilter<ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegion<3>({ { 33, 9, 5 } }), 1));
  filter->SetUseDevice(UseDevice::Always);
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
}
