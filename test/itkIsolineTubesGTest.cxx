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
#include "IsolineDenoising/IsolineTubeCore.h"

using namespace itk::DeviceTesting;

namespace
{
using ByteImage = itk::Image<uint8_t, 2>;
using FloatImage = itk::Image<float, 2>;
using Filter = itk::IsolineDenoisingImageFilter<FloatImage>;

Filter::Pointer
MakeFilter(const FloatImage * image, double standardDeviation)
{
  const auto filter = Filter::New();
  filter->SetModel(IsolineModel::Tubes);
  filter->SetNoiseLevel(standardDeviation);
  filter->SetInput(image);
  return filter;
}

FloatImage::Pointer
Denoise(const FloatImage * image, double standardDeviation)
{
  const auto filter = MakeFilter(image, standardDeviation);
  filter->Update();
  return filter->GetOutput();
}
} // namespace

TEST(IsolineTubes, DenoiseAPhotographBetterThanTheOtherModels)
{
  const auto truth = itk::ReadImage<ByteImage>(FindDataFolder() / "cameraman.png");
  const auto noisy = AddGaussianNoise<FloatImage>(truth.GetPointer(), 25, 1);
  const auto filter = MakeFilter(noisy, 25);
  filter->Update();
  const double tubes = GetSignalToNoiseRatio(filter->GetOutput(), truth.GetPointer());
  EXPECT_GT(tubes, 28.7);
  for (const auto model : { IsolineModel::LimitedDeviation, IsolineModel::PrecomputedDirections, IsolineModel::Hybrid })
  {
    filter->SetModel(model);
    filter->Update();
    EXPECT_GT(tubes, GetSignalToNoiseRatio(filter->GetOutput(), truth.GetPointer()) + 1) << model;
  }
}

