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
#include "itkCudaDiffusionTesting.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TKind, typename TPixel, unsigned int VDimension>
struct Case : Types<TPixel, typename FloatPixelOf<TPixel>::Type, VDimension>
{
  using Kind = TKind;
};
} // namespace

template <typename TCase>
class CudaDiffusion
  : public CudaFilterTest<
      typename TCase::Kind::template Filter<typename TCase::InputImage, typename TCase::OutputImage>,
      typename TCase::Kind::template Parent<typename TCase::PlainInputImage, typename TCase::PlainOutputImage>>
{
protected:
  using Kind = typename TCase::Kind;
  using InputType = typename TCase::InputImage;
  using PixelType = typename InputType::PixelType;
  static constexpr unsigned int Dimension = TCase::Dimension;

  static typename InputType::Pointer
  MakeTestedImage()
  {
    Random random(1);
    return MakeRandomComponents<InputType>(GetTestedRegions<Dimension>().back(), random);
  }

  template <typename TPointer>
  static ::testing::AssertionResult
  AreSameOutputs(const TPointer & a, const TPointer & b)
  {
    return HaveSameComponents<typename TCase::OutputPixelType, Dimension>(a->GetOutput(), b->GetOutput());
  }

  /** All bits of a flow; else as near as ExpectItIsNear() asks for. */
  template <typename TSet>
  static void
  ExpectTheParentsResult(const InputType * image, const TSet & set)
  {
    const auto filter = CudaDiffusion::RunOnDevice(image, set);
    const auto expected = CudaDiffusion::RunOnHost(image, set);
    EXPECT_EQ(filter->GetElapsedIterations(), filter->GetNumberOfIterations());
    if constexpr (Kind::IsFlow)
    {
      EXPECT_TRUE(AreSame<float>(filter->GetOutput(), expected.GetPointer()));
    }
    else
    {
      ExpectItIsNear<typename TCase::OutputPixelType, Dimension>(
        filter->GetOutput(),
        expected,
        GetTolerance<Kind, PixelType, Dimension>(
          image, filter->GetNumberOfIterations(), filter->GetUseImageSpacing(), filter->GetTimeStep()));
    }
  }
};

using TestedCases = ::testing::Types<Case<GradientDiffusion, float, 2>,
                                     Case<GradientDiffusion, std::uint8_t, 2>,
                                     Case<GradientDiffusion, float, 3>,
                                     Case<GradientDiffusion, std::int16_t, 3>,
                                     Case<VectorGradientDiffusion, itk::Vector<float, 2>, 2>,
                                     Case<VectorGradientDiffusion, itk::RGBPixel<std::uint8_t>, 2>,
                                     Case<VectorGradientDiffusion, itk::Vector<float, 3>, 3>,
                                     Case<VectorGradientDiffusion, itk::Vector<std::int16_t, 2>, 3>,
                                     Case<CurvatureDiffusion, float, 2>,
                                     Case<CurvatureDiffusion, std::uint16_t, 2>,
                                     Case<CurvatureDiffusion, float, 3>,
                                     Case<CurvatureDiffusion, std::uint8_t, 3>,
                                     Case<CurvatureFlow, float, 2>,
                                     Case<CurvatureFlow, std::int16_t, 2>,
                                     Case<CurvatureFlow, float, 3>,
                                     Case<CurvatureFlow, std::uint16_t, 3>,
                                     Case<MinMaxCurvatureFlow, float, 2>,
                                     Case<MinMaxCurvatureFlow, std::uint8_t, 2>,
                                     Case<MinMaxCurvatureFlow, float, 3>,
                                     Case<MinMaxCurvatureFlow, std::int16_t, 3>>;
TYPED_TEST_SUITE(CudaDiffusion, TestedCases, );

TYPED_TEST(CudaDiffusion, IsThatOfTheParentForEverySize)
{
  Random random(GetSeed(1));
  for (const auto & region : GetTestedRegions<TestFixture::Dimension>())
  {
    const auto image = MakeRandomComponents<typename TestFixture::InputType>(region, random);
    // A sanitizer takes minutes for more.
    const bool isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
    for (const unsigned int iterations : isSlow ? std::vector{ 2u } : std::vector{ 0u, 1u, 2u, 10u })
    {
      SCOPED_TRACE(std::to_string(iterations) + " iterations");
      this->ExpectTheParentsResult(image, [&](auto * filter) { SetSteps(filter, iterations); });
    }
    this->ExpectTheParentsResult(image, [&](auto * filter) {
      SetSteps(filter, 3);
      filter->UseImageSpacingOff();
    });
  }
}

