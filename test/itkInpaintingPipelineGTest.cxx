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
#include "itkCommand.h"
#include "itkInpaintingTesting.h"
#include "itkRGBPixel.h"

using namespace itk::DeviceTesting;

namespace
{
using FloatImage = itk::Image<float, 2>;
using Mask = itk::Image<unsigned char, 2>;
using Inpainting = itk::InpaintingImageFilter<FloatImage>;

FloatImage::Pointer
MakeSmallPicture()
{
  return MakePicture<FloatImage>(FloatImage::RegionType({ { 3, -2 } }, { { 40, 33 } }), 1);
}

Inpainting::Pointer
MakeFilter(const FloatImage * image)
{
  const auto filter = Inpainting::New();
  filter->SetInput(image);
  filter->SetMaskImage(MakeMask(image, 0.3, 2));
  filter->SetNumberOfIterations(10);
  return filter;
}

/** What the filter says when it is updated, of which `words` must be part. */
template <typename TSet>
void
ExpectRefusal(const std::string & words, const TSet & set)
{
  const auto filter = MakeFilter(MakeSmallPicture());
  set(filter.GetPointer());
  const std::string description = CatchDescription([&filter] { filter->Update(); });
  EXPECT_NE(description.find(words), std::string::npos) << "'" << description << "' lacks '" << words << "'";
}

/** The image with `value` where the filter's mask is set. */
FloatImage::Pointer
MarkMissing(const FloatImage * image, const Mask * mask, float value)
{
  const auto marked = Copy<FloatImage>(image);
  for (itk::SizeValueType i = 0; i < mask->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    marked->GetBufferPointer()[i] = mask->GetBufferPointer()[i] != 0 ? value : marked->GetBufferPointer()[i];
  }
  return marked;
}
} // namespace

TEST(InpaintingPipeline, IsOfTheWholeImageByAnyNumberOfThreads)
{
  for (const auto transform : InpaintingTransforms)
  {
    const auto image = MakeSmallPicture();
    const auto filter = MakeFilter(image);
    filter->SetTransform(transform);
    ExpectAWholeImageFilter(image.GetPointer(), filter.GetPointer());
  }
}

TEST(InpaintingPipeline, TakesAMissingValueInPlaceOfAMask)
{
  const auto image = MakeSmallPicture();
  const auto byMask = MakeFilter(image);
  const auto expected = TakeOutput(byMask.GetPointer());
  for (const float missing : { 0.0f, -1000.0f, std::numeric_limits<float>::quiet_NaN() })
  {
    const auto byValue = MakeFilter(MarkMissing(image, byMask->GetMaskImage(), missing));
    byValue->SetMaskImage(nullptr);
    byValue->SetMissingValue(missing);
    byValue->UseMissingValueOn();
    EXPECT_TRUE(HaveSamePixels<float>(TakeOutput(byValue.GetPointer()).GetPointer(), expected.GetPointer())) << missing;
  }
}

TEST(InpaintingPipeline, TakesAMaskAndAMissingValueTogether)
{
  const auto image = MakeSmallPicture();
  const auto filter = MakeFilter(image);
  const auto expected = TakeOutput(filter.GetPointer());
  const auto half = Copy<Mask>(filter->GetMaskImage());
  std::fill_n(half->GetBufferPointer(), half->GetBufferedRegion().GetNumberOfPixels() / 2, 0);
  const auto both = MakeFilter(MarkMissing(image, filter->GetMaskImage(), -1));
  both->SetMaskImage(half);
  both->SetMissingValue(-1);
  both->UseMissingValueOn();
  EXPECT_TRUE(HaveSamePixels<float>(TakeOutput(both.GetPointer()).GetPointer(), expected.GetPointer()));
}

TEST(InpaintingPipeline, MissesAColourWhereAllItsChannelsHaveTheValue)
{
  using Color = itk::Image<itk::RGBPixel<std::uint8_t>, 2>;
  const auto color = Color::New();
  color->SetRegions(itk::Size<2>{ { 20, 20 } });
  color->Allocate();
  itk::RGBPixel<std::uint8_t> pixel;
  pixel.Set(0, 200, 0);
  color->FillBuffer(pixel);
  color->SetPixel({ { 4, 5 } }, itk::RGBPixel<std::uint8_t>(std::uint8_t{ 0 }));
  const auto filter = itk::InpaintingImageFilter<Color>::New();
  filter->SetInput(color);
  filter->UseMissingValueOn();
  filter->Update();
  color->SetPixel({ { 4, 5 } }, pixel);
  for (const Color::IndexType index : { Color::IndexType{ { 4, 5 } }, Color::IndexType{ { 7, 7 } } })
  {
    EXPECT_NEAR(filter->GetOutput()->GetPixel(index).GetGreen(), 200, 1);
    EXPECT_NEAR(filter->GetOutput()->GetPixel(index).GetRed(), 0, 1);
  }
}

