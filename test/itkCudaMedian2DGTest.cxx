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
using Sizes = std::vector<itk::Size<2>>;

const Sizes sizes{
  { { 1, 1 } },    { { 2, 2 } },  { { 31, 33 } }, { { 32, 32 } },  { { 33, 31 } },
  { { 97, 101 } }, { { 1, 64 } }, { { 64, 1 } },  { { 130, 67 } }, { { 257, 19 } },
};
const Sizes radii{
  { { 0, 0 } }, { { 1, 1 } }, { { 2, 2 } }, { { 3, 3 } }, { { 4, 4 } }, { { 5, 5 } }, { { 6, 6 } },
  { { 7, 7 } }, { { 1, 2 } }, { { 3, 0 } }, { { 0, 3 } }, { { 5, 1 } }, { { 2, 7 } },
};

// Windows whose reference costs up to a millisecond a pixel, so fewer pixels.
const Sizes sizesForLargeWindows{
  { { 1, 1 } }, { { 33, 31 } }, { { 64, 5 } }, { { 97, 101 } }, { { 1, 70 } },
};
const Sizes largeRadii{
  { { 8, 8 } }, { { 9, 9 } }, { { 10, 10 } }, { { 15, 15 } }, { { 37, 37 } }, { { 15, 3 } }, { { 40, 60 } },
};
} // namespace

template <typename TPixel>
class CudaMedian2D : public ::testing::Test
{};

using PixelTypes = ::testing::Types<uint8_t, int16_t, uint16_t, float>;
TYPED_TEST_SUITE(CudaMedian2D, PixelTypes, );

TYPED_TEST(CudaMedian2D, EqualsTheParentForSmallWindows)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsResults<TypeParam, 2>(sizes, radii);
}

TYPED_TEST(CudaMedian2D, EqualsTheParentForWindowsOfEveryShape)
{
  ITK_REQUIRE_DEVICE();
  Sizes shapes;
  for (itk::SizeValueType x = 0; x <= 7; ++x)
  {
    for (itk::SizeValueType y = 0; y <= 7; ++y)
    {
      shapes.push_back({ { x, y } });
    }
  }
  ExpectTheParentsResults<TypeParam, 2>(Sizes{ { { 3, 2 } }, { { 67, 45 } }, { { 270, 21 } } }, shapes);
}

TYPED_TEST(CudaMedian2D, EqualsTheParentForRowsOfEveryAlignment)
{
  ITK_REQUIRE_DEVICE();
  // More than two blocks of the widest a row.
  const Sizes widths{ { { 1040, 18 } }, { { 1041, 18 } }, { { 1042, 18 } }, { { 1043, 18 } }, { { 1044, 18 } } };
  ExpectTheParentsResults<TypeParam, 2>(widths, { { { 1, 1 } }, { { 1, 0 } }, { { 0, 1 } } });
}

TYPED_TEST(CudaMedian2D, EqualsTheParentForLargeWindows)
{
  ITK_REQUIRE_DEVICE();
  // A sanitizer takes minutes for more pixels; these make several blocks of every kernel.
  const bool isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  ExpectTheParentsResults<TypeParam, 2>(isSlow ? Sizes{ sizesForLargeWindows[1] } : sizesForLargeWindows,
                                        isSlow ? Sizes{ largeRadii[1], largeRadii[5] } : largeRadii);
}

TYPED_TEST(CudaMedian2D, EqualsTheParentForExtremeValues)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsResultsOfExtremeValues<TypeParam, 2>(sizesForLargeWindows, radii);
}

TYPED_TEST(CudaMedian2D, EqualsTheParentForRandomRegions)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsResultsOfRandomRegions<TypeParam, 2>(90, 9);
}

TYPED_TEST(CudaMedian2D, LeavesAConstantImageConstant)
{
  ExpectConstantImagesToStayConstant<TypeParam, 2>(sizes[2], { radii[1], radii[2], radii[4] });
}
