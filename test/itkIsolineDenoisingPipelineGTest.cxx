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
#include "IsolineDenoising/IsolineDenoisingCore.h"
#include "IsolineDenoising/IsolineGroupCore.h"
#include "itkIsolineTesting.h"
#include "itkCastImageFilter.h"
#include "itkStreamingImageFilter.h"
#include <limits>

using namespace itk::DeviceTesting;

namespace
{
using FloatImage = itk::Image<float, 2>;
using Volume = itk::Image<float, 3>;

template <typename TImage>
typename itk::IsolineDenoisingImageFilter<TImage>::Pointer
MakeFilter(const TImage * image, const IsolineVariant & variant)
{
  const auto filter = itk::IsolineDenoisingImageFilter<TImage>::New();
  variant.Set(filter.GetPointer());
  filter->SetNoiseLevel(20);
  filter->SetInput(image);
  return filter;
}
} // namespace

/** The source makes what is requested and no more, so the padding is enough. */
TEST(IsolineDenoisingPipeline, GivesTheSameInPieces)
{
  using ByteImage = itk::Image<uint8_t, 2>;
  const auto bytes = MakeNoisyImage<ByteImage>(ByteImage::RegionType({ { -7, 5 } }, { { 83, 150 } }), 6);
  for (const auto & variant : ListIsolineVariants())
  {
    const auto source = itk::CastImageFilter<ByteImage, FloatImage>::New();
    source->SetInput(bytes);
    const auto filter = MakeFilter<FloatImage>(source->GetOutput(), variant);
    UpdateWhole(filter->GetOutput());
    const FloatImage::Pointer expected = filter->GetOutput();
    expected->DisconnectPipeline();

    const auto streaming = itk::StreamingImageFilter<FloatImage, FloatImage>::New();
    source->GetOutput()->ReleaseData();
    streaming->SetInput(filter->GetOutput());
    streaming->SetNumberOfStreamDivisions(6);
    streaming->Update();
    EXPECT_LT(source->GetOutput()->GetBufferedRegion().GetSize(1), 150u) << variant;
    EXPECT_TRUE(AreSame<float>(streaming->GetOutput(), expected.GetPointer())) << variant;
  }
}

TEST(IsolineDenoisingPipeline, AsksForTheWholeImageToEstimateItsNoise)
{
  const auto image = MakeNoisyImage<FloatImage>(itk::Size<2>{ { 60, 90 } }, 6);
  const auto filter = MakeFilter<FloatImage>(image, { IsolineModel::Hybrid, 1, false });
  filter->SetNoiseLevel(0);
  filter->UpdateOutputInformation();
  filter->GetOutput()->SetRequestedRegion(FloatImage::RegionType({ { 20, 30 } }, { { 5, 6 } }));
  filter->GetOutput()->PropagateRequestedRegion();
  EXPECT_EQ(image->GetRequestedRegion(), image->GetLargestPossibleRegion());
}

TEST(IsolineDenoisingPipeline, DependsOnPixelsWithinItsReachAlone)
{
  const auto whole = MakeNoisyImage<FloatImage>(itk::Size<2>{ { 110, 100 } }, 5);
  for (const auto & variant : ListIsolineVariants())
  {
    const auto ofWhole = MakeFilter<FloatImage>(whole, variant);
    ofWhole->Update();
    for (const auto & begin : { itk::Index<2>{ { 0, 0 } }, itk::Index<2>{ { 43, 52 } }, itk::Index<2>{ { 72, 81 } } })
    {
      const FloatImage::RegionType region(begin, { { 38, 19 } });
      const auto                   filter = MakeFilter<FloatImage>(whole, variant);
      filter->UpdateOutputInformation();
      filter->GetOutput()->SetRequestedRegion(region);
      filter->Update();
      EXPECT_EQ(filter->GetOutput()->GetBufferedRegion(), region);
      for (itk::ImageRegionConstIteratorWithIndex<FloatImage> it(filter->GetOutput(), region); !it.IsAtEnd(); ++it)
      {
        ASSERT_EQ(it.Get(), ofWhole->GetOutput()->GetPixel(it.GetIndex())) << variant << ", " << it.GetIndex();
      }
    }
  }
}

