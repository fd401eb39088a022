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
#include "IsolineDenoising/IsolineDirections.h"
#include "itkCudaIsolineDenoisingTesting.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCastImageFilter.h"
#include "itkMedianImageFilter.h"
#include "itkStreamingImageFilter.h"
#include <limits>

using namespace itk::DeviceTesting;

namespace
{
using FloatImage = itk::Image<float, 2>;
using FloatDeviceImage = itk::DeviceImage<float, 2>;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;

template <typename TImage>
typename TImage::RegionType
MakeRegionOfSlices(const itk::Size<2> & size, unsigned int slices)
{
  typename TImage::SizeType all;
  all.Fill(slices);
  std::copy_n(size.begin(), 2, all.begin());
  return all;
}

template <typename TImage>
class CudaIsolineDenoising : public itk::DeviceTesting::DeviceTest
{};

using TestedImages = ::testing::Types<itk::Image<uint8_t, 2>,
                                      itk::Image<int16_t, 2>,
                                      itk::Image<uint16_t, 3>,
                                      itk::Image<float, 2>,
                                      itk::DeviceImage<float, 2>,
                                      itk::Image<float, 3>,
                                      itk::Image<itk::RGBPixel<uint8_t>, 2>,
                                      itk::Image<itk::RGBPixel<float>, 3>>;
TYPED_TEST_SUITE(CudaIsolineDenoising, TestedImages, );
} // namespace

TYPED_TEST(CudaIsolineDenoising, GivesTheParentsBitsInEveryVariant)
{
  const auto image = MakeNoisyImage<TypeParam>(MakeRegionOfSlices<TypeParam>({ { GetSide(97), GetSide(61) } }, 2), 1);
  for (const auto & variant : TakeTurns(ListIsolineVariants()))
  {
    EXPECT_TRUE(DenoisesAsTheParent(image.GetPointer(),
                                    [&variant](auto * filter) {
                                      variant.Set(filter);
                                      filter->SetNoiseLevel(20);
                                    }))
      << variant;
  }
}

TYPED_TEST(CudaIsolineDenoising, GivesTheParentsBitsAtAnySizeAndEstimatedNoise)
{
  for (const auto & size : { itk::Size<2>{ { 1, 1 } },
                             itk::Size<2>{ { 1, GetSide(70) } },
                             itk::Size<2>{ { GetSide(33), 2 } },
                             itk::Size<2>{ { GetSide(32), GetSide(32) } },
                             itk::Size<2>{ { GetSide(131), GetSide(41) } } })
  {
    const auto image = MakeNoisyImage<TypeParam>(MakeRegionOfSlices<TypeParam>(size, 3), 2);
    for (const auto model : ListTestedIsolineModels())
    {
      EXPECT_TRUE(DenoisesAsTheParent(image.GetPointer(), [model](auto * filter) { filter->SetModel(model); }))
        << model << ", " << size;
    }
  }
}

TYPED_TEST(CudaIsolineDenoising, GivesTheParentsBitsOfAPart)
{
  typename TypeParam::RegionType region;
  typename TypeParam::RegionType part;
  for (unsigned int axis = 0; axis < TypeParam::ImageDimension; ++axis)
  {
    region.SetIndex(axis, -5 + 2 * static_cast<int>(axis));
    region.SetSize(axis, axis < 2 ? GetSide(150 - 17 * axis) : 4);
    part.SetIndex(axis, axis < 2 ? GetSide(52) : 0);
    part.SetSize(axis, axis < 2 ? GetSide(41 + axis) : 2);
  }
  const auto image = MakeNoisyImage<TypeParam>(region, 2);
  for (const auto model : ListTestedIsolineModels())
  {
    for (const bool reducesStaircase : TakeTurns(std::vector<char>{ false, true }))
    {
      EXPECT_TRUE(DenoisesAsTheParent(image.GetPointer(),
                                      [&](auto * filter) {
                                        filter->SetModel(model);
                                        filter->SetReduceStaircase(reducesStaircase);
                                        filter->SetNoiseLevel(20);
                                        filter->UpdateOutputInformation();
                                        filter->GetOutput()->SetRequestedRegion(part);
                                      }))
        << model;
    }
  }
}

TYPED_TEST(CudaIsolineDenoising, GivesTheParentsBitsAfterATransformOfTheNoise)
{
  const auto image = MakeNoisyImage<TypeParam>(MakeRegionOfSlices<TypeParam>({ { GetSide(90), GetSide(75) } }, 2), 3);
  for (const auto law : { IsolineNoiseModel::Poisson, IsolineNoiseModel::Speckle })
  {
    for (const auto model : ListTestedIsolineModels())
    {
      EXPECT_TRUE(DenoisesAsTheParent(image.GetPointer(),
                                      [law, model](auto * filter) {
                                        filter->SetModel(model);
                                        filter->SetNoiseModel(law);
                                        filter->SetNoiseGain(2.5);
                                        filter->SetLooks(3);
                                      }))
        << law << ", " << model;
    }
  }
}

