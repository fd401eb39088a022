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
#ifndef itkCudaPointwiseLargeTesting_h
#define itkCudaPointwiseLargeTesting_h

#include "itkCudaPointwiseTesting.h"

namespace itk::DeviceTesting
{
/** Images so large that 16-bit pixels are looked up, and that blocks take several tiles of what has a table: whole ones, whose rows are one, and a part, whose rows are not; `width`
 * is of 2048 pixels, or one more, of which vectors cannot be read. */
template <typename TFilter, typename TParent, typename TConfigure>
void
ExpectTheParentsOfALargeImage(const TConfigure & configure)
{
  using InputImage = typename TFilter::InputImageType;
  using OutputImage = typename TFilter::OutputImageType;
  using OutputPixel = typename OutputImage::PixelType;
  for (const SizeValueType width : { 2048, 2049 })
  {
    const auto image = MakeRandomImage<InputImage>({ { { 3, 4 } }, { { width, 2200 } } }, 1);
    for (const bool isPart : { false, true })
    {
      SCOPED_TRACE((isPart ? "part of width " : "width ") + std::to_string(width));
      const auto part =
        isPart ? ImageRegion<2>({ { 11, 6 } }, { { width - 16, 2190 } }) : image->GetLargestPossibleRegion();
      const auto filter = TFilter::New();
      const auto parent = TParent::New();
      configure(filter.GetPointer());
      configure(parent.GetPointer());
      filter->SetUseDevice(DeviceImageFilterEnums::UseDevice::Always);
      filter->SetInput(image);
      filter->GetOutput()->SetRequestedRegion(part);
      filter->Update();
      parent->SetInput(image);
      parent->GetOutput()->SetRequestedRegion(part);
      parent->Update();
      // Double functions that are within one unit in the last place of theirs.
      const auto result = AreWithinUlps<OutputPixel, 2>(filter->GetOutput(), parent->GetOutput(), 1);
      EXPECT_TRUE(result);
    }
  }
}
} // namespace itk::DeviceTesting

#endif