TEST(IsolineDenoisingPipeline, FiltersEachSliceByItself)
{
  constexpr itk::Size<3> size{ { 21, 30, 26 } };
  const auto             volume = MakeNoisyImage<Volume>(size, 8);
  for (const auto model : IsolineModels)
  {
    const IsolineVariant variant{ model, 1, false };
    for (unsigned int axis = 0; axis < 3; ++axis)
    {
      const auto filter = MakeFilter<Volume>(volume, variant);
      filter->SetSliceAxis(axis);
      filter->Update();
      const unsigned int axes[2] = { axis == 0 ? 1u : 0u, axis == 2 ? 1u : 2u };
      const auto         getIndex = [&](auto x, auto y) {
        itk::Index<3> index;
        index[axis] = 11;
        index[axes[0]] = x;
        index[axes[1]] = y;
        return index;
      };
      const auto slice = MakePicture({ { size[axes[0]], size[axes[1]] } },
                                     [&](auto x, auto y) { return volume->GetPixel(getIndex(x, y)); });
      const auto expected = MakeFilter<FloatImage>(slice, variant);
      expected->Update();
      for (itk::ImageRegionConstIteratorWithIndex<FloatImage> it(slice, slice->GetBufferedRegion()); !it.IsAtEnd();
           ++it)
      {
        ASSERT_EQ(filter->GetOutput()->GetPixel(getIndex(it.GetIndex()[0], it.GetIndex()[1])),
                  expected->GetOutput()->GetPixel(it.GetIndex()))
          << model << ", axis " << axis << ", " << it.GetIndex();
      }
    }
  }
}

TEST(IsolineDenoisingPipeline, ReportsProgressAndIsAborted)
{
  const auto         volume = MakeNoisyImage<Volume>(itk::Size<3>{ { 20, 20, 4 } }, 8);
  const auto         filter = MakeFilter<Volume>(volume, { IsolineModel::Hybrid, 1, false });
  std::vector<float> progress;
  filter->AddObserver(itk::ProgressEvent(),
                      [&](const itk::EventObject &) { progress.push_back(filter->GetProgress()); });
  filter->Update();
  ASSERT_GE(progress.size(), 5u);
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_EQ(progress.back(), 1);

  filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) {
    if (filter->GetProgress() >= 0.5f)
    {
      filter->AbortGenerateDataOn();
    }
  });
  filter->Modified();
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
}

TEST(IsolineDenoisingPipeline, SpreadsNaNNoFurtherThanItsReach)
{
  constexpr itk::Index<2> at{ { 60, 60 } };
  const auto              image = MakeNoisyImage<FloatImage>(itk::Size<2>{ { 121, 121 } }, 9);
  for (const auto model : IsolineModels)
  {
    const auto filter = MakeFilter<FloatImage>(image, { model, 1, false });
    filter->Update();
    const FloatImage::Pointer expected = filter->GetOutput();
    expected->DisconnectPipeline();
    const float before = image->GetPixel(at);
    image->SetPixel(at, std::numeric_limits<float>::quiet_NaN());
    image->Modified();
    filter->Update();
    image->SetPixel(at, before);
    const int groups = model == IsolineModel::TubesAndGroups ? itk::device::IsolineGroupReach : 0;
    const int reach = HasTubes(model)
                        ? itk::device::IsolineTubeReach + groups
                        : itk::device::GetIsolineReach(itk::device::MakeIsolineParameters(3, 6, 2, 1, 1, 2));
    for (itk::ImageRegionConstIteratorWithIndex<FloatImage> it(expected, expected->GetBufferedRegion()); !it.IsAtEnd();
         ++it)
    {
      const auto distance = it.GetIndex() - at;
      if (std::max(std::abs(distance[0]), std::abs(distance[1])) > reach)
      {
        ASSERT_EQ(filter->GetOutput()->GetPixel(it.GetIndex()), it.Get()) << model << ", " << it.GetIndex();
      }
    }
    EXPECT_TRUE(std::isnan(filter->GetOutput()->GetPixel(at))) << model;
  }
}

TEST(IsolineDenoisingPipeline, RefusesParametersThatMakeNoSense)
{
  using Filter = itk::IsolineDenoisingImageFilter<FloatImage>;
  const auto image = MakePicture({ { 8, 8 } }, [](auto, auto) { return 1; });
  const auto isRefused = [&image](const auto & set) {
    const auto filter = MakeFilter<FloatImage>(image, { IsolineModel::Hybrid, 1, false });
    set(filter.GetPointer());
    try
    {
      filter->Update();
      return false;
    }
    catch (const itk::ExceptionObject &)
    {
      return true;
    }
  };
  EXPECT_FALSE(isRefused([](Filter *) {}));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetNoiseLevel(-1); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetNoiseLevel(std::nan("")); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetNoiseGain(0); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetLooks(-2); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetSegmentLength(2); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetSegmentLength(10); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetMaximumNumberOfSegments(1); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetMaximumNumberOfSegments(17); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetExtensionThreshold(-1); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetEdgeThreshold(-1); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetMaximumDeviation(9); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetThickness(0); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetThickness(4); }));
  EXPECT_TRUE(isRefused([](Filter * filter) { filter->SetSliceAxis(2); }));
}
