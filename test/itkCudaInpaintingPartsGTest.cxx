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
#include "itkCudaInpaintingTesting.h"

using namespace itk::DeviceTesting;

TEST(CudaInpaintingParts, HaveTheParentsBits)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsBits<float, 2>(InpaintingTransform::Morphological, 15, 150);
  ExpectTheParentsBits<std::uint8_t, 2>(InpaintingTransform::Morphological, 3, 250);
  ExpectTheParentsBits<std::int16_t, 2>(InpaintingTransform::Morphological, 3, 100);
  ExpectTheParentsBits<float, 3>(InpaintingTransform::Morphological, 8, 26);
}

// They are of the whole image, on the device until they are looked at, and of no other transform.
TEST(CudaInpaintingParts, StayOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakePicture<itk::DeviceImage<float, 2>>(itk::ImageRegion<2>({ { 3, -7 } }, { { 70, 50 } }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0.3, 1);
  const auto set = [&](auto * filter) {
    filter->SetMaskImage(mask);
    filter->SetTransform(InpaintingTransform::Morphological);
  };
  const auto expected =
    RunFilter<ParentInpainting<float, 2>>(Copy<itk::Image<float, 2>>(image.GetPointer()).GetPointer(), set);

  const auto filter = CudaInpainting<float, 2>::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  filter->SetInput(image);
  filter->SetNumberOfIterations(IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 2 : 6);
  set(filter.GetPointer());
  const TransferCounter counter;
  filter->UpdateOutputInformation();
  filter->GetTextureOutput()->SetRequestedRegion(itk::ImageRegion<2>({ { 10, 0 } }, { { 4, 5 } }));
  filter->GetTextureOutput()->Update();
  EXPECT_EQ(counter.GetDownloads(), 0u);
  EXPECT_TRUE(HaveSameGeometry<2>(filter->GetTextureOutput(), image));
  EXPECT_TRUE(AreSame<float>(filter->GetTextureOutput(), expected->GetTextureOutput()));
  EXPECT_EQ(counter.GetDownloads(), 1u);
  EXPECT_TRUE(AreSame<float>(filter->GetCartoonOutput(), expected->GetCartoonOutput()));
  EXPECT_TRUE(AreSame<float>(filter->GetOutput(), expected->GetOutput()));

  filter->SetTransform(InpaintingTransform::Wavelet);
  filter->Update();
  EXPECT_EQ(filter->GetCartoonOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  EXPECT_EQ(filter->GetTextureOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
}

TEST(CudaInpaintingParts, AreTheParentsWhereItRuns)
{
  const auto image = MakePicture<itk::DeviceImage<std::uint8_t, 2>>(MakeRegionOfSides<2>({ 40, 30 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0.3, 1);
  const auto set = [&](auto * filter) {
    filter->SetMaskImage(mask);
    filter->SetTransform(InpaintingTransform::Morphological);
  };
  const auto actual = RunFilter<CudaInpainting<std::uint8_t, 2>>(image.GetPointer(), [&](auto * filter) {
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Never);
    set(filter);
  });
  const auto expected = RunFilter<ParentInpainting<std::uint8_t, 2>>(
    Copy<itk::Image<std::uint8_t, 2>>(image.GetPointer()).GetPointer(), set);
  EXPECT_FALSE(actual->GetRanOnDevice());
  EXPECT_TRUE(AreSame<std::uint8_t>(actual->GetOutput(), expected->GetOutput()));
  EXPECT_TRUE(AreSame<float>(actual->GetCartoonOutput(), expected->GetCartoonOutput()));
  EXPECT_TRUE(AreSame<float>(actual->GetTextureOutput(), expected->GetTextureOutput()));
}
