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
#include "itkCudaConvolutionForTesting.h"

using itk::DeviceTesting::BoundaryConditions;
using itk::DeviceTesting::ConvolutionCase;
using itk::DeviceTesting::ConvolutionMethod;
using itk::DeviceTesting::ConvolutionRegion;
using itk::DeviceTesting::IsSwitchedOn;
using itk::DeviceTesting::KernelKind;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickKernel;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::Types;

template <typename TTypes>
using Convolution = itk::CudaConvolutionImageFilter<typename TTypes::InputImage,
                                                    itk::Image<float, TTypes::Dimension>,
                                                    typename TTypes::OutputImage>;

template <typename TTypes>
using Parent = itk::ConvolutionImageFilter<typename TTypes::PlainInputImage,
                                           itk::Image<float, TTypes::Dimension>,
                                           typename TTypes::PlainOutputImage>;

template <typename TTypes>
class CudaConvolution : public itk::DeviceTesting::CudaFilterTest<Convolution<TTypes>, Parent<TTypes>>
{
protected:
  static constexpr unsigned int Dimension = TTypes::Dimension;
  using InputPixel = typename TTypes::InputPixelType;
  using OutputPixel = typename TTypes::OutputPixelType;
  using InputType = typename TTypes::InputImage;
  using SizeType = itk::Size<Dimension>;
  using CaseType = ConvolutionCase<Dimension>;

  static constexpr bool HasFFT = std::is_same_v<OutputPixel, float> || sizeof(OutputPixel) == 1;

  typename Convolution<TTypes>::Pointer
  MakeFilter(const InputType * image, const CaseType & tested, ConvolutionMethod method = ConvolutionMethod::Automatic)
  {
    return CudaConvolution::CudaFilterTest::MakeFilter(image, [&](auto * filter) {
      filter->SetMethod(method);
      tested.Set(filter, m_Boundaries);
    });
  }

  /** Integer pixels are expected to be the parent's, every one of them: none of the ones that are half-way, so to speak,
   * between two integers because the sum is one is left out. */
  void
  ExpectTheParentsResult(const InputType * image,
                         const CaseType &  tested,
                         ConvolutionMethod method = ConvolutionMethod::Automatic)
  {
    const auto filter = this->MakeFilter(image, tested, method);
    filter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    if (method != ConvolutionMethod::Automatic)
    {
      EXPECT_EQ(filter->GetMethodUsed(), method);
    }
    BoundaryConditions<typename TTypes::PlainInputImage> boundaries;
    const auto expected = CudaConvolution::RunOnHost(image, [&](auto * parent) { tested.Set(parent, boundaries); });
    const auto size = tested.kernel->GetBufferedRegion().GetSize();
    if constexpr (std::is_same_v<OutputPixel, float>)
    {
      const double largest = std::max(itk::DeviceTesting::GetLargestMagnitude<InputPixel, Dimension>(image),
                                      tested.boundary == 1 ? 77.0 : 0.0);
      const double tolerance =
        itk::DeviceTesting::GetConvolutionTolerance<Dimension>(filter->GetMethodUsed(), size) * largest;
      EXPECT_TRUE(itk::DeviceTesting::AreNear<Dimension>(filter->GetOutput(), expected, tolerance))
        << filter->GetMethodUsed() << ", kernel " << size << ", boundary " << tested.boundary;
    }
    else
    {
      EXPECT_TRUE(itk::DeviceTesting::AreSame<OutputPixel>(filter->GetOutput(), expected.GetPointer()))
        << filter->GetMethodUsed() << ", kernel " << size << ", boundary " << tested.boundary;
    }
  }

  /** Methods that compute any kernel of the fixture's types. */
  static std::vector<ConvolutionMethod>
  GetMethods()
  {
    std::vector<ConvolutionMethod> methods{ ConvolutionMethod::Direct };
    if (HasFFT && itk::device::GetFFTUnavailableReason().empty())
    {
      methods.push_back(ConvolutionMethod::FFT);
    }
    return methods;
  }

  static typename InputType::Pointer
  MakeTestedImage()
  {
    SizeType size;
    size.Fill(19);
    size[0] = 301;
    size[1] = 33;
    itk::ImageRegion<Dimension> region(itk::Index<Dimension>::Filled(-4), size);
    return MakeRandomImage<InputType>(region, 1);
  }

  /** Of a size that no padding changes, and whose windows fit in the tested image. */
  static CaseType
  PickCase(Random & random, itk::SizeValueType width, itk::SizeValueType height, KernelKind kind = KernelKind::Random)
  {
    SizeType size;
    size.Fill(3);
    size[0] = width;
    size[1] = height;
    return { PickKernel(random, size, kind) };
  }

  BoundaryConditions<InputType> m_Boundaries;
};

