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
#include "itkCudaFilterTesting.h"
#include "itkCudaInpaintingImageFilter.h"
#include "itkDiscreteCosineTransformImageFilter.h"
#include "itkInpaintingTesting.h"
#include "itkRGBPixel.h"

using namespace itk::DeviceTesting;

namespace
{
template <typename TPixel, unsigned int VDimension>
using CudaFilter = itk::CudaInpaintingImageFilter<itk::DeviceImage<TPixel, VDimension>>;

template <typename TPixel, unsigned int VDimension>
using Parent = itk::InpaintingImageFilter<itk::Image<TPixel, VDimension>>;

template <typename TFilter, typename TImage, typename TSet>
typename TFilter::Pointer
RunFilter(const TImage * image, const TSet & set)
{
  const auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetNumberOfIterations(6);
  set(filter.GetPointer());
  filter->Update();
  return filter;
}

/** On the device and on the host. */
template <typename TPixel, unsigned int VDimension>
struct Results
{
  typename CudaFilter<TPixel, VDimension>::Pointer actual;
  typename Parent<TPixel, VDimension>::Pointer     expected;

  template <typename TImage, typename TSet>
  Results(const TImage * image, const TSet & set)
    : actual(RunFilter<CudaFilter<TPixel, VDimension>>(image,
                                                       [&](auto * filter) {
                                                         filter->SetUseDevice(
                                                           itk::DeviceImageFilterEnums::UseDevice::Always);
                                                         set(filter);
                                                       }))
    , expected(RunFilter<Parent<TPixel, VDimension>>(Copy<itk::Image<TPixel, VDimension>>(image).GetPointer(), set))
  {
    EXPECT_TRUE(actual->GetRanOnDevice());
  }

  void
  ExpectTheSame() const
  {
    EXPECT_TRUE(AreSame<TPixel>(actual->GetOutput(), expected->GetOutput()));
    this->ExpectTheSameReport(1e-12);
  }

  void
  ExpectTheSameReport(double part) const
  {
    EXPECT_EQ(actual->GetElapsedIterations(), expected->GetElapsedIterations());
    EXPECT_NEAR(actual->GetThreshold(), expected->GetThreshold(), part * expected->GetThreshold());
    EXPECT_NEAR(actual->GetResidual(), expected->GetResidual(), part * expected->GetResidual());
    EXPECT_NEAR(actual->GetRMSChange(), expected->GetRMSChange(), part * expected->GetRMSChange());
  }
};

/** Parameters drawn at random for a transform that has the parent's bits. */
template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsBits(InpaintingTransform transform, unsigned int rounds, unsigned int longestSide)
{
  Random random(GetSeed(1));
  for (unsigned int round = 0; round < GetNumberOfRounds(rounds); ++round)
  {
    auto region = PickRegion<VDimension>(random, longestSide);
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      region.SetSize(axis, std::max<itk::SizeValueType>(region.GetSize(axis), 2));
    }
    const auto   image = MakePicture<itk::DeviceImage<TPixel, VDimension>>(region, random());
    const auto   mask = MakeMask(image.GetPointer(), 0.1 * Pick(random, 1, 9), random());
    const auto   seed = static_cast<unsigned int>(random());
    const auto   choice = random();
    const double noise = Pick(random, 0, 3) == 0 ? 7.0 : 0.0;
    mask->GetBufferPointer()[Pick(random, 0, region.GetNumberOfPixels() - 1)] = 0;
    const Results<TPixel, VDimension> results(image.GetPointer(), [&](auto * filter) {
      filter->SetTransform(transform);
      filter->SetMaskImage(mask);
      filter->SetSeed(seed);
      filter->SetNoiseLevel(noise);
      filter->SetCycleSpinning(choice % 4 != 0);
      filter->SetSchedule(choice / 4 % 2 == 0 ? InpaintingSchedule::Exponential : InpaintingSchedule::Linear);
      filter->SetWavelet(choice / 8 % 2 == 0 ? InpaintingWavelet::CDF97 : InpaintingWavelet::CDF53);
      filter->SetMaximumThreshold(choice / 16 % 2 == 0 ? -1 : 500);
    });
    results.ExpectTheSame();
    ASSERT_FALSE(::testing::Test::HasFailure()) << region.GetSize() << " round " << round;
  }
}
} // namespace

TEST(CudaInpainting, HasTheParentsBitsByWindows)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsBits<float, 2>(InpaintingTransform::Windows, 15, 150);
  ExpectTheParentsBits<std::uint8_t, 2>(InpaintingTransform::Windows, 5, 250);
  ExpectTheParentsBits<float, 3>(InpaintingTransform::Windows, 8, 26);
}

TEST(CudaInpainting, HasTheParentsBitsByWavelets)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsBits<float, 2>(InpaintingTransform::Wavelet, 20, 200);
  ExpectTheParentsBits<std::int16_t, 2>(InpaintingTransform::Wavelet, 5, 100);
  ExpectTheParentsBits<float, 3>(InpaintingTransform::Wavelet, 15, 40);
}

