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
#include "itkPolygonalRegionSnakeForTesting.h"
#include <sstream>

using itk::device::NoiseLaw;
using itk::device::RegionSnakeModel;
using namespace itk::DeviceTesting;

namespace
{
using LabelImage = itk::Image<unsigned char, 2>;
using Image = itk::Image<std::uint16_t, 2>;
using Filter = itk::PolygonalRegionSnakeImageFilter<Image>;

constexpr RegionSnakeModel bothModels[] = { RegionSnakeModel::Published, RegionSnakeModel::MinimumDescriptionLength };

Filter::Pointer
MakeFilter(TargetShape shape = TargetShape::Disc, unsigned int seed = 1)
{
  const auto filter = Filter::New();
  filter->SetInput(MakeNoisyImage<Image>(shape, 128, NoiseLaw::Gaussian, GetSeed(seed)));
  return filter;
}

double
GetOverlapOf(const LabelImage * labels, TargetShape shape, std::size_t side = 128)
{
  return GetOverlap(labels->GetBufferPointer(), MakeTarget(shape, side));
}

/** Whether polygon `contour` is closed, and its pixels are those of `label`. */
template <typename TFilter>
void
ExpectPolygonOfLabel(TFilter & filter, unsigned int contour, unsigned char label)
{
  const itk::ImageRegion<2> region = filter.GetOutput()->GetBufferedRegion();
  const SnakePath * const   path = filter.GetPolygon(contour);
  const auto &              vertices = *path->GetVertexList();
  ASSERT_EQ(vertices.Size(), filter.GetNumberOfNodes(contour) + 1);
  EXPECT_EQ(vertices.front(), vertices.back());
  PolygonList polygons;
  polygons.Add(itk::MakePolygonNodes(*path, region), label);
  const std::size_t         size[]{ region.GetSize(0), region.GetSize(1) };
  std::vector<std::uint8_t> mask(size[0] * size[1]);
  itk::device::ComputePolygonMask(
    polygons.GetView(), { mask.data(), { size[0], size[1] }, { 1, size[0] } }, itk::MultiThreaderBase::New());
  const unsigned char * const labels = filter.GetOutput()->GetBufferPointer();
  std::size_t                 different = 0;
  for (std::size_t i = 0; i < mask.size(); ++i)
  {
    different += (mask[i] == label) != (labels[i] == label);
  }
  EXPECT_EQ(different, 0u);
  EXPECT_EQ(static_cast<std::size_t>(std::count(mask.begin(), mask.end(), label)),
            filter.GetNumberOfTargetPixels(contour));
}

/** The description of the exception that Update() throws; empty if it throws none. */
template <typename TFilter>
std::string
GetFault(TFilter & filter)
{
  try
  {
    filter.Update();
    return {};
  }
  catch (const itk::ExceptionObject & error)
  {
    return error.GetDescription();
  }
}

void
ExpectFault(const Polygon & nodes, const std::string & words)
{
  const auto filter = MakeFilter();
  filter->AddInitialContour(MakeSnakePath(nodes));
  const std::string fault = GetFault(*filter);
  EXPECT_NE(fault.find(words), std::string::npos) << fault;
}
} // namespace

TEST(PolygonalRegionSnake, FindsATargetAndTellsItsFigures)
{
  for (const RegionSnakeModel model : bothModels)
  {
    const auto filter = MakeFilter(TargetShape::Star);
    filter->SetModel(model);
    filter->Update();
    EXPECT_GT(GetOverlapOf(filter->GetOutput(), TargetShape::Star), 0.93);
    ASSERT_EQ(filter->GetNumberOfContours(), 1u);
    ExpectPolygonOfLabel(*filter, 0, 1);
    EXPECT_NEAR(filter->GetTargetMean(), 3400, 20);
    EXPECT_NEAR(filter->GetBackgroundMean(), 3000, 20);
    EXPECT_NEAR(filter->GetTargetVariance(), 160000, 16000);
    EXPECT_NEAR(filter->GetBackgroundVariance(), 160000, 16000);
    EXPECT_GT(filter->GetElapsedRounds(), 5u);
    EXPECT_TRUE(filter->HasConverged());
    EXPECT_FALSE(filter->GetHasRestarted());
    EXPECT_THROW(filter->GetNumberOfTargetPixels(1), itk::ExceptionObject);
  }
}