TEST(InpaintingPipeline, IgnoresWhatMissingPixelsHold)
{
  const auto image = MakeSmallPicture();
  const auto filter = MakeFilter(image);
  const auto expected = TakeOutput(filter.GetPointer());
  filter->SetInput(MarkMissing(image, filter->GetMaskImage(), std::numeric_limits<float>::quiet_NaN()));
  EXPECT_TRUE(HaveSamePixels<float>(TakeOutput(filter.GetPointer()).GetPointer(), expected.GetPointer()));
}

TEST(InpaintingPipeline, RefusesWhatMakesNoSense)
{
  ExpectRefusal("All of the 1320 pixels are missing",
                [](Inpainting * filter) { filter->SetMaskImage(MakeMask(filter->GetInput(), 1, 1)); });
  ExpectRefusal("neither MaskImage", [](Inpainting * filter) { filter->SetMaskImage(nullptr); });
  ExpectRefusal("is known, but has the value nan", [](Inpainting * filter) {
    const auto image = MakeSmallPicture();
    filter->SetInput(MarkMissing(image, MakeMask(image.GetPointer(), 0.01, 9), std::nanf("")));
  });
  ExpectRefusal("MaskImage has the region", [](Inpainting * filter) {
    const auto larger = Mask::New();
    larger->CopyInformation(filter->GetInput());
    larger->SetRegions(FloatImage::RegionType({ { 3, -2 } }, { { 40, 34 } }));
    larger->Allocate(true);
    filter->SetMaskImage(larger);
  });
  ExpectRefusal("has 6 at most", [](Inpainting * filter) { filter->SetNumberOfLevels(7); });
  ExpectRefusal("NumberOfIterations is 0", [](Inpainting * filter) { filter->SetNumberOfIterations(0); });
  ExpectRefusal("NoiseLevel is -1", [](Inpainting * filter) { filter->SetNoiseLevel(-1); });
  ExpectRefusal("NoiseLevel is nan", [](Inpainting * filter) { filter->SetNoiseLevel(std::nan("")); });
  ExpectRefusal("MaximumThreshold is inf",
                [](Inpainting * filter) { filter->SetMaximumThreshold(std::numeric_limits<double>::infinity()); });
  ExpectRefusal("at most MaximumThreshold", [](Inpainting * filter) {
    filter->SetMaximumThreshold(10);
    filter->SetMinimumThreshold(11);
  });
  ExpectRefusal("falls exponentially", [](Inpainting * filter) { filter->SetMinimumThreshold(0); });
  ExpectRefusal("MaximumRMSChange is -1", [](Inpainting * filter) { filter->SetMaximumRMSChange(-1); });
  const auto filter = MakeFilter(MakeSmallPicture());
  EXPECT_EQ(CatchDescription([&filter] { filter->Update(); }), "");
}

TEST(InpaintingPipeline, ReportsEachIteration)
{
  const auto image = MakeSmallPicture();
  for (const auto transform : InpaintingTransforms)
  {
    const auto filter = MakeFilter(image);
    filter->SetTransform(transform);
    std::vector<double> thresholds;
    std::vector<double> residuals;
    filter->AddObserver(itk::IterationEvent(), [&](const itk::EventObject &) {
      thresholds.push_back(filter->GetThreshold());
      residuals.push_back(filter->GetResidual());
      EXPECT_EQ(filter->GetElapsedIterations(), thresholds.size());
    });
    std::vector<float> progress;
    filter->AddObserver(itk::ProgressEvent(),
                        [&](const itk::EventObject &) { progress.push_back(filter->GetProgress()); });
    filter->Update();
    ASSERT_EQ(thresholds.size(), 10u);
    EXPECT_TRUE(std::is_sorted(thresholds.rbegin(), thresholds.rend()));
    EXPECT_LT(residuals.back(), residuals.front());
    EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
    EXPECT_EQ(progress.back(), 1);

    filter->RemoveAllObservers();
    // The residual is that of the estimate, which noise lets out.
    filter->SetNoiseLevel(1);
    filter->SetMinimumThreshold(thresholds.back());
    filter->Update();
    double sum = 0;
    double known = 0;
    for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      if (filter->GetMaskImage()->GetBufferPointer()[i] == 0)
      {
        sum += std::pow(image->GetBufferPointer()[i] - filter->GetOutput()->GetBufferPointer()[i], 2);
        known += 1;
      }
    }
    EXPECT_NEAR(filter->GetResidual(), std::sqrt(sum / known), 1e-4 * filter->GetResidual()) << transform;
  }
}

