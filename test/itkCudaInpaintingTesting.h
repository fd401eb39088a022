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
#ifndef itkCudaInpaintingTesting_h
#define itkCudaInpaintingTesting_h

#include "itkCudaFilterTesting.h"
#include "itkCudaInpaintingImageFilter.h"
#include "itkInpaintingTesting.h"

namespace itk::DeviceTesting
{
constexpr InpaintingTransform TransformsWithTheParentsBits[] = { InpaintingTransform::Windows,
                                                                 InpaintingTransform::Wavelet,
                                                                 InpaintingTransform::Morphological };

template <typename TPixel, unsigned int VDimension>
using CudaInpainting = CudaInpaintingImageFilter<DeviceImage<TPixel, VDimension>>;

template <typename TPixel, unsigned int VDimension>
using ParentInpainting = InpaintingImageFilter<Image<TPixel, VDimension>>;

template <typename TFilter, typename TImage, typename TSet>
typename TFilter::Pointer
RunFilter(const TImage * image, const TSet & set)
{
  const auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetNumberOfIterations(IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 2 : 6);
  set(filter.GetPointer());
  filter->Update();
  return filter;
}

/** On the device and on the host. */
template <typename TPixel, unsigned int VDimension>
struct InpaintingResults
{
  typename CudaInpainting<TPixel, VDimension>::Pointer   actual;
  typename ParentInpainting<TPixel, VDimension>::Pointer expected;

  template <typename TImage, typename TSet>
  InpaintingResults(const TImage * image, const TSet & set)
    : actual(RunFilter<CudaInpainting<TPixel, VDimension>>(image,
                                                           [&](auto * filter) {
                                                             filter->SetUseDevice(
                                                               DeviceImageFilterEnums::UseDevice::Always);
                                                             set(filter);
                                                           }))
    , expected(
        RunFilter<ParentInpainting<TPixel, VDimension>>(Copy<Image<TPixel, VDimension>>(image).GetPointer(), set))
  {
    EXPECT_TRUE(actual->GetRanOnDevice());
  }

  void
  ExpectTheSame() const
  {
    EXPECT_TRUE(AreSame<TPixel>(actual->GetOutput(), expected->GetOutput()));
    if (expected->GetTransform() == InpaintingTransform::Morphological)
    {
      EXPECT_TRUE(AreSame<float>(actual->GetCartoonOutput(), expected->GetCartoonOutput()));
      EXPECT_TRUE(AreSame<float>(actual->GetTextureOutput(), expected->GetTextureOutput()));
    }
    this->ExpectTheSameReport(1e-12);
  }

  void
  ExpectTheSameReport(double part) const
  {
    EXPECT_EQ(actual->GetElapsedIterations(), expected->GetElapsedIterations());
    EXPECT_NEAR(actual->GetThreshold(), expected->GetThreshold(), part * expected->GetThreshold());
    EXPECT_NEAR(actual->GetResidual(), expected->GetResidual(), part * expected->GetResidual());
    EXPECT_NEAR(actual->GetRMSChange(), expected->GetRMSChange(), part * expected->GetRMSChange());
  }
};

/** Parameters drawn at random for a transform that has the parent's bits. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsBits(InpaintingTransform transform, unsigned int rounds, unsigned int longestSide)
{
  Random random(GetSeed(1));
  if (IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    longestSide = std::min(longestSide, VDimension == 2 ? 60u : 20u);
  }
  for (unsigned int round = 0; round < GetNumberOfRounds(rounds); ++round)
  {
    auto region = PickRegion<VDimension>(random, longestSide);
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      region.SetSize(axis, std::max<SizeValueType>(region.GetSize(axis), 2));
    }
    const auto   image = MakePicture<DeviceImage<TPixel, VDimension>>(region, random());
    const auto   mask = MakeMask(image.GetPointer(), 0.1 * Pick(random, 1, 9), random());
    const auto   seed = static_cast<unsigned int>(random());
    const auto   choice = random();
    const double noise = Pick(random, 0, 3) == 0 ? 7.0 : 0.0;
    mask->GetBufferPointer()[Pick(random, 0, region.GetNumberOfPixels() - 1)] = 0;
    const InpaintingResults<TPixel, VDimension> results(image.GetPointer(), [&](auto * filter) {
      filter->SetTransform(transform);
      filter->SetMaskImage(mask);
      filter->SetSeed(seed);
      filter->SetNoiseLevel(noise);
      filter->SetCycleSpinning(choice % 4 != 0);
      filter->SetSchedule(choice / 4 % 2 == 0 ? InpaintingSchedule::Exponential : InpaintingSchedule::Linear);
      filter->SetWavelet(choice / 8 % 2 == 0 ? InpaintingWavelet::CDF97 : InpaintingWavelet::CDF53);
      filter->SetMaximumThreshold(choice / 16 % 2 == 0 ? -1 : 500);
    });
    results.ExpectTheSame();
    ASSERT_FALSE(::testing::Test::HasFailure()) << region.GetSize() << " round " << round;
  }
}
} // namespace itk::DeviceTesting

#endif
