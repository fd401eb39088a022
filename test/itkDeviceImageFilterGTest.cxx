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
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkOutputWindow.h"
#include <cstdlib>

using TestedImage = itk::DeviceImage<float, 2>;
using PlainImage = itk::Image<float, 2>;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;
using itk::device::Runtime;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::ExpectTheParentsResult;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;
using itk::DeviceTesting::TestedRadius;
using itk::DeviceTesting::TestedRegion;
using itk::DeviceTesting::TransferCounter;

namespace
{
/** ITK_CUDA_IMAGE_FILTERS has a value while this lives. */
class EnvironmentGuard
{
public:
  explicit EnvironmentGuard(const char * value) { setenv("ITK_CUDA_IMAGE_FILTERS", value, 1); }
  ~EnvironmentGuard() { unsetenv("ITK_CUDA_IMAGE_FILTERS"); }
};

/** Keeps what ITK would show. */
class CapturingWindow : public itk::OutputWindow
{
public:
  using Self = CapturingWindow;
  using Superclass = itk::OutputWindow;
  using Pointer = itk::SmartPointer<Self>;
  itkFactorylessNewMacro(Self);

  void
  DisplayText(const char * text) override
  {
    m_Text += text;
  }

  void
  DisplayWarningText(const char * text) override
  {
    ++m_NumberOfWarnings;
    m_Text += text;
  }

  std::string  m_Text;
  unsigned int m_NumberOfWarnings{ 0 };
};

/** A filter whose work is done by another one inside, which may be one of this module. */
class CompositeImageFilter : public itk::ImageToImageFilter<TestedImage, TestedImage>
{
public:
  using Self = CompositeImageFilter;
  using Pointer = itk::SmartPointer<Self>;
  itkNewMacro(Self);

  bool m_InnerRanOnDevice{ false };

protected:
  void
  GenerateData() override
  {
    const auto input = TestedImage::New();
    input->Graft(this->GetInput());
    const auto median = MakeDeviceMedian<TestedImage>(input, TestedRadius);
    median->Update();
    m_InnerRanOnDevice = median->GetRanOnDevice();
    this->GraftOutput(median->GetOutput());
  }
};

class DeviceCompositeImageFilter : public itk::DeviceImageFilter<CompositeImageFilter>
{
public:
  using Self = DeviceCompositeImageFilter;
  using Pointer = itk::SmartPointer<Self>;
  itkNewMacro(Self);

protected:
  bool
  HasKernel() const override
  {
    return false;
  }

  void
  EnqueueOnDevice(const itk::device::Stream &) override
  {}
};
/** Of an input without a source, which could make its pixels again. */
template <typename TImage>
void
ExpectAReleasedInputThrows()
{
  constexpr unsigned int dimension = TImage::ImageDimension;
  const auto             region = itk::DeviceTesting::MakeRegionOfSides<dimension>({ 21, 13, 5 });
  const auto             radius = itk::Size<dimension>::Filled(1);
  const auto             image = MakeRandomImage<TImage>(region, 1);
  const auto             median = MakeDeviceMedian<TImage>(image, radius);
  median->Update();
  image->ReleaseData();
  median->Modified();
  const std::string description = itk::DeviceTesting::CatchDescription([&] { median->Update(); });
  EXPECT_NE(description.find("was it released?"), std::string::npos) << description;
  median->SetInput(MakeRandomImage<TImage>(region, 2));
  median->Update();
  EXPECT_TRUE(median->GetRanOnDevice());
  const auto expected = MedianOnHost<float, dimension>(median->GetInput(), radius);
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected.GetPointer()));
}
} // namespace

TEST(DeviceImageFilter, RunsOnTheDeviceIfThereIsOne)
{
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  EXPECT_EQ(median->GetUseDevice(), UseDevice::Auto);
  EXPECT_FALSE(median->GetRanOnDevice());
  ExpectTheParentsResult(median);
  EXPECT_EQ(median->GetRanOnDevice(), Runtime::IsAvailable());
}

TEST(DeviceImageFilter, RunsItsParentIfItNeverUsesTheDevice)
{
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  const TransferCounter counter;
  median->SetUseDevice(UseDevice::Never);
  ExpectTheParentsResult(median);
  EXPECT_FALSE(median->GetRanOnDevice());
  EXPECT_EQ(counter.GetUploads(), 0u);
}

TEST(DeviceImageFilter, KeepsWhatItsParentMakesInsideOffTheDeviceIfItNeverUsesIt)
{
  const auto filter = DeviceCompositeImageFilter::New();
  filter->SetInput(MakeRandomImage<TestedImage>(TestedRegion, 1));
  filter->Update();
  EXPECT_EQ(filter->m_InnerRanOnDevice, Runtime::IsAvailable());
  filter->SetUseDevice(UseDevice::Never);
  filter->Update();
  EXPECT_FALSE(filter->m_InnerRanOnDevice);
  filter->SetUseDevice(UseDevice::Auto);
  filter->Update();
  EXPECT_EQ(filter->m_InnerRanOnDevice, Runtime::IsAvailable());
}

