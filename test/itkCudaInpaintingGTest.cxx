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
#include "itkCudaInpaintingTesting.h"
#include "itkDiscreteCosineTransformImageFilter.h"
#include "itkRGBPixel.h"

using namespace itk::DeviceTesting;

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

/** Levels of at most 256 x 256 pixels are left to a cluster of blocks. */
TEST(CudaInpainting, HasTheParentsBitsByWaveletsAroundTheSizeOfACluster)
{
  ITK_REQUIRE_DEVICE();
  using Sizes = std::vector<itk::Size<2>>;
  const bool  isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  const Sizes few{ { { 45, 38 } }, { { 100, 1 } } };
  const Sizes many{ { { 256, 256 } }, { { 257, 256 } },  { { 31, 255 } }, { { 255, 34 } },
                    { { 513, 500 } }, { { 1000, 127 } }, { { 2, 300 } },  { { 300, 2 } } };
  for (const auto & size : isSlow ? few : many)
  {
    const auto image = MakePicture<itk::DeviceImage<float, 2>>(itk::ImageRegion<2>(size), GetSeed(1));
    const auto mask = MakeMask(image.GetPointer(), 0.4, GetSeed(1));
    mask->GetBufferPointer()[0] = 0;
    for (const auto wavelet : { InpaintingWavelet::CDF53, InpaintingWavelet::CDF97 })
    {
      for (const unsigned int levels : isSlow ? std::vector{ 5u } : std::vector{ 0u, 1u, 5u })
      {
        const InpaintingResults<float, 2> results(image.GetPointer(), [&](auto * filter) {
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
    const InpaintingResults<float, 2> results(image.GetPointer(), [&](auto * filter) {
      filter->SetTransform(InpaintingTransform::Cosine);
      filter->SetMaskImage(mask);
      filter->SetNumberOfIterations(1);
      filter->SetMaximumThreshold(40);
      filter->SetMinimumThreshold(40);
      filter->SetNoiseLevel(1);
    });
    const auto                        known = Copy<itk::Image<float, 2>>(image.GetPointer());
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
  const auto image = MakePicture<itk::DeviceImage<float, 3>>(MakeRegionOfSides<3>({ 40, 33, 20 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0.4, 1);
  const InpaintingResults<float, 3> results(image.GetPointer(), [&](auto * filter) {
    filter->SetTransform(InpaintingTransform::Cosine);
    filter->SetMaskImage(mask);
    filter->SetNumberOfIterations(30);
  });
  const auto                        getError = [&](const itk::Image<float, 3> * filled) {
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
  const auto pixels = image->GetBufferedRegion().GetNumberOfPixels();
  const auto areSame = [pixels](const auto * actual, const auto * expected) {
    return std::equal(actual->GetBufferPointer(), actual->GetBufferPointer() + pixels, expected->GetBufferPointer());
  };
  for (const auto transform : TransformsWithTheParentsBits)
  {
    const InpaintingResults<PixelType, 2> results(image.GetPointer(), [&](auto * filter) {
      filter->SetTransform(transform);
      filter->UseMissingValueOn();
      filter->SetMissingValue(7);
    });
    EXPECT_TRUE(areSame(results.actual->GetOutput(), results.expected->GetOutput())) << transform;
    results.ExpectTheSameReport(1e-12);
    if (transform == InpaintingTransform::Morphological)
    {
      EXPECT_TRUE(areSame(results.actual->GetCartoonOutput(), results.expected->GetCartoonOutput()));
      EXPECT_TRUE(areSame(results.actual->GetTextureOutput(), results.expected->GetTextureOutput()));
    }
  }
}

TEST(CudaInpainting, StopsAndReportsAsTheParent)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakePicture<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 100, 80 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0.3, 1);
  for (const auto & [transform, change] :
       { std::pair{ InpaintingTransform::Windows, 0.6 }, std::pair{ InpaintingTransform::Morphological, 1.2 } })
  {
    std::vector<double>               residuals[2];
    std::vector<double>               changes[2];
    unsigned int                      run = 0;
    const InpaintingResults<float, 2> results(
      image.GetPointer(), [&, transform = transform, change = change](auto * filter) {
        filter->SetTransform(transform);
        filter->SetMaskImage(mask);
        filter->SetNumberOfIterations(50);
        filter->SetMaximumRMSChange(change);
        filter->AddObserver(itk::IterationEvent(), [&, filter, i = run++](const itk::EventObject &) {
          residuals[i].push_back(filter->GetResidual());
          changes[i].push_back(filter->GetRMSChange());
        });
      });
    results.ExpectTheSame();
    EXPECT_LT(results.actual->GetElapsedIterations(), 50u);
    ASSERT_EQ(residuals[0].size(), results.actual->GetElapsedIterations());
    ASSERT_EQ(residuals[1].size(), residuals[0].size());
    for (std::size_t i = 0; i < residuals[0].size(); ++i)
    {
      EXPECT_NEAR(residuals[0][i], residuals[1][i], 1e-12 * residuals[1][i]) << transform;
      EXPECT_NEAR(changes[0][i], changes[1][i], 1e-12 * changes[1][i]) << transform;
    }
  }
}

TEST(CudaInpainting, EndsWhereItIsAborted)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakePicture<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 50, 40 }), 1);
  for (const auto transform : TransformsWithTheParentsBits)
  {
    const auto filter = CudaInpainting<float, 2>::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    filter->SetMaskImage(MakeMask(image.GetPointer(), 0.3, 1));
    filter->SetTransform(transform);
    filter->AddObserver(itk::IterationEvent(), [&filter](const itk::EventObject &) {
      if (filter->GetElapsedIterations() == 3)
      {
        filter->AbortGenerateDataOn();
      }
    });
    EXPECT_THROW(filter->Update(), itk::ProcessAborted) << transform;
    EXPECT_EQ(filter->GetElapsedIterations(), 3u) << transform;
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
    for (const auto transform : TransformsWithTheParentsBits)
    {
      const auto filter = CudaInpainting<float, 2>::New();
      const auto parent = ParentInpainting<float, 2>::New();
      filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
      filter->SetTransform(transform);
      filter->SetInput(image);
      filter->SetMaskImage(mask);
      parent->SetTransform(transform);
      parent->SetInput(Copy<itk::Image<float, 2>>(image.GetPointer()));
      parent->SetMaskImage(mask);
      const auto skip = [](const std::string & text) { return text.substr(text.find("): ")); };
      const auto complaint = CatchDescription([&] { parent->Update(); });
      ASSERT_FALSE(complaint.empty());
      EXPECT_EQ(skip(CatchDescription([&] { filter->Update(); })), skip(complaint));
    }
  };
  image->GetBufferPointer()[33] = std::numeric_limits<float>::quiet_NaN();
  expectTheSameComplaint();
  image->GetBufferPointer()[33] = 1;
  image->GetBufferPointer()[34] = std::numeric_limits<float>::quiet_NaN();
  for (const auto transform : TransformsWithTheParentsBits)
  {
    const InpaintingResults<float, 2> results(image.GetPointer(), [&](auto * filter) {
      filter->SetTransform(transform);
      filter->SetMaskImage(mask);
    });
    results.ExpectTheSame();
  }
  mask->FillBuffer(3);
  expectTheSameComplaint();
}

TEST(CudaInpainting, LeavesAnImageThatMissesNothing)
{
  ITK_REQUIRE_DEVICE();
  const auto image = MakePicture<itk::DeviceImage<float, 2>>(MakeRegionOfSides<2>({ 20, 30 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0, 1);
  const auto filter = RunFilter<CudaInpainting<float, 2>>(image.GetPointer(), [&](auto * made) {
    made->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    made->SetMaskImage(mask);
    made->SetNoiseLevel(3);
  });
  EXPECT_EQ(filter->GetElapsedIterations(), 0u);
  EXPECT_TRUE(HaveSamePixels<float>(filter->GetOutput(), image.GetPointer()));

  // Which has parts all the same.
  const InpaintingResults<float, 2> results(image.GetPointer(), [&](auto * made) {
    made->SetTransform(InpaintingTransform::Morphological);
    made->SetMaskImage(mask);
    made->SetNoiseLevel(3);
  });
  EXPECT_EQ(results.actual->GetElapsedIterations(), results.actual->GetNumberOfIterations());
  EXPECT_TRUE(HaveSamePixels<float>(results.actual->GetOutput(), image.GetPointer()));
  results.ExpectTheSame();
}

TEST(CudaInpainting, RunsTheParentForWhatHasNoKernel)
{
  const auto image = MakePicture<itk::Image<float, 2>>(MakeRegionOfSides<2>({ 1, 30 }), 1);
  const auto mask = MakeMask(image.GetPointer(), 0.3, 1);
  for (const auto transform : { InpaintingTransform::Windows, InpaintingTransform::Morphological })
  {
    const auto filter = itk::CudaInpaintingImageFilter<itk::Image<float, 2>>::New();
    filter->SetInput(image);
    filter->SetMaskImage(mask);
    filter->SetNumberOfIterations(2);
    filter->SetTransform(transform);
    ExpectItRunsOnTheParentAlone(filter.GetPointer());
  }
}
