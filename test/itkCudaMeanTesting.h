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
#ifndef itkCudaMeanTesting_h
#define itkCudaMeanTesting_h

#include "itkCudaFilterTesting.h"
#include "itkCudaMeanImageFilter.h"
#include <array>
#include <vector>

namespace itk::DeviceTesting
{
/** \class CudaMeanTest
 * \brief A test of the mean filter against its parent. PickPixel's pixels sum exactly, so that floats are the same too. */
template <typename TTypes>
class CudaMeanTest
  : public CudaFilterTest<CudaMeanImageFilter<typename TTypes::InputImage, typename TTypes::OutputImage>,
                          MeanImageFilter<typename TTypes::PlainInputImage, typename TTypes::PlainOutputImage>>
{
protected:
  using InputType = typename TTypes::InputImage;
  using RadiusType = Size<TTypes::Dimension>;

  static auto
  SetRadius(const RadiusType & radius)
  {
    return [radius](auto * filter) { filter->SetRadius(radius); };
  }

  static void
  ExpectTheParentsResult(const InputType * image, const RadiusType & radius)
  {
    const auto filter = CudaMeanTest::RunOnDevice(image, SetRadius(radius));
    const auto expected = CudaMeanTest::RunOnHost(image, SetRadius(radius));
    EXPECT_TRUE(AreSame<typename TTypes::OutputPixelType>(filter->GetOutput(), expected.GetPointer()))
      << "radius " << radius;
  }

  /** Of parts of `size` pixels, each of which begins so many pixels after the image does. In 2D the last number of each
   * array counts for nothing. */
  static void
  ExpectPartsAreThoseOfTheWhole(const InputType *                                image,
                                const RadiusType &                               radius,
                                const std::array<unsigned int, 3> &              size,
                                const std::vector<std::array<unsigned int, 3>> & offsets)
  {
    const auto expected = CudaMeanTest::RunOnHost(image, SetRadius(radius));
    for (const auto & offset : offsets)
    {
      auto part = image->GetBufferedRegion();
      for (unsigned int axis = 0; axis < TTypes::Dimension; ++axis)
      {
        part.SetIndex(axis, part.GetIndex(axis) + offset[axis]);
        part.SetSize(axis, size[axis]);
      }
      const auto filter = CudaMeanTest::MakeFilter(image, SetRadius(radius));
      filter->GetOutput()->SetRequestedRegion(part);
      filter->Update();
      for (SizeValueType i = 0; i < part.GetNumberOfPixels(); ++i)
      {
        const auto index = filter->GetOutput()->ComputeIndex(i);
        ASSERT_EQ(filter->GetOutput()->GetPixel(index), expected->GetPixel(index)) << index << " of " << part;
      }
    }
  }
};
} // namespace itk::DeviceTesting

#endif
