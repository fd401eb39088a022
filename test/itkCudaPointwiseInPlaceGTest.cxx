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
#include "itkCudaAbsImageFilter.h"
#include "itkCudaAddImageFilter.h"
#include "itkCudaFilterTesting.h"

using namespace itk::DeviceTesting;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

namespace
{
template <unsigned int VDimension>
auto
MakeInput(unsigned int seed)
{
  return MakeRandomImage<itk::DeviceImage<float, VDimension>>(MakeRegionOfSides<VDimension>({ 133, 35, 7 }), seed);
}

template <typename TFilter>
void
ExpectAnUpdateThrows(TFilter * filter)
{
  filter->Modified();
  const std::string description = CatchDescription([filter] { filter->Update(); });
  EXPECT_NE(description.find("was it released?"), std::string::npos) << description;
}

/** Of a filter that has run in place, and of whose input no source makes the pixels again. */
template <unsigned int VDimension>
void
ExpectItsInputIsReleased()
{
  using ImageType = itk::DeviceImage<float, VDimension>;
  using PlainType = itk::Image<float, VDimension>;
  const auto filter = itk::CudaAbsImageFilter<ImageType, ImageType>::New();
  filter->SetUseDevice(UseDevice::Always);
  filter->InPlaceOn();
  filter->SetInput(MakeInput<VDimension>(1));
  filter->Update();
  EXPECT_EQ(filter->GetInput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  ExpectAnUpdateThrows(filter.GetPointer());
  const auto other = MakeInput<VDimension>(2);
  const auto expected = RunOnHost<itk::AbsImageFilter<PlainType, PlainType>>(other, [](auto *) {});
  filter->SetInput(other);
  filter->Update();
  EXPECT_TRUE(AreSame<float>(filter->GetOutput(), expected.GetPointer()));
}

template <unsigned int VDimension>
void
ExpectTheSecondInputIsReleased()
{
  using ImageType = itk::DeviceImage<float, VDimension>;
  const auto first = MakeInput<VDimension>(1);
  const auto second = Copy<ImageType>(first.GetPointer());
  const auto filter = itk::CudaAddImageFilter<ImageType, ImageType, ImageType>::New();
  filter->SetUseDevice(UseDevice::Always);
  filter->SetInput1(first);
  filter->SetInput2(second);
  filter->Update();
  second->ReleaseData();
  ExpectAnUpdateThrows(filter.GetPointer());
  filter->SetInput2(first);
  filter->Update();
  const auto output = filter->GetOutput();
  for (itk::SizeValueType i = 0; i < output->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    ASSERT_EQ(output->GetBufferPointer()[i], 2 * first->GetBufferPointer()[i]) << i;
  }
}
} // namespace

TEST(PointwiseInPlace, ThrowsOnceItsInputIsReleasedAndWorksWithAnother)
{
  ITK_REQUIRE_DEVICE();
  ExpectItsInputIsReleased<2>();
  ExpectItsInputIsReleased<3>();
}

TEST(PointwiseOfTwoInputs, ThrowsIfTheSecondIsReleasedAndWorksWithAnother)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheSecondInputIsReleased<2>();
  ExpectTheSecondInputIsReleased<3>();
}
