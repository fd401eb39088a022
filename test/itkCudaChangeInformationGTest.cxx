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
#include "itkCudaChangeInformationImageFilter.h"
#include "itkCudaPointwiseTesting.h"
#include "itkCudaAbsImageFilter.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TInputImage, typename>
using Tested = itk::CudaChangeInformationImageFilter<TInputImage>;
template <typename TInputImage, typename>
using Parent = itk::ChangeInformationImageFilter<TInputImage>;
using ImageType = itk::DeviceImage<int16_t, 3>;
using FilterType = itk::CudaChangeInformationImageFilter<ImageType>;

FilterType::Pointer
MakeFilter(ImageType * image)
{
  const auto filter = FilterType::New();
  filter->SetInput(image);
  filter->ChangeSpacingOn();
  filter->ChangeRegionOn();
  filter->SetOutputSpacing(ImageType::SpacingType(2.5));
  filter->SetOutputOffset({ { 3, -4, 5 } });
  return filter;
}
} // namespace

TEST(PointwiseChangeInformation, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  ExpectTheParentsOfOneInput<Tested, Parent, Types<uint8_t, uint8_t, 2>, Types<float, float, 3>>(
    [](auto * filter, Random & random) {
      filter->SetChangeRegion(Pick(random, 0, 1) == 0);
      filter->SetChangeSpacing(Pick(random, 0, 1) == 0);
      filter->SetCenterImage(Pick(random, 0, 3) == 0);
      typename std::remove_pointer_t<decltype(filter)>::OutputImageOffsetType offset;
      for (unsigned int axis = 0; axis < offset.GetOffsetDimension(); ++axis)
      {
        offset[axis] = static_cast<itk::OffsetValueType>(Pick(random, 0, 20)) - 10;
      }
      filter->SetOutputOffset(offset);
    },
    settings);
}

TEST(PointwiseChangeInformation, LeavesThePixelsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  using AbsType = itk::CudaAbsImageFilter<ImageType, ImageType>;
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 20, 30, 10 } }), 1);
  const auto first = AbsType::New();
  first->SetInput(image);
  const auto filter = MakeFilter(first->GetOutput());
  const auto last = AbsType::New();
  last->SetInput(filter->GetOutput());
  const TransferCounter counter;
  last->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 0u);
}

TEST(PointwiseChangeInformation, LeavesThePixelsOnBothSides)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<3>({ { 20, 30, 10 } }), 1);
  const auto stream = itk::device::Stream::OfThisThread(0);
  image->GetPixelContainer()->GetDevicePointer(stream);
  const auto filter = MakeFilter(image);
  filter->Update();
  EXPECT_TRUE(filter->GetOutput()->GetPixelContainer()->IsDeviceCurrent());
  EXPECT_TRUE(filter->GetOutput()->GetPixelContainer()->IsHostCurrent());
}
