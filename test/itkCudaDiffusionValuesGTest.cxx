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
#include "itkCudaDiffusionTesting.h"
#include <array>

using namespace itk::DeviceTesting;

namespace
{
using ByHandImage = itk::DeviceImage<float, 2>;

/** What one iteration of a filter makes of 3 x 3 pixels. */
template <typename TFilter, typename TSet>
std::vector<float>
RunOneIteration(const std::array<float, 9> & pixels, const TSet & set)
{
  const auto image = ByHandImage::New();
  image->SetRegions(ByHandImage::SizeType{ { 3, 3 } });
  image->Allocate();
  std::copy(pixels.begin(), pixels.end(), image->GetBufferPointer());
  const auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  filter->SetNumberOfIterations(1);
  set(filter.GetPointer());
  filter->Update();
  const float * const result = filter->GetOutput()->GetBufferPointer();
  return { result, result + 9 };
}

constexpr std::array<float, 9> spot{ 0, 0, 0, 0, 100, 0, 0, 0, 0 };

/** So large a parameter that all gradients conduct fully. */
const auto conductFully = [](auto * filter) {
  filter->SetTimeStep(0.0625);
  filter->SetConductanceParameter(1e15);
};

/** The middle after a step of 0.05, with `beside` above and below it, 0 before and 4 behind it. */
template <typename TFilter, typename TSet>
float
MoveAnIsophote(float middle, float beside, const TSet & set)
{
  return RunOneIteration<TFilter>({ beside, beside, beside, 0, middle, 4, beside, beside, beside }, [&](auto * filter) {
    filter->SetTimeStep(0.05);
    set(filter);
  })[4];
}
} // namespace

TEST(CudaDiffusionByHand, SpreadsAPixelToItsNeighbors)
{
  ITK_REQUIRE_DEVICE();
  using Filter = itk::CudaGradientAnisotropicDiffusionImageFilter<ByHandImage, ByHandImage>;
  const std::vector<float> expected{ 0, 6.25f, 0, 6.25f, 75, 6.25f, 0, 6.25f, 0 };
  EXPECT_EQ(RunOneIteration<Filter>(spot, conductFully), expected);
}

/** Flows are 1, whatever the difference: the middle's change is -4 times its upwind gradient, 200, and its neighbours' is 1
 * times theirs, 100. */
TEST(CudaDiffusionByHand, SpreadsAPixelByCurvature)
{
  ITK_REQUIRE_DEVICE();
  using Filter = itk::CudaCurvatureAnisotropicDiffusionImageFilter<ByHandImage, ByHandImage>;
  const std::vector<float> expected{ 0, 6.25f, 0, 6.25f, 50, 6.25f, 0, 6.25f, 0 };
  EXPECT_EQ(RunOneIteration<Filter>(spot, conductFully), expected);
}

/** The second derivative at right angles to the gradient. */
TEST(CudaDiffusionByHand, MovesAnIsophote)
{
  ITK_REQUIRE_DEVICE();
  using Filter = itk::CudaCurvatureFlowImageFilter<ByHandImage, ByHandImage>;
  const auto nothing = [](auto *) {};
  EXPECT_EQ(MoveAnIsophote<Filter>(2, 3, nothing), 2 + 0.05f * 2);
  EXPECT_EQ(MoveAnIsophote<Filter>(2, 1, nothing), 2 - 0.05f * 2);
}

/** With a mean of the middle and the four beside it of (4 + middle + 2 beside) / 5, that is to be less than `beside` for the
 * middle to rise. */
TEST(CudaDiffusionByHand, MovesAnIsophoteAwayFromNoiseAlone)
{
  ITK_REQUIRE_DEVICE();
  using Filter = itk::CudaMinMaxCurvatureFlowImageFilter<ByHandImage, ByHandImage>;
  const auto radiusOne = [](auto * filter) { filter->SetStencilRadius(1); };
  EXPECT_EQ(MoveAnIsophote<Filter>(1, 3, radiusOne), 1 + 0.05f * 4);
  EXPECT_EQ(MoveAnIsophote<Filter>(1, 1.5f, radiusOne), 1);
  EXPECT_EQ(MoveAnIsophote<Filter>(2, 1, radiusOne), 2 - 0.05f * 2);
}

