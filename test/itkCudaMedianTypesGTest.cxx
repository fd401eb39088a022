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

using namespace itk::DeviceTesting;

namespace
{
/** The order of the header: -0 before +0, NaNs at the ends by their sign. */
std::int64_t
GetRank(float value)
{
  std::int32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits >= 0 ? bits : -std::int64_t{ bits & 0x7fffffff } - 1;
}
} // namespace

TEST(CudaMedianTypes, OfFloatsOrdersZerosAndNaNsAsDocumented)
{
  ITK_REQUIRE_DEVICE();
  using PlainImage = itk::Image<float, 2>;
  const unsigned int seed = GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const float values[]{ -nan, nan, -0.0f, 0.0f, -0.0f, 0.0f, -1, 1, -infinity, infinity };
  const auto  image = MakeImage<PlainImage>(itk::Size<2>{ { 41, 37 } }, random, [&](Random & generator) {
    return values[Pick(generator, 0, std::size(values) - 1)];
  });
  for (const itk::Size<2> radius : { itk::Size<2>{ { 0, 0 } },
                                     itk::Size<2>{ { 1, 1 } },
                                     itk::Size<2>{ { 2, 2 } },
                                     itk::Size<2>{ { 5, 5 } },
                                     itk::Size<2>{ { 7, 7 } },
                                     itk::Size<2>{ { 1, 3 } },
                                     itk::Size<2>{ { 2, 1 } },
                                     itk::Size<2>{ { 6, 0 } },
                                     itk::Size<2>{ { 2, 4 } },
                                     itk::Size<2>{ { 5, 4 } },
                                     itk::Size<2>{ { 10, 10 } } })
  {
    const auto median = itk::CudaMedianImageFilter<PlainImage, PlainImage>::New();
    median->SetInput(image);
    median->SetRadius(radius);
    median->Update();
    const auto expected = Copy<PlainImage>(image.GetPointer());
    for (itk::SizeValueType pixel = 0; pixel < 41 * 37; ++pixel)
    {
      auto window = GetWindow<float, 2>(image, image->ComputeIndex(pixel), radius);
      std::nth_element(window.begin(), window.begin() + window.size() / 2, window.end(), [](float a, float b) {
        return GetRank(a) < GetRank(b);
      });
      expected->GetBufferPointer()[pixel] = window[window.size() / 2];
    }
    EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected.GetPointer())) << radius;
  }
}

TEST(CudaMedianTypes, WithoutAKernelRunTheParent)
{
  using TestedImage = itk::DeviceImage<double, 2>;
  const auto image = MakeRandomImage<TestedImage>(itk::Size<2>{ { 20, 15 } }, 1);
  const auto median = itk::CudaMedianImageFilter<TestedImage, TestedImage>::New();
  median->SetInput(image);
  median->SetRadius({ { 1, 2 } });
  median->Update();
  EXPECT_FALSE(median->GetRanOnDevice());
  EXPECT_TRUE(AreSame<double>(median->GetOutput(), MedianOnHost<double, 2>(image, { { 1, 2 } }).GetPointer()));
}

TEST(CudaMedianTypes, WithoutAKernelThrowIfTheDeviceIsAlwaysUsed)
{
  using TestedImage = itk::DeviceImage<double, 2>;
  using UseDevice = itk::DeviceImageFilterEnums::UseDevice;
  const auto image = MakeRandomImage<TestedImage>(itk::Size<2>{ { 20, 15 } }, 1);
  const auto median = itk::CudaMedianImageFilter<TestedImage, TestedImage>::New();
  median->SetInput(image);
  median->SetUseDevice(UseDevice::Always);
  const std::string description = itk::DeviceTesting::CatchDescription([&] { median->Update(); });
  EXPECT_NE(description.find("UseDevice is Always"), std::string::npos) << description;
  if (itk::device::Runtime::IsAvailable())
  {
    EXPECT_NE(description.find("pixel types"), std::string::npos) << description;
  }
  median->SetUseDevice(UseDevice::Auto);
  median->Update();
  EXPECT_TRUE(AreSame<double>(median->GetOutput(), MedianOnHost<double, 2>(image, { { 1, 1 } }).GetPointer()));
}

TEST(CudaMedianTypes, ThatDifferBetweenInputAndOutputRunTheParent)
{
  using InputImage = itk::DeviceImage<uint8_t, 2>;
  using OutputImage = itk::DeviceImage<float, 2>;
  const auto image = MakeRandomImage<InputImage>(itk::Size<2>{ { 20, 15 } }, 1);
  const auto median = itk::CudaMedianImageFilter<InputImage, OutputImage>::New();
  const auto parent = itk::MedianImageFilter<itk::Image<uint8_t, 2>, itk::Image<float, 2>>::New();
  median->SetInput(image);
  parent->SetInput(image);
  median->Update();
  parent->Update();
  EXPECT_FALSE(median->GetRanOnDevice());
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), parent->GetOutput()));
}

TEST(CudaMedianTypes, WithoutAKernelWorkBehindAFilterOnTheDevice)
{
  using InputImage = itk::DeviceImage<uint8_t, 2>;
  using OutputImage = itk::DeviceImage<float, 2>;
  const auto image = MakeRandomImage<InputImage>(itk::Size<2>{ { 20, 15 } }, 1);
  const auto first = itk::CudaMedianImageFilter<InputImage, InputImage>::New();
  const auto second = itk::CudaMedianImageFilter<InputImage, OutputImage>::New();
  const auto parent = itk::MedianImageFilter<itk::Image<uint8_t, 2>, itk::Image<float, 2>>::New();
  first->SetInput(image);
  second->SetInput(first->GetOutput());
  parent->SetInput(MedianOnHost<uint8_t, 2>(image, { { 1, 1 } }));
  second->Update();
  parent->Update();
  EXPECT_EQ(first->GetRanOnDevice(), itk::device::Runtime::IsAvailable());
  EXPECT_TRUE(AreSame<float>(second->GetOutput(), parent->GetOutput()));
}

TEST(CudaMedianTypes, WithAKernelAreThoseOfTheDocumentation)
{
  EXPECT_EQ((itk::device::Supports<uint8_t, 2>), itk::device::HasCuda);
  EXPECT_EQ((itk::device::Supports<int16_t, 3>), itk::device::HasCuda);
  EXPECT_EQ((itk::device::Supports<uint16_t, 2>), itk::device::HasCuda);
  EXPECT_EQ((itk::device::Supports<float, 3>), itk::device::HasCuda);
  EXPECT_FALSE((itk::device::Supports<double, 2>));
  EXPECT_FALSE((itk::device::Supports<int, 2>));
  EXPECT_FALSE((itk::device::Supports<float, 4>));
}
