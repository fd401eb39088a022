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
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

using itk::DeviceTesting::BoundaryConditions;
using itk::DeviceTesting::ConvolutionCase;
using itk::DeviceTesting::ConvolutionMethod;
using itk::DeviceTesting::KernelKind;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::Pick;
using itk::DeviceTesting::PickKernel;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;

/** Kernels of several layers, to integers, by Direct. */
template <typename TPixel>
class CudaConvolutionOfVolumes : public ::testing::Test
{
protected:
  using ImageType = itk::DeviceImage<TPixel, 3>;
  using HostImageType = itk::Image<TPixel, 3>;
  using KernelType = itk::Image<float, 3>;
  using FilterType = itk::CudaConvolutionImageFilter<ImageType, KernelType, ImageType>;
  using ParentType = itk::ConvolutionImageFilter<HostImageType, KernelType, HostImageType>;

  void
  ExpectTheParents(const ImageType * image, const ConvolutionCase<3> & tested)
  {
    BoundaryConditions<HostImageType> boundariesOfParent;
    const auto expected = RunOnHost<ParentType>(image, [&](auto * parent) { tested.Set(parent, boundariesOfParent); });
    const auto filter = this->MakeFilter(image, tested);
    filter->Update();
    EXPECT_TRUE(itk::DeviceTesting::AreSame<TPixel>(filter->GetOutput(), expected.GetPointer()))
      << image->GetBufferedRegion().GetSize() << ", kernel " << tested.kernel->GetBufferedRegion().GetSize()
      << ", boundary condition " << tested.boundary;
  }

  typename FilterType::Pointer
  MakeFilter(const ImageType * image, const ConvolutionCase<3> & tested)
  {
    const auto filter = itk::DeviceTesting::MakeFilter<FilterType>(image, tested.kernel, ConvolutionMethod::Direct);
    tested.Set(filter.GetPointer(), m_Boundaries);
    return filter;
  }

private:
  BoundaryConditions<ImageType> m_Boundaries;
};
using IntegerPixels = ::testing::Types<uint8_t, int16_t, uint16_t>;
TYPED_TEST_SUITE(CudaConvolutionOfVolumes, IntegerPixels, );

/** Rows that are read 16 bytes at a time, by quads, or from any address, over a strip's end, and windows beyond the image. */
TYPED_TEST(CudaConvolutionOfVolumes, AreTheParentsForRowsOfAnyAlignment)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  Random       random(1);
  unsigned int number = 0;
  for (const itk::SizeValueType width : { 144, 156, 263, 130, 5 })
  {
    const auto image = MakeRandomImage<ImageType>(itk::Size<3>{ { width, 27, 7 } }, random);
    for (const auto & size : std::initializer_list<itk::Size<3>>{ { { 3, 3, 3 } },
                                                                  { { 5, 5, 5 } },
                                                                  { { 3, 2, 5 } },
                                                                  { { 1, 5, 3 } },
                                                                  { { 4, 1, 2 } },
                                                                  { { 5, 4, 7 } },
                                                                  { { 2, 3, 1 } } })
    {
      const auto         kind = number % 2 == 0 ? KernelKind::Random : KernelKind::Positive;
      ConvolutionCase<3> tested{ PickKernel<3>(random, size, kind) };
      tested.boundary = number++ % BoundaryConditions<ImageType>::Number;
      this->ExpectTheParents(image, tested);
    }
  }
}

/** Coefficients whose sums are exact, near to integers, small or large, and pixels at the ends of their range. */
TYPED_TEST(CudaConvolutionOfVolumes, AreTheParentsForEveryKindOfSum)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  using KernelType = typename TestFixture::KernelType;
  using Limits = std::numeric_limits<TypeParam>;
  Random                                                       random(1);
  std::vector<std::pair<const char *, std::function<float()>>> kinds{
    { "zero", [] { return 0.0f; } },
    { "a box", [] { return 1.0f / 27.0f; } },
    { "of both signs", [&] { return (static_cast<float>(Pick(random, 1, 2000)) - 1000.5f) / 4100.0f; } },
    { "of a large sum", [&] { return (static_cast<float>(Pick(random, 1, 2000)) - 1000.5f) / 20.0f; } },
    { "multiples of 2^-7", [&] { return static_cast<float>(Pick(random, 0, 3)) / 128.0f; } },
    { "integers", [&] { return static_cast<float>(Pick(random, 0, 6)) - 3.0f; } },
    { "large integers", [&] { return 4096.0f * static_cast<float>(Pick(random, 0, 6)); } },
    { "small", [&] { return static_cast<float>(Pick(random, 1, 2000)) * 1e-9f; } },
    { "of different magnitudes", [&] { return std::ldexp(0.7f, -static_cast<int>(Pick(random, 1, 40))); } }
  };
  const auto image = MakeRandomImage<ImageType>(itk::Size<3>{ { 150, 12, 12 } }, random);
  const auto end = image->GetBufferPointer() + image->GetBufferedRegion().GetNumberOfPixels();
  std::fill(end - 150 * 96, end - 150 * 64, TypeParam{ 93 });
  std::fill(end - 150 * 64, end - 150 * 32, Limits::max());
  std::fill(end - 150 * 32, end, Limits::lowest());
  for (const auto & kind : kinds)
  {
    SCOPED_TRACE(kind.first);
    for (const auto & size : { itk::Size<3>{ { 3, 3, 3 } }, { { 5, 3, 3 } } })
    {
      const auto kernel = KernelType::New();
      kernel->SetRegions(size);
      kernel->Allocate();
      std::generate_n(kernel->GetBufferPointer(), kernel->GetBufferedRegion().GetNumberOfPixels(), kind.second);
      this->ExpectTheParents(image, { kernel });
    }
  }
}