TEST(PolygonalRegionSnake, TakesPolygonsRectanglesAndLabels)
{
  const auto byPolygon = MakeFilter();
  byPolygon->AddInitialContour(MakeSnakePath({ { 50, 50 }, { 80, 50 }, { 80, 80 }, { 50, 80 } }));
  byPolygon->Update();
  const auto             byRegion = MakeFilter();
  const Image::IndexType index{ { 47, 55 } };
  byRegion->AddInitialContour(Image::RegionType(index, { { 30, 30 } }));
  byRegion->Update();
  EXPECT_EQ(GetVertices(byPolygon->GetPolygon()), GetVertices(byRegion->GetPolygon()));
  EXPECT_GT(GetOverlapOf(byPolygon->GetOutput(), TargetShape::Disc), 0.93);

  const auto byLabels = MakeFilter();
  byLabels->SetLabelInput(MakeSnakeLabels<LabelImage>(byLabels->GetInput()->GetLargestPossibleRegion(), 9));
  byLabels->Update();
  EXPECT_TRUE(byLabels->GetHasRestarted());
  EXPECT_GT(GetOverlapOf(byLabels->GetOutput(), TargetShape::Disc), 0.93);
  ExpectPolygonOfLabel(*byLabels, 0, 9);

  byRegion->ClearInitialContours();
  byRegion->Update();
  const auto automatic = MakeFilter();
  automatic->Update();
  EXPECT_EQ(GetVertices(byRegion->GetPolygon()), GetVertices(automatic->GetPolygon()));
}

TEST(PolygonalRegionSnake, KeepsAnInitialContourThatIsNotTheWholeOfItsLabel)
{
  const auto filter = MakeFilter();
  filter->AddInitialContour(MakeSnakePath({ { 3, 3 }, { 20, 3 }, { 20, 20 }, { 3, 20 } }));
  filter->RestartOff();
  filter->Update();
  EXPECT_FALSE(filter->GetHasRestarted());
  const double inBackground = filter->GetCriterion();
  filter->RestartOn();
  filter->Update();
  EXPECT_TRUE(filter->GetHasRestarted());
  EXPECT_LE(filter->GetCriterion(), inBackground + 50);
  EXPECT_GT(GetOverlapOf(filter->GetOutput(), TargetShape::Disc), 0.93);
}

TEST(PolygonalRegionSnake, SeveralTargetsHaveTheirOwnOutputs)
{
  std::vector<std::uint8_t> target(96 * 96);
  for (std::size_t i = 0; i < target.size(); ++i)
  {
    target[i] = i % 96 / 48 == i / 96 / 48 &&
                std::hypot(static_cast<double>(i % 48) - 23.5, static_cast<double>(i / 96 % 48) - 23.5) < 16;
  }
  const auto filter = Filter::New();
  filter->SetInput(MakeSnakeImage<Image>(AddNoise<std::uint16_t>(target, NoiseLaw::Gaussian, GetSeed(2)), 96));
  filter->AddInitialContour(MakeSnakePath({ { 2, 2 }, { 30, 4 }, { 20, 30 } }));
  filter->AddInitialContour(MakeSnakePath({ { 50, 50 }, { 90, 52 }, { 60, 90 } }));
  filter->Update();
  ASSERT_EQ(filter->GetNumberOfContours(), 2u);
  ASSERT_EQ(filter->GetNumberOfIndexedOutputs(), 3u);
  ExpectPolygonOfLabel(*filter, 0, 1);
  ExpectPolygonOfLabel(*filter, 1, 2);
  EXPECT_GT(GetOverlap(filter->GetOutput()->GetBufferPointer(), target), 0.9);

  filter->ClearInitialContours();
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfContours(), 1u);
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 2u);
}