TEST(CudaIsolineDenoisingOf, RandomParametersGiveTheParentsBits)
{
  ITK_REQUIRE_DEVICE();
  const unsigned int seed = GetSeed(1);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  Random random(seed);
  for (unsigned int round = 0; round < GetNumberOfRounds(60); ++round)
  {
    const auto image = MakeNoisyImage<FloatImage>(itk::Size<2>{ { 1 + Pick(random, 0, 99), 1 + Pick(random, 0, 69) } },
                                                  static_cast<unsigned int>(random()));
    const auto model = IsolineModels[Pick(random, 0, 2)];
    const auto length = Pick(random, 3, 9);
    const auto segments = Pick(random, 2, 16);
    const auto deviation = Pick(random, 0, 8);
    const auto thickness = Pick(random, 1, 3);
    const auto extension = 0.25 * Pick(random, 0, 20);
    const auto edge = 0.25 * Pick(random, 0, 20);
    EXPECT_TRUE(DenoisesAsTheParent(image.GetPointer(),
                                    [&](auto * filter) {
                                      filter->SetModel(model);
                                      filter->SetSegmentLength(length);
                                      filter->SetMaximumNumberOfSegments(segments);
                                      filter->SetMaximumDeviation(deviation);
                                      filter->SetThickness(thickness);
                                      filter->SetExtensionThreshold(extension);
                                      filter->SetEdgeThreshold(edge);
                                      filter->SetNoiseLevel(20);
                                    }))
      << model << ", length " << length << ", segments " << segments << ", deviation " << deviation << ", thickness "
      << thickness << ", thresholds " << extension << " and " << edge;
  }
}

TEST(CudaIsolineDenoisingOf, PicturesOfIntegersGiveTheParentsBits)
{
  ITK_REQUIRE_DEVICE();
  std::vector<FloatImage::Pointer> pictures{ MakeBoard() };
  if (!IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    pictures.push_back(MakeImpulse());
    pictures.push_back(MakePicture({ { 40, 50 } }, [](auto, auto) { return 100; }));
    for (int direction = 0; direction < itk::device::NumberOfIsolineDirections; ++direction)
    {
      pictures.push_back(MakeEdge(direction));
      pictures.push_back(MakeLine(direction / 2));
    }
  }
  for (const auto & picture : pictures)
  {
    for (const auto model : ListTestedIsolineModels())
    {
      EXPECT_TRUE(DenoisesAsTheParent(picture.GetPointer(),
                                      [model](auto * filter) {
                                        filter->SetModel(model);
                                        filter->SetNoiseLevel(5);
                                      }))
        << model;
    }
  }
}

TEST(CudaIsolineDenoisingOf, NaNAndInfinityGiveTheParentsBits)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeNoisyImage<FloatImage>(itk::Size<2>{ { GetSide(120), GetSide(90) } }, 7);
  image->SetPixel({ { 10, 20 } }, std::numeric_limits<float>::quiet_NaN());
  image->SetPixel({ { 35, 25 } }, std::numeric_limits<float>::infinity());
  for (const auto & variant : TakeTurns(ListIsolineVariants()))
  {
    EXPECT_TRUE(DenoisesAsTheParent(image.GetPointer(),
                                    [&variant](auto * filter) {
                                      variant.Set(filter);
                                      filter->SetNoiseLevel(20);
                                    }))
      << variant;
  }
}

TEST(CudaIsolineDenoisingOf, SlicesAcrossEachAxisGiveTheParentsBits)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakeNoisyImage<itk::Image<float, 3>>(itk::Size<3>{ { GetSide(33), GetSide(25), GetSide(36) } }, 4);
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    for (const auto model : ListTestedIsolineModels())
    {
      EXPECT_TRUE(DenoisesAsTheParent(image.GetPointer(),
                                      [axis, model](auto * filter) {
                                        filter->SetModel(model);
                                        filter->SetNoiseLevel(20);
                                        filter->SetSliceAxis(axis);
                                      }))
        << model << ", axis " << axis;
    }
  }
}

/** The source makes what is requested and no more, so the padding is enough. */
TEST(CudaIsolineDenoisingOf, PiecesAreThoseOfTheWhole)
{
  ITK_REQUIRE_DEVICE();
  using ByteImage = itk::Image<uint8_t, 2>;
  const auto bytes = MakeNoisyImage<ByteImage>(ByteImage::RegionType({ { -7, 5 } }, { { GetSide(83), 150 } }), 6);
  for (const auto & variant : TakeTurns(ListIsolineVariants()))
  {
    const auto source = itk::CastImageFilter<ByteImage, FloatDeviceImage>::New();
    source->SetInput(bytes);
    const auto filter = itk::CudaIsolineDenoisingImageFilter<FloatDeviceImage>::New();
    filter->SetUseDevice(UseDevice::Always);
    variant.Set(filter.GetPointer());
    filter->SetNoiseLevel(20);
    filter->SetInput(source->GetOutput());
    UpdateWhole(filter->GetOutput());
    const FloatDeviceImage::Pointer expected = filter->GetOutput();
    expected->DisconnectPipeline();

    source->GetOutput()->ReleaseData();
    const auto streaming = itk::StreamingImageFilter<FloatDeviceImage, FloatDeviceImage>::New();
    streaming->SetInput(filter->GetOutput());
    streaming->SetNumberOfStreamDivisions(6);
    streaming->Update();
    EXPECT_LT(source->GetOutput()->GetBufferedRegion().GetSize(1), bytes->GetBufferedRegion().GetSize(1)) << variant;
    EXPECT_TRUE(AreSame<float>(streaming->GetOutput(), expected.GetPointer())) << variant;
  }
}

