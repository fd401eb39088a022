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
#include "itkCudaBSplineDecompositionImageFilter.h"
#include "Resample/BSplineDecompositionCore.h"
#include "itkCudaFilterTesting.h"
#include "itkCudaResampleImageFilter.h"
#include "itkResampleTesting.h"

using namespace itk::DeviceTesting;
namespace resample = itk::device::resample;

namespace
{
template <typename TImage>
typename TImage::Pointer
MakeFiniteImage(const typename TImage::RegionType & region, Random & random)
{
  PixelPicker picker;
  picker.kind = Pick(random, 0, 1) == 0 ? PixelPicker::Kind::Usual : PixelPicker::Kind::Small;
  return MakeImage<TImage>(region, random, [&](Random & r) { return picker.Pick<typename TImage::PixelType>(r); });
}

/** Of at least three pixels a side: along shorter sides the parent reads beside the image. */
template <unsigned int VDimension>
itk::ImageRegion<VDimension>
PickSplineRegion(Random & random)
{
  auto region = PickRegion<VDimension>(random, VDimension == 2 ? 60 : 24);
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    region.SetSize(axis, region.GetSize(axis) + 2);
  }
  if (Pick(random, 0, 2) == 0)
  {
    region.SetSize(Pick(random, 0, VDimension - 1), Pick(random, 60, 400));
  }
  return region;
}

/** By how much more two pixels differ than by `tolerance` and a rounding of each. */
template <typename TPixel>
double
GetExcess(TPixel a, TPixel b, double tolerance)
{
  const double difference = std::abs(static_cast<double>(a) - static_cast<double>(b));
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    const TPixel larger = std::max(std::abs(a), std::abs(b));
    const double ulp = std::nextafter(larger, std::numeric_limits<TPixel>::infinity()) - static_cast<double>(larger);
    return std::max(difference - tolerance - ulp, 0.0);
  }
  // Two numbers next to an integer are truncated to it and to the one before.
  return std::max(difference - 1.0 - tolerance, 0.0);
}

template <typename TTypes>
class CudaBSplineDecomposition : public ::testing::Test
{};
using TestedTypes = ::testing::Types<Types<uint8_t, double, 2>,
                                     Types<int16_t, float, 2>,
                                     Types<float, double, 2>,
                                     Types<uint16_t, float, 3>,
                                     Types<int16_t, double, 3>,
                                     Types<float, double, 3>>;
TYPED_TEST_SUITE(CudaBSplineDecomposition, TestedTypes);

template <typename TTypes>
class CudaResampleByBSpline : public ::testing::Test
{};
using ResampledTypes = ::testing::Types<Types<uint8_t, uint8_t, 2>,
                                        Types<int16_t, float, 2>,
                                        Types<float, float, 2>,
                                        Types<int16_t, int16_t, 3>,
                                        Types<uint16_t, uint16_t, 3>,
                                        Types<float, float, 3>>;
TYPED_TEST_SUITE(CudaResampleByBSpline, ResampledTypes);
} // namespace

TYPED_TEST(CudaBSplineDecomposition, GivesTheParentsCoefficients)
{
  ITK_REQUIRE_DEVICE();
  constexpr unsigned int Dimension = TypeParam::Dimension;
  using OutputPixelType = typename TypeParam::OutputPixelType;
  using FilterType =
    itk::CudaBSplineDecompositionImageFilter<typename TypeParam::InputImage, typename TypeParam::OutputImage>;
  using ParentType =
    itk::BSplineDecompositionImageFilter<typename TypeParam::PlainInputImage, typename TypeParam::PlainOutputImage>;
  for (unsigned int round = 0; round < GetNumberOfRounds(25); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random     random(seed);
    const bool isShort = Pick(random, 0, 1) == 0;
    const auto region =
      isShort ? PickRegion<Dimension>(random, Dimension == 2 ? 64 : 20) : PickSplineRegion<Dimension>(random);
    const auto image = MakeFiniteImage<typename TypeParam::PlainInputImage>(region, random);
    const auto filter = FilterType::New();
    const auto parent = ParentType::New();
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->SetInput(Copy<typename TypeParam::InputImage>(image.GetPointer()));
    parent->SetInput(image);
    filter->Update();
    parent->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    if (isShort)
    {
      EXPECT_TRUE((AreSame<OutputPixelType, Dimension>(filter->GetOutput(), parent->GetOutput())));
      continue;
    }
    // What the class derives.
    const double largest = GetLargestMagnitude(image.GetPointer());
    const double power = Dimension == 2 ? 3.0 : 9.0;
    const double tolerance =
      33 * Dimension * power * std::ldexp(largest, -53) +
      (std::is_same_v<OutputPixelType, float> ? 6 * Dimension * power * std::ldexp(largest, -24) : 0);
    EXPECT_TRUE((ComparePixels<OutputPixelType, Dimension>(
      filter->GetOutput(), parent->GetOutput(), [&](OutputPixelType a, OutputPixelType b) {
        return std::max(std::abs(static_cast<double>(a) - static_cast<double>(b)) - tolerance, 0.0);
      })));
  }
}

