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
#include "itkCudaConstantPadImageFilter.h"
#include "itkCudaCopyTesting.h"
#include "itkCudaMirrorPadImageFilter.h"
#include "itkCudaWrapPadImageFilter.h"
#include "itkCudaZeroFluxNeumannPadImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
/** Pads of which some are longer than the image. */
const auto pad = [](auto * filter, Random & random) {
  auto lower = filter->GetPadLowerBound();
  auto upper = filter->GetPadUpperBound();
  for (unsigned int axis = 0; axis < lower.Dimension; ++axis)
  {
    lower[axis] = Pick(random, 0, 3) == 0 ? Pick(random, 0, 60) : Pick(random, 0, 5);
    upper[axis] = Pick(random, 0, 3) == 0 ? Pick(random, 0, 60) : Pick(random, 0, 5);
  }
  filter->SetPadLowerBound(lower);
  filter->SetPadUpperBound(upper);
};
} // namespace

TEST(CopyConstantPad, GivesTheParentsPixels)
{
  const auto configure = [](auto * filter, Random & random) {
    pad(filter, random);
    filter->SetConstant(PickPixel<typename std::remove_pointer_t<decltype(filter)>::OutputImagePixelType>(random));
  };
  ExpectTheParentsCopies<itk::CudaConstantPadImageFilter, itk::ConstantPadImageFilter, 2, uint8_t, int16_t>(
    configure, GetLongSides(100));
  ExpectTheParentsCopies<itk::CudaConstantPadImageFilter, itk::ConstantPadImageFilter, 3, uint8_t, float>(configure);
}

/** Then nothing of the input is requested. */
TEST(CopyConstantPad, IsConstantWhollyOutsideOfTheInput)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 2>;
  const auto filter = itk::CudaConstantPadImageFilter<ImageType, ImageType>::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegion<2>({ { 20, 10 } }), 1));
  filter->SetPadBound(itk::Size<2>{ { 5, 5 } });
  filter->SetConstant(7);
  const itk::ImageRegion<2> part({ { -5, 2 } }, { { 4, 6 } });
  filter->GetOutput()->SetRequestedRegion(part);
  filter->Update();
  ASSERT_EQ(filter->GetInput()->GetRequestedRegion().GetNumberOfPixels(), 0u);
  ASSERT_EQ(filter->GetOutput()->GetBufferedRegion(), part);
  const auto * const pixels = filter->GetOutput()->GetBufferPointer();
  EXPECT_EQ(std::count(pixels, pixels + part.GetNumberOfPixels(), 7.0f), 24);
}

TEST(CopyZeroFluxNeumannPad, GivesTheParentsPixels)
{
  ExpectTheParentsCopies<itk::CudaZeroFluxNeumannPadImageFilter, itk::ZeroFluxNeumannPadImageFilter, 2, uint8_t>(
    pad, GetLongSides(100));
  ExpectTheParentsCopies<itk::CudaZeroFluxNeumannPadImageFilter, itk::ZeroFluxNeumannPadImageFilter, 3, int16_t, float>(
    pad);
}

TEST(CopyMirrorPad, GivesTheParentsPixels)
{
  ExpectTheParentsCopies<itk::CudaMirrorPadImageFilter, itk::MirrorPadImageFilter, 2, uint8_t>(pad, GetLongSides(100));
  ExpectTheParentsCopies<itk::CudaMirrorPadImageFilter, itk::MirrorPadImageFilter, 3, int16_t, float>(pad);
}

TEST(CopyMirrorPad, RunsItsParentWhereThePadDecays)
{
  using ImageType = itk::DeviceImage<float, 2>;
  const auto filter = itk::CudaMirrorPadImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeRandomImage<ImageType>(MakeRegion<2>({ { 20, 10 } }), 1));
  filter->SetPadBound(itk::Size<2>{ { 5, 5 } });
  filter->SetDecayBase(0.5);
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}

namespace
{
/** The parent asks for wrong parts of inputs whose index is not 0: of these, the whole alone is compared with it. */
template <typename TPixel, unsigned int VDimension>
void
ExpectWrapPadsAreTheParents()
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using PlainType = itk::Image<TPixel, VDimension>;
  using FilterType = itk::CudaWrapPadImageFilter<ImageType, ImageType>;
  for (unsigned int round = 0; round < GetNumberOfRounds(60); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random     random(seed);
    const auto image = MakeRandomImage<ImageType>(PickRegion<VDimension>(random, VDimension == 2 ? 100 : 20), random);
    Random     sameRandom(random);
    const auto make = [&] {
      Random     again = sameRandom;
      const auto filter = FilterType::New();
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
      filter->SetInput(image);
      pad(filter.GetPointer(), again);
      return filter;
    };
    const auto filter = make();
    filter->Update();
    const auto expected = RunOnHost<itk::WrapPadImageFilter<PlainType, PlainType>>(image, [&](auto * parent) {
      Random again = sameRandom;
      pad(parent, again);
    });
    ASSERT_TRUE(AreSame<TPixel>(filter->GetOutput(), expected.GetPointer()));
    ExpectAPartIsACropOfTheWhole(make, random, 2);
    ExpectStreamedIsTheWhole(make, { 3 });
    if (::testing::Test::HasFailure())
    {
      return;
    }
  }
}
} // namespace

TEST(CopyWrapPad, GivesTheParentsPixels)
{
  ITK_REQUIRE_DEVICE();
  ExpectWrapPadsAreTheParents<uint8_t, 2>();
  ExpectWrapPadsAreTheParents<int16_t, 3>();
  ExpectWrapPadsAreTheParents<float, 3>();
}

TEST(CopyWrapPad, RunsItsParentWithoutTheDevice)
{
  using ImageType = itk::Image<float, 2>;
  ExpectTheParentsResultOnTheHost<itk::CudaWrapPadImageFilter<ImageType, ImageType>,
                                  itk::WrapPadImageFilter<ImageType, ImageType>>(
    MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 20, 10 }), 1),
    [](auto * filter) { filter->SetPadBound(itk::Size<2>{ { 30, 5 } }); });
}