/** Levels of at most 128 x 128 pixels are left to one block. */
TEST(CudaInpainting, HasTheParentsBitsByWaveletsAroundTheSizeOfABlock)
{
  ITK_REQUIRE_DEVICE();
  const std::vector<itk::Size<2>> sizes{ { { 128, 128 } }, { { 129, 128 } },  { { 127, 129 } }, { { 257, 256 } },
                                         { { 513, 500 } }, { { 1000, 127 } }, { { 2, 300 } },   { { 100, 1 } } };
  const bool                      isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  for (std::size_t i = 0; i < sizes.size(); i += isSlow ? 3 : 1)
  {
    const auto & size = sizes[i];
    const auto   image = MakePicture<itk::DeviceImage<float, 2>>(itk::ImageRegion<2>(size), GetSeed(1));
    const auto   mask = MakeMask(image.GetPointer(), 0.4, GetSeed(1));
    mask->GetBufferPointer()[0] = 0;
    for (const auto wavelet : { InpaintingWavelet::CDF53, InpaintingWavelet::CDF97 })
    {
      for (const unsigned int levels : isSlow ? std::vector{ 5u } : std::vector{ 0u, 1u, 5u })
      {
        const Results<float, 2> results(image.GetPointer(), [&](auto * filter) {
          filter->SetTransform(InpaintingTransform::Wavelet);
          filter->SetMaskImage(mask);
          filter->SetWavelet(wavelet);
          filter->SetNumberOfLevels(levels);
          filter->SetCycleSpinning(levels != 0);
        });
        results.ExpectTheSame();
        ASSERT_FALSE(::testing::Test::HasFailure()) << size << ' ' << levels << " levels";
      }
    }
  }
}

// A coefficient that is as near to the threshold as those of float are to those of double may be kept by one alone.
TEST(CudaInpainting, IsNearTheParentByCosines)
{
  ITK_REQUIRE_FFT();
  for (unsigned int seed = 1; seed <= GetNumberOfRounds(5); ++seed)
  {
    const auto image = MakePicture<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 90 + seed, 64 }), seed);
    const auto mask = MakeMask(image.GetPointer(), 0.4, seed);
    const auto pixels = static_cast<double>(image->GetBufferedRegion().GetNumberOfPixels());
    const Results<float, 2> results(image.GetPointer(), [&](auto * filter) {
      filter->SetTransform(InpaintingTransform::Cosine);
      filter->SetMaskImage(mask);
      filter->SetNumberOfIterations(1);
      filter->SetMaximumThreshold(40);
      filter->SetMinimumThreshold(40);
      filter->SetNoiseLevel(1);
    });
    const auto              known = Copy<itk::Image<float, 2>>(image.GetPointer());
    for (itk::SizeValueType i = 0; i < mask->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      known->GetBufferPointer()[i] *= mask->GetBufferPointer()[i] == 0 ? 1 : 0;
    }
    const auto   transform = itk::DiscreteCosineTransformImageFilter<itk::Image<float, 2>>::New();
    const auto   coefficients = Filter(transform.GetPointer(), known.GetPointer());
    const auto   largest = GetLargestMagnitude<float>(coefficients.GetPointer());
    const auto   near = std::count_if(coefficients->GetBufferPointer(),
                                    coefficients->GetBufferPointer() + known->GetBufferedRegion().GetNumberOfPixels(),
                                    [&](float value) { return std::abs(std::abs(value) - 40) <= 1e-5 * largest; });
    const double bound = 2 * static_cast<double>(near) * 40 / std::sqrt(pixels) +
                         1e-5 * GetLargestMagnitude<float>(results.expected->GetOutput());
    EXPECT_TRUE(AreWithin<float>(results.actual->GetOutput(), results.expected->GetOutput(), bound));
    EXPECT_NEAR(results.actual->GetResidual(), results.expected->GetResidual(), bound);
    EXPECT_NEAR(results.actual->GetRMSChange(), results.expected->GetRMSChange(), bound);
  }
}

TEST(CudaInpainting, FillsAsWellAsTheParentByCosines)
{
  ITK_REQUIRE_FFT();
  const auto              image = MakePicture<itk::DeviceImage<float, 3>>(MakeRegionOfSides<3>({ 40, 33, 20 }), 1);
  const auto              mask = MakeMask(image.GetPointer(), 0.4, 1);
  const Results<float, 3> results(image.GetPointer(), [&](auto * filter) {
    filter->SetTransform(InpaintingTransform::Cosine);
    filter->SetMaskImage(mask);
    filter->SetNumberOfIterations(30);
  });
  const auto              getError = [&](const itk::Image<float, 3> * filled) {
    double error = 0;
    for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      const double difference = filled->GetBufferPointer()[i] - image->GetBufferPointer()[i];
      error += difference * difference;
    }
    return 10 * std::log10(error);
  };
  // In dB.
  EXPECT_NEAR(getError(results.actual->GetOutput()), getError(results.expected->GetOutput()), 0.05);
}