TEST(IsolineTubes, LeaveTextureAndImpulsesFarAboveTheNoise)
{
  const auto board = MakeBoard();
  EXPECT_GT(GetSignalToNoiseRatio(Denoise(board, 5).GetPointer(), board.GetPointer()), 50);

  const auto impulse = MakeImpulse();
  const auto result = Denoise(impulse, 5);
  for (itk::ImageRegionConstIteratorWithIndex<FloatImage> it(result, result->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    const auto distance = std::max(std::abs(it.GetIndex()[0] - 40), std::abs(it.GetIndex()[1] - 37));
    ASSERT_NEAR(it.Get(), distance == 0 ? 10000 : 10, distance > itk::device::IsolineTubeReach ? 1e-5 : 1)
      << it.GetIndex();
  }
}

TEST(IsolineTubes, FilterColorBetterThanChannelByChannel)
{
  using ColorImage = itk::Image<itk::RGBPixel<float>, 2>;
  const auto grey = itk::ReadImage<ByteImage>(FindDataFolder() / "cameraman.png");
  const auto truth = ColorImage::New();
  truth->SetRegions(grey->GetBufferedRegion());
  truth->Allocate();
  for (itk::ImageRegionConstIteratorWithIndex<ByteImage> it(grey, grey->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    const auto           value = static_cast<float>(it.Get());
    itk::RGBPixel<float> pixel;
    pixel.Set(value, 0.8f * value + 20, 0.6f * value);
    truth->SetPixel(it.GetIndex(), pixel);
  }
  const auto noisy = AddGaussianNoise<ColorImage>(truth.GetPointer(), 25, 1);
  const auto filter = itk::IsolineDenoisingImageFilter<ColorImage>::New();
  filter->SetModel(IsolineModel::Tubes);
  filter->SetNoiseLevel(25);
  filter->SetInput(noisy);
  filter->Update();

  const auto separate = ColorImage::New();
  separate->SetRegions(grey->GetBufferedRegion());
  separate->Allocate();
  for (unsigned int channel = 0; channel < 3; ++channel)
  {
    const auto part = MakePicture(grey->GetBufferedRegion().GetSize(),
                                  [&](auto x, auto y) { return noisy->GetPixel({ { x, y } })[channel]; });
    const auto result = Denoise(part, 25);
    for (itk::ImageRegionConstIteratorWithIndex<FloatImage> it(result, result->GetBufferedRegion()); !it.IsAtEnd();
         ++it)
    {
      separate->GetPixel(it.GetIndex())[channel] = it.Get();
    }
  }
  EXPECT_GT(GetSignalToNoiseRatio(filter->GetOutput(), truth.GetPointer()),
            GetSignalToNoiseRatio(separate.GetPointer(), truth.GetPointer()) + 0.5);
}

TEST(IsolineTubes, GainWhereTheLawOfTheNoiseIsKnown)
{
  const auto byte = itk::ReadImage<ByteImage>(FindDataFolder() / "cameraman.png");
  const auto truth = ChangeComponents<FloatImage>(byte.GetPointer(), [](auto value) { return value / 8.0f + 0.5f; });
  Random     random(1);
  for (const auto law : { IsolineNoiseModel::Poisson, IsolineNoiseModel::Speckle })
  {
    const auto noisy = ChangeComponents<FloatImage>(truth.GetPointer(), [&](float value) {
      return law == IsolineNoiseModel::Poisson
               ? static_cast<float>(std::poisson_distribution<int>(static_cast<double>(value))(random))
               : value * static_cast<float>(std::gamma_distribution<double>(4, 0.25)(random));
    });
    for (const auto model : { IsolineModel::Tubes, IsolineModel::Hybrid })
    {
      const auto filter = MakeFilter(noisy, 0);
      filter->SetModel(model);
      filter->Update();
      const double asGaussian = GetSignalToNoiseRatio(filter->GetOutput(), truth.GetPointer());
      filter->SetNoiseModel(law);
      filter->SetLooks(4);
      filter->Update();
      // Lines chosen by Hybrid hardly depend on the noise level, which alone is wrong under Poisson noise.
      const bool   gains = law == IsolineNoiseModel::Speckle || model == IsolineModel::Tubes;
      const double asItIs = GetSignalToNoiseRatio(filter->GetOutput(), truth.GetPointer());
      EXPECT_GT(asItIs, asGaussian + (gains ? 0.5 : -0.2)) << law << ", " << model;
    }
  }
}

TEST(IsolineTubes, LeaveAnImageWithoutNoiseAsItIs)
{
  using ColorImage = itk::Image<itk::RGBPixel<float>, 2>;
  Random     random(1);
  const auto image = MakeImage<ColorImage>(itk::Size<2>{ { 3, 4 } }, random, [](Random & generator) {
    itk::RGBPixel<float> pixel;
    pixel.Set(static_cast<float>(generator()), 1.5f, static_cast<float>(generator()));
    return pixel;
  });
  const auto filter = itk::IsolineDenoisingImageFilter<ColorImage>::New();
  filter->SetModel(IsolineModel::Tubes);
  filter->SetNoiseLevel(1e-30);
  filter->SetInput(image);
  filter->Update();
  for (int i = 0; i < 12; ++i)
  {
    for (int channel = 0; channel < 3; ++channel)
    {
      const float expected = image->GetBufferPointer()[i][channel];
      EXPECT_NEAR(filter->GetOutput()->GetBufferPointer()[i][channel], expected, 1e-6 * 4294967296.0);
    }
  }
}

template <typename TPixel>
class IsolineTubesTypes : public ::testing::Test
{};

using TestedPixels = ::testing::Types<uint8_t, int16_t, uint16_t, itk::RGBPixel<uint8_t>>;
TYPED_TEST_SUITE(IsolineTubesTypes, TestedPixels, );

TYPED_TEST(IsolineTubesTypes, RoundWhatTheyFindInFloats)
{
  using Image = itk::Image<TypeParam, 2>;
  using ComponentType = typename itk::DefaultConvertPixelTraits<TypeParam>::ComponentType;
  using FloatPixel = std::conditional_t<std::is_same_v<TypeParam, ComponentType>, float, itk::RGBPixel<float>>;
  using Floats = itk::Image<FloatPixel, 2>;
  const auto image = MakeRandomImage<itk::Image<uint8_t, 2>>(itk::Size<2>{ { 90, 40 } }, 4);
  const auto integers = Image::New();
  integers->SetRegions(itk::Size<2>{ { 90 * sizeof(ComponentType) / sizeof(TypeParam), 40 } });
  integers->Allocate();
  std::copy_n(image->GetBufferPointer(), 3600, reinterpret_cast<ComponentType *>(integers->GetBufferPointer()));
  const auto floats =
    ChangeComponents<Floats>(integers.GetPointer(), [](auto value) { return static_cast<float>(value); });

  const auto ofIntegers = itk::IsolineDenoisingImageFilter<Image>::New();
  ofIntegers->SetModel(IsolineModel::Tubes);
  ofIntegers->SetNoiseLevel(30);
  ofIntegers->SetInput(integers);
  ofIntegers->Update();
  const auto ofFloats = itk::IsolineDenoisingImageFilter<Floats>::New();
  ofFloats->SetModel(IsolineModel::Tubes);
  ofFloats->SetNoiseLevel(30);
  ofFloats->SetInput(floats);
  ofFloats->Update();
  const auto * const actual = reinterpret_cast<const ComponentType *>(ofIntegers->GetOutput()->GetBufferPointer());
  const auto * const expected = reinterpret_cast<const float *>(ofFloats->GetOutput()->GetBufferPointer());
  for (int i = 0; i < 3600; ++i)
  {
    ASSERT_EQ(actual[i], itk::device::RoundToPixel<ComponentType>(expected[i])) << i;
  }
}
