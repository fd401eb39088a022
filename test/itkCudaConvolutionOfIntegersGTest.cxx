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
#include "itkCudaConvolutionMethodsTesting.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

using itk::DeviceTesting::ConvolutionMethod;
using itk::DeviceTesting::GetMethods;
using itk::DeviceTesting::KernelImage;
using itk::DeviceTesting::KernelKind;
using itk::DeviceTesting::MakeFactor;
using itk::DeviceTesting::MakeFilter;
using itk::DeviceTesting::MakeKernel;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickKernel;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;
using itk::DeviceTesting::SetNormalize;
using itk::DeviceTesting::SetProducts;

namespace
{
using ByteImage = itk::DeviceImage<uint8_t, 2>;
using ByteFilter = itk::CudaConvolutionImageFilter<ByteImage, KernelImage, ByteImage>;
using HostBytes = itk::Image<uint8_t, 2>;
using ByteParent = itk::ConvolutionImageFilter<HostBytes, KernelImage, HostBytes>;
} // namespace

TEST(CudaConvolutionOfBytes, FiltersRealImagesAsTheParentDoes)
{
  ITK_REQUIRE_DEVICE();
  Random random(1);
  // Mean, binomial, sharpening, embossing, a motion blur, and random ones.
  const std::vector<KernelImage::Pointer> kernels{ MakeKernel({ { 3, 3 } }, std::vector<float>(9, 1.0f)),
                                                   MakeKernel({ { 3, 3 } }, { 1, 2, 1, 2, 4, 2, 1, 2, 1 }),
                                                   MakeKernel({ { 3, 3 } }, { 0, -1, 0, -1, 5, -1, 0, -1, 0 }),
                                                   MakeKernel({ { 3, 3 } }, { -2, -1, 0, -1, 1, 1, 0, 1, 2 }),
                                                   MakeKernel({ { 4, 2 } }, { 1, 0, 0, 1, 0, 3, 1, 0 }),
                                                   PickKernel<2>(random, { { 5, 5 } }, KernelKind::Positive),
                                                   PickKernel<2>(random, { { 7, 7 } }, KernelKind::Random),
                                                   PickKernel<2>(random, { { 11, 11 } }, KernelKind::Positive) };
  for (const auto & name : itk::DeviceTesting::ListPictures())
  {
    const auto image = itk::ReadImage<ByteImage>(name);
    for (const auto & kernel : kernels)
    {
      for (const bool normalizes : { false, true })
      {
        if (normalizes && kernel->GetBufferPointer()[1] < 0)
        {
          continue; // The sum may be near 0.
        }
        const auto expected = RunOnHost<ByteParent>(image, [&](auto * parent) {
          parent->SetKernelImage(kernel);
          SetNormalize(parent, normalizes);
        });
        const auto filter = MakeFilter<ByteFilter>(image, kernel, ConvolutionMethod::Automatic);
        SetNormalize(filter.GetPointer(), normalizes);
        filter->Update();
        EXPECT_TRUE(itk::DeviceTesting::AreSame<uint8_t>(filter->GetOutput(), expected.GetPointer()))
          << name << ", kernel " << kernel->GetBufferedRegion().GetSize() << ' ' << filter->GetMethodUsed();
      }
    }
  }
}

TEST(CudaConvolutionOfBytes, DecidesEverySumThatIsAnIntegerAsTheParentDoes)
{
  ITK_REQUIRE_DEVICE();
  Random     random(1);
  const auto image = ByteImage::New();
  image->SetRegions(itk::Size<2>{ { 256, 90 } });
  image->Allocate();
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    // Bands of equal pixels: normalized sums are integers but for the rounding of doubles.
    image->GetBufferPointer()[i] = static_cast<uint8_t>(i / 2560 * 28);
  }
  itk::SizeValueType towardsZero = 0;
  for (const itk::SizeValueType length : { 3, 4, 5, 7, 11, 15, 19 })
  {
    const auto kernel = PickKernel<2>(random, { { length, length } }, KernelKind::Positive);
    const auto set = [&](auto * filter) {
      filter->SetKernelImage(kernel);
      SetNormalize(&*filter, true);
    };
    const auto expected = RunOnHost<ByteParent>(image, set);
    for (const auto method : GetMethods())
    {
      const auto filter = MakeFilter<ByteFilter>(image, kernel, method);
      SetNormalize(&*filter, true);
      filter->Update();
      EXPECT_TRUE(itk::DeviceTesting::AreSame<uint8_t>(filter->GetOutput(), expected.GetPointer()))
        << length << ' ' << method;
    }
    for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      towardsZero += expected->GetBufferPointer()[i] + 1 == image->GetBufferPointer()[i];
    }
  }
  // So the case is not an idle one: the parent does make 27 of 28.
  EXPECT_GT(towardsZero, 0u);
}