TYPED_TEST(CudaResampleByBSpline, GivesTheParentsPixels)
{
  ITK_REQUIRE_DEVICE();
  constexpr unsigned int Dimension = TypeParam::Dimension;
  using OutputPixelType = typename TypeParam::OutputPixelType;
  using PlainType = typename TypeParam::PlainInputImage;
  const auto set = [](auto * filter, Random & random) {
    using ImageType = typename std::remove_pointer_t<decltype(filter)>::InputImageType;
    PickGridAndTransform(filter, random, Dimension == 2 ? 60 : 16);
    filter->SetInterpolator(itk::BSplineInterpolateImageFunction<ImageType>::New());
  };
  itk::SizeValueType pixels = 0;
  itk::SizeValueType different = 0;
  for (unsigned int round = 0; round < GetNumberOfRounds(25); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random     random(seed);
    const auto image = MakeFiniteImage<PlainType>(PickSplineRegion<Dimension>(random), random);
    const auto filter =
      itk::CudaResampleImageFilter<typename TypeParam::InputImage, typename TypeParam::OutputImage>::New();
    const auto parent = itk::ResampleImageFilter<PlainType, typename TypeParam::PlainOutputImage>::New();
    const auto tested = Copy<typename TypeParam::InputImage>(image.GetPointer());
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(tested);
    parent->SetInput(image);
    Random again = random;
    set(filter.GetPointer(), random);
    set(parent.GetPointer(), again);
    parent->UpdateOutputInformation();
    filter->UpdateOutputInformation();
    const auto part = PickPart(random, parent->GetOutput()->GetLargestPossibleRegion());
    parent->GetOutput()->SetRequestedRegion(part);
    filter->GetOutput()->SetRequestedRegion(part);
    parent->Update();
    const TransferCounter counter;
    filter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    EXPECT_EQ(counter.GetUploads(), 1u);
    EXPECT_EQ(counter.GetDownloads(), 0u);
    // What the class derives.
    const double tolerance = std::ldexp(GetLargestMagnitude(image.GetPointer()), -40);
    EXPECT_TRUE((ComparePixels<OutputPixelType, Dimension>(
      filter->GetOutput(), parent->GetOutput(), [&](OutputPixelType a, OutputPixelType b) {
        ++pixels;
        different += a != b ? 1 : 0;
        return GetExcess(a, b, tolerance);
      })));
  }
  EXPECT_LE(different, pixels / 1000) << "of " << pixels;
}

TEST(CudaBSplineDecompositionCore, FiltersSegmentsAsTheWholeLine)
{
  Random random(GetSeed(1));
  for (const int length : { 1, 2, 3, 17, 18, 19, 63, 64, 65, 128, 129, 200, 1000 })
  {
    std::vector<double> pixels(length);
    std::generate(pixels.begin(), pixels.end(), [&] { return PickReal(random, -1, 1); });
    const resample::BSplineLine line(length);

    using ImageType = itk::Image<double, 2>;
    const auto image = ImageType::New();
    image->SetRegions(MakeRegion<2>({ { static_cast<itk::SizeValueType>(length), 1 } }));
    image->Allocate();
    std::copy(pixels.begin(), pixels.end(), image->GetBufferPointer());
    const auto parent = itk::BSplineDecompositionImageFilter<ImageType, ImageType>::New();
    parent->SetInput(image);
    parent->Update();
    const double * const expected = parent->GetOutput()->GetBufferPointer();

    std::vector<double> whole = pixels;
    line.Filter(0, length, [&](int i) -> double & { return whole[i]; });
    for (int i = 0; i < length; ++i)
    {
      ASSERT_EQ(whole[i], expected[i]) << i << " of " << length;
    }
    constexpr int segment = resample::BSplineLine::PixelsOfSegment;
    constexpr int margin = resample::BSplineLine::Margin;
    for (int begin = 0; begin < length; begin += segment)
    {
      const int           first = std::max(begin - margin, 0);
      const int           end = std::min(begin + segment, length);
      const int           behind = std::min(end + margin, length);
      std::vector<double> part(pixels.begin() + first, pixels.begin() + behind);
      line.Filter(first, behind, [&](int i) -> double & { return part[i]; });
      for (int i = begin; i < end; ++i)
      {
        ASSERT_NEAR(part[i - first], expected[i], std::ldexp(33.0, -53)) << i << " of " << length;
      }
    }
  }
}

TEST(CudaBSplineDecompositionOfImages, RunsTheParentForAnotherOrder)
{
  ITK_REQUIRE_DEVICE();
  using InputType = itk::DeviceImage<float, 2>;
  using OutputType = itk::DeviceImage<double, 2>;
  const auto filter = itk::CudaBSplineDecompositionImageFilter<InputType, OutputType>::New();
  filter->SetInput(MakeRandomImage<InputType>(MakeRegionOfSides<2>({ 35, 20 }), 1));
  filter->SetSplineOrder(5);
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
