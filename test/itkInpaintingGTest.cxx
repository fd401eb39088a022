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
#include "itkInpaintingTesting.h"
#include "itkRGBPixel.h"

using namespace itk::DeviceTesting;

namespace
{
/** What decides on the code that runs. */
struct Variant
{
  InpaintingTransform transform;
  InpaintingSchedule  schedule;
  InpaintingWavelet   wavelet;
  bool                cycleSpinning;
};

std::ostream &
operator<<(std::ostream & os, const Variant & variant)
{
  return os << variant.transform << ", " << variant.schedule << ", " << variant.wavelet
            << (variant.cycleSpinning ? ", cycle spinning" : "");
}

const std::vector<Variant> Variants{
  { InpaintingTransform::Windows, InpaintingSchedule::Exponential, InpaintingWavelet::CDF97, true },
  { InpaintingTransform::Cosine, InpaintingSchedule::Exponential, InpaintingWavelet::CDF97, true },
  { InpaintingTransform::Cosine, InpaintingSchedule::Linear, InpaintingWavelet::CDF97, true },
  { InpaintingTransform::Wavelet, InpaintingSchedule::Exponential, InpaintingWavelet::CDF97, true },
  { InpaintingTransform::Wavelet, InpaintingSchedule::Exponential, InpaintingWavelet::CDF53, false },
  { InpaintingTransform::Morphological, InpaintingSchedule::Exponential, InpaintingWavelet::CDF97, false }
};

constexpr unsigned int Iterations = 6;
constexpr double       Most = 900;
constexpr double       Least = 15;
constexpr unsigned int Seed = 7;

template <unsigned int VDimension>
using FloatImage = itk::Image<float, VDimension>;

template <typename TFilter>
typename TFilter::Pointer
MakeFilter(const Variant & variant, const typename TFilter::InputImageType * image)
{
  const auto filter = TFilter::New();
  filter->SetTransform(variant.transform);
  filter->SetSchedule(variant.schedule);
  filter->SetWavelet(variant.wavelet);
  filter->SetCycleSpinning(variant.cycleSpinning);
  filter->SetSeed(Seed);
  filter->SetNumberOfIterations(Iterations);
  filter->SetMaximumThreshold(Most);
  filter->SetMinimumThreshold(Least);
  filter->SetInput(image);
  filter->SetMaskImage(MakeMask(image, 0.4, 3));
  return filter;
}

/** The published iteration: the parts in the dictionaries, the cartoon first. */
template <unsigned int VDimension>
std::vector<typename InpaintingReference<VDimension>::Pointer>
InpaintByDefinition(const Variant &                               variant,
                    const FloatImage<VDimension> *                image,
                    const itk::Image<unsigned char, VDimension> * mask)
{
  using ReferenceType = InpaintingReference<VDimension>;
  const bool isMorphological = variant.transform == InpaintingTransform::Morphological;
  std::vector<typename ReferenceType::Pointer> parts;
  for (int part = 0; part < (isMorphological ? 2 : 1); ++part)
  {
    parts.push_back(Copy<ReferenceType>(image));
    parts.back()->FillBuffer(0);
  }
  if (variant.transform == InpaintingTransform::Windows)
  {
    parts[0] = Copy<ReferenceType>(image);
    FillFromCoarser<VDimension>(parts[0], mask);
  }
  const auto size = image->GetBufferedRegion().GetSize();
  Random     random(Seed);
  for (unsigned int i = 0; i < Iterations; ++i)
  {
    const double                threshold = variant.schedule == InpaintingSchedule::Linear
                                              ? Most - i * (Most - Least) / Iterations
                                              : Most * std::pow(Least / Most, i / (Iterations - 1.0));
    std::array<unsigned int, 3> shift{};
    for (unsigned int & by : shift)
    {
      by = variant.cycleSpinning ? random() % 32 : 0;
    }
    for (std::size_t part = 0; part < parts.size(); ++part)
    {
      ReferenceType * const current = parts[part];
      for (itk::SizeValueType pixel = 0; pixel < image->GetBufferedRegion().GetNumberOfPixels(); ++pixel)
      {
        if (mask->GetBufferPointer()[pixel] == 0)
        {
          const double other = isMorphological ? parts[1 - part]->GetBufferPointer()[pixel] : 0;
          current->GetBufferPointer()[pixel] = static_cast<double>(image->GetBufferPointer()[pixel]) - other;
        }
      }
      if (variant.transform == InpaintingTransform::Cosine)
      {
        ThresholdCosines(current, threshold);
      }
      else if (variant.transform == InpaintingTransform::Wavelet || (isMorphological && part == 0))
      {
        const bool hasFiveLevels = *std::max_element(size.begin(), size.end()) > 16;
        ThresholdWavelets(current, threshold, variant.wavelet, variant.cycleSpinning && hasFiveLevels ? 5 : 0, shift);
      }
      else
      {
        ThresholdWindows(current, threshold, VDimension == 2 ? 16 : 8, isMorphological ? 0 : 1);
      }
    }
  }
  return parts;
}

template <unsigned int VDimension>
void
ExpectTheDefinition(const itk::ImageRegion<VDimension> & region)
{
  using ImageType = FloatImage<VDimension>;
  const auto image = MakePicture<ImageType>(region, 1);
  for (const Variant & variant : Variants)
  {
    const auto filter = MakeFilter<itk::InpaintingImageFilter<ImageType>>(variant, image);
    filter->SetNoiseLevel(1); // the estimate of known pixels, too
    filter->Update();
    const auto parts = InpaintByDefinition<VDimension>(variant, image, filter->GetMaskImage());
    const auto expected = Copy<ImageType>(parts[0].GetPointer());
    if (parts.size() == 2)
    {
      // Parts are stored in single precision, whose unit is 3e-5 at 255.
      EXPECT_TRUE(AreWithin(filter->GetCartoonOutput(), expected.GetPointer(), 2e-3)) << variant << region;
      const auto texture = Copy<ImageType>(parts[1].GetPointer());
      EXPECT_TRUE(AreWithin(filter->GetTextureOutput(), texture.GetPointer(), 2e-3)) << variant << region;
      std::transform(expected->GetBufferPointer(),
                     expected->GetBufferPointer() + region.GetNumberOfPixels(),
                     texture->GetBufferPointer(),
                     expected->GetBufferPointer(),
                     std::plus<float>());
    }
    EXPECT_TRUE(AreWithin(filter->GetOutput(), expected.GetPointer(), 2e-3)) << variant << region;
    EXPECT_TRUE(HaveSameGeometry<VDimension>(filter->GetOutput(), image));
  }
}

template <typename TImage>
void
ExpectKnownPixelsToStay()
{
  const auto image = MakePicture<TImage>(typename TImage::RegionType({ { -3, 8 } }, { { 33, 29 } }), 2);
  for (const Variant & variant : Variants)
  {
    const auto filter = MakeFilter<itk::InpaintingImageFilter<TImage>>(variant, image);
    filter->Update();
    unsigned int changed = 0;
    for (itk::ImageRegionConstIteratorWithIndex<TImage> it(image, image->GetBufferedRegion()); !it.IsAtEnd(); ++it)
    {
      const auto value = filter->GetOutput()->GetPixel(it.GetIndex());
      if (filter->GetMaskImage()->GetPixel(it.GetIndex()) == 0)
      {
        ASSERT_EQ(value, it.Get()) << variant << it.GetIndex();
      }
      changed += value == it.Get() ? 0 : 1;
    }
    EXPECT_GT(changed, 100u) << variant;
  }
}
} // namespace

