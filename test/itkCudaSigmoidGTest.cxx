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
#include "itkCudaSigmoidImageFilter.h"
#include "itkCudaPointwiseLargeTesting.h"
#include <algorithm>
#include <limits>
#include <vector>

using namespace itk::DeviceTesting;

TEST(PointwiseSigmoid, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  settings.ulps = 1; // of double functions that are within one of theirs, rounded
  ExpectTheParentsOfOneInput<itk::CudaSigmoidImageFilter,
                             itk::SigmoidImageFilter,
                             Types<uint8_t, uint8_t, 2>,
                             Types<int16_t, float, 3>,
                             Types<uint32_t, uint32_t, 2>,
                             Types<float, float, 3>,
                             Types<float, uint8_t, 2>>(
    [](auto * filter, Random & random) {
      using OutputPixelType = typename std::remove_pointer_t<decltype(filter)>::OutputPixelType;
      filter->SetAlpha(0.25 * Pick(random, 1, 400));
      filter->SetBeta(static_cast<double>(Pick(random, 0, 200)) - 100);
      filter->SetOutputMinimum(static_cast<OutputPixelType>(Pick(random, 0, 20)));
      filter->SetOutputMaximum(static_cast<OutputPixelType>(Pick(random, 100, 120)));
    },
    settings);
}

TEST(PointwiseSigmoid, GivesTheParentsPixelsOfLargeImages)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsOfALargeImage<
    itk::CudaSigmoidImageFilter<itk::DeviceImage<uint16_t, 2>, itk::DeviceImage<uint16_t, 2>>,
    itk::SigmoidImageFilter<itk::Image<uint16_t, 2>, itk::Image<uint16_t, 2>>>([](auto * filter) {
    filter->SetAlpha(3000);
    filter->SetBeta(30000);
  });
  ExpectTheParentsOfALargeImage<itk::CudaSigmoidImageFilter<itk::DeviceImage<float, 2>, itk::DeviceImage<float, 2>>,
                                itk::SigmoidImageFilter<itk::Image<float, 2>, itk::Image<float, 2>>>(
    [](auto * filter) { filter->SetAlpha(3); });
}

/** Numbers that are none, infinite ones, quotients beyond what exp() takes, and divisors by which they are not ordinary. */
TEST(PointwiseSigmoid, GivesTheParentsPixelsOfAnyNumber)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  constexpr float          infinity = std::numeric_limits<float>::infinity();
  constexpr float          none = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> pixels{ none,   -none,  infinity, -infinity, 0.0f,    -0.0f,  1e-45f, -1e-45f, 1e38f,
                                   -1e38f, 689.9f, -689.9f,  690.5f,    -690.5f, 709.0f, -709.f, 746.0f,  -746.0f,
                                   88.5f,  -88.5f, 103.9f,   -103.9f,   -104.1f, 37.0f,  -37.0f, 38.0f,   1500.0f };
  const auto               image = ImageType::New();
  image->SetRegions(itk::Size<2>{ { pixels.size(), 1 } });
  image->Allocate();
  std::copy(pixels.begin(), pixels.end(), image->GetBufferPointer());
  for (const double alpha : { 1.0, -2.0, 0.37, 1e-30, 1e-200, 1e200, 0.0 })
  {
    for (const double beta : { 0.0, 5.5, 1e120 })
    {
      for (const float maximum : { 1.0f, 3e38f })
      {
        SCOPED_TRACE("alpha " + std::to_string(alpha) + ", beta " + std::to_string(beta) + ", maximum " +
                     std::to_string(maximum));
        const auto filter = itk::CudaSigmoidImageFilter<ImageType, ImageType>::New();
        const auto parent = itk::SigmoidImageFilter<itk::Image<float, 2>, itk::Image<float, 2>>::New();
        filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
        const auto update = [&](auto * each) {
          each->SetInput(image);
          each->SetAlpha(alpha);
          each->SetBeta(beta);
          each->SetOutputMaximum(maximum);
          each->Update();
        };
        update(filter.GetPointer());
        update(parent.GetPointer());
        EXPECT_TRUE(filter->GetRanOnDevice());
        const auto result = AreWithinUlps<float, 2>(filter->GetOutput(), parent->GetOutput(), 1);
        EXPECT_TRUE(result);
      }
    }
  }
}
