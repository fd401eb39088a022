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
#include "itkCudaCannyTesting.h"
#include "itkImageRegionIteratorWithIndex.h"
#include "itkStreamingImageFilter.h"

using namespace itk::DeviceTesting;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

namespace
{
/** Whether the filter's result follows from its smoothed image, which is exact without smoothing: ITK's result. */
template <unsigned int VDimension>
::testing::AssertionResult
EqualsTheParent(const PlainCannyImage<VDimension> * input, float lowerThreshold, float upperThreshold)
{
  const CannyParameters parameters{ 0, lowerThreshold, upperThreshold };
  const auto            ours = RunCanny<Canny<VDimension>>(input, parameters);
  const auto            host = RunCanny<HostCanny<VDimension>>(input, parameters);
  const auto            result = AreSame<float, VDimension>(ours->GetOutput(), host->GetOutput());
  return result ? result : ::testing::AssertionFailure() << parameters << ": " << result.message();
}

/** Boxes in one another's way, each flat, a ramp or noise. */
template <unsigned int VDimension>
typename PlainCannyImage<VDimension>::Pointer
MakePatchwork(const itk::Size<VDimension> & size, Random & random)
{
  const auto image = PlainCannyImage<VDimension>::New();
  image->SetRegions(size);
  image->Allocate(true);
  for (unsigned int box = 0; box < 12; ++box)
  {
    itk::ImageRegion<VDimension> region;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      region.SetIndex(axis, Pick(random, 0, size[axis] - 1));
      region.SetSize(axis, Pick(random, 1, size[axis] - region.GetIndex(axis)));
    }
    const unsigned int kind = box % 4;
    const float        value = Pick(random, 0, 9) * 7.3f;
    for (itk::ImageRegionIteratorWithIndex<PlainCannyImage<VDimension>> it(image, region); !it.IsAtEnd(); ++it)
    {
      it.Set(value + (kind == 0 ? 3.0f * it.GetIndex()[VDimension - 1] : kind == 1 ? Pick(random, 0, 3) : 0.0f));
    }
  }
  return image;
}

/** A ridge along a square spiral, weak but for its outer end. */
PlainCannyImage<2>::Pointer
MakeSpiral(itk::IndexValueType side, itk::IndexValueType pitch)
{
  const auto image = PlainCannyImage<2>::New();
  image->SetRegions(itk::Size<2>{ { static_cast<itk::SizeValueType>(side), static_cast<itk::SizeValueType>(side) } });
  image->Allocate(true);
  itk::Index<2>  at{ { pitch, pitch } };
  itk::Offset<2> step{ { 1, 0 } };
  auto           length = side - 2 * pitch;
  for (int leg = 0; length > pitch; ++leg)
  {
    for (itk::IndexValueType i = 0; i < length; ++i, at += step)
    {
      const float height = leg == 0 && i < 40 ? 200.0f : 60.0f;
      for (int neighbor = 0; neighbor < 9; ++neighbor)
      {
        const auto beside = at + itk::Offset<2>{ { neighbor % 3 - 1, neighbor / 3 - 1 } };
        image->SetPixel(beside, std::max(image->GetPixel(beside), neighbor == 4 ? height : height / 2));
      }
    }
    step = { { -step[1], step[0] } };
    length -= leg >= 2 && leg % 2 == 0 ? pitch : 0;
  }
  return image;
}
} // namespace

TEST(CudaCanny, AgreesWithITKOnPictures)
{
  const auto pictures = ListPictures();
  double     sum = 0;
  for (const auto & path : pictures)
  {
    const Agreement agreement = Compare<2>(itk::ReadImage<PlainCannyImage<2>>(path), { 1.96, 4, 7 });
    EXPECT_EQ(agreement.unexplained, 0u) << path;
    RecordProperty("Pco_" + path.stem().string(), std::to_string(agreement.pco));
    sum += agreement.pco;
  }
  EXPECT_GE(sum / pictures.size(), 0.9999);
}

TEST(CudaCanny, AgreesWithITKOnAVolume)
{
  const Agreement agreement = Compare<3>(MakeShearedVolume(ReadPicture("boat.png"), 96), { 1.96, 4, 7 });
  EXPECT_EQ(agreement.unexplained, 0u);
  EXPECT_GE(agreement.pco, 0.9999);
}

TEST(CudaCanny, AgreesWithITKOnNoise)
{
  Random random(GetSeed(3));
  for (unsigned int round = 0; round < GetNumberOfRounds(10); ++round)
  {
    const auto noise2D = MakeCannyImage<2>({ { 200 + round, 150 } }, random, false);
    EXPECT_EQ(Compare<2>(noise2D, { 1.96, 4, 7 }).unexplained, 0u);
    const auto noise3D = MakeCannyImage<3>({ { 40 + round, 21, 15 } }, random, false);
    EXPECT_EQ(Compare<3>(noise3D, { 1.96, 4, 7 }).unexplained, 0u);
  }
}

