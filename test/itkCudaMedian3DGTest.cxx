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
#include "itkCudaMedianTesting.h"

using namespace itk::DeviceTesting;

namespace
{
using Sizes = std::vector<itk::Size<3>>;

const Sizes sizes{
  { { 1, 1, 1 } },  { { 2, 2, 2 } },  { { 17, 13, 11 } }, { { 32, 5, 3 } },
  { { 1, 9, 33 } }, { { 33, 1, 2 } }, { { 31, 29, 7 } },
};
const Sizes radii{
  { { 0, 0, 0 } }, { { 1, 1, 1 } }, { { 2, 2, 2 } }, { { 3, 3, 3 } },
  { { 1, 2, 3 } }, { { 3, 0, 1 } }, { { 0, 0, 2 } }, { { 4, 4, 4 } },
};

// Windows whose reference costs up to a millisecond a pixel, so fewer pixels.
const Sizes sizesForLargeWindows{
  { { 1, 1, 1 } },
  { { 9, 7, 5 } },
  { { 17, 13, 11 } },
};
const Sizes largeRadii{
  { { 5, 5, 5 } },
  { { 7, 7, 7 } },
  { { 8, 1, 1 } },
  { { 20, 2, 20 } },
};
} // namespace

template <typename TPixel>
class CudaMedian3D : public ::testing::Test
{};

using PixelTypes = ::testing::Types<uint8_t, int16_t, uint16_t, float>;
TYPED_TEST_SUITE(CudaMedian3D, PixelTypes, );

TYPED_TEST(CudaMedian3D, EqualsTheParentForSmallWindows)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsResults<TypeParam, 3>(sizes, radii);
}

TYPED_TEST(CudaMedian3D, EqualsTheParentForWindowsOfEveryShape)
{
  ITK_REQUIRE_DEVICE();
  Sizes shapes{
    { { 3, 1, 3 } }, { { 3, 3, 1 } }, { { 1, 3, 3 } }, { { 3, 3, 0 } }, { { 3, 0, 2 } }, { { 0, 3, 3 } },
    { { 7, 1, 0 } }, { { 1, 0, 7 } }, { { 0, 0, 7 } }, { { 0, 7, 0 } }, { { 7, 0, 0 } }, { { 4, 0, 4 } },
  };
  for (itk::SizeValueType i = 0; i < 27; ++i)
  {
    shapes.push_back({ { i % 3, i / 3 % 3, i / 9 } });
  }
  ExpectTheParentsResults<TypeParam, 3>(Sizes{ { { 8, 2, 3 } }, { { 35, 9, 8 } }, { { 66, 7, 35 } } }, shapes);
}

TYPED_TEST(CudaMedian3D, EqualsTheParentForMoreSlicesThanAGridHasLayers)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsResults<TypeParam, 3>(Sizes{ { { 5, 4, 66000 } } }, Sizes{ { { 1, 1, 0 } }, { { 2, 1, 0 } } });
}

TYPED_TEST(CudaMedian3D, EqualsTheParentForLargeWindows)
{
  ITK_REQUIRE_DEVICE();
  // A sanitizer takes minutes for more pixels; these make several blocks of every kernel.
  const bool isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  ExpectTheParentsResults<TypeParam, 3>(isSlow ? Sizes{ sizesForLargeWindows[1] } : sizesForLargeWindows, largeRadii);
}

TYPED_TEST(CudaMedian3D, EqualsTheParentForExtremeValues)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsResultsOfExtremeValues<TypeParam, 3>(sizesForLargeWindows, radii);
}

TYPED_TEST(CudaMedian3D, EqualsTheParentForRandomRegions)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsResultsOfRandomRegions<TypeParam, 3>(20, 2);
}

TYPED_TEST(CudaMedian3D, LeavesAConstantImageConstant)
{
  ExpectConstantImagesToStayConstant<TypeParam, 3>(sizes[2], { radii[1], radii[2], radii[4] });
}