TEST(InpaintingPipeline, ChoosesThresholdsByCoefficientsNoiseAndRange)
{
  const auto image = MakeSmallPicture();
  const auto filter = MakeFilter(image);
  const auto mask = filter->GetMaskImage();
  float      least = 255;
  float      most = 0;
  const auto cosines = Copy<InpaintingReference<2>>(MarkMissing(image, mask, 0).GetPointer());
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    least = mask->GetBufferPointer()[i] != 0 ? least : std::min(least, image->GetBufferPointer()[i]);
    most = mask->GetBufferPointer()[i] != 0 ? most : std::max(most, image->GetBufferPointer()[i]);
  }
  double first = 0;
  filter->AddObserver(itk::IterationEvent(), [&](const itk::EventObject &) {
    first = filter->GetElapsedIterations() == 1 ? filter->GetThreshold() : first;
  });
  filter->Update();
  EXPECT_NEAR(filter->GetThreshold(), (most - least) * 10 / 255, 1e-4);
  const auto windows = Copy<InpaintingReference<2>>(cosines.GetPointer());
  EXPECT_NEAR(first, ThresholdWindows(windows.GetPointer(), 0, 16, 1) / 4, 1e-6 * first);
  filter->SetTransform(InpaintingTransform::Cosine);
  filter->Update();
  EXPECT_NEAR(filter->GetThreshold(), (most - least) * 5 / 255, 1e-4);
  for (const unsigned int axis : { 0, 1 })
  {
    ChangeLines(cosines.GetPointer(), axis, cosines->GetBufferedRegion(), SumCosines);
  }
  EXPECT_NEAR(first, cosines->GetBufferPointer()[0], 1e-6 * first); // the mean's is the largest
  filter->SetNoiseLevel(4);
  filter->Update();
  EXPECT_NEAR(filter->GetThreshold(), 12, 1e-5);
}

TEST(InpaintingPipeline, StopsWhereLittleChanges)
{
  const auto filter = MakeFilter(MakeSmallPicture());
  filter->SetNumberOfIterations(100);
  filter->Update();
  EXPECT_EQ(filter->GetElapsedIterations(), 100u);
  const double change = filter->GetRMSChange();
  filter->SetMaximumRMSChange(4 * change);
  filter->Update();
  EXPECT_LT(filter->GetElapsedIterations(), 100u);
  EXPECT_LE(filter->GetRMSChange(), 4 * change);
  EXPECT_LT(filter->GetThreshold(), 255);
}

TEST(InpaintingPipeline, DependsOnTheSeedWithCycleSpinningAlone)
{
  const auto image = MakeSmallPicture();
  for (const bool spins : { true, false })
  {
    const auto filter = MakeFilter(image);
    filter->SetTransform(InpaintingTransform::Wavelet);
    filter->SetCycleSpinning(spins);
    const auto first = TakeOutput(filter.GetPointer());
    filter->Modified();
    EXPECT_TRUE(HaveSamePixels<float>(TakeOutput(filter.GetPointer()).GetPointer(), first.GetPointer()));
    filter->SetSeed(2);
    EXPECT_EQ(
      static_cast<bool>(HaveSamePixels<float>(TakeOutput(filter.GetPointer()).GetPointer(), first.GetPointer())),
      !spins);
  }
}

TEST(InpaintingPipeline, HasPartsWithTwoDictionariesAlone)
{
  const auto filter = MakeFilter(MakeSmallPicture());
  filter->SetTransform(InpaintingTransform::Morphological);
  filter->Update();
  const auto region = filter->GetOutput()->GetBufferedRegion();
  EXPECT_EQ(filter->GetCartoonOutput()->GetBufferedRegion(), region);
  EXPECT_EQ(filter->GetTextureOutput()->GetBufferedRegion(), region);
  EXPECT_TRUE(HaveSameGeometry<2>(filter->GetTextureOutput(), filter->GetOutput()));
  filter->SetTransform(InpaintingTransform::Windows);
  filter->Update();
  EXPECT_EQ(filter->GetCartoonOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  EXPECT_EQ(filter->GetTextureOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
}
