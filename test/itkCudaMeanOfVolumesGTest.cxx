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
#include "itkCudaMeanTesting.h"

using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Types;

/** Of so many voxels that blocks fill the device, each of which walks through layers with all axes at once. */
template <typename TTypes>
class CudaMeanOfVolumes : public itk::DeviceTesting::CudaMeanTest<TTypes>
{
protected:
  static void
  ExpectTheParentsResultFor(const itk::Size<3> & size, unsigned int side)
  {
    itk::Size<3> radius;
    radius.Fill(side);
    const auto image = MakeRandomImage<typename TTypes::InputImage>(size, side);
    CudaMeanOfVolumes::ExpectTheParentsResult(image, radius);
  }
};

using TypesOfVolumes = ::testing::Types<Types<float, float, 3>,
                                        Types<uint8_t, uint8_t, 3>,
                                        Types<uint16_t, uint16_t, 3>,
                                        Types<int16_t, int16_t, 3>,
                                        Types<int16_t, float, 3>>;
TYPED_TEST_SUITE(CudaMeanOfVolumes, TypesOfVolumes, );

/** Blocks of 8, 32 and 64 layers, with rests along all axes. */
TYPED_TEST(CudaMeanOfVolumes, AreThoseOfTheParent)
{
  this->ExpectTheParentsResultFor({ { 132, 83, 100 } }, 1);
  this->ExpectTheParentsResultFor({ { 133, 83, 100 } }, 1);
  this->ExpectTheParentsResultFor({ { 6, 531, 70 } }, 1);
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    this->ExpectTheParentsResultFor({ { 8, 531, 535 } }, 1);
    this->ExpectTheParentsResultFor({ { 4, 529, 1010 } }, 1);
  }
}

/** Of each radius with a kernel of its own; rows of any number of voxels, and blocks of 32 and 64 layers. */
TYPED_TEST(CudaMeanOfVolumes, OfLargerCubesAreThoseOfTheParent)
{
  this->ExpectTheParentsResultFor({ { 66, 267, 97 } }, 2);
  this->ExpectTheParentsResultFor({ { 3, 269, 97 } }, 3);
  this->ExpectTheParentsResultFor({ { 66, 133, 97 } }, 4);
  this->ExpectTheParentsResultFor({ { 3, 269, 97 } }, 5);
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    this->ExpectTheParentsResultFor({ { 3, 491, 1029 } }, 4);
  }
}

/** Of so many layers that blocks have two groups of rows. */
TYPED_TEST(CudaMeanOfVolumes, OfManyLayersAreThoseOfTheParent)
{
  const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 4, 491, 2115 } }, 1);
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    this->ExpectTheParentsResult(image, { { 2, 3, 1 } });
  }
  if constexpr (std::is_same_v<typename TypeParam::OutputPixelType, float>)
  {
    for (const itk::Size<3> & radius :
         { itk::Size<3>{ { 3, 3, 2 } }, itk::Size<3>{ { 4, 4, 1 } }, itk::Size<3>{ { 5, 5, 1 } } })
    {
      this->ExpectTheParentsResult(image, radius);
    }
    // Rows of the input are not whole quads, though those of the output are.
    const auto wide = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 5, 491, 2115 } }, 2);
    this->ExpectPartsAreThoseOfTheWhole(wide, { { 4, 4, 2 } }, { 4, 491, 2115 }, { { 1, 0, 0 } });
  }
}

/** Of rows of whole quads, which of float are copied to shared memory: three blocks beside each other, the last of few columns. */
TYPED_TEST(CudaMeanOfVolumes, OfAlignedRowsAreThoseOfTheParent)
{
  const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 140, 179, 97 } }, 1);
  for (const itk::Size<3> & radius : { itk::Size<3>{ { 1, 1, 2 } },
                                       itk::Size<3>{ { 2, 2, 2 } },
                                       itk::Size<3>{ { 3, 1, 2 } },
                                       itk::Size<3>{ { 4, 4, 4 } },
                                       itk::Size<3>{ { 5, 5, 5 } } })
  {
    this->ExpectTheParentsResult(image, radius);
  }
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    for (const itk::Size<3> & radius : { itk::Size<3>{ { 0, 3, 1 } },
                                         itk::Size<3>{ { 2, 0, 3 } },
                                         itk::Size<3>{ { 2, 2, 1 } },
                                         itk::Size<3>{ { 3, 3, 0 } },
                                         itk::Size<3>{ { 3, 3, 3 } },
                                         itk::Size<3>{ { 4, 4, 2 } },
                                         itk::Size<3>{ { 5, 5, 1 } } })
    {
      this->ExpectTheParentsResult(image, radius);
    }
  }
}

