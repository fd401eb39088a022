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
#include "itkCovariantVector.h"
#include "itkCudaDiffusionTesting.h"
#include "itkDeviceTestingPixels.h"

using namespace itk::DeviceTesting;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

namespace
{
/** Sets one component in some `rarity` to an extreme, or NaN. */
template <typename TImage>
void
PutExtremes(TImage * image, Random & random, unsigned int rarity)
{
  auto * const components = reinterpret_cast<float *>(image->GetBufferPointer());
  const auto   number =
    image->GetBufferedRegion().GetNumberOfPixels() * static_cast<std::size_t>(TImage::PixelType::Dimension);
  for (std::size_t i = 0; i < number; ++i)
  {
    if (Pick(random, 0, rarity) == 0)
    {
      components[i] = Pick(random, 0, 3) == 0 ? std::nanf("") : PickExtremePixel<float>(random);
    }
  }
}

/** How many components are not the same number, nor both NaN. */
template <typename TPixel, unsigned int VDimension>
itk::SizeValueType
CountDiffering(const itk::Image<TPixel, VDimension> * a, const itk::Image<TPixel, VDimension> * b)
{
  const auto         viewOfA = ViewComponents(a);
  const auto         viewOfB = ViewComponents(b);
  itk::SizeValueType differing = 0;
  for (itk::SizeValueType i = 0; i < viewOfA->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    const float ofA = viewOfA->GetBufferPointer()[i];
    const float ofB = viewOfB->GetBufferPointer()[i];
    differing += ofA != ofB && !(std::isnan(ofA) && std::isnan(ofB));
  }
  return differing;
}

/** Parts of images of any region and geometry, by any parameters, also of plain images; half of them with extremes. */
template <typename TPixel, unsigned int VDimension, template <typename, unsigned int> class TImageOfDevice>
void
ExpectTheParents()
{
  using PlainType = itk::Image<TPixel, VDimension>;
  using ImageType = TImageOfDevice<TPixel, VDimension>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random     random(seed);
    const auto region = PickRegion<VDimension>(random, VDimension == 2 ? 100 : 20);
    const auto image = MakeRandomComponents<ImageType>(region, random);
    const bool hasExtremes = round % 2 == 1;
    if (hasExtremes)
    {
      PutExtremes(image.GetPointer(), random, 50);
    }
    const auto   part = Pick(random, 0, 1) == 0 ? region : PickPart(random, region);
    const auto   iterations = Pick(random, 0, 5);
    const bool   isSpaced = Pick(random, 0, 1) == 0;
    const double conductance = 0.1 * Pick(random, 0, 50);
    const bool   isFixed = hasExtremes || Pick(random, 0, 1) == 0;
    const double gradient = Pick(random, 0, 100);
    const bool   isInPlace = Pick(random, 0, 1) == 0;
    const auto   run = [&](auto filter, auto * input) {
      SetSteps(filter.GetPointer(), iterations);
      filter->SetInput(input);
      filter->SetInPlace(isInPlace);
      filter->SetUseImageSpacing(isSpaced);
      filter->SetConductanceParameter(conductance);
      if (isFixed)
      {
        filter->SetFixedAverageGradientMagnitude(gradient);
      }
      filter->GetOutput()->SetRequestedRegion(part);
      filter->Update();
    };
    const auto copy = Copy<PlainType>(image.GetPointer());
    const auto parent = itk::VectorGradientAnisotropicDiffusionImageFilter<PlainType, PlainType>::New();
    const auto filter = itk::CudaVectorGradientAnisotropicDiffusionImageFilter<ImageType, ImageType>::New();
    filter->SetUseDevice(UseDevice::Always);
    SetSteps(parent.GetPointer(), iterations);
    const double tolerance =
      GetTolerance<VectorGradientDiffusion, TPixel, VDimension>(image, iterations, isSpaced, parent->GetTimeStep());
    run(parent, copy.GetPointer());
    run(filter, image.GetPointer());
    EXPECT_TRUE(filter->GetRanOnDevice());
    ASSERT_EQ(filter->GetOutput()->GetBufferedRegion(), part);
    EXPECT_TRUE(HaveSameGeometry<VDimension>(filter->GetOutput(), parent->GetOutput()));
    if (hasExtremes)
    {
      const auto differing = CountDiffering<TPixel, VDimension>(filter->GetOutput(), parent->GetOutput());
      EXPECT_LE(differing, 1 + part.GetNumberOfPixels() / 1000) << part;
    }
    else
    {
      ExpectItIsNear<TPixel, VDimension>(filter->GetOutput(), parent->GetOutput(), tolerance);
    }
  }
}
} // namespace