TEST(CudaCanny, EqualsTheParentWithoutSmoothing)
{
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  Random          random(GetSeed(4));
  for (const auto & threshold : { std::array<float, 2>{ { 4, 7 } },
                                  { { 100, 160 } },
                                  { { 160, 100 } },
                                  { { 0, 0 } },
                                  { { -1, 3 } },
                                  { { -2, -1 } },
                                  { { 1, -1 } },
                                  { { nan, 5 } },
                                  { { 2, nan } } })
  {
    for (const auto & size : { itk::Size<3>{ { 1, 1, 1 } },
                               itk::Size<3>{ { 2, 2, 2 } },
                               itk::Size<3>{ { 3, 3, 3 } },
                               itk::Size<3>{ { 1, 131, 2 } },
                               itk::Size<3>{ { 131, 1, 1 } },
                               itk::Size<3>{ { 31, 32, 33 } },
                               itk::Size<3>{ { 257, 66, 5 } },
                               // With tiles that no border touches, of rows of an odd and of an even length.
                               itk::Size<3>{ { 259, 35, 19 } },
                               itk::Size<3>{ { 260, 36, 18 } } })
    {
      const bool hasSpecialValues = random() % 2 != 0;
      EXPECT_TRUE(EqualsTheParent<2>(
        MakeCannyImage<2>({ { size[0], size[1] } }, random, hasSpecialValues), threshold[0], threshold[1]));
      EXPECT_TRUE(EqualsTheParent<3>(MakeCannyImage<3>(size, random, hasSpecialValues), threshold[0], threshold[1]));
    }
  }
}

TEST(CudaCanny, EqualsTheParentWhereImagesAreFlat)
{
  Random random(GetSeed(7));
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const float lower = std::array{ 0.0f, 0.005f, 0.0099999f, 0.01f, 2.0f }[round % 5];
    const float upper = random() % 2 != 0 ? lower : 7.0f;
    EXPECT_TRUE(EqualsTheParent<2>(MakePatchwork<2>({ { 120 + random() % 150, 70 } }, random), lower, upper));
    EXPECT_TRUE(EqualsTheParent<3>(MakePatchwork<3>({ { 120 + random() % 30, 36, 20 } }, random), lower, upper));
  }
}

TEST(CudaCanny, SpreadsWhatIsNoNumberAsITKDoes)
{
  Random random(GetSeed(6));
  for (unsigned int round = 0; round < GetNumberOfRounds(10); ++round)
  {
    EXPECT_EQ(Compare<2>(MakeCannyImage<2>({ { 100 + round, 90 } }, random, true), { 0.5, 4, 7 }).unexplained, 0u);
    EXPECT_EQ(Compare<3>(MakeCannyImage<3>({ { 30 + round, 21, 15 } }, random, true), { 0.5, 4, 7 }).unexplained, 0u);
  }
}

TEST(CudaCanny, FindsNothingInAConstantImage)
{
  const auto image = PlainCannyImage<2>::New();
  image->SetRegions(itk::Size<2>{ { 100, 70 } });
  image->Allocate();
  image->FillBuffer(77);
  EXPECT_TRUE(EqualsTheParent<2>(image, 4, 7));
  EXPECT_TRUE(EqualsTheParent<2>(image, 0, 0));
  EXPECT_TRUE(EqualsTheParent<2>(image, -1, -1));
}

TEST(CudaCanny, FollowsASpiralToItsEnd)
{
  const auto spiral = MakeSpiral(1024, 12);
  EXPECT_TRUE(EqualsTheParent<2>(spiral, 5, 60));
  const auto canny = RunCanny<Canny<2>>(spiral.GetPointer(), { 0, 5, 60 });
  // Its length is the area over the pitch.
  const float * const pixels = canny->GetOutput()->GetBufferPointer();
  EXPECT_GT(std::count(pixels, pixels + 1024 * 1024, 1.0f), 1024 * 1024 / 12 * 9 / 10);
}

TEST(CudaCanny, FollowsASpiralThroughALargeImageToItsEnd)
{
  ITK_REQUIRE_DEVICE();
  const auto side = static_cast<itk::IndexValueType>(GetNumberOfRounds(8192));
  const auto canny = Canny<2>::New();
  canny->SetInput(Copy<TestedCannyImage<2>>(MakeSpiral(side, 12).GetPointer()));
  canny->SetUseDevice(UseDevice::Always);
  canny->SetLowerThreshold(5);
  canny->SetUpperThreshold(60);
  canny->Update();
  const TestedCannyImage<2>::Pointer linked = canny->GetOutput();
  linked->DisconnectPipeline();
  // Now every weak pixel is an edge by itself.
  canny->SetUpperThreshold(5);
  canny->Update();
  EXPECT_TRUE((HaveSamePixels<float, 2>(linked, canny->GetOutput())));
  const float * const pixels = canny->GetOutput()->GetBufferPointer();
  EXPECT_GT(std::count(pixels, pixels + side * side, 1.0f), side * side / 12 * 9 / 10);
}