/** Squares in fewer or more layers, of any number of voxels a row. */
TYPED_TEST(CudaMeanOfVolumes, OfSquaresInOtherLayersAreThoseOfTheParent)
{
  const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 66, 267, 97 } }, 1);
  for (const itk::Size<3> & radius : { itk::Size<3>{ { 1, 1, 1 } },
                                       itk::Size<3>{ { 1, 1, 2 } },
                                       itk::Size<3>{ { 2, 2, 3 } },
                                       itk::Size<3>{ { 3, 3, 2 } },
                                       itk::Size<3>{ { 4, 4, 1 } } })
  {
    this->ExpectTheParentsResult(image, radius);
  }
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    for (const itk::Size<3> & radius : { itk::Size<3>{ { 1, 1, 3 } },
                                         itk::Size<3>{ { 2, 2, 1 } },
                                         itk::Size<3>{ { 3, 3, 1 } },
                                         itk::Size<3>{ { 4, 4, 3 } },
                                         itk::Size<3>{ { 5, 5, 2 } } })
    {
      this->ExpectTheParentsResult(image, radius);
    }
  }
}

/** Boxes of any sides up to 7, and rows of 3 voxels. */
TYPED_TEST(CudaMeanOfVolumes, OfBoxesAreThoseOfTheParent)
{
  const auto narrow = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 3, 539, 97 } }, 2);
  this->ExpectTheParentsResult(narrow, { { 3, 1, 2 } });
  const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 66, 267, 97 } }, 1);
  this->ExpectTheParentsResult(image, { { 1, 2, 3 } });
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    for (const itk::Size<3> & radius : { itk::Size<3>{ { 0, 0, 1 } },
                                         itk::Size<3>{ { 3, 1, 2 } },
                                         itk::Size<3>{ { 0, 3, 1 } },
                                         itk::Size<3>{ { 2, 0, 2 } },
                                         itk::Size<3>{ { 3, 0, 3 } },
                                         itk::Size<3>{ { 0, 2, 3 } },
                                         itk::Size<3>{ { 2, 3, 1 } },
                                         itk::Size<3>{ { 3, 2, 3 } },
                                         itk::Size<3>{ { 3, 3, 3 } } })
    {
      this->ExpectTheParentsResult(image, radius);
    }
  }
}

/** Large windows on rows that are longer than a strip's outputs, and fit one as a whole; some lie in wider images. */
TYPED_TEST(CudaMeanOfVolumes, OfWholeRowsAreThoseOfTheParent)
{
  for (const itk::SizeValueType columns : { 512, 509, 513 })
  {
    const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { columns, 11, 9 } }, 1);
    this->ExpectTheParentsResult(image, { { 10, 4, 1 } });
  }
  const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 512, 13, 6 } }, 2);
  this->ExpectTheParentsResult(image, { { 31, 6, 4 } });
  const auto wide = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 540, 12, 7 } }, 3);
  this->ExpectPartsAreThoseOfTheWhole(
    wide, { { 13, 5, 1 } }, { 499, 9, 5 }, { { 0, 0, 0 }, { 41, 3, 2 }, { 17, 1, 1 } });
}

/** Sums that leave a window are kept, of up to 13 layers to each side in double and of 17 in 32 bits. */
TYPED_TEST(CudaMeanOfVolumes, OfManyLargeLayersAreThoseOfTheParent)
{
  const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 21, 5, 75 } }, 1);
  for (const itk::SizeValueType radius : { 4, 7, 13, 14, 17, 18 })
  {
    this->ExpectTheParentsResult(image, { { 4, 1, radius } });
  }
}

/** Of parts that begin at quads of voxels and at others, beside the image's border and within it. */
TYPED_TEST(CudaMeanOfVolumes, OfPartsAreThoseOfTheWhole)
{
  const auto image = MakeRandomImage<typename TypeParam::InputImage>(itk::Size<3>{ { 16, 440, 142 } }, 1);
  for (const unsigned int side : { 1, 2, 4 })
  {
    itk::Size<3> radius;
    radius.Fill(side);
    this->ExpectPartsAreThoseOfTheWhole(image, radius, { 8, 429, 138 }, { { 0, 0, 0 }, { 4, 3, 1 }, { 3, 11, 2 } });
  }
  this->ExpectPartsAreThoseOfTheWhole(image, { { 2, 2, 1 } }, { 8, 429, 138 }, { { 0, 0, 0 }, { 3, 11, 2 } });
  if (!itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    this->ExpectPartsAreThoseOfTheWhole(image, { { 1, 3, 2 } }, { 8, 429, 138 }, { { 0, 0, 0 }, { 3, 11, 2 } });
  }
}
