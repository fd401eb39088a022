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
#include "itkCudaLaplacianImageFilter.h"
#include "itkCudaPointwiseTesting.h"

using namespace itk::DeviceTesting;

TEST(CudaLaplacian, GivesTheParentsPixels)
{
  ParentComparisonSettings settings;
  settings.hasNonFinitePixels = false;
  ExpectTheParentsOfOneInput<itk::CudaLaplacianImageFilter,
                             itk::LaplacianImageFilter,
                             Types<float, float, 2>,
                             Types<float, float, 3>>([](auto *, Random &) {}, settings);
}

TEST(CudaLaplacian, IsZeroOfAPlane)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = itk::DeviceImage<float, 3>;
  const auto image = ImageType::New();
  image->SetRegions(MakeRegion<3>({ { 20, 30, 10 } }));
  image->Allocate();
  auto * const pixels = image->GetBufferPointer();
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    const auto index = image->ComputeIndex(i);
    pixels[i] = static_cast<float>(3 * index[0] - 2 * index[1] + index[2]);
  }
  const auto filter = itk::CudaLaplacianImageFilter<ImageType, ImageType>::New();
  filter->SetInput(image);
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  for (const ImageType::IndexType index :
       { ImageType::IndexType{ { 1, 1, 1 } }, ImageType::IndexType{ { 18, 28, 8 } } })
  {
    EXPECT_EQ(filter->GetOutput()->GetPixel(index), 0.0f) << index;
  }
  // A border pixel is its own neighbour: 3 less of it along x, and so on.
  EXPECT_EQ(filter->GetOutput()->GetPixel({ { 0, 1, 1 } }), 3.0f);
}