TEST(PolygonalRegionSnake, OtherPixelTypesAreCastToFloat)
{
  const auto asFloat = itk::PolygonalRegionSnakeImageFilter<itk::Image<float, 2>>::New();
  asFloat->SetInput(MakeNoisyImage<itk::Image<float, 2>>(TargetShape::Letter, 96, NoiseLaw::Gaussian, GetSeed(3)));
  asFloat->Update();
  const auto asDouble = itk::PolygonalRegionSnakeImageFilter<itk::Image<double, 2>>::New();
  asDouble->SetInput(Copy<itk::Image<double, 2>>(asFloat->GetInput()));
  asDouble->Update();
  EXPECT_EQ(GetVertices(asDouble->GetPolygon()), GetVertices(asFloat->GetPolygon()));
}

TEST(PolygonalRegionSnake, SendsAnEventForEachRoundAndStopsWhenToldTo)
{
  const auto          filter = MakeFilter();
  std::vector<double> criteria;
  const auto          observer = filter->AddObserver(itk::IterationEvent(), [&](const itk::EventObject &) {
    criteria.push_back(filter->GetCriterion());
    EXPECT_EQ(filter->GetElapsedRounds(), criteria.size());
    EXPECT_EQ(GetVertices(filter->GetPolygon()).size(), filter->GetNumberOfNodes() + 1);
  });
  filter->Update();
  ASSERT_EQ(criteria.size(), filter->GetElapsedRounds());
  EXPECT_EQ(criteria.back(), filter->GetCriterion());

  filter->RemoveObserver(observer);
  filter->AddObserver(itk::IterationEvent(), [&](const itk::EventObject &) { filter->AbortGenerateDataOn(); });
  filter->Modified();
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
}

TEST(PolygonalRegionSnake, EndsForImagesWithoutATarget)
{
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const RegionSnakeModel model : bothModels)
  {
    for (const float value : { 0.0f, 7.5f, nan, std::numeric_limits<float>::infinity() })
    {
      for (const std::size_t side : { 1, 3, 40 })
      {
        const auto filter = itk::PolygonalRegionSnakeImageFilter<itk::Image<float, 2>>::New();
        filter->SetInput(MakeSnakeImage<itk::Image<float, 2>>(std::vector<float>(side * side, value), side));
        filter->SetModel(model);
        filter->SetMaximumNumberOfRounds(500);
        filter->Update();
        // All of the image.
        EXPECT_TRUE(filter->HasConverged()) << value << ", " << side;
        EXPECT_EQ(filter->GetNumberOfTargetPixels(), side * side) << value;
        EXPECT_EQ(filter->GetOutput()->GetBufferPointer()[0], 1);
      }
    }
  }
}

TEST(PolygonalRegionSnake, IsNotMisledByPixelsThatAreNotNumbers)
{
  auto pixels = AddNoise<float>(MakeTarget(TargetShape::Disc, 128), NoiseLaw::Gaussian, GetSeed(4));
  for (std::size_t i = 0; i < pixels.size(); i += 97)
  {
    pixels[i] = std::numeric_limits<float>::quiet_NaN();
  }
  const auto filter = itk::PolygonalRegionSnakeImageFilter<itk::Image<float, 2>>::New();
  filter->SetInput(MakeSnakeImage<itk::Image<float, 2>>(pixels, 128));
  filter->Update();
  EXPECT_GT(GetOverlapOf(filter->GetOutput(), TargetShape::Disc), 0.93);
  EXPECT_TRUE(std::isfinite(filter->GetCriterion()));
}