TEST(CudaInpainting, HasTheParentsBitsOfColorsAndMissingValues)
{
  ITK_REQUIRE_DEVICE();
  using PixelType = itk::RGBPixel<unsigned char>;
  Random     random(GetSeed(1));
  const auto image =
    MakeImage<itk::DeviceImage<PixelType, 2>>(MakeRegionOfSides<2>({ 61, 45 }), random, [](Random & draw) {
      PixelType pixel;
      std::generate(pixel.Begin(), pixel.End(), [&] { return static_cast<unsigned char>(draw() % 50); });
      return draw() % 3 == 0 ? PixelType(static_cast<unsigned char>(7)) : pixel;
    });
  for (const auto transform : { InpaintingTransform::Windows, InpaintingTransform::Wavelet })
  {
    const Results<PixelType, 2> results(image.GetPointer(), [&](auto * filter) {
      filter->SetTransform(transform);
      filter->UseMissingValueOn();
      filter->SetMissingValue(7);
    });
    const PixelType * const     actual = results.actual->GetOutput()->GetBufferPointer();
    const PixelType * const     expected = results.expected->GetOutput()->GetBufferPointer();
    EXPECT_TRUE(std::equal(actual, actual + image->GetBufferedRegion().GetNumberOfPixels(), expected));
    results.ExpectTheSameReport(1e-12);
  }
}

TEST(CudaInpainting, StopsAndReportsAsTheParent)
{
  ITK_REQUIRE_DEVICE();
  const auto              image = MakePicture<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 100, 80 }), 1);
  const auto              mask = MakeMask(image.GetPointer(), 0.3, 1);
  std::vector<double>     residuals[2];
  unsigned int            run = 0;
  const Results<float, 2> results(image.GetPointer(), [&](auto * filter) {
    filter->SetMaskImage(mask);
    filter->SetNumberOfIterations(50);
    filter->SetMaximumRMSChange(0.6);
    auto & to = residuals[run++];
    filter->AddObserver(itk::IterationEvent(),
                        [filter, &to](const itk::EventObject &) { to.push_back(filter->GetResidual()); });
  });
  results.ExpectTheSame();
  EXPECT_LT(results.actual->GetElapsedIterations(), 50u);
  ASSERT_EQ(residuals[0].size(), results.actual->GetElapsedIterations());
  ASSERT_EQ(residuals[1].size(), residuals[0].size());
  for (std::size_t i = 0; i < residuals[0].size(); ++i)
  {
    EXPECT_NEAR(residuals[0][i], residuals[1][i], 1e-12 * residuals[1][i]);
  }
}

TEST(CudaInpainting, SaysWhatTheParentSaysOfBadInput)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakePicture<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 20, 30 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0.3, 1);
  mask->GetBufferPointer()[33] = 0;
  mask->GetBufferPointer()[34] = 1;
  const auto expectTheSameComplaint = [&] {
    const auto filter = CudaFilter<float, 2>::New();
    const auto parent = Parent<float, 2>::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    filter->SetMaskImage(mask);
    parent->SetInput(Copy<itk::Image<float, 2>>(image.GetPointer()));
    parent->SetMaskImage(mask);
    const auto skip = [](const std::string & text) { return text.substr(text.find("): ")); };
    const auto complaint = CatchDescription([&] { parent->Update(); });
    ASSERT_FALSE(complaint.empty());
    EXPECT_EQ(skip(CatchDescription([&] { filter->Update(); })), skip(complaint));
  };
  image->GetBufferPointer()[33] = std::numeric_limits<float>::quiet_NaN();
  expectTheSameComplaint();
  image->GetBufferPointer()[33] = 1;
  image->GetBufferPointer()[34] = std::numeric_limits<float>::quiet_NaN();
  const Results<float, 2> results(image.GetPointer(), [&](auto * filter) { filter->SetMaskImage(mask); });
  results.ExpectTheSame();
  mask->FillBuffer(3);
  expectTheSameComplaint();
}

TEST(CudaInpainting, LeavesAnImageThatMissesNothing)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakePicture<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 20, 30 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0, 1);
  const auto filter = RunFilter<CudaFilter<float, 2>>(image.GetPointer(), [&](auto * made) {
    made->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    made->SetMaskImage(mask);
    made->SetNoiseLevel(3);
  });
  EXPECT_EQ(filter->GetElapsedIterations(), 0u);
  EXPECT_TRUE(HaveSamePixels<float>(filter->GetOutput(), image.GetPointer()));
}

TEST(CudaInpainting, RunsTheParentForWhatHasNoKernel)
{
  const auto image = MakePicture<itk::Image<float, 2>>(MakeRegionOfSides<2>({ 20, 30 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0.3, 1);
  const auto filter = itk::CudaInpaintingImageFilter<itk::Image<float, 2>>::New();
  filter->SetInput(image);
  filter->SetMaskImage(mask);
  filter->SetNumberOfIterations(2);
  filter->SetTransform(InpaintingTransform::Morphological);
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}
