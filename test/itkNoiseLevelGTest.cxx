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
#include "itkIsolineTesting.h"
#include "itkNoiseLevelImageCalculator.h"
#include <limits>

using namespace itk::DeviceTesting;

namespace
{
using FloatImage = itk::Image<float, 2>;

template <typename TImage>
double
GetNoiseLevel(const TImage * image, unsigned int axis = TImage::ImageDimension - 1)
{
  const auto calculator = itk::NoiseLevelImageCalculator<TImage>::New();
  calculator->SetImage(image);
  calculator->SetSliceAxis(axis);
  calculator->Compute();
  return calculator->GetNoiseLevel();
}
} // namespace

/** The median of n coefficients is known within 1.17 / sqrt(n) of it, and more for neighbours that share pixels. */
TEST(NoiseLevel, IsThatOfWhiteNoiseOnASlopeAndAnEdge)
{
  const auto truth =
    MakePicture({ { 300, 300 } }, [](auto x, auto y) { return 0.3 * x - 0.2 * y + (x + y > 300 ? 80 : 0); });
  for (const double level : { 0.1, 5.0, 25.0 })
  {
    EXPECT_NEAR(GetNoiseLevel<FloatImage>(AddGaussianNoise<FloatImage>(truth.GetPointer(), level, 1)) / level, 1, 0.03);
  }
}

/** Its texture counts as noise, the less the more noise there is. */
TEST(NoiseLevel, OfAPhotographIsAFewGreyLevelsTooHigh)
{
  const auto   truth = itk::ReadImage<FloatImage>(FindDataFolder() / "boat.png");
  const double ofTruth = GetNoiseLevel<FloatImage>(truth);
  EXPECT_GT(ofTruth, 0);
  EXPECT_LT(ofTruth, 6);
  const double ofNoisy = GetNoiseLevel<FloatImage>(AddGaussianNoise<FloatImage>(truth.GetPointer(), 25, 1));
  EXPECT_NEAR(ofNoisy, 25, 1);
}

TEST(NoiseLevel, IsZeroWithoutNoiseOrNeighbours)
{
  EXPECT_EQ(GetNoiseLevel<FloatImage>(MakePicture({ { 20, 20 } }, [](auto, auto) { return 7; })), 0);
  EXPECT_EQ(GetNoiseLevel<FloatImage>(MakePicture({ { 20, 20 } }, [](auto x, auto y) { return 3 * x - y; })), 0);
  EXPECT_EQ(GetNoiseLevel<FloatImage>(MakePicture({ { 1, 1 } }, [](auto, auto) { return 7; })), 0);
  EXPECT_EQ(GetNoiseLevel<FloatImage>(MakePicture({ { 2, 50 } }, [](auto x, auto y) { return x * y; })), 0);
}

TEST(NoiseLevel, IsTheMiddleMagnitudeByHand)
{
  // One coefficient: -2 of the row sums of (1, -2, 1) with 4 in the middle are 4 * 4.
  const auto image = MakePicture({ { 3, 3 } }, [](auto x, auto y) { return x == 1 && y == 1 ? 4 : 0; });
  EXPECT_FLOAT_EQ(static_cast<float>(GetNoiseLevel<FloatImage>(image)), 16 / (6 * 0.6745f));
}

TEST(NoiseLevel, TakesNaNForTheLargest)
{
  Random     random(1);
  const auto image = MakeRandomImage<FloatImage>(itk::Size<2>{ { 40, 40 } }, random);
  const auto level = GetNoiseLevel<FloatImage>(image);
  image->SetPixel({ { 20, 20 } }, std::numeric_limits<float>::quiet_NaN());
  const auto ofOne = GetNoiseLevel<FloatImage>(image);
  EXPECT_GE(ofOne, level);
  EXPECT_LT(ofOne, 1.05 * level);
  image->FillBuffer(std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(std::isinf(GetNoiseLevel<FloatImage>(image)));
}

TEST(NoiseLevel, CountsAllSlicesAndChannels)
{
  using Volume = itk::Image<float, 3>;
  // Noise across the slices alone is none within them.
  Random             random(1);
  std::vector<float> values(30);
  std::generate(values.begin(), values.end(), [&] { return PickPixel<float>(random); });
  const auto volume = Volume::New();
  volume->SetRegions(itk::Size<3>{ { 20, 25, 30 } });
  volume->Allocate();
  for (std::size_t i = 0; i < 20 * 25 * 30; ++i)
  {
    volume->GetBufferPointer()[i] = values[i / (20 * 25)] * static_cast<float>(i % 20 % 3);
  }
  EXPECT_EQ(GetNoiseLevel<Volume>(volume, 2), 0);
  EXPECT_GT(GetNoiseLevel<Volume>(volume, 1), 0);
  EXPECT_EQ(GetNoiseLevel<Volume>(volume, 0), 0); // constant along y

  using ColorImage = itk::Image<itk::RGBPixel<float>, 2>;
  const auto color = ColorImage::New();
  color->SetRegions(itk::Size<2>{ { 200, 200 } });
  color->Allocate();
  itk::RGBPixel<float> pixel;
  pixel.Fill(100);
  color->FillBuffer(pixel);
  const auto noisy = AddGaussianNoise<ColorImage>(color.GetPointer(), 25, 1);
  EXPECT_NEAR(GetNoiseLevel<ColorImage>(noisy), 25, 0.75);
}

TEST(NoiseLevel, RefusesToBeComputedOfNothing)
{
  const auto calculator = itk::NoiseLevelImageCalculator<FloatImage>::New();
  EXPECT_THROW(calculator->Compute(), itk::ExceptionObject);
  calculator->SetImage(MakePicture({ { 3, 3 } }, [](auto, auto) { return 1; }));
  calculator->SetSliceAxis(2);
  EXPECT_THROW(calculator->Compute(), itk::ExceptionObject);
}