TEST(Inpainting, IsThePublishedIteration)
{
  ExpectTheDefinition<2>(itk::ImageRegion<2>({ { -4, 9 } }, { { 21, 18 } }));
  ExpectTheDefinition<2>(itk::ImageRegion<2>({ { 0, 0 } }, { { 5, 37 } }));
  ExpectTheDefinition<3>(itk::ImageRegion<3>({ { 2, -1, 3 } }, { { 9, 10, 6 } }));
}

TEST(Inpainting, KeepsKnownPixelsBitForBit)
{
  ExpectKnownPixelsToStay<itk::Image<std::uint8_t, 2>>();
  ExpectKnownPixelsToStay<itk::Image<std::int16_t, 2>>();
  ExpectKnownPixelsToStay<itk::Image<float, 2>>();
  ExpectKnownPixelsToStay<itk::Image<double, 2>>();
}

TEST(Inpainting, OfColoursIsThatOfEachChannel)
{
  using Color = itk::Image<itk::RGBPixel<std::uint8_t>, 2>;
  using Plane = itk::Image<std::uint8_t, 2>;
  const Color::RegionType region({ { 1, 2 } }, { { 30, 26 } });
  const auto              color = Color::New();
  color->SetRegions(region);
  color->Allocate();
  std::vector<Plane::Pointer> planes;
  for (unsigned int channel = 0; channel < 3; ++channel)
  {
    planes.push_back(MakePicture<Plane>(region, channel + 10));
    planes.back()->CopyInformation(color);
    for (itk::ImageRegionConstIteratorWithIndex<Plane> it(planes.back(), region); !it.IsAtEnd(); ++it)
    {
      color->GetPixel(it.GetIndex())[channel] = it.Get();
    }
  }
  for (const Variant & variant : Variants)
  {
    const auto ofColor = MakeFilter<itk::InpaintingImageFilter<Color>>(variant, color);
    ofColor->Update();
    for (unsigned int channel = 0; channel < 3; ++channel)
    {
      const auto ofPlane = MakeFilter<itk::InpaintingImageFilter<Plane>>(variant, planes[channel]);
      ofPlane->Update();
      for (itk::ImageRegionConstIteratorWithIndex<Plane> it(ofPlane->GetOutput(), region); !it.IsAtEnd(); ++it)
      {
        ASSERT_EQ(ofColor->GetOutput()->GetPixel(it.GetIndex())[channel], it.Get()) << variant << it.GetIndex();
      }
    }
  }
}

