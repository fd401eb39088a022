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
#include "itkCudaCannyEdgeDetectionImageFilter.h"
#include "itkCudaImageFiltersFactory.h"
#include "itkCudaMedianImageFilter.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkFactoryListTesting.h"
#include <algorithm>

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

using PlainImage = itk::Image<float, 2>;
using RareImage = itk::Image<double, 2>;

void
ExpectITKsOwn()
{
  for (const auto & listed : itk::FactoryTesting::GetListedClasses())
  {
    EXPECT_EQ(listed.make(), "") << listed.name;
  }
  for (const auto & listed : itk::FactoryTesting::GetListedNews())
  {
    EXPECT_EQ(listed.make(), listed.parent);
  }
}

void
ExpectThoseOfTheList()
{
  for (const auto & listed : itk::FactoryTesting::GetListedClasses())
  {
    EXPECT_EQ(listed.make(), listed.override) << listed.name;
  }
  for (const auto & listed : itk::FactoryTesting::GetListedNews())
  {
    EXPECT_EQ(listed.make(), listed.override) << listed.parent;
  }
}

template <typename TCanny>
PlainImage::Pointer
FindEdges(TCanny * canny)
{
  canny->SetInput(itk::DeviceTesting::MakeRandomImage<PlainImage>(itk::Size<2>{ { 40, 30 } }, 1));
  canny->SetVariance(2.0);
  canny->SetUpperThreshold(20);
  canny->SetLowerThreshold(10);
  canny->Update();
  PlainImage::Pointer output = canny->GetOutput();
  output->DisconnectPipeline();
  return output;
}
} // namespace

TEST_F(CudaImageFiltersFactoryTest, IsNotRegisteredByDefault) { ExpectITKsOwn(); }

TEST_F(CudaImageFiltersFactoryTest, MakesTheFiltersOfTheListOnceItIsRegistered)
{
  CudaImageFiltersFactory::RegisterAll();
  ExpectThoseOfTheList();
}

TEST_F(CudaImageFiltersFactoryTest, MakesITKsFiltersOnceItIsUnregistered)
{
  CudaImageFiltersFactory::RegisterAll();
  CudaImageFiltersFactory::RegisterAll();
  CudaImageFiltersFactory::UnRegisterAll();
  ExpectITKsOwn();
  CudaImageFiltersFactory::UnRegisterAll();
  CudaImageFiltersFactory::RegisterAll();
  ExpectThoseOfTheList();
}

TEST_F(CudaImageFiltersFactoryTest, HasNoFilterThatIsNotInTheList)
{
  const auto & listed = itk::FactoryTesting::GetListedClasses();
  const auto   isOverridden = [](const auto & one) { return !one.override.empty(); };
  const auto   expected = std::count_if(listed.begin(), listed.end(), isOverridden);
  EXPECT_EQ(CudaImageFiltersFactory::New()->GetClassOverrideNames().size(), static_cast<std::size_t>(expected));
}

TEST_F(CudaImageFiltersFactoryTest, TakesPixelTypesOfTheUsers)
{
  using ParentType = itk::MedianImageFilter<RareImage, RareImage>;
  CudaImageFiltersFactory::RegisterAll();
  EXPECT_STREQ(ParentType::New()->GetNameOfClass(), "MedianImageFilter");
  CudaImageFiltersFactory::GetInstance()->Override<ParentType, itk::CudaMedianImageFilter<RareImage, RareImage>>();
  EXPECT_STREQ(ParentType::New()->GetNameOfClass(), "CudaMedianImageFilter");
  CudaImageFiltersFactory::UnRegisterAll();
  EXPECT_STREQ(ParentType::New()->GetNameOfClass(), "MedianImageFilter");
}

TEST_F(CudaImageFiltersFactoryTest, MakesACannyThatIsTheModulesOwn)
{
  const auto own = itk::CudaCannyEdgeDetectionImageFilter<PlainImage, PlainImage>::New();
  const auto expected = FindEdges(own.GetPointer());
  CudaImageFiltersFactory::RegisterAll();
  const auto made = itk::CannyEdgeDetectionImageFilter<PlainImage, PlainImage>::New();
  EXPECT_STREQ(made->GetNameOfClass(), own->GetNameOfClass());
  const auto actual = FindEdges(made.GetPointer());
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(actual.GetPointer(), expected.GetPointer()));
  EXPECT_GT(std::count(actual->GetBufferPointer(), actual->GetBufferPointer() + 1200, 1.0f), 0);
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
