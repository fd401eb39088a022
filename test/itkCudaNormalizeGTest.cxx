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
#include "itkCudaNormalizeImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

TEST(PointwiseNormalize, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  settings.ulps = 1; // sums of another order
  settings.hasNonFinitePixels = false;
  ExpectTheParentsOfOneInput<itk::CudaNormalizeImageFilter,
                             itk::NormalizeImageFilter,
                             Types<uint8_t, float, 2>,
                             Types<int16_t, float, 3>>([](auto *, Random &) {}, settings);
  // With pixels of one sign: else the mean may cancel, and with it every relative bound.
  settings.lowestPixel = 0;
  ExpectTheParentsOfOneInput<itk::CudaNormalizeImageFilter, itk::NormalizeImageFilter, Types<float, float, 3>>(
    [](auto *, Random &) {}, settings);
}

TEST(PointwiseNormalize, IsWithinTheBoundOfItsSumsWhereTheMeanCancels)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    Random             random(seed);
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    const auto image = ImageType::New();
    image->SetRegions(itk::Size<2>{ { 2 * Pick(random, 1u, 200u), Pick(random, 1u, 200u) } });
    image->Allocate();
    const auto                            pixels = image->GetBufferedRegion().GetNumberOfPixels();
    float * const                         buffer = image->GetBufferPointer();
    std::uniform_real_distribution<float> any(-1, 1);
    for (itk::SizeValueType i = 0; i < pixels; i += 2)
    {
      buffer[i] = any(random);
      buffer[i + 1] = -buffer[i];
    }
    const auto tested = itk::CudaNormalizeImageFilter<ImageType, ImageType>::New();
    const auto parent = itk::NormalizeImageFilter<ImageType, ImageType>::New();
    tested->SetInput(image);
    parent->SetInput(image);
    tested->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    tested->Update();
    parent->Update();
    // Less than 2^8 additions one after the other, each within 2^-53 of the sum of magnitudes, of which the mean is at most
    // the standard deviation; and a rounding to float.
    const float * const actual = tested->GetOutput()->GetBufferPointer();
    const float * const expected = parent->GetOutput()->GetBufferPointer();
    for (itk::SizeValueType i = 0; i < pixels; ++i)
    {
      const double bound = std::ldexp(1.0, 8 - 53) + std::ldexp(std::abs(expected[i]), -23);
      ASSERT_NEAR(actual[i], expected[i], bound) << "at " << i;
    }
  }
}