TEST(Inpainting, FillsAConstantImageWithItsConstant)
{
  using Image = FloatImage<2>;
  const auto image = Image::New();
  image->SetRegions(itk::Size<2>{ { 64, 45 } });
  image->Allocate();
  image->FillBuffer(-60);
  for (Variant variant : Variants)
  {
    variant.schedule = InpaintingSchedule::Exponential;
    const auto filter = MakeFilter<itk::InpaintingImageFilter<Image>>(variant, image);
    filter->SetNumberOfIterations(50);
    filter->SetMaximumThreshold(-1);
    filter->SetMinimumThreshold(-1);
    filter->Update();
    // What is left after the last iteration may be as large as a coefficient below the threshold of 10 / 255 of 60.
    EXPECT_TRUE(AreWithin<float>(filter->GetOutput(), image.GetPointer(), 60 * 10 / 255.0)) << variant;
  }
}

/** Wider than windows and their overlap, which know nothing of the surroundings. */
TEST(Inpainting, FillsHolesWiderThanWindows)
{
  using Image = FloatImage<2>;
  const auto image = Image::New();
  image->SetRegions(itk::Size<2>{ { 192, 160 } });
  image->Allocate();
  const auto mask = itk::Image<unsigned char, 2>::New();
  mask->SetRegions(image->GetBufferedRegion());
  mask->Allocate(true);
  for (itk::ImageRegionConstIteratorWithIndex<Image> it(image, image->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    const auto index = it.GetIndex();
    image->SetPixel(index, static_cast<float>(60 + 0.5 * index[0] + 0.3 * index[1]));
    mask->SetPixel(index, std::abs(index[0] - 90) < 40 && std::abs(index[1] - 80) < 40 ? 1 : 0);
  }
  const auto filter = itk::InpaintingImageFilter<Image>::New();
  filter->SetInput(image);
  filter->SetMaskImage(mask);
  filter->Update();
  // A tenth of the range of the hole, which is 64.
  EXPECT_TRUE(AreWithin<float>(filter->GetOutput(), image.GetPointer(), 6.4));
}

TEST(Inpainting, LeavesACompleteImageAsItIs)
{
  using Image = FloatImage<3>;
  const auto image = MakePicture<Image>(itk::Size<3>{ { 13, 9, 5 } }, 5);
  for (const Variant & variant : Variants)
  {
    const auto filter = MakeFilter<itk::InpaintingImageFilter<Image>>(variant, image);
    filter->SetMaskImage(MakeMask(image.GetPointer(), 0, 1));
    filter->Update();
    EXPECT_TRUE(AreSame<float>(filter->GetOutput(), image.GetPointer())) << variant;
  }
}
