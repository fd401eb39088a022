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
#ifndef itkCudaFilterPropertiesForTesting_h
#define itkCudaFilterPropertiesForTesting_h

#include "itkDeviceImage.h"
#include "itkDeviceTesting.h"
#include "itkStreamingImageFilter.h"

// Properties of a filter of the module: `make()` returns a new one, with its input and its parameters, to run on the
// device.
namespace itk::DeviceTesting
{
/** Any requested region gives those pixels of the whole. */
template <typename TMake>
void
ExpectAPartIsACropOfTheWhole(const TMake & make, Random & random)
{
  const auto whole = make();
  whole->Update();
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const auto part = PickPart(random, whole->GetOutput()->GetBufferedRegion());
    const auto filter = make();
    filter->GetOutput()->SetRequestedRegion(part);
    filter->Update();
    ASSERT_EQ(filter->GetOutput()->GetBufferedRegion(), part);
    for (SizeValueType i = 0; i < part.GetNumberOfPixels(); ++i)
    {
      const auto index = filter->GetOutput()->ComputeIndex(i);
      ASSERT_EQ(filter->GetOutput()->GetPixel(index), whole->GetOutput()->GetPixel(index)) << index << " of " << part;
    }
  }
}

template <typename TMake>
void
ExpectStreamedIsTheWhole(const TMake & make)
{
  const auto whole = make();
  whole->Update();
  for (const unsigned int divisions : { 2, 3, 100 })
  {
    const auto filter = make();
    using OutputType = std::remove_pointer_t<decltype(filter->GetOutput())>;
    const auto streaming = StreamingImageFilter<OutputType, OutputType>::New();
    streaming->SetNumberOfStreamDivisions(divisions);
    streaming->SetInput(filter->GetOutput());
    streaming->Update();
    using PixelType = typename OutputType::PixelType;
    EXPECT_TRUE(AreSame<PixelType>(streaming->GetOutput(), whole->GetOutput())) << divisions << " divisions";
  }
}

template <typename TImage, typename TMake>
void
ExpectTheSameEveryTimeAndAnUntouchedInput(const TImage * input, const TMake & make)
{
  const auto before = Copy<Image<typename TImage::PixelType, TImage::ImageDimension>>(input);
  const auto first = make();
  const auto second = make();
  first->Update();
  second->Update();
  using PixelType = typename std::remove_pointer_t<decltype(first->GetOutput())>::PixelType;
  EXPECT_TRUE(HaveSamePixels<PixelType>(first->GetOutput(), second->GetOutput()));
  EXPECT_TRUE(HaveSamePixels<typename TImage::PixelType>(input, before.GetPointer()));
}
} // namespace itk::DeviceTesting

#endif