TEST(CudaCanny, IsTheSameInTwoRunsAndLeavesItsInput)
{
  const auto picture = ReadPicture("boat.png");
  const auto copy = Copy<PlainCannyImage<2>>(picture.GetPointer());
  const auto first = RunCanny<Canny<2>>(picture.GetPointer(), { 1.96, 4, 7 });
  const auto second = RunCanny<Canny<2>>(picture.GetPointer(), { 1.96, 4, 7 });
  EXPECT_TRUE((AreSame<float, 2>(first->GetOutput(), second->GetOutput())));
  EXPECT_TRUE((HaveSamePixels<float, 2>(first->GetInput(), copy)));
}

TEST(CudaCanny, MakesTheWholeImageWhateverPartIsRequested)
{
  const auto picture = ReadPicture("cameraman.png");
  const auto whole = RunCanny<Canny<2>>(picture.GetPointer(), { 1.96, 4, 7 });
  const auto canny = Canny<2>::New();
  canny->SetInput(whole->GetInput());
  canny->SetVariance(1.96);
  canny->SetLowerThreshold(4);
  canny->SetUpperThreshold(7);
  const auto streaming = itk::StreamingImageFilter<TestedCannyImage<2>, PlainCannyImage<2>>::New();
  streaming->SetInput(canny->GetOutput());
  streaming->SetNumberOfStreamDivisions(4);
  streaming->Update();
  EXPECT_TRUE((AreSame<float, 2>(streaming->GetOutput(), whole->GetOutput())));
}

TEST(CudaCanny, TakesVarianceAndErrorPerAxisAndSpacingIntoAccount)
{
  Random     random(GetSeed(5));
  const auto image = MakeCannyImage<2>({ { 90, 70 } }, random, false);
  const auto set = [&image](auto * filter) {
    typename std::remove_pointer_t<decltype(filter)>::ArrayType values;
    values[0] = 2;
    values[1] = 0.5;
    filter->SetVariance(values);
    filter->SetMaximumError(0.05);
    filter->SetLowerThreshold(40);
    filter->SetUpperThreshold(80);
  };
  const auto ours = Canny<2>::New();
  set(ours.GetPointer());
  ours->SetInput(Copy<TestedCannyImage<2>>(image.GetPointer()));
  const auto host = HostCanny<2>::New();
  set(host.GetPointer());
  host->SetInput(image);
  ours->Update();
  host->Update();
  ASSERT_TRUE((HaveSameGeometry<2>(ours->GetOutput(), host->GetOutput())));
  std::size_t differing = 0;
  for (std::size_t i = 0; i < 90 * 70; ++i)
  {
    differing += ours->GetOutput()->GetBufferPointer()[i] != host->GetOutput()->GetBufferPointer()[i];
  }
  EXPECT_LE(differing, 2u);
}

TEST(CudaCanny, TakesPlainImages)
{
  using Filter = itk::CudaCannyEdgeDetectionImageFilter<PlainCannyImage<2>>;
  const auto picture = ReadPicture("cameraman.png");
  const auto ours = RunCanny<Filter>(picture.GetPointer(), { 0, 20, 40 });
  const auto host = RunCanny<HostCanny<2>>(picture.GetPointer(), { 0, 20, 40 });
  EXPECT_TRUE((AreSame<float, 2>(ours->GetOutput(), host->GetOutput())));
}

TEST(CudaCanny, RunsTheParentForDouble)
{
  using ImageType = itk::Image<double, 2>;
  using Filter = itk::CudaCannyEdgeDetectionImageFilter<ImageType>;
  const auto image = MakeRandomImage<ImageType>(MakeRegion<2>({ { 50, 40 } }), 1);
  const auto ours = RunCanny<Filter>(image.GetPointer(), { 1, 4, 7 });
  const auto host = RunCanny<itk::CannyEdgeDetectionImageFilter<ImageType, ImageType>>(image.GetPointer(), { 1, 4, 7 });
  EXPECT_FALSE(ours->GetRanOnDevice());
  EXPECT_TRUE((AreSame<double, 2>(ours->GetOutput(), host->GetOutput())));
}

TEST(CudaCanny, RunsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  const auto canny = Canny<3>::New();
  canny->SetInput(MakeRandomImage<TestedCannyImage<3>>(MakeRegion<3>({ { 33, 9, 5 } }), 1));
  canny->SetUseDevice(UseDevice::Always);
  canny->Update();
  EXPECT_TRUE(canny->GetRanOnDevice());
}
