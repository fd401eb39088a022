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
#include "itkCudaBlackTopHatImageFilter.h"
#include "itkCudaGrayscaleDilateImageFilter.h"
#include "itkCudaGrayscaleErodeImageFilter.h"
#include "itkCudaGrayscaleMorphologicalClosingImageFilter.h"
#include "itkCudaGrayscaleMorphologicalOpeningImageFilter.h"
#include "itkCudaMorphologicalGradientImageFilter.h"
#include "itkCudaWhiteTopHatImageFilter.h"
#include "itkMorphologyTesting.h"

using namespace itk::DeviceTesting;
using Algorithm = itk::MathematicalMorphologyEnums::Algorithm;

template <typename TFilter>
constexpr unsigned int DimensionOf = std::remove_pointer_t<TFilter>::InputImageDimension;

/** Any element and the algorithm that is right for all images. */
template <typename TFilter>
void
SetElement(TFilter * filter, Random & random)
{
  const auto element = PickElement<DimensionOf<TFilter>>(random, DimensionOf<TFilter> == 2 ? 12 : 4);
  filter->SetKernel(element);
  filter->SetAlgorithm(Algorithm::BASIC);
}

constexpr auto SetElementAndBoundary = [](auto * filter, Random & random) {
  SetElement(filter, random);
  if (Pick(random, 0, 1) == 0)
  {
    filter->SetBoundary(PickPixel<typename std::remove_pointer_t<decltype(filter)>::PixelType>(random));
  }
};

constexpr auto SetElementAndBorder = [](auto * filter, Random & random) {
  SetElement(filter, random);
  filter->SetSafeBorder(Pick(random, 0, 1) == 0);
};

constexpr auto SetElementAndForce = [](auto * filter, Random & random) {
  SetElementAndBorder(filter, random);
  filter->SetForceAlgorithm(true);
};

/** \class EagerFilter
 * \brief A filter whose inner filters run each time; else they do not if only the requested region has changed. */
template <typename TFilter>
class EagerFilter : public TFilter
{
public:
  using Self = EagerFilter;
  using Pointer = itk::SmartPointer<Self>;
  itkSimpleNewMacro(Self);

protected:
  void
  GenerateData() override
  {
    this->Modified();
    TFilter::GenerateData();
  }
};

template <template <typename, typename, typename> class TFilter,
          template <typename, typename, typename> class TParent,
          typename TPixel,
          unsigned int VDimension,
          typename TConfigure>
void
ExpectTheParents(const TConfigure & configure, const ParentComparisonSettings & settings = {})
{
  using DeviceImageType = itk::DeviceImage<TPixel, VDimension>;
  using ImageType = itk::Image<TPixel, VDimension>;
  using ElementType = itk::FlatStructuringElement<VDimension>;
  ExpectTheParentsPixels<TFilter<DeviceImageType, DeviceImageType, ElementType>,
                         EagerFilter<TParent<ImageType, ImageType, ElementType>>>(configure, 1, settings);
}

