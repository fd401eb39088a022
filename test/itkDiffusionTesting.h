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
#ifndef itkDiffusionTesting_h
#define itkDiffusionTesting_h

#include "itkDeviceTesting.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace itk::DeviceTesting
{
/** All components of all pixels, of an image of floats or of vectors of them. */
template <typename TImage>
float *
GetComponents(TImage * image)
{
  return reinterpret_cast<float *>(image->GetBufferPointer());
}

template <typename TImage>
std::size_t
CountComponents(const TImage * image)
{
  return image->GetBufferedRegion().GetNumberOfPixels() * (sizeof(typename TImage::PixelType) / sizeof(float));
}

template <typename TImage>
typename TImage::Pointer
MakeSpacedImage(const typename TImage::SizeType & size, Random & random)
{
  const auto image = TImage::New();
  image->SetRegions(size);
  image->Allocate();
  typename TImage::SpacingType spacing;
  for (unsigned int axis = 0; axis < TImage::ImageDimension; ++axis)
  {
    spacing[axis] = 0.5 + 0.3 * axis;
  }
  image->SetSpacing(spacing);
  // Values of all magnitudes, so that float differences round.
  std::generate_n(GetComponents(image.GetPointer()), CountComponents(image.GetPointer()), [&] {
    return std::ldexp(static_cast<float>(Pick(random, 0, 1 << 20)), -static_cast<int>(random() % 22));
  });
  return image;
}

/** at(x, y, z) is a pixel of an image, or the nearest one. */
template <typename TImage>
auto
MakeAt(const TImage * image)
{
  std::array<std::ptrdiff_t, 3> size{ 1, 1, 1 };
  std::copy_n(image->GetBufferedRegion().GetSize().begin(), TImage::ImageDimension, size.begin());
  return [pixels = image->GetBufferPointer(), size](std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z) {
    const auto clamp = [&](std::ptrdiff_t i, int axis) { return std::clamp<std::ptrdiff_t>(i, 0, size[axis] - 1); };
    return pixels[clamp(x, 0) + size[0] * (clamp(y, 1) + size[1] * clamp(z, 2))];
  };
}

template <unsigned int VDimension>
std::vector<Size<VDimension>>
GetSizes()
{
  std::vector<Size<VDimension>> sizes;
  for (const auto & sides :
       { std::array{ 1, 1, 1 }, { 2, 1, 3 }, { 1, 7, 2 }, { 4, 4, 1 }, { 5, 3, 2 }, { 37, 29, 11 } })
  {
    Size<VDimension> size;
    std::copy_n(sides.begin(), VDimension, size.begin());
    sizes.push_back(size);
  }
  return sizes;
}

/** Where flows that differ by 2^-50 of them make a float round otherwise, it is a neighbouring one of the larger of the pixels
 * before and after: in one pixel of some 10^6. */
template <typename TImage>
void
ExpectPixelsButForRounding(const std::vector<float> & actual, TImage * expected, TImage * before)
{
  const float * const expectedValues = GetComponents(expected);
  const float * const valuesBefore = GetComponents(before);
  std::size_t         differing = 0;
  ASSERT_EQ(actual.size(), CountComponents(expected));
  for (std::size_t i = 0; i < actual.size(); ++i)
  {
    const float pixel = expectedValues[i];
    if (std::isnan(pixel) || std::isinf(pixel))
    {
      ASSERT_TRUE(std::isnan(pixel) ? std::isnan(actual[i]) : actual[i] == pixel)
        << "component " << i << ": " << actual[i];
      continue;
    }
    const float largest = std::max(std::abs(pixel), std::abs(valuesBefore[i]));
    ASSERT_NEAR(actual[i], pixel, std::ldexp(largest, -23)) << "component " << i;
    differing += actual[i] != pixel;
  }
  EXPECT_LE(differing, 1 + actual.size() / 100000);
}

/** Sets a part of the pixels to the limits of float, and beyond. */
template <typename TImage>
void
PutExtremes(TImage * image, Random & random)
{
  const float extremes[]{ std::numeric_limits<float>::infinity(),  -std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::max(),       std::numeric_limits<float>::lowest(),
                          std::numeric_limits<float>::min(),       std::numeric_limits<float>::denorm_min() };
  std::for_each_n(GetComponents(image), CountComponents(image), [&](float & value) {
    value = Pick(random, 0, 19) == 0 ? extremes[Pick(random, 0, 7)] : value;
  });
}
} // namespace itk::DeviceTesting

#endif