namespace
{
/** With a fixed mean gradient; pixels of all magnitudes, NaN and infinite ones. */
template <typename TKind, typename TPixel, unsigned int VDimension>
void
ExpectTheParentsRuns(const ParentComparisonSettings & settings = {})
{
  using InputType = itk::Image<TPixel, VDimension>;
  using DeviceInputType = itk::DeviceImage<TPixel, VDimension>;
  using OutputType = itk::Image<float, VDimension>;
  using DeviceOutputType = itk::DeviceImage<float, VDimension>;
  ExpectTheParentsPixels<typename TKind::template Filter<DeviceInputType, DeviceOutputType>,
                         typename TKind::template Parent<InputType, OutputType>>(
    [](auto * filter, Random & random) {
      SetSteps(filter, Pick(random, 0, 5));
      filter->SetUseImageSpacing(Pick(random, 0, 1) == 0);
      if constexpr (!TKind::IsFlow)
      {
        filter->SetConductanceParameter(0.1 * Pick(random, 0, 50));
        filter->SetFixedAverageGradientMagnitude(Pick(random, 0, 100));
      }
    },
    1,
    settings);
}
} // namespace

TEST(CudaDiffusionOfThePipeline, IsThatOfTheParent)
{
  // A rounding that falls otherwise, of one pixel in some 10^6, may be a few more ulps after five iterations.
  ParentComparisonSettings rounded;
  rounded.ulps = 8;
  ExpectTheParentsRuns<GradientDiffusion, float, 2>(rounded);
  ExpectTheParentsRuns<GradientDiffusion, std::uint8_t, 3>(rounded);
  ExpectTheParentsRuns<CurvatureDiffusion, std::int16_t, 2>(rounded);
  ExpectTheParentsRuns<CurvatureDiffusion, float, 3>(rounded);
  ExpectTheParentsRuns<CurvatureFlow, float, 3>();
  ExpectTheParentsRuns<CurvatureFlow, std::uint16_t, 2>();

  // Where a gradient is infinite, or none, the parent reads pixels anywhere.
  ParentComparisonSettings finite;
  finite.hasNonFinitePixels = false;
  finite.lowestPixel = -1e30;
  finite.highestPixel = 1e30;
  ExpectTheParentsRuns<MinMaxCurvatureFlow, float, 2>(finite);
  ExpectTheParentsRuns<MinMaxCurvatureFlow, std::uint8_t, 3>(finite);
}

TEST(CudaDiffusionOfThePipeline, SpreadsANaNAsTheParent)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 40, 30 }), 1);
  image->SetPixel(image->ComputeIndex(500), std::nanf(""));
  const auto countNaNs = [&](auto filter) {
    filter->SetInput(image);
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    SetSteps(filter.GetPointer(), 2);
    filter->Update();
    const float * const pixels = filter->GetOutput()->GetBufferPointer();
    return std::count_if(pixels, pixels + 1200, [](float pixel) { return std::isnan(pixel); });
  };
  EXPECT_EQ(countNaNs(itk::CudaGradientAnisotropicDiffusionImageFilter<ImageType, ImageType>::New()), 1200);
  EXPECT_EQ(countNaNs(itk::CudaCurvatureAnisotropicDiffusionImageFilter<ImageType, ImageType>::New()), 1200);
  EXPECT_EQ(countNaNs(itk::CudaCurvatureFlowImageFilter<ImageType, ImageType>::New()), 25);
  EXPECT_EQ(countNaNs(itk::CudaMinMaxCurvatureFlowImageFilter<ImageType, ImageType>::New()), 25);
}