#define EXPECT_THE_PARENTS(name, pixel, dimension, ...) \
  (ExpectTheParents<itk::Cuda##name##ImageFilter, itk::name##ImageFilter, pixel, dimension>(__VA_ARGS__))

/** Which of 0 and -0 results is not determined, so there is none of them. */
ParentComparisonSettings
AllPositive()
{
  ParentComparisonSettings settings;
  settings.lowestPixel = 1e-30f;
  return settings;
}

ParentComparisonSettings
AllNegative()
{
  ParentComparisonSettings settings;
  settings.highestPixel = -1e-30f;
  return settings;
}

TEST(CudaGrayscaleMorphology, ErodesAsTheParent)
{
  EXPECT_THE_PARENTS(GrayscaleErode, uint8_t, 2, SetElementAndBoundary);
  EXPECT_THE_PARENTS(GrayscaleErode, int16_t, 2, SetElementAndBoundary);
  EXPECT_THE_PARENTS(GrayscaleErode, float, 3, SetElementAndBoundary, AllPositive());
}

TEST(CudaGrayscaleMorphology, DilatesAsTheParent)
{
  EXPECT_THE_PARENTS(GrayscaleDilate, float, 2, SetElementAndBoundary, AllNegative());
  EXPECT_THE_PARENTS(GrayscaleDilate, uint16_t, 2, SetElementAndBoundary);
  EXPECT_THE_PARENTS(GrayscaleDilate, uint8_t, 3, SetElementAndBoundary);
}

TEST(CudaGrayscaleMorphology, OpensAndClosesAsTheParent)
{
  EXPECT_THE_PARENTS(GrayscaleMorphologicalOpening, uint8_t, 2, SetElementAndBorder);
  EXPECT_THE_PARENTS(GrayscaleMorphologicalOpening, float, 3, SetElementAndBorder, AllNegative());
  EXPECT_THE_PARENTS(GrayscaleMorphologicalClosing, int16_t, 2, SetElementAndBorder);
  EXPECT_THE_PARENTS(GrayscaleMorphologicalClosing, uint8_t, 3, SetElementAndBorder);
}

TEST(CudaGrayscaleMorphology, MakesTheParentsTopHats)
{
  EXPECT_THE_PARENTS(WhiteTopHat, uint8_t, 2, SetElementAndForce);
  EXPECT_THE_PARENTS(BlackTopHat, int16_t, 3, SetElementAndForce);
}

TEST(CudaGrayscaleMorphology, MakesTheParentsGradient)
{
  const auto configure = [](auto * filter, Random & random) {
    auto element = PickElement<DimensionOf<decltype(filter)>>(random, 4);
    element[element.Size() / 2] = true;
    filter->SetKernel(element);
    filter->SetAlgorithm(Algorithm::BASIC);
  };
  EXPECT_THE_PARENTS(MorphologicalGradient, uint16_t, 2, configure);
  EXPECT_THE_PARENTS(MorphologicalGradient, uint8_t, 3, configure);
}

/** \class CudaGrayscaleMorphologyOf
 * \brief What is compared with the parent by the parent's own choice of algorithm. */
template <typename TTypes>
class CudaGrayscaleMorphologyOf : public DeviceTest
{
protected:
  using ImageType = typename TTypes::InputImage;
  using PlainImageType = typename TTypes::PlainInputImage;
  using ElementType = itk::FlatStructuringElement<TTypes::Dimension>;
  using SizeType = itk::Size<TTypes::Dimension>;
  using Erode = itk::CudaGrayscaleErodeImageFilter<ImageType, ImageType, ElementType>;
  using Dilate = itk::CudaGrayscaleDilateImageFilter<ImageType, ImageType, ElementType>;
  using Opening = itk::CudaGrayscaleMorphologicalOpeningImageFilter<ImageType, ImageType, ElementType>;
  using ParentErode = itk::GrayscaleErodeImageFilter<PlainImageType, PlainImageType, ElementType>;
  using ParentOpening = itk::GrayscaleMorphologicalOpeningImageFilter<PlainImageType, PlainImageType, ElementType>;

  static typename ImageType::Pointer
  MakeImage(std::initializer_list<itk::SizeValueType> sides, unsigned int seed = 1)
  {
    return MakeRandomImage<ImageType>(MakeRegionOfSides<TTypes::Dimension>(sides), seed);
  }

  template <typename TFilter>
  static typename ImageType::Pointer
  Run(const ImageType * image, const ElementType & element)
  {
    const auto filter = TFilter::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    filter->SetKernel(element);
    filter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    return filter->GetOutput();
  }

  template <typename TFilter, typename TParent>
  static void
  ExpectTheParentsResult(const ImageType * image, const ElementType & element)
  {
    const auto expected =
      RunOnHost<TParent>(Copy<PlainImageType>(image).GetPointer(), [&](auto * filter) { filter->SetKernel(element); });
    EXPECT_TRUE(
      AreSame<typename TTypes::InputPixelType>(Run<TFilter>(image, element).GetPointer(), expected.GetPointer()))
      << "radius " << element.GetRadius() << ", " << image->GetBufferedRegion().GetSize();
  }

  static void
  ExpectTheParentsErosion(const ImageType * image, const ElementType & element)
  {
    ExpectTheParentsResult<Erode, ParentErode>(image, element);
  }
};

using MorphologyTypes = ::testing::Types<Types<uint8_t, uint8_t, 2>,
                                         Types<uint16_t, uint16_t, 2>,
                                         Types<float, float, 2>,
                                         Types<uint8_t, uint8_t, 3>,
                                         Types<float, float, 3>>;
TYPED_TEST_SUITE(CudaGrayscaleMorphologyOf, MorphologyTypes, );

/** Radii of each kernel, and beyond what one pass takes; several strips and segments, and rows that are not aligned. */
TYPED_TEST(CudaGrayscaleMorphologyOf, BoxesOfAnySideAreTheParents)
{
  ITK_REQUIRE_DEVICE();
  constexpr bool is2D = TypeParam::Dimension == 2;
  const bool     isSlow = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
  std::vector    images{ this->MakeImage({ isSlow ? 161u : 1200u, is2D ? 120 : 32, 16 }) };
  if (!isSlow)
  {
    images.push_back(this->MakeImage({ 161, is2D ? 400 : 40, 20 }));
  }
  for (const auto & image : images)
  {
    for (const auto & sides : { std::array{ 1, 1, 1 },
                                std::array{ 2, 2, 2 },
                                std::array{ 3, 3, 3 },
                                std::array{ 1, 2, 1 },
                                std::array{ 2, 5, 4 },
                                std::array{ 3, 1, 2 },
                                std::array{ 4, 3, 5 },
                                std::array{ 7, 9, 1 },
                                std::array{ 10, 10, 10 },
                                std::array{ 25, 25, 3 },
                                std::array{ 70, 30, 15 } })
    {
      typename TestFixture::SizeType radius;
      for (unsigned int axis = 0; axis < TypeParam::Dimension; ++axis)
      {
        radius[axis] = sides[axis];
      }
      this->ExpectTheParentsErosion(image, TestFixture::ElementType::Box(radius));
    }
  }
}

/** Threads take 16 bytes at a time of rows of 400 pixels or more, 1500 if radii are 3, aligned or not, and of others that are
 * aligned. */
TYPED_TEST(CudaGrayscaleMorphologyOf, SmallBoxesOfRowsOfAnyLengthAreTheParents)
{
  ITK_REQUIRE_DEVICE();
  std::vector<unsigned int> widths{ 7, 16, 31, 32, 33 };
  for (unsigned int width = 399; width < 434; ++width)
  {
    widths.push_back(width);
  }
  for (unsigned int width = 1499; width < 1518; ++width)
  {
    widths.push_back(width);
  }
  for (const unsigned int width : widths)
  {
    const auto image = this->MakeImage({ width, 11, 3 });
    for (const unsigned int side : { 1, 2, 3 })
    {
      typename TestFixture::SizeType radius;
      radius.Fill(side);
      const auto box = TestFixture::ElementType::Box(radius);
      this->ExpectTheParentsErosion(image, box);
      this->template ExpectTheParentsResult<typename TestFixture::Opening, typename TestFixture::ParentOpening>(image,
                                                                                                                box);
    }
  }
}

TYPED_TEST(CudaGrayscaleMorphologyOf, BallsAndCrossesAreTheParents)
{
  ITK_REQUIRE_DEVICE();
  const auto image = this->MakeImage({ 151, 90, 40 });
  for (const unsigned int side : { 1, 2, 5, 9 })
  {
    typename TestFixture::SizeType radius;
    radius.Fill(TypeParam::Dimension == 2 ? side : (side + 1) / 2);
    this->ExpectTheParentsErosion(image, TestFixture::ElementType::Ball(radius));
    radius[0] = 2 * side;
    this->ExpectTheParentsErosion(image, TestFixture::ElementType::Cross(radius));
  }
}

TYPED_TEST(CudaGrayscaleMorphologyOf, AnOpeningIsIdempotentAndBelowTheImage)
{
  ITK_REQUIRE_DEVICE();
  const auto image = this->MakeImage({ 150, 80, 17 });
  for (const unsigned int side : { 1, 3 })
  {
    typename TestFixture::SizeType radius;
    radius.Fill(side);
    for (const auto & element : { TestFixture::ElementType::Box(radius), TestFixture::ElementType::Ball(radius) })
    {
      const auto opened = this->template Run<typename TestFixture::Opening>(image, element);
      const auto twice = this->template Run<typename TestFixture::Opening>(opened, element);
      EXPECT_TRUE(HaveSamePixels<typename TypeParam::InputPixelType>(opened.GetPointer(), twice.GetPointer()));
      const auto pixels = image->GetBufferedRegion().GetNumberOfPixels();
      for (itk::SizeValueType i = 0; i < pixels; ++i)
      {
        ASSERT_LE(opened->GetBufferPointer()[i], image->GetBufferPointer()[i]);
      }
    }
  }
}

/** With the order of the pixels reversed, which of a symmetric element is all that differs. */
TYPED_TEST(CudaGrayscaleMorphologyOf, AnErosionIsTheDualOfADilation)
{
  ITK_REQUIRE_DEVICE();
  using PixelType = typename TypeParam::InputPixelType;
  const auto image = this->MakeImage({ 150, 80, 17 });
  const auto reversed = Copy<typename TestFixture::ImageType>(image.GetPointer());
  const auto reverse = [](PixelType pixel) {
    return std::is_integral_v<PixelType> ? static_cast<PixelType>(~static_cast<int>(pixel))
                                         : static_cast<PixelType>(-pixel);
  };
  const auto pixels = image->GetBufferedRegion().GetNumberOfPixels();
  std::transform(
    reversed->GetBufferPointer(), reversed->GetBufferPointer() + pixels, reversed->GetBufferPointer(), reverse);
  typename TestFixture::SizeType radius;
  radius.Fill(4);
  for (const auto & element : { TestFixture::ElementType::Box(radius), TestFixture::ElementType::Ball(radius) })
  {
    const auto eroded = this->template Run<typename TestFixture::Erode>(image, element);
    const auto dilated = this->template Run<typename TestFixture::Dilate>(reversed, element);
    for (itk::SizeValueType i = 0; i < pixels; ++i)
    {
      ASSERT_EQ(eroded->GetBufferPointer()[i], reverse(dilated->GetBufferPointer()[i]));
    }
  }
}

using Image2D = itk::DeviceImage<uint8_t, 2>;
using Element2D = itk::FlatStructuringElement<2>;

TEST(CudaGrayscaleMorphology, RunsOnTheParentForPolygonsAndBoxesBeyondTheImage)
{
  ITK_REQUIRE_DEVICE();
  const auto filter = itk::CudaGrayscaleErodeImageFilter<Image2D, Image2D, Element2D>::New();
  filter->SetInput(MakeRandomImage<Image2D>(MakeRegion<2>({ { 9, 40 } }), 1));
  filter->SetKernel(Element2D::Polygon({ { 4, 4 } }, 4));
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Auto);
  filter->SetKernel(Element2D::Box({ { 10, 3 } }));
  ExpectItRunsOnTheParentAlone(filter.GetPointer());
}

TEST(CudaGrayscaleMorphology, GivesTheParentsResultOnTheHost)
{
  using PlainImage = itk::Image<uint8_t, 2>;
  ExpectTheParentsResultOnTheHost<itk::CudaWhiteTopHatImageFilter<Image2D, Image2D, Element2D>,
                                  itk::WhiteTopHatImageFilter<PlainImage, PlainImage, Element2D>>(
    MakeRandomImage<Image2D>(MakeRegion<2>({ { 40, 50 } }), 1),
    [](auto * filter) { filter->SetKernel(Element2D::Ball({ { 3, 2 } })); });
}
