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
#include "itkCudaComposeImageFilter.h"
#include "itkCudaFilterTesting.h"
#include "itkCudaVectorIndexSelectionCastImageFilter.h"
#include "itkRGBPixel.h"
#include "itkVector.h"

using namespace itk::DeviceTesting;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

namespace
{
template <typename TImage>
bool
HaveSameBits(const TImage * a, const TImage * b)
{
  const auto bytes = a->GetBufferedRegion().GetNumberOfPixels() * sizeof(typename TImage::PixelType);
  return a->GetBufferedRegion() == b->GetBufferedRegion() &&
         std::memcmp(a->GetBufferPointer(), b->GetBufferPointer(), bytes) == 0;
}

/** Images composed on the device and on the host, whole and in part, and each component taken out again on both. */
template <typename TPixel, typename TVector, unsigned int VDimension>
void
ExpectTheParents(unsigned int components)
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using VectorType = itk::DeviceImage<TVector, VDimension>;
  using Compose = itk::CudaComposeImageFilter<ImageType, VectorType>;
  using Select = itk::CudaVectorIndexSelectionCastImageFilter<VectorType, ImageType>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random                                   random(seed);
    const auto                               region = PickRegion<VDimension>(random, VDimension == 2 ? 100 : 20);
    const auto                               composed = Compose::New();
    const auto                               parent = Compose::New();
    const auto                               geometry = MakeRandomImage<ImageType>(region, random);
    std::vector<typename ImageType::Pointer> images;
    for (unsigned int i = 0; i < components; ++i)
    {
      images.push_back(MakeRandomImage<ImageType>(region, random));
      images.back()->CopyInformation(geometry);
      composed->SetInput(i, images.back());
      parent->SetInput(i, images.back());
    }
    const auto part = Pick(random, 0, 1) == 0 ? region : PickPart(random, region);
    composed->SetUseDevice(UseDevice::Always);
    parent->SetUseDevice(UseDevice::Never);
    composed->GetOutput()->SetRequestedRegion(part);
    parent->GetOutput()->SetRequestedRegion(part);
    composed->Update();
    parent->Update();
    EXPECT_TRUE(composed->GetRanOnDevice());
    EXPECT_FALSE(parent->GetRanOnDevice());
    EXPECT_TRUE(HaveSameGeometry<VDimension>(composed->GetOutput(), parent->GetOutput()));
    ASSERT_TRUE(HaveSameBits<VectorType>(composed->GetOutput(), parent->GetOutput()));

    const auto innerPart = PickPart(random, part);
    for (unsigned int i = 0; i < components; ++i)
    {
      const auto selected = Select::New();
      const auto selectedByParent = Select::New();
      selected->SetUseDevice(UseDevice::Always);
      selectedByParent->SetUseDevice(UseDevice::Never);
      for (Select * const filter : { selected.GetPointer(), selectedByParent.GetPointer() })
      {
        filter->SetInput(filter == selected ? composed->GetOutput() : parent->GetOutput());
        filter->SetIndex(i);
        filter->GetOutput()->SetRequestedRegion(innerPart);
        filter->Update();
      }
      EXPECT_TRUE(selected->GetRanOnDevice());
      ASSERT_TRUE(AreSame<TPixel>(selected->GetOutput(), selectedByParent->GetOutput())) << "component " << i;
    }
  }
}
} // namespace

TEST(CopyCompose, GivesTheParentsPixels)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParents<uint8_t, itk::RGBPixel<uint8_t>, 2>(3);
  ExpectTheParents<uint8_t, itk::Vector<uint8_t, 2>, 3>(2);
  ExpectTheParents<int16_t, itk::Vector<int16_t, 3>, 3>(3);
  ExpectTheParents<float, itk::Vector<float, 2>, 2>(2);
  ExpectTheParents<float, itk::Vector<float, 3>, 3>(3);
}

TEST(CopyCompose, ThrowsAsItsParent)
{
  using ImageType = itk::DeviceImage<float, 2>;
  using VectorType = itk::DeviceImage<itk::Vector<float, 2>, 2>;
  const auto composed = itk::CudaComposeImageFilter<ImageType, VectorType>::New();
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 20, 10 } }), 1);
  composed->SetInput(0, image);
  EXPECT_THROW(composed->Update(), itk::ExceptionObject);
  const auto other = MakeRandomImage<ImageType>(MakeRegion<2>({ { 21, 10 } }), 1);
  other->CopyInformation(image);
  other->SetLargestPossibleRegion(MakeRegion<2>({ { 21, 10 } }));
  composed->SetInput(1, other);
  EXPECT_THROW(composed->Update(), itk::ExceptionObject);
  const auto selected = itk::CudaVectorIndexSelectionCastImageFilter<VectorType, ImageType>::New();
  composed->SetInput(1, image);
  selected->SetInput(composed->GetOutput());
  selected->SetIndex(2);
  EXPECT_THROW(selected->Update(), itk::ExceptionObject);
}
