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
#include "Kernels/Border.cuh"
#include "itkConstantBoundaryCondition.h"
#include "itkImage.h"
#include "itkImageRegionIteratorWithIndex.h"
#include "itkPeriodicBoundaryCondition.h"
#include "itkZeroFluxNeumannBoundaryCondition.h"
#include "itkGTest.h"
#include <vector>

namespace kernels = itk::device::kernels;

namespace
{
using ImageType = itk::Image<int, 1>;

/** Every pixel is its index. */
ImageType::Pointer
MakeRamp(int size)
{
  auto image = ImageType::New();
  image->SetRegions(ImageType::SizeType{ { static_cast<itk::SizeValueType>(size) } });
  image->Allocate();
  for (itk::ImageRegionIteratorWithIndex<ImageType> it(image, image->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    it.Set(static_cast<int>(it.GetIndex()[0]));
  }
  return image;
}

/** Compares `map(index, size)` with the pixel that `condition` gives, from five images before the image to five behind. */
template <typename TCondition, typename TMap>
void
ExpectPixelsOf(const TCondition & condition, const TMap & map)
{
  for (int size = 1; size <= 7; ++size)
  {
    const auto image = MakeRamp(size);
    for (int index = -5 * size; index < 6 * size; ++index)
    {
      EXPECT_EQ(map(index, size), condition.GetPixel({ { index } }, image.GetPointer())) << index << " of " << size;
    }
  }
}
} // namespace

TEST(KernelBorders, NearestIsThatOfZeroFluxNeumannBoundaryCondition)
{
  ExpectPixelsOf(itk::ZeroFluxNeumannBoundaryCondition<ImageType>(), kernels::NearestIndex<int>);
}

TEST(KernelBorders, MapsToTheConditionThatIsSet)
{
  using itk::device::ConvolutionBorder;
  const auto map = [](ConvolutionBorder border) {
    return [border](int index, int size) { return kernels::MapIndex(border, index, size); };
  };
  itk::ConstantBoundaryCondition<ImageType> constant;
  constant.SetConstant(-1);
  ExpectPixelsOf(constant, map(ConvolutionBorder::Constant));
  ExpectPixelsOf(itk::PeriodicBoundaryCondition<ImageType>(), map(ConvolutionBorder::Periodic));
  ExpectPixelsOf(itk::ZeroFluxNeumannBoundaryCondition<ImageType>(), map(ConvolutionBorder::ZeroFluxNeumann));
}

TEST(KernelBorders, MapToWhatIsWorkedByHand)
{
  using itk::device::ConvolutionBorder;
  const auto map = [](ConvolutionBorder border) {
    std::vector<int> indices;
    for (int i = -7; i < 9; ++i)
    {
      indices.push_back(kernels::MapIndex(border, i, 3));
    }
    return indices;
  };
  EXPECT_EQ(map(ConvolutionBorder::ZeroFluxNeumann),
            (std::vector<int>{ 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2 }));
  EXPECT_EQ(map(ConvolutionBorder::Constant),
            (std::vector<int>{ -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1, -1 }));
  EXPECT_EQ(map(ConvolutionBorder::Periodic), (std::vector<int>{ 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2 }));
}

TEST(KernelBorders, PeriodicIsThatOfPeriodicBoundaryCondition)
{
  ExpectPixelsOf(itk::PeriodicBoundaryCondition<ImageType>(), kernels::PeriodicIndex<int>);
}

TEST(KernelBorders, MirrorDoesNotRepeatTheOutermostPixels)
{
  const auto getLine = [](int size) {
    std::vector<int> line;
    for (int index = -5; index < size + 5; ++index)
    {
      line.push_back(kernels::MirrorIndex(index, size));
    }
    return line;
  };
  EXPECT_EQ(getLine(1), std::vector<int>(11, 0));
  EXPECT_EQ(getLine(2), (std::vector<int>{ 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0 }));
  EXPECT_EQ(getLine(4), (std::vector<int>{ 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0, 1, 2 }));
}

TEST(KernelBorders, MapIndicesBeyond32Bits)
{
  const std::ptrdiff_t size = std::ptrdiff_t{ 1 } << 40;
  EXPECT_EQ(kernels::NearestIndex(2 * size, size), size - 1);
  EXPECT_EQ(kernels::PeriodicIndex(-1 - size, size), size - 1);
  EXPECT_EQ(kernels::MirrorIndex(-size + 1, size), size - 1);
}
