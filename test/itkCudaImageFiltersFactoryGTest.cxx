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
#include "itkCudaImageFiltersFactory.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCudaZeroCrossingImageFilter.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"

using itk::CudaImageFiltersFactory;

namespace
{
class CudaImageFiltersFactoryTest : public ::testing::Test
{
protected:
  void
  TearDown() override
  {
    CudaImageFiltersFactory::UnRegisterAll();
  }
};

template <typename TPixel, unsigned int VDimension>
bool
IsMadeByTheFactory()
{
  using ImageType = itk::Image<TPixel, VDimension>;
  const auto median = itk::MedianImageFilter<ImageType, ImageType>::New();
  const auto crossing = itk::ZeroCrossingImageFilter<ImageType, ImageType>::New();
  const bool isMedian =
    dynamic_cast<const itk::CudaMedianImageFilter<ImageType, ImageType> *>(median.GetPointer()) != nullptr;
  const bool isCrossing =
    dynamic_cast<const itk::CudaZeroCrossingImageFilter<ImageType, ImageType> *>(crossing.GetPointer()) != nullptr;
  EXPECT_EQ(isCrossing, isMedian);
  return isMedian;
}
} // namespace

TEST_F(CudaImageFiltersFactoryTest, IsNotRegisteredByDefault) { EXPECT_FALSE((IsMadeByTheFactory<float, 2>())); }

TEST_F(CudaImageFiltersFactoryTest, MakesTheFiltersOfThisModuleOnceItIsRegistered)
{
  CudaImageFiltersFactory::RegisterAll();
  EXPECT_TRUE((IsMadeByTheFactory<float, 2>()));
  EXPECT_TRUE((IsMadeByTheFactory<float, 3>()));
  EXPECT_TRUE((IsMadeByTheFactory<uint8_t, 2>()));
  EXPECT_TRUE((IsMadeByTheFactory<uint8_t, 3>()));
  EXPECT_TRUE((IsMadeByTheFactory<int16_t, 2>()));
  EXPECT_TRUE((IsMadeByTheFactory<int16_t, 3>()));
  EXPECT_TRUE((IsMadeByTheFactory<uint16_t, 2>()));
  EXPECT_TRUE((IsMadeByTheFactory<uint16_t, 3>()));
  EXPECT_FALSE((IsMadeByTheFactory<double, 2>()));
}

TEST_F(CudaImageFiltersFactoryTest, MakesITKsFiltersOnceItIsUnregistered)
{
  CudaImageFiltersFactory::RegisterAll();
  CudaImageFiltersFactory::RegisterAll();
  CudaImageFiltersFactory::UnRegisterAll();
  EXPECT_FALSE((IsMadeByTheFactory<float, 2>()));
  CudaImageFiltersFactory::UnRegisterAll();
  CudaImageFiltersFactory::RegisterAll();
  EXPECT_TRUE((IsMadeByTheFactory<float, 2>()));
}

TEST_F(CudaImageFiltersFactoryTest, ChangesNoResult)
{
  using ImageType = itk::Image<float, 2>;
  const auto image = itk::DeviceTesting::MakeRandomImage<ImageType>(itk::Size<2>{ { 40, 30 } }, 1);
  const auto expected = itk::DeviceTesting::MedianOnHost<float, 2>(image, { { 2, 2 } });
  CudaImageFiltersFactory::RegisterAll();
  const auto actual = itk::DeviceTesting::MedianOnHost<float, 2>(image, { { 2, 2 } });
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(actual.GetPointer(), expected.GetPointer()));
}

TEST_F(CudaImageFiltersFactoryTest, LeavesTheParentOfADeviceFilterAlone)
{
  using ImageType = itk::Image<float, 2>;
  CudaImageFiltersFactory::RegisterAll();
  const auto filter = itk::CudaMedianImageFilter<ImageType, ImageType>::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Never);
  filter->SetInput(itk::DeviceTesting::MakeRandomImage<ImageType>(itk::Size<2>{ { 40, 30 } }, 1));
  EXPECT_NO_THROW(filter->Update());
  EXPECT_FALSE(filter->GetRanOnDevice());
}

TEST_F(CudaImageFiltersFactoryTest, DescribesItself)
{
  const auto factory = CudaImageFiltersFactory::New();
  EXPECT_NE(std::string(factory->GetITKSourceVersion()), "");
  EXPECT_NE(std::string(factory->GetDescription()), "");
}