template <typename TPixel>
class CudaConvolutionOfIntegers : public ::testing::Test
{
public:
  using ImageType = itk::DeviceImage<TPixel, 2>;
  using HostImageType = itk::Image<TPixel, 2>;
  using FilterType = itk::CudaConvolutionImageFilter<ImageType, KernelImage, ImageType>;
  using ParentType = itk::ConvolutionImageFilter<HostImageType, KernelImage, HostImageType>;
};
using IntegerPixels = ::testing::Types<uint8_t, int16_t, uint16_t>;
TYPED_TEST_SUITE(CudaConvolutionOfIntegers, IntegerPixels, );

/** Strips of 128 columns that the image has on both sides of, read 16 bytes at a time, by quads, or from any address. */
TYPED_TEST(CudaConvolutionOfIntegers, IsTheParentsForRowsOfAnyAlignment)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  using FilterType = typename TestFixture::FilterType;
  using ParentType = typename TestFixture::ParentType;
  Random                            random(1);
  std::vector<KernelImage::Pointer> kernels{ MakeKernel({ { 3, 3 } }, std::vector<float>(9, 1.0f / 9.0f)) };
  for (const auto kind : { KernelKind::Random, KernelKind::Positive, KernelKind::Integer })
  {
    for (const auto & size : { itk::Size<2>{ { 3, 3 } }, { { 9, 3 } }, { { 5, 8 } }, { { 11, 11 } }, { { 29, 5 } } })
    {
      kernels.push_back(PickKernel<2>(random, size, kind));
    }
  }
  for (const itk::SizeValueType width : { 640, 641, 642, 644, 648 })
  {
    const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { width, 61 } }, random);
    for (const auto & kernel : kernels)
    {
      const auto expected = RunOnHost<ParentType>(image, [&](auto * parent) { parent->SetKernelImage(kernel); });
      const auto filter = MakeFilter<FilterType>(image, kernel, ConvolutionMethod::Direct);
      filter->Update();
      EXPECT_TRUE(itk::DeviceTesting::AreSame<TypeParam>(filter->GetOutput(), expected.GetPointer()))
        << width << ", kernel " << kernel->GetBufferedRegion().GetSize();
    }
  }
}

/** Sums in fixed point: of coefficients that it holds or not, whose sums are small or large, and of pixels at the ends of their
 * range. */
TYPED_TEST(CudaConvolutionOfIntegers, IsTheParentsForEveryFixedPoint)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  using FilterType = typename TestFixture::FilterType;
  using ParentType = typename TestFixture::ParentType;
  using Limits = std::numeric_limits<TypeParam>;
  Random                                                       random(1);
  std::vector<std::pair<const char *, std::function<float()>>> kinds{
    { "zero", [] { return 0.0f; } },
    { "positive, about 1 in all", [&] { return static_cast<float>(Pick(random, 1, 2000)) / 81000.0f; } },
    { "of both signs", [&] { return (static_cast<float>(Pick(random, 1, 2000)) - 1000.5f) / 4100.0f; } },
    { "multiples of 2^-7", [&] { return static_cast<float>(Pick(random, 0, 3)) / 128.0f; } },
    { "multiples of 2^-22", [&] { return static_cast<float>(Pick(random, 0, 100000)) / 4194304.0f; } },
    { "integers", [&] { return static_cast<float>(Pick(random, 0, 6)) - 3.0f; } },
    { "small", [&] { return static_cast<float>(Pick(random, 1, 2000)) * 1e-9f; } },
    { "of different magnitudes", [&] { return std::ldexp(0.7f, -static_cast<int>(Pick(random, 1, 40))); } }
  };
  const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { 300, 45 } }, random);
  const auto end = image->GetBufferPointer() + image->GetBufferedRegion().GetNumberOfPixels();
  std::fill(end - 300 * 30, end - 300 * 15, Limits::max());
  std::fill(end - 300 * 15, end, Limits::lowest());
  for (const auto & kind : kinds)
  {
    for (const auto & size : { itk::Size<2>{ { 9, 9 } }, { { 5, 7 } }, { { 21, 3 } } })
    {
      SCOPED_TRACE(kind.first);
      std::vector<float> coefficients(size[0] * size[1]);
      std::generate(coefficients.begin(), coefficients.end(), kind.second);
      const auto kernel = MakeKernel(size, coefficients);
      const auto expected = RunOnHost<ParentType>(image, [&](auto * parent) { parent->SetKernelImage(kernel); });
      const auto filter = MakeFilter<FilterType>(image, kernel, ConvolutionMethod::Direct);
      filter->Update();
      EXPECT_TRUE(itk::DeviceTesting::AreSame<TypeParam>(filter->GetOutput(), expected.GetPointer())) << size;
    }
  }
}

