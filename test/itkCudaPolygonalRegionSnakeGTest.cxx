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
#include "itkCudaPolygonalRegionSnakeImageFilter.h"
#include "itkDeviceImage.h"
#include "itkPolygonalRegionSnakeForTesting.h"

using itk::device::NoiseLaw;
using itk::device::RegionSnakeModel;
using UseDevice = itk::DeviceImageFilterEnums::UseDevice;
using namespace itk::DeviceTesting;

namespace
{
constexpr RegionSnakeModel bothModels[] = { RegionSnakeModel::Published, RegionSnakeModel::MinimumDescriptionLength };
constexpr NoiseLaw         allLaws[] = { NoiseLaw::Gaussian,  NoiseLaw::GaussianOfKnownSigma,
                                         NoiseLaw::Gamma,     NoiseLaw::Poisson,
                                         NoiseLaw::Bernoulli, NoiseLaw::Rayleigh };

class CudaPolygonalRegionSnake : public itk::DeviceTesting::DeviceTest
{};

/** Whether the filter comes to the same polygons, figures and labels as its parent, after set(filter). */
template <typename TPixel, typename TSet>
void
ExpectTheParentsResult(const itk::Image<TPixel, 2> * image, const TSet & set)
{
  using ImageType = itk::DeviceImage<TPixel, 2>;
  const auto parent = itk::PolygonalRegionSnakeImageFilter<itk::Image<TPixel, 2>>::New();
  parent->SetInput(image);
  set(*parent);
  parent->Update();
  const auto filter = itk::CudaPolygonalRegionSnakeImageFilter<ImageType>::New();
  filter->SetInput(Copy<ImageType>(image));
  filter->SetUseDevice(UseDevice::Always);
  set(*filter);
  filter->Update();

  EXPECT_TRUE(filter->GetRanOnDevice());
  EXPECT_EQ(filter->GetCriterion(), parent->GetCriterion());
  EXPECT_EQ(filter->GetElapsedRounds(), parent->GetElapsedRounds());
  EXPECT_EQ(filter->HasConverged(), parent->HasConverged());
  EXPECT_EQ(filter->GetHasRestarted(), parent->GetHasRestarted());
  EXPECT_EQ(filter->GetBackgroundMean(), parent->GetBackgroundMean());
  EXPECT_EQ(filter->GetBackgroundVariance(), parent->GetBackgroundVariance());
  ASSERT_EQ(filter->GetNumberOfContours(), parent->GetNumberOfContours());
  ASSERT_EQ(filter->GetNumberOfIndexedOutputs(), parent->GetNumberOfIndexedOutputs());
  for (unsigned int contour = 0; contour < parent->GetNumberOfContours(); ++contour)
  {
    EXPECT_EQ(GetVertices(filter->GetPolygon(contour)), GetVertices(parent->GetPolygon(contour)));
    EXPECT_EQ(filter->GetNumberOfTargetPixels(contour), parent->GetNumberOfTargetPixels(contour));
    EXPECT_EQ(filter->GetTargetMean(contour), parent->GetTargetMean(contour));
    EXPECT_EQ(filter->GetTargetVariance(contour), parent->GetTargetVariance(contour));
  }
  const auto same = AreSame<unsigned char, 2>(filter->GetOutput(), parent->GetOutput());
  EXPECT_TRUE(same);
}

/** Enough for all contours to converge; few under a sanitizer, which slows each a thousandfold. */
int
GetMaximumNumberOfRounds()
{
  return IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 5 : 10000;
}

template <typename TFilter>
void
SetLaw(TFilter & filter, NoiseLaw law, RegionSnakeModel model)
{
  filter.SetNoiseLaw(law);
  filter.SetSigma(400);
  filter.SetModel(model);
  filter.SetMaximumDistance(16);
  filter.SetMaximumNumberOfRounds(GetMaximumNumberOfRounds());
}

/** For all laws and models, or under a sanitizer one of them, which is not the same for each `first`. */
template <typename TPixel>
void
ExpectTheParentsResultForLaws(unsigned int first)
{
  constexpr TargetShape shapes[] = {
    TargetShape::Disc, TargetShape::Star, TargetShape::Letter, TargetShape::Branch, TargetShape::Band
  };
  Random random(GetSeed(first));
  for (unsigned int round = first; round < first + GetNumberOfRounds(24); ++round)
  {
    const NoiseLaw         law = allLaws[round % 6];
    const RegionSnakeModel model = bothModels[(round + round / 6) % 2];
    const unsigned int     side = Pick(random, 60, 140);
    SCOPED_TRACE("law " + std::to_string(static_cast<int>(law)) + ", round " + std::to_string(round));
    const auto image = MakeNoisyImage<itk::Image<TPixel, 2>>(shapes[Pick(random, 0, 4)], side, law, random());
    ExpectTheParentsResult<TPixel>(image, [&](auto & filter) { SetLaw(filter, law, model); });
  }
}
} // namespace