TYPED_TEST(CudaDiffusion, TakesEveryParameterOfTheParent)
{
  if constexpr (!TestFixture::Kind::IsFlow)
  {
    const auto image = this->MakeTestedImage();
    for (const double conductance : { 0.0, 1e-30, 0.2, 5.0, 1e30 })
    {
      SCOPED_TRACE("conductance " + std::to_string(conductance));
      this->ExpectTheParentsResult(image, [&](auto * filter) {
        SetSteps(filter, 4);
        filter->SetConductanceParameter(conductance);
      });
    }
    for (const unsigned int interval : { 2, 3, 100 })
    {
      this->ExpectTheParentsResult(image, [&](auto * filter) {
        SetSteps(filter, 7);
        filter->SetConductanceScalingUpdateInterval(interval);
        filter->SetConductanceScalingParameter(3);
      });
    }
    this->ExpectTheParentsResult(image, [](auto * filter) {
      SetSteps(filter, 7);
      filter->SetFixedAverageGradientMagnitude(17);
    });
    const auto filter = this->MakeFilter(image, [](auto * f) { f->SetConductanceScalingUpdateInterval(0); });
    EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  }
  if constexpr (std::is_same_v<typename TestFixture::Kind, MinMaxCurvatureFlow>)
  {
    const auto image = this->MakeTestedImage();
    for (const unsigned int radius : { 0, 1, 3, 6 })
    {
      SCOPED_TRACE("radius " + std::to_string(radius));
      this->ExpectTheParentsResult(image, [&](auto * filter) {
        SetSteps(filter, 2);
        filter->SetStencilRadius(radius);
      });
    }
  }
}

/** Sums over many tiles of a block, and segments. */
TYPED_TEST(CudaDiffusion, IsThatOfTheParentForManyTiles)
{
  Random random(GetSeed(1));
  for (const auto & sides :
       { std::initializer_list<itk::SizeValueType>{ 1300, 260, 3 }, { 70, 2100, 2 }, { 40, 33, 70 } })
  {
    const auto image =
      MakeRandomComponents<typename TestFixture::InputType>(MakeRegionOfSides<TestFixture::Dimension>(sides), random);
    this->ExpectTheParentsResult(image, [](auto * filter) { SetSteps(filter, 2); });
  }
}

TYPED_TEST(CudaDiffusion, LeavesAConstantAsItIs)
{
  const auto image = this->MakeTestedImage();
  FillComponents(image.GetPointer(), 77);
  const auto filter = this->RunOnDevice(image, [](auto * f) { SetSteps(f, 5); });
  const auto expected = TestFixture::OutputType::New();
  expected->CopyInformation(image);
  expected->SetRegions(image->GetBufferedRegion());
  expected->Allocate();
  FillComponents(expected.GetPointer(), 77);
  EXPECT_TRUE((HaveSameComponents<typename TypeParam::OutputPixelType, TestFixture::Dimension>(filter->GetOutput(),
                                                                                               expected.GetPointer())));
}

/** Of every iteration, as the parent; steps at the limit are stable. */
TYPED_TEST(CudaDiffusion, WarnsOfUnstableSteps)
{
  if constexpr (!TestFixture::Kind::IsFlow)
  {
    const auto image = this->MakeTestedImage();
    const auto countWarnings = [&](double timeStep) {
      ::testing::internal::CaptureStderr();
      this->RunOnDevice(image, [&](auto * filter) {
        filter->UseImageSpacingOff();
        filter->SetNumberOfIterations(3);
        filter->SetTimeStep(timeStep);
      });
      const std::string text = ::testing::internal::GetCapturedStderr();
      const std::string warning = "unstable time step";
      unsigned int      number = 0;
      for (auto at = text.find(warning); at != std::string::npos; at = text.find(warning, at + 1))
      {
        ++number;
      }
      return number;
    };
    const double limit = 1.0 / (2 << TestFixture::Dimension);
    EXPECT_EQ(countWarnings(limit), 0u);
    EXPECT_EQ(countWarnings(1.01 * limit), 3u);
  }
}

TYPED_TEST(CudaDiffusion, StopsAfterOneIterationForAnErrorAboveTheChange)
{
  const auto image = this->MakeTestedImage();
  const auto set = [](auto * filter) {
    SetSteps(filter, 6);
    filter->SetMaximumRMSError(0.1);
  };
  const auto filter = this->RunOnDevice(image, set);
  EXPECT_EQ(filter->GetElapsedIterations(), TestFixture::Kind::IsFlow ? 6u : 1u);
  EXPECT_EQ(filter->GetRMSChange(), 0.0);
  const auto stopped = this->RunOnDevice(image, [&](auto * f) { SetSteps(f, TestFixture::Kind::IsFlow ? 6 : 1); });
  EXPECT_TRUE(this->AreSameOutputs(filter, stopped));
}