using TestedTypes = ::testing::Types<Types<float, float, 2>,
                                     Types<uint8_t, uint8_t, 2>,
                                     Types<uint16_t, uint16_t, 2>,
                                     Types<int16_t, float, 2>,
                                     Types<float, float, 3>,
                                     Types<int16_t, int16_t, 3>,
                                     Types<uint8_t, float, 3>>;
TYPED_TEST_SUITE(CudaConvolution, TestedTypes, );

TYPED_TEST(CudaConvolution, IsThatOfTheParentForEverySizeOfImageAndKernel)
{
  constexpr unsigned int Dimension = TestFixture::Dimension;
  Random                 random(1);
  unsigned int           number = 0;
  for (const auto & region : itk::DeviceTesting::GetTestedRegions<Dimension>())
  {
    const auto image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    for (const unsigned int length : { 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 15, 17 })
    {
      if (Dimension == 3 && length > 9)
      {
        continue;
      }
      auto size = itk::Size<Dimension>::Filled(length);
      if (Dimension == 3 && length == 9)
      {
        size[2] = 1;
      }
      ConvolutionCase<Dimension> tested{ PickKernel(random, size, KernelKind::Random) };
      // A periodic image must not be smaller than the kernel: the parent reads outside of it.
      const bool isSmall = region.GetSize(0) < length || region.GetSize(1) < length ||
                           (Dimension == 3 && region.GetSize(Dimension - 1) < size[Dimension - 1]);
      tested.boundary = number++ % (isSmall ? 2 : 3);
      this->ExpectTheParentsResult(image, tested, ConvolutionMethod::Direct);
    }
  }
}

TYPED_TEST(CudaConvolution, IsThatOfTheParentForRectanglesOfEverySide)
{
  constexpr unsigned int Dimension = TestFixture::Dimension;
  auto                   size = itk::Size<Dimension>::Filled(5);
  size[0] = 141;
  size[1] = 37;
  Random       random(1);
  const auto   image = MakeRandomImage<typename TestFixture::InputType>(size, random);
  unsigned int number = 0;
  // Some of them, which meet every side.
  const unsigned int step = IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? 7 : Dimension == 3 ? 5 : 1;
  for (const unsigned int width : { 1, 3, 9, 15, 17, 23, 31, 33 })
  {
    for (const unsigned int height : { 1, 3, 6, 8, 9, 16, 17, 31, 33 })
    {
      if (++number % step != 0)
      {
        continue;
      }
      const KernelKind kind = number % 2 == 0 ? KernelKind::Random : KernelKind::Positive;
      auto             tested = this->PickCase(random, width, height, kind);
      tested.boundary = (width + height) / 2 % 3;
      this->ExpectTheParentsResult(image, tested, ConvolutionMethod::Direct);
    }
  }
}

TYPED_TEST(CudaConvolution, IsThatOfTheParentForRandomCases)
{
  constexpr unsigned int Dimension = TestFixture::Dimension;
  const unsigned int     seed = itk::DeviceTesting::GetSeed(1);
  Random                 random(seed);
  SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
  auto methods = this->GetMethods();
  methods.push_back(ConvolutionMethod::Separable);
  methods.push_back(ConvolutionMethod::Automatic);
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(60); ++round)
  {
    const auto                 region = itk::DeviceTesting::PickRegion<Dimension>(random, Dimension == 2 ? 90 : 30);
    const auto                 image = MakeRandomImage<typename TestFixture::InputType>(region, random);
    const auto                 method = methods[round % methods.size()];
    itk::Size<Dimension>       size;
    ConvolutionCase<Dimension> tested;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      size[axis] = Pick(random, 1, std::min<unsigned int>(region.GetSize(axis), Dimension == 2 ? 20 : 6));
    }
    const KernelKind kinds[]{ KernelKind::Random, KernelKind::Positive, KernelKind::Separable };
    tested.kernel = PickKernel(
      random, size, method == ConvolutionMethod::Separable ? KernelKind::Separable : kinds[Pick(random, 0, 2)]);
    tested.boundary = Pick(random, 0, 2);
    tested.region = Pick(random, 0, 2) == 0 ? ConvolutionRegion::VALID : ConvolutionRegion::SAME;
    this->ExpectTheParentsResult(image, tested, method);
  }
}

TYPED_TEST(CudaConvolution, NormalizesAsTheParent)
{
  Random     random(1);
  const auto image = this->MakeTestedImage();
  for (const auto method : this->GetMethods())
  {
    auto tested = this->PickCase(random, 6, 5, KernelKind::Integer);
    // Its sum is 0.4 of that of its magnitudes or more, so that the tolerance is easily scaled.
    itk::ImageRegionIterator<itk::Image<float, TestFixture::Dimension>> pixel(tested.kernel,
                                                                              tested.kernel->GetBufferedRegion());
    for (; !pixel.IsAtEnd(); ++pixel)
    {
      pixel.Set(std::abs(pixel.Get()) + 1);
    }
    tested.normalizes = true;
    this->ExpectTheParentsResult(image, tested, method);
  }
}