TEST_F(CudaPolygonalRegionSnake, EqualsTheParentForAllLawsAndModels)
{
  ExpectTheParentsResultForLaws<std::uint8_t>(0);
  ExpectTheParentsResultForLaws<std::int16_t>(2);
  ExpectTheParentsResultForLaws<std::uint16_t>(3);
  ExpectTheParentsResultForLaws<float>(5);
}

TEST_F(CudaPolygonalRegionSnake, EqualsTheParentFromAllStarts)
{
  using ImageType = itk::Image<std::uint16_t, 2>;
  for (unsigned int round = 0; round < GetNumberOfRounds(20); ++round)
  {
    const auto image = MakeNoisyImage<ImageType>(
      round % 2 == 0 ? TargetShape::Star : TargetShape::Branch, 150, NoiseLaw::Gaussian, GetSeed(2) + round);
    const auto model = bothModels[round / 2 % 2];
    SCOPED_TRACE(round);
    const auto x = static_cast<std::int32_t>(4 * round);
    ExpectTheParentsResult<std::uint16_t>(image, [&](auto & filter) {
      SetLaw(filter, NoiseLaw::Gaussian, model);
      filter.AddInitialContour(MakeSnakePath({ { x, x }, { x + 60, x }, { x + 20, x + 50 } }));
      filter.SetRestart(round % 4 < 3);
    });
    ExpectTheParentsResult<std::uint16_t>(image, [&](auto & filter) {
      using Labels = typename std::decay_t<decltype(filter)>::Superclass::OutputImageType;
      SetLaw(filter, NoiseLaw::Gaussian, model);
      filter.SetLabelInput(MakeSnakeLabels<Labels>(image->GetLargestPossibleRegion(), 5));
    });
  }
}

TEST_F(CudaPolygonalRegionSnake, EqualsTheParentForSeveralTargets)
{
  // The second number of contours is too large for shared memory.
  for (const std::int32_t side : { 2, 15 })
  {
    const auto                width = static_cast<std::size_t>(40 * side);
    std::vector<std::uint8_t> target(width * width);
    for (std::size_t i = 0; i < target.size(); ++i)
    {
      target[i] =
        std::hypot(static_cast<double>(i % width % 40) - 19.5, static_cast<double>(i / width % 40) - 19.5) < 13;
    }
    const auto image = MakeSnakeImage<itk::Image<std::uint16_t, 2>>(
      AddNoise<std::uint16_t>(target, NoiseLaw::Gaussian, GetSeed(3)), width);
    for (const RegionSnakeModel model : bothModels)
    {
      ExpectTheParentsResult<std::uint16_t>(image, [&](auto & filter) {
        SetLaw(filter, NoiseLaw::Gaussian, model);
        filter.SetMinimumLength(4);
        filter.SetMaximumNumberOfRounds(std::min(400, GetMaximumNumberOfRounds()));
        for (std::int32_t k = 0; k < side * side; ++k)
        {
          const std::int32_t x = k % side * 40;
          const std::int32_t y = k / side * 40;
          filter.AddInitialContour(MakeSnakePath({ { x + 2, y + 4 }, { x + 30, y + 3 }, { x + 15, y + 36 } }));
        }
      });
    }
  }
}

TEST_F(CudaPolygonalRegionSnake, EqualsTheParentForManyNodes)
{
  // More than shared memory holds: they come and go during the convergence.
  const auto image =
    MakeNoisyImage<itk::Image<std::uint16_t, 2>>(TargetShape::Star, 700, NoiseLaw::Gaussian, GetSeed(4));
  for (const RegionSnakeModel model : bothModels)
  {
    ExpectTheParentsResult<std::uint16_t>(image, [&](auto & filter) {
      SetLaw(filter, NoiseLaw::Gaussian, model);
      filter.SetMinimumLength(1);
      filter.RestartOff();
      Polygon comb;
      for (std::int32_t x = 2; x < 698; x += 1)
      {
        comb.push_back({ x, x % 2 == 0 ? 340 : 335 });
      }
      for (std::int32_t x = 697; x >= 2; x -= 1)
      {
        comb.push_back({ x, x % 2 == 0 ? 360 : 365 });
      }
      filter.AddInitialContour(MakeSnakePath(comb));
      filter.SetMaximumNumberOfRounds(static_cast<int>(GetNumberOfRounds(100)));
    });
  }
}