TEST(PolygonalRegionSnake, ATargetThatIsTheWholeImageStays)
{
  for (unsigned int seed = 0; seed < 10; ++seed)
  {
    const auto filter = Filter::New();
    filter->SetInput(MakeSnakeImage<Image>(
      AddNoise<std::uint16_t>(std::vector<std::uint8_t>(64 * 64, 1), NoiseLaw::Gaussian, GetSeed(5) + seed), 64));
    filter->Update();
    EXPECT_TRUE(filter->HasConverged());
    EXPECT_EQ(filter->GetNumberOfTargetPixels(), 64u * 64u);
    EXPECT_EQ(filter->GetNumberOfNodes(), 4u);
    filter->AddInitialContour(MakeSnakePath({ { 10, 10 }, { 40, 12 }, { 20, 50 } }));
    filter->Update();
    EXPECT_TRUE(filter->GetHasRestarted());
    EXPECT_EQ(filter->GetNumberOfTargetPixels(), 64u * 64u);
    EXPECT_EQ(filter->GetBackgroundMean(), 0);
  }
}

TEST(PolygonalRegionSnake, RefusesFaultyInitialContours)
{
  ExpectFault({ { 20, 20 }, { 80, 80 }, { 80, 20 }, { 20, 80 } }, "crosses or touches itself");
  ExpectFault({ { 20, 20 }, { 80, 80 } }, "fewer than 3 nodes");
  ExpectFault({ { 20, 20 }, { 80, 80 }, { 90, 90 } }, "fewer than 3 nodes");
  ExpectFault({ { -80, 20 }, { -20, 20 }, { -20, 80 } }, "fewer than 3 nodes");
  ExpectFault({ { 200, 20 }, { 220, 20 }, { 220, 80 } }, "fewer than 3 nodes");
  ExpectFault({}, "fewer than 3 nodes");

  const auto                     notFinite = MakeFilter();
  const auto                     path = MakeSnakePath({ { 20, 20 }, { 80, 80 } });
  SnakePath::ContinuousIndexType vertex;
  vertex.Fill(std::numeric_limits<double>::quiet_NaN());
  path->AddVertex(vertex);
  notFinite->AddInitialContour(path);
  EXPECT_NE(GetFault(*notFinite).find("not finite"), std::string::npos);

  const auto overlapping = MakeFilter();
  overlapping->AddInitialContour(MakeSnakePath({ { 20, 20 }, { 80, 20 }, { 80, 80 } }));
  overlapping->AddInitialContour(MakeSnakePath({ { 30, 25 }, { 90, 30 }, { 90, 80 } }));
  EXPECT_NE(GetFault(*overlapping).find("cross or touch"), std::string::npos);
}

TEST(PolygonalRegionSnake, RefusesFaultyParametersAndLabels)
{
  const auto sigma = MakeFilter();
  sigma->SetNoiseLaw(NoiseLaw::GaussianOfKnownSigma);
  sigma->SetSigma(0);
  EXPECT_NE(GetFault(*sigma).find("Sigma"), std::string::npos);
  const auto order = MakeFilter();
  order->SetNoiseLaw(NoiseLaw::Gamma);
  order->SetOrder(std::numeric_limits<double>::infinity());
  EXPECT_NE(GetFault(*order).find("Order"), std::string::npos);

  const auto & region = sigma->GetInput()->GetLargestPossibleRegion();
  const auto   empty = MakeFilter();
  empty->SetLabelInput(MakeSnakeLabels<LabelImage>(region, 0));
  EXPECT_NE(GetFault(*empty).find("no label"), std::string::npos);
  const auto both = MakeFilter();
  both->SetLabelInput(MakeSnakeLabels<LabelImage>(region, 1));
  both->AddInitialContour(region);
  EXPECT_NE(GetFault(*both).find("both"), std::string::npos);
  const auto smaller = MakeFilter();
  smaller->SetLabelInput(MakeSnakeLabels<LabelImage>(itk::ImageRegion<2>(itk::Size<2>{ { 20, 20 } }), 1));
  EXPECT_NE(GetFault(*smaller), "");
}

TEST(PolygonalRegionSnake, PrintsItsParameters)
{
  std::ostringstream text;
  MakeFilter()->Print(text);
  for (const char * const words : { "NoiseLaw: ", "Model: ", "Sigma: 1", "MaximumNumberOfRounds: 10000" })
  {
    EXPECT_NE(text.str().find(words), std::string::npos) << words << text.str();
  }
}