TEST(DeviceImageFilter, RunsOnTheDeviceIfItAlwaysDoes)
{
  ITK_REQUIRE_DEVICE();
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  median->SetUseDevice(UseDevice::Always);
  ExpectTheParentsResult(median);
  EXPECT_TRUE(median->GetRanOnDevice());
}

TEST(DeviceImageFilter, RunsItsParentWhereTheEnvironmentSaysOff)
{
  const EnvironmentGuard guard("off");
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  ExpectTheParentsResult(median);
  EXPECT_FALSE(median->GetRanOnDevice());
}

TEST(DeviceImageFilter, RunsOnTheDeviceWhereTheEnvironmentSaysAnythingElse)
{
  const EnvironmentGuard guard("on");
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  ExpectTheParentsResult(median);
  EXPECT_EQ(median->GetRanOnDevice(), Runtime::IsAvailable());
}

TEST(DeviceImageFilter, RunsOnTheDeviceIfItAlwaysDoesWhateverTheEnvironmentSays)
{
  ITK_REQUIRE_DEVICE();
  const EnvironmentGuard guard("off");
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  median->SetUseDevice(UseDevice::Always);
  ExpectTheParentsResult(median);
  EXPECT_TRUE(median->GetRanOnDevice());
}

TEST(DeviceImageFilter, ThrowsWithoutADeviceIfItAlwaysUsesOne)
{
  if (Runtime::IsAvailable())
  {
    GTEST_SKIP() << "There is a device.";
  }
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  median->SetUseDevice(UseDevice::Always);
  const std::string description = itk::DeviceTesting::CatchDescription([&] { median->Update(); });
  EXPECT_NE(description.find("UseDevice is Always"), std::string::npos) << description;
  EXPECT_NE(description.find(Runtime::GetUnavailableReason()), std::string::npos) << description;
  median->SetUseDevice(UseDevice::Auto);
  ExpectTheParentsResult(median);
}

TEST(DeviceImageFilter, ChangesSidesWhenTold)
{
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  for (const auto useDevice : { UseDevice::Auto, UseDevice::Never, UseDevice::Auto, UseDevice::Never })
  {
    median->SetUseDevice(useDevice);
    ExpectTheParentsResult(median);
    EXPECT_EQ(median->GetRanOnDevice(), useDevice == UseDevice::Auto && Runtime::IsAvailable());
  }
}

TEST(DeviceImageFilter, ShowsOneWarningInAProcessThatFallsBack)
{
  // In a process of its own, since another test may have shown the warning.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto fallBackTwice = [] {
    const auto window = CapturingWindow::New();
    itk::OutputWindow::SetInstance(window);
    for (int round = 0; round < 2; ++round)
    {
      MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius)->Update();
    }
    const bool isNamed = window->m_Text.find("MedianImageFilter") != std::string::npos &&
                         window->m_Text.find(Runtime::GetUnavailableReason()) != std::string::npos;
    const unsigned int expected = Runtime::IsAvailable() ? 0 : 1;
    std::_Exit(window->m_NumberOfWarnings == expected && (expected == 0 || isNamed) ? 0 : 1);
  };
  EXPECT_EXIT(fallBackTwice(), ::testing::ExitedWithCode(0), "");
}

TEST(DeviceImageFilter, WithoutAnInputThrowsAndWorksOnceItHasOne)
{
  const auto        median = MakeDeviceMedian<TestedImage>();
  const std::string description = itk::DeviceTesting::CatchDescription([&] { median->Update(); });
  EXPECT_NE(description.find("Primary"), std::string::npos) << description;
  median->SetInput(MakeRandomImage<TestedImage>(TestedRegion, 1));
  ExpectTheParentsResult(median);
}

TEST(DeviceImageFilter, WithAnEmptyInputThrowsAndWorksOnceItHasPixels)
{
  const auto        median = MakeDeviceMedian<TestedImage>(TestedImage::New(), TestedRadius);
  const std::string description = itk::DeviceTesting::CatchDescription([&] { median->Update(); });
  EXPECT_NE(description.find("empty"), std::string::npos) << description;
  EXPECT_NE(description.find("Primary"), std::string::npos) << description;
  median->SetInput(MakeRandomImage<TestedImage>(TestedRegion, 1));
  ExpectTheParentsResult(median);
}

TEST(DeviceImageFilter, WithAnInputThatWasNeverAllocatedThrowsAndWorksOnceItHasPixels)
{
  ITK_REQUIRE_DEVICE();
  const auto expectThrow = [](auto image) {
    using ImageType = typename decltype(image)::ObjectType;
    image->SetRegions(TestedRegion);
    const auto        median = MakeDeviceMedian<ImageType>(image, TestedRadius);
    const std::string description = itk::DeviceTesting::CatchDescription([&] { median->Update(); });
    EXPECT_NE(description.find("fewer pixels"), std::string::npos) << description;
    median->SetInput(MakeRandomImage<ImageType>(TestedRegion, 1));
    median->Update();
    const auto expected = MedianOnHost<float, 2>(median->GetInput(), TestedRadius);
    EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected.GetPointer()));
  };
  expectThrow(TestedImage::New());
  expectThrow(PlainImage::New());
}