TYPED_TEST(CudaDiffusion, TellsOfEachIterationAndStopsBetweenThem)
{
  const auto   image = this->MakeTestedImage();
  const auto   set = [](auto * filter) { SetSteps(filter, 6); };
  const auto   whole = this->RunOnDevice(image, set);
  const auto   filter = this->MakeFilter(image, set);
  unsigned int events = 0;
  unsigned int last = 100;
  filter->AddObserver(itk::IterationEvent(), [&](const itk::EventObject &) {
    ++events;
    EXPECT_EQ(filter->GetElapsedIterations(), std::min(events, last));
    if (events == last)
    {
      filter->AbortGenerateDataOn();
    }
  });
  std::vector<float> progress;
  filter->AddObserver(itk::ProgressEvent(),
                      [&](const itk::EventObject &) { progress.push_back(filter->GetProgress()); });
  filter->Update();
  EXPECT_EQ(events, 6u);
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_GE(progress.size(), 7u);
  EXPECT_EQ(progress.back(), 1.0f);
  EXPECT_TRUE(this->AreSameOutputs(filter, whole));

  events = 0;
  last = 3;
  filter->Modified();
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
  EXPECT_EQ(events, 4u); // as of the parent, once more for the abort
  EXPECT_EQ(filter->GetElapsedIterations(), 3u);

  events = 0;
  last = 100;
  filter->AbortGenerateDataOff();
  filter->Modified();
  filter->Update();
  EXPECT_EQ(events, 6u);
  EXPECT_TRUE(filter->GetRanOnDevice());
  EXPECT_TRUE(this->AreSameOutputs(filter, whole));
}

TYPED_TEST(CudaDiffusion, RunsTheParentForWhatTheDeviceHasNot)
{
  const auto image = this->MakeTestedImage();
  const auto make = [&] {
    const auto filter = TestFixture::FilterType::New();
    filter->SetInput(image);
    SetSteps(filter.GetPointer(), 2);
    return filter;
  };
  const auto again = make();
  again->ManualReinitializationOn();
  ExpectItRunsOnTheParentAlone(again.GetPointer());
  const auto another = make();
  using OutputType = typename TestFixture::OutputType;
  if constexpr (std::is_same_v<typename TypeParam::OutputPixelType, float>)
  {
    another->SetDifferenceFunction(itk::GradientNDAnisotropicDiffusionFunction<OutputType>::New());
  }
  else
  {
    another->SetDifferenceFunction(itk::VectorGradientNDAnisotropicDiffusionFunction<OutputType>::New());
  }
  another->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  EXPECT_THROW(another->Update(), itk::ExceptionObject);
}

TYPED_TEST(CudaDiffusion, HasThePropertiesOfAFilter)
{
  const auto image = this->MakeTestedImage();
  const auto before = ViewComponents<typename TestFixture::PixelType, TestFixture::Dimension>(image);
  const auto set = [](auto * filter) { SetSteps(filter, 3); };
  const auto first = this->RunOnDevice(image, set);
  EXPECT_TRUE(this->AreSameOutputs(first, this->RunOnDevice(image, set)));
  const auto after = ViewComponents<typename TestFixture::PixelType, TestFixture::Dimension>(image);
  EXPECT_TRUE(
    (HaveSamePixels<typename decltype(before)::ObjectType::PixelType, TestFixture::Dimension>(after, before)));
}

/** Streamed flows have seams, which are the parent's: EnlargeOutputRequestedRegion() makes it buffer pixels around the
 * piece that are not yet right, and ITK takes them for the next piece. */
TYPED_TEST(CudaDiffusion, IsThatOfTheParentStreamed)
{
  if constexpr (TestFixture::Kind::IsFlow)
  {
    const auto image = this->MakeTestedImage();
    for (const unsigned int divisions : { 2, 3, 100 })
    {
      const auto stream = [&](itk::DeviceImageFilterEnums::UseDevice useDevice) {
        const auto filter = this->MakeFilter(image, [](auto * made) { SetSteps(made, 3); });
        filter->SetUseDevice(useDevice);
        using OutputType = typename TestFixture::OutputType;
        const auto streaming = itk::StreamingImageFilter<OutputType, OutputType>::New();
        streaming->SetNumberOfStreamDivisions(divisions);
        streaming->SetInput(filter->GetOutput());
        streaming->Update();
        return streaming;
      };
      const auto actual = stream(itk::DeviceImageFilterEnums::UseDevice::Always);
      const auto expected = stream(itk::DeviceImageFilterEnums::UseDevice::Never);
      EXPECT_TRUE(AreSame<float>(actual->GetOutput(), expected->GetOutput())) << divisions << " divisions";
    }
  }
}