/** A third of the image is random, a third of equal pixels, whose sums are integers but for the rounding of doubles, a third of
 * zeros. */
template <unsigned int VDimension, typename TPixel>
void
ExpectTheParentsForKernelsOfRank1(const itk::Size<VDimension> &              imageSize,
                                  const std::vector<itk::Size<VDimension>> & sizes)
{
  using ImageType = itk::DeviceImage<TPixel, VDimension>;
  using HostImageType = itk::Image<TPixel, VDimension>;
  using KernelType = itk::Image<float, VDimension>;
  using FilterType = itk::CudaConvolutionImageFilter<ImageType, KernelType, ImageType>;
  using ParentType = itk::ConvolutionImageFilter<HostImageType, KernelType, HostImageType>;
  Random                                                                random(1);
  const std::vector<std::pair<const char *, std::function<float(int)>>> kinds{
    { "box", [](int) { return 1.0f; } },
    { "powers of 2", [](int i) { return std::ldexp(1.0f, -std::abs(i)); } },
    { "Gaussian", [](int i) { return std::exp(-0.1f * static_cast<float>(i * i)); } },
    { "of both signs", [&](int) { return static_cast<float>(Pick(random, 1, 2000)) - 1000.5f; } }
  };
  const auto image = MakeRandomImage<ImageType>(imageSize, random);
  const auto end = image->GetBufferPointer() + image->GetBufferedRegion().GetNumberOfPixels();
  const auto third = image->GetBufferedRegion().GetNumberOfPixels() / 3;
  std::fill(end - 2 * third, end - third, TPixel{ 93 });
  std::fill(end - third, end, TPixel{ 0 });
  for (const auto & size : sizes)
  {
    for (const auto & kind : kinds)
    {
      std::vector<std::vector<double>> factors;
      for (const itk::SizeValueType length : size)
      {
        factors.push_back(MakeFactor(length, kind.second));
      }
      const auto kernel = KernelType::New();
      kernel->SetRegions(size);
      kernel->Allocate();
      SetProducts(kernel.GetPointer(), factors);
      const auto expected = RunOnHost<ParentType>(image, [&](auto * parent) { parent->SetKernelImage(kernel); });
      const auto filter = MakeFilter<FilterType>(image, kernel, ConvolutionMethod::Separable);
      filter->Update();
      EXPECT_EQ(filter->GetMethodUsed(), ConvolutionMethod::Separable);
      EXPECT_TRUE(itk::DeviceTesting::AreSame<TPixel>(filter->GetOutput(), expected.GetPointer()))
        << kind.first << ' ' << size << ' ' << imageSize;
    }
  }
}

/** Sums in double of one axis after the other, over a strip's end and beyond the image. */
TYPED_TEST(CudaConvolutionOfIntegers, IsTheParentsForKernelsOfRank1)
{
  ITK_REQUIRE_DEVICE();
  for (const itk::SizeValueType width : { 243, 512, 517 })
  {
    ExpectTheParentsForKernelsOfRank1<2, TypeParam>({ { width, 70 } },
                                                    { { { 7, 7 } },
                                                      { { 11, 11 } },
                                                      { { 15, 3 } },
                                                      { { 15, 9 } },
                                                      { { 3, 15 } },
                                                      { { 1, 23 } },
                                                      { { 23, 5 } },
                                                      { { 5, 19 } },
                                                      { { 3, 27 } },
                                                      { { 31, 31 } } });
  }
}