TEST(DeviceImageFilter, WithAnInputThatWasReleasedThrowsAndWorksOnceItHasPixels)
{
  ITK_REQUIRE_DEVICE();
  ExpectAReleasedInputThrows<TestedImage>();
  ExpectAReleasedInputThrows<itk::DeviceImage<float, 3>>();
  ExpectAReleasedInputThrows<PlainImage>();
  ExpectAReleasedInputThrows<itk::Image<float, 3>>();
}

TEST(DeviceImageFilter, OutsideOfTheImageThrowsAndWorksInside)
{
  const auto median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  median->GetOutput()->SetRequestedRegion({ { { 100, 100 } }, { { 2, 2 } } });
  EXPECT_THROW(median->Update(), itk::ExceptionObject);
  median->GetOutput()->SetRequestedRegionToLargestPossibleRegion();
  ExpectTheParentsResult(median);
}

TEST(DeviceImageFilter, DoesNothingInASecondUpdate)
{
  ITK_REQUIRE_DEVICE();
  const auto   median = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(TestedRegion, 1), TestedRadius);
  unsigned int numberOfRuns = 0;
  median->AddObserver(itk::StartEvent(), [&](const itk::EventObject &) { ++numberOfRuns; });
  const TransferCounter counter;
  median->Update();
  median->Update();
  ExpectTheParentsResult(median);
  EXPECT_EQ(numberOfRuns, 1u);
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 1u);
  median->Update();
  EXPECT_EQ(numberOfRuns, 1u);
}

TEST(DeviceImageFilter, RunsAgainAfterAChangeOfAParameterOrOfThePixels)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  ExpectTheParentsResult(median);
  median->SetRadius(2);
  ExpectTheParentsResult(median);
  image->SetPixel({ { 0, 7 } }, 1e6f);
  image->FillBuffer(9);
  image->Modified();
  ExpectTheParentsResult(median);
}

TEST(DeviceImageFilter, ServesPlainImagesWithOneTransferEachWay)
{
  const auto median = MakeDeviceMedian<PlainImage>(MakeRandomImage<PlainImage>(TestedRegion, 1), TestedRadius);
  const TransferCounter counter;
  median->Update();
  EXPECT_EQ(median->GetRanOnDevice(), Runtime::IsAvailable());
  const auto expected = MedianOnHost<float, 2>(median->GetInput(), TestedRadius);
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected.GetPointer()));
  EXPECT_EQ(counter.GetUploads(), Runtime::IsAvailable() ? 1u : 0u);
  EXPECT_EQ(counter.GetDownloads(), Runtime::IsAvailable() ? 1u : 0u);
}

TEST(DeviceImageFilter, ServesAPlainFilterBehindADeviceImageWithoutAnUploadBetween)
{
  ITK_REQUIRE_DEVICE();
  const auto            image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto            first = MakeDeviceMedian<TestedImage>(image, TestedRadius);
  const auto            second = MakeDeviceMedian<PlainImage>(first->GetOutput(), TestedRadius);
  const TransferCounter counter;
  second->Update();
  const auto expected = MedianOnHost<float, 2>(MedianOnHost<float, 2>(image, TestedRadius), TestedRadius);
  EXPECT_TRUE(AreSame<float>(second->GetOutput(), expected.GetPointer()));
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 1u);
}

TEST(DeviceImageFilter, NeedsOneUploadAndOneDownloadForAChainOfFive)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  std::vector<itk::DeviceTesting::DeviceMedian<TestedImage>::Pointer> chain;
  PlainImage::Pointer                                                 expected = image.GetPointer();
  const TestedImage *                                                 end = image;
  for (int link = 0; link < 5; ++link)
  {
    chain.push_back(MakeDeviceMedian<TestedImage>(end, TestedRadius));
    end = chain.back()->GetOutput();
    expected = MedianOnHost<float, 2>(expected, TestedRadius);
  }
  const TransferCounter counter;
  chain.back()->Update();
  EXPECT_EQ(counter.GetDownloads(), 0u);
  EXPECT_TRUE(AreSame<float>(end, expected.GetPointer()));
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 1u);
}

TEST(DeviceImageFilter, LeavesItsInputUnchanged)
{
  const auto image = MakeRandomImage<TestedImage>(TestedRegion, 1);
  const auto copy = itk::DeviceTesting::Copy<PlainImage>(static_cast<const PlainImage *>(image));
  MakeDeviceMedian<TestedImage>(image, TestedRadius)->Update();
  EXPECT_TRUE(AreSame<float>(image.GetPointer(), copy.GetPointer()));
}

TEST(DeviceImageFilter, PrintsWhereItRuns)
{
  std::ostringstream text;
  MakeDeviceMedian<TestedImage>()->Print(text);
  EXPECT_NE(text.str().find("UseDevice: itk::DeviceImageFilterEnums::UseDevice::Auto"), std::string::npos);
  EXPECT_NE(text.str().find("RanOnDevice: 0"), std::string::npos);
  EXPECT_NE(text.str().find("Stream: the calling thread's own"), std::string::npos);
}