TEST(CudaIsolineDenoisingOf, ImagesOnTheDeviceStayThere)
{
  ITK_REQUIRE_DEVICE();
  const auto         image = MakeNoisyImage<FloatImage>(itk::Size<2>{ { GetSide(90), GetSide(80) } }, 6);
  const itk::Size<2> radius{ { 1, 1 } };
  for (const auto model : ListTestedIsolineModels())
  {
    using Median = itk::CudaMedianImageFilter<FloatDeviceImage, FloatDeviceImage>;
    const auto before = Median::New();
    const auto filter = itk::CudaIsolineDenoisingImageFilter<FloatDeviceImage>::New();
    const auto after = Median::New();
    before->SetInput(Copy<FloatDeviceImage>(image.GetPointer()));
    before->SetRadius(radius);
    filter->SetInput(before->GetOutput());
    filter->SetModel(model);
    after->SetInput(filter->GetOutput());
    after->SetRadius(radius);
    const TransferCounter counter;
    after->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    EXPECT_EQ(counter.GetUploads(), 1u);
    EXPECT_EQ(counter.GetDownloads(), 0u);

    using HostMedian = itk::MedianImageFilter<FloatImage, FloatImage>;
    const auto hostBefore = HostMedian::New();
    const auto hostFilter = itk::IsolineDenoisingImageFilter<FloatImage>::New();
    const auto hostAfter = HostMedian::New();
    hostBefore->SetInput(image);
    hostBefore->SetRadius(radius);
    hostFilter->SetInput(hostBefore->GetOutput());
    hostFilter->SetModel(model);
    hostAfter->SetInput(hostFilter->GetOutput());
    hostAfter->SetRadius(radius);
    hostAfter->Update();
    EXPECT_TRUE(AreSame<float>(after->GetOutput(), hostAfter->GetOutput())) << model;
  }
}

TEST(CudaIsolineDenoisingOf, TwoRunsAreTheSame)
{
  ITK_REQUIRE_DEVICE();
  const auto image =
    Copy<FloatDeviceImage>(MakeNoisyImage<FloatImage>(itk::Size<2>{ { GetSide(300), GetSide(200) } }, 6).GetPointer());
  for (const auto model : ListTestedIsolineModels())
  {
    FloatDeviceImage::Pointer results[2];
    for (auto & result : results)
    {
      const auto filter = itk::CudaIsolineDenoisingImageFilter<FloatDeviceImage>::New();
      filter->SetModel(model);
      filter->SetInput(image);
      filter->Update();
      result = filter->GetOutput();
    }
    EXPECT_TRUE(AreSame<float>(results[0].GetPointer(), results[1].GetPointer())) << model;
  }
}

TEST(CudaIsolineDenoisingOf, ProgressIsReportedAndAbortHonoured)
{
  ITK_REQUIRE_DEVICE();
  const auto filter = itk::CudaIsolineDenoisingImageFilter<FloatDeviceImage>::New();
  filter->SetInput(Copy<FloatDeviceImage>(MakeNoisyImage<FloatImage>(itk::Size<2>{ { 50, 60 } }, 6).GetPointer()));
  std::vector<float> progress;
  filter->AddObserver(itk::ProgressEvent(),
                      [&](const itk::EventObject &) { progress.push_back(filter->GetProgress()); });
  filter->Update();
  ASSERT_GE(progress.size(), 2u);
  EXPECT_EQ(progress.front(), 0);
  EXPECT_EQ(progress.back(), 1);
  filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { filter->AbortGenerateDataOn(); });
  filter->Modified();
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
}

TEST(CudaIsolineDenoisingOf, OtherTypesRunTheParent)
{
  using ImageType = itk::Image<double, 2>;
  const auto image = MakeNoisyImage<ImageType>(itk::Size<2>{ { 50, 40 } }, 1);
  const auto filter = itk::CudaIsolineDenoisingImageFilter<ImageType>::New();
  const auto parent = itk::IsolineDenoisingImageFilter<ImageType>::New();
  filter->SetInput(image);
  parent->SetInput(image);
  filter->Update();
  parent->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  EXPECT_TRUE(AreSame<double>(filter->GetOutput(), parent->GetOutput()));
}