TYPED_TEST(CudaConvolutionOfIntegers, IsTheParentsForVolumesAndKernelsOfRank1)
{
  ITK_REQUIRE_DEVICE();
  ExpectTheParentsForKernelsOfRank1<3, TypeParam>({ { 251, 39, 12 } },
                                                  { { { 3, 3, 3 } },
                                                    { { 5, 5, 5 } },
                                                    { { 7, 7, 7 } },
                                                    { { 1, 1, 5 } },
                                                    { { 5, 3, 4 } },
                                                    { { 2, 13, 3 } },
                                                    { { 15, 2, 4 } },
                                                    { { 15, 3, 2 } },
                                                    { { 3, 15, 2 } },
                                                    { { 7, 3, 5 } },
                                                    { { 11, 11, 11 } },
                                                    { { 5, 19, 3 } } });
  ExpectTheParentsForKernelsOfRank1<3, TypeParam>({ { 21, 9, 2 } }, { { { 3, 3, 31 } }, { { 1, 27, 9 } } });
  // Walks through layers, over a strip's end, in some segments.
  ExpectTheParentsForKernelsOfRank1<3, TypeParam>(
    { { 130, 11, 70 } }, { { { 3, 3, 3 } }, { { 5, 5, 5 } }, { { 5, 1, 3 } }, { { 3, 7, 7 } } });
}

/** Windows of up to 5 x 5 have another kernel there, and larger ones take more rows at a time. */
TYPED_TEST(CudaConvolutionOfIntegers, IsTheSameForAPartOfALargeImage)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  using FilterType = typename TestFixture::FilterType;
  Random     random(1);
  const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { 4224, 2760 } }, random);
  for (const auto & kernel : { MakeKernel({ { 3, 3 } }, std::vector<float>(9, 1.0f / 9.0f)),
                               MakeKernel({ { 5, 5 } }, std::vector<float>(25, 0.04f)),
                               PickKernel<2>(random, { { 3, 3 } }, KernelKind::Random),
                               PickKernel<2>(random, { { 9, 9 } }, KernelKind::Random) })
  {
    SCOPED_TRACE(kernel->GetBufferedRegion().GetSize());
    const auto make = [&] { return MakeFilter<FilterType>(image, kernel, ConvolutionMethod::Direct); };
    itk::DeviceTesting::ExpectAPartIsACropOfTheWhole(make, random, 2);
  }
}

TYPED_TEST(CudaConvolutionOfIntegers, WrapsWhatAPixelDoesNotHoldAsTheParentDoes)
{
#if defined(__x86_64__)
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  using FilterType = typename TestFixture::FilterType;
  using ParentType = typename TestFixture::ParentType;
  Random     random(1);
  const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { 80, 40 } }, random);
  auto       methods = GetMethods();
  if (sizeof(TypeParam) > 1)
  {
    methods.resize(1);
  }
  const auto expectTheParents = [&](const KernelImage * kernel, ConvolutionMethod method) {
    const auto expected = RunOnHost<ParentType>(image, [&](auto * parent) { parent->SetKernelImage(kernel); });
    const auto filter = MakeFilter<FilterType>(image, kernel, method);
    filter->Update();
    EXPECT_TRUE(itk::DeviceTesting::AreSame<TypeParam>(filter->GetOutput(), expected.GetPointer()))
      << method << ", used " << filter->GetMethodUsed();
  };
  for (const float scale : { -1.0f, 3.7f, 1000.3f, 1e5f, 1e7f, 1e30f })
  {
    SCOPED_TRACE(scale);
    for (const auto kind : { KernelKind::Random, KernelKind::Separable })
    {
      const auto kernel = PickKernel<2>(random, { { 3, 3 } }, kind);
      std::for_each_n(kernel->GetBufferPointer(), 9, [scale](float & value) { value *= scale; });
      for (const auto method : methods)
      {
        expectTheParents(kernel, method);
      }
      if (kind == KernelKind::Separable)
      {
        expectTheParents(kernel, ConvolutionMethod::Separable);
      }
    }
  }
  // Powers of 2, whose sums are exact in float.
  for (const int exponent : { 15, 17, 20, 23, 30 })
  {
    SCOPED_TRACE(exponent);
    const float power = std::ldexp(1.0f, exponent);
    for (const auto method : methods)
    {
      expectTheParents(MakeKernel({ { 3, 3 } }, { 0, 0, 0, 0, power, 0, 0, 0, 0 }), method);
      expectTheParents(MakeKernel({ { 3, 3 } }, { 0, 0, 0, 0, power, -power, 0, 0, 0 }), method);
    }
  }
#else
  GTEST_SKIP() << "The cast of other processors is another.";
#endif
}