TEST_F(CudaPolygonalRegionSnake, EqualsTheParentForImagesWithoutATarget)
{
  std::vector<std::size_t> widths{ 1, 40, 2, 3 };
  widths.resize(GetNumberOfRounds(4));
  for (const RegionSnakeModel model : bothModels)
  {
    for (const float value : { 0.0f, 7.5f, std::numeric_limits<float>::quiet_NaN() })
    {
      for (const std::size_t width : widths)
      {
        ExpectTheParentsResult<float>(MakeSnakeImage<itk::Image<float, 2>>(std::vector<float>(2 * width, value), width),
                                      [&](auto & filter) { filter.SetModel(model); });
        ExpectTheParentsResult<float>(
          MakeSnakeImage<itk::Image<float, 2>>(std::vector<float>(width, value), width), [&](auto & filter) {
            filter.SetModel(model);
            filter.AddInitialContour(MakeSnakePath({ { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } }));
          });
      }
    }
    Random random(GetSeed(5));
    for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
    {
      const std::size_t         width = Pick(random, 1, 50);
      std::vector<std::uint8_t> pixels(width * Pick(random, 1, 50));
      std::generate(pixels.begin(), pixels.end(), [&] { return static_cast<std::uint8_t>(Pick(random, 0, round)); });
      ExpectTheParentsResult<std::uint8_t>(MakeSnakeImage<itk::Image<std::uint8_t, 2>>(pixels, width),
                                           [&](auto & filter) { filter.SetModel(model); });
    }
  }
}

TEST_F(CudaPolygonalRegionSnake, TellsTheSameRounds)
{
  const auto image = MakeNoisyImage<itk::Image<float, 2>>(TargetShape::Letter, 100, NoiseLaw::Gamma, GetSeed(6));
  std::vector<std::vector<double>> told;
  ExpectTheParentsResult<float>(image, [&](auto & filter) {
    SetLaw(filter, NoiseLaw::Gamma, RegionSnakeModel::MinimumDescriptionLength);
    filter.AddInitialContour(MakeSnakePath({ { 1, 1 }, { 15, 2 }, { 8, 20 } }));
    told.emplace_back();
    filter.AddObserver(itk::IterationEvent(), [&filter, &told, which = told.size() - 1](const itk::EventObject &) {
      told[which].insert(told[which].end(),
                         { filter.GetCriterion(),
                           static_cast<double>(filter.GetElapsedRounds()),
                           static_cast<double>(filter.GetNumberOfNodes()) });
      for (const auto & vertex : GetVertices(filter.GetPolygon()))
      {
        told[which].insert(told[which].end(), vertex.Begin(), vertex.End());
      }
    });
  });
  ASSERT_EQ(told.size(), 2u);
  EXPECT_GT(told[0].size(), 100u);
  EXPECT_EQ(told[0], told[1]);
}

TEST_F(CudaPolygonalRegionSnake, FaultyContoursAreRefusedOnTheDeviceToo)
{
  using ImageType = itk::DeviceImage<std::uint16_t, 2>;
  const auto filter = itk::CudaPolygonalRegionSnakeImageFilter<ImageType>::New();
  filter->SetInput(MakeNoisyImage<ImageType>(TargetShape::Disc, 64, NoiseLaw::Gaussian, 1));
  filter->SetUseDevice(UseDevice::Always);
  filter->AddInitialContour(MakeSnakePath({ { 10, 10 }, { 40, 40 }, { 40, 10 }, { 10, 40 } }));
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  filter->ClearInitialContours();
  filter->SetMaximumNumberOfRounds(GetMaximumNumberOfRounds());
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
}

TEST_F(CudaPolygonalRegionSnake, PixelsStayOnTheDevice)
{
  using ImageType = itk::DeviceImage<std::uint16_t, 2>;
  const auto image = MakeNoisyImage<ImageType>(TargetShape::Disc, 100, NoiseLaw::Gaussian, 1);
  const auto filter = itk::CudaPolygonalRegionSnakeImageFilter<ImageType>::New();
  filter->SetInput(image);
  filter->SetUseDevice(UseDevice::Always);
  filter->SetMaximumNumberOfRounds(GetMaximumNumberOfRounds());
  filter->Update();
  const TransferCounter counter;
  filter->Modified();
  filter->Update();
  EXPECT_EQ(counter.GetUploads(), 0u);
  EXPECT_EQ(counter.GetDownloads(), 1u); // of the polygon
}

TEST(CudaPolygonalRegionSnakeOnTheHost, RunsTheParentForOtherTypes)
{
  using ImageType = itk::Image<double, 2>;
  const auto filter = itk::CudaPolygonalRegionSnakeImageFilter<ImageType, itk::Image<unsigned char, 2>>::New();
  filter->SetInput(MakeNoisyImage<ImageType>(TargetShape::Disc, 64, NoiseLaw::Gaussian, 1));
  filter->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  EXPECT_GT(GetOverlap(filter->GetOutput()->GetBufferPointer(), MakeTarget(TargetShape::Disc, 64)), 0.9);
}
