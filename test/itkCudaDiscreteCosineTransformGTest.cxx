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
#include "itkCudaDiscreteCosineTransformImageFilter.h"
#include "itkCudaFilterTesting.h"
#include "itkCudaInverseDiscreteCosineTransformImageFilter.h"
#include "itkTransformTesting.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TInput, unsigned int VDimension>
using Forward = itk::CudaDiscreteCosineTransformImageFilter<itk::DeviceImage<TInput, VDimension>,
                                                            itk::DeviceImage<float, VDimension>>;
template <typename TInput, unsigned int VDimension>
using Inverse = itk::CudaInverseDiscreteCosineTransformImageFilter<itk::DeviceImage<TInput, VDimension>,
                                                                   itk::DeviceImage<float, VDimension>>;
template <typename TInput, unsigned int VDimension>
using ParentOfForward =
  itk::DiscreteCosineTransformImageFilter<itk::Image<TInput, VDimension>, itk::Image<float, VDimension>>;
template <typename TInput, unsigned int VDimension>
using ParentOfInverse =
  itk::InverseDiscreteCosineTransformImageFilter<itk::Image<TInput, VDimension>, itk::Image<float, VDimension>>;

template <typename TFilter>
typename TFilter::Pointer
RunOnDevice(const typename TFilter::InputImageType * image)
{
  const auto filter = TFilter::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  filter->SetInput(image);
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  return filter;
}

/** The largest error as the class documents it, and that of the root mean square. */
template <typename TImage, typename TExpected>
void
ExpectNear(const TImage * actual, const TExpected * expected)
{
  const auto pixels = expected->GetBufferedRegion().GetNumberOfPixels();
  double     error = 0;
  double     energy = 0;
  for (itk::SizeValueType i = 0; i < pixels; ++i)
  {
    const double value = expected->GetBufferPointer()[i];
    const double difference = actual->GetBufferPointer()[i] - value;
    error += difference * difference;
    energy += value * value;
  }
  EXPECT_LE(std::sqrt(error), 1e-6 * std::sqrt(energy)) << expected->GetBufferedRegion().GetSize();
  EXPECT_TRUE(AreWithin<float>(actual, expected, 1e-5 * GetLargestMagnitude<float>(expected)))
    << expected->GetBufferedRegion().GetSize();
}

template <typename TInput, unsigned int VDimension>
void
ExpectTheParentsTransforms(const itk::ImageRegion<VDimension> & region, Random & random)
{
  const auto image = MakeImage<itk::DeviceImage<TInput, VDimension>>(
    region, random, [](Random & generator) { return static_cast<TInput>(Pick(generator, 0, 255)); });
  const auto none = [](auto *) {};
  ExpectNear(RunOnDevice<Forward<TInput, VDimension>>(image)->GetOutput(),
             RunOnHost<ParentOfForward<TInput, VDimension>>(image.GetPointer(), none).GetPointer());
  ExpectNear(RunOnDevice<Inverse<TInput, VDimension>>(image)->GetOutput(),
             RunOnHost<ParentOfInverse<TInput, VDimension>>(image.GetPointer(), none).GetPointer());
}
} // namespace

TEST(CudaDiscreteCosine, IsTheParentsOfRandomSizes)
{
  ITK_REQUIRE_FFT();
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    ExpectTheParentsTransforms<float, 2>(PickRegion<2>(random, 120), random);
    ExpectTheParentsTransforms<float, 3>(PickRegion<3>(random, 30), random);
    ExpectTheParentsTransforms<std::uint8_t, 2>(PickRegion<2>(random, 60), random);
    ExpectTheParentsTransforms<std::int16_t, 3>(PickRegion<3>(random, 20), random);
  }
}

TEST(CudaDiscreteCosine, IsTheParentsOfEverySmallSize)
{
  ITK_REQUIRE_FFT();
  Random                   random(GetSeed(1));
  const itk::SizeValueType step = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 3 : 1;
  for (itk::SizeValueType width = 1; width <= 6; width += step)
  {
    for (itk::SizeValueType height = 1; height <= 6; height += step)
    {
      ExpectTheParentsTransforms<float, 2>(MakeRegionOfSides<2>({ width, height }), random);
      for (const itk::SizeValueType depth : { 1, 2, 3, 4 })
      {
        ExpectTheParentsTransforms<float, 3>(MakeRegionOfSides<3>({ width, height, depth }), random);
      }
    }
  }
}

TEST(CudaDiscreteCosine, IsTheParentsOfLargeImages)
{
  ITK_REQUIRE_FFT();
  Random random(GetSeed(1));
  ExpectTheParentsTransforms<float, 2>(MakeRegionOfSides<2>({ 1024, 720 }), random);
  ExpectTheParentsTransforms<float, 2>(MakeRegionOfSides<2>({ 701, 333 }), random);
  ExpectTheParentsTransforms<float, 3>(MakeRegionOfSides<3>({ 128, 96, 50 }), random);
}

TEST(CudaDiscreteCosine, GivesTheImageBackAndKeepsItsEnergy)
{
  ITK_REQUIRE_FFT();
  const itk::SizeValueType part = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 8 : 1;
  for (const auto & region :
       { MakeRegionOfSides<2>({ 2048 / part, 2048 / part }), MakeRegionOfSides<2>({ 1999 / part, 1501 / part }) })
  {
    const auto image = MakeRandomImage<itk::DeviceImage<float, 2>>(region, GetSeed(1));
    const auto forward = RunOnDevice<Forward<float, 2>>(image);
    const auto inverse = RunOnDevice<Inverse<float, 2>>(forward->GetOutput());
    EXPECT_TRUE(AreWithin<float>(
      inverse->GetOutput(), image.GetPointer(), 1e-5 * GetLargestMagnitude<float>(image.GetPointer())));
    const double energy = GetEnergy(image.GetPointer());
    EXPECT_NEAR(GetEnergy(forward->GetOutput()), energy, 1e-6 * energy);
  }
}

TEST(CudaDiscreteCosine, GivesTheWholeEveryTimeAndLeavesTheInput)
{
  ITK_REQUIRE_FFT();
  const auto image = MakeRandomImage<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 137, 70 }), GetSeed(1));
  const auto make = [&] {
    const auto filter = Forward<float, 2>::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    return filter;
  };
  ExpectStreamedIsTheWhole(make);
  ExpectTheSameEveryTimeAndAnUntouchedInput(image.GetPointer(), make);
}

TEST(CudaDiscreteCosine, RunsTheParentForDouble)
{
  const auto image = MakeRandomImage<itk::Image<double, 2>>(MakeRegionOfSides<2>({ 13, 7 }), 1);
  const auto forward = itk::CudaDiscreteCosineTransformImageFilter<itk::Image<double, 2>>::New();
  forward->SetInput(image);
  ExpectItRunsOnTheParentAlone(forward.GetPointer());
  const auto inverse = itk::CudaInverseDiscreteCosineTransformImageFilter<itk::Image<double, 2>>::New();
  inverse->SetInput(image);
  ExpectItRunsOnTheParentAlone(inverse.GetPointer());
}
