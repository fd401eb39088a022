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
#include "itkCudaBinomialBlurImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

TEST(CudaBinomialBlur, GivesTheParentsPixels)
{
  ExpectTheParentsOfOneInput<itk::CudaBinomialBlurImageFilter,
                             itk::BinomialBlurImageFilter,
                             Types<float, float, 2>,
                             Types<uint8_t, float, 2>,
                             Types<int16_t, float, 3>,
                             Types<float, float, 3>>(
    [](auto * filter, Random & random) { filter->SetRepetitions(Pick(random, 1, 5)); });
}

TEST(CudaBinomialBlur, OfNoRepetitionIsTheParentsAlone)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  const auto filter = itk::CudaBinomialBlurImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 50, 40 }), 1));
  filter->SetRepetitions(0);
  filter->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
}