TYPED_TEST(CudaConvolution, TakesKernelsLargerThanTheImage)
{
  constexpr unsigned int Dimension = TestFixture::Dimension;
  Random                 random(1);
  const auto             image =
    MakeRandomImage<typename TestFixture::InputType>(itk::Size<Dimension>::Filled(Dimension == 2 ? 9 : 5), random);
  using Sides = std::vector<itk::Size<2>>;
  const Sides few{ { { 29, 83 } } };
  const Sides many{ { { 83, 30 } }, { { 29, 83 } }, { { 15, 40 } } };
  for (const auto & sides : IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? few : many)
  {
    auto size = itk::Size<Dimension>::Filled(7);
    size[0] = sides[0];
    size[1] = sides[1];
    for (const unsigned int boundary : { 0, 1 })
    {
      ConvolutionCase<Dimension> tested{ PickKernel(random, size, KernelKind::Random), boundary };
      for (const auto method : this->GetMethods())
      {
        this->ExpectTheParentsResult(image, tested, method);
      }
      tested.kernel = PickKernel(random, size, KernelKind::Separable);
      this->ExpectTheParentsResult(image, tested, ConvolutionMethod::Separable);
    }
  }
}

TYPED_TEST(CudaConvolution, OfAPartIsACropOfTheWhole)
{
  Random     random(1);
  const auto image = this->MakeTestedImage();
  for (unsigned int round = 0; round < itk::DeviceTesting::GetNumberOfRounds(40); ++round)
  {
    const unsigned int widths[]{ 3, 4, 7, 12, 15 };
    const unsigned int width = widths[round % 5];
    auto               tested = this->PickCase(random, width, round % 2 == 0 ? width : 3);
    tested.boundary = round % 3;
    tested.region = round % 4 == 0 ? ConvolutionRegion::VALID : ConvolutionRegion::SAME;
    const auto make = [&] { return this->MakeFilter(image, tested, ConvolutionMethod::Direct); };
    itk::DeviceTesting::ExpectAPartIsACropOfTheWhole(make, random, 1);
  }
}

/** Of which parts are computed by another kernel, as they are small. */
TYPED_TEST(CudaConvolution, OfAPartOfALargeImageIsACropOfTheWhole)
{
  constexpr unsigned int Dimension = TestFixture::Dimension;
  Random                 random(1);
  auto                   size = itk::Size<Dimension>::Filled(11);
  size[0] = Dimension == 2 ? 2301 : 601;
  size[1] = Dimension == 2 ? 1800 : 620;
  const auto   image = MakeRandomImage<typename TestFixture::InputType>(size, random);
  unsigned int boundary = 0;
  using Sides = std::vector<itk::Size<2>>;
  const Sides few{ { { 1, 16 } } };
  const Sides many{ { { 9, 3 } }, { { 1, 16 } }, { { 15, 17 } }, { { 17, 17 } }, { { 31, 9 } }, { { 23, 33 } } };
  for (const auto & sides : IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? few : many)
  {
    auto tested = this->PickCase(random, sides[0], sides[1]);
    tested.boundary = boundary++ % 3;
    SCOPED_TRACE(sides);
    const auto make = [&] { return this->MakeFilter(image, tested, ConvolutionMethod::Direct); };
    itk::DeviceTesting::ExpectAPartIsACropOfTheWhole(make, random, 2);
  }
}

TYPED_TEST(CudaConvolution, StreamedIsTheWhole)
{
  Random     random(1);
  const auto image = this->MakeTestedImage();
  for (const unsigned int boundary : { 0, 1, 2 })
  {
    auto tested = this->PickCase(random, 5, 6);
    tested.boundary = boundary;
    SCOPED_TRACE("boundary " + std::to_string(boundary));
    const auto make = [&] { return this->MakeFilter(image, tested, ConvolutionMethod::Direct); };
    itk::DeviceTesting::ExpectStreamedIsTheWhole(make, { 3, 100 });
  }
}

TYPED_TEST(CudaConvolution, IsTheSameEveryTimeAndDoesNotChangeItsInput)
{
  Random     random(1);
  const auto image = this->MakeTestedImage();
  const auto tested = this->PickCase(random, 9, 9);
  for (const auto method : this->GetMethods())
  {
    itk::DeviceTesting::ExpectTheSameEveryTimeAndAnUntouchedInput(
      image.GetPointer(), [&] { return this->MakeFilter(image, tested, method); });
  }
}