TEST(CudaDiffusionOfVectors, IsThatOfTheParent)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParents<itk::Vector<float, 2>, 2, itk::DeviceImage>();
  ExpectTheParents<itk::Vector<float, 3>, 3, itk::DeviceImage>();
  ExpectTheParents<itk::Vector<float, 2>, 3, itk::Image>();
  ExpectTheParents<itk::RGBPixel<float>, 2, itk::DeviceImage>();
  ExpectTheParents<itk::CovariantVector<float, 3>, 3, itk::DeviceImage>();
}

TEST(CudaDiffusionOfVectors, SpreadsANaNAsTheParent)
{
  ITK_REQUIRE_DEVICE();
  using PixelType = itk::Vector<float, 3>;
  using ImageType = itk::DeviceImage<PixelType, 2>;
  Random     random(GetSeed(1));
  const auto image = MakeRandomComponents<ImageType>(MakeRegionOfSides<2>({ 40, 30 }), random);
  image->GetBufferPointer()[500][1] = std::nanf("");
  const auto filter = itk::CudaVectorGradientAnisotropicDiffusionImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->SetUseDevice(UseDevice::Always);
  SetSteps(filter.GetPointer(), 1);
  filter->Update();
  const auto          view = ViewComponents<PixelType, 2>(filter->GetOutput());
  const float * const components = view->GetBufferPointer();
  EXPECT_EQ(std::count_if(components, components + 3600, [](float component) { return std::isnan(component); }), 3600);
}

/** The second component is half the first. */
TEST(CudaDiffusionOfVectors, SpreadsAPixelToItsNeighbors)
{
  ITK_REQUIRE_DEVICE();
  using PixelType = itk::Vector<float, 2>;
  using ImageType = itk::DeviceImage<PixelType, 2>;
  const auto image = ImageType::New();
  image->SetRegions(ImageType::SizeType{ { 3, 3 } });
  image->Allocate();
  FillComponents(image.GetPointer(), 0);
  image->GetBufferPointer()[4][0] = 100;
  image->GetBufferPointer()[4][1] = 50;
  const auto filter = itk::CudaVectorGradientAnisotropicDiffusionImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->SetUseDevice(UseDevice::Always);
  filter->SetNumberOfIterations(1);
  filter->SetTimeStep(0.0625);
  filter->SetConductanceParameter(1e15);
  filter->Update();
  const float        expected[]{ 0, 6.25f, 0, 6.25f, 75, 6.25f, 0, 6.25f, 0 };
  const auto * const pixels = filter->GetOutput()->GetBufferPointer();
  for (int i = 0; i < 9; ++i)
  {
    EXPECT_EQ(pixels[i][0], expected[i]) << i;
    EXPECT_EQ(pixels[i][1], expected[i] / 2) << i;
  }
}

/** Components share their conductance: an edge of one keeps the other's from being smoothed. */
TEST(CudaDiffusionOfVectors, KeepsAnEdgeOfAnotherComponent)
{
  ITK_REQUIRE_DEVICE();
  using PixelType = itk::Vector<float, 2>;
  using ImageType = itk::DeviceImage<PixelType, 2>;
  const auto smooth = [](float step) {
    const auto image = ImageType::New();
    image->SetRegions(ImageType::SizeType{ { 8, 8 } });
    image->Allocate();
    for (int i = 0; i < 64; ++i)
    {
      image->GetBufferPointer()[i][0] = i % 8 < 4 ? 0 : 1;
      image->GetBufferPointer()[i][1] = i % 8 < 4 ? 0 : step;
    }
    const auto filter = itk::CudaVectorGradientAnisotropicDiffusionImageFilter<ImageType, ImageType>::New();
    filter->SetInput(image);
    filter->SetUseDevice(UseDevice::Always);
    filter->SetFixedAverageGradientMagnitude(1);
    SetSteps(filter.GetPointer(), 5);
    filter->Update();
    return filter->GetOutput()->GetBufferPointer()[3][0];
  };
  EXPECT_GT(smooth(0), 0.05f);
  EXPECT_LT(smooth(100), 1e-6f);
}
