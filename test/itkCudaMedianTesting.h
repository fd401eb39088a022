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
#ifndef itkCudaMedianTesting_h
#define itkCudaMedianTesting_h

#include "itkCudaMedianImageFilter.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTestingPixels.h"
#include <limits>
#include <vector>

namespace itk::DeviceTesting
{
/** Runs CudaMedianImageFilter on `image`, and says whether the result is the parent's bit for bit. */
template <typename TPixel, unsigned int VDimension>
::testing::AssertionResult
EqualsTheParent(const Image<TPixel, VDimension> * image, const Size<VDimension> & radius)
{
  using ImageType = Image<TPixel, VDimension>;
  const auto median = CudaMedianImageFilter<ImageType, ImageType>::New();
  median->SetInput(image);
  median->SetRadius(radius);
  median->Update();
  const auto result =
    AreSame<TPixel>(median->GetOutput(), MedianOnHost<TPixel, VDimension>(image, radius).GetPointer());
  return result ? result
                : ::testing::AssertionFailure()
                    << "radius " << radius << ", size " << image->GetLargestPossibleRegion().GetSize() << ": "
                    << result.message();
}

/** Calls test(size, radius) for every pair; for the largest of the sizes alone under a sanitizer, which is slow. */
template <typename TSize, typename TTest>
void
ForEachPair(const std::vector<TSize> & sizes, const std::vector<TSize> & radii, const TTest & test)
{
  const auto isSmaller = [](const TSize & a, const TSize & b) {
    using RegionType = ImageRegion<TSize::Dimension>;
    return RegionType(a).GetNumberOfPixels() < RegionType(b).GetNumberOfPixels();
  };
  const TSize largest = *std::max_element(sizes.begin(), sizes.end(), isSmaller);
  for (const auto & size : sizes)
  {
    for (const auto & radius : radii)
    {
      if (size == largest || !IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
      {
        test(size, radius);
      }
    }
  }
}

/** Every size with every radius, random and tied values. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsResults(const std::vector<Size<VDimension>> & sizes, const std::vector<Size<VDimension>> & radii)
{
  using ImageType = Image<TPixel, VDimension>;
  const unsigned int seed = GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  ForEachPair(sizes, radii, [&](const auto & size, const auto & radius) {
    const ImageRegion<VDimension> region(size);
    const auto                    image = MakeRandomImage<ImageType>(region, random);
    const auto                    tied = MakeImage<ImageType>(region, random, PickTiedPixel<TPixel>);
    EXPECT_TRUE(EqualsTheParent<TPixel>(image.GetPointer(), radius));
    EXPECT_TRUE(EqualsTheParent<TPixel>(tied.GetPointer(), radius)) << "with tied values";
  });
}

/** Every size with every radius, values at the ends of the type's range. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsResultsOfExtremeValues(const std::vector<Size<VDimension>> & sizes,
                                       const std::vector<Size<VDimension>> & radii)
{
  const unsigned int seed = GetSeed(1);
  Random             random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  ForEachPair(sizes, radii, [&](const auto & size, const auto & radius) {
    const auto image = MakeImage<Image<TPixel, VDimension>>(MakeRegion(size), random, PickExtremePixel<TPixel>);
    EXPECT_TRUE(EqualsTheParent<TPixel>(image.GetPointer(), radius));
  });
}

/** Random parts of random images, every other window a cube. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsResultsOfRandomRegions(unsigned int largestSide, unsigned int largestRadius)
{
  using TestedImage = DeviceImage<TPixel, VDimension>;
  using PlainImage = Image<TPixel, VDimension>;
  for (unsigned int round = 0; round < GetNumberOfRounds(200); ++round)
  {
    const unsigned int seed = GetSeed(1000) + round;
    Random             random(seed);
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    const auto       whole = PickRegion<VDimension>(random, largestSide);
    const auto       image = MakeRandomImage<TestedImage>(whole, random);
    Size<VDimension> radius;
    std::generate(radius.begin(), radius.end(), [&] { return Pick(random, 0, largestRadius); });
    if (round % 2 == 0)
    {
      radius.Fill(radius[0]);
    }
    const auto tested = CudaMedianImageFilter<TestedImage, TestedImage>::New();
    const auto reference = MedianImageFilter<PlainImage, PlainImage>::New();
    const auto part = PickPart(random, whole);
    tested->SetInput(image);
    reference->SetInput(image);
    tested->SetRadius(radius);
    reference->SetRadius(radius);
    tested->GetOutput()->SetRequestedRegion(part);
    reference->GetOutput()->SetRequestedRegion(part);
    tested->Update();
    reference->Update();
    EXPECT_TRUE(tested->GetRanOnDevice());
    ASSERT_TRUE(HaveSamePixels<TPixel>(tested->GetOutput(), reference->GetOutput())) << radius << ' ' << part;
  }
}

/** Images of one value, with windows of each kind. */
template <typename TPixel, unsigned int VDimension>
void
ExpectConstantImagesToStayConstant(const Size<VDimension> & size, const std::vector<Size<VDimension>> & radii)
{
  using ImageType = Image<TPixel, VDimension>;
  using Limits = std::numeric_limits<TPixel>;
  for (const TPixel value : { Limits::lowest(), TPixel{ 7 }, Limits::max() })
  {
    const auto image = ImageType::New();
    image->SetRegions(MakeRegion(size));
    image->Allocate();
    image->FillBuffer(value);
    for (const auto & radius : radii)
    {
      const auto median = CudaMedianImageFilter<ImageType, ImageType>::New();
      median->SetInput(image);
      median->SetRadius(radius);
      median->Update();
      EXPECT_TRUE(HaveSamePixels<TPixel>(median->GetOutput(), image.GetPointer())) << radius;
    }
  }
}

/** A window that holds `image`'s pixels within `radius` of `index`, where those outside are the nearest inside. */
template <typename TPixel, unsigned int VDimension>
std::vector<TPixel>
GetWindow(const Image<TPixel, VDimension> * image, const Index<VDimension> & index, const Size<VDimension> & radius)
{
  const auto          whole = image->GetBufferedRegion();
  std::vector<TPixel> window;
  Offset<VDimension>  offset;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    offset[axis] = -static_cast<OffsetValueType>(radius[axis]);
  }
  for (unsigned int axis = 0; axis < VDimension;)
  {
    Index<VDimension> member = index + offset;
    for (unsigned int i = 0; i < VDimension; ++i)
    {
      member[i] = std::clamp(member[i], whole.GetIndex(i), whole.GetUpperIndex()[i]);
    }
    window.push_back(image->GetPixel(member));
    for (axis = 0; axis < VDimension && ++offset[axis] > static_cast<OffsetValueType>(radius[axis]); ++axis)
    {
      offset[axis] = -static_cast<OffsetValueType>(radius[axis]);
    }
  }
  return window;
}
} // namespace itk::DeviceTesting

#endif