/** Blocks walk through some segments of layers. */
TYPED_TEST(CudaConvolutionOfVolumes, AreTheParentsForManyLayers)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  Random     random(1);
  const auto image = MakeRandomImage<ImageType>(itk::Size<3>{ { 9, 7, 1100 } }, random);
  for (const itk::SizeValueType length : { 3, 5 })
  {
    this->ExpectTheParents(image, { PickKernel<3>(random, itk::Size<3>::Filled(length), KernelKind::Random) });
  }
}

TYPED_TEST(CudaConvolutionOfVolumes, AreTheSameForAPart)
{
  ITK_REQUIRE_DEVICE();
  using ImageType = typename TestFixture::ImageType;
  Random     random(1);
  const auto image = MakeRandomImage<ImageType>(itk::Size<3>{ { 288, 35, 21 } }, random);
  for (const itk::SizeValueType length : { 3, 5, 7 })
  {
    ConvolutionCase<3> tested{ PickKernel<3>(random, itk::Size<3>::Filled(length), KernelKind::Random) };
    tested.boundary = static_cast<unsigned int>(length / 2 % 3);
    itk::DeviceTesting::ExpectAPartIsACropOfTheWhole([&] { return this->MakeFilter(image, tested); }, random, 10);
  }
}

namespace
{
using FloatVolume = itk::DeviceImage<float, 3>;
using HostFloats = itk::Image<float, 3>;
using FloatFilter = itk::CudaConvolutionImageFilter<FloatVolume, HostFloats, FloatVolume>;
using FloatParent = itk::ConvolutionImageFilter<HostFloats, HostFloats, HostFloats>;

/** Of up to 5 x 5 x 5 coefficients, but for cubes with zeros around. */
std::vector<itk::Size<3>>
ListSizesOfSmallVolumes()
{
  std::vector<itk::Size<3>> sizes;
  for (const itk::SizeValueType depth : { 3, 4 })
  {
    for (const itk::SizeValueType height : { 1, 2, 5 })
    {
      for (const itk::SizeValueType width : { 1, 3, 4 })
      {
        sizes.push_back({ { width, height, depth } });
      }
    }
  }
  return sizes;
}
} // namespace

TEST(CudaConvolutionOfFloatVolumes, AreNearTheParentsForEverySize)
{
  ITK_REQUIRE_DEVICE();
  Random       random(1);
  const auto   image = MakeRandomImage<FloatVolume>(itk::Size<3>{ { 261, 11, 7 } }, random);
  const double largest = itk::DeviceTesting::GetLargestMagnitude<float, 3>(image.GetPointer());
  unsigned int number = 0;
  for (const auto & size : ListSizesOfSmallVolumes())
  {
    ConvolutionCase<3> tested{ PickKernel<3>(random, size, KernelKind::Random) };
    tested.boundary = number++ % BoundaryConditions<FloatVolume>::Number;
    BoundaryConditions<HostFloats>  boundariesOfParent;
    BoundaryConditions<FloatVolume> boundaries;
    const auto expected = RunOnHost<FloatParent>(image, [&](auto * parent) { tested.Set(parent, boundariesOfParent); });
    const auto filter = itk::DeviceTesting::MakeFilter<FloatFilter>(image, tested.kernel, ConvolutionMethod::Direct);
    tested.Set(filter.GetPointer(), boundaries);
    filter->Update();
    const double tolerance = itk::DeviceTesting::GetConvolutionTolerance<3>(ConvolutionMethod::Direct, size);
    EXPECT_TRUE(
      itk::DeviceTesting::AreNear<3>(filter->GetOutput(), expected.GetPointer(), tolerance * std::max(largest, 77.0)))
      << size << ", boundary condition " << tested.boundary;
  }
}

TEST(CudaConvolutionOfFloatVolumes, SpreadNaNAndInfinityNoFurtherThanTheWindow)
{
  ITK_REQUIRE_DEVICE();
  Random     random(1);
  const auto image = MakeRandomImage<FloatVolume>(itk::Size<3>{ { 150, 30, 12 } }, random);
  image->SetPixel({ { 20, 12, 4 } }, std::numeric_limits<float>::quiet_NaN());
  image->SetPixel({ { 110, 20, 6 } }, std::numeric_limits<float>::infinity());
  image->SetPixel({ { 149, 0, 11 } }, -std::numeric_limits<float>::infinity());
  for (const auto & size : ListSizesOfSmallVolumes())
  {
    const auto kernel = PickKernel<3>(random, size, KernelKind::Positive);
    const auto expected = RunOnHost<FloatParent>(image, [&](auto * parent) { parent->SetKernelImage(kernel); });
    const auto filter = itk::DeviceTesting::MakeFilter<FloatFilter>(image, kernel, ConvolutionMethod::Direct);
    filter->Update();
    for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      const float actual = filter->GetOutput()->GetBufferPointer()[i];
      const float parents = expected->GetBufferPointer()[i];
      const bool  isSame = std::isfinite(parents) ? std::isfinite(actual)
                           : std::isnan(parents)  ? std::isnan(actual)
                                                  : actual == parents;
      ASSERT_TRUE(isSame) << image->ComputeIndex(i) << ", kernel " << size << ": " << actual << " for " << parents;
    }
  }
}
